/* Who is slow: nearest rank over all durations, and, because roots always win that, over all self times. */
#include "derive/operations_parts.h"

#include "base/sort.h"

#include <math.h>

uint32_t operations_rank(double percentile, uint32_t n) {
    double rank = ceil(percentile / 100 * n) - 1;
    return rank <= 0 ? 0 : rank >= n ? n - 1 : (uint32_t)rank;
}

void operations_find_thresholds(Waterfall *w) {
    const Tree *tree = w->forest.tree;
    uint32_t n = tree->count;
    if (!n)
        return;
    Arena *scratch = arena_new();
    double *room = arena_grow(scratch, NULL, n * sizeof *room);
    uint32_t rank = operations_rank(w->options.percentile, n);
    w->threshold = select_among(tree->total, n, rank, room);
    w->self_threshold = select_among(tree->self, n, rank, room);
    arena_free(scratch);
}

uint8_t operations_slowness(const Waterfall *w, double duration, double self) {
    bool slow = duration > 0 && duration >= w->threshold, slow_self = self > 0 && self >= w->self_threshold;
    return (uint8_t)((slow ? WATERFALL_SLOW : 0) | (slow_self ? WATERFALL_SLOW_SELF : 0));
}
