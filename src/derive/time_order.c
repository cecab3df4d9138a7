/* Time order of samples: a walk over them with a stack of open boxes. The stack keeps the prefix-tree node of each open box, so the
 * common prefix of two samples is found by walking up from the new one until a box of its own depth is open. It is walked twice: the
 * first time boxes are only counted, since growing arrays of millions costs more. */
#include "derive/heavy.h"

#include "derive/slice.h"

#include <math.h>

enum { POLL = 1 << 16 };

typedef struct Sweep {
    const Tree *source;               /* the prefix tree */
    Tree *out;                        /* NULL while they are counted */
    uint32_t count;                   /* of boxes so far */
    uint32_t *open_source, *open_box; /* by depth */
    uint32_t open;                    /* how many are open */
    double now;                       /* where the sample before ended */
} Sweep;

static void close_down_to(Sweep *s, uint32_t depth) {
    for (; s->out && s->open > depth; s->open--) {
        uint32_t box = s->open_box[s->open - 1];
        s->out->end[box] = s->count;
        s->out->total[box] = s->now - s->out->start[box];
    }
    s->open = s->open < depth ? s->open : depth;
}

static void open_box(Sweep *s, uint32_t source, double at) {
    uint32_t box = s->count++, depth = s->open++;
    s->open_source[depth] = source;
    s->open_box[depth] = box;
    if (!s->out)
        return;
    s->out->frame[box] = s->source->frame[source];
    s->out->parent[box] = depth ? s->open_box[depth - 1] : TREE_NONE;
    s->out->depth[box] = depth;
    s->out->start[box] = at;
    s->out->self[box] = 0;
    s->out->hits[box] = 0;
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
    if (s->out && node != TREE_NONE) {
        s->out->self[s->open_box[s->open - 1]] += right - s->now;
        s->out->hits[s->open_box[s->open - 1]] += count;
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

/* The same for nothing but s->count. Packed samples follow one another without a gap: only their nodes matter. */
static bool count_boxes(Sweep *s, const Track *track, const DeriveInput *input) {
    const PackedSamples *packed = track->samples.packed;
    if (!packed || input->from < input->to)
        return sweep(s, track, input);
    for (size_t i = 0; i < packed->run_count; i++)
        turn_to(s, packed->runs[i].node, 0);
    s->open = 0;
    return true;
}

static const Tree *order_samples(Arena *arena, const Track *track, const DeriveInput *input) {
    Arena *scratch = arena_new();
    uint32_t *stack = arena_many(scratch, uint32_t, 2 * (size_t)track->tree->depths);
    Sweep s = {.source = track->tree, .open_source = stack, .open_box = stack + track->tree->depths};
    Tree *tree = NULL;
    if (count_boxes(&s, track, input)) {
        tree = tree_new(arena, s.count);
        tree->hits = arena_room(arena, s.count * sizeof *tree->hits);
        s = (Sweep){.source = s.source, .out = tree, .open_source = s.open_source, .open_box = s.open_box};
        tree = sweep(&s, track, input) ? tree : NULL;
    }
    if (tree)
        tree_seal(tree);
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
