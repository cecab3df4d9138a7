/* ui/water: the waterfall in a window without a screen: lists, folds, pills, filters, search, links, details, and that a frame
 * costs what the window holds. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "desk.h"

#define EVENT(channel, type, ms, id, context)                                                            \
    "{\"channel\":\"" channel "\",\"eventType\":\"" type "\",\"timestamp\":" ms ",\"operationId\":\"" id \
    "\",\"context\":{" context "}},"
#define QUERY(id, from, to, n)                                                           \
    EVENT("pg:query", "start", from, id, "\"sql\":\"SELECT * FROM t WHERE id = " n "\"") \
    EVENT("pg:query", "end", to, id, "")

/* clang-format off */
static const char request[] = "["
    EVENT("web:request", "start", "1000", "r", "\"method\":\"GET\",\"url\":\"/shop\"")
    EVENT("auth:check", "start", "1002", "a", "\"token\":\"tip-top-secret\"") EVENT("auth:check", "end", "1010", "a", "\"user\":7")
    QUERY("q1", "1012", "1020", "1") QUERY("q2", "1021", "1030", "22") QUERY("q3", "1031", "1040", "333")
    EVENT("kv:get", "start", "1045", "k", "\"key\":\"basket\"") EVENT("kv:get", "error", "1050", "k", "\"error\":\"timed out\"")
    EVENT("bus:send", "start", "1060", "b", "\"topic\":\"orders\"")
    EVENT("web:request", "end", "1100", "r", "")
    "]";
/* clang-format on */

static Desk desk;

static void setup(void) {
    desk = desk_new();
    desk_open(&desk, 0, "request.json", request);
}
static void teardown(void) {
    desk_free(&desk);
}

static void sees(const char *text) {
    ck_assert_msg(desk_sees(&desk, text), "should see: %s", text);
}
static void misses(const char *text) {
    ck_assert_msg(!desk_sees(&desk, text), "should not see: %s", text);
}

