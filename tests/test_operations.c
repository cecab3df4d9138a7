/* derive/operations: named cases, random sets against slow definitions, depth and size. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "derive/operations.h"

typedef struct Set {
    Arena *arena;
    Frames frames;
    Track track;
    const Track *tracks[1];
    DeriveInput input;
} Set;

static Set set_new(uint32_t room) {
    Set set = {.arena = arena_new()};
    set.frames = frames_new(set.arena);
    set.track.operations.list = arena_many(set.arena, Operation, room);
    set.track.operations.contain = true;
    return set;
}

static const Waterfall *analyse(Set *set, OperationsOptions options) {
    set->tracks[0] = &set->track;
    set->input = (DeriveInput){.frames = &set->frames, .tracks = set->tracks, .track_count = 1};
    Waterfall *w = operations_analyse(set->arena, &set->input, options);
    ck_assert_ptr_nonnull(w);
    return w;
}

static Operation *add(Set *set, const char *channel, const char *label, double start, double end) {
    Operation *o = &set->track.operations.list[set->track.operations.count++];
    *o = (Operation){.frame = frames_add_name(&set->frames, str_from(channel), FRAME_CODE),
                     .label = intern_add(set->frames.strings, str_from(label)),
                     .parent = TREE_NONE,
                     .start = start,
                     .end = end};
    return o;
}

/* "a 0 10; b 2 5": channel start end in ms, end - for none. */
static Set parse(const char *text) {
    Set set = set_new(64);
    char name[8], end[8];
    double start;
    int used;
    while (sscanf(text, " %7s %lf %7[^; ]%n", name, &start, end, &used) == 3) {
        Operation *o = add(&set, name, "", start * 1e6, (end[0] == '-' ? start : atof(end)) * 1e6);
        o->status = end[0] == '-' ? OPERATION_INCOMPLETE : OPERATION_SUCCESS;
        text += used;
        text += *text == ';';
    }
    return set;
}

static Str name_of(const Set *set, const Waterfall *w, uint32_t row) {
    return frame_name(&set->frames, waterfall_row(w, row).operation->frame);
}

/* Links "a>b3", bottlenecks "!a", self "@a", the path with own time, savings and why "|a5/9 b3/3<" in ms. */
static Str show(const Set *set, const Waterfall *w) {
    Text out = text_new(set->arena);
    for (size_t i = 0; i < w->link_count; i++)
        text_addf(&out, " %.*s>%.*s%g", STR_ARG(name_of(set, w, w->links[i].source)),
                  STR_ARG(name_of(set, w, w->links[i].target)), waterfall_gap(w, &w->links[i]) / 1e6);
    for (uint32_t i = 0; i < w->count; i++)
        text_addf(&out, "%s%s%s%.*s", waterfall_row(w, i).flags & 3 ? " " : "",
                  waterfall_row(w, i).flags & WATERFALL_SLOW ? "!" : "",
                  waterfall_row(w, i).flags & WATERFALL_SLOW_SELF ? "@" : "", waterfall_row(w, i).flags & 3 ? 8 : 0,
                  name_of(set, w, i).data);
    for (size_t p = 0; p < w->path_count; p++) {
        text_add_c(&out, " |");
        for (uint32_t s = 0; s < w->paths[p].step_count; s++) {
            const WaterfallStep *step = &w->steps[w->paths[p].first_step + s];
            text_addf(&out, " %.*s%g/%g", STR_ARG(name_of(set, w, step->row)), step->own / 1e6, step->saves / 1e6);
            if (step->why != WHY_ROOT)
                text_addf(&out, "%s%.*s%g", step->why == WHY_LAST ? "^" : "<", STR_ARG(name_of(set, w, step->other)),
                          step->gap / 1e6);
        }
    }
    return text_str(&out);
}

static const struct {
    const char *in, *want;
} rows[] = {
    {"", ""},
    /* the article's request: links within 5 ms, the root and the query are slow */
    {"req 0 400; auth 5 25; kv 27 60; db 66 300; row 70 90; pub 303 390",
     " auth>kv2 !req @db | req26/400 auth20/20<kv2 kv33/33<db6 db214/234<pub3 row20/20^db210 pub87/87^req10"},
    /* of two that run at once the later end is waited for, and saves only what it ends later */
    {"r 0 100; a 10 80; b 20 90", " !r @a @b | r30/100 b70/10^r10"},
    /* who outlives its parent was not waited for: no child by time, so two roots here */
    {"r 0 100; a 10 120", " !@a"},
    /* touching: gap 0; a gap over 5 ms is none */
    {"a 0 10; b 10 20; c 26 30", " a>b0 !@a !@b"},
    /* an operation without an end starts nothing */
    {"a 0 -; b 3 5", " !@b"},
    {"a 0 0; b 0 0", " a>b0"}, /* nothing takes time: no bottleneck */
};

