/* profile/span_order: what comes in closing order, nearly so, or in any order, against a plain insertion sort. */
#include <check.h>
#include <stdlib.h>

#include "profile/spans_parts.h"

enum { MOST = 400 };

typedef struct Made {
    SpanEvent list[MOST];
    size_t count;
    int64_t now;
} Made;

static void close_call(Made *m, int64_t start) {
    m->list[m->count] = (SpanEvent){.start = start, .end = m->now, .detail_kind = m->count, .frame = (FrameId)m->count};
    m->count++;
}

/* Calls of random depth that are told when they end. step 0: many start and end at one time. */
static void closing(Made *m, int most_step) {
    int64_t open[16];
    int depth = 0;
    while (m->count < (size_t)MOST - 16) {
        m->now += rand() % (most_step + 1);
        if (depth < 16 && rand() % 2)
            open[depth++] = m->now;
        else if (depth)
            close_call(m, open[--depth]);
    }
    while (depth)
        close_call(m, open[--depth]);
}

static void swap_some(Made *m, int swaps) {
    for (int i = 0; i < swaps; i++) {
        size_t a = (size_t)rand() % m->count, b = (size_t)rand() % m->count;
        SpanEvent t = m->list[a];
        m->list[a] = m->list[b];
        m->list[b] = t;
    }
    for (size_t i = 0; i < m->count; i++)
        m->list[i].detail_kind = i;
}

static bool after(const SpanEvent *a, const SpanEvent *b, bool longest_first) {
    return a->start > b->start || (longest_first && a->start == b->start && a->end < b->end);
}

static void insertion_sort(Made *m, bool longest_first) {
    for (size_t i = 1; i < m->count; i++) {
        SpanEvent event = m->list[i];
        size_t at = i;
        for (; at && after(&m->list[at - 1], &event, longest_first); at--)
            m->list[at] = m->list[at - 1];
        m->list[at] = event;
    }
}

static SpanRoom copy_of(Arena *arena, const Made *m) {
    SpanRoom events = {
        .data = arena_grow(arena, NULL, sizeof m->list), .count = m->count, .capacity = m->count, .scratch = arena};
    memcpy(events.data, m->list, sizeof m->list);
    return events;
}

static void check_same(const SpanRoom *events, const Made *want) {
    for (size_t i = 0; i < want->count; i++)
        ck_assert_uint_eq(events->data[i].detail_kind, want->list[i].detail_kind);
}

static const struct { int step, swaps; } rows[] = {{5, 0}, {1, 0}, {0, 0}, {5, 1}, {1, 3}, {0, 400}, {5, 2000}};

START_TEST(against_insertion) {
    for (unsigned seed = 0; seed < 40; seed++) {
        Arena *arena = arena_new();
        Made m = {.now = -50};
        srand(seed);
        closing(&m, rows[_i].step);
        swap_some(&m, rows[_i].swaps);
        SpanRoom events = copy_of(arena, &m);
        insertion_sort(&m, false);
        span_order(&events);
        check_same(&events, &m);
        insertion_sort(&m, true);
        for (size_t i = 0; i < m.count; i++)
            if (i == 0 || events.data[i - 1].start != events.data[i].start)
                span_longest_first(&events, i);
        check_same(&events, &m);
        arena_free(arena);
    }
}
END_TEST

Suite *test_span_order(void);
Suite *test_span_order(void) {
    Suite *s = suite_create("span_order");
    TCase *t = tcase_create("span_order");
    tcase_add_loop_test(t, against_insertion, 0, (int)(sizeof rows / sizeof *rows));
    suite_add_tcase(s, t);
    return s;
}
