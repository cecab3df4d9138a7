/* String scans; the plain one is the measure of the others. */
#include "codec/scan.h"

static const uint8_t *plain_string(const uint8_t *p, const uint8_t *end, bool *high) {
    uint8_t all = 0;
    for (; p < end && *p != '"' && *p != '\\'; p++)
        all |= *p;
    *high |= all >> 7;
    return p;
}

static const Scan plain = {.name = "plain", .string = plain_string};

const Scan *scan_best(void) {
    return &plain;
}

const Scan *const *scan_all(void) {
    static const Scan *const all[] = {&plain, NULL};
    return all;
}
