/* layout/viewport: zooming keeps its point, nothing leaves what there is, motion ends where it aims. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "layout/viewport.h"

static const Span ALL = {1000, 2000};

static void check_span(Span got, double from, double to) {
    ck_assert_double_eq_tol(got.from, from, 1e-9);
    ck_assert_double_eq_tol(got.to, to, 1e-9);
}

START_TEST(zooms) {
    static const struct {
        double from, to, ratio, factor, want_from, want_to;
    } rows[] = {
        {1000, 2000, 0.5, 2, 1250, 1750},   {1000, 2000, 0, 4, 1000, 1250},         {1000, 2000, 1, 4, 1750, 2000},
        {1300, 1700, 1, 0.5, 1000, 1800}, /* would leave on the left by 100: shifted in */
        {1250, 1750, 0.5, 0.1, 1000, 2000}, {1500, 1510, 0.5, 1e9, 1504.5, 1505.5}, /* no narrower than least */
        {1500, 1600, 0.5, -1, 1500, 1600},  {1500, 1600, 0.5, NAN, 1500, 1600},
    };
    Viewport v = viewport_new(ALL, 1);
    viewport_aim(&v, (Span){rows[_i].from, rows[_i].to}, 0, 0);
    viewport_zoom(&v, rows[_i].ratio, rows[_i].factor, 1, 0);
    check_span(v.shown, rows[_i].want_from, rows[_i].want_to);
}
END_TEST

START_TEST(pans) {
    static const struct {
        double share, want;
    } rows[] = {{0.5, 1450}, {-0.5, 1350}, {100, 1900}, {-100, 1000}, {0, 1400}};
    Viewport v = viewport_new(ALL, 1);
    viewport_aim(&v, (Span){1400, 1500}, 0, 0);
    viewport_pan(&v, rows[_i].share, 1, 0);
    check_span(v.shown, rows[_i].want, rows[_i].want + 100);
}
END_TEST

START_TEST(aims) {
    static const struct {
        Span span, want;
    } rows[] = {
        {{1100, 1200}, {1100, 1200}}, {{0, 5000}, {1000, 2000}},    {{1500, 1500}, {1495, 1505}},
        {{900, 1100}, {1000, 1200}},  {{1999, 2001}, {1990, 2000}}, {{1700, 1600}, {1695, 1705}},
    };
    Viewport v = viewport_new(ALL, 10);
    viewport_aim(&v, rows[_i].span, 0, 0);
    check_span(v.shown, rows[_i].want.from, rows[_i].want.to);
}
END_TEST

START_TEST(motion) {
    Viewport v = viewport_new(ALL, 1e-3);
    viewport_aim(&v, (Span){1200, 1210}, 5, 0.2);
    check_span(v.shown, 1000, 2000); /* nothing jumps */
    Span before = v.shown;
    for (int i = 1; i < 20; i++) {
        ck_assert(viewport_step(&v, 5 + i * 0.01));
        ck_assert(v.shown.from >= before.from && v.shown.to <= before.to); /* in the direction of the change */
        ck_assert(v.shown.from <= 1200 && v.shown.to >= 1210);
        before = v.shown;
    }
    viewport_aim(&v, (Span){1900, 1910}, 5.1, 0.2); /* turned while it moves: goes on from where it is */
    Span here = v.shown;
    viewport_step(&v, 5.1);
    check_span(v.shown, here.from, here.to);
    ck_assert(!viewport_step(&v, 5.31));
    check_span(v.shown, 1900, 1910);
    ck_assert_double_eq(v.shown.from, 1900);
    ck_assert(!viewport_step(&v, 9));
}
END_TEST

START_TEST(pixels) {
    Viewport v = viewport_new(ALL, 1);
    ck_assert_double_eq(viewport_scale(&v, 500), 0.5);
    ck_assert_double_eq(viewport_at(&v, 500, 250), 1500);
    ck_assert_double_eq(viewport_at(&v, 0, 250), 1000);
    Viewport point = viewport_new((Span){7, 7}, 0.5); /* nothing has a length: still a span */
    check_span(point.shown, 7, 7.5);
}
END_TEST

/* Whatever is done, what is shown lies in all of it and is finite. */
START_TEST(random_hands) {
    srand(7);
    Viewport v = viewport_new((Span){-1e12, 3e12}, 1e-3);
    for (int i = 0; i < 20000; i++) {
        double now = i * 0.05, x = rand() / (double)RAND_MAX;
        if (i % 3 == 0)
            viewport_zoom(&v, x, pow(10, x * 8 - 3.7), now, 0.15);
        else if (i % 3 == 1)
            viewport_pan(&v, x * 4 - 2, now, 0.15);
        else
            viewport_aim(&v, (Span){x * 1e12, x * 1e12 + pow(10, x * 12)}, now, x < 0.5 ? 0 : 0.2);
        viewport_step(&v, now + 0.04);
        ck_assert(isfinite(v.shown.from) && v.shown.from < v.shown.to);
        ck_assert(v.shown.from >= -1e12 - 1 && v.shown.to <= 3e12 + 1);
    }
}
END_TEST

Suite *test_viewport(void);
Suite *test_viewport(void) {
    Suite *s = suite_create("viewport");
    TCase *t = tcase_create("viewport");
    tcase_add_loop_test(t, zooms, 0, 8);
    tcase_add_loop_test(t, pans, 0, 5);
    tcase_add_loop_test(t, aims, 0, 6);
    tcase_add_test(t, motion);
    tcase_add_test(t, pixels);
    tcase_add_test(t, random_hands);
    suite_add_tcase(s, t);
    return s;
}
