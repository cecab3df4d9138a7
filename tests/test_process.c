/* base/process: output and status of another program, one that is not there, one that is stopped; doc/perf_data on a perf of our own. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/process.h"
#include "describe.h"
#include "doc/load.h"
#include "doc/perf_data.h"

static Str content(Arena *arena, int file) {
    char text[200];
    ssize_t n = pread(file, text, sizeof text, 0);
    return str_copy(arena, (Str){text, n > 0 ? (size_t)n : 0});
}

START_TEST(runs) {
    Arena *arena = arena_new();
    int out = process_scratch_file(), err = process_scratch_file();
    const char *const argv[] = {"sh", "-c", "cat; echo said; echo wrong >&2; exit 3", NULL};
    ck_assert_int_eq(process_run(argv, out, err, NULL), 3);
    ck_assert(str_is(content(arena, out), "said\n") && str_is(content(arena, err), "wrong\n"));
    ck_assert_int_eq(process_run((const char *const[]){"sh", "-c", "kill -9 $$", NULL}, out, err, NULL), 128 + 9);
    ck_assert_int_eq(process_run((const char *const[]){"no-such-program", NULL}, out, err, NULL), PROCESS_MISSING);
    close(out);
    close(err);
    arena_free(arena);
}
END_TEST

START_TEST(stopped) {
    Progress progress = {.stop = JOB_CANCEL};
    int out = process_scratch_file(), err = process_scratch_file();
    double before = clock_now();
    ck_assert_int_eq(process_run((const char *const[]){"sleep", "60", NULL}, out, err, &progress), PROCESS_STOPPED);
    ck_assert_double_lt(clock_now() - before, 5);
    close(out);
    close(err);
}
END_TEST

static void write_text(const char *path, const char *text, mode_t mode) {
    Err err = {0};
    ck_assert_msg(file_write(path, str_from(text), &err), "%s", err.message);
    chmod(path, mode);
}

static const struct {
    const char *perf, *want; /* what perf does; NULL: there is none */
} rows[] = {
    {"#!/bin/sh\nprintf 'a 1 1.0: e:\\n\\t1 %s (/x)\\n' \"${5##*/}\"\n", "a 1 samples 1/1: p.data 1/1\n"},
    {"#!/bin/sh\nprintf 'no\\nway\\n' >&2; exit 7\n", "it is a perf.data file that `perf script` cannot read: no way"},
    {NULL, "it seems to be a binary perf.data file; run: perf script > out.perf, and open that"},
};

START_TEST(perf_data) {
    Arena *arena = arena_new();
    char folder[] = "/tmp/cresset-test-XXXXXX";
    Err err = {0};
    ck_assert_ptr_nonnull(mkdtemp(folder));
    const char *perf = str_c(arena, str_format(arena, "%s/perf", folder)),
               *data = str_c(arena, str_format(arena, "%s/p.data", folder));
    if (rows[_i].perf)
        write_text(perf, rows[_i].perf, 0755);
    write_text(data, "PERFILE2 and so on", 0644);
    setenv("PATH", rows[_i].perf ? str_c(arena, str_format(arena, "%s:%s", folder, getenv("PATH"))) : folder, 1);
    ck_assert(perf_data_is(data) && !perf_data_is("-") && !perf_data_is(folder));
    Document *document = load_document(data, NULL, &err);
    ck_assert_str_eq(document ? str_c(arena, describe(arena, document)) : err.message, rows[_i].want);
    document_free(document);
    unlink(data);
    unlink(perf);
    rmdir(folder);
    arena_free(arena);
}
END_TEST

Suite *test_process(void);
Suite *test_process(void) {
    Suite *s = suite_create("process");
    TCase *t = tcase_create("process");
    tcase_set_timeout(t, 20);
    tcase_add_test(t, runs);
    tcase_add_test(t, stopped);
    tcase_add_loop_test(t, perf_data, 0, (int)(sizeof rows / sizeof *rows));
    suite_add_tcase(s, t);
    return s;
}
