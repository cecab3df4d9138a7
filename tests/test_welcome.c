/* ui/welcome: what is said of recent files in the room there is. */
#include <check.h>

#include "desk.h"

START_TEST(recent_files) {
    static const struct {
        int width;
        const char *sees, *not ;
    } rows[] = {{1440, "91 290 120 samples · 2 minutes ago", NULL},
                {700, "91 290 120 samples · 2 minutes ago", NULL},
                {520, "2 minutes ago", "91 290"},
                {300, "six.folded", "2 minutes ago"}};
    Settings settings = {.text_scale = 1, .recent_count = 1};
    settings.recent[0] = (Recent){STR("/home/me/six.folded"), STR("Folded stacks"), STR("91 290 120 samples"), 10000};
    Desk desk = desk_new();
    ui_free(desk.ui);
    desk.ui = ui_new(&settings);
    desk.unix_now = 10130;
    desk.width = rows[_i].width;
    desk_rest(&desk);
    ck_assert(desk_sees(&desk, rows[_i].sees));
    ck_assert(!rows[_i].not || !desk_sees(&desk, rows[_i].not ));
    desk_free(&desk);
}
END_TEST

Suite *test_welcome(void);
Suite *test_welcome(void) {
    Suite *suite = suite_create("welcome");
    TCase *t = tcase_create("all");
    tcase_add_loop_test(t, recent_files, 0, 4);
    suite_add_tcase(suite, t);
    return suite;
}
