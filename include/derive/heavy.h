/* Left heavy: calls with the same stack are one box, the heaviest child first. Tree -> Tree. Any thread. */
#pragma once
#include "base/job.h"
#include "profile/document.h"

/* A list of input trees and the part of the axis that counts. */
typedef struct DeriveInput {
    const Frames *frames;
    const Track *const *tracks; /* tracks of one unit */
    size_t track_count;
    double from, to;            /* range in track units; from >= to: all of it */
    Progress *progress;         /* polled; may be NULL */
} DeriveInput;

/* Merges siblings of equal frame, recursively (iteratively done), orders by total down, then by name. start is packed
 * from 0: children begin at their parent's start. When root_name is not empty, one root of that name covers everything. Works from samples
 * when a track has them (range applies to samples), else from the tree. NULL when stopped. */
Tree *derive_heavy(Arena *arena, const DeriveInput *input, FrameId root);
/* The same upside down: roots are the functions by self time, children their callers. total = self weight that came this way. */
Tree *derive_inverted(Arena *arena, const DeriveInput *input, FrameId root);
/* Samples as a tree in time order: adjacent samples share the prefix that they have in common. For other tracks: their tree itself
 * (clipped to the range when one is given). */
const Tree *derive_time_order(Arena *arena, const DeriveInput *input);
