/* Decimal numbers without losing a digit: the usual ones in one pass, those with an exponent or too many digits
 * through a row of digits whose point is moved. */
#include "codec/json_window.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AHEAD = 64, FAR_AHEAD = 256 }; /* bytes that are searched for commas at once */
enum { DIGITS_MAX = 40 };             /* kept of a number on the slow way; 20 for whole, 10 for nano, and some */

typedef struct Cursor {
    const uint8_t *p, *end;
} Cursor;

static bool is_digit(uint8_t c) {
    return (uint8_t)(c - '0') < 10;
}

/* A number as written: significant digits and where the point stands among them. */
typedef struct Decimal {
    uint8_t digits[DIGITS_MAX];
    int count;
    int64_t point; /* digits before the point; may lie outside 0..count */
} Decimal;

static void add_digit(Decimal *decimal, uint8_t digit, bool whole) {
    if (decimal->count == 0 && digit == 0) { /* leading zeros only move the point */
        decimal->point -= !whole;
        return;
    }
    if (decimal->count < DIGITS_MAX)
        decimal->digits[decimal->count++] = digit;
    decimal->point += whole;
}

static bool exponent(Cursor *c, Decimal *decimal) {
    int64_t e = 0;
    bool minus = false;
    if (c->p == c->end)
        return true;
    if ((*c->p | 0x20) != 'e')
        return false;
    c->p++;
    if (c->p < c->end && (*c->p == '-' || *c->p == '+'))
        minus = *c->p++ == '-';
    if (c->p == c->end)
        return false;
    for (; c->p < c->end && is_digit(*c->p); c->p++)
        e = e < 100000 ? e * 10 + (*c->p - '0') : e;
    decimal->point += minus ? -e : e;
    return c->p == c->end;
}

/* The double at the digits that were kept: 0.ddd times a power of ten, through strtod. */
static bool nearest(const Decimal *decimal, double *value) {
    char text[DIGITS_MAX + 32] = "0.0";
    size_t n = 3;
    for (int i = 0; i < decimal->count; i++)
        text[n++] = (char)('0' + decimal->digits[i]);
    snprintf(text + n, sizeof text - n, "e%lld", (long long)decimal->point + 1);
    *value = strtod(text, NULL);
    return isfinite(*value);
}

static uint8_t digit_at(const Decimal *decimal, int64_t i) {
    return i >= 0 && i < decimal->count ? decimal->digits[i] : 0;
}

static void whole_and_nano(const Decimal *decimal, JsonNumber *value) {
    uint64_t nano = 0;
    for (int64_t i = 0; i < decimal->point && !value->overflow; i++) {
        uint8_t digit = digit_at(decimal, i);
        value->overflow = value->whole > (UINT64_MAX - digit) / 10;
        value->whole = value->whole * 10 + digit;
    }
    for (int64_t i = 0; i < 9; i++)
        nano = nano * 10 + digit_at(decimal, decimal->point + i);
    nano += digit_at(decimal, decimal->point + 9) >= 5;
    if (nano == 1000000000) {
        nano = 0;
        value->whole++;
    }
    value->nano = value->overflow ? 0 : (uint32_t)nano;
    if (value->overflow)
        value->whole = 0;
}

/* Any number: s is all of it, without the sign. */
static bool parse_slowly(Str s, JsonNumber *value) {
    Cursor c = {(const uint8_t *)s.data, (const uint8_t *)s.data + s.len};
    Decimal decimal = {0};
    bool any = false;
    for (; c.p < c.end && is_digit(*c.p); c.p++, any = true)
        add_digit(&decimal, (uint8_t)(*c.p - '0'), true);
    if (c.p < c.end && *c.p == '.')
        for (c.p++; c.p < c.end && is_digit(*c.p); c.p++, any = true)
            add_digit(&decimal, (uint8_t)(*c.p - '0'), false);
    if (!any || !exponent(&c, &decimal) || !nearest(&decimal, &value->value))
        return false;
    whole_and_nano(&decimal, value);
    return true;
}

/* p: the decimals behind `whole`, more than nine. False unless all digits together are a number below 2^53: that one, divided by a power
 * of ten which is exact too, gives the nearest double. */
static bool parse_long(const uint8_t *p, const uint8_t *end, uint64_t whole, JsonNumber *value) {
    const uint64_t most = (((uint64_t)1 << 53) - 9) / 10;
    uint64_t all = whole, rounded = whole, unit = 1;
    for (int n = 0; p < end && is_digit(*p) && all <= most && n < 19; p++, n++) {
        all = all * 10 + (uint64_t)(*p - '0');
        rounded = n < 9 ? all : n == 9 ? rounded + (*p >= '5') : rounded;
        unit *= 10;
    }
    if (p < end)
        return false;
    value->whole = rounded / 1000000000;
    value->nano = (uint32_t)(rounded % 1000000000);
    value->value = (double)all / (double)unit;
    return true;
}

