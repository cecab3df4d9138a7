/* String slices; see base/str.h. */
#include "base/str.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Str str_from(const char *terminated) {
    return (Str){terminated ? terminated : "", terminated ? strlen(terminated) : 0};
}

bool str_equal(Str a, Str b) {
    return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}

bool str_starts(Str s, const char *prefix) {
    size_t n = strlen(prefix);
    return s.len >= n && memcmp(s.data, prefix, n) == 0;
}

bool str_ends(Str s, const char *suffix) {
    size_t n = strlen(suffix);
    return s.len >= n && memcmp(s.data + s.len - n, suffix, n) == 0;
}

int str_compare(Str a, Str b) {
    size_t n = a.len < b.len ? a.len : b.len;
    int order = n ? memcmp(a.data, b.data, n) : 0;
    return order ? order : (a.len > b.len) - (a.len < b.len);
}

size_t str_find(Str s, Str needle, size_t from) {
    if (needle.len == 0)
        return from <= s.len ? from : SIZE_MAX;
    while (from + needle.len <= s.len) {
        const char *p = memchr(s.data + from, needle.data[0], s.len - needle.len - from + 1);
        if (!p)
            return SIZE_MAX;
        if (memcmp(p, needle.data, needle.len) == 0)
            return (size_t)(p - s.data);
        from = (size_t)(p - s.data) + 1;
    }
    return SIZE_MAX;
}

size_t str_find_char(Str s, char c) {
    const char *p = s.len ? memchr(s.data, c, s.len) : NULL;
    return p ? (size_t)(p - s.data) : SIZE_MAX;
}

size_t str_rfind_char(Str s, char c) {
    for (size_t i = s.len; i > 0; i--)
        if (s.data[i - 1] == c)
            return i - 1;
    return SIZE_MAX;
}

