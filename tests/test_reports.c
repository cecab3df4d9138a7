/* The hotspots of every sample, as Markdown, word for word: tests/golden/reports/SAMPLE.md. After a wanted change make them anew
 * with tests/tools/reports.sh and read what git diff shows. */
#include "ask.h"

#include <check.h>

#include "base/file.h"

static Arena *arena;
static Names names;

START_TEST(as_reviewed) {
    Arena *own = arena_new();
    Str name = names.list[_i];
    const char *sample = str_c(own, str_format(own, "samples/%.*s", STR_ARG(name)));
    const char *golden = str_c(own, str_format(own, "tests/golden/reports/%.*s.md", STR_ARG(name)));
    Answer answer = ASK(own, 20, "hotspots", sample, "--format", "md", "--top", "10", "--callers", "2");
    Str want;
    Err err = {0};
    ck_assert_int_eq(answer.status, 0);
    ck_assert_msg(file_read(own, golden, 1 << 20, &want, &err), "%s", err.message);
    ck_assert_str_eq(str_c(own, answer.out), str_c(own, want));
    arena_free(own);
}
END_TEST

/* A sample without a reviewed report would go unseen. */
START_TEST(one_for_each_sample) {
    Arena *own = arena_new();
    Names samples = ask_list(own, "samples", "", false);
    size_t files = 0;
    for (size_t i = 0; i < samples.count; i++)
        files += !str_ends(samples.list[i], ".md") && samples.list[i].len > 0 && !str_is(samples.list[i], "make");
    ck_assert_uint_eq(names.count, files);
    arena_free(own);
}
END_TEST

Suite *test_reports(void);
Suite *test_reports(void) {
    Suite *s = suite_create("golden reports");
    TCase *t = tcase_create("reports");
    arena = arena_new();
    names = ask_list(arena, "tests/golden/reports", ".md", false);
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, as_reviewed, 0, (int)names.count);
    tcase_add_test(t, one_for_each_sample);
    suite_add_tcase(s, t);
    return s;
}
