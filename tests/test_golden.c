/* The three things that must be exact, against cases computed by other programs: tests/golden/KIND/NAME.json is the
 * input, NAME.expected.json the answer.
 *   flame      react-flame-graph's own rectangles ("original"), or what is right where it is wrong ("right")
 *   hotspot    sums per function of V8 profiles, in microseconds
 *   waterfall  operations, links and bottlenecks of async operations */
#include "ask.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define GOLDEN "tests/golden/"

static Arena *names_arena;
static Names flame_names, hotspot_names, waterfall_names;

typedef struct Golden {
    Arena *arena;
    const char *input;
    cJSON *want;
} Golden;

static Golden golden_open(const char *kind, Str name) {
    Golden g = {.arena = arena_new()};
    g.input = str_c(g.arena, str_format(g.arena, GOLDEN "%s/%.*s.json", kind, STR_ARG(name)));
    const char *expected = str_c(g.arena, str_format(g.arena, GOLDEN "%s/%.*s.expected.json", kind, STR_ARG(name)));
    g.want = ask_file(g.arena, expected);
    return g;
}

static void golden_close(Golden *g) {
    cJSON_Delete(g->want);
    arena_free(g->arena);
}

static bool near(double a, double b) {
    return json_near(a, b, 1e-6, 0);
}

static bool same_text(const char *a, const char *b) {
    return a && b ? strcmp(a, b) == 0 : a == b;
}

/* ---- flame ---- */
static void must_be_finite_and_apart(const cJSON *rects) {
    const cJSON *a, *b;
    cJSON_ArrayForEach (a, rects) {
        double left = json_num(a, "x"), right = left + json_num(a, "width");
        ck_assert_msg(isfinite(left) && isfinite(right) && isfinite(json_num(a, "row")), "not finite: %s",
                      json_text(a, "id"));
        ck_assert_msg(right > left, "%s has no width", json_text(a, "id"));
        for (b = a->next; b; b = b->next)
            if (json_num(b, "row") == json_num(a, "row"))
                ck_assert_msg(json_num(b, "x") >= right - 1e-6 ||
                                  json_num(b, "x") + json_num(b, "width") <= left + 1e-6,
                              "%s and %s overlap", json_text(a, "id"), json_text(b, "id"));
    }
}

/* One line an element, sorted: to compare sets of rectangles. */
static Str set_of(Arena *arena, const cJSON *list, const char *id, const char *width) {
    Text text = text_new(arena);
    text_add_c(&text, "");
    const cJSON *r;
    cJSON_ArrayForEach (r, list) {
        text_add_c(&text, cJSON_IsString(r) ? r->valuestring : json_text(r, id));
        if (width)
            text_addf(&text, " row %g x %.4f width %.4f", json_num(r, "row"), json_num(r, "x") + 0.0,
                      json_num(r, width));
        text_add_char(&text, '\n');
    }
    return ask_sorted(arena, text_str(&text));
}

static void must_be_the_set(Str got, Str want) {
    ck_assert_msg(str_equal(got, want), "drawn:\n%.*swant:\n%.*s", STR_ARG(got), STR_ARG(want));
}

static void compare_right(const Golden *g, const cJSON *rects, int index, bool focused) {
    const cJSON *right = json_get(g->want, "right"), *view = cJSON_GetArrayItem(json_get(right, "views"), index);
    if (json_get(view, "visible"))
        must_be_the_set(set_of(g->arena, rects, "id", NULL), set_of(g->arena, json_get(view, "visible"), NULL, NULL));
    if (json_get(view, "rects"))
        must_be_the_set(set_of(g->arena, rects, "id", "width"), set_of(g->arena, json_get(view, "rects"), "uid", "w"));
    if (json_get(right, "visibleNames") && !focused)
        must_be_the_set(set_of(g->arena, rects, "tooltip", NULL),
                        set_of(g->arena, json_get(right, "visibleNames"), NULL, NULL));
}

