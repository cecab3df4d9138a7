/* ui/tab: what a tab is called when another has the same name. */
#include <check.h>

#include "desk.h"

static const struct {
    const char *paths[3], *want[3];
} rows[] = {
    {{"/x/a.folded", "/x/b.folded", NULL}, {"a.folded", "b.folded", NULL}},
    {{"/before/a.folded", "/after/a.folded", NULL}, {"before/a.folded", "after/a.folded", NULL}},
    {{"/x/a.folded", "/x/a.folded", NULL}, {"a.folded", "a.folded (2)", NULL}},
    {{"/x/a.folded", "/y/a.folded", "/y/a.folded"}, {"x/a.folded", "a.folded", "a.folded (2)"}},
    {{"/p/x/a.folded", "/q/x/a.folded", NULL}, {"a.folded", "a.folded (2)", NULL}},
    {{"a.folded", "/x/a.folded", NULL}, {"a.folded", "x/a.folded", NULL}},
    {{"-", NULL, NULL}, {"standard input", NULL, NULL}},
};

START_TEST(labels) {
    Desk desk = desk_new();
    for (int i = 0; i < 3 && rows[_i].paths[i]; i++)
        desk_open(&desk, 0, rows[_i].paths[i], "a;b 1\n");
    for (int i = 0; i < 3 && rows[_i].want[i]; i++)
        ck_assert_msg(desk_sees(&desk, rows[_i].want[i]), "no %s", rows[_i].want[i]);
    desk_free(&desk);
}
END_TEST

Suite *test_tab(void);
Suite *test_tab(void) {
    Suite *suite = suite_create("tab");
    TCase *t = tcase_create("all");
    tcase_add_loop_test(t, labels, 0, sizeof rows / sizeof *rows);
    suite_add_tcase(suite, t);
    return suite;
}
