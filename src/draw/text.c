/* Metrics without a font, for tests and for reports that measure text in columns. */
#include "base/unseen.h"
#include "draw/text.h"

/* East Asian wide and fullwidth blocks, and emoji (Unicode 15, EastAsianWidth.txt, W and F, by block). */
static const struct {
    uint32_t first, last;
} wide[] = {
    {0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0x33FF},   {0x3400, 0x4DBF},   {0x4E00, 0x9FFF},
    {0xA000, 0xA4CF},   {0xA960, 0xA97F},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},
    {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},   {0x16FE0, 0x18CFF}, {0x1B000, 0x1B2FF}, {0x1F300, 0x1F64F},
    {0x1F680, 0x1F6FF}, {0x1F900, 0x1FAFF}, {0x20000, 0x3FFFD},
};

static bool is_wide(uint32_t code_point) {
    if (code_point < wide[0].first)
        return false;
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if (code_point >= wide[i].first && code_point <= wide[i].last)
            return true;
    return false;
}

static int plain_width(void *user, TextStyle style, Str s) {
    (void)user;
    int one = (style.size * 6 + 5) / 10, width = 0;
    for (size_t at = 0; at < s.len;) {
        uint32_t c = utf8_next(s, &at);
        char escape[UNSEEN_LONGEST];
        width += unseen_is(c) ? one * unseen_escape(c, escape) : is_wide(c) ? 2 * one : one;
    }
    return width;
}

static TextLine plain_line(void *user, TextStyle style) {
    (void)user;
    int ascent = (style.size * 8 + 5) / 10;
    return (TextLine){ascent, style.size - ascent};
}

TextMetrics text_metrics_plain(void) {
    return (TextMetrics){NULL, plain_width, plain_line};
}
