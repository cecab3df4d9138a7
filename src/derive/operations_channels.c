/* Figures per channel: the durations of each are put together, and percentiles picked among them. */
#include "derive/operations_parts.h"

#include "base/sort.h"

#include <math.h>

typedef struct Count {
    Waterfall *w;
    const Frames *frames;
    const double *durations; /* by row */
    uint32_t *channel_of;    /* by frame */
    uint32_t *channel_at;    /* by row */
    uint32_t *timed;         /* by channel: durations above 0 */
    uint32_t *first;         /* by channel: where they begin in values */
    double *values;
} Count;

static void add_row(Count *count, uint32_t index) {
    const WaterfallRow *row = &count->w->rows[index];
    WaterfallChannel *channels = count->w->channels;
    uint32_t *slot = &count->channel_of[row->operation->frame];
    if (*slot == WATERFALL_NONE) {
        *slot = (uint32_t)count->w->channel_count++;
        channels[*slot] = (WaterfallChannel){.frame = row->operation->frame};
    }
    count->channel_at[index] = *slot;
    WaterfallChannel *channel = &channels[*slot];
    double duration = count->durations[index];
    channel->count++;
    channel->errors += row->operation->status == OPERATION_ERROR;
    channel->incomplete += row->operation->status == OPERATION_INCOMPLETE;
    channel->total += duration;
    channel->self += row->self;
    channel->critical += row->flags & WATERFALL_CRITICAL ? row->critical : 0;
    count->timed[*slot] += duration > 0;
}

/* What stands at the percentile of n values, from which on none is smaller; *from is where to look, then where it is. */
static double pick(double *values, uint32_t n, double percentile, uint32_t *from) {
    uint32_t rank = operations_rank(percentile, n), before = *from;
    *from = rank;
    return select_nth(values + before, n - before, rank - before);
}

/* All values above 0. */
static void fill_figures(WaterfallChannel *channel, double *values, uint32_t n) {
    uint32_t from = 0;
    channel->average = n ? channel->total / n : NAN;
    channel->p50 = n ? pick(values, n, 50, &from) : NAN;
    channel->p95 = n ? pick(values, n, 95, &from) : NAN;
    channel->p99 = n ? pick(values, n, 99, &from) : NAN;
    channel->min = channel->max = n ? values[0] : NAN;
    for (uint32_t i = 0; i < n; i++) {
        channel->min = values[i] < channel->min ? values[i] : channel->min;
        channel->max = values[i] > channel->max ? values[i] : channel->max;
    }
}

static bool stands_behind(const void *context, uint32_t a, uint32_t b) {
    const Count *count = context;
    const WaterfallChannel *x = &count->w->channels[a], *y = &count->w->channels[b];
    if (x->total != y->total)
        return x->total < y->total;
    return str_compare(frame_name(count->frames, x->frame), frame_name(count->frames, y->frame)) > 0;
}

static void order_channels(Arena *arena, Arena *scratch, Count *count) {
    uint32_t n = (uint32_t)count->w->channel_count;
    uint32_t *order = arena_many(scratch, uint32_t, n), *room = arena_many(scratch, uint32_t, n);
    WaterfallChannel *sorted = arena_many(arena, WaterfallChannel, n);
    for (uint32_t i = 0; i < n; i++)
        order[i] = i;
    sort_indices(order, n, room, stands_behind, count);
    for (uint32_t i = 0; i < n; i++)
        sorted[i] = count->w->channels[order[i]];
    count->w->channels = sorted;
}

void operations_count_channels(Arena *arena, Waterfall *w, const Frames *frames, const double *durations,
                               double *room) {
    Arena *scratch = arena_new();
    Count count = {.w = w, .frames = frames, .durations = durations, .values = room};
    size_t most = frames->count < w->count ? frames->count : w->count;
    count.channel_of = arena_grow(scratch, NULL, frames->count * sizeof(uint32_t));
    memset(count.channel_of, 0xff, frames->count * sizeof(uint32_t));
    count.timed = arena_many(scratch, uint32_t, most);
    count.first = arena_many(scratch, uint32_t, most + 1);
    count.channel_at = arena_grow(scratch, NULL, w->count * sizeof(uint32_t));
    w->channels = arena_many(scratch, WaterfallChannel, most);
    for (uint32_t row = 0; row < w->count; row++)
        add_row(&count, row);
    for (size_t c = 0; c < w->channel_count; c++) {
        count.first[c + 1] = count.first[c] + count.timed[c];
        count.timed[c] = 0;
    }
    for (uint32_t row = 0; row < w->count; row++) {
        uint32_t c = count.channel_at[row];
        if (durations[row] > 0)
            count.values[count.first[c] + count.timed[c]++] = durations[row];
    }
    for (size_t c = 0; c < w->channel_count; c++)
        fill_figures(&w->channels[c], count.values + count.first[c], count.timed[c]);
    order_channels(arena, scratch, &count);
    arena_free(scratch);
}