/* Up to 19 digits, a point, decimals: false when it is more than that. s is all of it, without the sign. */
static bool parse_fast(Str s, JsonNumber *value) {
    const uint8_t *p = (const uint8_t *)s.data, *end = p + s.len, *from = p;
    uint64_t whole = 0;
    uint32_t nano = 0, unit = 1000000000;
    for (; p < end && is_digit(*p); p++)
        whole = whole * 10 + (uint64_t)(*p - '0');
    if (p - from > 19 || p == from)
        return false;
    if (p < end && *p == '.') {
        if (end - p > 10)
            return parse_long(p + 1, end, whole, value);
        for (p++; p < end && is_digit(*p) && unit > 1; p++, unit /= 10)
            nano = nano * 10 + (uint32_t)(*p - '0');
        nano *= unit;
    }
    if (p < end)
        return false;
    value->whole = whole;
    value->nano = nano;
    value->value = json_decimal_value(whole, nano);
    return true;
}

bool json_number_parse(Str s, JsonNumber *value) {
    *value = (JsonNumber){0};
    if (s.len > 0 && (s.data[0] == '-' || s.data[0] == '+')) {
        value->negative = s.data[0] == '-';
        s = str_slice(s, 1, s.len);
    }
    value->finite = parse_fast(s, value) || parse_slowly(s, value);
    if (value->negative)
        value->value = -value->value;
    return value->finite;
}

static bool ends_number(uint8_t c) {
    return c == ',' || c == '}' || c == ']' || c == '\n' || c == ' ';
}

/* One of the usual spelling that ends within the window: consumed. */
static bool quick_number(Source *source, JsonNumber *value) {
    bool negative = *source->at == '-';
    JsonPlace behind = json_place_number(source->at + negative, value);
    if (!behind || !ends_number(*behind))
        return false;
    value->negative = negative;
    value->value = negative ? -value->value : value->value;
    source->at = behind;
    return true;
}

bool json_number(Json *json, JsonNumber *value) {
    Str text;
    *value = (JsonNumber){0};
    if (json_peek(json) == JSON_NUMBER && quick_number(json->source, value))
        return true;
    *value = (JsonNumber){0};
    return json_scalar_text(json, &text) && json_number_parse(str_trim(text), value);
}

/* whole or, behind a half, one more; 0 and false where int64 ends. */
static bool to_i64(uint64_t magnitude, bool negative, int64_t *value) {
    bool fits = magnitude <= (uint64_t)INT64_MAX + negative;
    *value = !fits ? 0 : negative ? (int64_t)(0 - magnitude) : (int64_t)magnitude;
    return fits;
}

bool json_i64(Json *json, int64_t *value) {
    JsonNumber number;
    *value = 0;
    return json_number(json, &number) && json_number_scaled(&number, 0, value);
}

bool json_double(Json *json, double *value) {
    JsonNumber number;
    bool ok = json_number(json, &number);
    *value = ok ? number.value : NAN;
    return ok;
}

bool json_number_scaled(const JsonNumber *number, int scale, int64_t *value) {
    uint64_t unit = 1, rest = 1000000000, magnitude;
    *value = 0;
    if (!number->finite || number->overflow || scale < 0 || scale > 9)
        return false;
    for (int i = 0; i < scale; i++) {
        unit *= 10;
        rest /= 10;
    }
    if (__builtin_mul_overflow(number->whole, unit, &magnitude) ||
        __builtin_add_overflow(magnitude, (number->nano + rest / 2) / rest, &magnitude))
        return false;
    return to_i64(magnitude, number->negative, value);
}

/* An integer of up to 15 digits that ends within the window, and what divides it from the one before: consumed. The zero byte
 * behind the window ends it too. */
static bool quick_integer(Source *source, int64_t *value) {
    const uint8_t *p = source->at, *from;
    int64_t sum = 0;
    while (*p == ',' || *p == ' ' || *p == '\n' || *p == '\r' || *p == '\t')
        p++;
    bool negative = *p == '-';
    from = p += negative;
    for (; is_digit(*p) && p - from < 16; p++)
        sum = sum * 10 + (*p - '0');
    if (p == from || p - from > 15 || p >= source->end || *p == '.' || (*p | 0x20) == 'e')
        return false;
    source->at = p;
    *value = negative ? -sum : sum;
    return true;
}

/* The n bytes at p as a number, n 1 to 8; false when they are not all digits. All at a time: the bytes become digits, then pairs,
 * fours and eights are added up (after Lemire, "Quickly parsing eight digits", 2018); what is missing in front is zero. */
