/* One pass over a tree sums the weight of each pair (function, caller or callee); see derive/relations.h. */
#include "derive/relations.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/map.h"

typedef struct Walk {
    Arena *arena;
    const Tree *tree;
    uint32_t *path;    /* nodes from the root to where we are */
    uint32_t *on_path; /* by FrameId: how often it stands in path */
    uint32_t path_len;
    Map pairs; /* (function, other) -> index of sums */
    double *outermost;
    Array(Relation) sums;
} Walk;

static void add_weight(Walk *walk, FrameId function, FrameId other, double weight) {
    bool fresh;
    uint64_t key = (uint64_t)function << 32 | other;
    uint32_t *at = map_slot(&walk->pairs, key, (uint32_t)walk->sums.count, &fresh);
    if (fresh)
        array_push(walk->arena, &walk->sums, (Relation){function, other, 0});
    walk->sums.data[*at].weight += weight;
}

/* Moves the path to node's parent. */
static void climb_to(Walk *walk, uint32_t parent) {
    while (walk->path_len > 0 && walk->path[walk->path_len - 1] != parent)
        walk->on_path[walk->tree->frame[walk->path[--walk->path_len]]]--;
}

static void visit(Walk *walk, uint32_t node, enum RelationWay way) {
    const Tree *tree = walk->tree;
    uint32_t parent = tree->parent[node];
    FrameId frame = tree->frame[node], above = parent == TREE_NONE ? FRAME_NONE : tree->frame[parent];
    climb_to(walk, parent);
    if (walk->on_path[frame] == 0)
        walk->outermost[frame] += tree->total[node];
    if (way == RELATION_CALLERS && walk->on_path[frame] == 0)
        add_weight(walk, frame, above, tree->total[node]);
    if (way == RELATION_CALLEES && above != FRAME_NONE && walk->on_path[above] == 1)
        add_weight(walk, above, frame, tree->total[node]);
    walk->path[walk->path_len++] = node;
    walk->on_path[frame]++;
}

/* Counting sort by function, then each function's few by weight. */
static int by_weight(const void *a, const void *b) {
    const Relation *x = a, *y = b;
    return x->weight != y->weight ? (x->weight < y->weight ? 1 : -1) : (x->other > y->other) - (x->other < y->other);
}

static Relations *sorted(Arena *arena, const Frames *frames, const Relation *sums, size_t count) {
    Relations *result = arena_one(arena, Relations);
    result->list = arena_many(arena, Relation, count);
    result->first = arena_many(arena, uint32_t, frames->count + 2);
    result->count = count;
    uint32_t *first = result->first + 1;
    for (size_t i = 0; i < count; i++)
        first[sums[i].function]++;
    uint32_t sum = 0;
    for (size_t f = 0; f <= frames->count; f++) {
        uint32_t n = first[f];
        first[f] = sum;
        sum += n;
    }
    for (size_t i = 0; i < count; i++)
        result->list[first[sums[i].function]++] = sums[i];
    for (size_t f = 0; f < frames->count; f++)
        qsort(result->list + result->first[f], result->first[f + 1] - result->first[f], sizeof(Relation), by_weight);
    return result;
}

Relations *derive_relations(Arena *arena, const Frames *frames, const Tree *tree, enum RelationWay way) {
    Arena *scratch = arena_new();
    Walk walk = {
        .arena = scratch,
        .tree = tree,
        .path = arena_many(scratch, uint32_t, tree->depths),
        .on_path = arena_many(scratch, uint32_t, frames->count),
        .pairs = {.arena = scratch},
        .outermost = arena_many(arena, double, frames->count),
    };
    for (uint32_t node = 0; node < tree->count; node++)
        visit(&walk, node, way);
    Relations *result = sorted(arena, frames, walk.sums.data, walk.sums.count);
    result->outermost = walk.outermost;
    arena_free(scratch);
    return result;
}

static uint32_t heaviest(const Frames *frames, const Tree *tree, uint32_t from, uint32_t to) {
    uint32_t best = TREE_NONE;
    for (uint32_t node = from; node < to; node = tree->end[node])
        if (frames->list[tree->frame[node]].kind != FRAME_IDLE &&
            (best == TREE_NONE || tree->total[node] > tree->total[best]))
            best = node;
    return best;
}

static uint32_t heaviest_of(const Tree *tree, FrameId function) {
    uint32_t best = TREE_NONE;
    for (uint32_t node = 0; node < tree->count; node++)
        if (tree->frame[node] == function && (best == TREE_NONE || tree->total[node] > tree->total[best]))
            best = node;
    return best;
}

/* From the root down to node; its far end alone where there is no room for all. */
static size_t path_to(const Tree *tree, uint32_t node, uint32_t *path, size_t max) {
    size_t count = 0;
    for (uint32_t at = node; at != TREE_NONE && count < max; at = tree->parent[at])
        path[count++] = at;
    for (size_t i = 0; i < count / 2; i++) {
        uint32_t other = path[i];
        path[i] = path[count - 1 - i];
        path[count - 1 - i] = other;
    }
    return count;
}

size_t derive_heaviest_path(const Frames *frames, const Tree *tree, FrameId through, uint32_t *path, size_t max) {
    uint32_t node = through == FRAME_NONE ? heaviest(frames, tree, 0, tree->count) : heaviest_of(tree, through);
    size_t count = node == TREE_NONE ? 0 : path_to(tree, tree->parent[node], path, max);
    while (node != TREE_NONE && tree->total[node] > 0 && count < max) {
        path[count++] = node;
        uint32_t next = heaviest(frames, tree, node + 1, tree->end[node]);
        node = next != TREE_NONE && tree->total[next] > tree->self[node] ? next : TREE_NONE;
    }
    return count;
}
