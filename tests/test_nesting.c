/* profile/nesting: the article's cases as rows, random sets against the definition done the slow way, depth and size. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "profile/nesting.h"
#include "profile/span_track.h"

/* "a 0 10; b 2 5 <a; c 3 -; d - 7": start end, - for none, <x: the file names x as parent, ~x: by async context. */
static Operations parse(Arena *arena, const char *text, char names[]) {
    Operations ops = {.list = arena_many(arena, Operation, 64), .contain = true};
    char name, start[8], end[8], by[2], parent;
    int used;
    while (sscanf(text, " %c %7s %7[^;<~ ]%n", &name, start, end, &used) == 3) {
        Operation *o = &ops.list[ops.count];
        text += used;
        *o = (Operation){.parent = TREE_NONE, .start = atof(start[0] == '-' ? end : start)};
        o->end = end[0] == '-' ? o->start : atof(end);
        o->status = end[0] == '-' || start[0] == '-' ? OPERATION_INCOMPLETE : OPERATION_SUCCESS;
        o->no_start = start[0] == '-';
        names[ops.count++] = name;
        if (sscanf(text, " %1[<~] %c%n", by, &parent, &used) == 2) {
            text += used;
            o->parent = (uint32_t)(parent - 'a');
            o->parent_by = by[0] == '<' ? OPERATION_EXPLICIT : OPERATION_ASYNC;
        }
        text += *text == ';';
    }
    return ops;
}

/* "a10 >b3t >>c0e": depth, name, self, how the parent is known. */
static Str show(Arena *arena, const Nesting *n, const char names[]) {
    Text out = text_new(arena);
    for (uint32_t i = 0; i < n->count; i++)
        text_addf(&out, "%s%.*s%c%g%s", i ? " " : "", (int)n->depth[i], ">>>>>>>>", names[n->operation[i]], n->self[i],
                  n->by[i] == NESTING_ROOT         ? ""
                  : n->by[i] == OPERATION_BY_TIME  ? "t"
                  : n->by[i] == OPERATION_EXPLICIT ? "e"
                                                   : "a");
    return text_str(&out);
}

static const struct {
    const char *in, *by_time, *want; /* want: auto; NULL = the same */
    uint64_t cycles;
} rows[] = {
    {"a 0 10; b 2 5; c 3 4", "a7 >b2t >>c1t", NULL, 0},
    {"a 0 500; b 100 200; c 10 600", "a500 c490 >b100t", NULL, 0}, /* the exercise: nearest, not first */
    {"a 0 10; b 0 10", "a0 >b10t", NULL, 0},                       /* equal: the later under the earlier */
    {"a 0 10; b 0 40; c 0 100", "c60 >b30t >>a10t", NULL, 0},      /* same start: the longer is outside */
    {"a 0 10; b 5 15", "a10 b10", NULL, 0},                        /* overlap is no nesting */
    {"a 0 10; b 10 20", "a10 b10", NULL, 0},
    {"a 0 10; b 10 10", "a10 >b0t", NULL, 0},
    {"a 0 100; b 10 -; c 20 30", "a90 >b0t >c10t", NULL, 0},   /* an open end adopts nothing */
    {"a 0 100; b - 10; c 10 10", "a100 >b0t >c0t", NULL, 0},   /* nor does an end without a start */
    {"a 0 100; b 10 60; c 40 90", "a20 >b50t >c50t", NULL, 0}, /* self: less the union */
    {"a 0 10; b 20 30 <a", "a10 b10", "a10 >b10e", 0},         /* the file's word wins; nothing of a is covered */
    {"a 0 10; b 5 30 ~a", "a10 b25", "a5 >b25a", 0},
    {"a 0 10 <b; b 20 30 <a", "a10 b10", "a10 >b10e", 1}, /* a circle is cut above its earliest */
    {"a 0 10 <a", "a10", "a10", 1},
    {"a 0 100; b 10 20; c 0 50 <b", "a50 >c40t >>b10t", "a100 b0 >c50e",
     0}, /* a guess that closes a circle gives way */
    {"a 0 100 <b; b 10 20", "a90 >b10t", "b0 >a100e", 0},
};

START_TEST(cases) {
    Arena *arena = arena_new();
    char names[64];
    Operations ops = parse(arena, rows[_i].in, names);
    Nesting n = nesting_build(arena, &ops, true);
    ck_assert_str_eq(show(arena, &n, names).data, rows[_i].by_time);
    n = nesting_build(arena, &ops, false);
    ck_assert_str_eq(show(arena, &n, names).data, rows[_i].want ? rows[_i].want : rows[_i].by_time);
    ck_assert_uint_eq(n.cycles, rows[_i].cycles);
    arena_free(arena);
}
END_TEST

static uint64_t dice(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    return *state ^= *state << 17;
}

static Operations random_set(Arena *arena, uint64_t *state, uint32_t count, uint32_t range) {
    Operations ops = {.count = count, .list = arena_many(arena, Operation, count), .contain = true};
    for (uint32_t i = 0; i < count; i++) {
        Operation *o = &ops.list[i];
        o->start = (double)(dice(state) % range);
        o->end = o->start + (double)(dice(state) % range);
        o->parent = dice(state) % 4 ? TREE_NONE : (uint32_t)(dice(state) % count);
        o->parent_by = OPERATION_EXPLICIT;
        o->status = dice(state) % 5 ? OPERATION_SUCCESS : OPERATION_INCOMPLETE;
        if (o->status == OPERATION_INCOMPLETE)
            o->end = o->start;
    }
    return ops;
}

