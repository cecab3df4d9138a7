/* ui/launcher, ui/menu: one row of a list is chosen, by whoever moved last, the keys or the pointer. */
#include <check.h>

#include "desk.h"

/* The marks of rows, by their upper left corners in the topmost layer; *at: of the last. Returns how many. */
static int marks(const Desk *desk, Rect *at) {
    const DrawLayer *top = &desk->list->layers.data[desk->list->layers.count - 1];
    int n = 0;
    for (size_t i = 0; i < top->shapes.count; i++) {
        const DrawShape *s = &top->shapes.data[i];
        if (s->kind != SHAPE_CORNER || s->which != 0 || s->rect.w != 4)
            continue;
        *at = s->rect;
        n++;
    }
    return n;
}

static const char *const lists[] = {"commands", "menu views"};

START_TEST(one_row) {
    Desk desk = desk_new();
    Rect first, second, third;
    desk_open(&desk, 0, "a.folded", "a;b 1\n");
    ck_assert(desk_do(&desk, lists[_i]));
    desk_key(&desk, KEY_DOWN, 0);
    ck_assert_int_eq(marks(&desk, &first), 1);
    desk_move(&desk, first.x + 40, first.y + 65); /* two rows below */
    ck_assert_int_eq(marks(&desk, &second), 1);
    ck_assert_int_gt(second.y, first.y + 40);
    desk_key(&desk, KEY_DOWN, 0); /* goes on from there, though the pointer rests */
    ck_assert_int_eq(marks(&desk, &third), 1);
    ck_assert_int_gt(third.y, second.y);
    desk_free(&desk);
}
END_TEST

Suite *test_launcher(void);
Suite *test_launcher(void) {
    Suite *suite = suite_create("launcher");
    TCase *t = tcase_create("all");
    tcase_add_loop_test(t, one_row, 0, sizeof lists / sizeof *lists);
    suite_add_tcase(suite, t);
    return suite;
}