Str str_slice(Str s, size_t from, size_t to) {
    if (to > s.len)
        to = s.len;
    if (from > to)
        from = to;
    return (Str){s.data ? s.data + from : s.data, to - from};
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

Str str_trim(Str s) {
    while (s.len && is_blank(s.data[0])) {
        s.data++;
        s.len--;
    }
    while (s.len && is_blank(s.data[s.len - 1]))
        s.len--;
    return s;
}

Str str_copy(Arena *arena, Str s) {
    char *p = arena_alloc(arena, s.len + 1);
    if (s.len)
        memcpy(p, s.data, s.len);
    return (Str){p, s.len};
}

const char *str_c(Arena *arena, Str s) {
    return str_copy(arena, s).data;
}

Str str_format(Arena *arena, const char *format, ...) {
    char most[256]; /* are shorter than that, and so formatted once */
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(most, sizeof most, format, args);
    va_end(args);
    char *p = arena_alloc(arena, (size_t)n + 1);
    if ((size_t)n < sizeof most)
        memcpy(p, most, (size_t)n);
    else
        vsnprintf(p, (size_t)n + 1, format, again);
    va_end(again);
    return (Str){p, (size_t)n};
}

static uint64_t load(const char *p, size_t n) {
    uint64_t eight;
    uint32_t four;
    if (n == 8) {
        memcpy(&eight, p, 8);
        return eight;
    }
    memcpy(&four, p, 4);
    return four;
}

/* Both halves of the product of all bits. */
static uint64_t fold(uint64_t a, uint64_t b) {
    unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* Sixteen bytes a step, the last ones overlapping those before, so that no length needs a loop over single bytes. After
 * wyhash (Wang Yi), whose constants these are. */
uint64_t str_hash(Str s) {
    const uint64_t k0 = 0xa0761d6478bd642fu, k1 = 0xe7037ed1a0b428dbu;
    uint64_t seed = k0 ^ s.len, a = 0, b = 0;
    const char *p = s.len ? s.data : "", *end = p + s.len;
    if (s.len >= 8) {
        for (; end - p > 16; p += 16)
            seed = fold(load(p, 8) ^ k1, load(p + 8, 8) ^ seed);
        a = s.len >= 16 ? load(end - 16, 8) : load(p, 8);
        b = load(end - 8, 8);
    } else if (s.len >= 4) {
        a = load(p, 4);
        b = load(end - 4, 4);
    } else if (s.len > 0)
        a = (uint64_t)(unsigned char)p[0] << 16 | (uint64_t)(unsigned char)p[s.len / 2] << 8 | (unsigned char)end[-1];
    return fold(k0 ^ s.len, fold(a ^ k1, b ^ seed));
}

Str str_base_name(Str path) {
    for (size_t i = path.len; i > 0; i--)
        if (path.data[i - 1] == '/' || path.data[i - 1] == '\\')
            return str_slice(path, i, path.len);
    return path;
}

/* Digits alone, most of them, as nearly all numbers are. */
static bool plain_number(Str s, size_t most, int64_t *value) {
    int64_t n = 0;
    for (size_t i = 0; i < s.len && i < most; i++) {
        if (s.data[i] < '0' || s.data[i] > '9')
            return false;
        n = n * 10 + (s.data[i] - '0');
    }
    *value = n;
    return s.len > 0 && s.len <= most;
}

bool str_to_i64(Str s, int64_t *value) {
    char copy[24], *end;
    if (plain_number(s, 18, value))
        return true;
    if (s.len == 0 || s.len >= sizeof copy || is_blank(s.data[0]))
        return false;
    memcpy(copy, s.data, s.len);
    copy[s.len] = 0;
    errno = 0;
    *value = strtoll(copy, &end, 10);
    return errno == 0 && *end == 0;
}

bool str_to_double(Str s, double *value) {
    char copy[64], *end;
    int64_t whole;
    if (plain_number(s, 15, &whole)) { /* a double holds it */
        *value = (double)whole;
        return true;
    }
    if (s.len == 0 || s.len >= sizeof copy)
        return false;
    for (size_t i = 0; i < s.len; i++) /* strtod also takes hex, inf and nan; a decimal number is wanted */
        if (!strchr("0123456789+-.eE", s.data[i]) || !s.data[i])
            return false;
    memcpy(copy, s.data, s.len);
    copy[s.len] = 0;
    *value = strtod(copy, &end);
    return *end == 0;
}

static bool is_tail(unsigned char c) {
    return (c & 0xC0) == 0x80;
}

/* Length of the sequence that starts with c, 0 when none does. */
static size_t sequence_length(unsigned char c) {
    return c < 0x80 ? 1 : c < 0xC2 ? 0 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : c < 0xF5 ? 4 : 0;
}

uint32_t utf8_next(Str s, size_t *at) {
    const unsigned char *p = (const unsigned char *)s.data + *at;
    size_t n = sequence_length(p[0]);
    if (n == 1)
        return s.data[(*at)++];
    if (n == 0 || *at + n > s.len)
        return ++*at, 0xFFFD;
    uint32_t c = p[0] & (0xFFu >> (n + 1));
    for (size_t i = 1; i < n; i++) {
        if (!is_tail(p[i]))
            return ++*at, 0xFFFD;
        c = c << 6 | (p[i] & 0x3F);
    }
    bool overlong = (n == 3 && c < 0x800) || (n == 4 && c < 0x10000);
    if (overlong || c > 0x10FFFF || (c >= 0xD800 && c < 0xE000))
        return ++*at, 0xFFFD;
    *at += n;
    return c;
}

size_t utf8_write(uint32_t c, char out[4]) {
    if (c > 0x10FFFF || (c >= 0xD800 && c < 0xE000))
        c = 0xFFFD;
    if (c < 0x80)
        return out[0] = (char)c, 1;
    size_t n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = n - 1; i > 0; i--, c >>= 6)
        out[i] = (char)(0x80 | (c & 0x3F));
    static const unsigned char lead[5] = {0, 0, 0xC0, 0xE0, 0xF0};
    out[0] = (char)(lead[n] | c);
    return n;
}

static bool is_valid_utf8(Str s) {
    for (size_t at = 0; at < s.len;) {
        if ((unsigned char)s.data[at] < 0x80) {
            at++;
            continue;
        }
        size_t before = at;
        if (utf8_next(s, &at) == 0xFFFD && at == before + 1)
            return false;
    }
    return true;
}

Str utf8_clean(Arena *arena, Str s) {
    if (is_valid_utf8(s))
        return s;
    Text text = text_new(arena);
    for (size_t at = 0; at < s.len;) {
        char bytes[4];
        text_add(&text, (Str){bytes, utf8_write(utf8_next(s, &at), bytes)});
    }
    return text_str(&text);
}

Text text_new(Arena *arena) {
    return (Text){.arena = arena};
}

static void text_reserve(Text *text, size_t more) {
    size_t need = text->len + more + 1;
    if (text->data && need <= text->capacity)
        return;
    text->capacity = need > text->capacity * 2 ? need + 64 : text->capacity * 2;
    text->data = arena_grow(text->arena, text->data, text->capacity);
}

void text_add(Text *text, Str s) {
    text_reserve(text, s.len);
    if (s.len)
        memcpy(text->data + text->len, s.data, s.len);
    text->len += s.len;
    text->data[text->len] = 0;
}

void text_add_c(Text *text, const char *terminated) {
    text_add(text, str_from(terminated));
}

void text_add_char(Text *text, char c) {
    text_add(text, (Str){&c, 1});
}

void text_addf(Text *text, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    text_reserve(text, (size_t)n);
    vsnprintf(text->data + text->len, (size_t)n + 1, format, again);
    va_end(again);
    text->len += (size_t)n;
}

Str text_str(const Text *text) {
    return (Str){text->data ? text->data : "", text->len};
}
