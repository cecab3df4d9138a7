/* JSON tokens in their usual spelling, straight from the window, for readers of millions of records of one kind. Each function takes the
 * place where its token begins and returns the place behind it, NULL for whatever is unusual or cut by the end of the window: the
 * caller then reads the record again with codec/json.h, which knows everything. Nothing is consumed. The zero bytes behind the window
 * are no part of any token. One thread. */
#pragma once
#include "base/bytes.h"
#include "codec/json.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

typedef const uint8_t *JsonPlace;

static inline JsonPlace json_place_blanks(JsonPlace p) {
    while (*p <= ' ' && (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t'))
        p++;
    return p;
}

#ifdef __SSE2__
/* Of 64 bytes, a bit each: the quotes, and what ends a plain text otherwise: backslashes and bytes above 127. */
typedef struct JsonTextBits {
    uint64_t quote, special;
} JsonTextBits;

static inline JsonTextBits json_text_bits(JsonPlace p) {
    JsonTextBits bits = {0};
#pragma GCC unroll 4
    for (int i = 0; i < 64; i += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(p + i));
        __m128i slash = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')), bytes);
        bits.quote |= (uint64_t)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'))) << i;
        bits.special |= (uint64_t)_mm_movemask_epi8(slash) << i;
    }
    return bits;
}
#endif

/* The quote that ends a plain text of up to 63 bytes, where most end; NULL for all others. Without a call or a loop, unlike scan->string: the
 * lengths of texts are what a processor foresees worst. */
static inline JsonPlace json_place_near_quote(JsonPlace from) {
#ifdef __SSE2__
    JsonTextBits bits = json_text_bits(from);
    if (bits.quote && !(bits.special & (bits.quote - 1) & ~bits.quote))
        return from + __builtin_ctzll(bits.quote);
#endif
    (void)from;
    return NULL;
}

/* A string: its bytes between the quotes, plain when they are its text as they stand (no escapes, ASCII). */
static inline JsonPlace json_place_text(const Json *json, JsonPlace p, Str *raw, bool *plain) {
    const uint8_t *end = json->source->end, *from = p + 1;
    bool special = false;
    if (*p != '"')
        return NULL;
    JsonPlace quote = json_place_near_quote(from);
    if (quote) {
        *raw = (Str){(const char *)from, (size_t)(quote - from)};
        *plain = true;
        return quote + 1;
    }
    for (p = json->scan->string(from, end, &special); p < end && *p == '\\'; special = true)
        p = json->scan->string(p + 2, end, &special);
    if (p >= end)
        return NULL;
    *raw = (Str){(const char *)from, (size_t)(p - from)};
    *plain = !special;
    return p + 1;
}

/* The same where most are of up to 15 bytes, as ids are: fewer steps for these. */
static inline JsonPlace json_place_short_text(const Json *json, JsonPlace p, Str *raw, bool *plain) {
#ifdef __SSE2__
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(p + 1));
    __m128i slash = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')), bytes);
    unsigned quote = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')));
    unsigned special = (unsigned)_mm_movemask_epi8(slash);
    if (*p == '"' && quote && !(special & (quote - 1) & ~quote)) {
        unsigned length = (unsigned)__builtin_ctz(quote);
        *raw = (Str){(const char *)p + 1, length};
        *plain = true;
        return p + length + 2;
    }
#endif
    return json_place_text(json, p, raw, plain);
}

/* A key and its colon: up to the value. */
static inline JsonPlace json_place_key(const Json *json, JsonPlace p, Str *key) {
    bool plain;
    p = json_place_text(json, p, key, &plain);
    if (!p || !plain)
        return NULL;
    p = json_place_blanks(p);
    return *p == ':' ? json_place_blanks(p + 1) : NULL;
}

