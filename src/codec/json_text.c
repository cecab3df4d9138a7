/* Escapes of JSON strings. What is resolved never grows, except for bad bytes, so it is written in one pass. */
#include "codec/json_text.h"

#include <string.h>

static int hex_digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The code unit of "uXXXX" at s[at]; -1 when there is none. */
static int32_t unit_at(Str s, size_t at) {
    int32_t unit = 0;
    if (at + 5 > s.len || s.data[at] != 'u')
        return -1;
    for (size_t i = at + 1; i < at + 5; i++) {
        int digit = hex_digit(s.data[i]);
        if (digit < 0)
            return -1;
        unit = unit * 16 + digit;
    }
    return unit;
}

/* The code point of the escape whose 'u' is at s[*at], with its second half if it has one; *at moves behind it. */
static uint32_t unicode_escape(Str s, size_t *at) {
    int32_t high = unit_at(s, *at), low;
    if (high < 0) {
        *at += 1;
        return 0xFFFD;
    }
    *at += 5;
    if (high < 0xD800 || high >= 0xE000)
        return (uint32_t)high;
    if (high >= 0xDC00 || *at >= s.len || s.data[*at] != '\\')
        return 0xFFFD;
    low = unit_at(s, *at + 1);
    if (low < 0xDC00 || low >= 0xE000)
        return 0xFFFD;
    *at += 6;
    return 0x10000u + (((uint32_t)high - 0xD800) << 10) + ((uint32_t)low - 0xDC00);
}

static char simple_escape(char c) {
    switch (c) {
    case 'n':
        return '\n';
    case 't':
        return '\t';
    case 'r':
        return '\r';
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    default:
        return c; /* '"', '\\', '/', and whatever else somebody escaped */
    }
}

static char *scratch_of(Json *json, size_t size) {
    if (json->scratch_size < size) {
        json->scratch_size = size + size / 2 + 256;
        json->scratch = arena_grow(json->arena, json->scratch, json->scratch_size);
    }
    return json->scratch;
}

Str json_unescape(Json *json, Str raw) {
    char *out = scratch_of(json, raw.len * 3); /* a bad byte becomes three */
    size_t n = 0;
    for (size_t at = 0; at < raw.len;) {
        char c = raw.data[at];
        if ((unsigned char)c > 127)
            n += utf8_write(utf8_next(raw, &at), out + n);
        else if (c != '\\' || ++at >= raw.len) {
            out[n++] = c;
            at++;
        } else if (raw.data[at] == 'u')
            n += utf8_write(unicode_escape(raw, &at), out + n);
        else
            out[n++] = simple_escape(raw.data[at++]);
    }
    return (Str){out, n};
}
