/* base/str: slices, numbers, UTF-8. */
#include <check.h>

#include "base/str.h"

START_TEST(numbers) {
    static const struct {
        const char *in;
        bool ok;
        double want;
    } rows[] = {
        {"0", true, 0},   {"-1.5e3", true, -1500}, {"9007199254740993", true, 9007199254740992.0},
        {"", false, 0},   {"0x10", false, 0},      {"nan", false, 0},
        {"1 ", false, 0}, {"12a", false, 0},       {".5", true, 0.5},
    };
    double value;
    ck_assert_int_eq(str_to_double(str_from(rows[_i].in), &value), rows[_i].ok);
    if (rows[_i].ok)
        ck_assert_double_eq(value, rows[_i].want);
}
END_TEST

START_TEST(utf8) {
    static const struct {
        const char *in, *want;
    } rows[] = {
        {"abc", "abc"},
        {"\xF0\x9F\xA4\x94", "\xF0\x9F\xA4\x94"},
        {"a\xFF", "a\xEF\xBF\xBD"},
        {"\xC0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD"},                 /* overlong */
        {"\xED\xA0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"}, /* a surrogate */
        {"\xE4\xB8", "\xEF\xBF\xBD\xEF\xBF\xBD"},                 /* cut */
    };
    Arena *arena = arena_new();
    ck_assert(str_equal(utf8_clean(arena, str_from(rows[_i].in)), str_from(rows[_i].want)));
    arena_free(arena);
}
END_TEST

START_TEST(slices) {
    ck_assert_uint_eq(str_find(STR("aXbX"), STR("X"), 2), 3);
    ck_assert_uint_eq(str_find(STR("aaab"), STR("aab"), 0), 1);
    ck_assert_uint_eq(str_find(STR("abc"), STR("d"), 0), SIZE_MAX);
    ck_assert(str_is(str_trim(STR(" \t x y \r\n")), "x y"));
    ck_assert(str_is(str_base_name(STR("/a/b\\c.json")), "c.json"));
    ck_assert_int_lt(str_compare(STR("ab"), STR("abc")), 0);
    ck_assert_int_gt(str_compare(STR("b"), STR("abc")), 0);
}
END_TEST

Suite *test_str(void);
Suite *test_str(void) {
    Suite *s = suite_create("str");
    TCase *t = tcase_create("str");
    tcase_add_loop_test(t, numbers, 0, 9);
    tcase_add_loop_test(t, utf8, 0, 6);
    tcase_add_test(t, slices);
    suite_add_tcase(s, t);
    return s;
}
