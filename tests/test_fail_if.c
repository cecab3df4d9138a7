/* report/fail_if and report/quantity: conditions, amounts and ranges as users write them. */
#include <check.h>
#include <math.h>

#include "report/fail_if.h"

static const struct {
    const char *in;
    bool ok;
    QuantityKind kind;
    double value;
} amounts[] = {
    {"20%", true, QUANTITY_PERCENT, 20},     {"300ms", true, QUANTITY_TIME, 3e8},
    {" 1.5 s ", true, QUANTITY_TIME, 1.5e9}, {"7", true, QUANTITY_PLAIN, 7},
    {"2 µs", true, QUANTITY_TIME, 2000},     {"1MiB", true, QUANTITY_BYTES, 1048576},
    {"3samples", true, QUANTITY_SAMPLES, 3}, {"ms", false, QUANTITY_PLAIN, 0},
    {"3 parsecs", false, QUANTITY_PLAIN, 0}, {"-3ms", false, QUANTITY_PLAIN, 0},
    {"1.2.3s", false, QUANTITY_PLAIN, 0},
};

START_TEST(amount) {
    Quantity got;
    Err err = {0};
    ck_assert_int_eq(quantity_parse(str_from(amounts[_i].in), &got, &err), amounts[_i].ok);
    if (!amounts[_i].ok)
        return;
    ck_assert_int_eq(got.kind, amounts[_i].kind);
    ck_assert_double_eq(got.value, amounts[_i].value);
}
END_TEST

static const struct {
    const char *in;
    bool ok;
    double from, to;
} ranges[] = {
    {"1.2s..3.4s", true, 1.2e9, 3.4e9}, {"10..20", true, 1e7, 2e7}, {"..5ms", true, -INFINITY, 5e6},
    {"5ms..", true, 5e6, INFINITY},     {"3s..1s", false, 0, 0},    {"1s-2s", false, 0, 0},
    {"1MB..2MB", false, 0, 0},          {"10%..20%", false, 0, 0},
};

START_TEST(range) {
    double from, to;
    Err err = {0};
    bool ok = range_parse(str_from(ranges[_i].in), (Unit){.kind = UNIT_TIME}, &from, &to, &err);
    ck_assert_int_eq(ok, ranges[_i].ok);
    ck_assert_int_eq(err.code, ok ? ERR_NONE : ERR_USAGE);
    if (!ok)
        return;
    ck_assert(from == ranges[_i].from && to == ranges[_i].to);
}
END_TEST

static const struct {
    const char *pattern, *name;
    bool want;
} matches[] = {
    {"render", "render", true},
    {"render", "renderer", false},
    {"render*", "renderer", true},
    {"*end*", "render", true},
    {"*", "", true},
    {"a*b*c", "aXbYbZc", true},
    {"a*b*c", "aXbYbZ", false},
    {"", "x", false},
    {"op>(a)", "op>(a)", true},
    {"**x", "aax", true},
};

START_TEST(match) {
    ck_assert_int_eq(name_matches(str_from(matches[_i].pattern), str_from(matches[_i].name)), matches[_i].want);
}
END_TEST

/* Two functions: f has 30 of self and 100 of total, g 60 of both; 100 active. */
static const struct {
    const char *condition, *says; /* "" = does not hold, NULL = refused */
} conditions[] = {
    {"self(g) > 50%", "self(g) is 60.0% (60 ns of 100 ns active): the condition self(g) > 50% holds"},
    {"self(g) > 60%", ""},
    {"self(g) >= 60%", "self(g) is 60.0% (60 ns of 100 ns active): the condition self(g) >= 60% holds"},
    {"total(*) > 50ns", "total(f) is 100% (100 ns of 100 ns active): the condition total(*) > 50ns holds"},
    {"self(h) > 0%", ""},
    {"self(g) > 1MB", NULL},
    {"self(g) > 1", NULL},
    {"self(g)", NULL},
    {"sum(g) > 3%", NULL},
    {"self() > 3%", NULL},
    {"self(g) x > 3%", NULL},
};

START_TEST(condition) {
    Arena *arena = arena_new();
    Frames frames = frames_new(arena);
    frames_add_name(&frames, STR("f"), FRAME_CODE);
    frames_add_name(&frames, STR("g"), FRAME_CODE);
    Hotspot rows[] = {{.frame = 0, .self = 30, .total = 100}, {.frame = 1, .self = 60, .total = 60}};
    Hotspots hotspots = {.count = 2, .rows = rows, .total = 120, .active = 100, .unit = {.kind = UNIT_TIME}};
    FailIf parsed;
    Str sentence = STR("");
    Err err = {0};
    bool ok = fail_if_parse(str_from(conditions[_i].condition), &parsed, &err) &&
              fail_if_check(arena, &parsed, &frames, &hotspots, &sentence, &err);
    ck_assert_int_eq(ok, conditions[_i].says != NULL);
    if (ok)
        ck_assert_str_eq(str_c(arena, sentence), conditions[_i].says);
    arena_free(arena);
}
END_TEST

Suite *test_fail_if(void);
Suite *test_fail_if(void) {
    Suite *s = suite_create("fail_if");
    TCase *t = tcase_create("fail_if");
    tcase_add_loop_test(t, amount, 0, sizeof amounts / sizeof *amounts);
    tcase_add_loop_test(t, range, 0, sizeof ranges / sizeof *ranges);
    tcase_add_loop_test(t, match, 0, sizeof matches / sizeof *matches);
    tcase_add_loop_test(t, condition, 0, sizeof conditions / sizeof *conditions);
    suite_add_tcase(s, t);
    return s;
}