/* The place behind an array or object that ends within 16 bytes and holds no text and no other; NULL for all others. */
static inline JsonPlace json_place_near_end(JsonPlace p) {
#ifdef __SSE2__
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(p + 1));
    __m128i folded = _mm_or_si128(bytes, _mm_set1_epi8(0x20)); /* '[' and ']' become '{' and '}' */
    unsigned end = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(folded, _mm_set1_epi8('}')));
    unsigned other = (unsigned)_mm_movemask_epi8(
        _mm_or_si128(_mm_cmpeq_epi8(folded, _mm_set1_epi8('{')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'))));
    if (end && !(other & (end - 1) & ~end))
        return p + 2 + __builtin_ctz(end);
#endif
    return p[1] == '}' || p[1] == ']' ? p + 2 : NULL;
}

/* How many of eight bytes are digits, up to the first that is none. */
static inline unsigned json_count_digits(uint64_t bytes) {
    uint64_t values = bytes ^ 0x3030303030303030u;
    uint64_t over =
        ((values + 0x7676767676767676u) | values) & 0x8080808080808080u; /* bytes above 9, true up to the first */
    return over ? (unsigned)__builtin_ctzll(over) / 8 : 8;
}

/* An array or object, passed over; p is at its bracket. */
static inline JsonPlace json_place_skip_nested(const Json *json, JsonPlace p) {
    ScanNest nest = {0};
    JsonPlace behind = json_place_near_end(p);
    if (behind)
        return behind;
    /* the place is in the window, not in nest */
    /* cppcheck-suppress returnDanglingLifetime */
    return json->scan->nested(p, json->source->end, &nest);
}

/* A number, true, false or null, passed over; most are whole numbers of up to seven digits, and end at a comma or bracket. */
static inline JsonPlace json_place_skip_word(JsonPlace p) {
    JsonPlace from = p;
    p += json_count_digits(bytes_load8(p));
    if (p > from && (*p == ',' || *p == '}'))
        return p;
    while ((*p >= '0' && *p <= '9') || (*p >= 'a' && *p <= 'z') || *p == '-' || *p == '+' || *p == '.' || *p == 'E')
        p++;
    return p > from ? p : NULL;
}

/* Any value, passed over. */
static inline JsonPlace json_place_skip(const Json *json, JsonPlace p) {
    Str raw;
    bool plain;
    if (*p == '"')
        return json_place_text(json, p, &raw, &plain);
    return *p == '{' || *p == '[' ? json_place_skip_nested(json, p) : json_place_skip_word(p);
}

/* Up to eight digits at p, in one go; *count says how many. (Lemire, "Quickly parsing eight digits", 2018.) */
static inline uint64_t json_eight_digits(JsonPlace p, unsigned *count) {
    uint64_t bytes = bytes_load8(p), values = bytes ^ 0x3030303030303030u;
    unsigned n = *count = json_count_digits(bytes);
    if (n == 0)
        return 0;
    values <<= 64 - 8 * n;
    values = values * 10 + (values >> 8);
    return ((values & 0x000000FF000000FFu) * 0x000F424000000064u +
            ((values >> 16) & 0x000000FF000000FFu) * 0x0000271000000001u) >>
           32;
}

/* Digits, perhaps a point and up to nine decimals, as billionths; exact, without a sign, of at most 15 digits before the point. */
static inline JsonPlace json_place_decimal(JsonPlace p, uint64_t *whole, uint32_t *nano) {
    static const uint32_t powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
    unsigned first, second = 0, decimals = 0;
    uint64_t high = json_eight_digits(p, &first), low = first == 8 ? json_eight_digits(p + 8, &second) : 0;
    *whole = high * powers[second] + low;
    *nano = 0;
    p += first + second;
    if (first == 0 || second == 8)
        return NULL;
    if (*p == '.') {
        *nano = (uint32_t)json_eight_digits(++p, &decimals) * powers[8 - decimals] * 10;
        p += decimals;
        if (decimals == 8 && (uint8_t)(*p - '0') < 10)
            *nano += (uint32_t)(*p++ - '0');
    }
    return (uint8_t)(*p - '0') >= 10 && *p != '.' && (*p | 0x20) != 'e' && *p != 0 ? p : NULL;
}

/* The double at whole + nano / 1e9 or next to it; at it below one, where a division of two exact numbers tells. */
static inline double json_decimal_value(uint64_t whole, uint32_t nano) {
    return whole ? (double)whole + (double)nano * 1e-9 : (double)nano / 1e9;
}

/* The same as a JsonNumber. */
JsonPlace json_place_number(JsonPlace p, JsonNumber *value);
