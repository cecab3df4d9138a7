/* base/path: what was typed, what was meant, what is shown. */
#include "base/path.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static void make_home(void) {
    static const char *const names[] = {"shop.json", "shop.json.gz", "täg.json", "täß.json", ".hidden", "my file"};
    strcpy(folder, "/tmp/cresset-path-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        FILE *out = fopen(path, "w");
        ck_assert_ptr_nonnull(out);
        fclose(out);
    }
    char inner[128];
    snprintf(inner, sizeof inner, "%s/traces", folder);
    ck_assert_int_eq(mkdir(inner, 0755), 0);
    setenv("HOME", folder, 1);
    ck_assert_int_eq(chdir(folder), 0);
}

static void remove_home(void) {
    char line[128];
    ck_assert_int_eq(chdir("/"), 0);
    snprintf(line, sizeof line, "rm -r %s", folder);
    ck_assert_int_eq(system(line), 0);
}

/* @ stands for the folder. */
static Str with_folder(Arena *arena, const char *s) {
    Text text = text_new(arena);
    for (; *s; s++)
        if (*s == '@')
            text_add_c(&text, folder);
        else
            text_add_char(&text, *s);
    return text_str(&text);
}

static const struct {
    Str (*fn)(Arena *arena, Str s);
    const char *in, *want;
} rows[] = {
    {path_expand, "~/shop.json", "@/shop.json"},
    {path_expand, "~", "@"},
    {path_expand, "~nobody/x", "~nobody/x"},
    {path_expand, " \"@/my file\" ", "@/my file"},
    {path_expand, "'~/my file'", "@/my file"},
    {path_expand, "\"", "\""},
    {path_expand, "", ""},
    {path_complete, "~/sh", "~/shop.json"},
    {path_complete, "~/shop.json", "~/shop.json"},
    {path_complete, "~/shop.json.", "~/shop.json.gz"},
    {path_complete, "~/t", "~/t"},
    {path_complete, "~/tr", "~/traces/"},
    {path_complete, "~/traces/", "~/traces/"},
    {path_complete, "~/t\xC3", "~/tä"}, /* not within a character: g and ß differ behind it */
    {path_complete, "~/.", "~/.hidden"},
    {path_complete, "~", "~/"},
    {path_complete, "@/my", "@/my file"},
    {path_complete, "\"@/my", "@/my file"},
    {path_complete, "tr", "traces/"},
    {path_complete, "~/none", "~/none"},
    {path_complete, "/no/such/x", "/no/such/x"},
    {path_shown, "@/shop.json", "~/shop.json"},
    {path_shown, "shop.json", "~/shop.json"},
    {path_shown, "@", "~"},
    {path_shown, "/etc/passwd", "/etc/passwd"},
    {path_shown, "/no/such", "/no/such"},
};

START_TEST(paths) {
    Arena *arena = arena_new();
    Str got = rows[_i].fn(arena, with_folder(arena, rows[_i].in));
    Str want = with_folder(arena, rows[_i].want);
    ck_assert_msg(str_equal(got, want), "'%s': got '%.*s', want '%.*s'", rows[_i].in, STR_ARG(got), STR_ARG(want));
    arena_free(arena);
}
END_TEST

Suite *test_path(void);
Suite *test_path(void) {
    Suite *s = suite_create("path");
    TCase *t = tcase_create("path");
    tcase_add_checked_fixture(t, make_home, remove_home);
    tcase_add_loop_test(t, paths, 0, sizeof rows / sizeof *rows);
    suite_add_tcase(s, t);
    return s;
}
