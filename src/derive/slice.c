/* Cutting keeps ids dense: first which nodes stay (a child only with its parent), then every array is squeezed, and links are
 * moved by the number of nodes that stay before them. */
#include "derive/slice.h"

#include "profile/rows.h"

#include <math.h>

/* rank[i] = nodes that stay before i; rank[count] = all that stay. */
static bool stays(const uint32_t *rank, uint32_t i) {
    return rank[i + 1] > rank[i];
}

static uint32_t *squeeze_u32(Arena *arena, const uint32_t *from, const uint32_t *rank, uint32_t count) {
    if (!from)
        return NULL;
    uint32_t *to = arena_many(arena, uint32_t, rank[count]);
    for (uint32_t i = 0; i < count; i++)
        if (stays(rank, i))
            to[rank[i]] = from[i];
    return to;
}

static uint64_t *squeeze_u64(Arena *arena, const uint64_t *from, const uint32_t *rank, uint32_t count) {
    if (!from)
        return NULL;
    uint64_t *to = arena_many(arena, uint64_t, rank[count]);
    for (uint32_t i = 0; i < count; i++)
        if (stays(rank, i))
            to[rank[i]] = from[i];
    return to;
}

static uint8_t *squeeze_u8(Arena *arena, const uint8_t *from, const uint32_t *rank, uint32_t count) {
    if (!from)
        return NULL;
    uint8_t *to = arena_many(arena, uint8_t, rank[count]);
    for (uint32_t i = 0; i < count; i++)
        if (stays(rank, i))
            to[rank[i]] = from[i];
    return to;
}

static const TreeStyle *squeeze_style(Arena *arena, const TreeStyle *from, const uint32_t *rank, uint32_t count) {
    if (!from)
        return NULL;
    TreeStyle *to = arena_one(arena, TreeStyle);
    to->id = squeeze_u32(arena, from->id, rank, count);
    to->tooltip = squeeze_u32(arena, from->tooltip, rank, count);
    to->fill = squeeze_u32(arena, from->fill, rank, count);
    to->text = squeeze_u32(arena, from->text, rank, count);
    return to;
}

static Tree *squeeze(Arena *arena, const Tree *tree, const uint32_t *rank) {
    uint32_t n = tree->count;
    Tree *out = tree_new(arena, rank[n]);
    for (uint32_t i = 0; i < n; i++) {
        if (!stays(rank, i))
            continue;
        uint32_t at = rank[i], p = tree->parent[i];
        out->frame[at] = tree->frame[i];
        out->parent[at] = p == TREE_NONE ? TREE_NONE : rank[p];
        out->end[at] = rank[tree->end[i]];
        out->depth[at] = tree->depth[i];
    }
    out->hits = squeeze_u32(arena, tree->hits, rank, n);
    out->row = squeeze_u32(arena, tree->row, rank, n);
    out->detail = squeeze_u64(arena, tree->detail, rank, n);
    out->flags = squeeze_u8(arena, tree->flags, rank, n);
    out->style = squeeze_style(arena, tree->style, rank, n);
    return out;
}

/* ---- boxes on an axis ---- */

bool slice_meets(double left, double right, double from, double to) {
    return left < to && (right > from || (left == right && left >= from));
}

static uint32_t *rank_boxes(Arena *scratch, const Tree *tree, double from, double to) {
    uint32_t *rank = arena_many(scratch, uint32_t, (size_t)tree->count + 1);
    for (uint32_t i = 0; i < tree->count; i++) {
        uint32_t p = tree->parent[i];
        bool keep = (p == TREE_NONE || stays(rank, p)) && slice_meets(tree->start[i], tree_right(tree, i), from, to);
        rank[i + 1] = rank[i] + keep;
    }
    return rank;
}

