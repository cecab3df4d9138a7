/* file:// addresses; see app/address.h. */
#include "app/address.h"

static int hex_digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

static Str unescape(Arena *arena, Str s) {
    Text out = text_new(arena);
    for (size_t i = 0; i < s.len; i++) {
        int high = i + 2 < s.len && s.data[i] == '%' ? hex_digit(s.data[i + 1]) : -1;
        int low = high >= 0 ? hex_digit(s.data[i + 2]) : -1;
        text_add_char(&out, low >= 0 ? (char)(high * 16 + low) : s.data[i]);
        i += low >= 0 ? 2 : 0;
    }
    return text_str(&out);
}

Str address_path(Arena *arena, Str text) {
    text = str_trim(text);
    if (!str_starts(text, "file:"))
        return text;
    Str rest = str_slice(text, 5, text.len);
    if (str_starts(rest, "//")) {
        size_t path = str_find(rest, STR("/"), 2);
        rest = str_slice(rest, path, rest.len);
    }
    return unescape(arena, rest);
}
