/* Which strings of a table match. Each is looked at once, when it or one of its neighbours is first asked for. One thread each. */
#pragma once
#include "base/intern.h"
#include "derive/matcher.h"

typedef struct Matched {
    const Matcher *matcher;
    MatcherRoom *room;
    const Intern *strings;
    uint64_t *bits; /* by StrId */
    uint8_t *seen;  /* by word of bits */
} Matched;

/* The matcher is prepared; all three outlive it. The table must not grow. */
Matched matched_new(Arena *arena, const Matcher *matcher, const Intern *strings);
void matched_free(Matched *matched);
/* Looks at 64 strings. */
void matched_look_at(Matched *matched, size_t word);

/* The empty string matches nothing: most of those are files that are not known. */
static inline bool matched_has(Matched *matched, StrId id) {
    if (!matched->seen[id / 64])
        matched_look_at(matched, id / 64);
    return matched->bits[id / 64] >> id % 64 & 1;
}
