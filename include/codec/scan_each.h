/* Many strings at a time, by what the file that includes it has for one:
 *     static inline uint32_t hash_of(const uint8_t *p, size_t n);
 *     static inline bool same(const uint8_t *a, const uint8_t *b, size_t n);
 * Internal to codec/scan*.c. */
#pragma once
#include "codec/scan_sets.h"

/* The hash of n bytes. */
static inline uint32_t hash_of(const uint8_t *p, size_t n);
/* Whether n bytes are equal. */
static inline bool same(const uint8_t *a, const uint8_t *b, size_t n);

static void hashes_of_each(const Str *list, size_t n, uint32_t *hashes) {
    for (size_t i = 0; i < n; i++)
        hashes[i] = hash_of((const uint8_t *)list[i].data, list[i].len);
}

static uint64_t same_of_each(const uint8_t *const *kept, const Str *list, size_t n) {
    uint64_t all = 0;
    for (size_t i = 0; i < n; i++)
        all |= (uint64_t)same(kept[i], (const uint8_t *)list[i].data, list[i].len) << i;
    return all;
}
