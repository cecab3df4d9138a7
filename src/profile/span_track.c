/* A nesting, copied into the arrays of a tree. */
#include "profile/span_track.h"

#include "profile/rows.h"

static void fill_node(Tree *tree, uint32_t row, const Operation *operation) {
    tree->frame[row] = operation->frame;
    tree->start[row] = operation->start;
    tree->total[row] = operation->end - operation->start;
    tree->detail[row] = operation->detail;
    tree->hits[row] = !operation->no_start;
    tree->flags[row] = (uint8_t)((operation->status == OPERATION_INCOMPLETE ? TREE_OPEN : 0) |
                                 (operation->status == OPERATION_ERROR ? TREE_ERROR : 0));
}

static void fill_tree(Tree *tree, const Nesting *nesting, const Operation *list) {
    size_t bytes = tree->count * sizeof(uint32_t);
    memcpy(tree->parent, nesting->parent, bytes);
    memcpy(tree->end, nesting->end, bytes);
    memcpy(tree->depth, nesting->depth, bytes);
    memcpy(tree->self, nesting->self, tree->count * sizeof(double));
    for (uint32_t row = 0; row < tree->count; row++)
        fill_node(tree, row, &list[nesting->operation[row]]);
}

uint64_t span_track_fill(Arena *arena, Track *track, Operation *list, uint32_t count, bool contain) {
    track->kind = TRACK_SPANS;
    track->unit = (Unit){.kind = UNIT_TIME};
    track->ordered = true;
    track->operations = (Operations){.count = count, .list = list, .contain = contain};
    Arena *scratch = arena_new_in(arena);
    Nesting nesting = nesting_build(scratch, &track->operations, false);
    Tree *tree = tree_new(arena, count);
    tree->detail = arena_many(arena, uint64_t, count);
    tree->hits = arena_many(arena, uint32_t, count);
    tree->flags = arena_many(arena, uint8_t, count);
    if (count)
        fill_tree(tree, &nesting, list);
    rows_assign(arena, tree);
    tree_seal(tree);
    track->tree = tree;
    track->total = tree->sum;
    arena_free(scratch);
    return nesting.cycles;
}
