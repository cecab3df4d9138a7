/* Figures per channel: the durations of each are put together, and percentiles picked among them. */
#include "derive/operations_parts.h"

#include "base/sort.h"

#include <math.h>

typedef struct Count {
    Waterfall *w;
    const Tree *tree;
    const Frames *frames;
    uint32_t *channel_of; /* by frame */
    uint32_t *timed;      /* by channel: durations above 0 */
    uint32_t *first;      /* by channel: where they begin in values */
    double *values;
} Count;

static void add_row(Count *count, uint32_t row) {
    const Tree *tree = count->tree;
    WaterfallChannel *channels = count->w->channels;
    uint32_t *slot = &count->channel_of[tree->frame[row]];
    if (*slot == WATERFALL_NONE) {
        *slot = (uint32_t)count->w->channel_count++;
        channels[*slot] = (WaterfallChannel){.frame = tree->frame[row]};
    }
    WaterfallChannel *channel = &channels[*slot];
    channel->count++;
    channel->errors += (tree->flags[row] & TREE_ERROR) != 0;
    channel->incomplete += (tree->flags[row] & TREE_OPEN) != 0;
    channel->total += tree->total[row];
    channel->self += tree->self[row];
    count->timed[*slot] += tree->total[row] > 0;
}

/* What of the critical paths is theirs. */
static void add_critical(Count *count) {
    const Waterfall *w = count->w;
    for (size_t i = 0; i < w->step_count; i++)
        w->channels[count->channel_of[count->tree->frame[w->steps[i].row]]].critical += w->steps[i].own;
}

/* The durations of each channel, one behind the other. */
static void gather_values(Count *count) {
    for (size_t c = 0; c < count->w->channel_count; c++) {
        count->first[c + 1] = count->first[c] + count->timed[c];
        count->timed[c] = 0;
    }
    for (uint32_t row = 0; row < count->tree->count; row++) {
        uint32_t c = count->channel_of[count->tree->frame[row]];
        if (count->tree->total[row] > 0)
            count->values[count->first[c] + count->timed[c]++] = count->tree->total[row];
    }
}

static double pick(const double *values, uint32_t n, double percentile, double *room) {
    return n ? select_among(values, n, operations_rank(percentile, n), room) : NAN;
}

/* All values above 0. */
static void fill_figures(WaterfallChannel *channel, const double *values, uint32_t n, double *room) {
    channel->average = n ? channel->total / n : NAN;
    channel->p50 = pick(values, n, 50, room);
    channel->p95 = pick(values, n, 95, room);
    channel->p99 = pick(values, n, 99, room);
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

void operations_count_channels(Arena *arena, Waterfall *w, const Frames *frames) {
    Arena *scratch = arena_new();
    Count count = {.w = w, .tree = w->forest.tree, .frames = frames};
    size_t most = frames->count < w->count ? frames->count : w->count;
    count.channel_of = arena_grow(scratch, NULL, frames->count * sizeof(uint32_t));
    memset(count.channel_of, 0xff, frames->count * sizeof(uint32_t));
    count.timed = arena_many(scratch, uint32_t, most);
    count.first = arena_many(scratch, uint32_t, most + 1);
    w->channels = arena_many(scratch, WaterfallChannel, most);
    for (uint32_t row = 0; row < w->count; row++)
        add_row(&count, row);
    add_critical(&count);
    count.values = arena_grow(scratch, NULL, w->count * sizeof *count.values);
    gather_values(&count);
    uint32_t longest = 0;
    for (size_t c = 0; c < w->channel_count; c++)
        longest = count.timed[c] > longest ? count.timed[c] : longest;
    double *near = arena_grow(scratch, NULL, longest * sizeof *near);
    for (size_t c = 0; c < w->channel_count; c++)
        fill_figures(&w->channels[c], count.values + count.first[c], count.timed[c], near);
    order_channels(arena, scratch, &count);
    arena_free(scratch);
}
