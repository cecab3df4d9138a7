/* ui/hot_table: columns of a narrow window, the filter over more functions than one frame looks at. */
#include <check.h>

#include "desk.h"

#define FEW "main;parse;read 300\nmain;parse;lex 100\nmain;draw;fill 200\n"

START_TEST(narrow) {
    static const struct {
        int width;
        bool bars; /* and shares beside them */
    } rows[] = {{320, false}, {400, false}, {500, false}, {1440, true}};
    Desk desk = desk_new();
    desk.width = rows[_i].width;
    desk.height = 300;
    desk_open(&desk, 0, "few.folded", FEW);
    ck_assert(desk_do(&desk, "view hotspots"));
    ck_assert(desk_sees(&desk, "read") && desk_sees(&desk, "Self") && desk_sees(&desk, "Total"));
    ck_assert(desk_sees(&desk, "300") && desk_sees(&desk, "600"));
    ck_assert_int_eq(desk_sees(&desk, "50.0%"), rows[_i].bars);
    Rect total = desk_find(&desk, "600");
    ck_assert_int_le(total.x + total.w, rows[_i].width);
    desk_free(&desk);
}
END_TEST

/* 20,000 functions: more than a step is sure to look at, and each filter gives way to the next. */
START_TEST(filters) {
    static const struct {
        const char *filter, *says;
    } rows[] = {{"filter f1999", "11 of 20 001 functions"},
                {"filter /^f\\d*7$/", "2 000 of 20 001 functions"},
                {"filter nothing", "0 of 20 001 functions"},
                {"filter /f(/", "0 of 20 001 functions"},
                {"filter", "20 001 functions"}};
    Desk desk = desk_new();
    Text text = text_new(desk.arena);
    for (int i = 0; i < 20000; i++)
        text_addf(&text, "main;f%d %d\n", i, i % 100 + 1);
    desk_open(&desk, 0, "many.folded", text_str(&text).data);
    ck_assert(desk_do(&desk, "view hotspots"));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int sort = 0; sort < 2; sort++) {
            ck_assert(desk_do(&desk, sort ? "sort function" : "sort self"));
            ck_assert(desk_do(&desk, rows[i].filter));
            ck_assert_msg(desk_sees(&desk, rows[i].says), "%s", rows[i].filter);
            ck_assert(!ui_busy(desk.ui));
        }
    desk_free(&desk);
}
END_TEST

Suite *test_hot_table(void);
Suite *test_hot_table(void) {
    Suite *suite = suite_create("hot_table");
    TCase *t = tcase_create("all");
    tcase_add_loop_test(t, narrow, 0, 4);
    tcase_add_test(t, filters);
    suite_add_tcase(suite, t);
    return suite;
}
