/* Figures per channel. Rows come sorted by duration, so that each channel's share of them is sorted too. */
#include "derive/operations_parts.h"

#include "base/sort.h"

#include <math.h>

typedef struct Count {
    Waterfall *w;
    const Frames *frames;
    uint32_t *channel_of; /* by frame */
    uint32_t *channel_at; /* by row */
    uint32_t *timed;      /* by channel: durations above 0 */
    uint32_t *first;      /* by channel: where they begin in values */
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
    double duration = operation_duration(row->operation);
    channel->count++;
    channel->errors += row->operation->status == OPERATION_ERROR;
    channel->incomplete += row->operation->status == OPERATION_INCOMPLETE;
    channel->total += duration;
    channel->self += row->self;
    channel->critical += row->flags & WATERFALL_CRITICAL ? row->critical : 0;
    count->timed[*slot] += duration > 0;
}

static void fill_figures(WaterfallChannel *channel, const double *values, uint32_t n) {
    channel->average = n ? channel->total / n : NAN;
    channel->p50 = n ? values[operations_rank(50, n)] : NAN;
    channel->p95 = n ? values[operations_rank(95, n)] : NAN;
    channel->p99 = n ? values[operations_rank(99, n)] : NAN;
    channel->min = n ? values[0] : NAN;
    channel->max = n ? values[n - 1] : NAN;
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

void operations_count_channels(Arena *arena, Waterfall *w, const Frames *frames, const RadixItem *durations) {
    Arena *scratch = arena_new();
    Count count = {.w = w, .frames = frames};
    size_t most = frames->count < w->count ? frames->count : w->count;
    count.channel_of = arena_grow(scratch, NULL, frames->count * sizeof(uint32_t));
    memset(count.channel_of, 0xff, frames->count * sizeof(uint32_t));
    count.timed = arena_many(scratch, uint32_t, most);
    count.first = arena_many(scratch, uint32_t, most + 1);
    count.channel_at = arena_grow(scratch, NULL, w->count * sizeof(uint32_t));
    count.values = arena_grow(scratch, NULL, w->count * sizeof(double));
    w->channels = arena_many(scratch, WaterfallChannel, most);
    for (uint32_t row = 0; row < w->count; row++)
        add_row(&count, row);
    for (size_t c = 0; c < w->channel_count; c++) {
        count.first[c + 1] = count.first[c] + count.timed[c];
        count.timed[c] = 0;
    }
    for (uint32_t k = 0; k < w->count; k++) {
        uint32_t c = count.channel_at[durations[k].value];
        double duration = radix_value(durations[k].key);
        if (duration > 0)
            count.values[count.first[c] + count.timed[c]++] = duration;
    }
    for (size_t c = 0; c < w->channel_count; c++)
        fill_figures(&w->channels[c], count.values + count.first[c], count.timed[c]);
    order_channels(arena, scratch, &count);
    arena_free(scratch);
}
