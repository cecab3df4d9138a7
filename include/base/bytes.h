/* Short runs of bytes, compared without a call and without loops whose end a processor would have to foresee. Pure, any thread. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

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
