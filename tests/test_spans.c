/* profile/spans: pairing, nesting, rounding, overlap. Each row is a list of events and the tree it must give. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "profile/span_closed.h"

/* "X a 0 100; B b 5; E b 9": whole, enter, leave ("E - 9": nameless), in ns. */
static void feed(Spans *spans, Frames *frames, const char *text) {
    char kind, name[16];
    long long a, b;
    int used;
    while (sscanf(text, " %c %15s %lld%n", &kind, name, &a, &used) == 3) {
        text += used;
        FrameId f = name[0] == '-' ? FRAME_NONE : frames_add_name(frames, str_from(name), FRAME_CODE);
        if (kind == 'X' && sscanf(text, " %lld%n", &b, &used) == 1) {
            text += used;
            spans_add(spans, f, a, b, 0);
        } else if (kind == 'B') {
            spans_begin(spans, f, a, 0);
        } else {
            spans_end(spans, f, a);
        }
        text += *text == ';';
    }
}

/* "a@0+100=80/0": name, start, total, self, row. */
static Str show(Arena *arena, const Tree *t, const Frames *frames) {
    Text out = text_new(arena);
    for (uint32_t i = 0; i < t->count; i++)
        text_addf(&out, "%s%.*s%.*s@%g+%g=%g/%u", i ? " " : "", (int)t->depth[i], ">>>>>>>>",
                  STR_ARG(frame_name(frames, t->frame[i])), t->start[i], t->total[i], t->self[i], tree_row(t, i));
    return text_str(&out);
}

static const struct {
    const char *in, *want;
    uint64_t unmatched, open, overlaps, early;
} rows[] = {
    {"X a 0 100; X b 10 20", "a@0+100=80/0 >b@10+20=20/1", 0, 0, 0, 0},
    {"X b 10 20; X a 0 100", "a@0+100=80/0 >b@10+20=20/1", 0, 0, 0, 0},
    {"X c 0 5; X p 0 20", "p@0+20=15/0 >c@0+5=5/1", 0, 0, 0, 0},
    {"X t 0 5; X u 0 5", "t@0+5=0/0 >u@0+5=5/1", 0, 0, 0, 0},
    {"X a 0 10; X b 10 10", "a@0+10=10/0 b@10+10=10/0", 0, 0, 0, 0},
    {"X a 0 10; X z 10 0", "a@0+10=10/0 z@10+0=0/0", 0, 0, 0, 0},
    /* rounding: 50 ns over the end of the neighbour, and of the parent */
    {"X a 0 1000; X b 950 1000", "a@0+950=950/0 b@950+1000=1000/0", 0, 0, 0, 0},
    {"X p 0 1000; X c 500 560", "p@0+1000=500/0 >c@500+500=500/1", 0, 0, 0, 0},
    {"X p 0 2000; X a 10 1000; X i 900 100; X b 950 1000", /* the trimmed one's child follows */
     "p@0+2000=60/0 >a@10+940=890/1 >>i@900+50=50/2 >b@950+1000=1000/1", 0, 0, 0, 0},
    /* a real overlap: both whole, the later one a lane below, what only it contains goes with it */
    {"X a 0 1000; X b 500 1000; X c 1200 100", "a@0+1000=1000/0 b@500+1000=900/1 >c@1200+100=100/2", 0, 0, 1, 0},
    {"X p 0 9000; X a 0 1000; X b 500 1000", "p@0+9000=7500/0 >a@0+1000=1000/1 >b@500+1000=1000/2", 0, 0, 1, 0},
    {"B a 0; B b 2; E b 5; E a 9", "a@0+9=6/0 >b@2+3=3/1", 0, 0, 0, 0},
    {"B a 0; B b 2; E - 5; E - 9", "a@0+9=6/0 >b@2+3=3/1", 0, 0, 0, 0},
    {"B a 0; B b 2; E a 9; E b 9", "a@0+9=2/0 >b@2+7=7/1", 0, 0, 0, 0}, /* E at one time: by name */
    {"B a 0; B b 2; E a 9; E b 12", "a@0+9=2/0 >b@2+7=7/1", 1, 0, 0, 1},
    {"E x 1; B a 2; E a 3; E a 4", "a@2+1=1/0", 2, 0, 0, 0},
    {"B a 0; B b 10; X q 20 30; B a 60", "a@0+60=10/0 >b@10+50=20/1 >>q@20+30=30/2 a@60+0=0/0", 0, 3, 0, 0},
    {"B a 5; E a 5", "a@5+0=0/0", 0, 0, 0, 0},
};

