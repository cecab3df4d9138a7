/* Ranges of Unicode 15 (general categories Cc, Cf, Zl, Zp) that no font shows; see base/unseen.h. */
#include "base/unseen.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

bool unseen_is(uint32_t c) {
    static const struct {
        uint32_t first, last;
    } ranges[] = {
        {0, 0x1F},        {0x7F, 0x9F},     {0xAD, 0xAD},     {0x61C, 0x61C},   {0x180E, 0x180E},   {0x200B, 0x200F},
        {0x2028, 0x202E}, {0x2060, 0x206F}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (c <= ranges[i].last)
            return c >= ranges[i].first;
    return false;
}

int unseen_escape(uint32_t c, char out[UNSEEN_LONGEST]) {
    char text[UNSEEN_LONGEST + 4];
    int n;
    if (c == '\n' || c == '\r' || c == '\t')
        n = snprintf(text, sizeof text, "\\%c", c == '\n' ? 'n' : c == '\r' ? 'r' : 't');
    else
        n = snprintf(text, sizeof text, c < 0x100 ? "\\x%02x" : "\\u%04x", (unsigned)(c & 0x1FFFFF));
    memcpy(out, text, (size_t)n);
    return n;
}
