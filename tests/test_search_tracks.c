/* ui/search_tracks: matches are counted in all tracks of time order, and stepped through, also where no view was ever built. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "desk.h"

enum { TRACKS = 60 };

static Desk desk;

static void setup(void) {
    desk = desk_new();
}

static void teardown(void) {
    desk_free(&desk);
}

/* Thread i has i % 5 + 1 calls inside one another: f0, f1 ... */
static const char *events(void) {
    Text text = text_new(desk.arena);
    for (int i = 0; i < TRACKS; i++)
        for (int depth = 0; depth <= i % 5; depth++)
            text_addf(&text, "%s{\"ph\":\"X\",\"pid\":1,\"tid\":%d,\"ts\":%d,\"dur\":%d,\"name\":\"f%d\"}",
                      i || depth ? "," : "[", i + 1, depth * 10, 1000 - depth * 20, depth);
    text_add_char(&text, ']');
    return str_c(desk.arena, text_str(&text));
}

/* Each thread: f0 all the time, f1 inside it twice. */
static const char *samples(void) {
    Text text = text_new(desk.arena);
    text_add_c(&text, "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"shared\":{\"frames\":"
                      "[{\"name\":\"f0\"},{\"name\":\"f1\"}]},\"profiles\":");
    for (int i = 0; i < TRACKS; i++)
        text_addf(&text,
                  "%s{\"type\":\"sampled\",\"name\":\"t%d\",\"unit\":\"milliseconds\",\"startValue\":0,\"endValue\":4,"
                  "\"samples\":[[0,1],[0],[0,1],[0]],\"weights\":[1,1,1,1]}",
                  i ? "," : "[", i);
    text_add_c(&text, "]}");
    return str_c(desk.arena, text_str(&text));
}

static const struct {
    const char *text, *matches, *percent;
    bool samples;
} rows[] = {
    {"f0", "60", "100", false}, {"f4", "12", "", false},   {"/f[12]/", "84", "", false}, {"none", "0", "0", false},
    {"f0", "60", "100", true},  {"f1", "120", "50", true}, {"none", "0", "0", true},
};

START_TEST(all_are_counted) {
    desk_open(&desk, 0, "many.json", rows[_i].samples ? samples() : events());
    desk_do(&desk, "view time");
    char line[64];
    snprintf(line, sizeof line, "search %s", rows[_i].text);
    ck_assert(desk_do(&desk, line));
    ck_assert_str_eq(desk_logged(&desk, "search", "matches"), rows[_i].matches);
    if (rows[_i].percent[0])
        ck_assert_int_eq(atoi(desk_logged(&desk, "search", "percent")), atoi(rows[_i].percent));
    ck_assert_msg(rows[_i].samples || desk.view_count < TRACKS - 5, "%d views", desk.view_count);
    desk_do(&desk, "sort-tracks");
    desk_do(&desk, line);
    ck_assert_str_eq(desk_logged(&desk, "search", "matches"), rows[_i].matches);
}
END_TEST

/* Twelve matches lie in tracks most of which are folded and far below: each is opened and selected. */
START_TEST(all_are_reached) {
    desk_open(&desk, 0, "many.json", events());
    ck_assert(desk_do(&desk, "search f4"));
    for (int i = 0; i < 12; i++) {
        ck_assert(desk_do(&desk, "next-match"));
        desk.last.text = STR("");
        desk_key(&desk, 'c', MOD_CTRL);
        ck_assert_msg(str_is(desk.last.text, "f4"), "%d: %.*s", i, STR_ARG(desk.last.text));
    }
    ck_assert(!desk_do(&desk, "search none") || !desk_do(&desk, "next-match"));
}
END_TEST

/* Views of functions are dropped after a while; those that come after may lie where they lay, and hold other trees. */
START_TEST(dropped_views_are_forgotten) {
    enum { FUNCTIONS = 60 };
    Text text = text_new(desk.arena);
    for (int i = 0; i < FUNCTIONS; i++) {
        for (int k = 0; k <= i % 7; k++)
            text_addf(&text, "e%d;", (i * 11 + k * 5) % FUNCTIONS);
        text_addf(&text, "e%d %d\n", i, 1000 - i);
    }
    desk_open(&desk, 0, "x.folded", text_str(&text).data);
    ck_assert(desk_do(&desk, "search e") && desk_do(&desk, "view sandwich") && desk_do(&desk, "row first"));
    for (int i = 1; i < FUNCTIONS; i++) {
        ck_assert(desk_do(&desk, "row +1"));
        desk_rest(&desk);
        ck_assert_msg(desk_sees(&desk, str_format(desk.arena, "e%d", i).data), "e%d", i);
    }
}
END_TEST

Suite *test_search_tracks(void);
Suite *test_search_tracks(void) {
    Suite *suite = suite_create("search_tracks");
    TCase *t = tcase_create("all");
    tcase_add_test(t, dropped_views_are_forgotten);
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, all_are_counted, 0, sizeof rows / sizeof *rows);
    tcase_add_test(t, all_are_reached);
    suite_add_tcase(suite, t);
    return suite;
}
