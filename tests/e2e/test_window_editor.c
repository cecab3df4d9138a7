/* From the window to the source: a dropped source map gives the original names, and the user's editor opens at the line. */
#include "stage.h"

#include "base/file.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One minified function, all the time; where it is in the original says the map. */
#define PROFILE                                                                                                 \
    "{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":\"(root)\",\"scriptId\":\"0\",\"url\":\"\","         \
    "\"lineNumber\":-1,\"columnNumber\":-1},\"children\":[2]},{\"id\":2,\"callFrame\":{\"functionName\":\"a\"," \
    "\"scriptId\":\"7\",\"url\":\"https://example.com/app.min.js\",\"lineNumber\":0,\"columnNumber\":0}}],"     \
    "\"startTime\":0,\"endTime\":3000,\"samples\":[2,2,2],\"timeDeltas\":[0,1000,1000]}"
/* line 1, column 0 of app.min.js is line 3, column 0 of cart.ts, and called renderCart there */
#define MAP                                                                                        \
    "{\"version\":3,\"file\":\"app.min.js\",\"sources\":[\"cart.ts\"],\"names\":[\"renderCart\"]," \
    "\"mappings\":\"AAEAA\"}"

/* Writes its word beside the recording. */
#define EDITOR "sh -c 'echo \"$0\" > \"$HOME/new\" && mv \"$HOME/new\" \"$HOME/edited\"' "

static const char *write_file(const Stage *s, const char *name, const char *text) {
    const char *path = str_c(s->arena, str_format(s->arena, "%s/%s", s->home, name));
    Err err = {0};
    ck_assert_msg(file_write(path, str_from(text), &err), "%s", err.message);
    return path;
}

static void drop(Stage *s, const char *path) {
    stage_skip(s);
    ck_assert(hand_drop(s->hand, 400, 300, &path, 1));
    cJSON_Delete(stage_wait(s, "loaded", 5));
    cJSON_Delete(stage_wait(s, "rest", 5));
}

/* Goes down the picture to the frame that is no (root), and says what it is called. */
static cJSON *find_function(Stage *s) {
    for (int y = 90; y < 300; y += 8) {
        stage_skip(s);
        hand_move(s->hand, 500, y);
        for (cJSON *line; (line = stage_next(s, "hover", 0.2)); cJSON_Delete(line))
            if (json_text(line, "function") && json_text(line, "function")[0] != '(')
                return line;
    }
    ck_abort_msg("no function under the pointer");
    return NULL;
}

static Str edited(const Stage *s) {
    Str text = {0};
    const char *path = str_c(s->arena, str_format(s->arena, "%s/edited", s->home));
    for (double end = clock_now() + 5; clock_now() < end && !file_exists(path);)
        usleep(20000);
    file_read(s->arena, path, 4096, &text, NULL);
    return str_trim(text);
}

static const struct {
    const char *visual, *settings, *want; /* want: behind the folder */
} rows[] = {
    {EDITOR "{file}:{line}", NULL, "/cart.ts:3"},
    {EDITOR, NULL, "/cart.ts"}, /* no template, no editor that is known: the file alone */
    {"false", EDITOR "+{line}={file}", "/cart.ts"},
};

START_TEST(map_and_editor) {
    Arena *arena = arena_new();
    setenv("VISUAL", rows[_i].visual, 1);
    Stage *s = STAGE_SET(arena, rows[_i].settings, NULL);
    write_file(s, "cart.ts", "\n\nexport function renderCart() {}\n");
    drop(s, write_file(s, "shop.cpuprofile", PROFILE));
    cJSON *hover = find_function(s);
    ck_assert_str_eq(json_text(hover, "function"), "a");
    cJSON_Delete(hover);
    drop(s, write_file(s, "app.min.js.map", MAP));
    hand_move(s->hand, 20, 20);
    hover = find_function(s);
    ck_assert_str_eq(json_text(hover, "function"), "renderCart");
    ck_assert(str_ends(str_from(json_text(hover, "file")), "cart.ts"));
    ck_assert_int_eq((int)json_num(hover, "line"), 3);
    cJSON_Delete(hover);
    hand_key(s->hand, "e");
    Str got = edited(s);
    ck_assert_msg(str_ends(got, rows[_i].want), "got %.*s", STR_ARG(got));
    ck_assert_int_eq(str_find(got, str_from(s->home), 0) != SIZE_MAX, true);
    ck_assert(!rows[_i].settings || str_starts(got, "+3="));
    ck_assert_int_eq(stage_close(s), 0);
    arena_free(arena);
}
END_TEST

Suite *test_window_editor(void);
Suite *test_window_editor(void) {
    Suite *suite = suite_create("window editor");
    TCase *t = tcase_create("all");
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, map_and_editor, 0, sizeof rows / sizeof *rows);
    suite_add_tcase(suite, t);
    return suite;
}
