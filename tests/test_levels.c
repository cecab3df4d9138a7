/* layout/levels against a plain scan of the row. The module is built a second time into this file with chunks of a few nodes, so
 * that small trees walk every edge. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#define LEVELS_CHUNK     8
#define LEVELS_FEW       3
#define Levels           SmallLevels
#define levels_build     small_levels_build
#define levels_rows      small_levels_rows
#define levels_query     small_levels_query
#define levels_hit       small_levels_hit
#define levels_neighbour small_levels_neighbour
#include "../src/layout/levels.c" /* NOLINT(bugprone-suspicious-include) */
#undef Levels
#undef levels_build
#undef levels_rows
#undef levels_query
#undef levels_hit
#undef levels_neighbour
typedef struct Levels Levels;
Levels *levels_build(Arena *arena, const Tree *tree, Progress *progress);
size_t levels_query(const Levels *levels, uint32_t row, double from, double to, double min_width, LevelSlot *out,
                    size_t max);
uint32_t levels_hit(const Levels *levels, uint32_t row, double x);

#include "profile/rows.h"
#include "tree_text.h"

enum { NODES = 600, SLOTS = 2000 };

/* ---- trees ---- */

typedef struct Box {
    double left, right;
} Box;

/* How long the next sibling and the gap before it are, by shape: even, crowds, long tails, points, one big between dust. */
static double draw(int shape, int i) {
    switch (shape) {
    case 0:
        return 10;
    case 1:
        return i % 50 == 0 ? 5000 : rand() % 3;
    case 2:
        return pow(2, rand() % 20);
    case 3:
        return rand() % 4 == 0 ? rand() % 100 : 0;
    default:
        return i == NODES / 2 ? 1e6 : 1;
    }
}

/* A few roots side by side; every other box holds children that fill part of it. */
static Tree *make_tree(Arena *arena, int shape, bool lanes) {
    Tree *t = tree_new(arena, NODES);
    double x = 0;
    for (uint32_t i = 0; i < NODES; i++) {
        bool child = i && t->depth[i - 1] < 6 && t->total[i - 1] > 4 && rand() % 3 == 0;
        uint32_t p = child ? i - 1 : i ? t->parent[i - 1] : TREE_NONE;
        double at = child ? t->start[p] : i ? tree_right(t, i - 1) : 0, gap = rand() % 2 ? draw(shape, (int)i) : 0;
        double length = child ? floor(t->total[p] / 2) : draw(shape, (int)i);
        while (p != TREE_NONE && at + length > tree_right(t, p)) { /* no room: on as a sibling further up */
            at = tree_right(t, p);
            p = t->parent[p];
        }
        t->parent[i] = p;
        t->depth[i] = p == TREE_NONE ? 0 : t->depth[p] + 1;
        t->start[i] = p == TREE_NONE ? fmax(at, x) + gap : at;
        t->total[i] = length;
        t->end[i] = i + 1;
        x = p == TREE_NONE ? tree_right(t, i) : x;
    }
    for (uint32_t i = NODES; i-- > 0;) {
        if (t->parent[i] != TREE_NONE)
            t->end[t->parent[i]] = t->end[i] > t->end[t->parent[i]] ? t->end[i] : t->end[t->parent[i]];
    }
    for (uint32_t i = 0; lanes && i < NODES; i++) /* roots overlap now */
        t->start[i] = t->parent[i] == TREE_NONE && i % 3 == 1 ? fmax(0, t->start[i] - 5) : t->start[i];
    rows_self(arena, t);
    if (lanes)
        rows_assign(arena, t);
    tree_seal(t);
    return t;
}

/* ---- the scan ---- */

static bool is_in(const Tree *t, uint32_t i, uint32_t row, double from, double to) {
    double left = t->start[i], right = tree_right(t, i);
    return tree_row(t, i) == row && left < to && (right > from || (left == right && left >= from));
}

static bool is_wide_node(const Tree *t, uint32_t i, double min_width) {
    return t->total[i] > 0 && t->total[i] >= min_width;
}

/* What a run says of itself is true of the narrow nodes between its edges. */
static void check_run(const Tree *t, uint32_t row, const LevelSlot *run, double min_width) {
    uint32_t count = 0;
    double sum = 0, longest = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        if (tree_row(t, i) != row || t->start[i] < run->left || tree_right(t, i) > run->right ||
            is_wide_node(t, i, min_width))
            continue;
        /* a point at an edge may belong to the neighbour */
        if (t->total[i] == 0 && (t->start[i] == run->left || t->start[i] == run->right) && count >= run->count)
            continue;
        count++;
        sum += t->total[i];
        longest = fmax(longest, t->total[i]);
    }
    ck_assert_uint_ge(count, run->count);
    ck_assert_double_eq_tol(t->total[run->node], longest, 1e-6 * longest + 1e-12);
    ck_assert_double_eq_tol(run->sum, sum, 1e-5 * sum + 1e-12);
    ck_assert(min_width == 0 || run->right - run->left < 3 * min_width);
}

