/* The window as a person meets it: real X events and real drops under Xvfb, followed through --log and through what is
 * on the glass. */
#include "picture.h"
#include "stage.h"

#include "base/file.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define TREE  "samples/package.tree.json"
#define TRACE "samples/checkout.json.gz"

typedef struct Hover {
    char function[256];
    int node, row, x, y; /* x, y: where the pointer was */
    double left, width, self, total;
} Hover;

static bool read_hover(cJSON *line, int x, int y, Hover *hover) {
    const char *function = line ? json_text(line, "function") : NULL;
    if (function) {
        *hover = (Hover){.node = (int)json_num(line, "node"),
                         .row = (int)json_num(line, "row"),
                         .x = x,
                         .y = y,
                         .left = json_num(line, "x"),
                         .width = json_num(line, "width"),
                         .self = json_num(line, "self"),
                         .total = json_num(line, "total")};
        snprintf(hover->function, sizeof hover->function, "%s", function);
    }
    cJSON_Delete(line);
    return function != NULL;
}

/* Moves to x, y and tells which frame the window says is there; false when it names none. */
static bool hover_at(Stage *s, int x, int y, Hover *hover) {
    hand_move(s->hand, 1, 1);
    usleep(40000); /* a frame without a hover: what stays under the pointer is not told again */
    stage_skip(s);
    hand_move(s->hand, x, y);
    bool found = false;
    for (cJSON *line; (line = stage_next(s, "hover", 0.3));)
        found = read_hover(line, x, y, hover);
    return found;
}

/* Goes down the middle of the picture until a frame of at least this row is under the pointer. */
static Hover find_frame(Stage *s, int row) {
    Hover hover = {0};
    for (int y = 60; y < s->height - 30; y += 10)
        if (hover_at(s, s->width * 2 / 5, y, &hover) && hover.row >= row)
            return hover;
    ck_abort_msg("no frame of row %d under the pointer", row);
    return hover;
}

static void must_be_under_pointer(const Hover *h) {
    ck_assert_msg(h->left <= h->x && h->x < h->left + h->width, "%s: the pointer is at %d, the frame at %g + %g",
                  h->function, h->x, h->left, h->width);
    ck_assert_double_ge(h->total, h->self);
}

static double until_rest(Stage *s) {
    cJSON *line = stage_wait(s, "rest", 5);
    double at = json_num(line, "at");
    cJSON_Delete(line);
    return at;
}

static void press(Stage *s, const char *keys) {
    stage_skip(s);
    hand_key(s->hand, keys);
}

START_TEST(opens_and_rests) {
    Arena *arena = arena_new();
    Stage *s = STAGE(arena, TRACE);
    cJSON *loaded = stage_wait(s, "loaded", 10);
    ck_assert_str_eq(json_text(loaded, "format"), "chrome-trace");
    ck_assert_double_gt(json_num(loaded, "tracks"), 1);
    until_rest(s);
    usleep(300000);
    double before = stage_cpu(s);
    usleep(2000000);
    ck_assert_msg(stage_cpu(s) - before < 0.02, "%g s of CPU in 2 s at rest", stage_cpu(s) - before);
    cJSON_Delete(loaded);
    ck_assert_int_eq(stage_close(s), 0);
    arena_free(arena);
}
END_TEST

/* What is hovered must be what the command line says of that node. */
START_TEST(hover_names_the_frame) {
    Arena *arena = arena_new();
    Stage *s = STAGE(arena, TREE);
    cJSON_Delete(stage_wait(s, "loaded", 5));
    until_rest(s);
    Hover h = find_frame(s, 1);
    must_be_under_pointer(&h);
    Answer answer = ASK(arena, 5, "tree", TREE, "--format", "json");
    cJSON *tree = ask_json(&answer);
    const cJSON *node = cJSON_GetArrayItem(json_get(tree, "nodes"), h.node);
    ck_assert_str_eq(json_text(node, "function"), h.function);
    ck_assert_double_eq_tol(json_num(node, "total"), h.total, 1e-6 * h.total);
    ck_assert_double_eq_tol(json_num(node, "self"), h.self, 1e-6 * h.total);
    cJSON_Delete(tree);
    ck_assert_int_eq(stage_close(s), 0);
    arena_free(arena);
}
END_TEST

