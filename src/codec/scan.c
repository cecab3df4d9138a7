/* The plain set of scans, which is the measure of the others, and the choice among all. */
#include "codec/scan_sets.h"

static const uint8_t *plain_string(const uint8_t *p, const uint8_t *end, bool *high) {
    uint8_t all = 0;
    for (; p < end && *p != '"' && *p != '\\'; p++)
        all |= *p;
    *high |= all >> 7;
    return p;
}

/* Moves nest over one byte. True when that closes the first bracket. */
static bool step(uint8_t c, ScanNest *nest) {
    if (nest->escaped)
        nest->escaped = false;
    else if (c == '\\')
        nest->escaped = true;
    else if (c == '"')
        nest->in_string = ~nest->in_string;
    else if (nest->in_string)
        return false;
    else if (c == '{' || c == '[')
        nest->depth++;
    else if (c == '}' || c == ']')
        return --nest->depth == 0;
    return false;
}

static const uint8_t *plain_nested(const uint8_t *p, const uint8_t *end, ScanNest *nest) {
    while (p < end)
        if (step(*p++, nest))
            return p;
    return NULL;
}

static size_t plain_common(const uint8_t *a, const uint8_t *b, size_t n) {
    size_t i = 0;
    while (i < n && a[i] == b[i])
        i++;
    return i;
}

static size_t plain_places(const uint8_t *p, size_t n, char c, uint32_t *at) {
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        if (p[i] == (uint8_t)c)
            at[count++] = (uint32_t)i;
    return count;
}

const Scan scan_plain = {
    .name = "plain", .string = plain_string, .nested = plain_nested, .common = plain_common, .places = plain_places};

const Scan *scan_best(void) {
    const Scan *const *all = scan_all();
    while (all[1])
        all++;
    return *all;
}

const Scan *const *scan_all(void) {
#ifdef __x86_64__
    static const Scan *const wide[] = {&scan_plain, &scan_sse2, &scan_avx2, NULL};
    static const Scan *const narrow[] = {&scan_plain, &scan_sse2, NULL};
    return __builtin_cpu_supports("avx2") ? wide : narrow;
#else
    static const Scan *const all[] = {&scan_plain, NULL};
    return all;
#endif
}
