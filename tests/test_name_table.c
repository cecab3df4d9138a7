/* format/name_table: names that are met again have the number they were given first, whatever their length. */
#include "base/array.h"
#include "codec/source.h"
#include "format/name_table.h"

#include <check.h>
#include <stdlib.h>

enum { NAMES = 3000, BYTES = 300 };

/* Name number i: of 1 to BYTES bytes, many alike but for one byte, with room behind them. */
static Str name_of(Arena *arena, unsigned i) {
    size_t len = i % 7 == 0 ? 1 + i % BYTES : 1 + i % 40;
    char *bytes = arena_many(arena, char, len + SOURCE_GUARD);
    for (size_t k = 0; k < len; k++)
        bytes[k] = (char)('a' + k % 3);
    bytes[i % len] = (char)('A' + i % 50);
    return (Str){bytes, len};
}

typedef struct Met {
    Arena *arena;
    Array(Str) names;
} Met;

/* Numbers names as they come. */
static uint32_t number(void *user, Str name) {
    Met *met = user;
    array_push(met->arena, &met->names, str_copy(met->arena, name));
    return (uint32_t)met->names.count - 1;
}

static size_t count_twins(const Met *met) {
    size_t twins = 0;
    for (size_t i = 0; i < met->names.count; i++)
        for (size_t k = 0; k < i; k++)
            twins += str_equal(met->names.data[i], met->names.data[k]);
    return twins;
}

/* In pieces of every size. */
START_TEST(same_names_same_numbers) {
    Arena *arena = arena_new();
    Met met = {.arena = arena};
    NameTable *table = name_table_new(arena, number, &met);
    Str *list = arena_many(arena, Str, NAMES);
    uint32_t *values = arena_many(arena, uint32_t, NAMES);
    srand((unsigned)_i);
    for (int turn = 0; turn < 3; turn++) {
        for (size_t i = 0; i < NAMES; i++)
            list[i] = name_of(arena, (unsigned)rand() % NAMES);
        for (size_t from = 0, n; from < NAMES; from += n) {
            n = 1 + (size_t)rand() % 400;
            n = n < NAMES - from ? n : NAMES - from;
            name_table_find(table, list + from, n, values + from);
        }
        for (size_t i = 0; i < NAMES; i++)
            ck_assert(str_equal(met.names.data[values[i]], list[i]));
    }
    ck_assert_uint_eq(count_twins(&met), 0); /* each was new once */
    ck_assert_uint_gt(met.names.count, 500);
    arena_free(arena);
}
END_TEST

/* Numbered as they come, the empty one among them, and one that begins as another ends. */
START_TEST(numbers) {
    static const char bytes[3 * BYTES + SOURCE_GUARD] = "abcab";
    static const struct {
        size_t from, len;
        uint32_t want;
    } rows[] = {{0, 0, 0},         {0, 2, 1},     {3, 2, 1},         {2, 1, 2}, {5, BYTES, 3},
                {5, 2 * BYTES, 4}, {5, BYTES, 3}, {6, 2 * BYTES, 4}, {9, 0, 0}, {0, BYTES, 5}};
    enum { ROWS = sizeof rows / sizeof *rows };
    Arena *arena = arena_new();
    NameTable *table = name_table_new(arena, NULL, NULL);
    Str list[ROWS];
    uint32_t got[ROWS];
    for (size_t i = 0; i < ROWS; i++)
        list[i] = (Str){bytes + rows[i].from, rows[i].len};
    name_table_find(table, list, ROWS, got);
    ck_assert_uint_eq(name_table_count(table), 6);
    name_table_close(table);
    for (size_t i = 0; i < ROWS; i++) {
        ck_assert_uint_eq(got[i], rows[i].want);
        ck_assert(str_equal(name_table_name(table, got[i]), list[i]));
    }
    arena_free(arena);
}
END_TEST

Suite *test_name_table(void);
Suite *test_name_table(void) {
    Suite *s = suite_create("name_table");
    TCase *t = tcase_create("name_table");
    tcase_add_loop_test(t, same_names_same_numbers, 0, 4);
    tcase_add_test(t, numbers);
    suite_add_tcase(s, t);
    return s;
}