START_TEST(click_focuses_and_steps_back) {
    Arena *arena = arena_new();
    Stage *s = STAGE(arena, TREE);
    cJSON_Delete(stage_wait(s, "loaded", 5));
    until_rest(s);
    Hover before = find_frame(s, 2), after;
    stage_skip(s);
    hand_click(s->hand, before.x, before.y, 1);
    cJSON *focus = stage_wait(s, "focus", 2);
    ck_assert_str_eq(json_text(focus, "function"), before.function);
    ck_assert_int_eq((int)json_num(focus, "row"), before.row);
    cJSON_Delete(focus);
    until_rest(s);
    ck_assert(hover_at(s, before.x - 3, before.y, &after));
    ck_assert_str_eq(after.function, before.function);
    ck_assert_msg(after.width > 0.9 * s->width, "the focus is %g wide in a window of %d", after.width, s->width);
    press(s, "BackSpace");
    until_rest(s);
    ck_assert(hover_at(s, before.x, before.y, &after));
    ck_assert_str_eq(after.function, before.function);
    ck_assert_double_eq_tol(after.width, before.width, 1);
    ck_assert_int_eq(stage_close(s), 0);
    arena_free(arena);
}
END_TEST

START_TEST(wheel_zooms_at_the_pointer) {
    Arena *arena = arena_new();
    Stage *s = STAGE(arena, TREE);
    cJSON_Delete(stage_wait(s, "loaded", 5));
    until_rest(s);
    Hover before = find_frame(s, 2), after;
    hand_wheel(s->hand, 3);
    until_rest(s);
    ck_assert(hover_at(s, before.x, before.y, &after));
    ck_assert_int_eq(after.node, before.node);
    ck_assert_double_gt(after.width, before.width * 1.2);
    must_be_under_pointer(&after);
    press(s, "Home");
    until_rest(s);
    ck_assert(hover_at(s, before.x, before.y, &after));
    ck_assert_double_eq_tol(after.width, before.width, 1);
    ck_assert_int_eq(stage_close(s), 0);
    arena_free(arena);
}
END_TEST

START_TEST(keys_change_the_view_and_search) {
    Arena *arena = arena_new();
    Stage *s = STAGE(arena, "samples/shop.cpuprofile");
    cJSON_Delete(stage_wait(s, "loaded", 5));
    until_rest(s);
    press(s, "4");
    cJSON *view = stage_wait(s, "view", 3);
    ck_assert_str_eq(json_text(view, "name"), "hotspots");
    cJSON_Delete(view);
    press(s, "2");
    cJSON_Delete(stage_wait(s, "view", 3));
    press(s, "ctrl+f");
    hand_key(s->hand, "t");
    hand_key(s->hand, "a");
    hand_key(s->hand, "x");
    double matches = 0;
    for (cJSON *line; (line = stage_next(s, "search", 1)); cJSON_Delete(line))
        if (strcmp(json_text(line, "text"), "tax") == 0)
            matches = json_num(line, "matches");
    ck_assert_msg(matches >= 1, "'tax' matches %g", matches);
    hand_key(s->hand, "Escape");
    hand_key(s->hand, "Escape");
    press(s, "ctrl+q");
    cJSON_Delete(stage_wait(s, "quit", 3));
    ck_assert_int_eq(stage_close(s), 0);
    arena_free(arena);
}
END_TEST

START_TEST(takes_dropped_files) {
    Arena *arena = arena_new();
    Stage *s = STAGE(arena, NULL);
    const char *paths[] = {
        stage_copy(s, "samples/shop.cpuprofile", "two words #1.cpuprofile"),
        stage_copy(s, TREE,
                   "Gr\xC3\xB6\xC3\x9F"
                   "e 100% \xE8\x9F\xB9.json"),
    };
    ck_assert_msg(hand_drop(s->hand, 400, 300, paths, 1), "the drop is not taken");
    cJSON *loaded = stage_wait(s, "loaded", 5);
    ck_assert_str_eq(json_text(loaded, "file"), paths[0]);
    cJSON_Delete(loaded);
    ck_assert_msg(hand_drop(s->hand, 10, 10, paths, 2), "a drop of two files is not taken");
    bool seen[2] = {false, false};
    for (int i = 0; i < 2; i++) {
        loaded = stage_wait(s, "loaded", 5);
        seen[strcmp(json_text(loaded, "file"), paths[1]) == 0] = true;
        cJSON_Delete(loaded);
    }
    ck_assert(seen[0] && seen[1]);
    ck_assert_int_eq(stage_close(s), 0);
    arena_free(arena);
}
END_TEST