static void check_slots(const Tree *t, uint32_t row, double from, double to, double min_width, const LevelSlot *s,
                        size_t n) {
    size_t at = 0, wide = 0, nodes = 0;
    for (size_t i = 0; i < n; i++) {
        ck_assert(i == 0 || s[i].left >= s[i - 1].right);
        ck_assert_uint_eq(tree_row(t, s[i].node), row);
        wide += !s[i].run;
        if (s[i].run)
            check_run(t, row, &s[i], min_width);
    }
    for (uint32_t i = 0; i < t->count; i++) {
        if (!is_in(t, i, row, from, to))
            continue;
        nodes++;
        while (at < n && (s[at].right < tree_right(t, i) || (s[at].run == is_wide_node(t, i, min_width))))
            at++;
        ck_assert_msg(at < n, "a node is in no slot");
        ck_assert(s[at].left <= t->start[i]);
        ck_assert(!is_wide_node(t, i, min_width) || s[at].node == i);
    }
    ck_assert(nodes > 0 || n == 0 || (n == 1 && s[0].run)); /* a range between two nodes of one run */
    ck_assert(min_width == 0 || (double)(n - wide) <= (to - from) / min_width + 4); /* a run a column */
}

static const double widths[] = {0, 1, 3, 17, 100, 1000, 1e5};

START_TEST(against_a_scan) {
    Arena *arena = arena_new();
    srand((unsigned)_i);
    Tree *t = make_tree(arena, _i % 5, _i % 3 == 2);
    SmallLevels *small = small_levels_build(arena, t, NULL);
    LevelSlot *slots = arena_many(arena, LevelSlot, SLOTS), *more = arena_many(arena, LevelSlot, SLOTS);
    Levels *usual = levels_build(arena, t, NULL);
    ck_assert_uint_eq(small_levels_rows(small), t->rows);
    for (int k = 0; k < 60; k++) {
        uint32_t row = (uint32_t)rand() % t->rows;
        double from = k ? floor(t->right * rand() / RAND_MAX) : t->left, to = k ? from + 1 + rand() % 5000 : t->right;
        double width = widths[k % 7];
        size_t n = small_levels_query(small, row, from, to, width, slots, SLOTS);
        ck_assert_uint_le(n, SLOTS);
        check_slots(t, row, from, to, width, slots, n);
        n = levels_query(usual, row, from, to, width, more, SLOTS);
        check_slots(t, row, from, to, width, more, n);
    }
    arena_free(arena);
}
END_TEST

START_TEST(hits_and_neighbours) {
    Arena *arena = arena_new();
    srand((unsigned)_i);
    Tree *t = make_tree(arena, _i % 5, _i % 3 == 2);
    SmallLevels *small = small_levels_build(arena, t, NULL);
    for (int k = 0; k < 300; k++) {
        uint32_t row = (uint32_t)rand() % t->rows, want = TREE_NONE;
        double x = k % 2 ? t->start[rand() % NODES] : floor(t->right * rand() / RAND_MAX);
        for (uint32_t i = 0; i < t->count; i++)
            want = tree_row(t, i) == row && t->start[i] <= x && x < tree_right(t, i) ? i : want;
        ck_assert_uint_eq(small_levels_hit(small, row, x), want);
    }
    for (uint32_t i = 0; i < t->count; i++) {
        uint32_t next = small_levels_neighbour(small, i, 1);
        ck_assert(next == TREE_NONE || (tree_row(t, next) == tree_row(t, i) && t->start[next] >= tree_right(t, i)));
        ck_assert(next == TREE_NONE || small_levels_neighbour(small, next, -1) == i);
    }
    ck_assert_uint_eq(small_levels_hit(small, t->rows, 0), TREE_NONE);
    arena_free(arena);
}
END_TEST

START_TEST(odd_input) {
    Arena *arena = arena_new();
    Frames frames = frames_new(arena);
    LevelSlot slot[2];
    Tree *t = tree_text(arena, &frames, _i ? "a 0(b 0)" : "");
    Levels *l = levels_build(arena, t, NULL);
    ck_assert_uint_eq(levels_query(l, 0, 0, 0, 1, slot, 2), 0);
    ck_assert_uint_eq(levels_query(l, 0, 1, -1, 1, slot, 2), 0);
    ck_assert_uint_eq(levels_query(l, 7, 0, 1, 1, slot, 2), 0);
    ck_assert_uint_eq(levels_query(l, 0, 0, 1, 1, slot, 2), (size_t)_i);
    ck_assert(_i == 0 || (slot[0].run && slot[0].count == 1));
    ck_assert_uint_eq(levels_query(l, 0, 0, 1, 1, NULL, 0), (size_t)_i); /* how many there would be */
    ck_assert_uint_eq(levels_hit(l, 0, 0), TREE_NONE);
    ck_assert_ptr_null(levels_build(arena, t, &(Progress){.stop = JOB_CANCEL}));
    arena_free(arena);
}
END_TEST

Suite *test_levels(void);
Suite *test_levels(void) {
    Suite *s = suite_create("levels");
    TCase *t = tcase_create("levels");
    tcase_add_loop_test(t, against_a_scan, 0, 45);
    tcase_add_loop_test(t, hits_and_neighbours, 0, 15);
    tcase_add_loop_test(t, odd_input, 0, 2);
    suite_add_tcase(s, t);
    return s;
}
