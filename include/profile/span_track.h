/* From operations (times from the document's origin, parents as the file names them) to a track that can be drawn: its tree by
 * nesting_build, with rows so that parallel children do not lie over each other. Readers of spans and of async events end here. */
#pragma once
#include "profile/nesting.h"

/* Bytes that a track takes for each operation while it is filled: the operation, its node, nesting and rows. Readers pledge them
 * (base/arena.h). */
enum { SPAN_TRACK_COST = sizeof(Operation) + 160 };

/* The tree of a nesting of list, with which it shares arrays: not sealed, without rows. hits: 0 for what has no start, none where all
 * have one; TREE_OPEN, TREE_ERROR in flags. */
Tree *span_tree(Arena *arena, const Nesting *nesting, const Operation *list);
/* Sets track->kind (TRACK_SPANS), unit (time), ordered, operations, tree and total, in arena. list must live as long as arena.
 * contain: operations without a parent may be nested by time. Returns how many cycles of parents were cut. O(n log n).
 * operations.nesting is that of the tree.
 * Tree: that of span_tree; start and total are the operation's own, so a child that outlives its parent sticks out of it (row is set then);
 * self = duration less the union of the children; hits 0 for what has no start (none where all have one); TREE_OPEN, TREE_ERROR in flags;
 * no detail, which the operations have. */
uint64_t span_track_fill(Arena *arena, Track *track, Operation *list, uint32_t count, bool contain);
