/* profile/gaps, samples: numbers packed and read back, and samples that look the same in both forms. */
#include <check.h>

#include "profile/samples.h"

enum { MOST = 6000 };

static uint32_t next(uint32_t *random) {
    return (*random = *random * 1664525 + 1013904223) >> 8;
}

/* Most are whole thousands below 32767000; how often others come differs between rows. */
static const struct {
    size_t n, at_once;
    uint32_t one_in;
} rows[] = {{0, 1, 2},       {1, 1, 1},          {1023, 1024, 1}, {1025, 3, 100},     {MOST, 1, 3},
            {MOST, 700, 50}, {MOST, 1024, 3000}, {MOST, 2500, 1}, {MOST, 5000, 10000}};

static int64_t make_number(uint32_t *random, uint32_t one_in) {
    static const int64_t odd[] = {GAPS_NONE, INT64_MAX, INT64_MIN + 1, -32768000,  32767000, 32768000, -32769000,
                                  INT32_MIN, INT32_MAX, INT32_MIN + 1, 2147484000, 1,        -1,       999};
    if (next(random) % one_in == 0)
        return odd[next(random) % (sizeof odd / sizeof *odd)];
    return (int64_t)(next(random) % 65535) * 1000 - 32767000;
}

static void check_all(const Gaps *gaps, const int64_t *want, size_t n) {
    GapCursor at = {0};
    ck_assert_uint_eq(gaps->count, n);
    for (size_t i = 0; i < n; i++) {
        ck_assert_int_eq(gaps_get(gaps, at), want[i]);
        ck_assert(gaps->blocks.data[at.block].rough || want[i] >= 0);
        gaps_next(gaps, &at);
    }
    ck_assert_uint_eq(at.block, gaps->blocks.count);
    for (size_t i = n; i-- > 0;) {
        gaps_back(gaps, &at);
        ck_assert_int_eq(gaps_get(gaps, at), want[i]);
    }
}

START_TEST(numbers) {
    Arena *arena = arena_new();
    int64_t *want = arena_many(arena, int64_t, MOST);
    uint32_t random = (uint32_t)_i;
    Gaps gaps = {0};
    size_t n = rows[_i].n;
    for (size_t i = 0; i < n; i++)
        want[i] = make_number(&random, rows[_i].one_in);
    for (size_t i = 0; i < n; i += rows[_i].at_once)
        gaps_add(arena, &gaps, want + i, n - i < rows[_i].at_once ? n - i : rows[_i].at_once);
    check_all(&gaps, want, n);
    Gaps copy = gaps_copy(arena, &gaps);
    GapCursor at = {0};
    for (size_t i = 0; i < n; i++, gaps_next(&copy, &at))
        if (next(&random) % 40 == 0) {
            want[i] = next(&random) % 9 ? next(&random) : INT64_MAX - i;
            gaps_set(arena, &copy, at, want[i]);
        }
    check_all(&copy, want, n);
    gaps_cut(arena, &copy, n / 3);
    check_all(&copy, want, n / 3);
    gaps_add(arena, &copy, want + n / 3, n - n / 3);
    check_all(&copy, want, n);
    arena_free(arena);
}
END_TEST

START_TEST(sums) {
    Arena *arena = arena_new();
    Gaps gaps = {0};
    int64_t values[MOST], sum = 0;
    uint32_t random = 5;
    for (size_t i = 0; i < MOST; i++)
        values[i] = next(&random) % 3000 * (i / 1024 % 2 ? 1000 : 77) * (i < 3000 ? 1 : 123456);
    gaps_add(arena, &gaps, values, MOST);
    GapCursor at = {0};
    for (size_t i = 0, n = 0; i < MOST; i += n) {
        n = next(&random) % 40 ? next(&random) % 20 : next(&random) % 2500;
        n = n < MOST - i ? n : MOST - i;
        sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += values[i + k];
        ck_assert_int_eq(gaps_take(&gaps, &at, n), sum);
    }
    arena_free(arena);
}
END_TEST

/* Runs of 3, 1 and 2 samples, and the same in arrays: equal one by one; by runs their ends are. */
START_TEST(walks) {
    Arena *arena = arena_new();
    SampleRun runs[] = {{5, 3}, {2, 1}, {5, 2}};
    uint32_t nodes[] = {5, 5, 5, 2, 5, 5};
    int64_t gaps[] = {1000, 3000, 0, 10000, 10500, 11000};
    double starts[] = {1100, 4100, 4100, 14100, 24600, 35600}, weights[] = {3000, 0, 10000, 10500, 11000, 70};
    PackedSamples packed = {.run_count = 3, .runs = runs, .base = 100, .last = 70};
    gaps_add(arena, &packed.gaps, gaps, 6);
    Samples a = {.count = 6, .packed = &packed}, b = {.count = 6, .node = nodes, .start = starts, .weight = weights};
    for (int timed = 0; timed < 2; timed++) {
        SampleWalk one = sample_walk(&a, timed), other = sample_walk(&b, timed), run = sample_walk(&a, timed);
        for (int i = 0; i < 6; i++) {
            ck_assert(sample_next(&one) && sample_next(&other));
            ck_assert_double_eq(one.left, other.left);
            ck_assert_double_eq(one.right, other.right);
            ck_assert_double_eq(one.weight, weights[i]);
            ck_assert(one.node == nodes[i] && one.count == 1 && one.next == other.next);
            if (i == 2 || i == 3 || i == 5) {
                ck_assert(sample_next_run(&run));
                ck_assert_double_eq(run.right, one.right);
                ck_assert(run.node == one.node && run.next == one.next);
            }
        }
        ck_assert(!sample_next(&one) && !sample_next(&other) && !sample_next_run(&run));
    }
    arena_free(arena);
}
END_TEST

Suite *test_gaps(void);
Suite *test_gaps(void) {
    Suite *s = suite_create("gaps");
    TCase *t = tcase_create("gaps");
    tcase_add_loop_test(t, numbers, 0, sizeof rows / sizeof *rows);
    tcase_add_test(t, sums);
    tcase_add_test(t, walks);
    suite_add_tcase(s, t);
    return s;
}
