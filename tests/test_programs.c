/* app/address, app/editor, app/program, app/dialogs: what is handed to other programs, and what they answer. */
#include <check.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "app/address.h"
#include "app/dialogs.h"
#include "app/editor.h"
#include "app/program.h"
#include "base/file.h"

static const struct {
    const char *in, *want;
} addresses[] = {
    {"/tmp/a.json", "/tmp/a.json"},
    {" /tmp/a.json\r\n", "/tmp/a.json"},
    {"file:///tmp/a%20b%23%C3%A4.json", "/tmp/a b#\u00e4.json"},
    {"file://host/tmp/x", "/tmp/x"},
    {"file:/tmp/x", "/tmp/x"},
    {"file:///a%2", "/a%2"},
    {"file:///a%zz%41", "/a%zzA"},
    {"100%25.json", "100%25.json"},
    {"", ""},
};

START_TEST(address) {
    Arena *arena = arena_new();
    ck_assert_str_eq(str_c(arena, address_path(arena, str_from(addresses[_i].in))), addresses[_i].want);
    arena_free(arena);
}
END_TEST

static const struct {
    const char *setting, *visual, *editor, *want; /* words parted by '|'; NULL: refused */
} editors[] = {
    {"", "", "", NULL},
    {"", "code", "vi", "code|-g|/x y.c:7"},
    {"", "", "vi", "x-terminal-emulator|-e|vi|+7|/x y.c"},
    {"", "/usr/bin/emacsclient -a ''", "", "/usr/bin/emacsclient|-a||-n|+7|/x y.c"},
    {"", "someone", "", "someone|/x y.c"},
    {"my 'own one' --at={line}:{column} \"{file}\"", "code", "", "my|own one|--at=7:1|/x y.c"},
    {"kate", "code", "", "kate|-l|7|/x y.c"},
};

START_TEST(editor) {
    Arena *arena = arena_new();
    const char *const *argv;
    Err err = {0};
    setenv("VISUAL", editors[_i].visual, 1);
    setenv("EDITOR", editors[_i].editor, 1);
    bool ok = editor_command(arena, str_from(editors[_i].setting), STR("/x y.c"), 7, &argv, &err);
    ck_assert_int_eq(ok, editors[_i].want != NULL);
    Text words = text_new(arena);
    for (size_t i = 0; ok && argv[i]; i++)
        text_addf(&words, "%s%s", i > 0 ? "|" : "", argv[i]);
    if (ok)
        ck_assert_str_eq(words.data, editors[_i].want);
    arena_free(arena);
}
END_TEST

/* A folder with an executable `name` that runs a shell script. */
static Str make_program(Arena *arena, char *folder, const char *name, const char *script) {
    Err err = {0};
    ck_assert_ptr_nonnull(mkdtemp(folder));
    Str path = str_format(arena, "%s/%s", folder, name);
    ck_assert(file_write(path.data, str_format(arena, "#!/bin/sh\n%s\n", script), &err));
    ck_assert_int_eq(chmod(path.data, 0755), 0);
    setenv("PATH", folder, 1);
    unsetenv("XDG_CURRENT_DESKTOP");
    return path;
}

static void remove_program(const char *folder, Str path) {
    unlink(path.data);
    rmdir(folder);
}

START_TEST(source_is_found) {
    Arena *arena = arena_new();
    char folder[] = "/tmp/cresset-test-XXXXXX";
    Str path = make_program(arena, folder, "a b.c", "");
    Str recording = str_format(arena, "%s/p.json", folder);
    ck_assert(str_equal(editor_find(arena, path, STR("")), path));
    ck_assert(str_equal(editor_find(arena, STR("webpack://app/src/a b.c"), recording), path));
    ck_assert(str_equal(editor_find(arena, str_format(arena, "file://%s/a%%20b.c", folder), STR("")), path));
    ck_assert_uint_eq(editor_find(arena, STR("src/other.c"), recording).len, 0);
    ck_assert_uint_eq(editor_find(arena, STR(""), recording).len, 0);
    remove_program(folder, path);
    arena_free(arena);
}
END_TEST

