/* format/known_gaps: what is guessed after what, and what is forgotten. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "format/known_gaps.h"

enum { KIND = 1, OTHER = 2 };

/* Gaps that follow one another from the beginning; each is looked for, and learnt where it is not found. */
static const struct {
    const char *what, *gaps[6]; /* a place ends in a value that begins with 7 */
    int found;                  /* how many were, the second time */
} rows[] = {
    {"each after the one before", {",'a':7", ",'b':7", "},'c':7", "}7"}, 4},
    {"as long as can be, and longer",
     {",'a key of as many as 32 bytes':7", ",'a key of one byte more than 32':7", "}7"},
     1},
    {"of one beginning", {",'a':7", ",'a' :7", ",'a': 7"}, 3},
    {"nothing", {"7"}, 0},
};

static Str gap_of(const char *text) {
    return (Str){text, strlen(text) - 1};
}

static int walk(KnownGaps *gaps, const char *const *list, size_t n) {
    int found = 0;
    KnownGap *at = &gaps->begin;
    for (size_t i = 0; i < n && list[i]; i++) {
        char window[128] = {0};
        Str text = gap_of(list[i]);
        memcpy(window, list[i], strlen(list[i]));
        KnownGap *next = known_gaps_next(at, KIND, (JsonPlace)window);
        ck_assert_ptr_null(known_gaps_next(at, OTHER, (JsonPlace)window));
        if (next) {
            ck_assert_uint_eq(next->length, text.len);
            ck_assert_uint_eq(next->meaning, 100 + i);
            found++;
        }
        at = next ? next : known_gaps_learn(gaps, at, KIND, text, 0, (uint32_t)(100 + i));
    }
    return found;
}

START_TEST(finds) {
    KnownGaps gaps;
    known_gaps_init(&gaps);
    ck_assert_int_eq(walk(&gaps, rows[_i].gaps, 6), 0);
    ck_assert_int_eq(walk(&gaps, rows[_i].gaps, 6), rows[_i].found);
}
END_TEST

START_TEST(guesses_two) { /* and not the third, which is learnt again then */
    static const char *const three[] = {",'a':7", ",'b':7", ",'c':7"};
    KnownGaps gaps;
    known_gaps_init(&gaps);
    for (size_t i = 0; i < 3; i++)
        known_gaps_learn(&gaps, &gaps.begin, KIND, gap_of(three[i]), 0, 1);
    for (size_t i = 0; i < 3; i++) {
        char window[64] = {0};
        memcpy(window, three[i], 6);
        ck_assert_int_eq(known_gaps_next(&gaps.begin, KIND, (JsonPlace)window) != NULL, i > 0);
    }
    known_gaps_learn(&gaps, &gaps.begin, KIND, gap_of(three[0]), 0, 1);
    ck_assert_uint_eq(gaps.count, 3);
}
END_TEST

START_TEST(looks_ahead) { /* what the next value begins with tells the one from the other, and is not passed */
    KnownGaps gaps;
    char null[64] = ",'a':null", object[64] = ",'a':{}";
    known_gaps_init(&gaps);
    known_gaps_learn(&gaps, &gaps.begin, KIND, (Str){null, 6}, 1, 9);
    ck_assert_uint_eq(known_gaps_next(&gaps.begin, KIND, (JsonPlace)null)->length, 5);
    ck_assert_ptr_null(known_gaps_next(&gaps.begin, KIND, (JsonPlace)object));
}
END_TEST

START_TEST(forgets) { /* what is too much, and what follows that */
    KnownGaps gaps;
    char text[64] = {0};
    known_gaps_init(&gaps);
    for (int i = 0; i < KNOWN_GAPS; i++) {
        snprintf(text, sizeof text, "%d", i + 100);
        ck_assert_ptr_eq(known_gaps_learn(&gaps, &gaps.begin, KIND, (Str){text, 3}, 0, 1), &gaps.gaps[i]);
    }
    ck_assert_ptr_eq(known_gaps_learn(&gaps, &gaps.begin, KIND, STR("x"), 0, 1), &gaps.lost);
    ck_assert_ptr_eq(known_gaps_learn(&gaps, &gaps.lost, KIND, (Str){text, 3}, 0, 1), &gaps.gaps[KNOWN_GAPS - 1]);
    ck_assert_ptr_null(known_gaps_next(&gaps.lost, KIND, (JsonPlace)text));
    memset(text, 0xff, sizeof text);
    ck_assert_ptr_null(known_gaps_next(&gaps.lost, KIND, (JsonPlace)text));
}
END_TEST

Suite *test_known_gaps(void);
Suite *test_known_gaps(void) {
    Suite *s = suite_create("known_gaps");
    TCase *t = tcase_create("known_gaps");
    tcase_add_loop_test(t, finds, 0, sizeof rows / sizeof *rows);
    tcase_add_test(t, guesses_two);
    tcase_add_test(t, looks_ahead);
    tcase_add_test(t, forgets);
    suite_add_tcase(s, t);
    return s;
}
