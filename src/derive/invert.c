/* Inverted: each stack of the left heavy tree is walked from its top to its root, the heaviest first, so that what the
 * bounds leave out is the lightest. */
#include "derive/heavy.h"
#include "derive/merge.h"

#include <math.h>
#include <stdlib.h>

#ifndef INVERT_NODES
#define INVERT_NODES (1u << 23) /* tests build with a few */
#define INVERT_STEPS (1u << 26)
#endif

enum { SHORT_WALK = 4, POLL = 1 << 10 };

typedef struct Origin {
    double self;
    uint32_t node;
} Origin;

static int heavier(const void *a, const void *b) {
    const Origin *x = a, *y = b;
    if (x->self != y->self)
        return x->self > y->self ? -1 : 1;
    return (x->node > y->node) - (x->node < y->node);
}

static size_t find_origins(const Tree *tree, Origin *origins) {
    size_t n = 0;
    for (uint32_t i = 0; i < tree->count; i++)
        if (tree->self[i] > 0)
            origins[n++] = (Origin){tree->self[i], i};
    if (n)
        qsort(origins, n, sizeof *origins, heavier);
    return n;
}

/* Returns the steps taken. */
static uint32_t walk_up(Merge *merge, const Tree *tree, uint32_t origin, uint32_t most) {
    uint32_t at = MERGE_TOP, steps = 0;
    for (uint32_t i = origin; i != TREE_NONE && steps < most; i = tree->parent[i], steps++) {
        uint32_t next = merge_child(merge, at, tree->frame[i]);
        if (next == TREE_NONE)
            break;
        at = next;
    }
    if (at != MERGE_TOP)
        merge_weigh(merge, at, tree->self[origin], tree_hits(tree, origin));
    return steps;
}

static bool walk_all(Merge *merge, const Tree *tree, const Origin *origins, size_t count, Progress *progress) {
    uint64_t steps = 0;
    for (size_t i = 0; i < count; i++) {
        steps += walk_up(merge, tree, origins[i].node, steps < INVERT_STEPS ? UINT32_MAX : SHORT_WALK);
        if (i % POLL == 0 && progress_stopped(progress))
            return false;
    }
    return true;
}

Tree *derive_inverted(Arena *arena, const DeriveInput *input, FrameId root) {
    Arena *scratch = arena_new();
    Tree *heavy = derive_heavy(scratch, input, FRAME_NONE), *inverted = NULL;
    if (heavy) {
        Origin *origins = arena_many(scratch, Origin, heavy->count);
        size_t count = find_origins(heavy, origins);
        Merge *merge = merge_new(scratch, INVERT_NODES);
        if (walk_all(merge, heavy, origins, count, input->progress))
            inverted = merge_finish(merge, arena, input->frames, root);
    }
    arena_free(scratch);
    return inverted;
}
