/* One linear scan per track. Preorder makes "once however often it recurs" a compare: a node is inside an outer one of its
 * function as long as its id is below that one's end. */
#include "derive/hotspots.h"

#include "base/sort.h"
#include "derive/hotspots_order.h"
#include "derive/slice.h"

#include <math.h>

enum { POLL_TRACKS = 64 };

typedef struct Sum {
    double self, total;
    uint64_t calls, samples_self, samples_total;
    uint64_t covered;   /* first position that is not inside the last outermost node of this function */
    uint64_t durations; /* place of its next duration */
    bool occurs;
} Sum;

typedef struct Gather {
    Arena *scratch;
    const DeriveInput *input;
    const Tree **trees; /* by track */
    Sum *sums;          /* by FrameId */
    uint64_t passed;    /* nodes of the tracks before: makes positions unique */
    double outside, roots;
    uint64_t samples;
    bool has_calls;
} Gather;

static bool is_calls(const Track *track) {
    return track->kind == TRACK_EVENTS || track->kind == TRACK_SPANS;
}

/* Samples in each whole subtree; NULL where the track does not count any. */
static uint64_t *samples_below(Arena *scratch, const Track *track, const Tree *tree) {
    if (is_calls(track) || !tree->hits)
        return NULL;
    uint64_t *below = arena_many(scratch, uint64_t, tree->count);
    for (uint32_t i = tree->count; i-- > 0;) {
        below[i] += tree->hits[i];
        if (tree->parent[i] != TREE_NONE)
            below[tree->parent[i]] += below[i];
    }
    return below;
}

static void add_tree(Gather *g, const Tree *tree, const uint64_t *below) {
    for (uint32_t i = 0; i < tree->count; i++) {
        Sum *sum = &g->sums[tree->frame[i]];
        sum->occurs = true;
        sum->self += tree->self[i];
        sum->calls++;
        sum->samples_self += below ? tree->hits[i] : 0;
        if (g->passed + i < sum->covered)
            continue;
        sum->covered = g->passed + tree->end[i];
        sum->total += tree->total[i];
        sum->samples_total += below ? below[i] : 0;
    }
    g->passed += tree->count;
}

/* An end without a start is no call. */
static void forget_startless(Gather *g, const Track *track) {
    for (uint32_t i = 0; i < track->operations.count; i++) {
        const Operation *o = &track->operations.list[i];
        if (o->no_start && g->sums[o->frame].calls > 0)
            g->sums[o->frame].calls--;
    }
}

static void add_track(Gather *g, size_t index) {
    const Track *track = g->input->tracks[index];
    Slice slice = slice_take(g->scratch, track, g->input->from, g->input->to);
    g->trees[index] = slice.tree;
    g->outside += slice.outside;
    g->roots += slice.tree->sum + slice.outside;
    g->samples += slice.samples;
    g->has_calls |= is_calls(track);
    Arena *scratch = arena_new();
    add_tree(g, slice.tree, samples_below(scratch, track, slice.tree));
    arena_free(scratch);
    forget_startless(g, track);
}

/* ---- rows ---- */

static bool is_row(const Frames *frames, FrameId frame) {
    FrameKind kind = frames->list[frame].kind;
    return kind != FRAME_ROOT && kind != FRAME_IDLE && kind != FRAME_UNKNOWN;
}

static Hotspot row_from(FrameId frame, const Sum *sum, bool has_calls) {
    return (Hotspot){
        .frame = frame,
        .self = sum->self,
        .total = fmax(sum->total, sum->self), /* parallel recursion works more than it lasts */
        .calls = has_calls ? sum->calls : 0,
        .samples_self = sum->samples_self,
        .samples_total = sum->samples_total,
        .min = NAN,
        .average = NAN,
        .p50 = NAN,
        .p95 = NAN,
        .p99 = NAN,
        .max = NAN,
    };
}

static void fill_rows(const Gather *g, Hotspots *out) {
    const Frames *frames = g->input->frames;
    double own = 0;
    for (FrameId f = 0; f < frames->count; f++) {
        const Sum *sum = &g->sums[f];
        if (!sum->occurs)
            continue;
        if (is_row(frames, f)) {
            out->row_of[f] = (uint32_t)out->count;
            out->rows[out->count++] = row_from(f, sum, g->has_calls);
            out->has_files |= frames->list[f].file != 0;
            own += sum->self;
        } else if (frames->list[f].kind == FRAME_IDLE) {
            out->idle += sum->self;
        } else {
            out->unattributed += sum->self;
        }
    }
    out->unattributed += g->outside;
    out->active = own + out->unattributed;
    out->total = out->active + out->idle;
    out->roots = g->roots;
}

/* ---- percentiles ---- */

