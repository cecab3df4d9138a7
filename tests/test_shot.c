/* app/shot, app/save: pictures wait until what was asked for is there; files go under names that are free. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "app/save.h"
#include "ask.h"
#include "base/file.h"

/* Enough names that an expression takes more than one frame to look at them. */
enum { NAMES = 60000 };

static void write_names(Arena *arena, const char *path) {
    Err err = {0};
    Text text = text_new(arena);
    for (int i = 0; i < NAMES; i++)
        text_addf(&text, "a%d_%d 1\n", i * 79 % NAMES, i);
    ck_assert(file_write(path, text_str(&text), &err));
}

/* Each is looked for in many frames, and the next command finds it done. */
static const char *const searches[][3] = {
    {"search /[0-9]*7.*9.*3.*x/", NULL},
    {"search /[0-9]*77.*/", "next-match", NULL},
    {"view hotspots", "filter 77", "row 1"},
};

START_TEST(waits_for_searches) {
    Arena *arena = arena_new();
    char folder[] = "/tmp/cresset-shot-XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(folder));
    const char *file = str_format(arena, "%s/names.folded", folder).data;
    const char *picture = str_format(arena, "%s/a.png", folder).data;
    const char *args[12] = {"shot", file, "-o", picture};
    write_names(arena, file);
    for (int i = 0, n = 4; i < 3 && searches[_i][i]; i++) {
        args[n++] = "--do";
        args[n++] = searches[_i][i];
    }
    Answer answer = ask(arena, 20, args);
    ck_assert_msg(answer.status == 0 && !answer.late, "%d: %s", answer.status, str_c(arena, answer.err));
    ck_assert(file_exists(picture));
    unlink(file);
    unlink(picture);
    rmdir(folder);
    arena_free(arena);
}
END_TEST

/* Nothing is written over. */
START_TEST(saves_under_free_names) {
    static const char *const names[][3] = {
        {"a-hotspots.md", "a-hotspots-2.md", "a-hotspots-3.md"},
        {"b.c.csv", "b.c-2.csv", "b.c-3.csv"},
        {"bare", "bare-2", "bare-3"},
    };
    Arena *arena = arena_new();
    char folder[] = "/tmp/cresset-save-XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(folder));
    Str name = str_format(arena, "%s/%s", folder, names[_i][0]);
    for (int i = 0; i < 3; i++) {
        Err err = {0};
        Str path, bytes = str_format(arena, "%d", i), back;
        ck_assert_msg(save_here(arena, name, bytes, &path, &err), "%s", err.message);
        ck_assert(str_equal(path, str_format(arena, "%s/%s", folder, names[_i][i])));
        ck_assert(file_read(arena, path.data, 100, &back, &err) && str_equal(back, bytes));
    }
    for (int i = 0; i < 3; i++)
        unlink(str_format(arena, "%s/%s", folder, names[_i][i]).data);
    ck_assert_int_eq(rmdir(folder), 0);
    Err err = {0};
    Str path;
    ck_assert_msg(!save_here(arena, name, STR("x"), &path, &err) && err.code == ERR_IO, "the folder is gone");
    arena_free(arena);
}
END_TEST

Suite *test_shot(void);
Suite *test_shot(void) {
    Suite *suite = suite_create("shot");
    TCase *t = tcase_create("all");
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, waits_for_searches, 0, sizeof searches / sizeof *searches);
    tcase_add_loop_test(t, saves_under_free_names, 0, 3);
    suite_add_tcase(suite, t);
    return suite;
}
