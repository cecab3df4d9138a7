/* Numbers of the usual spelling; see codec/json_window.h. */
#include "codec/json_window.h"

#include <string.h>

/* Up to eight digits at p, in one go; *count says how many. (Lemire, "Quickly parsing eight digits", 2018.) */
static inline __attribute__((always_inline)) uint64_t eight_digits(JsonPlace p, unsigned *count) {
    uint64_t values;
    memcpy(&values, p, sizeof values);
    values ^= 0x3030303030303030u;
    uint64_t over =
        ((values + 0x7676767676767676u) | values) & 0x8080808080808080u; /* bytes above 9, true up to the first */
    unsigned n = over ? (unsigned)__builtin_ctzll(over) / 8 : 8;
    *count = n;
    if (n == 0)
        return 0;
    values <<= 64 - 8 * n;
    values = values * 10 + (values >> 8);
    return ((values & 0x000000FF000000FFu) * 0x000F424000000064u +
            ((values >> 16) & 0x000000FF000000FFu) * 0x0000271000000001u) >>
           32;
}

static const uint32_t powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};

/* A run of up to 16 digits, what is more left over. */
static JsonPlace digits(JsonPlace p, uint64_t *value) {
    unsigned first, second = 0;
    uint64_t high = eight_digits(p, &first), low = first == 8 ? eight_digits(p + 8, &second) : 0;
    *value = high * powers[second] + low;
    return p + first + second;
}

JsonPlace json_place_number(JsonPlace p, JsonNumber *value) {
    JsonPlace from = p;
    uint64_t whole, fraction = 0;
    p = digits(p, &whole);
    if (p == from || p - from == 16)
        return NULL;
    if (*p == '.') {
        unsigned n;
        fraction = eight_digits(++p, &n) * powers[8 - n] * 10;
        p += n;
        if (n == 8 && (uint8_t)(*p - '0') < 10)
            fraction += (uint64_t)(*p++ - '0');
    }
    uint32_t nano = (uint32_t)fraction;
    if ((uint8_t)(*p - '0') < 10 || *p == '.' || (*p | 0x20) == 'e' || *p == 0 || (whole == 0 && nano != 0))
        return NULL;
    *value = (JsonNumber){.whole = whole, .nano = nano, .finite = true, .value = (double)whole + (double)nano * 1e-9};
    return p;
}
