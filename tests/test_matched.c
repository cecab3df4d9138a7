/* derive/matched: strings found by the piece against each alone. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "derive/matched.h"

enum { STRINGS = 5000, LONG = 9000 /* has memory of its own */ };

/* Random strings of a few letters, some of them bytes that could as well be a length or the end of one; now and then a long one. */
static Intern *make_strings(Arena *arena) {
    Intern *strings = intern_new(arena);
    char *room = arena_many(arena, char, LONG);
    srand(3);
    for (int i = 0; i < STRINGS; i++) {
        size_t n = i % 500 == 7 ? LONG : (size_t)rand() % 24;
        for (size_t k = 0; k < n; k++)
            room[k] = "abcC\0\1\2\n"[rand() % 8];
        intern_add(strings, (Str){room, n});
    }
    return strings;
}

static const struct {
    const char *text;
    size_t length;
    bool match_case;
} texts[] = {
    {"c", 1, false},  {"C", 1, true},         {"ab", 2, false},   {"aba", 3, false},
    {"\0", 1, false}, {"\0\n\0", 3, false},   {"\n", 1, true},    {"c\0\2\0", 4, false},
    {"zz", 2, false}, {"/^a.*c$/", 8, false}, {"/^$/", 4, false},
};

START_TEST(by_the_piece) {
    Arena *arena = arena_new();
    Intern *strings = make_strings(arena);
    Matcher matcher = {.scratch = arena, .match_case = texts[_i].match_case};
    ck_assert(matcher_prepare(&matcher, (Str){texts[_i].text, texts[_i].length}, NULL));
    Matched matched = matched_new(arena, &matcher, strings);
    ck_assert(!matched_has(&matched, 0));
    for (StrId id = intern_count(strings) - 1; id > 0; id--)
        ck_assert_int_eq(matched_has(&matched, id), matcher_matches(&matcher, matched.room, intern_str(strings, id)));
    matched_free(&matched);
    matcher_free(&matcher);
    arena_free(arena);
}
END_TEST

Suite *test_matched(void);
Suite *test_matched(void) {
    Suite *s = suite_create("matched");
    TCase *t = tcase_create("matched");
    tcase_add_loop_test(t, by_the_piece, 0, sizeof texts / sizeof *texts);
    suite_add_tcase(s, t);
    return s;
}
