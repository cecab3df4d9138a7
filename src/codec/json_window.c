/* Numbers of the usual spelling; see codec/json_window.h. */
#include "codec/json_window.h"

JsonPlace json_place_number(JsonPlace p, JsonNumber *value) {
    uint64_t whole;
    uint32_t nano;
    p = json_place_decimal(p, &whole, &nano);
    if (p)
        *value = (JsonNumber){.whole = whole, .nano = nano, .finite = true, .value = json_decimal_value(whole, nano)};
    return p;
}