static void compare_rect(const cJSON *got, const cJSON *want) {
    const char *id = json_text(want, "uid"), *fill = json_text(want, "fill"), *title = json_text(want, "title");
    ck_assert_msg(json_num(got, "row") == json_num(want, "row") && near(json_num(got, "x"), json_num(want, "x")) &&
                      near(json_num(got, "width"), json_num(want, "w")),
                  "%s: row %g x %g width %g, want %g %g %g", id, json_num(got, "row"), json_num(got, "x"),
                  json_num(got, "width"), json_num(want, "row"), json_num(want, "x"), json_num(want, "w"));
    ck_assert_msg(cJSON_IsTrue(json_get(got, "dimmed")) == cJSON_IsTrue(json_get(want, "dimmed")), "%s: dimmed", id);
    if (fill && fill[0] == '#')
        ck_assert_msg(strcasecmp(json_text(got, "fill"), fill) == 0, "%s: fill %s, want %s", id, json_text(got, "fill"),
                      fill);
    ck_assert_msg(same_text(json_text(got, "label"), json_text(want, "label")), "%s: label", id);
    if (title)
        ck_assert_msg(same_text(json_text(got, "tooltip"), title), "%s: tooltip", id);
}

static const cJSON *by_id(const cJSON *rects, const char *id) {
    const cJSON *r;
    cJSON_ArrayForEach (r, rects)
        if (same_text(json_text(r, "id"), id))
            return r;
    return NULL;
}

/* What the original draws must be drawn alike; what it draws outside the view only touches the edge: nothing to see. With
 * only_rows_in_sight the original left rows out that we list. */
static void compare_original(const cJSON *rects, const cJSON *original, double width, bool only_rows_in_sight) {
    const cJSON *r;
    int seen = 0;
    cJSON_ArrayForEach (r, json_get(original, "rects")) {
        double x = json_num(r, "x");
        if (x + json_num(r, "w") <= 0 || x >= width)
            continue;
        const cJSON *got = by_id(rects, json_text(r, "uid"));
        ck_assert_msg(got != NULL, "%s is not drawn", json_text(r, "uid"));
        compare_rect(got, r);
        seen++;
    }
    if (!only_rows_in_sight)
        ck_assert_int_eq(cJSON_GetArraySize(rects), seen);
}

static void check_flame_view(Golden *g, const char *file, const cJSON *view, int index) {
    const char *focus = json_text(view, "focus");
    const char *width = str_c(g->arena, str_format(g->arena, "%.17g", json_num(view, "width")));
    Answer answer =
        ASK(g->arena, 20, "layout", file, "--width", width, "--format", "json", focus ? "--focus" : NULL, focus);
    cJSON *got = ask_json(&answer);
    const cJSON *rects = json_get(got, "rects");
    must_be_finite_and_apart(rects);
    if (json_get(g->want, "right"))
        compare_right(g, rects, index, focus != NULL);
    else
        compare_original(rects, cJSON_GetArrayItem(json_get(json_get(g->want, "original"), "views"), index),
                         json_num(view, "width"), strstr(g->input, "virtual-rows") != NULL);
    cJSON_Delete(got);
}

START_TEST(flame) {
    Golden g = golden_open("flame", flame_names.list[_i]);
    cJSON *input = ask_file(g.arena, g.input);
    char file[] = "/tmp/cresset-golden-XXXXXX", *data = cJSON_PrintUnformatted(json_get(input, "data"));
    int fd = mkstemp(file);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, data, strlen(data)), (ssize_t)strlen(data));
    close(fd);
    int index = 0;
    const cJSON *view;
    cJSON_ArrayForEach (view, json_get(input, "views"))
        check_flame_view(&g, file, view, index++);
    ck_assert_int_gt(index, 0);
    unlink(file);
    cJSON_free(data);
    cJSON_Delete(input);
    golden_close(&g);
}
END_TEST

