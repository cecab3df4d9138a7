/* The walk over nested brackets, and the places of characters, on masks of 64 bytes, one bit a byte; the file that includes it says how a mask is made:
 *     static inline Block block_at(const uint8_t *p);
 *     static inline uint64_t places_at(const uint8_t *p, char c);
 * Method: Langdale and Lemire, "Parsing Gigabytes of JSON per Second" (2019), section 3.1: quotes that are not escaped, a running
 * XOR of them is 1 inside strings, brackets outside of strings count. Internal to codec/scan_*.c. */
#pragma once
#include "codec/scan_sets.h"

typedef struct Block {
    uint64_t quote, slash, open, close;
} Block;

/* The masks of 64 bytes at p. */
static inline Block block_at(const uint8_t *p);

/* Bytes that a backslash takes the meaning from; bit 64 of it is *carry of the next block, bit n where the input ends there. */
static inline uint64_t escaped_bytes(uint64_t slash, bool *carry, uint64_t n) {
    uint64_t escaped = *carry;
    slash &= ~escaped;
    *carry = n == 0;
    while (slash) {
        uint64_t at = (uint64_t)__builtin_ctzll(slash);
        slash &= slash - 1;
        if (at + 1 == n)
            *carry = true;
        if (at == 63)
            break;
        escaped |= (uint64_t)2 << at;
        slash &= ~escaped;
    }
    return escaped;
}

/* Each bit becomes the XOR of itself and all below. */
static inline uint64_t running_xor(uint64_t x) {
    x ^= x << 1;
    x ^= x << 2;
    x ^= x << 4;
    x ^= x << 8;
    x ^= x << 16;
    return x ^ x << 32;
}

/* The place behind the bracket that ends it all; 64 + 1 when it is not among these. */
static inline uint64_t close_among(uint64_t open, uint64_t close, uint64_t *depth) {
    for (uint64_t both = open | close; both; both &= both - 1) {
        uint64_t bit = both & (0 - both);
        if (open & bit)
            ++*depth;
        else if (--*depth == 0)
            return (uint64_t)__builtin_ctzll(bit) + 1;
    }
    return 65;
}

static inline const uint8_t *nested_by_blocks(const uint8_t *p, const uint8_t *end, ScanNest *nest) {
    for (; p < end; p += 64) {
        Block block = block_at(p);
        uint64_t left = (uint64_t)(end - p), n = left < 64 ? left : 64;
        if (block.slash || nest->escaped) {
            uint64_t meant = ~escaped_bytes(block.slash, &nest->escaped, n);
            block.quote &= meant;
            block.open &= meant;
            block.close &= meant;
        }
        uint64_t inside = running_xor(block.quote) ^ nest->in_string;
        nest->in_string = (uint64_t)0 - (inside >> 63); /* all ones when the last byte is inside */
        uint64_t at = close_among(block.open & ~inside, block.close & ~inside, &nest->depth);
        if (at <= 64)
            return p + at;
    }
    return NULL;
}

/* The masks of the bytes at p that are c. */
static inline uint64_t places_at(const uint8_t *p, char c);

static inline size_t places_by_blocks(const uint8_t *p, size_t n, char c, uint32_t *at) {
    size_t count = 0;
    for (size_t i = 0; i < n; i += 64) {
        uint64_t hits = places_at(p + i, c);
        if (n - i < 64)
            hits &= ((uint64_t)1 << (n - i)) - 1;
        for (; hits; hits &= hits - 1)
            at[count++] = (uint32_t)(i + (size_t)__builtin_ctzll(hits));
    }
    return count;
}

static inline uint64_t put_place(uint64_t hits, size_t from, uint32_t *at) {
    *at = (uint32_t)(from + (size_t)__builtin_ctzll(hits | (uint64_t)1 << 63));
    return hits & (hits - 1);
}

/* The first SCAN_SPARE are written whether they are there or not: how many there are nobody can foretell. */
static inline size_t put_places(uint64_t hits, size_t from, uint32_t *at) {
    size_t count = (size_t)__builtin_popcountll(hits);
    hits = put_place(hits, from, at);
    hits = put_place(hits, from, at + 1);
    hits = put_place(hits, from, at + 2);
    hits = put_place(hits, from, at + 3);
    for (size_t i = SCAN_SPARE; hits; i++)
        hits = put_place(hits, from, at + i);
    return count;
}

static inline size_t fields_by_blocks(const uint8_t *p, size_t n, char divider, char end, uint32_t *at, size_t *stop) {
    size_t count = 0;
    for (size_t i = 0; i < n; i += 64) {
        uint64_t hits = places_at(p + i, divider), ends = places_at(p + i, end);
        if (n - i < 64) /* the end of all ends it too */
            ends |= (uint64_t)1 << (n - i);
        if (ends) {
            *stop = i + (size_t)__builtin_ctzll(ends);
            return count + put_places(hits & ((ends & (0 - ends)) - 1), i, at + count);
        }
        count += put_places(hits, i, at + count);
    }
    *stop = n;
    return count;
}
