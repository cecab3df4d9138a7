/* draw/color: CSS text and arithmetic. */
#include <check.h>

#include "draw/color.h"

START_TEST(css) {
    static const struct {
        const char *css;
        bool ok;
        uint8_t r, g, b, a;
    } rows[] = {
        {"#fff", true, 255, 255, 255, 255},
        {"#1a2B3c", true, 0x1a, 0x2b, 0x3c, 255},
        {"#1a2b3c80", true, 0x1a, 0x2b, 0x3c, 0x80},
        {"#123f", true, 0x11, 0x22, 0x33, 0xff},
        {" rebeccapurple ", true, 0x66, 0x33, 0x99, 255},
        {"AliceBlue", true, 0xf0, 0xf8, 0xff, 255},
        {"yellowgreen", true, 0x9a, 0xcd, 0x32, 255},
        {"transparent", true, 0, 0, 0, 0},
        {"rgb(1, 2, 3)", true, 1, 2, 3, 255},
        {"rgb(100%, 50%, 0%)", true, 255, 128, 0, 255},
        {"rgba(1,2,3,.5)", true, 1, 2, 3, 128},
        {"rgb(1 2 3 / 50%)", true, 1, 2, 3, 128},
        {"RGB(300, -5, 0)", true, 255, 0, 0, 255},
        {"hsl(120, 100%, 25%)", true, 0, 128, 0, 255},
        {"hsl(0.5turn 100% 50%)", true, 0, 255, 255, 255},
        {"hsla(-120deg, 100%, 50%, 0)", true, 0, 0, 255, 0},
        {"hsl(200grad, 100%, 50%)", true, 0, 255, 255, 255},
        {"", false, 0, 0, 0, 0},
        {"#", false, 0, 0, 0, 0},
        {"#12", false, 0, 0, 0, 0},
        {"#12345g", false, 0, 0, 0, 0},
        {"bleu", false, 0, 0, 0, 0},
        {"rgb(1,2)", false, 0, 0, 0, 0},
        {"rgb(1,2,3,4,5)", false, 0, 0, 0, 0},
        {"rgb(a,b,c)", false, 0, 0, 0, 0},
        {"rgb(1px,2,3)", false, 0, 0, 0, 0},
        {"hsl(1miles, 1%, 1%)", false, 0, 0, 0, 0},
        {"lab(1 2 3)", false, 0, 0, 0, 0},
        {"rgb(", false, 0, 0, 0, 0},
        {"(1,2,3)", false, 0, 0, 0, 0},
        {"averyveryverylongwordthatisnocolouratall", false, 0, 0, 0, 0},
    };
    Color c = {9, 9, 9, 9};
    ck_assert_int_eq(color_parse(str_from(rows[_i].css), &c), rows[_i].ok);
    if (!rows[_i].ok)
        return;
    ck_assert_uint_eq(c.r, rows[_i].r);
    ck_assert_uint_eq(c.g, rows[_i].g);
    ck_assert_uint_eq(c.b, rows[_i].b);
    ck_assert_uint_eq(c.a, rows[_i].a);
}
END_TEST

START_TEST(arithmetic) {
    Color black = color_rgb(0), white = color_rgb(0xffffff), red = color_rgb(0xff0000);
    ck_assert_double_eq_tol(color_contrast(black, white), 21, 1e-9);
    ck_assert_double_eq_tol(color_contrast(white, black), 21, 1e-9);
    ck_assert_double_eq_tol(color_contrast(red, white), 3.998, 1e-3); /* WCAG's own example: 4:1 */
    ck_assert_uint_eq(color_mix(black, white, 0.5).g, 128);
    ck_assert_uint_eq(color_mix(black, white, -1).g, 0);
    ck_assert_uint_eq(color_mix(white, black, 1).g, 0);
    Color over = color_over(white, color_alpha(black, 51));
    ck_assert_uint_eq(over.r, 204);
    ck_assert_uint_eq(over.a, 255);
    Color grey = color_hsl(725, 0, 0.5);
    ck_assert(grey.r == 128 && grey.g == 128 && grey.b == 128);
    Color blue = color_hsl(240, 1, 0.5);
    ck_assert(blue.r == 0 && blue.g == 0 && blue.b == 255);
}
END_TEST

Suite *test_color(void);
Suite *test_color(void) {
    Suite *s = suite_create("color");
    TCase *t = tcase_create("color");
    tcase_add_loop_test(t, css, 0, 31);
    tcase_add_test(t, arithmetic);
    suite_add_tcase(s, t);
    return s;
}
