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

const WaterfallStep *waterfall_step(const Waterfall *w, uint32_t row) {
    if (!(w->flags[row] & WATERFALL_CRITICAL))
        return NULL;
    size_t low = 0, high = w->step_count - 1;
    while (low < high) {
        size_t mid = (low + high) / 2;
        if (w->steps[mid].row < row)
            low = mid + 1;
        else
            high = mid;
    }
    return &w->steps[low];
}

static void count_row(Waterfall *w, uint32_t row) {
    const Tree *tree = w->forest.tree;
    double start = tree->start[row], end = tree_right(tree, row);
    uint8_t by = w->forest.nesting->by[row];
    w->left = row && w->left < start ? w->left : start;
    w->right = row && w->right > end ? w->right : end;
    w->depths = w->depths > tree->depth[row] ? w->depths : tree->depth[row] + 1;
    w->errors += (tree->flags[row] & TREE_ERROR) != 0;
    w->incomplete += (tree->flags[row] & TREE_OPEN) != 0;
    w->slow += (w->flags[row] & WATERFALL_SLOW) != 0;
    w->slow_self += (w->flags[row] & WATERFALL_SLOW_SELF) != 0;
    if (by == NESTING_ROOT)
        w->roots++;
    else
        w->edges[by]++;
}

static void fill_rows(Arena *arena, Waterfall *w) {
    const Tree *tree = w->forest.tree;
    w->repeat = arena_grow(arena, NULL, w->count * (sizeof *w->repeat + sizeof *w->flags));
    w->flags = (uint8_t *)(w->repeat + w->count);
    memset(w->repeat, 0xff, w->count * sizeof *w->repeat);
    for (uint32_t row = 0; row < w->count; row++) {
        w->flags[row] = operations_slowness(w, tree->total[row], tree->self[row]);
        count_row(w, row);
    }
}

static bool look_closely(Arena *arena, Waterfall *w, const DeriveInput *input) {
    operations_find_thresholds(w);
    fill_rows(arena, w);
    operations_find_links(arena, w);
    if (!operations_find_paths(arena, w, input->progress))
        return false;
    operations_count_channels(arena, w, input->frames);
    operations_find_repeats(arena, w, input->frames);
    return !progress_stopped(input->progress);
}

/* One track is nested already, as the file says. */
static OperationsForest find_forest(Arena *arena, const DeriveInput *input, bool by_time) {
    Operations operations = gather(arena, input);
    if (operations.nesting && !by_time)
        return (OperationsForest){operations.list, operations.nesting, input->tracks[0]->tree};
    Nesting *nesting = arena_one(arena, Nesting);
    *nesting = nesting_build(arena, &operations, by_time);
    return (OperationsForest){operations.list, nesting, span_tree(arena, nesting, operations.list)};
}

Waterfall *operations_analyse(Arena *arena, const DeriveInput *input, OperationsOptions options) {
    Waterfall *w = arena_one(arena, Waterfall);
    w->options = options;
    w->forest = find_forest(arena, input, options.by_time);
    w->count = w->forest.nesting->count;
    w->cycles = w->forest.nesting->cycles;
    w->by_start = w->forest.nesting->by_start;
    return look_closely(arena, w, input) ? w : NULL;
}