START_TEST(says_why_a_file_does_not_open) {
    Arena *arena = arena_new();
    Stage *s = STAGE(arena, NULL);
    const char *bad = stage_copy(s, "README.md", "no profile.json"), *good = stage_copy(s, TREE, "profile.txt");
    ck_assert(hand_drop(s->hand, 100, 100, &bad, 1));
    cJSON *failed = stage_wait(s, "failed", 5);
    ck_assert_str_eq(json_text(failed, "file"), bad);
    ck_assert_uint_gt(strlen(json_text(failed, "message")), 12);
    cJSON_Delete(failed);
    ck_assert(hand_drop(s->hand, 100, 100, &good, 1));
    cJSON_Delete(stage_wait(s, "loaded", 5));
    ck_assert_int_eq(stage_close(s), 0);
    arena_free(arena);
}
END_TEST

/* A file of many megabytes of folded stacks, to be dropped on while it is read. */
static const char *write_big(Stage *s) {
    const char *path = str_c(s->arena, str_format(s->arena, "%s/big.folded", s->home));
    FILE *file = fopen(path, "w");
    ck_assert(file != NULL);
    for (int i = 0; i < (ask_is_sanitized() ? 100000 : 600000); i++)
        fprintf(file, "main;serve;request%d;handler%d;query%d %d\n", i % 977, i % 31, i % 7919, 1 + i % 5);
    fclose(file);
    return path;
}

START_TEST(drops_during_a_load) {
    Arena *arena = arena_new();
    Stage *s = STAGE(arena, NULL);
    const char *big = write_big(s), *small = stage_copy(s, TREE, "small.json");
    ck_assert(hand_drop(s->hand, 100, 100, &big, 1));
    cJSON_Delete(stage_wait(s, "open", 3));
    ck_assert(hand_drop(s->hand, 100, 100, &small, 1));
    for (int i = 0; i < 2; i++)
        cJSON_Delete(stage_wait(s, "loaded", 20));
    ck_assert_int_eq(stage_close(s), 0);
    arena_free(arena);
}
END_TEST

START_TEST(takes_any_size) {
    static const struct { int width, height; } rows[] = {{320, 200}, {3840, 2160}, {1, 1}, {700, 500}};
    Arena *arena = arena_new();
    Stage *s = STAGE(arena, TREE);
    cJSON_Delete(stage_wait(s, "loaded", 5));
    until_rest(s);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        stage_skip(s);
        hand_resize(s->hand, rows[i].width, rows[i].height);
        until_rest(s);
    }
    Hover h = find_frame(s, 0);
    must_be_under_pointer(&h);
    ck_assert_int_eq(stage_close(s), 0);
    arena_free(arena);
}
END_TEST

static Picture picture_of(Arena *arena, const char *render) {
    Picture picture;
    Stage *s = STAGE(arena, "--render", render, TREE);
    cJSON_Delete(stage_wait(s, "loaded", 5));
    until_rest(s);
    usleep(200000);
    picture.pixels = hand_picture(s->hand, arena, &picture.width, &picture.height);
    ck_assert_int_eq(stage_close(s), 0);
    return picture;
}

/* All but the status bar, which tells the time that a frame took. */
START_TEST(gpu_and_cpu_draw_alike) {
    Arena *arena = arena_new();
    Picture cpu = picture_of(arena, "cpu"), gpu = picture_of(arena, "gpu");
    double share = picture_difference(&cpu, &gpu, 2, 0, cpu.height - 30);
    ck_assert_msg(share < 0.0002, "%g %% of the pixels differ by more than 2/255", share * 100);
    arena_free(arena);
}
END_TEST

Suite *test_window(void);
Suite *test_window(void) {
    Suite *s = suite_create("window");
    TCase *t = tcase_create("window");
    tcase_set_timeout(t, 300);
    tcase_add_test(t, opens_and_rests);
    tcase_add_test(t, hover_names_the_frame);
    tcase_add_test(t, click_focuses_and_steps_back);
    tcase_add_test(t, wheel_zooms_at_the_pointer);
    tcase_add_test(t, keys_change_the_view_and_search);
    tcase_add_test(t, takes_dropped_files);
    tcase_add_test(t, says_why_a_file_does_not_open);
    tcase_add_test(t, drops_during_a_load);
    tcase_add_test(t, takes_any_size);
    tcase_add_test(t, gpu_and_cpu_draw_alike);
    suite_add_tcase(s, t);
    return s;
}
