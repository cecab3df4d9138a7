/* The part of one track inside a range of its axis, as a Tree and what is in no tree: what every derivation starts from. */
#pragma once
#include "profile/document.h"

typedef struct Slice {
    const Tree *tree; /* the track's own tree when nothing was cut */
    double outside;   /* weight of samples whose stack is empty */
    uint64_t samples; /* samples read in the range; 0 where that is not known */
} Slice;

/* from >= to: all of it. A time axis cuts samples and boxes at both ends; samples of another unit lie on the running sum of
 * their weights, merged trees on their packed positions. Nodes that have nothing in the range are left out. New arrays
 * live in arena. Any thread. */
Slice slice_take(Arena *arena, const Track *track, double from, double to);

/* True when [left, right) has a part in (from, to); without length: when it lies in [from, to). */
bool slice_meets(double left, double right, double from, double to);