/* ---- hotspots ---- */
static bool is_function(const cJSON *row, const cJSON *want) {
    const char *file = json_text(row, "file"), *url = json_text(want, "url");
    double line = json_num(row, "line"), column = json_num(row, "column");
    double want_line = json_num(want, "line"), want_column = json_num(want, "column");
    return same_text(json_text(row, "function"), json_text(want, "name")) &&
           same_text(file ? file : "", url ? url : "") && (line == want_line || (isnan(line) && isnan(want_line))) &&
           (column == want_column || (isnan(column) && isnan(want_column)));
}

static void compare_number(Text *faults, const char *name, const cJSON *got, const char *key, double want,
                           double slack) {
    double value = json_num(got, key);
    if (!isnan(want) && !json_near(value, want, 1e-6, slack))
        text_addf(faults, "%s: %s is %.15g, want %.15g\n", name, key, value, want);
}

static int compare_hot_row(Text *faults, const cJSON *track, const cJSON *want) {
    const char *name = json_text(want, "name");
    const cJSON *row;
    cJSON_ArrayForEach (row, json_get(track, "rows")) {
        if (!is_function(row, want))
            continue;
        compare_number(faults, name, row, "self", json_num(want, "selfUs") / 1e3, 0);
        compare_number(faults, name, row, "total", json_num(want, "totalUs") / 1e3, 0);
        compare_number(faults, name, row, "self_percent", json_num(want, "selfPctOfActive"), 0.01);
        compare_number(faults, name, row, "total_percent", json_num(want, "totalPctOfActive"), 0.01);
        return json_num(row, "total") > 0;
    }
    text_addf(faults, "no row %s\n", name);
    return 0;
}

static Str hot_faults(Arena *arena, const cJSON *track, const cJSON *right) {
    Text faults = text_new(arena);
    text_add_c(&faults, "");
    compare_number(&faults, "track", track, "total", json_num(right, "totalUs") / 1e3, 0);
    compare_number(&faults, "track", track, "idle", json_num(right, "idleUs") / 1e3, 0);
    compare_number(&faults, "track", track, "active", json_num(right, "activeUs") / 1e3, 0);
    const cJSON *row;
    int wanted = 0, shown = 0;
    cJSON_ArrayForEach (row, json_get(right, "rows"))
        wanted += compare_hot_row(&faults, track, row);
    cJSON_ArrayForEach (row, json_get(track, "rows"))
        shown += json_num(row, "total") > 0;
    if (shown != wanted)
        text_addf(&faults, "%d rows with weight, want %d\n", shown, wanted);
    return text_str(&faults);
}

START_TEST(hotspot) {
    Golden g = golden_open("hotspot", hotspot_names.list[_i]);
    Answer answer = ASK(g.arena, 20, "hotspots", g.input, "--track", "all", "--top", "0", "--format", "json");
    cJSON *got = ask_json(&answer);
    Str best = STR("no track");
    const cJSON *track;
    cJSON_ArrayForEach (track, json_get(got, "tracks")) {
        Str here = hot_faults(g.arena, track, json_get(g.want, "right"));
        best = track == json_get(got, "tracks")->child || here.len < best.len ? here : best;
    }
    ck_assert_msg(best.len == 0, "%s:\n%.*s", g.input, STR_ARG(best));
    cJSON_Delete(got);
    golden_close(&g);
}
END_TEST

/* ---- waterfall ---- */
static const char *id_of(const cJSON *operations, const cJSON *index) {
    return cJSON_IsNumber(index) ? json_text(cJSON_GetArrayItem(operations, index->valueint), "id") : NULL;
}

static bool ids_are_unique(const cJSON *operations) {
    const cJSON *a, *b;
    cJSON_ArrayForEach (a, operations)
        for (b = a->next; b; b = b->next)
            if (same_text(json_text(a, "id"), json_text(b, "id")))
                return false;
    return true;
}

