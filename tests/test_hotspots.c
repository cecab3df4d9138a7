/* derive/hotspots: self and total per function. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "base/sort.h"
#include "derive/hotspots_order.h"
#include "tree_text.h"

/* "name self/total ..." in the order of the rows. */
static Str table_text(Arena *arena, const Frames *frames, const Hotspots *h) {
    Text text = text_new(arena);
    for (size_t i = 0; i < h->count; i++)
        text_addf(&text, "%s%.*s %g/%g", i ? " " : "", STR_ARG(frame_name(frames, h->rows[i].frame)), h->rows[i].self,
                  h->rows[i].total);
    return text_str(&text);
}

static void check_sums(const Hotspots *h) {
    double sum = h->idle + h->unattributed;
    for (size_t i = 0; i < h->count; i++) {
        sum += h->rows[i].self;
        ck_assert_double_le(h->rows[i].self, h->rows[i].total);
        ck_assert_uint_eq(h->row_of[h->rows[i].frame], i);
    }
    ck_assert_double_eq_tol(sum, h->total, 1e-9);
    ck_assert_double_eq_tol(h->active, h->total - h->idle, 1e-9);
    ck_assert_double_eq_tol(h->roots, h->total, 1e-9);
    ck_assert(!hotspots_overlap(h));
}

static const struct {
    const char *in;
    double from, to;
    const char *want;
    double total, idle, unattributed;
} sampled[] = {
    {"a;b 2, a;c 3, a 1", 0, 0, "c 3/3 b 2/2 a 1/6", 6, 0, 0},
    {"a;a;a 2, a;b;a 3", 0, 0, "a 5/5 b 0/3", 5, 0, 0}, /* recursion counts once */
    {"a;b;a;b 1", 0, 0, "b 1/1 a 0/1", 1, 0, 0},
    {"a 2, (idle) 5, (root) 1, - 3, (root);a 1", 0, 0, "a 3/3", 12, 5, 4},
    {"a 2, (program) 5, (gc) 1", 0, 0, "(program) 5/5 a 2/2 (gc) 1/1", 8, 0, 0},
    {"a;b 10, c 10", 5, 12, "b 5/5 c 2/2 a 0/5", 7, 0, 0},
    {"a;b 10, c 10", 12, 15, "c 3/3", 3, 0, 0},
    {"a 0", 0, 0, "a 0/0", 0, 0, 0},
    {"y 1, x 1, z;z 1", 0, 0, "x 1/1 y 1/1 z 1/1", 3, 0, 0},
    {"", 0, 0, "", 0, 0, 0},
};

