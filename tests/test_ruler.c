/* layout/ruler: round ticks that never crowd and never read the same. */
#include <check.h>
#include <math.h>

#include "layout/ruler.h"

enum { MOST = 64 };

static Str ticks_text(Arena *arena, const Tick *ticks, int n) {
    Text text = text_new(arena);
    for (int i = 0; i < n; i++)
        text_addf(&text, "%s%.*s", i ? " | " : "", STR_ARG(ticks[i].label));
    return text_str(&text);
}

START_TEST(labels) {
    static const struct {
        UnitKind unit;
        double from, to;
        int apart;
        const char *want;
    } rows[] = {
        {UNIT_TIME, 0, 10e6, 250, "0 ms | 5 ms | 10 ms"},
        {UNIT_TIME, 0, 485e6, 200, "0 ms | 100 ms | 200 ms | 300 ms | 400 ms"},
        {UNIT_TIME, 12.3e6, 12.9e6, 250, "12.4 ms | 12.6 ms | 12.8 ms"},
        {UNIT_TIME, 1.0000005e9, 1.0000009e9, 400, "1.0000006 s | 1.0000008 s"},
        {UNIT_TIME, 1e9, 1e9 + 0.5, 100, "1.000000000 s"}, /* no fractions of a nanosecond */
        {UNIT_TIME, 1000, 1003, 10, "1.000 µs | 1.001 µs | 1.002 µs | 1.003 µs"},
        {UNIT_TIME, 0, 90e9, 250, "0 min | 1 min"},
        {UNIT_TIME, 0, 90e9, 200, "0 s | 20 s | 40 s | 1 min 00 s | 1 min 20 s"},
        {UNIT_TIME, 0, 30 * 60e9, 300, "0 min | 10 min | 20 min | 30 min"},
        {UNIT_TIME, 0, 5 * 3600e9, 300, "0 min | 2 h 00 min | 4 h 00 min"},
        {UNIT_TIME, 80e9, 81e9, 500, "80.0 s | 80.5 s | 81.0 s"},
        {UNIT_TIME, -2e6, 2e6, 400, "-2 ms | 0 ms | 2 ms"},
        {UNIT_SAMPLES, 0, 3812, 250, "0 | 1 000 | 2 000 | 3 000"},
        {UNIT_SAMPLES, 0, 2, 100, "0 | 1 | 2"}, /* no fractions of a sample */
        {UNIT_BYTES, 0, 2.5e6, 400, "0 MB | 1 MB | 2 MB"},
        {UNIT_OTHER, 0, 0.5, 400, "0.0 | 0.2 | 0.4"},
        {UNIT_TIME, 5, 5, 100, ""},
        {UNIT_TIME, 5, INFINITY, 100, ""},
    };
    Arena *arena = arena_new();
    Tick ticks[MOST];
    int n = ruler_ticks(arena, (Span){rows[_i].from, rows[_i].to}, 1000, rows[_i].apart, (Unit){.kind = rows[_i].unit},
                        ticks, MOST);
    Str got = ticks_text(arena, ticks, n);
    ck_assert_msg(str_is(got, rows[_i].want), "got  %.*s\nwant %s", STR_ARG(got), rows[_i].want);
    arena_free(arena);
}
END_TEST

START_TEST(lengths) {
    static const struct {
        UnitKind unit;
        double from, to, length;
        const char *want;
    } rows[] = {
        {UNIT_TIME, 0, 900e3, 900e3, "900 µs"},
        {UNIT_TIME, 200e3, 1100e3, 900e3, "0.90 ms"}, /* of ticks in ms */
        {UNIT_TIME, 20e6, 40e6, 304.2e6, "304.2 ms"},
        {UNIT_TIME, 20e6, 40e6, 3.54e9, "3 540 ms"},
        {UNIT_TIME, 20e3, 40e3, 3.54e9, "3.54 s"},
        {UNIT_TIME, 80e9, 81e9, 90e9, "90 s"},
        {UNIT_TIME, 0, 90e9, 90e9, "1 min 30 s"},
        {UNIT_BYTES, 0, 2.5e6, 2.5e6, "2.50 MB"},
        {UNIT_SAMPLES, 0, 3812, 3812, "3 812 samples"},
        {UNIT_TIME, 5, 5, 12e6, "12.0 ms"},
    };
    Arena *arena = arena_new();
    Span shown = {rows[_i].from, rows[_i].to};
    Str got = ruler_length(arena, shown, 1000, 100, (Unit){.kind = rows[_i].unit}, rows[_i].length);
    ck_assert_msg(str_is(got, rows[_i].want), "got %.*s, want %s", STR_ARG(got), rows[_i].want);
    arena_free(arena);
}
END_TEST

START_TEST(never_crowd) {
    Arena *arena = arena_new();
    Tick ticks[MOST];
    for (UnitKind unit = UNIT_TIME; unit <= UNIT_OTHER; unit++)
        for (int power = 0; power < 110; power++) {
            double range = 3 * pow(1.37, power);
            Span span = {range * 7.7, range * 8.7};
            int n = ruler_ticks(arena, span, 1440, 90, (Unit){.kind = unit}, ticks, MOST);
            ck_assert(n >= (range > 20 || unit == UNIT_OTHER || unit == UNIT_TIME ? 2 : 1) && n <= 17);
            for (int i = 0; i < n; i++) {
                ck_assert(ticks[i].x >= 0 && ticks[i].x <= 1440);
                ck_assert(i == 0 || ticks[i].x - ticks[i - 1].x >= 89);
                ck_assert(i == 0 || !str_equal(ticks[i].label, ticks[i - 1].label));
            }
        }
    ck_assert_int_eq(ruler_ticks(arena, (Span){0, 1e6}, 1000, 10, (Unit){0}, ticks, 3),
                     3); /* no more than there is room for */
    arena_free(arena);
}
END_TEST

Suite *test_ruler(void);
Suite *test_ruler(void) {
    Suite *s = suite_create("ruler");
    TCase *t = tcase_create("ruler");
    tcase_add_loop_test(t, labels, 0, 16);
    tcase_add_loop_test(t, lengths, 0, 10);
    tcase_add_test(t, never_crowd);
    suite_add_tcase(s, t);
    return s;
}