static const DialogAnswer *wait_for_answer(Dialogs *dialogs) {
    const DialogAnswer *answer = NULL;
    for (int i = 0; i < 2000 && !answer; i++) {
        answer = dialogs_answer(dialogs);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    return answer;
}

static const struct {
    const char *script;
    bool save;
    const char *paths; /* parted by '|' */
} answers[] = {
    {"echo '/tmp/a b.json'; echo /tmp/\u00e4#.json", false, "/tmp/a b.json|/tmp/\u00e4#.json"},
    {"exit 1", false, ""},
    {"echo x; exit 1", false, ""},
    {"for a in \"$@\"; do echo \"$a\"; done | tail -n 1", true, "--filename=report; rm -rf.md"},
};

START_TEST(dialog) {
    Arena *arena = arena_new();
    char folder[] = "/tmp/cresset-test-XXXXXX";
    Str path =
        make_program(arena, folder, "zenity", str_format(arena, "PATH=/bin:/usr/bin\n%s", answers[_i].script).data);
    Dialogs *dialogs = dialogs_new(NULL, NULL);
    ck_assert(answers[_i].save ? dialogs_save(dialogs, STR("report; rm -rf.md"), STR("bytes")) : dialogs_open(dialogs));
    const DialogAnswer *answer = wait_for_answer(dialogs);
    ck_assert_ptr_nonnull(answer);
    Text paths = text_new(arena);
    for (size_t i = 0; i < answer->paths.count; i++)
        text_addf(&paths, "%s%.*s", i > 0 ? "|" : "", STR_ARG(answer->paths.data[i]));
    ck_assert_str_eq(str_c(arena, text_str(&paths)), answers[_i].paths);
    ck_assert_int_eq(answer->save, answers[_i].save);
    ck_assert(str_is(answer->bytes, answers[_i].save ? "bytes" : ""));
    ck_assert_ptr_null(dialogs_answer(dialogs));
    dialogs_free(dialogs);
    remove_program(folder, path);
    arena_free(arena);
}
END_TEST

START_TEST(no_dialog) {
    Dialogs *dialogs = dialogs_new(NULL, NULL);
    setenv("PATH", "/nowhere", 1);
    ck_assert(!dialogs_open(dialogs));
    ck_assert_ptr_null(dialogs_answer(dialogs));
    dialogs_free(dialogs);
}
END_TEST

/* A dialog that is still open when the window closes is closed, not waited for. */
START_TEST(open_dialog_is_ended) {
    Arena *arena = arena_new();
    char folder[] = "/tmp/cresset-test-XXXXXX";
    Str path = make_program(arena, folder, "zenity", "exec /bin/sleep 60");
    Dialogs *dialogs = dialogs_new(NULL, NULL);
    double since = clock_now();
    ck_assert(dialogs_open(dialogs));
    ck_assert(dialogs_open(dialogs)); /* a second one is not shown */
    nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
    ck_assert_ptr_null(dialogs_answer(dialogs));
    dialogs_free(dialogs);
    ck_assert_double_lt(clock_now() - since, 5);
    remove_program(folder, path);
    arena_free(arena);
}
END_TEST

Suite *test_programs(void);
Suite *test_programs(void) {
    Suite *s = suite_create("programs");
    TCase *t = tcase_create("programs");
    tcase_add_loop_test(t, address, 0, sizeof addresses / sizeof *addresses);
    tcase_add_loop_test(t, editor, 0, sizeof editors / sizeof *editors);
    tcase_add_test(t, source_is_found);
    tcase_add_loop_test(t, dialog, 0, sizeof answers / sizeof *answers);
    tcase_add_test(t, no_dialog);
    tcase_add_test(t, open_dialog_is_ended);
    tcase_set_timeout(t, 30);
    suite_add_tcase(s, t);
    return s;
}
