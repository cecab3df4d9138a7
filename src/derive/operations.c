/* Gathers the operations of the tracks, nests them, and lets the parts look at the rows one after another. */
#include "derive/operations_parts.h"

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

static void fill_row(Waterfall *w, uint32_t row, const Operations *operations, const Nesting *nesting) {
    const Operation *operation = &operations->list[nesting->operation[row]];
    w->rows[row] = (WaterfallRow){.operation = operation,
                                  .self = nesting->self[row],
                                  .parent = nesting->parent[row],
                                  .end = nesting->end[row],
                                  .depth = nesting->depth[row],
                                  .repeat = WATERFALL_NONE,
                                  .by = nesting->by[row]};
    w->left = row && w->left < operation->start ? w->left : operation->start;
    w->right = row && w->right > operation->end ? w->right : operation->end;
    w->depths = w->depths > nesting->depth[row] ? w->depths : nesting->depth[row] + 1;
    w->errors += operation->status == OPERATION_ERROR;
    w->incomplete += operation->status == OPERATION_INCOMPLETE;
    if (nesting->by[row] == NESTING_ROOT)
        w->roots++;
    else
        w->edges[nesting->by[row]]++;
}

/* One track nests as its tree does already, unless by time alone. */
static void fill_rows(Arena *arena, Waterfall *w, const Operations *operations) {
    bool ready = operations->nesting && !w->options.by_time;
    Arena *scratch = arena_new();
    Nesting nesting = ready ? *operations->nesting : nesting_build(scratch, operations, w->options.by_time);
    w->count = nesting.count;
    w->cycles = nesting.cycles;
    w->rows = arena_grow(arena, NULL, w->count * sizeof *w->rows);
    w->by_start = nesting.by_start;
    if (!ready)
        arena_adopt(arena, scratch, nesting.by_start);
    for (uint32_t row = 0; row < w->count; row++)
        fill_row(w, row, operations, &nesting);
    arena_free(scratch);
}

static bool look_closer(Arena *arena, Waterfall *w, const DeriveInput *input) {
    Arena *scratch = arena_new();
    double *durations = arena_grow(scratch, NULL, 2 * (size_t)w->count * sizeof *durations),
           *room = durations + w->count;
    for (uint32_t row = 0; row < w->count; row++)
        durations[row] = operation_duration(w->rows[row].operation);
    operations_find_links(arena, w);
    operations_find_bottlenecks(w, durations, room);
    bool ok = operations_find_paths(arena, w, input->progress);
    if (ok) {
        operations_count_channels(arena, w, input->frames, durations, room);
        operations_find_repeats(arena, w, input->frames);
    }
    arena_free(scratch);
    return ok && !progress_stopped(input->progress);
}

Waterfall *operations_analyse(Arena *arena, const DeriveInput *input, OperationsOptions options) {
    Waterfall *w = arena_one(arena, Waterfall);
    w->options = options;
    Operations operations = gather(arena, input);
    fill_rows(arena, w, &operations);
    return look_closer(arena, w, input) ? w : NULL;
}
