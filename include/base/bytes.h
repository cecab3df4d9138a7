/* Short runs of bytes, compared without a call and without loops whose end a processor would have to foresee. Pure, any thread. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

static inline uint64_t bytes_load8(const void *p) {
    uint64_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

static inline uint32_t bytes_load4(const void *p) {
    uint32_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

/* The bits in which 8 or 16 bytes differ. */
static inline uint64_t bytes_differ8(const char *a, const char *b) {
    return bytes_load8(a) ^ bytes_load8(b);
}

static inline uint64_t bytes_differ16(const char *a, const char *b) {
    return bytes_differ8(a, b) | bytes_differ8(a + 8, b + 8);
}

/* Whether n bytes are equal: few steps of one size, the last ones overlapping those before. */
static inline bool bytes_same(const char *a, const char *b, size_t n) {
    if (n < 4)
        return n == 0 || (a[0] == b[0] && a[n / 2] == b[n / 2] && a[n - 1] == b[n - 1]);
    if (n < 8)
        return bytes_load4(a) == bytes_load4(b) && bytes_load4(a + n - 4) == bytes_load4(b + n - 4);
    if (n <= 16)
        return (bytes_differ8(a, b) | bytes_differ8(a + n - 8, b + n - 8)) == 0;
    if (n <= 32)
        return (bytes_differ16(a, b) | bytes_differ16(a + n - 16, b + n - 16)) == 0;
    for (size_t i = 0; i + 32 < n; i += 32)
        if (bytes_differ16(a + i, b + i) | bytes_differ16(a + i + 16, b + i + 16))
            return false;
    return (bytes_differ16(a + n - 32, b + n - 32) | bytes_differ16(a + n - 16, b + n - 16)) == 0;
}

/* The same, where 64 bytes may be read at a and at b: without a branch on n up to 64. */
static inline bool bytes_same_near(const char *a, const char *b, size_t n) {
#ifdef __SSE2__
    if (n - 1 < 64) {
        uint64_t equal = 0;
#pragma GCC unroll 4
        for (int i = 0; i < 64; i += 16) {
            __m128i x = _mm_loadu_si128((const __m128i *)(const void *)(a + i));
            __m128i y = _mm_loadu_si128((const __m128i *)(const void *)(b + i));
            equal |= (uint64_t)_mm_movemask_epi8(_mm_cmpeq_epi8(x, y)) << i;
        }
        return ~equal << (64 - n) == 0;
    }
#endif
    return bytes_same(a, b, n);
}
