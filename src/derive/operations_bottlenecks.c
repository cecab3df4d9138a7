/* Who is slow: nearest rank over all durations, and, because roots always win that, over all self times. */
#include "derive/operations_parts.h"

#include "base/sort.h"

#include <math.h>
#include <string.h>

uint32_t operations_rank(double percentile, uint32_t n) {
    double rank = ceil(percentile / 100 * n) - 1;
    return rank <= 0 ? 0 : rank >= n ? n - 1 : (uint32_t)rank;
}

void operations_find_bottlenecks(Waterfall *w, const double *durations, double *room) {
    if (!w->count)
        return;
    uint32_t rank = operations_rank(w->options.percentile, w->count);
    memcpy(room, durations, w->count * sizeof *room);
    w->threshold = select_nth(room, w->count, rank);
    for (uint32_t row = 0; row < w->count; row++)
        room[row] = w->rows[row].self;
    w->self_threshold = select_nth(room, w->count, rank);
    for (uint32_t i = 0; i < w->count; i++) {
        WaterfallRow *row = &w->rows[i];
        bool slow = durations[i] > 0 && durations[i] >= w->threshold,
             slow_self = row->self > 0 && row->self >= w->self_threshold;
        row->flags |= (uint8_t)((slow ? WATERFALL_SLOW : 0) | (slow_self ? WATERFALL_SLOW_SELF : 0));
        w->slow += slow;
        w->slow_self += slow_self;
    }
}
