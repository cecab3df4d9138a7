/* What stands between the values of records that are much alike: the comma, the next key, brackets. It is mostly what stood there last
 * time, so one comparison tells what the next value is. For readers of millions of records of a few kinds, straight from the window
 * (codec/json_window.h). One thread. */
#pragma once
#include "codec/json_window.h"

enum { KNOWN_GAPS = 64, GAP_KINDS = 5, GAP_LENGTH = 32 };

typedef struct KnownGap KnownGap;
struct KnownGap {
    char text[GAP_LENGTH];
    uint64_t mask; /* a bit for each byte of it */
    uint16_t meaning;
    uint8_t length; /* less what lies ahead */
    KnownGap *next[GAP_KINDS],
        *second[GAP_KINDS]; /* what followed last, and before that, by kind of record; never NULL */
};

/* lost: any gap that is not in the table, which no gap is, and none is known to follow. begin: where a record begins. */
typedef struct KnownGaps {
    KnownGap lost, begin, gaps[KNOWN_GAPS];
    uint32_t count;
} KnownGaps;

/* Before the first record. */
void known_gaps_init(KnownGaps *gaps);

static inline bool known_gap_is(const KnownGap *gap, JsonPlace p) {
#ifdef __SSE2__
    const __m128i *text = (const __m128i *)(const void *)gap->text, *at = (const __m128i *)(const void *)p;
    __m128i low = _mm_loadu_si128(at), high = _mm_loadu_si128(at + 1);
    low = _mm_cmpeq_epi8(low, _mm_loadu_si128(text));
    high = _mm_cmpeq_epi8(high, _mm_loadu_si128(text + 1));
    uint32_t equal = (uint32_t)_mm_movemask_epi8(low) | (uint32_t)_mm_movemask_epi8(high) << 16;
#else
    uint32_t equal = 0;
    for (int i = 0; i < GAP_LENGTH; i++)
        equal |= (uint32_t)((uint8_t)gap->text[i] == p[i]) << i;
#endif
    return (gap->mask & ~(uint64_t)equal) == 0;
}

/* From here on it is the first guess there. */
static inline KnownGap *known_gaps_follow(KnownGap *at, unsigned kind, KnownGap *gap) {
    if (at->next[kind] != gap)
        at->second[kind] = at->next[kind];
    return at->next[kind] = gap;
}

/* The gap at p, when it is one of the two that lately followed the gap `at` (or &gaps->begin), else NULL. */
static inline KnownGap *known_gaps_next(KnownGap *at, unsigned kind, JsonPlace p) {
    KnownGap *next = at->next[kind];
    if (known_gap_is(next, p))
        return next;
    next = at->second[kind];
    return known_gap_is(next, p) ? known_gaps_follow(at, kind, next) : NULL;
}

/* Remembers a gap with its meaning (below 65536) as the one that followed; &gaps->lost when that cannot be. The last `ahead` bytes of text
 * are the next value's first ones, which the meaning depends on. The meaning is all that a reader may know of what came before. */
KnownGap *known_gaps_learn(KnownGaps *gaps, KnownGap *at, unsigned kind, Str text, size_t ahead, uint32_t meaning);
