/* derive/finder: the wide twin against the plain one and against a look at every place, in bytes that end where memory ends. */
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "derive/finder.h"

static const struct {
    const char *text;
    bool match_case;
    const char *in;
    size_t from, want;
} rows[] = {
    {"a", false, "bcA", 0, 2},
    {"a", true, "bcA", 0, FINDER_NONE},
    {"Layout", false, "0123456789012345678901234567890layOUT", 0, 31},
    {"Layout", true, "0123456789012345678901234567890layOUT", 0, FINDER_NONE},
    {"[", false, "{{{{{{{{{{{{{{{{{{{{{{{{[", 0, 24}, /* 32 tells letters apart, not brackets */
    {"`", false, "@@@@@@@@@@@@@@@@@@@@@@@@`", 0, 24},
    {"aba", false, "ababa", 1, 2},
    {"aba", false, "ababa", 3, FINDER_NONE},
    {"aba", false, "ab", 0, FINDER_NONE},
    {"x", false, "", 0, FINDER_NONE},
    {"\xc3\x9c", false, "------------------------\xc3\xbc\xc3\x9c", 0, 26}, /* its case is not ASCII's */
};

START_TEST(finds) {
    Arena *arena = arena_new();
    Finder finder;
    finder_prepare(&finder, arena, str_from(rows[_i].text), rows[_i].match_case);
    ck_assert_uint_eq(finder_next(&finder, str_from(rows[_i].in), rows[_i].from), rows[_i].want);
    ck_assert_uint_eq(finder_next_plain(&finder, str_from(rows[_i].in), rows[_i].from), rows[_i].want);
    arena_free(arena);
}
END_TEST

static size_t at_every_place(const char *text, size_t length, bool match_case, const char *s, size_t n, size_t from) {
    for (size_t at = from; at + length <= n; at++)
        if (match_case ? memcmp(s + at, text, length) == 0 : strncasecmp(s + at, text, length) == 0)
            return at;
    return FINDER_NONE;
}

/* Few letters, so that much is nearly found. malloc'd to the byte: the sanitizers see a look beyond. */
START_TEST(twins) {
    srand((unsigned)_i + 1);
    for (int round = 0; round < 400; round++) {
        Arena *arena = arena_new();
        size_t n = (size_t)rand() % 120, length = 1 + (size_t)rand() % (round % 4 ? 5 : 40), from = (size_t)rand() % 8;
        char *s = malloc(n + 1), text[41] = {0};
        for (size_t i = 0; i < n; i++)
            s[i] = "aAbB@`"[rand() % (2 + _i)];
        s = realloc(s, n ? n : 1);
        for (size_t i = 0; i < length; i++)
            text[i] = "aAbB@`"[rand() % (2 + _i)];
        Finder finder;
        finder_prepare(&finder, arena, (Str){text, length}, round % 2);
        size_t want = at_every_place(text, length, round % 2, s, n, from);
        ck_assert_uint_eq(finder_next(&finder, (Str){s, n}, from), want);
        ck_assert_uint_eq(finder_next_plain(&finder, (Str){s, n}, from), want);
        free(s);
        arena_free(arena);
    }
}
END_TEST

Suite *test_finder(void);
Suite *test_finder(void) {
    Suite *s = suite_create("finder");
    TCase *t = tcase_create("finder");
    tcase_add_loop_test(t, finds, 0, sizeof rows / sizeof *rows);
    tcase_add_loop_test(t, twins, 0, 5);
    suite_add_tcase(s, t);
    return s;
}
