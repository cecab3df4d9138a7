/* Escapes for people's eyes; see report/safe.h. */
#include "report/safe.h"

#include <string.h>

#include "base/unseen.h"

typedef struct CodeRange {
    uint32_t first, last;
} CodeRange;

static bool is_in(uint32_t c, const CodeRange *ranges, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (c >= ranges[i].first && c <= ranges[i].last)
            return true;
    return false;
}

static void add_unseen(Text *out, uint32_t c) {
    char escape[UNSEEN_LONGEST];
    text_add(out, (Str){escape, (size_t)unseen_escape(c, escape)});
}

Str safe_plain(Arena *arena, Str s, size_t longest) {
    Text out = text_new(arena);
    size_t shown = 0;
    for (size_t at = 0; at < s.len; shown++) {
        if (longest > 0 && shown == longest) {
            text_add_c(&out, "…");
            break;
        }
        uint32_t c = utf8_next(s, &at);
        char bytes[4];
        if (unseen_is(c))
            add_unseen(&out, c);
        else
            text_add(&out, (Str){bytes, utf8_write(c, bytes)});
    }
    return text_str(&out);
}

static bool is_control(Str s, size_t at) {
    unsigned char c = (unsigned char)s.data[at], next = at + 1 < s.len ? (unsigned char)s.data[at + 1] : 0;
    return (c < 0x20 && c != '\t' && c != '\n') || c == 0x7F || (c == 0xC2 && next >= 0x80 && next <= 0x9F);
}

Str safe_controls(Arena *arena, Str s) {
    size_t at = 0;
    while (at < s.len && !is_control(s, at))
        at++;
    if (at == s.len)
        return s;
    Text out = text_new(arena);
    for (at = 0; at < s.len;) {
        if (is_control(s, at))
            add_unseen(&out, utf8_next(s, &at));
        else
            text_add_char(&out, s.data[at++]);
    }
    return text_str(&out);
}

static size_t longest_run(Str s, char c) {
    size_t longest = 0, run = 0;
    for (size_t i = 0; i < s.len; i++) {
        run = s.data[i] == c ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    return longest;
}

/* A pipe behind a backslash would have its own backslash taken for an escaped one by some readers: it is spelt as a number. */
static void add_without_pipes(Text *out, Str s) {
    for (size_t i = 0; i < s.len; i++) {
        if (s.data[i] != '|')
            text_add_char(out, s.data[i]);
        else
            text_add_c(out, i > 0 && s.data[i - 1] == '\\' ? "x7c" : "\\|");
    }
}

Str safe_code(Arena *arena, Str s) {
    if (s.len == 0)
        return s;
    Str plain = safe_plain(arena, s, SAFE_LONGEST);
    size_t fence = longest_run(plain, '`') + 1;
    Text out = text_new(arena);
    for (size_t i = 0; i < fence; i++)
        text_add_char(&out, '`');
    const char *pad = fence > 1 ? " " : "";
    text_add_c(&out, pad);
    add_without_pipes(&out, plain);
    text_add_c(&out, pad);
    for (size_t i = 0; i < fence; i++)
        text_add_char(&out, '`');
    return text_str(&out);
}

Str safe_text(Arena *arena, Str s) {
    Str plain = safe_plain(arena, s, 0);
    Text out = text_new(arena);
    for (size_t i = 0; i < plain.len; i++) {
        if (plain.data[i] && strchr("\\`*_[]<>#|~&$@", plain.data[i]))
            text_add_char(&out, '\\');
        text_add_char(&out, plain.data[i]);
    }
    return text_str(&out);
}

size_t safe_columns(Str s) {
    static const CodeRange wide[] = {
        {0x1100, 0x115F}, {0x2E80, 0x303E}, {0x3041, 0xA4CF}, {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},
        {0xFE30, 0xFE6F}, {0xFF00, 0xFF60}, {0xFFE0, 0xFFE6}, {0x1F300, 0x1FAFF}, {0x20000, 0x3FFFD},
    };
    static const CodeRange none[] = {{0x300, 0x36F}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}};
    size_t columns = 0;
    for (size_t at = 0; at < s.len;) {
        uint32_t c = utf8_next(s, &at);
        columns += is_in(c, none, 3) ? 0 : is_in(c, wide, sizeof wide / sizeof *wide) ? 2 : 1;
    }
    return columns;
}