START_TEST(first_picture) {
    static const char *const texts[] = {"web:request",
                                        "GET /shop",
                                        "auth:check",
                                        "token ***",
                                        "× 3",
                                        "SELECT * FROM t WHERE id = ?",
                                        "kv:get",
                                        "error: timed out",
                                        "no end",
                                        "100.0 ms",
                                        "Critical path 6",
                                        "Errors 1",
                                        "Slow 1"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        sees(texts[i]);
    misses("tip-top-secret");
    sees("7 operations · 1 root · 6 parent–child (6 by time) · 4 sequential (gap ≤ 5 ms) · P95 = 100.0 ms");
}
END_TEST

START_TEST(group_opens) {
    misses("SELECT * FROM t WHERE id = 22");
    desk_do(&desk, "operation 2");
    desk_key(&desk, KEY_RIGHT, 0);
    sees("SELECT * FROM t WHERE id = 22");
    misses("× 3");
}
END_TEST

START_TEST(folds) {
    desk_key(&desk, KEY_DOWN, 0); /* the first row */
    desk_key(&desk, KEY_LEFT, 0);
    misses("auth:check");
    desk_key(&desk, KEY_RIGHT, 0);
    sees("auth:check");
    desk_key(&desk, KEY_LEFT, MOD_SHIFT);
    misses("auth:check");
    desk_do(&desk, "operation kv:get"); /* what is folded away opens when it is wanted */
    sees("auth:check");
    Rect arrow = desk_find(&desk, "web:request");
    desk_click(&desk, arrow.x - 12, arrow.y - 4);
    misses("auth:check");
}
END_TEST

START_TEST(details) {
    Rect label = desk_find(&desk, "auth:check");
    desk_click(&desk, label.x + 4, label.y - 3);
    desk_key(&desk, KEY_ENTER, 0);
    static const char *const texts[] = {"8.00 ms · 8.0% of its root",
                                        "web:request · contains it in time",
                                        "ended last before pg:query began, 2.00 ms",
                                        "    \"token\": \"***\"",
                                        "    \"user\": 7",
                                        "pg:query, 2.00 ms later"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        sees(texts[i]);
    desk_click(&desk, desk_find(&desk, "web:request · contains").x + 5,
               desk_find(&desk, "web:request · contains").y - 3);
    sees("with 61.0 ms of its own");
    desk_key(&desk, KEY_ESCAPE, 0);
    misses("with 61.0 ms of its own");
}
END_TEST

START_TEST(pills_and_filters) {
    desk_do(&desk, "pill errors");
    sees("7 operations · 1 match");
    sees("auth:check"); /* dimmed, not gone */
    desk_do(&desk, "only");
    misses("auth:check");
    sees("kv:get");
    sees("web:request"); /* what it stands under */
    desk_do(&desk, "only");
    desk_key(&desk, KEY_ESCAPE, 0);
    desk_do(&desk, "least 9ms");
    misses("auth:check");
    sees("SELECT * FROM t WHERE id = 22"); /* 9 ms: folds do not count while something is filtered */
    misses("SELECT * FROM t WHERE id = 1");
    desk_do(&desk, "least 0");
    desk_do(&desk, "least 8.5%");
    misses("auth:check");
    desk_do(&desk, "least 0%");
    desk_do(&desk, "channel kv:get");
    misses("auth:check");
    sees("basket");
    ck_assert(!desk_do(&desk, "channel nobody"));
    desk_key(&desk, KEY_ESCAPE, 0);
    sees("auth:check");
}
END_TEST

START_TEST(search_steps) {
    desk_do(&desk, "search shop");
    sees("1 operation matches “shop”: self 61.0%, total 100%");
    desk_do(&desk, "search /^(orders|timed)/");
    sees("2 operations match");
    desk_do(&desk, "next-match");
    desk_do(&desk, "next-match");
    desk_key(&desk, KEY_ENTER, 0);
    sees("incomplete"); /* the second: bus:send */
}
END_TEST

START_TEST(copies) {
    desk_key(&desk, 'c', MOD_CTRL | MOD_SHIFT);
    ck_assert_int_eq(desk.last.kind, UI_COPY);
    ck_assert(str_find(desk.last.text, STR("# Waterfall of `request.json`"), 0) == 0);
    ck_assert(str_find(desk.last.text, STR("Repeated under one parent"), 0) != SIZE_MAX);
    ck_assert(str_find(desk.last.text, STR("tip-top-secret"), 0) == SIZE_MAX);
    desk_do(&desk, "operation kv:get");
    desk_key(&desk, 'c', MOD_CTRL);
    ck_assert(str_is(desk.last.text, "kv:get basket"));
}
END_TEST

START_TEST(axis_moves) {
    sees("0 ms");
    desk_do(&desk, "operation auth:check");
    desk_key(&desk, 'f', 0);
    sees("4 ms"); /* ticks of the zoomed axis */
    misses("60 ms");
    desk_key(&desk, '0', 0);
    sees("60 ms");
    desk_wheel(&desk, 700, 400, 3, 0);
    misses("100 ms");
    desk_key(&desk, 'v', 0);
    sees("60 ms");
}
END_TEST

/* A thread begins first: axis, panel, tooltip and the report count from there. */
START_TEST(times_from_the_start_of_the_recording) {
    static const char trace[] =
        "[{\"ph\":\"X\",\"name\":\"boot\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":1000},"
        "{\"ph\":\"b\",\"cat\":\"io\",\"name\":\"fetch\",\"id\":1,\"pid\":1,\"tid\":1,\"ts\":500000},"
        "{\"ph\":\"e\",\"cat\":\"io\",\"name\":\"fetch\",\"id\":1,\"pid\":1,\"tid\":1,\"ts\":900000}]";
    desk_open(&desk, 0, "trace.json", trace);
    ck_assert(desk_do(&desk, "view waterfall"));
    sees("times from the start of the recording");
    sees("600 ms");
    misses("300 ms");
    ck_assert(desk_do(&desk, "operation fetch"));
    ck_assert(desk_do(&desk, "hover fetch"));
    sees("starts at 500.0 ms");
    ck_assert(desk_do(&desk, "details"));
    sees("500.0 ms");
    sees("900.0 ms");
    ck_assert(desk_do(&desk, "copy-row"));
    ck_assert_uint_ne(str_find(desk.last.text, STR("first operation starts at 500.0 ms"), 0), SIZE_MAX);
    ck_assert_uint_ne(str_find(desk.last.text, STR("|  | 500.0 ms | 400.0 ms |"), 0), SIZE_MAX);
}
END_TEST

/* A send that never ended, three queries in a row: nothing is done side by side; two fetches at once are. */
START_TEST(work_side_by_side_is_told) {
    ck_assert(desk_do(&desk, "view hotspots"));
    misses("5 functions · sorted by self time ·");
    desk_open(&desk, 0, "both.json",
              "[" EVENT("web", "start", "0", "r", "") EVENT("io", "start", "10", "a", "")
                  EVENT("io", "start", "20", "b", "") EVENT("io", "end", "60", "a", "")
                      EVENT("io", "end", "70", "b", "") EVENT("web", "end", "100", "r", "") "]");
    ck_assert(desk_do(&desk, "view hotspots"));
    sees("2 functions · sorted by self time · 140.0 ms of work, side by side");
}
END_TEST

static const struct {
    int width, height;
    const char *sees[3], *misses;
} small[] = {
    {320, 200, {"web:request", "auth:check", "100.0 ms"}, "Critical path"},
    {400, 250, {"web:request", "auth:check", "100.0 ms"}, "Critical path"},
    {500, 300, {"web:request", "auth:check", "Critical path"}, "all tracks"},
    {200, 200, {"web:requ…", "auth:ch…", "Operation"}, "100.0 ms"},
};

/* Rows keep their names; what gives way is the label, the pills, at last the durations. */
START_TEST(names_in_small_windows) {
    desk.width = small[_i].width;
    desk.height = small[_i].height;
    desk_rest(&desk);
    for (int i = 0; i < 3; i++)
        sees(small[_i].sees[i]);
    misses(small[_i].misses);
}
END_TEST

/* Frames inside frames, deeper than a narrow tree can indent them. */
START_TEST(deep_rows_have_their_depth) {
    Arena *arena = arena_new();
    Text text = text_new(arena);
    for (int i = 0; i < 20; i++)
        text_addf(&text, "%s{\"channel\":\"deep\",\"eventType\":\"start\",\"timestamp\":%d,\"operationId\":\"%d\"}",
                  i ? "," : "[", i, i);
    for (int i = 20; i-- > 0;)
        text_addf(&text, ",{\"channel\":\"deep\",\"eventType\":\"end\",\"timestamp\":%d,\"operationId\":\"%d\"}",
                  100 - i, i);
    text_add_char(&text, ']');
    desk_open(&desk, 0, "deep.json", text.data);
    sees("19 ");
    misses("7 ");
    desk.width = 320;
    ck_assert(desk_do(&desk, "operation 8"));
    sees("7 ");
    arena_free(arena);
}
END_TEST

START_TEST(tiny) { /* no size breaks it */
    for (int w = 1; w < 700; w += 37) {
        desk.width = w;
        desk.height = w / 2 + 1;
        desk_rest(&desk);
        desk_do(&desk, "details");
    }
}
END_TEST

static size_t commands(void) {
    size_t n = 0;
    for (size_t l = 0; l < desk.list->layers.count; l++)
        n += desk.list->layers.data[l].rects.count + desk.list->layers.data[l].shapes.count;
    return n;
}

START_TEST(a_frame_costs_what_it_shows) {
    enum { MANY = 20000 };
    Text text = text_new(desk.arena);
    text_add_c(&text, "[");
    for (int i = 0; i < MANY; i++)
        text_addf(&text, EVENT("c%d", "start", "%d", "%d", "") EVENT("c%d", "end", "%d", "%d", ""), i % 7, i / 3 * 10,
                  i, i % 7, i / 3 * 10 + 9 - i % 3, i);
    text_add_c(&text, "]");
    desk_open(&desk, 0, "many.json", text.data);
    sees("20 000 operations");
    ck_assert_uint_lt(commands(), 6000); /* most of it is the map above */
    desk.height = 200;                   /* too low for the map */
    desk_do(&desk, "operation last");
    ck_assert_uint_lt(commands(), 500);
}
END_TEST

Suite *test_waterfall(void);
Suite *test_waterfall(void) {
    Suite *s = suite_create("waterfall");
    TCase *t = tcase_create("waterfall");
    tcase_set_timeout(t, 30);
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, first_picture);
    tcase_add_test(t, group_opens);
    tcase_add_test(t, folds);
    tcase_add_test(t, details);
    tcase_add_test(t, pills_and_filters);
    tcase_add_test(t, search_steps);
    tcase_add_test(t, copies);
    tcase_add_test(t, axis_moves);
    tcase_add_test(t, work_side_by_side_is_told);
    tcase_add_test(t, times_from_the_start_of_the_recording);
    tcase_add_loop_test(t, names_in_small_windows, 0, sizeof small / sizeof *small);
    tcase_add_test(t, deep_rows_have_their_depth);
    tcase_add_test(t, tiny);
    tcase_add_test(t, a_frame_costs_what_it_shows);
    suite_add_tcase(s, t);
    return s;
}