static void add_kinds(Frames *frames) {
    static const struct {
        const char *name;
        FrameKind kind;
    } kinds[] = {{"(idle)", FRAME_IDLE}, {"(root)", FRAME_ROOT}, {"(program)", FRAME_PROGRAM}, {"(gc)", FRAME_GC}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        frames_add_name(frames, str_from(kinds[i].name), kinds[i].kind);
}

START_TEST(samples) {
    Arena *arena = arena_new();
    Frames frames = frames_new(arena);
    add_kinds(&frames);
    const Track *track = samples_text(arena, &frames, sampled[_i].in);
    DeriveInput input = input_of(&frames, &track);
    input.from = sampled[_i].from;
    input.to = sampled[_i].to;
    const Hotspots *h = derive_hotspots(arena, &input, true);
    Str got = table_text(arena, &frames, h);
    ck_assert_msg(str_is(got, sampled[_i].want), "got  %.*s\nwant %s", STR_ARG(got), sampled[_i].want);
    ck_assert_double_eq(h->total, sampled[_i].total);
    ck_assert_double_eq(h->idle, sampled[_i].idle);
    ck_assert_double_eq(h->unattributed, sampled[_i].unattributed);
    ck_assert(!h->has_calls);
    check_sums(h);
    arena_free(arena);
}
END_TEST

START_TEST(counts_of_samples) {
    Arena *arena = arena_new();
    Frames frames = frames_new(arena);
    const Track *track = samples_text(arena, &frames, "a;b 2, a;c 3, a;b;a 1");
    DeriveInput input = input_of(&frames, &track);
    const Hotspots *h = derive_hotspots(arena, &input, false);
    const Hotspot *a = &h->rows[h->row_of[frame_of(&frames, "a")]], *b = &h->rows[h->row_of[frame_of(&frames, "b")]];
    ck_assert_uint_eq(a->samples_self, 1);
    ck_assert_uint_eq(a->samples_total, 3);
    ck_assert_uint_eq(b->samples_self, 1);
    ck_assert_uint_eq(b->samples_total, 2);
    ck_assert_uint_eq(a->calls, 0);
    ck_assert(isnan(a->p95));
    arena_free(arena);
}
END_TEST

START_TEST(calls) {
    Arena *arena = arena_new();
    Frames frames = frames_new(arena);
    const Track *tracks[] = {track_text(arena, &frames, TRACK_EVENTS, "a 100(f 10 f 30(f 20) f 20) f 40"),
                             track_text(arena, &frames, TRACK_EVENTS, "f 50(g 0)")};
    DeriveInput input = {.frames = &frames, .tracks = tracks, .track_count = 2};
    const Hotspots *h = derive_hotspots(arena, &input, true);
    ck_assert(str_is(table_text(arena, &frames, h), "f 150/150 a 40/100 g 0/0"));
    check_sums(h);
    const Hotspot *f = &h->rows[0];
    ck_assert(h->has_calls);
    ck_assert_uint_eq(f->calls, 6);
    ck_assert_double_eq(f->min, 10);
    ck_assert_double_eq(f->max, 50);
    ck_assert_double_eq(f->average, 170.0 / 6);
    ck_assert_double_eq(f->p50, 20); /* 10 20 20 30 40 50: nearest rank */
    ck_assert_double_eq(f->p95, 50);
    ck_assert_double_eq(h->rows[2].p50, 0);
    ck_assert_ptr_null(
        derive_hotspots(arena, &(DeriveInput){.frames = &frames, .progress = &(Progress){.stop = JOB_CANCEL}}, true));
    arena_free(arena);
}
END_TEST

/* Nearest rank over 1..n in a shuffled order. */
START_TEST(percentiles) {
    static const struct {
        int n;
        double p50, p95, p99;
    } rows[] = {{1, 1, 1, 1}, {2, 1, 2, 2}, {3, 2, 3, 3}, {20, 10, 19, 20}, {100, 50, 95, 99}, {1000, 500, 950, 990}};
    Arena *arena = arena_new();
    Frames frames = frames_new(arena);
    Text text = text_new(arena);
    for (int i = 0; i < rows[_i].n; i++)
        text_addf(&text, " f %d", (i * 337) % rows[_i].n + 1);
    const Track *track = track_text(arena, &frames, TRACK_EVENTS, text.data);
    DeriveInput input = input_of(&frames, &track);
    const Hotspot *f = derive_hotspots(arena, &input, true)->rows;
    ck_assert_double_eq(f->min, 1);
    ck_assert_double_eq(f->p50, rows[_i].p50);
    ck_assert_double_eq(f->p95, rows[_i].p95);
    ck_assert_double_eq(f->p99, rows[_i].p99);
    ck_assert_double_eq(f->max, rows[_i].n);
    arena_free(arena);
}
END_TEST

START_TEST(an_end_alone_is_no_call) {
    Arena *arena = arena_new();
    Frames frames = frames_new(arena);
    Track *track = track_text(arena, &frames, TRACK_SPANS, "q 5 q 0 r 0");
    Operation list[] = {{.frame = 0}, {.frame = 0, .no_start = 1}, {.frame = 1, .no_start = 1}};
    track->operations = (Operations){.count = 3, .list = list};
    const Track *const one = track;
    DeriveInput input = input_of(&frames, &one);
    const Hotspots *h = derive_hotspots(arena, &input, false);
    ck_assert_uint_eq(h->rows[0].calls, 1);
    ck_assert_uint_eq(h->rows[1].calls, 0);
    arena_free(arena);
}
END_TEST

START_TEST(orders) {
    static const struct {
        HotspotSort by;
        bool descending;
        const char *want;
    } rows[] = {
        {HOTSPOT_SELF, true, "adcb"},  {HOTSPOT_SELF, false, "bcda"}, {HOTSPOT_TOTAL, true, "adcb"},
        {HOTSPOT_NAME, false, "abcd"}, {HOTSPOT_NAME, true, "dcba"},  {HOTSPOT_CALLS, true, "badc"},
        {HOTSPOT_FILE, false, "badc"}, /* all but b are in one file */
    };
    Arena *arena = arena_new();
    Frames frames = frames_new(arena);
    const Track *track = track_text(arena, &frames, TRACK_EVENTS, "a 10(b 1 b 1 c 3) d 4");
    frames.list[frame_of(&frames, "a")].file = intern_add(frames.strings, STR("x"));
    frames.list[frame_of(&frames, "c")].file = intern_add(frames.strings, STR("x"));
    frames.list[frame_of(&frames, "d")].file = intern_add(frames.strings, STR("x"));
    DeriveInput input = input_of(&frames, &track);
    const Hotspots *h = derive_hotspots(arena, &input, true);
    uint32_t order[4];
    hotspots_order(h, rows[_i].by, rows[_i].descending, order);
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(frame_name(&frames, h->rows[order[i]].frame).data[0], rows[_i].want[i]);
    arena_free(arena);
}
END_TEST

static int compare_column(const Frames *frames, const Hotspot *a, const Hotspot *b, HotspotSort by) {
    const Frame *x = &frames->list[a->frame], *y = &frames->list[b->frame];
    int files = str_compare(frame_file(frames, a->frame), frame_file(frames, b->frame));
    switch (by) {
    case HOTSPOT_SELF:
        return (a->self > b->self) - (a->self < b->self);
    case HOTSPOT_TOTAL:
        return (a->total > b->total) - (a->total < b->total);
    case HOTSPOT_NAME:
        return str_compare(frame_name(frames, a->frame), frame_name(frames, b->frame));
    case HOTSPOT_FILE:
        return files ? files : x->line - y->line;
    default:
        return (a->calls > b->calls) - (a->calls < b->calls);
    }
}

/* Each column both ways, over 3,000 functions with ties in everything but the frame. */
START_TEST(many_orders) {
    HotspotSort by = (HotspotSort)(_i / 2);
    bool descending = _i % 2;
    Arena *arena = arena_new();
    Frames frames = frames_new(arena);
    Text text = text_new(arena);
    for (int i = 0; i < 3000; i++)
        text_addf(&text, "%sn%d %d", i ? " " : "", i, (i * 7919) % 13);
    const Track *track = track_text(arena, &frames, TRACK_EVENTS, text_str(&text).data);
    for (FrameId f = 0; f < frames.count; f++) {
        frames.list[f].name = intern_add(frames.strings, str_format(arena, "some::long::space%u", f * 31 % 17));
        frames.list[f].file = f % 5 ? intern_add(frames.strings, str_format(arena, "/file%u", f * 53 % 11)) : 0;
        frames.list[f].line = f % 5 ? (int)(f % 3) : 0;
    }
    DeriveInput input = input_of(&frames, &track);
    const Hotspots *h = derive_hotspots(arena, &input, true);
    uint32_t *order = arena_many(arena, uint32_t, h->count);
    hotspots_order(h, by, descending, order);
    for (size_t i = 1; i < h->count; i++) {
        const Hotspot *a = &h->rows[order[i - 1]], *b = &h->rows[order[i]];
        int c = compare_column(&frames, a, b, by);
        c = descending ? -c : c;
        c = c ? c : -compare_column(&frames, a, b, HOTSPOT_TOTAL);
        c = c ? c : compare_column(&frames, a, b, HOTSPOT_NAME);
        ck_assert(c < 0 || (c == 0 && a->frame < b->frame));
        ck_assert_uint_eq(h->row_of[b->frame], order[i]);
    }
    arena_free(arena);
}
END_TEST

START_TEST(readings) {
    static const struct {
        double self, total;
        const char *want;
    } rows[] = {{80, 100, "own work"}, {79, 100, NULL},           {3, 3, "own work"},
                {2.9, 2.9, NULL},      {14, 100, "calls others"}, {15, 100, NULL},
                {2, 19, NULL},         {0, 20, "calls others"},   {0, 0, NULL}};
    const Hotspots h = {.active = 100};
    const char *got = hotspot_reading(&h, &(Hotspot){.self = rows[_i].self, .total = rows[_i].total});
    ck_assert(rows[_i].want ? got && str_is(str_from(got), rows[_i].want) : !got);
}
END_TEST

/* Indices and selection against qsort, on values with many ties. */
static bool value_after(const void *values, uint32_t a, uint32_t b) {
    return ((const double *)values)[a] > ((const double *)values)[b];
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

START_TEST(sorting) {
    enum { N = 5000 };
    double values[N], sorted[N], moved[N], near[N];
    uint32_t list[N], room[N];
    for (uint32_t i = 0; i < N; i++) {
        sorted[i] = values[i] = _i == 0 ? i : _i == 1 ? N - i : (uint32_t)rand() % (1u << 3 * _i);
        list[i] = i;
    }
    qsort(sorted, N, sizeof *sorted, by_value);
    sort_indices(list, N, room, value_after, values);
    for (size_t i = 0; i < N; i++) {
        ck_assert_double_eq(values[list[i]], sorted[i]);
        ck_assert(i == 0 || values[list[i]] != values[list[i - 1]] || list[i] > list[i - 1]);
    }
    for (size_t k = 0; k < N; k += 237) {
        for (size_t i = 0; i < N; i++)
            moved[i] = values[i];
        ck_assert_double_eq(select_nth(moved, N, k), sorted[k]);
        ck_assert_double_eq(select_among(values, N, k, near), sorted[k]);
        ck_assert_double_eq(select_among(sorted + k, N - k, 0, near), sorted[k]);
    }
}
END_TEST

Suite *test_hotspots(void);
Suite *test_hotspots(void) {
    Suite *s = suite_create("hotspots");
    TCase *t = tcase_create("hotspots");
    tcase_add_loop_test(t, samples, 0, sizeof sampled / sizeof *sampled);
    tcase_add_test(t, counts_of_samples);
    tcase_add_test(t, calls);
    tcase_add_loop_test(t, percentiles, 0, 6);
    tcase_add_test(t, an_end_alone_is_no_call);
    tcase_add_loop_test(t, orders, 0, 7);
    tcase_add_loop_test(t, many_orders, 0, 2 * HOTSPOT_SORTS);
    tcase_add_loop_test(t, readings, 0, 9);
    tcase_add_loop_test(t, sorting, 0, 8);
    suite_add_tcase(s, t);
    return s;
}
