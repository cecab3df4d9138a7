/* Who is slow: nearest rank over all durations, and, because roots always win that, over all self times. */
#include "derive/operations_parts.h"

#include "base/sort.h"

#include <math.h>

uint32_t operations_rank(double percentile, uint32_t n) {
    double rank = ceil(percentile / 100 * n) - 1;
    return rank <= 0 ? 0 : rank >= n ? n - 1 : (uint32_t)rank;
}

static double self_at(const Waterfall *w, uint32_t rank) {
    Arena *scratch = arena_new();
    double *self = arena_grow(scratch, NULL, w->count * sizeof *self);
    for (uint32_t row = 0; row < w->count; row++)
        self[row] = w->rows[row].self;
    double value = select_nth(self, w->count, rank);
    arena_free(scratch);
    return value;
}

void operations_find_bottlenecks(Waterfall *w, const RadixItem *durations) {
    if (!w->count)
        return;
    uint32_t rank = operations_rank(w->options.percentile, w->count);
    w->threshold = radix_value(durations[rank].key);
    w->self_threshold = self_at(w, rank);
    for (uint32_t i = 0; i < w->count; i++) {
        WaterfallRow *row = &w->rows[i];
        double duration = operation_duration(row->operation);
        bool slow = duration > 0 && duration >= w->threshold,
             slow_self = row->self > 0 && row->self >= w->self_threshold;
        row->flags |= (uint8_t)((slow ? WATERFALL_SLOW : 0) | (slow_self ? WATERFALL_SLOW_SELF : 0));
        w->slow += slow;
        w->slow_self += slow_self;
    }
}
