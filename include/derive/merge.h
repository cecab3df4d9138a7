/* Calls with the same stack made one node: what left heavy, inverted, callers and callees are built with. A prefix tree that grows
 * by (parent, frame) and ends as a Tree, the heaviest child first. Lives in a scratch arena. One thread. */
#pragma once
#include "base/job.h"
#include "profile/tree.h"

typedef struct Merge Merge;

enum { MERGE_TOP = 0 }; /* stands above all roots; no node of the result */

Merge *merge_new(Arena *scratch);
/* From now on at most so many more nodes are made. */
void merge_limit(Merge *merge, uint32_t more);
/* The child of parent with this frame, added when new; TREE_NONE when the limit is reached. O(1) expected. */
uint32_t merge_child(Merge *merge, uint32_t parent, FrameId frame);
/* Adds own weight, and what was counted with it, to a node. */
void merge_weigh(Merge *merge, uint32_t node, double weight, uint32_t hits);
/* Adds the nodes first..end-1 of tree, which are one subtree or a row of whole ones, with their self and hits below `under`.
 * False when stopped. O(end - first). */
bool merge_tree(Merge *merge, uint32_t under, const Tree *tree, uint32_t first, uint32_t end, Progress *progress);
/* The result in arena: total = self + children, siblings by total down, then name, then order of addition; start packed
 * from 0. root: one root of that frame over all, FRAME_NONE for none. The merge is spent. */
Tree *merge_finish(Merge *merge, Arena *arena, const Frames *frames, FrameId root);
