/* app/settings: what is stored comes back; what is odd has its default. */
#include <check.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/settings.h"
#include "base/file.h"

static Settings some_settings(void) {
    Settings s = settings_default();
    s.light = s.flame = true;
    s.text_scale = 1.25;
    s.color = COLOR_SELF;
    s.editor = STR("code -g \"{file}\":{line}");
    s.width = 1000;
    s.height = 700;
    s.recent[0] = (Recent){STR("/tmp/\u00e4 #1.json"), STR("Chrome trace"), STR("485 ms"), 1700000000};
    s.recent[1] = (Recent){STR("/b"), STR(""), STR(""), 0};
    s.recent_count = 2;
    s.hot_columns[0] = 3;
    s.hot_widths[11] = 120;
    return s;
}

static void same(const Settings *a, const Settings *b) {
    ck_assert_int_eq(a->light, b->light);
    ck_assert_int_eq(a->flame, b->flame);
    ck_assert_int_eq(a->wheel_scrolls, b->wheel_scrolls);
    ck_assert_double_eq(a->text_scale, b->text_scale);
    ck_assert_double_eq(a->gap_ms, b->gap_ms);
    ck_assert_double_eq(a->percentile, b->percentile);
    ck_assert_int_eq(a->color, b->color);
    ck_assert(str_equal(a->editor, b->editor));
    ck_assert_int_eq(a->width, b->width);
    ck_assert_int_eq(a->height, b->height);
    ck_assert_int_eq(a->recent_count, b->recent_count);
    for (int i = 0; i < a->recent_count; i++) {
        ck_assert(str_equal(a->recent[i].path, b->recent[i].path));
        ck_assert(str_equal(a->recent[i].format_label, b->recent[i].format_label));
        ck_assert(str_equal(a->recent[i].summary, b->recent[i].summary));
        ck_assert_int_eq(a->recent[i].opened_unix, b->recent[i].opened_unix);
    }
    ck_assert_mem_eq(a->hot_columns, b->hot_columns, sizeof a->hot_columns);
    ck_assert_mem_eq(a->hot_widths, b->hot_widths, sizeof a->hot_widths);
}

START_TEST(comes_back) {
    Arena *arena = arena_new();
    Settings in = some_settings(), out;
    Err err = {0};
    ck_assert(settings_parse(arena, settings_print(arena, &in), &out, &err));
    same(&in, &out);
    arena_free(arena);
}
END_TEST

static const struct {
    const char *json;
    bool ok;
} odd[] = {
    {"{}", true},
    {"{\"text_scale\": 99, \"light\": \"yes\", \"color\": \"plaid\", \"width\": -3, \"editor\": 7, \"new\": [1]}",
     true},
    {"{\"recent\": [{\"path\": \"\"}, 3, {\"summary\": \"x\"}], \"hot_columns\": [-1, \"a\"], \"hot_widths\": 7}",
     true},
    {"[]", false},
    {"", false},
    {"{\"light\": tru", false},
};

START_TEST(odd_has_defaults) {
    Arena *arena = arena_new();
    Settings want = settings_default(), got;
    Err err = {0};
    ck_assert_int_eq(settings_parse(arena, str_from(odd[_i].json), &got, &err), odd[_i].ok);
    same(&want, &got);
    arena_free(arena);
}
END_TEST

START_TEST(file) {
    char folder[] = "/tmp/cresset-test-XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(folder));
    Arena *arena = arena_new();
    Str config = str_format(arena, "%s/deep/er", folder);
    setenv("XDG_CONFIG_HOME", config.data, 1);
    Settings in = some_settings(), out;
    Err err = {0};
    ck_assert(settings_load(arena, &out, &err)); /* there is none yet */
    ck_assert_int_eq(out.recent_count, 0);
    ck_assert(settings_save(&in, &err));
    ck_assert(settings_load(arena, &out, &err));
    same(&in, &out);
    Str path = settings_path(arena);
    ck_assert(str_ends(path, "/deep/er/cresset/settings.json"));
    ck_assert(file_write(path.data, STR("no json"), &err));
    ck_assert(!settings_load(arena, &out, &err));
    ck_assert(str_ends(str_from(err.message),
                       "settings.json': the settings are no JSON (line 1); it is kept as settings.json.bad"));
    Settings usual = settings_default();
    same(&usual, &out);
    err = (Err){0};
    ck_assert(!file_exists(path.data));
    ck_assert(settings_load(arena, &out, &err)); /* the next start is a first one */
    ck_assert(file_write(path.data, STR("{\n \"light\": true,\n \"editor\": x\n}"), &err));
    ck_assert(!settings_load(arena, &out, &err));
    ck_assert(str_find(str_from(err.message), STR("(line 3)"), 0) != SIZE_MAX);
    Str bad = str_format(arena, "%s.bad", path.data), kept;
    ck_assert(file_read(arena, bad.data, 100, &kept, &err) && str_ends(kept, "x\n}"));
    unlink(bad.data);
    rmdir(str_format(arena, "%s/cresset", config.data).data);
    rmdir(config.data);
    rmdir(str_format(arena, "%s/deep", folder).data);
    ck_assert_int_eq(rmdir(folder), 0); /* nothing else was left */
    arena_free(arena);
}
END_TEST

Suite *test_settings(void);
Suite *test_settings(void) {
    Suite *s = suite_create("settings");
    TCase *t = tcase_create("settings");
    tcase_add_test(t, comes_back);
    tcase_add_loop_test(t, odd_has_defaults, 0, sizeof odd / sizeof *odd);
    tcase_add_test(t, file);
    suite_add_tcase(s, t);
    return s;
}
