/* From what files hold to trees. Two builders, one for each way of recording:
 *   Stacks   sampled stacks: a prefix tree that grows, and samples on it
 *   Spans    events with a start and a duration, or enters and leaves: nested by containment
 * Input is trusted for nothing: what contradicts itself is repaired and counted. A builder lives in its own scratch arena. */
#pragma once
#include "base/array.h"
#include "profile/document.h"

/* ---- sampled stacks ---- */
typedef struct Stacks Stacks;

Stacks *stacks_new(Arena *scratch);
/* The child of parent (TREE_NONE: a root) with this frame, added when new. O(1) expected. Ids count in order of addition. */
uint32_t stacks_child(Stacks *stacks, uint32_t parent, FrameId frame);
uint32_t stacks_parent(const Stacks *stacks, uint32_t node);
FrameId stacks_frame(const Stacks *stacks, uint32_t node);
uint32_t stacks_count(const Stacks *stacks);
/* A node that is never merged with a sibling of equal frame (trees that the file gives whole). */
uint32_t stacks_append(Stacks *stacks, uint32_t parent, FrameId frame);
/* A sample that ends at node (TREE_NONE: empty stack). start in ns from the origin, NAN when the samples have no times. weight >= 0. */
void stacks_sample(Stacks *stacks, uint32_t node, double start, double weight);
/* Weight on a node without a sample (merged input): self of the node grows, hits grow by hits. */
void stacks_weigh(Stacks *stacks, uint32_t node, double weight, uint32_t hits);
/* Fills track->tree (totals = own + children, preorder, siblings in order of addition), track->samples (node ids renumbered; left empty
 * when keep_samples is false), kind, total and sample_count, in arena. The builder is spent. */
void stacks_finish(Stacks *stacks, Arena *arena, Track *track, bool keep_samples);

/* ---- events with a duration ---- */
typedef struct Spans Spans;

typedef struct SpanRepairs {
    uint64_t unmatched_ends;  /* an end without a begin */
    uint64_t open;            /* a begin without an end: closed at the last time seen on the track */
    uint64_t overlaps;        /* overlap without nesting: put on a lane of its own */
    uint64_t closed_early;    /* enclosing end came first: the inner one was closed with it */
    Str open_names[3], overlap_names[3];
    int open_name_count, overlap_name_count;
} SpanRepairs;

Spans *spans_new(Arena *scratch);
/* A complete event. Times in ns on any base (integers; the origin is subtracted at the end); duration >= 0. */
void spans_add(Spans *spans, FrameId frame, int64_t start, int64_t duration, uint64_t detail);
/* An enter, and a leave. frame FRAME_NONE in a leave closes the innermost. They may come in any order: they are sorted by time (stable). */
void spans_begin(Spans *spans, FrameId frame, int64_t time, uint64_t detail);
void spans_end(Spans *spans, FrameId frame, int64_t time);
size_t spans_count(const Spans *spans);
/* Least and greatest time seen; false when there is none. */
bool spans_range(const Spans *spans, int64_t *first, int64_t *last);
/* Nests by containment: sorted by (start up, duration down, order of addition); an event that exceeds its parent by no more
 * than 100 ns or a thousandth of the shorter is trimmed (rounding); one that really overlaps goes to a lane below, as a root.
 * Fills track->tree with times less origin, kind TRACK_EVENTS. keeps details when keep_details. */
void spans_finish(Spans *spans, Arena *arena, int64_t origin, bool keep_details, const Frames *frames, Track *track, SpanRepairs *repairs);
