/* Numbers of the usual spelling; see codec/json_window.h. */
#include "codec/json_window.h"

static bool is_digit(uint8_t c) {
    return (uint8_t)(c - '0') < 10;
}

JsonPlace json_place_number(JsonPlace p, JsonNumber *value) {
    JsonPlace from = p;
    uint64_t whole = 0;
    uint32_t nano = 0, unit = 1000000000;
    for (; is_digit(*p) && p - from < 16; p++)
        whole = whole * 10 + (uint64_t)(*p - '0');
    if (p == from || p - from == 16)
        return NULL;
    if (*p == '.') {
        for (p++; is_digit(*p) && unit > 1; p++, unit /= 10)
            nano = nano * 10 + (uint32_t)(*p - '0');
        nano *= unit;
    }
    if (is_digit(*p) || *p == '.' || (*p | 0x20) == 'e' || *p == 0 || (whole == 0 && nano != 0))
        return NULL;
    *value = (JsonNumber){.whole = whole, .nano = nano, .finite = true, .value = (double)whole + (double)nano * 1e-9};
    return p;
}
