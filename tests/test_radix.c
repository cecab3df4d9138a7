/* base/radix: against qsort, ties kept in order, keys that order like their numbers. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "base/radix.h"

static int by_key_then_value(const void *a, const void *b) {
    const RadixItem *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->value > y->value) - (x->value < y->value);
}

static const struct {
    size_t count;
    uint64_t mask;
} rows[] = {{0, 1},
            {1, 1},
            {2, UINT64_MAX},
            {47, 7},
            {49, 7},
            {1000, 0},
            {1000, 3},
            {5000, UINT64_MAX},
            {5000, 0xff000000000u}};

START_TEST(like_qsort) {
    Arena *arena = arena_new();
    RadixItem *items = arena_many(arena, RadixItem, rows[_i].count),
              *want = arena_many(arena, RadixItem, rows[_i].count);
    uint64_t state = 1;
    for (uint32_t i = 0; i < rows[_i].count; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        items[i] = want[i] = (RadixItem){.key = (state ^ state >> 29) & rows[_i].mask, .value = i};
    }
    qsort(want, rows[_i].count, sizeof *want, by_key_then_value);
    radix_sort(arena, items, rows[_i].count);
    for (size_t i = 0; i < rows[_i].count; i++) {
        ck_assert_uint_eq(items[i].key, want[i].key);
        ck_assert_uint_eq(items[i].value, want[i].value);
    }
    arena_free(arena);
}
END_TEST

START_TEST(keys) {
    static const double up[] = {-INFINITY, -1e300, -2, -1, -1e-300, 0, 1e-300, 1, 1.5, 1e300, INFINITY};
    for (size_t i = 1; i < sizeof up / sizeof *up; i++)
        ck_assert(radix_key(up[i - 1]) < radix_key(up[i]));
    ck_assert(radix_key(-0.0) == radix_key(0.0));
    ck_assert(radix_key_i64(INT64_MIN) < radix_key_i64(-1) && radix_key_i64(-1) < radix_key_i64(0));
    ck_assert(radix_key_i64(0) < radix_key_i64(INT64_MAX));
}
END_TEST

Suite *test_radix(void);
Suite *test_radix(void) {
    Suite *s = suite_create("radix");
    TCase *t = tcase_create("radix");
    tcase_add_loop_test(t, like_qsort, 0, sizeof rows / sizeof *rows);
    tcase_add_test(t, keys);
    suite_add_tcase(s, t);
    return s;
}
