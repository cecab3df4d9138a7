/* Gathers the operations of the tracks, nests them, and lets the parts look at the rows one after another. */
#include "derive/operations_parts.h"

#include "profile/span_track.h"

const char *operation_status_word(const Operation *operation) {
    static const char *const words[] = {"success", "error", "incomplete"};
    return words[operation->status];
}

const char *operation_nesting_word(uint8_t by) {
    static const char *const words[] = {"time", "explicit", "async"};
    return by == NESTING_ROOT ? NULL : words[by];
}

/* One list for all tracks; a copy only where there are several. */
static Operations gather(Arena *arena, const DeriveInput *input) {
    Operations all = {0};
    for (size_t t = 0; t < input->track_count; t++) {
        all.count += input->tracks[t]->operations.count;
        all.contain |= input->tracks[t]->operations.contain;
    }
    if (input->track_count == 1)
        return input->tracks[0]->operations;
    all.list = arena_many(arena, Operation, all.count);
    for (size_t t = 0, at = 0; t < input->track_count; t++) {
        const Operations *operations = &input->tracks[t]->operations;
        for (uint32_t i = 0; i < operations->count; i++) {
            all.list[at + i] = operations->list[i];
            if (operations->list[i].parent != TREE_NONE)
                all.list[at + i].parent += (uint32_t)at;
        }
        at += operations->count;
    }
    return all;
}

static void fill_row(Waterfall *w, uint32_t row, const OperationsForest *f) {
    const Tree *tree = f->tree;
    double start = tree->start[row], end = tree_right(tree, row);
    w->rows[row] = (WaterfallRow){.operation = &f->list[f->nesting->operation[row]],
                                  .self = tree->self[row],
                                  .parent = tree->parent[row],
                                  .end = tree->end[row],
                                  .depth = tree->depth[row],
                                  .repeat = WATERFALL_NONE,
                                  .by = f->nesting->by[row],
                                  .flags = operations_slowness(w, tree->total[row], tree->self[row])};
    w->left = row && w->left < start ? w->left : start;
    w->right = row && w->right > end ? w->right : end;
    w->depths = w->depths > tree->depth[row] ? w->depths : tree->depth[row] + 1;
    w->errors += (tree->flags[row] & TREE_ERROR) != 0;
    w->incomplete += (tree->flags[row] & TREE_OPEN) != 0;
    w->slow += (w->rows[row].flags & WATERFALL_SLOW) != 0;
    w->slow_self += (w->rows[row].flags & WATERFALL_SLOW_SELF) != 0;
    if (f->nesting->by[row] == NESTING_ROOT)
        w->roots++;
    else
        w->edges[f->nesting->by[row]]++;
}

static void fill_rows(Arena *arena, Waterfall *w, const OperationsForest *f) {
    w->count = f->nesting->count;
    w->cycles = f->nesting->cycles;
    w->by_start = f->nesting->by_start;
    w->rows = arena_grow(arena, NULL, w->count * sizeof *w->rows);
    for (uint32_t row = 0; row < w->count; row++)
        fill_row(w, row, f);
}

static bool look_closely(Arena *arena, Arena *scratch, Waterfall *w, const DeriveInput *input,
                         const OperationsForest *f) {
    double *room = arena_grow(scratch, NULL, f->nesting->count * sizeof *room);
    operations_find_thresholds(w, f, room);
    fill_rows(arena, w, f);
    operations_find_links(arena, w, f);
    if (!operations_find_paths(arena, w, f, input->progress))
        return false;
    operations_count_channels(arena, w, f, input->frames, room);
    operations_find_repeats(arena, w, f, input->frames);
    return !progress_stopped(input->progress);
}

/* One track is nested already, as the file says. */
static OperationsForest find_forest(Arena *arena, Arena *scratch, const DeriveInput *input, bool by_time) {
    Operations operations = gather(arena, input);
    if (operations.nesting && !by_time)
        return (OperationsForest){operations.list, operations.nesting, input->tracks[0]->tree};
    Nesting *nesting = arena_one(scratch, Nesting);
    *nesting = nesting_build(scratch, &operations, by_time);
    arena_adopt(arena, scratch, nesting->by_start);
    return (OperationsForest){operations.list, nesting, span_tree(scratch, nesting, operations.list)};
}

Waterfall *operations_analyse(Arena *arena, const DeriveInput *input, OperationsOptions options) {
    Arena *scratch = arena_new();
    Waterfall *w = arena_one(arena, Waterfall);
    w->options = options;
    OperationsForest forest = find_forest(arena, scratch, input, options.by_time);
    bool done = look_closely(arena, scratch, w, input, &forest);
    arena_free(scratch);
    return done ? w : NULL;
}