/* Durations of all calls, those of one function side by side; sums[f].durations ends behind those of f. */
static double *group_durations(Gather *g) {
    uint64_t at = 0;
    for (size_t f = 0; f < g->input->frames->count; f++)
        g->sums[f].durations = 0;
    for (size_t t = 0; t < g->input->track_count; t++)
        for (uint32_t i = 0; i < g->trees[t]->count && is_calls(g->input->tracks[t]); i++)
            g->sums[g->trees[t]->frame[i]].durations++;
    for (size_t f = 0; f < g->input->frames->count; f++) {
        uint64_t n = g->sums[f].durations;
        g->sums[f].durations = at;
        at += n;
    }
    double *durations = arena_many(g->scratch, double, at);
    for (size_t t = 0; t < g->input->track_count; t++)
        for (uint32_t i = 0; i < g->trees[t]->count && is_calls(g->input->tracks[t]); i++)
            durations[g->sums[g->trees[t]->frame[i]].durations++] = g->trees[t]->total[i];
    return durations;
}

/* The value at a percentile. Those before *done are known to be no greater than the rest, and so are more afterwards. */
static double nearest_rank(double *values, size_t n, double percent, size_t *done) {
    size_t rank = (size_t)ceil(percent / 100 * (double)n), at = rank ? rank - 1 : 0;
    double value = select_nth(values + *done, n - *done, at - *done);
    *done = at;
    return value;
}

static void describe(Hotspot *row, double *values, size_t n) {
    double sum = 0;
    size_t done = 0;
    row->min = row->max = values[0];
    for (size_t i = 0; i < n; i++) {
        row->min = values[i] < row->min ? values[i] : row->min;
        row->max = values[i] > row->max ? values[i] : row->max;
        sum += values[i];
    }
    row->average = sum / (double)n;
    row->p50 = nearest_rank(values, n, 50, &done);
    row->p95 = nearest_rank(values, n, 95, &done);
    row->p99 = nearest_rank(values, n, 99, &done);
}

static void add_percentiles(Gather *g, Hotspots *out) {
    double *durations = group_durations(g);
    uint64_t from = 0;
    for (FrameId f = 0; f < g->input->frames->count; f++) {
        uint64_t to = g->sums[f].durations;
        if (to > from && out->row_of[f] != UINT32_MAX)
            describe(&out->rows[out->row_of[f]], durations + from, to - from);
        from = to;
    }
}

static bool gather_all(Gather *g) {
    for (size_t i = 0; i < g->input->track_count; i++) {
        add_track(g, i);
        if (i % POLL_TRACKS == 0 && progress_stopped(g->input->progress))
            return false;
    }
    return !progress_stopped(g->input->progress);
}

static Hotspots *make_rows(Arena *arena, Gather *g, bool table) {
    size_t frames = g->input->frames->count, occurring = 0;
    for (size_t f = 0; f < frames; f++)
        occurring += g->sums[f].occurs;
    Hotspots *out = arena_one(arena, Hotspots);
    out->rows = arena_many(arena, Hotspot, occurring);
    out->row_of = arena_many(arena, uint32_t, frames);
    for (size_t f = 0; f < frames; f++)
        out->row_of[f] = UINT32_MAX;
    out->samples = g->samples;
    out->has_calls = g->has_calls;
    out->unit = g->input->track_count ? g->input->tracks[0]->unit : (Unit){.kind = UNIT_OTHER};
    fill_rows(g, out);
    if (table)
        hotspots_order_rows(arena, out, g->input->frames);
    if (table && g->has_calls)
        add_percentiles(g, out);
    return out;
}

Hotspots *derive_hotspots(Arena *arena, const DeriveInput *input, bool table) {
    Arena *scratch = arena_new();
    Gather g = {.scratch = scratch, .input = input};
    g.trees = arena_many(scratch, const Tree *, input->track_count);
    g.sums = arena_many(scratch, Sum, input->frames->count);
    Hotspots *out = gather_all(&g) ? make_rows(arena, &g, table) : NULL;
    arena_free(scratch);
    return out;
}

bool hotspots_overlap(const Hotspots *hotspots) {
    return hotspots->has_calls && hotspots->total > hotspots->roots * (1 + 1e-9);
}

const char *hotspot_reading(const Hotspots *hotspots, const Hotspot *row) {
    if (row->total > 0 && row->self >= 0.8 * row->total && row->self >= 0.03 * hotspots->active)
        return "own work";
    if (row->self < 0.15 * row->total && row->total >= 0.2 * hotspots->active)
        return "calls others";
    return NULL;
}

const char *frame_kind_word(FrameKind kind) {
    static const char *const words[] = {
        [FRAME_CODE] = "code", [FRAME_NATIVE] = "native", [FRAME_PROGRAM] = "program", [FRAME_GC] = "gc",
        [FRAME_IDLE] = "",     [FRAME_ROOT] = "",         [FRAME_UNKNOWN] = "",
    };
    return words[kind];
}