static const Tree *cut_boxes(Arena *arena, const Tree *tree, double from, double to) {
    if (from <= tree->left && tree->right <= to)
        return tree;
    Arena *scratch = arena_new();
    uint32_t *rank = rank_boxes(scratch, tree, from, to);
    Tree *out = squeeze(arena, tree, rank);
    for (uint32_t i = 0; i < tree->count; i++) {
        if (!stays(rank, i))
            continue;
        double left = fmax(tree->start[i], from), right = fmin(tree_right(tree, i), to);
        out->start[rank[i]] = left;
        out->total[rank[i]] = fmax(0, right - left);
    }
    rows_self(arena, out);
    tree_seal(out);
    arena_free(scratch);
    return out;
}

/* ---- samples on a prefix tree ---- */

typedef struct Weights {
    double *self;
    uint32_t *hits, *below; /* below: samples in the whole subtree */
} Weights;

static Slice weigh_samples(const Track *track, double from, double to, Weights *w) {
    Slice slice = {0};
    for (SampleWalk s = track_walk(track); sample_next(&s);) {
        if (!slice_meets(s.left, s.right, from, to))
            continue;
        double weight = fmax(0, fmin(s.right, to) - fmax(s.left, from));
        slice.samples++;
        if (s.node == TREE_NONE) {
            slice.outside += weight;
            continue;
        }
        w->self[s.node] += weight;
        w->hits[s.node]++;
        w->below[s.node]++;
    }
    return slice;
}

static void fill_packed(Tree *out, const Tree *tree, const uint32_t *rank, const double *self) {
    Arena *scratch = arena_new();
    double *next = arena_many(scratch, double, (size_t)out->count + 1), *top = next + out->count;
    for (uint32_t i = 0; i < tree->count; i++)
        if (stays(rank, i))
            out->self[rank[i]] = out->total[rank[i]] = self[i];
    for (uint32_t i = out->count; i-- > 0;)
        if (out->parent[i] != TREE_NONE)
            out->total[out->parent[i]] += out->total[i];
    for (uint32_t i = 0; i < out->count; i++) {
        double *x = out->parent[i] == TREE_NONE ? top : &next[out->parent[i]];
        out->start[i] = next[i] = *x;
        *x += out->total[i];
    }
    arena_free(scratch);
}

static Slice cut_samples(Arena *arena, const Track *track, double from, double to) {
    const Tree *tree = track->tree;
    uint32_t n = tree->count;
    Arena *scratch = arena_new();
    Weights w = {arena_many(scratch, double, n), arena_many(scratch, uint32_t, n), arena_many(scratch, uint32_t, n)};
    Slice slice = weigh_samples(track, from, to, &w);
    for (uint32_t i = n; i-- > 0;)
        if (tree->parent[i] != TREE_NONE)
            w.below[tree->parent[i]] += w.below[i];
    uint32_t *rank = arena_many(scratch, uint32_t, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++)
        rank[i + 1] = rank[i] + (w.below[i] > 0);
    Tree *out = squeeze(arena, tree, rank);
    out->hits = squeeze_u32(arena, w.hits, rank, n);
    fill_packed(out, tree, rank, w.self);
    tree_seal(out);
    arena_free(scratch);
    slice.tree = out;
    return slice;
}

static double weight_outside(const Track *track) {
    double sum = 0, lost = track->total - track->tree->sum;
    if (track->kind == TRACK_MERGED) /* its samples were not kept */
        return lost > 1e-9 * track->total ? lost : 0;
    for (size_t i = 0; track->samples.node && i < track->samples.count; i++)
        sum += track->samples.node[i] == TREE_NONE ? track->samples.weight[i] : 0;
    return sum;
}

Slice slice_take(Arena *arena, const Track *track, double from, double to) {
    if (from >= to)
        return (Slice){.tree = track->tree, .outside = weight_outside(track), .samples = track->sample_count};
    if (track->kind == TRACK_SAMPLES)
        return cut_samples(arena, track, from, to);
    const Tree *tree = cut_boxes(arena, track->tree, from, to);
    return (Slice){.tree = tree, .samples = tree == track->tree ? track->sample_count : 0};
}
