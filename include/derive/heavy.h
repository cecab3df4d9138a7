/* Left heavy: calls with the same stack are one box, the heaviest child first. Tree -> Tree. Any thread. */
#pragma once
#include "base/job.h"
#include "profile/document.h"

/* A list of input trees and the part of the axis that counts. */
typedef struct DeriveInput {
    const Frames *frames;
    const Track *const *tracks; /* tracks of one unit */
    size_t track_count;
    double from, to;    /* range in track units; from >= to: all of it */
    Progress *progress; /* polled; may be NULL */
} DeriveInput;

/* Merges siblings of equal frame, at every level, and orders them by total down, then by name. total = self + children; start is
 * packed from 0: children begin at their parent's start. hits = samples or calls merged. root: one root of that frame over
 * everything, FRAME_NONE for none. NULL when stopped. */
Tree *derive_heavy(Arena *arena, const DeriveInput *input, FrameId root);
/* The same upside down: roots are the functions by self time, children their callers. total = self weight that came this
 * way, self = what has no caller. Its size is the sum of the depths, so there are bounds: beyond 2^27 steps light stacks are
 * followed 16 callers up, and beyond 2^23 nodes no new callers are added (their weight stays below). */
Tree *derive_inverted(Arena *arena, const DeriveInput *input, FrameId root);
/* The first track in time order. Samples: a tree in which adjacent samples share the prefix that they have in common; a gap
 * or an empty stack closes everything. Other tracks: their own tree, clipped to the range when one is given. The axis is
 * time where the unit is time, else the running sum of the weights. NULL when stopped. */
const Tree *derive_time_order(Arena *arena, const DeriveInput *input);
