/* Scans for processors with AVX2: 32 bytes at a time. Called only after the processor was asked. */
#include "codec/scan_sets.h"

#ifdef __x86_64__
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt"))), apply_to = function)
#else
#pragma GCC target("avx2,bmi,bmi2,lzcnt")
#endif
#include "codec/scan_bits.h"
#include "codec/scan_each.h"

#include <immintrin.h>

static inline uint64_t mask(__m256i bytes) {
    return (uint32_t)_mm256_movemask_epi8(bytes);
}

static inline __m256i is(__m256i bytes, char c) {
    return _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(c));
}

/* '{' and '[' differ in one bit, so do '}' and ']'. */
static inline Block block_at(const uint8_t *p) {
    __m256i a = _mm256_loadu_si256((const __m256i *)(const void *)p);
    __m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(p + 32));
    __m256i bit = _mm256_set1_epi8(0x20), fa = _mm256_or_si256(a, bit), fb = _mm256_or_si256(b, bit);
    return (Block){.quote = mask(is(a, '"')) | mask(is(b, '"')) << 32,
                   .slash = mask(is(a, '\\')) | mask(is(b, '\\')) << 32,
                   .open = mask(is(fa, '{')) | mask(is(fb, '{')) << 32,
                   .close = mask(is(fa, '}')) | mask(is(fb, '}')) << 32};
}

static inline uint64_t places_at(const uint8_t *p, char c) {
    return mask(is(_mm256_loadu_si256((const __m256i *)(const void *)p), c)) |
           mask(is(_mm256_loadu_si256((const __m256i *)(const void *)(p + 32)), c)) << 32;
}

static const uint8_t *avx2_string(const uint8_t *p, const uint8_t *end, bool *high) {
    for (; p < end; p += 32) {
        __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)p);
        uint64_t hit = mask(_mm256_or_si256(is(bytes, '"'), is(bytes, '\\'))), above = mask(bytes);
        if (hit) {
            unsigned at = (unsigned)__builtin_ctzll(hit);
            *high |= (above & (((uint64_t)1 << at) - 1)) != 0;
            return p + at < end ? p + at : end;
        }
        *high |= above != 0;
    }
    return end;
}

static const uint8_t *avx2_nested(const uint8_t *p, const uint8_t *end, ScanNest *nest) {
    return nested_by_blocks(p, end, nest);
}

static inline __m256i bytes_at(const uint8_t *p) {
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

static size_t avx2_common(const uint8_t *a, const uint8_t *b, size_t n) {
    for (size_t i = 0; i < n; i += 64) {
        __m256i low = _mm256_cmpeq_epi8(bytes_at(a + i), bytes_at(b + i));
        __m256i high = _mm256_cmpeq_epi8(bytes_at(a + i + 32), bytes_at(b + i + 32));
        if (mask(_mm256_and_si256(low, high)) != UINT32_MAX) {
            size_t at = i + (size_t)__builtin_ctzll(~(mask(low) | mask(high) << 32));
            return at < n ? at : n;
        }
    }
    return n;
}

static size_t avx2_places(const uint8_t *p, size_t n, char c, uint32_t *at) {
    return places_by_blocks(p, n, c, at);
}

static size_t avx2_fields(const uint8_t *p, size_t n, char divider, char end, uint32_t *at, size_t *stop) {
    return fields_by_blocks(p, n, divider, end, at, stop);
}

/* SCAN_SHORT bytes. */
typedef struct Thirds {
    __m256i a, b, c;
} Thirds;

/* Ones for the first n of them. */
static inline Thirds first(size_t n) {
    static const _Alignas(32) uint8_t count[SCAN_SHORT] = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
        24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
        48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71,
        72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95};
    __m256i end = _mm256_set1_epi8((char)(n < SCAN_SHORT ? n : SCAN_SHORT));
    return (Thirds){_mm256_cmpgt_epi8(end, bytes_at(count)), _mm256_cmpgt_epi8(end, bytes_at(count + 32)),
                    _mm256_cmpgt_epi8(end, bytes_at(count + 64))};
}

static inline __m256i products(const uint8_t *p, __m256i mask, const uint32_t *keys) {
    __m256i words = _mm256_and_si256(bytes_at(p), mask);
    __m256i sums = _mm256_add_epi32(words, bytes_at((const uint8_t *)keys));
    return _mm256_mul_epu32(sums, _mm256_srli_epi64(sums, 32));
}

static inline uint32_t hash_of(const uint8_t *p, size_t n) {
    Thirds mask = first(n);
    __m256i four = _mm256_add_epi64(products(p, mask.a, scan_keys), products(p + 32, mask.b, scan_keys + 8));
    four = _mm256_add_epi64(four, products(p + 64, mask.c, scan_keys + 16));
    __m128i two = _mm_add_epi64(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
    return scan_hash_end((uint64_t)_mm_extract_epi64(two, 0) + (uint64_t)_mm_extract_epi64(two, 1), p, n);
}

static inline __m256i differ(const uint8_t *a, const uint8_t *b, __m256i mask) {
    return _mm256_and_si256(_mm256_xor_si256(bytes_at(a), bytes_at(b)), mask);
}

static inline bool same(const uint8_t *a, const uint8_t *b, size_t n) {
    Thirds mask = first(n);
    __m256i all = _mm256_or_si256(differ(a, b, mask.a), differ(a + 32, b + 32, mask.b));
    all = _mm256_or_si256(all, differ(a + 64, b + 64, mask.c));
    return _mm256_testz_si256(all, all) && (n <= SCAN_SHORT || avx2_common(a, b, n) == n);
}

const Scan scan_avx2 = {.name = "avx2",
                        .string = avx2_string,
                        .nested = avx2_nested,
                        .common = avx2_common,
                        .places = avx2_places,
                        .fields = avx2_fields,
                        .hashes = hashes_of_each,
                        .sames = same_of_each};
#ifdef __clang__
#pragma clang attribute pop
#endif
#endif
