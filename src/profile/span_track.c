/* A nesting becomes a tree: they share what both have. */
#include "profile/span_track.h"

#include "profile/rows.h"

/* The arrays that a nesting lacks are in one block, the wider ones first: few pages are begun and not filled. */
static Tree *tree_over(Arena *arena, const Nesting *nesting) {
    Tree *tree = arena_one(arena, Tree);
    size_t count = nesting->count;
    double *doubles = arena_grow(arena, NULL, count * (2 * sizeof(double) + sizeof(FrameId) + sizeof(uint8_t)));
    *tree = (Tree){.count = nesting->count,
                   .parent = nesting->parent,
                   .end = nesting->end,
                   .depth = nesting->depth,
                   .self = nesting->self,
                   .start = doubles,
                   .total = doubles + count,
                   .frame = (FrameId *)(void *)(doubles + 2 * count)};
    tree->flags = (uint8_t *)(tree->frame + count);
    return tree;
}

static void fill_node(Tree *tree, uint32_t row, const Operation *operation) {
    tree->frame[row] = operation->frame;
    tree->start[row] = operation->start;
    tree->total[row] = operation->end - operation->start;
    tree->flags[row] = (uint8_t)((operation->status == OPERATION_INCOMPLETE ? TREE_OPEN : 0) |
                                 (operation->status == OPERATION_ERROR ? TREE_ERROR : 0));
}

/* An end without a start is no call. */
static void count_starts(Arena *arena, Tree *tree, const Nesting *nesting, const Operation *list) {
    tree->hits = arena_many(arena, uint32_t, tree->count);
    for (uint32_t row = 0; row < tree->count; row++)
        tree->hits[row] = !list[nesting->operation[row]].no_start;
}

Tree *span_tree(Arena *arena, const Nesting *nesting, const Operation *list) {
    Tree *tree = tree_over(arena, nesting);
    bool startless = false;
    for (uint32_t row = 0; row < tree->count; row++) {
        const Operation *operation = &list[nesting->operation[row]];
        fill_node(tree, row, operation);
        startless |= operation->no_start;
    }
    if (startless)
        count_starts(arena, tree, nesting, list);
    return tree;
}

uint64_t span_track_fill(Arena *arena, Track *track, Operation *list, uint32_t count, bool contain) {
    Operations *operations = &track->operations;
    track->kind = TRACK_SPANS;
    track->unit = (Unit){.kind = UNIT_TIME};
    track->ordered = true;
    *operations = (Operations){.count = count, .list = list, .contain = contain};
    Nesting *nesting = arena_one(arena, Nesting);
    *nesting = nesting_build(arena, operations, false);
    operations->nesting = nesting;
    Tree *tree = span_tree(arena, nesting, list);
    rows_assign(arena, tree);
    tree_seal(tree);
    track->tree = tree;
    track->total = tree->sum;
    return nesting->cycles;
}
