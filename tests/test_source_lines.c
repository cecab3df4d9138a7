/* report/source_lines: which file is found, and what is cut from it. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "report/source_lines.h"

static char folder[64];

static void make(void) {
    char path[128];
    Err err = {0};
    snprintf(folder, sizeof folder, "/tmp/cresset-lines-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/src", folder);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/src/a.js", folder);
    ck_assert(file_write(path, STR("one\ntwo\r\nth\x01ree\nfo\xFFur\nfive"), &err));
}

static void drop(void) {
    char path[128];
    snprintf(path, sizeof path, "%s/src/a.js", folder);
    unlink(path);
    snprintf(path, sizeof path, "%s/src", folder);
    rmdir(path);
    rmdir(folder);
}

static const struct {
    const char *file;
    int line, context;
    const char *want; /* NULL: nothing */
    int first;
} rows[] = {
    {"src/a.js", 2, 1, "one\ntwo\nth ree\n", 1},
    {"file:///srv/app/src/a.js", 5, 1, "fo\xEF\xBF\xBDur\nfive\n", 4},
    {"https://h/src/a.js?v=2", 1, 0, "one\n", 1},
    {"src/a.js", 9, 1, NULL, 0},
    {"src/a.js", 0, 1, NULL, 0},
    {"../src/a.js", 1, 0, NULL, 0},
    {"src/../src/a.js", 1, 0, NULL, 0},
    {"b.js", 1, 0, NULL, 0},
    {"", 1, 0, NULL, 0},
    {"src/a.js", 1, 100000, "one\ntwo\nth ree\nfo\xEF\xBF\xBDur\nfive\n", 1},
};

START_TEST(cuts) {
    Arena *arena = arena_new();
    Frames frames = frames_new(arena);
    Frame frame = {.file = intern_add(frames.strings, str_from(rows[_i].file)), .line = rows[_i].line};
    SourceLines lines;
    bool found = source_lines(arena, &frames, frames_add(&frames, &frame), folder, rows[_i].context, &lines);
    ck_assert_int_eq(found, rows[_i].want != NULL);
    if (found) {
        ck_assert_str_eq(str_c(arena, lines.text), rows[_i].want);
        ck_assert_int_eq(lines.first, rows[_i].first);
    }
    arena_free(arena);
}
END_TEST

Suite *test_source_lines(void);
Suite *test_source_lines(void) {
    Suite *s = suite_create("source_lines");
    TCase *t = tcase_create("source_lines");
    tcase_add_checked_fixture(t, make, drop);
    tcase_add_loop_test(t, cuts, 0, (int)(sizeof rows / sizeof *rows));
    suite_add_tcase(s, t);
    return s;
}
