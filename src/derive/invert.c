/* Inverted: each stack of the left heavy tree is walked from its top to its root, the heaviest first, so that what the
 * bounds leave out is the lightest. In batches that double, and in each batch function by function in preorder: what is read and
 * what is written then stay in the cache. */
#include "base/radix.h"
#include "derive/heavy.h"
#include "derive/merge.h"

#ifndef INVERT_NODES
#define INVERT_NODES (1u << 23) /* tests build with a few */
#define INVERT_STEPS (1u << 27)
#define INVERT_BATCH (1u << 16)
#endif

enum { SHORT_WALK = 16, POLL = 1 << 10 };

/* What a walk reads of a node, side by side. */
typedef struct Up {
    uint32_t parent;
    FrameId frame;
} Up;

static Up *find_ways_up(Arena *scratch, const Tree *tree) {
    Up *up = arena_many(scratch, Up, tree->count);
    for (uint32_t i = 0; i < tree->count; i++)
        up[i] = (Up){tree->parent[i], tree->frame[i]};
    return up;
}

/* The nodes that weigh, heaviest first; *count of them. */
static RadixItem *find_origins(Arena *scratch, const Tree *tree, size_t *count) {
    RadixItem *origins = arena_many(scratch, RadixItem, tree->count);
    *count = 0;
    for (uint32_t i = 0; i < tree->count; i++)
        if (tree->self[i] > 0)
            origins[(*count)++] = (RadixItem){~radix_key(tree->self[i]), i};
    radix_sort(scratch, origins, *count);
    return origins;
}

static void sort_by_function(Arena *scratch, const Tree *tree, RadixItem *origins, size_t count) {
    for (size_t i = 0; i < count; i++)
        origins[i].key = (uint64_t)tree->frame[origins[i].value] << 32 | origins[i].value;
    radix_sort(scratch, origins, count);
}

/* Returns the steps taken. */
static uint32_t walk_up(Merge *merge, const Tree *tree, const Up *up, uint32_t origin, uint32_t most) {
    uint32_t at = MERGE_TOP, steps = 0;
    for (uint32_t i = origin; i != TREE_NONE && steps < most; i = up[i].parent, steps++) {
        uint32_t next = merge_child(merge, at, up[i].frame);
        if (next == TREE_NONE)
            break;
        at = next;
    }
    merge_weigh(merge, at, tree->self[origin], tree_hits(tree, origin));
    return steps;
}

/* One batch; false when stopped. */
static bool walk_all(Merge *merge, const Tree *tree, const Up *up, const RadixItem *origins, size_t count,
                     uint64_t *steps, Progress *progress) {
    for (size_t i = 0; i < count; i++) {
        *steps += walk_up(merge, tree, up, origins[i].value, *steps < INVERT_STEPS ? UINT32_MAX : SHORT_WALK);
        if (i % POLL == 0 && progress_stopped(progress))
            return false;
    }
    return true;
}

static bool walk_batches(Arena *scratch, Merge *merge, const Tree *tree, Progress *progress) {
    size_t count, size = INVERT_BATCH;
    RadixItem *origins = find_origins(scratch, tree, &count);
    Up *up = find_ways_up(scratch, tree);
    for (size_t i = 0; i < count; i++) /* every function gets its root, whatever the bounds */
        merge_child(merge, MERGE_TOP, tree->frame[origins[i].value]);
    merge_limit(merge, INVERT_NODES);
    uint64_t steps = 0;
    for (size_t from = 0; from < count; from += size, size *= 2) {
        size_t n = count - from < size ? count - from : size;
        sort_by_function(scratch, tree, origins + from, n);
        if (!walk_all(merge, tree, up, origins + from, n, &steps, progress))
            return false;
    }
    return true;
}

Tree *derive_inverted(Arena *arena, const DeriveInput *input, FrameId root) {
    Arena *scratch = arena_new();
    Tree *heavy = derive_heavy(scratch, input, FRAME_NONE), *inverted = NULL;
    if (heavy) {
        Merge *merge = merge_new(scratch);
        if (walk_batches(scratch, merge, heavy, input->progress))
            inverted = merge_finish(merge, arena, input->frames, root);
    }
    arena_free(scratch);
    return inverted;
}
