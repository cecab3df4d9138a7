/* Where both guesses were wrong: all that are known. */
#include "format/known_gaps.h"

/* A byte more than there are: no text is like it. */
static const KnownGap nothing = {.mask = (uint64_t)1 << GAP_LENGTH};

static KnownGap *start(KnownGaps *gaps, KnownGap *gap) {
    for (int kind = 0; kind < GAP_KINDS; kind++)
        gap->next[kind] = gap->second[kind] = &gaps->lost;
    return gap;
}

void known_gaps_init(KnownGaps *gaps) {
    gaps->count = 0;
    gaps->lost = gaps->begin = nothing;
    start(gaps, &gaps->lost);
    start(gaps, &gaps->begin);
}

static bool equal(const KnownGap *a, const KnownGap *b) {
    return a->meaning == b->meaning && a->length == b->length && a->mask == b->mask &&
           memcmp(a->text, b->text, sizeof a->text) == 0;
}

/* Its place, a new one where it is new; NULL when there is no room for it. */
static KnownGap *place_of(KnownGaps *gaps, const KnownGap *gap) {
    for (uint32_t i = 0; i < gaps->count; i++)
        if (equal(&gaps->gaps[i], gap))
            return &gaps->gaps[i];
    if (gaps->count == KNOWN_GAPS)
        return NULL;
    gaps->gaps[gaps->count] = *gap;
    return start(gaps, &gaps->gaps[gaps->count++]);
}

KnownGap *known_gaps_learn(KnownGaps *gaps, KnownGap *at, unsigned kind, Str text, size_t ahead, uint32_t meaning) {
    KnownGap gap = {.meaning = (uint16_t)meaning, .length = (uint8_t)(text.len - ahead)};
    if (!text.len || text.len > GAP_LENGTH)
        return &gaps->lost;
    gap.mask = UINT32_MAX >> (GAP_LENGTH - text.len);
    memcpy(gap.text, text.data, text.len);
    KnownGap *place = place_of(gaps, &gap);
    if (!place)
        return &gaps->lost;
    return at == &gaps->lost ? place : known_gaps_follow(at, kind, place);
}
