/* The plain set of scans, which is the measure of the others, and the choice among all. */
#include "codec/scan_each.h"

#include <string.h>

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

static size_t plain_fields(const uint8_t *p, size_t n, char divider, char end, uint32_t *at, size_t *stop) {
    size_t count = 0, i = 0;
    for (; i < n && p[i] != (uint8_t)end; i++)
        if (p[i] == (uint8_t)divider)
            at[count++] = (uint32_t)i;
    *stop = i;
    return count;
}

const uint32_t scan_keys[SCAN_SHORT / 4] = {0x9e3779b9, 0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822,
                                            0x299f31d0, 0x082efa98, 0xec4e6c89, 0x452821e6, 0x38d01377, 0xbe5466cf,
                                            0x34e90c6c, 0xc0ac29b7, 0xc97c50dd, 0x3f84d5b5, 0xb5470917, 0x9216d5d9,
                                            0x8979fb1b, 0xd1310ba6, 0x98dfb5ac, 0x2ffd72db, 0xd01adfb7, 0xb8e1afed};

static inline uint32_t hash_of(const uint8_t *p, size_t n) {
    uint8_t head[SCAN_SHORT] = {0};
    uint32_t words[SCAN_SHORT / 4];
    uint64_t sum = 0;
    memcpy(head, p, n < SCAN_SHORT ? n : SCAN_SHORT);
    memcpy(words, head, sizeof words);
    for (int i = 0; i < SCAN_SHORT / 4; i += 2)
        sum += (uint64_t)(words[i] + scan_keys[i]) * (words[i + 1] + scan_keys[i + 1]);
    return scan_hash_end(sum, p, n);
}

static inline bool same(const uint8_t *a, const uint8_t *b, size_t n) {
    return memcmp(a, b, n) == 0;
}

const Scan scan_plain = {.name = "plain",
                         .string = plain_string,
                         .nested = plain_nested,
                         .common = plain_common,
                         .places = plain_places,
                         .fields = plain_fields,
                         .hashes = hashes_of_each,
                         .sames = same_of_each};

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