static bool some_digits(const uint8_t *p, size_t n, uint32_t *value) {
    uint64_t x;
    size_t shift = 64 - 8 * n;
    memcpy(&x, p, 8);
    x = (x ^ 0x3030303030303030u) << shift; /* digits become 0 to 9, others get a high half or more than 9 */
    bool digits = !(((x + 0x7676767676767676u) | x) & 0x8080808080808080u);
    x = x * 10 + (x >> 8);
    *value = (uint32_t)((((x & 0x000000ff000000ffu) * 0x000f424000000064u) +
                         (((x >> 16) & 0x000000ff000000ffu) * 0x0000271000000001u)) >>
                        32);
    return digits;
}

/* The same for 9 to 15, times unit; false too where that is too much. */
__attribute__((noinline)) static bool more_digits(const uint8_t *p, size_t n, int64_t unit, int64_t *value) {
    uint32_t high, low;
    return n - 9 < 7 && some_digits(p, n - 8, &high) && some_digits(p + n - 8, 8, &low) &&
           !__builtin_mul_overflow((int64_t)high * 100000000 + low, unit, value);
}

/* Integers with one comma behind each and nothing else: their ends are found for many at once, so that none waits for the one before.
 * Consumed as far as they go; returns how many. */
static size_t quick_integers(Json *json, int64_t unit, int64_t *values, size_t room, size_t ahead) {
    uint32_t commas[FAR_AHEAD], value;
    Source *source = json->source;
    source->at += *source->at == ',';
    if (!is_digit(*source->at))
        return 0;
    size_t left = (size_t)(source->end - source->at), n = 0, from = 0;
    size_t count = json->scan->places(source->at, left < ahead ? left : ahead, ',', commas);
    for (; n < count && n < room; n++) {
        size_t length = commas[n] - from;
        if (length - 1 < 8 && some_digits(source->at + from, length, &value))
            values[n] = value * unit;
        else if (!more_digits(source->at + from, length, unit, &values[n]))
            break;
        from = commas[n] + 1;
    }
    source->at += from;
    return n;
}

/* Integers as far as they go, times the unit. Many arrays are short: only what goes on is looked at far ahead. */
static size_t plain_integers(Json *json, int64_t unit, int64_t *values, size_t room) {
    size_t n = 0;
    for (int64_t value; n < room && !json->failed;) {
        n += quick_integers(json, unit, values + n, room - n, n || room > AHEAD ? FAR_AHEAD : AHEAD);
        if (n == room || !quick_integer(json->source, &value))
            break;
        values[n++] = __builtin_mul_overflow(value, unit, &value) ? JSON_NO_NUMBER : value;
    }
    return n;
}

size_t json_integers(Json *json, int64_t *values, size_t room) {
    return plain_integers(json, 1, values, room);
}

static int64_t slow_value(Json *json, int scale) {
    JsonNumber number;
    int64_t value;
    return json_number(json, &number) && json_number_scaled(&number, scale, &value) ? value : JSON_NO_NUMBER;
}

size_t json_numbers(Json *json, int scale, int64_t *values, size_t room) {
    int64_t unit = 1;
    size_t n = 0;
    for (int i = 0; i < scale; i++)
        unit *= 10;
    while (n < room && !json->failed) {
        n += plain_integers(json, unit, values + n, room - n);
        if (n == room || !json_item(json))
            break;
        values[n++] = slow_value(json, scale);
    }
    return n;
}

/* A number of up to 7 digits that a comma follows, and all neighbours of the same spelling: consumed, with the comma. Returns how many
 * there are; 0 when it is not that. */
static uint32_t quick_run(Source *source, int64_t *value) {
    const uint8_t *p = source->at + (*source->at == ',');
    uint64_t word, next;
    uint32_t parsed, count = 0;
    memcpy(&word, p, 8);
    uint64_t digits = word ^ 0x3030303030303030u,
             others = ((digits + 0x7676767676767676u) | digits) & 0x8080808080808080u;
    size_t n = others ? (size_t)__builtin_ctzll(others) / 8 : 8;
    if (n - 1 >= 7 || p[n] != ',' || !some_digits(p, n, &parsed))
        return 0;
    uint64_t mask = UINT64_MAX >> (56 - 8 * n);
    do { /* the zeroes behind the window are no digits */
        p += n + 1;
        count++;
        memcpy(&next, p, 8);
    } while (((next ^ word) & mask) == 0 && count < UINT32_MAX);
    source->at = p;
    *value = parsed;
    return count;
}

size_t json_number_runs(Json *json, int64_t *values, uint32_t *counts, size_t room) {
    size_t n = 0;
    for (; n < room && !json->failed; n++) {
        counts[n] = quick_run(json->source, &values[n]);
        if (counts[n])
            continue;
        counts[n] = 1;
        if (quick_integer(json->source, &values[n]))
            continue;
        if (!json_item(json))
            break;
        values[n] = slow_value(json, 0);
    }
    return n;
}