START_TEST(cases) {
    Set set = parse(rows[_i].in);
    Str text = show(&set, analyse(&set, OPERATIONS_DEFAULTS));
    ck_assert_msg(str_is(text, rows[_i].want), "%.*s", STR_ARG(text));
    arena_free(set.arena);
}
END_TEST

static uint64_t dice(uint64_t *state, uint64_t sides) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state % sides;
}

static Set random_set(uint64_t *state) {
    static const char *const channels[] = {"a", "b", "c"}, *const labels[] = {"", "SELECT 1", "SELECT 22", "GET /x"};
    Set set = set_new(80);
    uint32_t n = (uint32_t)dice(state, 80);
    for (uint32_t i = 0; i < n; i++) {
        double start = (double)dice(state, 60) * 1e6, end = start + (double)dice(state, 40) * 1e6;
        Operation *o = add(&set, channels[dice(state, 3)], labels[dice(state, 4)], start, end);
        o->status = (uint8_t)dice(state, 3);
        o->no_start = dice(state, 9) == 0;
        if (o->status == OPERATION_INCOMPLETE || o->no_start)
            o->end = o->start;
        if (dice(state, 4) == 0)
            o->parent = (uint32_t)dice(state, n);
        o->parent_by = (uint8_t)(1 + dice(state, 2));
    }
    return set;
}

