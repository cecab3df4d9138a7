/* Time order of samples: one pass with a stack of open boxes. The stack keeps the prefix-tree node of each open box, so the
 * common prefix of two samples is found by walking up from the new one until a box of its own depth is open. */
#include "derive/heavy.h"

#include "base/array.h"
#include "derive/slice.h"

#include <math.h>

enum { POLL = 1 << 16 };

typedef struct Sweep {
    const Tree *source; /* the prefix tree */
    Arena *arena;       /* of the result */
    Array(FrameId) frame;
    Array(uint32_t) parent;
    Array(uint32_t) end;
    Array(uint32_t) depth;
    Array(uint32_t) hits;
    Array(double) start;
    Array(double) total;
    Array(double) self;
    uint32_t *open_source, *open_box; /* by depth */
    uint32_t open;                    /* how many are open */
    double now;                       /* where the sample before ended */
} Sweep;

static void close_down_to(Sweep *s, uint32_t depth) {
    while (s->open > depth) {
        uint32_t box = s->open_box[--s->open];
        s->end.data[box] = (uint32_t)s->frame.count;
        s->total.data[box] = s->now - s->start.data[box];
    }
}

static void open_box(Sweep *s, uint32_t source, double at) {
    uint32_t box = (uint32_t)s->frame.count, depth = s->open;
    array_push(s->arena, &s->frame, s->source->frame[source]);
    array_push(s->arena, &s->parent, depth ? s->open_box[depth - 1] : TREE_NONE);
    array_push(s->arena, &s->end, 0);
    array_push(s->arena, &s->depth, depth);
    array_push(s->arena, &s->hits, 0);
    array_push(s->arena, &s->start, at);
    array_push(s->arena, &s->total, 0);
    array_push(s->arena, &s->self, 0);
    s->open_source[depth] = source;
    s->open_box[depth] = box;
    s->open++;
}

/* Leaves the stack of node open, and nothing else. */
static void turn_to(Sweep *s, uint32_t node, double at) {
    const Tree *t = s->source;
    uint32_t common = node;
    while (common != TREE_NONE && (t->depth[common] >= s->open || s->open_source[t->depth[common]] != common))
        common = t->parent[common];
    close_down_to(s, common == TREE_NONE ? 0 : t->depth[common] + 1);
    if (node == TREE_NONE || common == node)
        return;
    uint32_t depth = t->depth[node];
    for (uint32_t i = node; i != common; i = t->parent[i]) /* the way down, written from its end */
        s->open_source[t->depth[i]] = i;
    while (s->open <= depth)
        open_box(s, s->open_source[s->open], at);
}

static bool is_gap(double before, double now) {
    return now - before > 1e-9 * (fabs(before) + fabs(now));
}

static void add_samples(Sweep *s, uint32_t node, double left, double right, uint32_t count) {
    if (is_gap(s->now, left))
        close_down_to(s, 0);
    if (s->open == 0)
        s->now = left;
    turn_to(s, node, s->now);
    if (node != TREE_NONE) {
        s->self.data[s->open_box[s->open - 1]] += right - s->now;
        s->hits.data[s->open_box[s->open - 1]] += count;
    }
    s->now = right;
}

static bool sweep(Sweep *s, const Track *track, const DeriveInput *input) {
    bool all = input->from >= input->to;
    double from = all ? -INFINITY : input->from, to = all ? INFINITY : input->to;
    size_t poll = POLL;
    for (SampleWalk walk = track_walk(track); all ? sample_next_run(&walk) : sample_next(&walk);) {
        if (slice_meets(walk.left, walk.right, from, to))
            add_samples(s, walk.node, fmax(walk.left, from), fmin(walk.right, to), walk.count);
        if (walk.next < poll)
            continue;
        poll = walk.next + POLL;
        if (progress_stopped(input->progress))
            return false;
    }
    close_down_to(s, 0);
    return true;
}

static Tree *sweep_tree(const Sweep *s) {
    Tree *tree = arena_one(s->arena, Tree);
    *tree = (Tree){
        .count = (uint32_t)s->frame.count,
        .frame = s->frame.data,
        .parent = s->parent.data,
        .end = s->end.data,
        .depth = s->depth.data,
        .hits = s->hits.data,
        .start = s->start.data,
        .total = s->total.data,
        .self = s->self.data,
    };
    tree_seal(tree);
    return tree;
}

static const Tree *order_samples(Arena *arena, const Track *track, const DeriveInput *input) {
    Arena *scratch = arena_new();
    Sweep s = {.source = track->tree, .arena = arena};
    s.open_source = arena_many(scratch, uint32_t, track->tree->depths);
    s.open_box = arena_many(scratch, uint32_t, track->tree->depths);
    const Tree *tree = sweep(&s, track, input) ? sweep_tree(&s) : NULL;
    arena_free(scratch);
    return tree;
}

const Tree *derive_time_order(Arena *arena, const DeriveInput *input) {
    if (input->track_count == 0)
        return tree_new(arena, 0);
    const Track *track = input->tracks[0];
    if (track->kind == TRACK_SAMPLES)
        return order_samples(arena, track, input);
    return slice_take(arena, track, input->from, input->to).tree;
}
