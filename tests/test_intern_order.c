/* base/intern_order: the order of str_compare, for strings that share prefixes of any length. */
#include <check.h>

#include "base/intern_order.h"

static const struct {
    const char *alphabet; /* what the strings are made of */
    size_t prefix, most;  /* bytes that all share; bytes behind it */
    int count;
} rows[] = {
    {"ab", 0, 12, 3000},          {"ab", 6, 3, 40},  {"ab", 7, 3, 40},
    {"ab", 8, 9, 3000},           {"a", 0, 40, 200}, {"a", 100000, 20, 100},
    {"\x01\x80\xff", 3, 9, 2000}, {"xyz", 13, 4, 1},
};

static uint32_t next_random(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

START_TEST(as_compared) {
    Arena *arena = arena_new();
    Intern *intern = intern_new(arena);
    uint64_t state = 7;
    size_t letters = strlen(rows[_i].alphabet);
    char *text = arena_many(arena, char, rows[_i].prefix + rows[_i].most + 1);
    memset(text, 'p', rows[_i].prefix);
    for (int i = 0; i < rows[_i].count; i++) {
        size_t len = rows[_i].prefix + next_random(&state) % (rows[_i].most + 1);
        for (size_t c = rows[_i].prefix; c < len; c++)
            text[c] = rows[_i].alphabet[next_random(&state) % letters];
        intern_add(intern, (Str){text, len});
    }
    uint32_t n = intern_count(intern);
    StrId *ids = arena_many(arena, StrId, n);
    for (StrId i = 0; i < n; i++)
        ids[i] = i;
    intern_sort(intern, ids, n);
    for (uint32_t i = 1; i < n; i++) /* strictly up: so each is there once */
        ck_assert_int_lt(str_compare(intern_str(intern, ids[i - 1]), intern_str(intern, ids[i])), 0);
    ck_assert_uint_eq(ids[0], 0);
    arena_free(arena);
}
END_TEST

START_TEST(bytes_of_nul) { /* a string before what it is a prefix of */
    static const Str up[] = {{"", 0},    {"\0", 1}, {"\0\0\0\0\0\0\0", 7}, {"\0\0\0\0\0\0\0\0", 8}, {"a", 1},
                             {"a\0", 2}, {"a\1", 2}};
    enum { COUNT = sizeof up / sizeof *up };
    Arena *arena = arena_new();
    Intern *intern = intern_new(arena);
    StrId ids[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        ids[COUNT - 1 - i] = intern_add(intern, up[i]);
    intern_sort(intern, ids, COUNT);
    for (size_t i = 0; i < COUNT; i++)
        ck_assert(str_equal(intern_str(intern, ids[i]), up[i]));
    arena_free(arena);
}
END_TEST

START_TEST(none) {
    Arena *arena = arena_new();
    intern_sort(intern_new(arena), NULL, 0);
    arena_free(arena);
}
END_TEST

Suite *test_intern_order(void);
Suite *test_intern_order(void) {
    Suite *suite = suite_create("intern_order");
    TCase *t = tcase_create("all");
    tcase_add_loop_test(t, as_compared, 0, sizeof rows / sizeof *rows);
    tcase_add_test(t, bytes_of_nul);
    tcase_add_test(t, none);
    suite_add_tcase(suite, t);
    return suite;
}
