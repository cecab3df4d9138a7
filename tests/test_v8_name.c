/* format/v8_name: what V8 calls functions in perf maps. */
#include <check.h>

#include "format/v8_name.h"

static const struct {
    const char *in, *name, *file; /* name NULL: none */
    int line, column;
} scripts[] = {
    {"JS:^serve /srv/a b/main.js:19:21", "serve", "/srv/a b/main.js", 19, 21},
    {"JS:~ node:internal/main:1:2", "", "node:internal/main", 1, 2},
    {"LazyCompile:*f a.js:3:4", "f", "a.js", 3, 4},
    {"LazyCompile:*fib /usr/src/app/main.js:1", "fib", "/usr/src/app/main.js", 1, 0},
    {"JS:odd", NULL, NULL, 0, 0},
    {"Builtins_ArrayTimSort", NULL, NULL, 0, 0},
};

START_TEST(script) {
    V8Name s;
    ck_assert_int_eq(v8_name_split(str_from(scripts[_i].in), &s), scripts[_i].name != NULL);
    if (!scripts[_i].name)
        return;
    ck_assert(str_is(s.name, scripts[_i].name) && str_is(s.file, scripts[_i].file));
    ck_assert(s.line == scripts[_i].line && s.column == scripts[_i].column);
}
END_TEST

START_TEST(kind) {
    ck_assert_int_eq(v8_name_kind(STR("(idle)")), FRAME_IDLE);
    ck_assert_int_eq(v8_name_kind(STR("(garbage collector)")), FRAME_GC);
    ck_assert_int_eq(v8_name_kind(STR("(anonymous)")), FRAME_CODE);
    ck_assert_int_eq(v8_name_kind(STR("")), FRAME_CODE);
}
END_TEST

Suite *test_v8_name(void);
Suite *test_v8_name(void) {
    Suite *s = suite_create("v8_name");
    TCase *t = tcase_create("v8_name");
    tcase_add_loop_test(t, script, 0, (int)(sizeof scripts / sizeof *scripts));
    tcase_add_test(t, kind);
    suite_add_tcase(s, t);
    return s;
}
