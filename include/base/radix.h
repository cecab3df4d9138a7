/* A stable sort of numbered keys in O(n): digits of 11 bits from the least one up, digits that are all the same skipped.
 * About four times as fast as qsort for a million times of a trace. Any thread. */
#pragma once
#include "base/arena.h"
#include <string.h>

typedef struct RadixItem {
    uint64_t key;
    uint32_t value;
} RadixItem;

/* Sorts items by key, equal keys in their old order. scratch gets count items, given back before the return. */
void radix_sort(Arena *scratch, RadixItem *items, size_t count);

/* A key that orders like the double: NaN above all. -0 and 0 are one. */
static inline uint64_t radix_key(double value) {
    uint64_t bits;
    value += 0.0; /* -0 becomes 0 */
    memcpy(&bits, &value, sizeof bits);
    return bits ^ (bits >> 63 ? UINT64_MAX : (uint64_t)1 << 63);
}
/* The double of a radix_key. */
static inline double radix_value(uint64_t key) {
    double value;
    key ^= key >> 63 ? (uint64_t)1 << 63 : UINT64_MAX;
    memcpy(&value, &key, sizeof value);
    return value;
}
/* The same for a signed integer. */
static inline uint64_t radix_key_i64(int64_t value) {
    return (uint64_t)value ^ (uint64_t)1 << 63;
}