static bool before(const Operations *ops, uint32_t a, uint32_t b) {
    const Operation *x = &ops->list[a], *y = &ops->list[b];
    return x->start != y->start ? x->start < y->start : x->end != y->end ? x->end > y->end : a < b;
}

/* The definition: of all that come before and end no sooner, the last in order. */
static uint32_t slow_parent(const Operations *ops, uint32_t i) {
    uint32_t best = TREE_NONE;
    for (uint32_t j = 0; j < ops->count; j++)
        if (operation_holds(&ops->list[j]) && before(ops, j, i) && ops->list[j].end >= ops->list[i].end &&
            (best == TREE_NONE || before(ops, best, j)))
            best = j;
    return best;
}

static double slow_self(const Operations *ops, const Nesting *n, uint32_t row) {
    const Operation *o = &ops->list[n->operation[row]];
    double covered = 0;
    for (double t = o->start; t < o->end; t++) {
        bool in = false;
        for (uint32_t j = 0; j < n->count; j++)
            in |= n->parent[j] == row && ops->list[n->operation[j]].start <= t && ops->list[n->operation[j]].end > t;
        covered += in;
    }
    return o->end - o->start - covered;
}

static void check_shape(const Operations *ops, const Nesting *n) {
    for (uint32_t row = 0; row < n->count; row++) {
        uint32_t p = n->parent[row], next = n->end[row];
        ck_assert(next > row && next <= n->count);
        ck_assert(p == TREE_NONE ? n->depth[row] == 0
                                 : p < row && n->depth[row] == n->depth[p] + 1 && next <= n->end[p]);
        if (next < n->count && n->parent[next] == p)
            ck_assert(before(ops, n->operation[row], n->operation[next]));
        ck_assert_double_eq(n->self[row], slow_self(ops, n, row));
    }
    for (uint32_t k = 1; k < n->count; k++)
        ck_assert(before(ops, n->operation[n->by_start[k - 1]], n->operation[n->by_start[k]]));
}

START_TEST(random_sets) {
    uint64_t state = 88172645463325252u + (uint64_t)_i;
    for (int round = 0; round < 40; round++) {
        Arena *arena = arena_new();
        Operations ops =
            random_set(arena, &state, (uint32_t)(1 + dice(&state) % 90), 1 + (uint32_t)(dice(&state) % 60));
        Nesting n = nesting_build(arena, &ops, true);
        check_shape(&ops, &n);
        for (uint32_t row = 0; row < n.count; row++) {
            uint32_t want = slow_parent(&ops, n.operation[row]);
            ck_assert_uint_eq(n.parent[row] == TREE_NONE ? TREE_NONE : n.operation[n.parent[row]], want);
        }
        n = nesting_build(arena, &ops, false);
        check_shape(&ops, &n);
        for (uint32_t row = 0; row < n.count; row++) /* the file's word, or a root where a circle was cut */
            if (n.by[row] == OPERATION_EXPLICIT)
                ck_assert_uint_eq(n.operation[n.parent[row]], ops.list[n.operation[row]].parent);
            else
                ck_assert(ops.list[n.operation[row]].parent == TREE_NONE || n.by[row] == NESTING_ROOT);
        Track track = {0};
        span_track_fill(arena, &track, ops.list, ops.count, true);
        const char *fault = tree_check(track.tree);
        ck_assert_msg(!fault, "%s", fault);
        arena_free(arena);
    }
}
END_TEST

enum { DEEP = 100000 };

START_TEST(deep) {
    Arena *arena = arena_new();
    Operations ops = {.count = DEEP, .list = arena_many(arena, Operation, DEEP)};
    for (uint32_t i = 0; i < DEEP; i++)
        ops.list[i] = (Operation){
            .start = i, .end = 2.0 * DEEP - i, .parent = _i || !i ? TREE_NONE : i - 1, .parent_by = OPERATION_EXPLICIT};
    Nesting n = nesting_build(arena, &ops, _i == 1);
    ck_assert_uint_eq(n.depth[DEEP - 1], DEEP - 1);
    ck_assert_double_eq(n.self[0], 2);
    arena_free(arena);
}
END_TEST

START_TEST(ring) { /* one circle through everything is cut once */
    Arena *arena = arena_new();
    Operations ops = {.count = DEEP, .list = arena_many(arena, Operation, DEEP)};
    for (uint32_t i = 0; i < DEEP; i++)
        ops.list[i] = (Operation){.start = i, .end = i, .parent = (i + 1) % DEEP, .parent_by = OPERATION_EXPLICIT};
    Nesting n = nesting_build(arena, &ops, false);
    ck_assert_uint_eq(n.cycles, 1);
    ck_assert_uint_eq(n.operation[0], 0);
    ck_assert_uint_eq(n.depth[DEEP - 1], DEEP - 1);
    arena_free(arena);
}
END_TEST

Suite *test_nesting(void);
Suite *test_nesting(void) {
    Suite *s = suite_create("nesting");
    TCase *t = tcase_create("nesting");
    tcase_set_timeout(t, 20);
    tcase_add_loop_test(t, cases, 0, sizeof rows / sizeof *rows);
    tcase_add_loop_test(t, random_sets, 0, 10);
    tcase_add_loop_test(t, deep, 0, 2);
    tcase_add_test(t, ring);
    suite_add_tcase(s, t);
    return s;
}
