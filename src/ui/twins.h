/* Tracks of one reading of a file found again in another, by process, thread and title. Mostly a track has the number that it had; where one has
 * not, all of the other reading are hashed once, so that finding all costs as much as reading their names. */
#pragma once
#include "base/map.h"
#include "profile/document.h"

typedef struct Twins {
    const Document *from, *to;
    Map first;  /* by their names: the first track of `to` that is called so; empty until it is needed */
    bool known; /* it is filled */
} Twins;

/* Both documents must outlive it; the arena holds the hashes. */
Twins twins_new(Arena *arena, const Document *from, const Document *to);
/* The track of `to` that is track `track` of `from`; -1 when there is none. Of several that are called alike the one of the same number, else
 * the first. */
int twins_find(Twins *twins, size_t track);
