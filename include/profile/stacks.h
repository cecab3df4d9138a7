/* From sampled stacks to a track: a prefix tree that grows, and samples on it. Input is trusted for nothing but its numbers being
 * finite and not negative. The builder lives in a scratch arena that must outlive stacks_finish. One thread. */
#pragma once
#include "profile/document.h"

typedef struct Stacks Stacks;

Stacks *stacks_new(Arena *scratch);
/* Room for so many nodes from the start, where that can be guessed: memory that is not touched costs nothing, moving it does. */
void stacks_reserve(Stacks *stacks, size_t nodes);
/* The child of parent (TREE_NONE: a root) with this frame, added when new. O(1) expected. Ids count in order of addition. Where the memory
 * of the reading does not allow for more nodes (base/arena.h) it is parent itself: the stack is cut short, and the cut counted. */
uint32_t stacks_child(Stacks *stacks, uint32_t parent, FrameId frame);
/* n such steps from parent on, each below the one before; their nodes go into nodes. */
void stacks_path(Stacks *stacks, uint32_t parent, const FrameId *frames, size_t n, uint32_t *nodes);
uint32_t stacks_parent(const Stacks *stacks, uint32_t node);
FrameId stacks_frame(const Stacks *stacks, uint32_t node);
uint32_t stacks_count(const Stacks *stacks);
/* A node that is never merged with a sibling of equal frame (trees that the file gives whole); cut short as stacks_child does. */
uint32_t stacks_append(Stacks *stacks, uint32_t parent, FrameId frame);
/* A sample that ends at node (TREE_NONE: empty stack). start in ns from the origin, NAN when the samples have no times. weight >= 0. */
void stacks_sample(Stacks *stacks, uint32_t node, double start, double weight);
/* n packed samples at once, into a builder that has none yet. Each was weighed with stacks_weigh. The arrays come from arena_grow in the
 * builder's scratch arena and are given away. */
void stacks_take_samples(Stacks *stacks, size_t n, const PackedSamples *packed);
/* Weight on a node without a sample (merged input): self of the node grows, hits grow by hits. */
void stacks_weigh(Stacks *stacks, uint32_t node, double weight, uint32_t hits);
/* The same where a weight is a count: the hits of the node are its whole weight, as far as 32 bits go. */
void stacks_count_weight(Stacks *stacks, uint32_t node, double weight);
/* The nodes so far, with their weights if wanted, without samples, for a snapshot of a reading that goes on: weigh, sample and finish it,
 * but add no nodes to it. */
Stacks *stacks_snapshot(Arena *scratch, const Stacks *from, bool weights);
/* For several tracks over the same stacks: how many will be made, so that memory is kept for them (one when never told). */
void stacks_expect(Stacks *stacks, uint32_t tracks);
/* Forgets all weights, for the next of such tracks: from now on a finish leaves out nodes that hold no hits. Not for samples. */
void stacks_start_over(Stacks *stacks);
/* Fills track->tree (totals = own + children, preorder, siblings in order of addition), track->samples (node ids renumbered; left empty
 * when keep_samples is false), kind, total, sample_count and cut_frames, in arena. The builder takes no more nodes, and
 * is spent unless it has started over before. */
void stacks_finish(Stacks *stacks, Arena *arena, Track *track, bool keep_samples);
