/* ui/topbar_files, menu_files: names of open files while there is room, and the list of all of them. */
#include <check.h>
#include <stdio.h>

#include "desk.h"

enum { FILES = 12 };

static Desk desk;

static void setup(void) {
    desk = desk_new();
}

static void teardown(void) {
    desk_free(&desk);
}

static void open_files(int count, const char *format) {
    char name[64];
    for (int i = 0; i < count; i++) {
        snprintf(name, sizeof name, format, i + 1);
        desk_open(&desk, 0, name, "a;b 1\n");
    }
}

static bool is_shown(const char *name) {
    return str_is(ui_title(desk.ui), name);
}

/* A letter is 8 pixels wide here; the switch of views begins 470 pixels from the left, or leaves a little. */
static const struct {
    int width, files;
    const char *format, *want, *gone;
} rows[] = {
    {1440, 1, "a-rather-long-name-of-a-recording-%d.folded", "a-rather-long-name-of-a-recording-1.folded", " of "},
    {1440, 2, "a-rather-long-name-of-a-recording-%d.folded", "a-rather-lo…-recording-1", " of "},
    {1440, 3, "%d.folded", "1.folded", " of "},
    {1440, FILES, "%d.folded", "12 of 12", "1.folded"},
    {1440, FILES, "a-rather-long-name-of-a-recording-%d.folded", "a-rat…ng-12", "a-rather-long-name"},
    {320, FILES, "%d.folded", "12/12", "12.folded"},
};

START_TEST(names) {
    desk.width = rows[_i].width;
    desk.height = 400;
    open_files(rows[_i].files, rows[_i].format);
    ck_assert_msg(desk_sees(&desk, rows[_i].want), "no %s", rows[_i].want);
    ck_assert_msg(!desk_sees(&desk, rows[_i].gone), "%s", rows[_i].gone);
}
END_TEST

START_TEST(pages_stand_still) {
    open_files(FILES, "%d.folded");
    ck_assert(desk_do(&desk, "file 4"));
    Rect five = desk_find(&desk, "5.folded"), six = desk_find(&desk, "6.folded");
    ck_assert(five.w > 0 && six.x > five.x);
    ck_assert(desk_do(&desk, "next-file"));
    ck_assert_int_eq(desk_find(&desk, "5.folded").x, five.x);
}
END_TEST

static void click_on(const char *text) {
    Rect r = desk_find(&desk, text);
    ck_assert_msg(r.w > 0, "no %s", text);
    desk_click(&desk, r.x + 2, r.y - 2);
}

START_TEST(list_by_mouse) {
    open_files(FILES, "%d.folded");
    click_on("12 of 12");
    for (int i = 1; i <= FILES; i++) {
        char name[64];
        snprintf(name, sizeof name, "%d.folded", i);
        ck_assert_msg(desk_sees(&desk, name), "no %s", name);
    }
    click_on("3.folded");
    ck_assert(is_shown("3.folded"));
    ck_assert(desk_sees(&desk, "3 of 12"));
    ck_assert(!desk_sees(&desk, "12.folded"));
}
END_TEST

START_TEST(list_by_keys) {
    open_files(FILES, "%d.folded");
    ck_assert(desk_do(&desk, "file 4"));
    ck_assert(desk_do(&desk, "find")); /* the field gives the keys away */
    desk_key(&desk, 'a', MOD_CTRL | MOD_SHIFT);
    desk_key(&desk, KEY_DOWN, 0);
    desk_key(&desk, KEY_DOWN, 0);
    desk_key(&desk, KEY_ENTER, 0);
    ck_assert(is_shown("7.folded"));
    desk_key(&desk, 'a', MOD_CTRL | MOD_SHIFT);
    ck_assert(desk_sees(&desk, "1.folded"));
    desk_key(&desk, KEY_ESCAPE, 0);
    ck_assert(!desk_sees(&desk, "1.folded"));
    ck_assert(is_shown("7.folded"));
}
END_TEST

/* In a low window the list scrolls with the chosen row. */
START_TEST(chosen_row_in_sight) {
    desk.width = 320;
    desk.height = 150;
    open_files(FILES, "%d.folded");
    ck_assert(desk_do(&desk, "files"));
    ck_assert(desk_sees(&desk, "12.folded") && !desk_sees(&desk, "1.folded"));
    desk_key(&desk, KEY_DOWN, 0);
    ck_assert(desk_sees(&desk, "1.folded") && !desk_sees(&desk, "12.folded"));
}
END_TEST

/* It would lead to other files than it names. */
START_TEST(list_goes_with_its_files) {
    open_files(FILES, "%d.folded");
    ck_assert(desk_do(&desk, "files"));
    desk_key(&desk, 'w', MOD_CTRL);
    ck_assert(is_shown("11.folded"));
    ck_assert(!desk_sees(&desk, "1.folded"));
}
END_TEST

Suite *test_topbar(void);
Suite *test_topbar(void) {
    Suite *suite = suite_create("topbar");
    TCase *t = tcase_create("all");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, names, 0, sizeof rows / sizeof *rows);
    tcase_add_test(t, pages_stand_still);
    tcase_add_test(t, list_by_mouse);
    tcase_add_test(t, list_by_keys);
    tcase_add_test(t, chosen_row_in_sight);
    tcase_add_test(t, list_goes_with_its_files);
    suite_add_tcase(suite, t);
    return suite;
}
