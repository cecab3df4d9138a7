/* Scans for every x86-64 processor: 16 bytes at a time. */
#include "codec/scan_sets.h"

#ifdef __x86_64__
#include "codec/scan_bits.h"

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

const Scan scan_sse2 = {
    .name = "sse2", .string = sse2_string, .nested = sse2_nested, .common = sse2_common, .places = sse2_places};
#endif
