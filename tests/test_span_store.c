/* profile/span_store: what went in comes out, near or far from each other, alone, joined and while more is added. */
#include <check.h>
#include <stdlib.h>

#include "profile/span_store.h"

enum { EVENTS = 5000 };

static int64_t draw(int64_t below) {
    return (int64_t)(((uint64_t)rand() << 31 ^ (uint64_t)rand()) % (uint64_t)below);
}

/* A generator of times: how far the next end lies, how long the event is, how far its detail lies. One event in `odd` is far off. */
static const struct {
    int64_t step, length, detail;
    int odd;
} rows[] = {
    {1000, 5000, 200, 0},         {1000, 5000, 200, 100},        {1000, 5000, 200, 2}, {(int64_t)1 << 33, 10, 1, 0},
    {10, (int64_t)1 << 34, 1, 0}, {10, 10, (int64_t)1 << 40, 0}, {1, 1, 1, 0}};

static SpanEvent far_off(void) {
    static const int64_t ends[] = {INT64_MIN, INT64_MIN / 2, -1, 0, INT64_MAX / 2, INT64_MAX};
    int64_t end = ends[rand() % 6], start = rand() % 2 ? end : end / 2 < end ? end / 2 : end;
    return (SpanEvent){.start = start, .end = end, .detail_kind = (uint64_t)draw((int64_t)1 << 40) << 2, .frame = 7};
}

static void make(SpanEvent *list, int row) {
    int64_t now = -1000;
    uint64_t detail = 1;
    for (int i = 0; i < EVENTS; i++) {
        now += draw(rows[row].step);
        detail += (uint64_t)draw(rows[row].detail);
        list[i] = (SpanEvent){.start = now - draw(rows[row].length),
                              .end = now,
                              .detail_kind = detail << 2 | (uint64_t)draw(4),
                              .frame = rand() % 9 ? (FrameId)draw(50) : FRAME_NONE};
        if (rows[row].odd && rand() % rows[row].odd == 0)
            list[i] = far_off();
    }
}

static void check_same(const SpanStore *store, const SpanEvent *want, size_t count, FrameId more) {
    static SpanEvent got[2 * EVENTS];
    ck_assert_uint_eq(store->count, count);
    span_store_read(store, got);
    for (size_t i = 0; i < count; i++) {
        ck_assert_int_eq(got[i].start, want[i].start);
        ck_assert_int_eq(got[i].end, want[i].end);
        ck_assert_uint_eq(span_kind(&got[i]), span_kind(&want[i]));
        if (span_kind(&want[i]) != SPAN_END)
            ck_assert_uint_eq(span_detail(&got[i]), span_detail(&want[i]));
        ck_assert_uint_eq(got[i].frame, want[i].frame == FRAME_NONE ? FRAME_NONE : want[i].frame + more);
    }
}

START_TEST(keeps_what_it_gets) {
    static SpanEvent list[2 * EVENTS];
    FrameId names[50];
    Arena *arena = arena_new();
    SpanStore store = {0}, half, second = {0};
    srand((unsigned)_i);
    make(list, _i);
    make(list + EVENTS, _i);
    for (size_t i = 0; i < EVENTS; i++) {
        span_store_add(arena, &store, &list[i]);
        span_store_add(arena, &second, &list[EVENTS + i]);
        if (i == EVENTS / 2)
            half = store;
    }
    check_same(&half, list, EVENTS / 2 + 1, 0);
    check_same(&store, list, EVENTS, 0);
    span_store_join(&store, &second);
    check_same(&store, list, (size_t)2 * EVENTS, 0);
    span_store_join(&store, &(SpanStore){0});
    for (FrameId i = 0; i < 50; i++)
        names[i] = i + 100;
    span_store_rename(&store, names);
    check_same(&store, list, (size_t)2 * EVENTS, 100);
    arena_free(arena);
}
END_TEST

/* Where events lie far from each other, the room of chunks that were left early must stay within bounds. */
START_TEST(stays_small) {
    Arena *arena = arena_new();
    SpanStore store = {0};
    for (int i = 0; i < 100000; i++)
        span_store_add(arena, &store,
                       &(SpanEvent){.start = i % 2 ? INT64_MAX / 2 : 0, .end = i % 2 ? INT64_MAX / 2 : 1});
    ck_assert_uint_lt(arena_bytes(arena), 100000 * 2 * sizeof(SpanEvent));
    arena_free(arena);
}
END_TEST

Suite *test_span_store(void);
Suite *test_span_store(void) {
    Suite *s = suite_create("span_store");
    TCase *t = tcase_create("span_store");
    tcase_add_loop_test(t, keeps_what_it_gets, 0, (int)(sizeof rows / sizeof *rows));
    tcase_add_test(t, stays_small);
    suite_add_tcase(s, t);
    return s;
}