static void compare_operations(const cJSON *got, const cJSON *want) {
    double zero = INFINITY;
    const cJSON *r, *o = got->child;
    cJSON_ArrayForEach (r, want)
        zero = fmin(zero, json_num(r, "start"));
    bool unique = ids_are_unique(got);
    ck_assert_int_eq(cJSON_GetArraySize(got), cJSON_GetArraySize(want));
    cJSON_ArrayForEach (r, want) {
        const char *id = json_text(r, "id");
        ck_assert_str_eq(json_text(o, "id"), id);
        ck_assert_msg(near(json_num(o, "start"), json_num(r, "start") - zero), "%s: start", id);
        ck_assert_msg(near(json_num(o, "duration"), json_num(r, "duration")), "%s: duration", id);
        ck_assert_msg(json_num(o, "depth") == json_num(r, "depth"), "%s: depth", id);
        ck_assert_str_eq(json_text(o, "status"), json_text(r, "status"));
        if (unique)
            ck_assert_msg(same_text(id_of(got, json_get(o, "parent")), json_text(r, "parent")), "%s: parent", id);
        o = o->next;
    }
}

static Str links_of(Arena *arena, const cJSON *links, const cJSON *operations) {
    Text text = text_new(arena);
    text_add_c(&text, "");
    const cJSON *l;
    cJSON_ArrayForEach (l, links) {
        const cJSON *source = json_get(l, "source"), *target = json_get(l, "target");
        text_addf(&text, "%s > %s %s\n", operations ? id_of(operations, source) : source->valuestring,
                  operations ? id_of(operations, target) : target->valuestring, json_text(l, "type"));
    }
    return ask_sorted(arena, text_str(&text));
}

static Str bottlenecks_of(Arena *arena, const cJSON *operations) {
    Text text = text_new(arena);
    text_add_c(&text, "");
    const cJSON *o;
    cJSON_ArrayForEach (o, operations)
        if (cJSON_IsTrue(json_get(o, "bottleneck")))
            text_addf(&text, "%s\n", json_text(o, "id"));
    return ask_sorted(arena, text_str(&text));
}

START_TEST(waterfall) {
    Golden g = golden_open("waterfall", waterfall_names.list[_i]);
    Answer answer = ASK(g.arena, 20, "waterfall", g.input, "--nesting", "time", "--format", "json");
    cJSON *got = ask_json(&answer);
    const cJSON *right = json_get(g.want, "right"), *operations = json_get(got, "operations");
    compare_operations(operations, json_get(right, "rows"));
    must_be_the_set(links_of(g.arena, json_get(got, "links"), operations),
                    links_of(g.arena, json_get(right, "dependencies"), NULL));
    ck_assert_msg(near(json_num(got, "p95"), json_num(right, "p95")), "p95 %g, want %g", json_num(got, "p95"),
                  json_num(right, "p95"));
    must_be_the_set(bottlenecks_of(g.arena, operations), set_of(g.arena, json_get(right, "bottlenecks"), NULL, NULL));
    cJSON_Delete(got);
    golden_close(&g);
}
END_TEST

static void forget_names(void) {
    arena_free(names_arena);
}

Suite *test_golden(void);
Suite *test_golden(void) {
    Suite *s = suite_create("golden");
    TCase *t = tcase_create("golden");
    names_arena = arena_new();
    atexit(forget_names);
    flame_names = ask_list(names_arena, GOLDEN "flame", ".expected.json", false);
    hotspot_names = ask_list(names_arena, GOLDEN "hotspot", ".expected.json", false);
    waterfall_names = ask_list(names_arena, GOLDEN "waterfall", ".expected.json", false);
    tcase_set_timeout(t, 300);
    tcase_add_loop_test(t, flame, 0, (int)flame_names.count);
    tcase_add_loop_test(t, hotspot, 0, (int)hotspot_names.count);
    tcase_add_loop_test(t, waterfall, 0, (int)waterfall_names.count);
    suite_add_tcase(s, t);
    return s;
}