START_TEST(nesting) {
    Arena *arena = arena_new();
    Frames frames = frames_new(arena);
    Spans *spans = spans_new(arena);
    feed(spans, &frames, rows[_i].in);
    Track track = {0};
    SpanRepairs repairs;
    spans_finish(spans, spans_room(arena, spans_count(spans)), arena, 0, false, &frames, &track, &repairs);
    ck_assert_str_eq(show(arena, track.tree, &frames).data, rows[_i].want);
    ck_assert_ptr_null(tree_check(track.tree));
    ck_assert_uint_eq(repairs.unmatched_ends, rows[_i].unmatched);
    ck_assert_uint_eq(repairs.open, rows[_i].open);
    ck_assert_uint_eq(repairs.overlaps, rows[_i].overlaps);
    ck_assert_uint_eq(repairs.closed_early, rows[_i].early);
    arena_free(arena);
}
END_TEST

/* The definition: the parent of i is the latest j before it, in sorted order, with end >= i's end. Random sets without rounding. */
START_TEST(random_against_definition) {
    srand((unsigned)_i);
    Arena *arena = arena_new();
    Frames frames = frames_new(arena);
    Spans *spans = spans_new(arena);
    FrameId f = frames_add_name(&frames, STR("f"), FRAME_CODE);
    int n = 1 + rand() % 60;
    for (int i = 0; i < n; i++)
        spans_add(spans, f, 1000 * (int64_t)(rand() % 40), 1000 * (int64_t)(1 + rand() % 30), 0);
    Track track = {0};
    SpanRepairs repairs;
    spans_finish(spans, spans_room(arena, spans_count(spans)), arena, 0, false, &frames, &track, &repairs);
    const Tree *t = track.tree;
    ck_assert_ptr_null(tree_check(t));
    for (uint32_t i = 0; i < t->count; i++) {
        uint32_t want = TREE_NONE;
        for (uint32_t j = 0; j < i; j++)
            if (tree_right(t, j) >= tree_right(t, i) && t->start[j] <= t->start[i])
                want = j;
        ck_assert_uint_eq(t->parent[i], want);
        for (uint32_t j = 0; j < i; j++) /* no two boxes of a row overlap */
            ck_assert(tree_row(t, i) != tree_row(t, j) || t->start[i] >= tree_right(t, j) ||
                      t->start[j] >= tree_right(t, i));
        ck_assert(want == TREE_NONE || tree_row(t, i) > tree_row(t, want));
    }
    arena_free(arena);
}
END_TEST

/* Pairs of a call and its inner one, told when they end: so many that the room gives back between the two what it does not need. */
START_TEST(large_ones_share_a_room) {
    enum { PAIRS = 40000 };
    Arena *arena = arena_new();
    Frames frames = frames_new(arena);
    FrameId f = frames_add_name(&frames, STR("f"), FRAME_CODE);
    SpanRoom *room = spans_room(arena, (size_t)2 * PAIRS);
    for (int turn = 0; turn < 2; turn++) {
        Spans *spans = spans_new(arena);
        Track track = {0};
        SpanRepairs repairs;
        for (int64_t i = 0; i < PAIRS; i++) {
            spans_add(spans, f, i * 1000 + 200, 300 + turn, (uint64_t)i + 1);
            spans_add(spans, f, i * 1000, 900, (uint64_t)i + 2);
        }
        spans_finish(spans, room, arena, 0, true, &frames, &track, &repairs);
        ck_assert_ptr_null(tree_check(track.tree));
        ck_assert_uint_eq(track.tree->count, 2 * PAIRS);
        for (uint32_t i = 0; i < 2 * PAIRS; i++) {
            ck_assert_uint_eq(track.tree->parent[i], i % 2 ? i - 1 : TREE_NONE);
            ck_assert_uint_eq(track.tree->detail[i], i / 2 + (i % 2 ? 1 : 2));
            ck_assert(track.tree->total[i] == (i % 2 ? 300 + turn : 900));
        }
    }
    arena_free(arena);
}
END_TEST

/* A program that calls and returns, told as such programs write it: whole calls when they end, or enters and leaves; with few different times, so that
 * many fall together, ends of calls that began before, and calls that never end. */