static double duration(const Waterfall *w, uint32_t row) {
    return operation_duration(waterfall_row(w, row).operation);
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The k-th of the values that pass: NAN when none does. */
static double slow_percentile(const Waterfall *w, double percentile, int channel, bool self, bool above_zero) {
    double values[80];
    int n = 0;
    for (uint32_t i = 0; i < w->count; i++)
        if ((channel < 0 || waterfall_row(w, i).operation->frame == (FrameId)channel) &&
            (!above_zero || duration(w, i) > 0))
            values[n++] = self ? waterfall_row(w, i).self : duration(w, i);
    qsort(values, (size_t)n, sizeof *values, by_value);
    int rank = (int)ceil(percentile / 100 * n) - 1;
    return n ? values[rank < 0 ? 0 : rank] : NAN;
}

static void check_bottlenecks(const Waterfall *w) {
    for (uint32_t i = 0; i < w->count; i++) {
        bool slow = duration(w, i) > 0 && duration(w, i) >= slow_percentile(w, w->options.percentile, -1, false, false);
        bool self = waterfall_row(w, i).self > 0 &&
                    waterfall_row(w, i).self >= slow_percentile(w, w->options.percentile, -1, true, false);
        ck_assert_int_eq(slow, (waterfall_row(w, i).flags & WATERFALL_SLOW) != 0);
        ck_assert_int_eq(self, (waterfall_row(w, i).flags & WATERFALL_SLOW_SELF) != 0);
    }
}

static void check_channels(const Waterfall *w) {
    uint32_t sum = 0;
    for (size_t c = 0; c < w->channel_count; c++) {
        const WaterfallChannel *channel = &w->channels[c];
        sum += channel->count;
        ck_assert(c == 0 || channel->total <= w->channels[c - 1].total);
        double want = slow_percentile(w, 95, (int)channel->frame, false, true);
        ck_assert(isnan(want) ? isnan(channel->p95) : channel->p95 == want);
        ck_assert(isnan(want) || (channel->min <= channel->p50 && channel->p99 <= channel->max));
    }
    ck_assert_uint_eq(sum, w->count);
}

/* Every pair, asked whether one comes right after the other. */
static void check_links(const Waterfall *w) {
    size_t found = 0;
    for (uint32_t k = 0; k + 1 < w->count; k++) {
        const Operation *a = waterfall_row(w, w->by_start[k]).operation,
                        *b = waterfall_row(w, w->by_start[k + 1]).operation;
        ck_assert(a->start < b->start || (a->start == b->start && a->end >= b->end));
        double gap = b->start - a->end;
        bool open = a->status == OPERATION_INCOMPLETE && !a->no_start;
        if (open || gap < 0 || gap > w->options.gap)
            continue;
        ck_assert_uint_lt(found, w->link_count);
        ck_assert_uint_eq(w->links[found].source, w->by_start[k]);
        ck_assert_uint_eq(w->links[found].target, w->by_start[k + 1]);
        ck_assert_double_eq(waterfall_gap(w, &w->links[found++]), gap);
    }
    ck_assert_uint_eq(found, w->link_count);
}

/* The path by its definition: own time and savings of each row on it. */
typedef struct Slow {
    const Waterfall *w;
    double critical[80], saves[80];
    int visited;
} Slow;

static uint32_t last_to_end(const Waterfall *w, uint32_t parent, uint32_t but, double low, double high) {
    uint32_t best = WATERFALL_NONE;
    for (uint32_t c = 0; c < w->count; c++) {
        double end = waterfall_row(w, c).operation->end;
        if (waterfall_row(w, c).parent != parent || c == but || duration(w, c) <= 0 || end > high || end <= low)
            continue;
        if (best == WATERFALL_NONE || end > waterfall_row(w, best).operation->end)
            best = c;
    }
    return best;
}

static void slow_path(Slow *slow, uint32_t row, double low, double high, double cap) {
    const Waterfall *w = slow->w;
    slow->saves[row] = cap;
    slow->visited++;
    for (uint32_t c; high > low && (c = last_to_end(w, row, WATERFALL_NONE, low, high)) != WATERFALL_NONE;) {
        const Operation *o = waterfall_row(w, c).operation;
        uint32_t rival = last_to_end(w, row, c, low, o->end);
        double bound = rival == WATERFALL_NONE ? o->start : fmax(o->start, waterfall_row(w, rival).operation->end);
        slow->critical[row] += high - o->end;
        slow_path(slow, c, fmax(o->start, low), o->end, fmin(cap, o->end - bound));
        high = fmax(o->start, low);
    }
    slow->critical[row] += fmax(0, high - low);
}

static void check_path(const Waterfall *w, uint32_t root, size_t *paths) {
    Slow slow = {.w = w};
    const Operation *o = waterfall_row(w, root).operation;
    slow_path(&slow, root, o->start, o->end, o->end - o->start);
    if (slow.visited < 2)
        return;
    const WaterfallPath *path = &w->paths[(*paths)++];
    ck_assert_uint_eq(path->root, root);
    ck_assert_int_eq((int)path->step_count, slow.visited);
    for (uint32_t s = 0; s < path->step_count; s++) {
        const WaterfallStep *step = &w->steps[path->first_step + s];
        uint32_t row = step->row;
        ck_assert_ptr_eq(waterfall_step(w, row), step);
        ck_assert(waterfall_row(w, row).flags & WATERFALL_CRITICAL);
        ck_assert_double_eq(step->own, slow.critical[row]);
        ck_assert_double_eq(step->saves, slow.saves[row]);
    }
    double at = o->start; /* the stretches follow each other without a gap and cover the root */
    for (uint32_t s = 0; s < path->segment_count; s++) {
        ck_assert_double_eq(w->segments[path->first_segment + s].from, at);
        at = w->segments[path->first_segment + s].to;
    }
    ck_assert_double_eq(at, o->end);
}

static void check_paths(const Waterfall *w) {
    size_t paths = 0;
    for (uint32_t root = 0; root < w->count; root = waterfall_row(w, root).end)
        if (duration(w, root) > 0)
            check_path(w, root, &paths);
    ck_assert_uint_eq(paths, w->path_count);
}

static bool alike(const Waterfall *w, uint32_t a, uint32_t b) {
    const Operation *x = waterfall_row(w, a).operation, *y = waterfall_row(w, b).operation;
    return waterfall_row(w, a).parent != TREE_NONE && waterfall_row(w, a).parent == waterfall_row(w, b).parent &&
           x->frame == y->frame;
}

static char shape_of(const Set *set, const Operation *o) {
    Str label = intern_str(set->frames.strings, o->label);
    return label.len ? label.data[0] : '-';
}

static void check_repeats(const Set *set, const Waterfall *w) {
    for (uint32_t i = 0; i < w->count; i++) {
        uint32_t like = 0, first = WATERFALL_NONE;
        for (uint32_t j = 0; j < w->count; j++) {
            if (!alike(w, i, j) ||
                shape_of(set, waterfall_row(w, i).operation) != shape_of(set, waterfall_row(w, j).operation))
                continue;
            first = like++ ? first : j;
        }
        ck_assert_int_eq(like >= 3, waterfall_row(w, i).repeat != WATERFALL_NONE);
        if (like < 3)
            continue;
        ck_assert_uint_eq(w->repeats[waterfall_row(w, i).repeat].count, like);
        ck_assert_uint_eq(w->repeats[waterfall_row(w, i).repeat].first, first);
    }
}

START_TEST(random_sets) {
    uint64_t state = 88172645463325252u + (uint64_t)_i;
    for (int round = 0; round < 50; round++) {
        Set set = random_set(&state);
        OperationsOptions options = {
            .by_time = _i & 1, .gap = (double)dice(&state, 8) * 1e6, .percentile = (double)dice(&state, 101)};
        const Waterfall *w = analyse(&set, options);
        ck_assert_uint_eq(w->count, set.track.operations.count);
        check_links(w);
        check_bottlenecks(w);
        check_channels(w);
        check_paths(w);
        check_repeats(&set, w);
        arena_free(set.arena);
    }
}
END_TEST

START_TEST(percentiles) { /* fewer than 20: the maximum; all equal: all */
    Set set = set_new(100);
    for (int i = 0; i < 20; i++)
        add(&set, "a", "", i * 1e3, i * 1e3 + 1 + (_i ? i : 0));
    const Waterfall *w = analyse(&set, OPERATIONS_DEFAULTS);
    ck_assert_uint_eq(w->slow, _i ? 2 : 20);
    ck_assert_double_eq(w->threshold, _i ? 19 : 1);
    arena_free(set.arena);
}
END_TEST

static const struct {
    const char *label[3];
    const char *want; /* of the group; NULL: no group */
} likes[] = {
    {{"SELECT a", "SELECT a", "SELECT a"}, "SELECT a"},
    {{"x WHERE id = 1", "x WHERE id = 22", "x WHERE id = 3.5"}, "x WHERE id = ?"},
    {{"IN (1, 2)", "IN (3)", "IN ('a', 'b c', 4)"}, "IN (?)"},
    {{"n = 'it'", "n = 'at'", "n = ''"}, "n = ?"},
    {{"GET /u/550e8400", "GET /u/7", "GET /u/deadbeef1"}, "GET /u/?"},
    {{"t1", "t2", "t1"}, NULL}, /* digits of a name are no literal */
    {{"", "", ""}, ""},
    {{"SELECT 1", "SELECT 1", ""}, NULL},
};

START_TEST(repeats) {
    Set set = set_new(8);
    add(&set, "p", "", 0, 100);
    for (int i = 0; i < 3; i++)
        add(&set, "q", likes[_i].label[i], 10 + i * 10, 15 + i * 10 + i);
    const Waterfall *w = analyse(&set, OPERATIONS_DEFAULTS);
    ck_assert_uint_eq(w->repeat_count, likes[_i].want != NULL);
    if (likes[_i].want) {
        Str label = w->repeats[0].label;
        ck_assert_msg(str_is(label, likes[_i].want), "%.*s", STR_ARG(label));
        ck_assert_double_eq(w->repeats[0].total, 18);
        ck_assert_double_eq(w->repeats[0].average, 6);
        ck_assert_double_eq(w->repeats[0].max, 7);
    }
    arena_free(set.arena);
}
END_TEST

START_TEST(several_tracks) { /* parents stay in their own track */
    Set a = parse("x 0 10; y 2 3"), b = set_new(4);
    b.frames = a.frames;
    add(&b, "z", "", 20e6, 30e6);
    add(&b, "w", "", 90e6, 95e6)->parent = 0;
    b.track.operations.list[1].parent_by = OPERATION_EXPLICIT;
    const Track *tracks[] = {&a.track, &b.track};
    DeriveInput input = {.frames = &b.frames, .tracks = tracks, .track_count = 2};
    const Waterfall *w = operations_analyse(a.arena, &input, OPERATIONS_DEFAULTS);
    ck_assert_uint_eq(w->count, 4);
    ck_assert_uint_eq(waterfall_row(w, 3).parent, 2);
    ck_assert_uint_eq(w->roots, 2);
    arena_free(b.arena);
    arena_free(a.arena);
}
END_TEST

enum { DEEP = 100000 };

START_TEST(deep_and_flat) {
    Set set = set_new(DEEP);
    for (uint32_t i = 0; i < DEEP; i++) {
        bool deep = _i == 0, stairs = _i == 1;
        double start = i * 10.0, end = deep ? 3e6 - i : stairs && i ? start + 1e6 : i ? start + 9 : 4e6;
        add(&set, "a", "same", start, end);
    }
    const Waterfall *w = analyse(&set, OPERATIONS_DEFAULTS);
    ck_assert_uint_eq(w->depths, _i == 0 ? DEEP : 2);
    ck_assert_uint_eq(w->path_count, 1);
    ck_assert_uint_eq(w->critical, _i == 1 ? 2 : DEEP); /* stairs: all run at once */
    arena_free(set.arena);
}
END_TEST

Suite *test_operations(void);
Suite *test_operations(void) {
    Suite *s = suite_create("operations");
    TCase *t = tcase_create("operations");
    tcase_set_timeout(t, 30);
    tcase_add_loop_test(t, cases, 0, sizeof rows / sizeof *rows);
    tcase_add_loop_test(t, random_sets, 0, 8);
    tcase_add_loop_test(t, percentiles, 0, 2);
    tcase_add_loop_test(t, repeats, 0, sizeof likes / sizeof *likes);
    tcase_add_test(t, several_tracks);
    tcase_add_loop_test(t, deep_and_flat, 0, 3);
    suite_add_tcase(s, t);
    return s;
}
