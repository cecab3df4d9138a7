/* Scans for every x86-64 processor: 16 bytes at a time. */
#include "codec/scan_sets.h"

#ifdef __x86_64__
#include "codec/scan_bits.h"
#include "codec/scan_each.h"

#include <emmintrin.h>

static inline uint64_t mask(__m128i bytes) {
    return (uint32_t)_mm_movemask_epi8(bytes);
}

static inline __m128i is(__m128i bytes, char c) {
    return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c));
}

/* '{' and '[' differ in one bit, so do '}' and ']'. */
static inline Block block_at(const uint8_t *p) {
    Block block = {0};
    for (int i = 0; i < 4; i++) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(p + 16 * i));
        __m128i folded = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
        block.quote |= mask(is(bytes, '"')) << 16 * i;
        block.slash |= mask(is(bytes, '\\')) << 16 * i;
        block.open |= mask(is(folded, '{')) << 16 * i;
        block.close |= mask(is(folded, '}')) << 16 * i;
    }
    return block;
}

static inline uint64_t places_at(const uint8_t *p, char c) {
    uint64_t hits = 0;
    for (int i = 0; i < 4; i++)
        hits |= mask(is(_mm_loadu_si128((const __m128i *)(const void *)(p + 16 * i)), c)) << 16 * i;
    return hits;
}

static const uint8_t *sse2_string(const uint8_t *p, const uint8_t *end, bool *high) {
    for (; p < end; p += 16) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)p);
        uint64_t hit = mask(_mm_or_si128(is(bytes, '"'), is(bytes, '\\'))), above = mask(bytes);
        if (hit) {
            unsigned at = (unsigned)__builtin_ctzll(hit);
            *high |= (above & (((uint64_t)1 << at) - 1)) != 0;
            return p + at < end ? p + at : end;
        }
        *high |= above != 0;
    }
    return end;
}

static const uint8_t *sse2_nested(const uint8_t *p, const uint8_t *end, ScanNest *nest) {
    return nested_by_blocks(p, end, nest);
}

static size_t sse2_common(const uint8_t *a, const uint8_t *b, size_t n) {
    for (size_t i = 0; i < n; i += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(const void *)(a + i));
        __m128i y = _mm_loadu_si128((const __m128i *)(const void *)(b + i));
        uint64_t same = mask(_mm_cmpeq_epi8(x, y));
        if (same != 0xffff) {
            size_t at = i + (size_t)__builtin_ctzll(~same);
            return at < n ? at : n;
        }
    }
    return n;
}

static size_t sse2_places(const uint8_t *p, size_t n, char c, uint32_t *at) {
    return places_by_blocks(p, n, c, at);
}

static size_t sse2_fields(const uint8_t *p, size_t n, char divider, char end, uint32_t *at, size_t *stop) {
    return fields_by_blocks(p, n, divider, end, at, stop);
}

/* Those of 16 bytes at p + from that lie among the first n, the others zero. */
static inline __m128i among(const uint8_t *p, int from, size_t n) {
    const __m128i count = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(p + from));
    int left = (n < SCAN_SHORT ? (int)n : SCAN_SHORT) - from;
    return _mm_and_si128(bytes, _mm_cmpgt_epi8(_mm_set1_epi8((char)left), count));
}

static inline uint32_t hash_of(const uint8_t *p, size_t n) {
    __m128i two = _mm_setzero_si128();
    uint64_t sums[2];
    for (int i = 0; i < SCAN_SHORT; i += 16) {
        __m128i keys = _mm_loadu_si128((const __m128i *)(const void *)(scan_keys + i / 4));
        __m128i words = _mm_add_epi32(among(p, i, n), keys);
        two = _mm_add_epi64(two, _mm_mul_epu32(words, _mm_srli_epi64(words, 32)));
    }
    _mm_storeu_si128((__m128i *)(void *)sums, two);
    return scan_hash_end(sums[0] + sums[1], p, n);
}

static inline bool same(const uint8_t *a, const uint8_t *b, size_t n) {
    return sse2_common(a, b, n) == n;
}

const Scan scan_sse2 = {.name = "sse2",
                        .string = sse2_string,
                        .nested = sse2_nested,
                        .common = sse2_common,
                        .places = sse2_places,
                        .fields = sse2_fields,
                        .hashes = hashes_of_each,
                        .sames = same_of_each};
#endif
