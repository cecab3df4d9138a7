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

#define SIX  "a;b 987654\na;c 123456\na;d 55555\na;e 1234567\na;f 88888888\n"
#define HUGE "a;b 9223372036854775807\na;c 123456\na;d 123456789012345\n"

static void nothing_is_cut(const Desk *desk) {
    for (size_t l = 0; l < desk->list->layers.count; l++)
        for (size_t i = 0; i < desk->list->layers.data[l].shapes.count; i++) {
            const DrawShape *s = &desk->list->layers.data[l].shapes.data[i];
            bool whole = s->rect.x >= s->clip.x && s->rect.x + s->rect.w <= s->clip.x + s->clip.w;
            ck_assert_msg(s->kind != SHAPE_TEXT || whole, "%d wide: '%.*s' is cut", desk->width, STR_ARG(s->text));
        }
}

/* Counts are shorter where there is little room, and whole in all of a column. */
START_TEST(figures) {
    static const struct {
        const char *text, *view;
        int width;
        const char *sees;
    } rows[] = {{SIX, "view hotspots", 1440, "88 888 888 samples"}, {SIX, "view hotspots", 420, "88 888 888"},
                {SIX, "view hotspots", 320, "88 888 888"},          {SIX, "view hotspots", 250, "88.9 M"},
                {SIX, "view sandwich", 1440, "88 888 888 samples"}, {SIX, "view sandwich", 420, "88 888 888"},
                {HUGE, "view hotspots", 1440, "9.223e+18 samples"}, {HUGE, "view hotspots", 320, "9.22e18"},
                {HUGE, "view sandwich", 1440, "9.223e+18"},         {HUGE, "view sandwich", 420, "9.22e18"}};
    Desk desk = desk_new();
    desk.width = rows[_i].width;
    desk_open(&desk, 0, "counts.folded", rows[_i].text);
    ck_assert(desk_do(&desk, rows[_i].view));
    ck_assert_msg(desk_sees(&desk, rows[_i].sees), "%s %d", rows[_i].view, rows[_i].width);
    nothing_is_cut(&desk);
    desk_free(&desk);
}
END_TEST

/* The user drags self as narrow as it goes: share and bar go before the figure does. */
START_TEST(dragged) {
    Desk desk = desk_new();
    desk_open(&desk, 0, "counts.folded", SIX);
    ck_assert(desk_do(&desk, "view hotspots"));
    Rect total = desk_find(&desk, "Total"), self = desk_find(&desk, "Self");
    int edge = 0; /* of self: found by its cursor */
    for (int x = self.x + self.w; x < total.x && !edge; x++) {
        desk_move(&desk, x, self.y);
        edge = ui_cursor(desk.ui) == CURSOR_RESIZE_X ? x : 0;
    }
    ck_assert_int_gt(edge, 0);
    ck_assert(desk_sees(&desk, "97.4%"));
    desk_drag(&desk, edge + 1, self.y, edge - 120, self.y);
    desk_rest(&desk);
    ck_assert(desk_sees(&desk, "88 888 888") || desk_sees(&desk, "88.9 M"));
    nothing_is_cut(&desk);
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
    tcase_add_loop_test(t, figures, 0, 10);
    tcase_add_test(t, dragged);
    tcase_add_test(t, filters);
    suite_add_tcase(suite, t);
    return suite;
}
