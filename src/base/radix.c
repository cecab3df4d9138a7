/* Least digit first; the counts of all digits that differ are taken in one pass. */
#include "base/radix.h"

#include <stdbool.h>

enum { DIGIT = 11, BUCKETS = 1 << DIGIT, DIGITS = (64 + DIGIT - 1) / DIGIT, SMALL = 48 };

static void insertion_sort(RadixItem *items, size_t count) {
    for (size_t i = 1; i < count; i++) {
        RadixItem item = items[i];
        size_t at = i;
        for (; at && items[at - 1].key > item.key; at--)
            items[at] = items[at - 1];
        items[at] = item;
    }
}

static size_t digit_of(uint64_t key, int digit) {
    return key >> (digit * DIGIT) & (BUCKETS - 1);
}

static void pass(const RadixItem *from, RadixItem *to, size_t count, int digit, uint32_t *counts) {
    uint32_t sum = 0;
    for (size_t b = 0; b < BUCKETS; b++) {
        uint32_t n = counts[b];
        counts[b] = sum;
        sum += n;
    }
    for (size_t i = 0; i < count; i++)
        to[counts[digit_of(from[i].key, digit)]++] = from[i];
}

void radix_sort(Arena *scratch, RadixItem *items, size_t count) {
    if (count <= SMALL) {
        insertion_sort(items, count);
        return;
    }
    uint32_t(*counts)[BUCKETS] = arena_grow(scratch, NULL, sizeof(uint32_t[DIGITS][BUCKETS]));
    memset(counts, 0, sizeof(uint32_t[DIGITS][BUCKETS]));
    uint64_t differ = 0;
    for (size_t i = 0; i < count; i++)
        differ |= items[i].key ^ items[0].key;
    int first = 0, last = DIGITS - 1;
    while (first < last && digit_of(differ, first) == 0)
        first++;
    while (last > first && digit_of(differ, last) == 0)
        last--;
    for (size_t i = 0; i < count; i++)
        for (int d = first; d <= last; d++)
            counts[d][digit_of(items[i].key, d)]++;
    RadixItem *from = items, *to = arena_grow(scratch, NULL, count * sizeof *items), *other = to;
    for (int d = first; d <= last; d++) {
        if (digit_of(differ, d) == 0)
            continue;
        pass(from, to, count, d, counts[d]);
        RadixItem *swap = from;
        from = to;
        to = swap;
    }
    if (from != items)
        memcpy(items, from, count * sizeof *items);
    arena_release(scratch, other);
    arena_release(scratch, counts);
}