static void run_program(Spans *spans, SpanStore *store, Arena *arena, FrameId functions) {
    struct {
        int64_t start;
        FrameId frame;
        bool pair;
    } stack[8];
    int depth = 0, steps = 1 + rand() % 40;
    int64_t now = 0;
    for (int i = 0; i < steps; i++) {
        SpanEvent event = {.end = INT64_MIN};
        now += rand() % 3 ? 1000 * (rand() % 5) : 0;
        if (depth < 8 && rand() % 2) {
            stack[depth].start = now;
            stack[depth].frame = (FrameId)rand() % functions;
            stack[depth].pair = rand() % 2;
            if (stack[depth++].pair)
                event = (SpanEvent){now, now, (uint64_t)i << 2 | SPAN_BEGIN, stack[depth - 1].frame};
        } else if (depth && stack[--depth].pair) {
            event = (SpanEvent){now, now, SPAN_END, rand() % 4 ? stack[depth].frame : FRAME_NONE};
        } else if (depth) {
            event = (SpanEvent){stack[depth].start, now, (uint64_t)i << 2 | SPAN_WHOLE, stack[depth].frame};
        } else if (rand() % 4 == 0) {
            int64_t astray = now + 1000 * (rand() % 5 - 2);
            event = (SpanEvent){astray, astray, SPAN_END, 0};
        }
        if (event.end == INT64_MIN)
            continue;
        span_store_add(arena, store, &event);
        if (span_kind(&event) == SPAN_BEGIN)
            spans_begin(spans, event.frame, event.start, span_detail(&event));
        else if (span_kind(&event) == SPAN_END)
            spans_end(spans, event.frame, event.start);
        else
            spans_add(spans, event.frame, event.start, event.end - event.start, span_detail(&event));
    }
}

static void same_but_first(const Tree *quick, const Tree *tree) {
    ck_assert_uint_eq(quick->count + 1, tree->count);
    for (uint32_t i = 0; i < quick->count; i++) {
        uint32_t parent = tree->parent[i + 1];
        ck_assert_uint_eq(quick->parent[i], parent == TREE_NONE ? TREE_NONE : parent - 1);
        ck_assert_uint_eq(quick->end[i], tree->end[i + 1] - 1);
        ck_assert_uint_eq(quick->depth[i], tree->depth[i + 1]);
        ck_assert_uint_eq(quick->frame[i], tree->frame[i + 1]);
        ck_assert_uint_eq(quick->detail[i], tree->detail[i + 1]);
        ck_assert_uint_eq(quick->flags ? quick->flags[i] : 0, tree->flags ? tree->flags[i + 1] : 0);
        ck_assert(quick->start[i] == tree->start[i + 1] && quick->total[i] == tree->total[i + 1]);
        ck_assert(quick->self[i] == tree->self[i + 1]);
    }
}

/* Events in the order in which calls end become the same tree as in any other order, which an event before all others makes of them. */
START_TEST(closing_order_is_like_any) {
    enum { FUNCTIONS = 3 };
    int closed = 0, programs = 0;
    srand((unsigned)_i);
    for (; programs < 200; programs++) {
        Arena *arena = arena_new();
        Frames frames = frames_new(arena);
        for (int f = 0; f < FUNCTIONS; f++)
            frames_add_name(&frames, str_format(arena, "f%d", f), FRAME_CODE);
        Spans *spans = spans_new(arena);
        SpanStore store = {0};
        Track quick = {0}, any = {0};
        SpanRepairs repairs, others;
        int64_t first, last;
        run_program(spans, &store, arena, FUNCTIONS);
        SpanRoom *room = spans_room(arena, spans_count(spans) + 1);
        repairs = (SpanRepairs){0};
        spans_range(spans, &first, &last);
        closed += span_close(&store, room, last, &frames, &repairs);
        spans_finish(spans, room, arena, 0, true, &frames, &quick, &repairs);
        spans_add(spans, 0, -1000, 10, 0);
        spans_finish(spans, room, arena, 0, true, &frames, &any, &others);
        ck_assert_ptr_null(tree_check(quick.tree));
        same_but_first(quick.tree, any.tree);
        ck_assert_uint_eq(repairs.unmatched_ends, others.unmatched_ends);
        ck_assert_uint_eq(repairs.open, others.open);
        ck_assert_int_eq(repairs.open_name_count, others.open_name_count);
        for (int i = 0; i < repairs.open_name_count; i++)
            ck_assert(str_equal(repairs.open_names[i], others.open_names[i]));
        arena_free(arena);
    }
    ck_assert_int_gt(closed, programs / 4);
    ck_assert_int_lt(closed, programs);
}
END_TEST

Suite *test_spans(void);
Suite *test_spans(void) {
    Suite *s = suite_create("spans");
    TCase *t = tcase_create("spans");
    tcase_add_loop_test(t, nesting, 0, (int)(sizeof rows / sizeof *rows));
    tcase_add_loop_test(t, random_against_definition, 0, 100);
    tcase_add_test(t, large_ones_share_a_room);
    tcase_add_loop_test(t, closing_order_is_like_any, 0, 20);
    suite_add_tcase(s, t);
    return s;
}
