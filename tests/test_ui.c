/* ui: a hand on a window without a screen: focus, back, Esc, wheel, keys, tabs, search, reload, tiny windows. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "desk.h"
#include "ui/command.h"

#define FOLDED                                                                                                   \
    "main;parse;read 300\nmain;parse;lex 100\nmain;draw;fill 200\nmain;draw;text;shape 150\nmain;draw;text 50\n" \
    "idle 200\n"
/* two threads on one axis of time */
#define TRACE                                                                                     \
    "[{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":1,\"args\":{\"name\":\"first\"}}," \
    "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":2,\"args\":{\"name\":\"second\"}}," \
    "{\"ph\":\"X\",\"name\":\"outer\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":10000},"               \
    "{\"ph\":\"X\",\"name\":\"inner\",\"pid\":1,\"tid\":1,\"ts\":2000,\"dur\":4000},"             \
    "{\"ph\":\"X\",\"name\":\"other\",\"pid\":1,\"tid\":2,\"ts\":5000,\"dur\":5000}]"

/* The first row begins below top bar 44, minimap 48, breadcrumb 30 and 2 pixels. */
enum { TOP = 124, ROW = 20, WIDTH = 1440 };

static Desk desk;

static void setup(void) {
    desk = desk_new();
}
static void teardown(void) {
    desk_free(&desk);
}

static int row(int n) {
    return TOP + n * ROW + ROW / 2;
}

static void open_heavy(void) {
    desk_open(&desk, 0, "stacks.folded", FOLDED);
    ck_assert_msg(desk_sees(&desk, "main"), "the first picture shows the first frame");
}

START_TEST(hover_tells) {
    open_heavy();
    desk_move(&desk, 10, row(1));
    ck_assert_str_eq(desk_logged(&desk, "hover", "function"), "draw");
    ck_assert_str_eq(desk_logged(&desk, "hover", "total"), "400");
    ck_assert_str_eq(desk_logged(&desk, "hover", "self"), "0");
    ck_assert_str_eq(desk_logged(&desk, "hover", "x"), "0");
    ck_assert_str_eq(desk_logged(&desk, "hover", "y"), "144");
    ck_assert_msg(desk_sees(&desk, "50.0% of main"), "the tooltip tells the share of the parent");
}
END_TEST

START_TEST(click_focuses) {
    open_heavy();
    desk_click(&desk, 10, row(1));
    ck_assert_str_eq(desk_logged(&desk, "focus", "function"), "draw");
    desk_move(&desk, WIDTH - 20, row(0));
    ck_assert_str_eq(desk_logged(&desk, "hover", "function"), "main"); /* stretched over the whole width */
    desk_click(&desk, 10, row(0));                                     /* an ancestor zooms out */
    ck_assert_str_eq(desk_logged(&desk, "focus", "function"), "main");
}
END_TEST

START_TEST(back_and_forward) {
    open_heavy();
    desk_click(&desk, 10, row(1));
    desk_click(&desk, 10, row(2));
    const char *deep = desk_logged(&desk, "focus", "function");
    desk_key(&desk, KEY_BACKSPACE, 0);
    ck_assert_str_eq(desk_logged(&desk, "focus", "function"), "draw");
    desk_key(&desk, KEY_RIGHT, MOD_ALT);
    ck_assert_str_eq(desk_logged(&desk, "focus", "function"), deep);
    desk_button(&desk, 10, row(2), BUTTON_BACK);
    desk_rest(&desk);
    ck_assert_str_eq(desk_logged(&desk, "focus", "function"), "draw");
    desk_key(&desk, '0', 0);
    ck_assert_str_eq(desk_logged(&desk, "focus", "function"), "null");
    desk_key(&desk, KEY_LEFT, MOD_ALT);
    ck_assert_str_eq(desk_logged(&desk, "focus", "function"), "draw");
}
END_TEST

START_TEST(breadcrumb_leads_back) {
    open_heavy();
    ck_assert(desk_do(&desk, "focus shape"));
    desk_move(&desk, 700, 600);
    Rect step =
        desk_find(&desk, "draw"); /* the first text of that name is the breadcrumb's or the row's: both lead there */
    ck_assert(step.w > 0);
    desk_click(&desk, step.x + 2, step.y - 3);
    ck_assert_str_eq(desk_logged(&desk, "focus", "function"), "draw");
}
END_TEST

START_TEST(esc_peels) {
    open_heavy();
    desk_click(&desk, 10, row(1));
    desk_key(&desk, KEY_DOWN, 0); /* a selection below the focus */
    ck_assert(desk_do(&desk, "search read"));
    desk_type(&desk, "?");
    ck_assert(desk_sees(&desk, "Every key"));
    desk_key(&desk, KEY_ESCAPE, 0);
    ck_assert(!desk_sees(&desk, "Every key"));
    ck_assert(desk_sees(&desk, "1 frame · "));
    desk_key(&desk, KEY_ESCAPE, 0);
    ck_assert(!desk_sees(&desk, "1 frame · "));
    ck_assert_str_eq(desk_logged(&desk, "focus", "function"), "draw");
    desk_key(&desk, KEY_ESCAPE, 0); /* the selection */
    ck_assert_str_eq(desk_logged(&desk, "focus", "function"), "draw");
    desk_key(&desk, KEY_ESCAPE, 0);
    ck_assert_str_eq(desk_logged(&desk, "focus", "function"), "null");
}
END_TEST

/* Where the frame "parse" begins, in pixels: read from what is drawn. */
static int left_of(const char *name) {
    desk_do(&desk, "hover main");
    char line[64];
    snprintf(line, sizeof line, "hover %s", name);
    ck_assert(desk_do(&desk, line));
    return atoi(desk_logged(&desk, "hover", "x"));
}

START_TEST(wheel_keeps_the_point) {
    open_heavy();
    int x = left_of("parse"); /* its left edge stays under the pointer */
    desk_wheel(&desk, x, row(1), 2, 0);
    int near = left_of("parse");
    ck_assert_int_le(abs(near - x), 1);
    desk_wheel(&desk, x, row(1), -2, 0);
    ck_assert_int_le(abs(left_of("parse") - x), 1);
}
END_TEST

START_TEST(shift_wheel_pans) {
    open_heavy();
    desk_wheel(&desk, 720, row(1), 4, 0);
    int x = left_of("parse");
    desk_wheel(&desk, 720, row(1), 1, MOD_SHIFT);
    int after = left_of("parse");
    ck_assert_int_ne(x, after);
    desk_drag(&desk, 700, row(1), 700 + (x - after), row(1)); /* the drag takes it back */
    ck_assert_int_le(abs(left_of("parse") - x), 2);
}
END_TEST

START_TEST(zoom_is_interruptible) {
    open_heavy();
    ui_command(desk.ui, STR("focus draw"), desk.now, NULL);
    desk_draw(&desk);
    desk.now += 0.05;
    desk_draw(&desk);
    ck_assert_double_eq(ui_wait(desk.ui, desk.now), 0); /* on its way */
    ui_command(desk.ui, STR("all"), desk.now, NULL);
    double began = desk.now;
    desk_rest(&desk);
    ck_assert_double_lt(desk.now - began, 0.25);
    desk_move(&desk, 10, row(1));
    ck_assert_str_eq(desk_logged(&desk, "hover", "x"), "0");
    ck_assert(isinf(ui_wait(desk.ui, desk.now)));
}
END_TEST

START_TEST(arrows_walk) {
    static const struct {
        uint32_t key;
        const char *want;
    } rows[] = {{KEY_DOWN, "main"}, {KEY_DOWN, "draw"}, {KEY_RIGHT, "parse"}, {KEY_DOWN, "read"}, {KEY_RIGHT, "lex"},
                {KEY_LEFT, "read"}, {KEY_UP, "parse"},  {KEY_LEFT, "draw"},   {KEY_UP, "main"},   {KEY_UP, "main"}};
    open_heavy();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        desk_key(&desk, rows[i].key, 0);
        desk_key(&desk, 'c', MOD_CTRL);
        ck_assert_int_eq(desk.last.kind, UI_COPY);
        ck_assert_msg(str_is(desk.last.text, rows[i].want), "step %zu: '%.*s', not '%s'", i, STR_ARG(desk.last.text),
                      rows[i].want);
    }
    desk_key(&desk, KEY_DOWN, 0);
    desk_key(&desk, KEY_ENTER, 0);
    ck_assert_str_eq(desk_logged(&desk, "focus", "function"), "draw");
}
END_TEST

START_TEST(markdown_row) {
    open_heavy();
    desk_move(&desk, 10, row(1));
    desk_key(&desk, 'c', MOD_CTRL | MOD_SHIFT);
    ck_assert_uint_ne(str_find(desk.last.text, STR("| `draw` |"), 0), SIZE_MAX);
    ck_assert_uint_ne(str_find(desk.last.text, STR("400 samples (40.0%)"), 0), SIZE_MAX);
}
END_TEST

START_TEST(table_to_go) {
    open_heavy();
    ck_assert(desk_do(&desk, "view hotspots"));
    desk_key(&desk, 'c', MOD_CTRL | MOD_SHIFT);
    ck_assert_uint_ne(str_find(desk.last.text, STR("`read`"), 0), SIZE_MAX);
    ck_assert(desk_do(&desk, "copy-table json"));
    ck_assert(str_starts(desk.last.text, "{"));
    ck_assert(desk_do(&desk, "export csv"));
    ck_assert_int_eq(desk.last.kind, UI_SAVE);
    ck_assert(str_is(desk.last.text, "stacks-hotspots.csv"));
    ck_assert_uint_ne(str_find(desk.last.bytes, STR("lex"), 0), SIZE_MAX);
    ck_assert(!desk_do(&desk, "export docx"));
}
END_TEST

/* What a command takes is built first; then it runs, and says the same as where that was there. */
START_TEST(commands_wait_for_views) {
    static const char *const lines[] = {"copy-table md",  "copy-table text", "copy-table json",
                                        "copy-table csv", "export md",       "export json"};
    Err err = {0};
    open_heavy();
    ck_assert(ui_command(desk.ui, str_from(lines[_i]), desk.now, &err));
    ck_assert_msg(ui_busy(desk.ui) && desk.last.kind == UI_NOTHING, "the table is not there yet");
    desk_rest(&desk);
    ck_assert(ui_waited(desk.ui, &err) && !ui_busy(desk.ui));
    UiRequest first = desk.last;
    ck_assert_int_eq(first.kind, str_starts(str_from(lines[_i]), "export") ? UI_SAVE : UI_COPY);
    ck_assert(desk_do(&desk, "view hotspots"));
    ck_assert(desk_do(&desk, "view heavy"));
    ck_assert(desk_do(&desk, lines[_i]));
    ck_assert(str_equal(first.text, desk.last.text) && str_equal(first.bytes, desk.last.bytes));
}
END_TEST

/* In a low window the second track is below the edge, and not built. */
START_TEST(names_are_found_in_all_tracks) {
    Err err = {0};
    desk.height = 140;
    desk_open(&desk, 0, "trace.json", TRACE);
    ck_assert(desk_do(&desk, "view time"));
    ck_assert(desk_do(&desk, "focus other"));
    ck_assert(ui_waited(desk.ui, &err));
    ck_assert_str_eq(desk_logged(&desk, "focus", "function"), "other");
    ck_assert(!desk_do(&desk, "focus nobody"));
}
END_TEST

#define TWO_SAMPLED                                                                                                \
    "{\"$schema\":\"https://www.speedscope.app/"                                                                   \
    "file-format-schema.json\",\"shared\":{\"frames\":[{\"name\":\"f\"}]},\"profiles\":["                          \
    "{\"type\":\"sampled\",\"name\":\"a\",\"unit\":\"seconds\",\"startValue\":0,\"endValue\":1,\"samples\":[[0]]," \
    "\"weights\":[1]},"                                                                                            \
    "{\"type\":\"sampled\",\"name\":\"b\",\"unit\":\"seconds\",\"startValue\":0,\"endValue\":1,\"samples\":[[0]]," \
    "\"weights\":[1]}]}"

/* The samples of the second thread have to be put in order before its names can be looked at. */
START_TEST(a_wait_may_end_badly) {
    Err err = {0};
    desk.height = 140;
    desk_open(&desk, 0, "two.json", TWO_SAMPLED);
    ck_assert(desk_do(&desk, "view time"));
    ck_assert(desk_do(&desk, "focus nobody"));
    ck_assert(!ui_waited(desk.ui, &err));
    ck_assert_str_eq(err.message, "no frame is called 'nobody'");
    ck_assert_msg(ui_waited(desk.ui, &err), "it is told once");
}
END_TEST

/* Who goes to another file has left it. */
START_TEST(a_wait_ends_with_its_tab) {
    open_heavy();
    open_heavy();
    ck_assert(ui_command(desk.ui, STR("export"), desk.now, NULL));
    ck_assert(ui_command(desk.ui, STR("next-file"), desk.now, NULL));
    desk_rest(&desk);
    ck_assert_int_ne(desk.last.kind, UI_SAVE);
    ck_assert(!ui_busy(desk.ui));
}
END_TEST

START_TEST(menu_of_a_frame) {
    open_heavy();
    desk_button(&desk, 10, row(1), BUTTON_RIGHT);
    desk_rest(&desk);
    ck_assert(desk_sees(&desk, "Callers and callees"));
    Rect item = desk_find(&desk, "Show in the hotspots");
    desk_click(&desk, item.x + 2, item.y - 2);
    ck_assert_str_eq(desk_logged(&desk, "view", "name"), "hotspots");
    desk_key(&desk, 'c', MOD_CTRL);
    ck_assert(str_is(desk.last.text, "draw"));
    ck_assert(desk_do(&desk, "sandwich"));
    ck_assert(desk_sees(&desk, "self 0 samples · total 400 samples"));
}
END_TEST

START_TEST(record_of_a_call) {
    desk_open(&desk, 0, "trace.json", TRACE);
    ck_assert(!desk_do(&desk, "record") && !desk_do(&desk, "copy-record"));
    ck_assert(desk_do(&desk, "step down") && desk_do(&desk, "step down"));
    desk_key(&desk, 'j', 0);
    desk_rest(&desk);
    ck_assert(desk_sees(&desk, "  \"name\": \"inner\",") && desk_sees(&desk, "  \"dur\": 4000"));
    Rect button = desk_find(&desk, "Copy");
    desk_click(&desk, button.x + 2, button.y - 2);
    ck_assert_uint_ne(str_find(desk.last.text, STR("\"ts\": 2000"), 0), SIZE_MAX);
    desk_open(&desk, 0, "stacks.folded", FOLDED); /* another file: the sheet is gone */
    ck_assert(!desk_sees(&desk, "\"inner\"") && !desk_do(&desk, "copy-record"));
    ck_assert(desk_do(&desk, "step down") && !desk_do(&desk, "record")); /* a sum of many */
}
END_TEST

/* A key means the same view in every file; one that this file has not says why, until another is chosen. */
START_TEST(views_that_are_not_there) {
    desk_open(&desk, 0, "sums.folded", "main;read 3\nmain;lex 1\n");
    desk_key(&desk, '1', 0);
    ck_assert(desk_sees(&desk, "This file has no time order"));
    desk_key(&desk, '4', 0);
    ck_assert_str_eq(desk_logged(&desk, "view", "name"), "hotspots");
    ck_assert(!desk_sees(&desk, "This file has no time order"));
    desk_key(&desk, '5', 0);
    ck_assert(desk_sees(&desk, "This file has no waterfall"));
    ck_assert_str_eq(desk_logged(&desk, "view", "name"), "hotspots");
    desk_key(&desk, '2', 0);
    ck_assert_str_eq(desk_logged(&desk, "view", "name"), "heavy");
    ck_assert(!desk_sees(&desk, "This file has no waterfall"));
    Rect hotspots = desk_find(&desk, "Hotspots");
    desk_move(&desk, hotspots.x, hotspots.y);
    desk_rest(&desk);
    ck_assert(desk_sees(&desk, "Hotspots (4)"));
}
END_TEST

START_TEST(views_by_key) {
    static const struct {
        uint32_t key;
        const char *view;
    } rows[] = {{'2', "heavy"}, {'3', "sandwich"}, {'4', "hotspots"}, {'1', "time"}};
    desk_open(&desk, 0, "trace.json", TRACE);
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < 4; i++) {
            desk_key(&desk, rows[i].key, 0);
            ck_assert_str_eq(desk_logged(&desk, "view", "name"), rows[i].view);
        }
    desk_key(&desk, 'i', 0);
    ck_assert_str_eq(desk_logged(&desk, "view", "name"), "inverted");
    ck_assert(desk_sees(&desk, "Inverted"));
    desk_key(&desk, 'i', 0);
    ck_assert_str_eq(desk_logged(&desk, "view", "name"), "heavy");
}
END_TEST

START_TEST(tracks_of_a_trace) {
    desk_open(&desk, 0, "trace.json", TRACE);
    ck_assert(desk_sees(&desk, "first") && desk_sees(&desk, "second"));
    ck_assert(desk_sees(&desk, "outer") && desk_sees(&desk, "other"));
    Rect header = desk_find(&desk, "second");
    desk_click(&desk, header.x + 4, header.y - 4);
    ck_assert_msg(!desk_sees(&desk, "other"), "a click on the header folds the track");
    ck_assert(desk_do(&desk, "focus inner"));
    ck_assert(desk_do(&desk, "view heavy"));
    ck_assert(desk_do(&desk, "track all"));
    ck_assert(desk_sees(&desk, "other"));
    ck_assert(!desk_do(&desk, "track 7"));
}
END_TEST

START_TEST(ruler_drag_zooms) {
    desk_open(&desk, 0, "trace.json", TRACE);
    desk_drag(&desk, 288, 105, 864, 105); /* 2 ms to 6 ms of 10: exactly `inner` */
    desk_do(&desk, "hover inner");
    ck_assert_str_eq(desk_logged(&desk, "hover", "x"), "0");
    ck_assert_int_ge(atoi(desk_logged(&desk, "hover", "width")), WIDTH - 6);
    ck_assert(desk_do(&desk, "zoom 0 10ms"));
    desk_do(&desk, "hover outer");
    desk_do(&desk, "hover inner");
    ck_assert_str_eq(desk_logged(&desk, "hover", "x"), "288");
}
END_TEST

START_TEST(a_range_for_all_views) {
    desk_open(&desk, 0, "trace.json", TRACE);
    ck_assert(desk_do(&desk, "zoom 2ms 6ms"));
    ck_assert(desk_do(&desk, "range"));
    ck_assert(desk_do(&desk, "view hotspots"));
    ck_assert(desk_sees(&desk, "2.00 ms – 6.00 ms") || desk_sees(&desk, "2 ms – 6 ms"));
    desk_key(&desk, KEY_ESCAPE, 0);
    ck_assert(!desk_sees(&desk, "2.00 ms –") && !desk_sees(&desk, "2 ms –"));
}
END_TEST

/* Tab completes a path, and a pasted one may stand in quotes. */
START_TEST(a_path_is_typed) {
    static const struct {
        const char *typed;
        bool tab;
        const char *opens;
    } rows[] = {{"samples/shop.cpu", true, "samples/shop.cpuprofile"},
                {"\"samples/shop.cpuprofile\"", false, "samples/shop.cpuprofile"},
                {"~/no.json", false, "/home/of-a-test/no.json"}};
    setenv("HOME", "/home/of-a-test", 1);
    for (size_t i = 0; i < 3; i++) {
        ck_assert(desk_do(&desk, "open-path"));
        desk_rest(&desk);
        desk_type(&desk, rows[i].typed);
        if (rows[i].tab)
            desk_key(&desk, KEY_TAB, 0);
        desk_key(&desk, KEY_ENTER, 0);
        ck_assert_int_eq(desk.last.kind, UI_OPEN);
        ck_assert_msg(str_is(desk.last.text, rows[i].opens), "%.*s", STR_ARG(desk.last.text));
    }
}
END_TEST

/* A picture without width says why it is dark. */
START_TEST(no_time_at_all) {
    desk_open(
        &desk, 0, "zero.cpuprofile",
        "{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":\"f\",\"scriptId\":\"1\",\"url\":\"a.js\","
        "\"lineNumber\":0,\"columnNumber\":0}}],\"startTime\":0,\"endTime\":0,\"samples\":[1,1],\"timeDeltas\":[0,0]}");
    ck_assert(desk_sees(&desk, "All of it is of one moment") && desk_sees(&desk, "0 ms in all"));
    ck_assert(desk_do(&desk, "view heavy"));
    ck_assert(desk_sees(&desk, "All of it is of one moment") && desk_sees(&desk, "1 warning"));
    desk_open(&desk, 0, "zero.folded", "a;b 0\n");
    ck_assert(desk_sees(&desk, "The total is 0"));
}
END_TEST

/* Below the frame, and where there is no room above it: never over it, nor over the bars at the top. */
START_TEST(the_tooltip_stands_clear) {
    static const char *const names[] = {"main", "parse", "draw", "read", "lex"};
    open_heavy();
    for (int flipped = 0; flipped < 2; flipped++) {
        for (size_t i = 0; i < 5; i++) {
            char line[64];
            snprintf(line, sizeof line, "hover %s", names[i]);
            ck_assert(desk_do(&desk, line));
            desk_rest(&desk);
            int y = atoi(desk_logged(&desk, "hover", "y"));
            Rect first = desk_find(&desk, "Self"), last = desk_find(&desk, "Everywhere");
            ck_assert_int_gt(first.w, 0);
            ck_assert_msg(first.y > y + 20 || last.y < y, "over %s", names[i]);
            ck_assert_int_eq(first.y > y + 20, !flipped);
        }
        ck_assert(desk_do(&desk, "flip"));
    }
}
END_TEST

/* The whole comes first, then the way to the focus; a range is a whole of its own. */
START_TEST(the_way_to_the_focus) {
    open_heavy();
    Rect all = desk_find(&desk, "all");
    ck_assert_int_gt(all.w, 0);
    ck_assert(desk_do(&desk, "focus parse"));
    desk_rest(&desk);
    ck_assert(desk_find(&desk, "all").x == all.x && desk_sees(&desk, "›"));
    desk_click(&desk, all.x + 2, all.y - 4);
    desk_rest(&desk);
    ck_assert(!desk_sees(&desk, "›"));
    desk_open(&desk, 0, "trace.json", TRACE);
    ck_assert(desk_do(&desk, "zoom 2ms 6ms") && desk_do(&desk, "range") && desk_do(&desk, "view heavy"));
    desk_rest(&desk);
    ck_assert(desk_sees(&desk, "this range") && !desk_sees(&desk, "all"));
}
END_TEST

START_TEST(search_counts) {
    static const struct {
        const char *text, *matches;
    } rows[] = {{"re", "1"}, {"a", "5"}, {"TEXT", "1"}, {"/^[rl]e/", "2"}, {"nothing", "0"}};
    open_heavy();
    desk_type(&desk, "/");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        desk_type(&desk, rows[i].text);
        ck_assert_str_eq(desk_logged(&desk, "search", "text"), rows[i].text);
        ck_assert_msg(strcmp(desk_logged(&desk, "search", "matches"), rows[i].matches) == 0, "%s: %s", rows[i].text,
                      desk_logged(&desk, "search", "matches"));
        desk_key(&desk, 'a', MOD_CTRL);
    }
    desk_type(&desk, "/[/");
    ck_assert(desk_sees(&desk, "bad pattern"));
}
END_TEST

START_TEST(search_steps) {
    open_heavy();
    desk_key(&desk, 'f', MOD_CTRL);
    desk_type(&desk, "e");
    desk_key(&desk, KEY_ENTER, 0);
    desk_click(&desk, 720, 860); /* the picture takes the keys back */
    ck_assert(desk_do(&desk, "search e"));
    const char *const want[] = {"text", "shape", "parse", "read", "lex", "idle", "text"};
    for (size_t i = 0; i < 7; i++) {
        desk_key(&desk, KEY_F3, 0);
        desk_key(&desk, 'c', MOD_CTRL);
        ck_assert_msg(str_is(desk.last.text, want[i]), "%zu: %.*s", i, STR_ARG(desk.last.text));
    }
    desk_key(&desk, KEY_F3, MOD_SHIFT);
    desk_key(&desk, 'c', MOD_CTRL);
    ck_assert(str_is(desk.last.text, "idle"));
}
END_TEST

/* In a table the next row that matches is chosen and brought into sight, and the sandwich follows. */
START_TEST(search_steps_in_tables) {
    static const char *const views[] = {"view hotspots", "view sandwich"};
    Text text = text_new(desk.arena);
    for (int i = 0; i < 400; i++)
        text_addf(&text, "main;%s%d %d\n", i % 100 == 50 ? "load" : "f", i, 1000 - i);
    desk_open(&desk, 0, "many.folded", text_str(&text).data);
    ck_assert(desk_do(&desk, views[_i]));
    desk_key(&desk, 'f', MOD_CTRL);
    desk_type(&desk, "load");
    ck_assert(desk_sees(&desk, "4 functions"));
    const char *const want[] = {"load50", "load150", "load250", "load350", "load50"};
    const char *const facts[] = {"self 950", "self 850", "self 750", "self 650", "self 950"};
    for (size_t i = 0; i < 5; i++) {
        ck_assert(i || desk_sees(&desk, "load50") == false);
        desk_key(&desk, i % 2 ? KEY_F3 : KEY_ENTER, 0);
        ck_assert_msg(desk_sees(&desk, want[i]), "%s", want[i]);
        if (_i)
            ck_assert(desk_sees(&desk, facts[i]));
    }
    desk_key(&desk, KEY_F3, MOD_SHIFT);
    ck_assert(desk_sees(&desk, "load350") && !desk_sees(&desk, "load50"));
    desk_key(&desk, KEY_ESCAPE, 0);
    desk_type(&desk, "n");
    ck_assert(desk_sees(&desk, "load50"));
    if (!_i) {
        desk_key(&desk, 'c', MOD_CTRL);
        ck_assert(str_is(desk.last.text, "load50"));
        ck_assert(desk_do(&desk, "filter f1"));
        desk_key(&desk, KEY_F3, 0);
        ck_assert(desk_sees(&desk, "the filter hides what matches"));
    }
}
END_TEST

/* Also in tracks that are folded: stepping to a match opens them. */
START_TEST(search_reaches_folded_tracks) {
    desk_open(&desk, 0, "trace.json", TRACE);
    ck_assert(desk_do(&desk, "fold 1"));
    ck_assert(!desk_sees(&desk, "other"));
    ck_assert(desk_do(&desk, "search e"));
    ck_assert_str_eq(desk_logged(&desk, "search", "matches"), "3");
    const char *const want[] = {"outer", "inner", "other", "outer"};
    for (size_t i = 0; i < 4; i++) {
        desk_key(&desk, KEY_F3, 0);
        desk_key(&desk, 'c', MOD_CTRL);
        ck_assert_msg(str_is(desk.last.text, want[i]), "%zu: %.*s", i, STR_ARG(desk.last.text));
    }
    ck_assert(desk_sees(&desk, "other"));
}
END_TEST

START_TEST(hotspots_table) {
    open_heavy();
    ck_assert(desk_do(&desk, "view hotspots"));
    ck_assert(desk_sees(&desk, "read") && desk_sees(&desk, "30.0%"));
    desk_key(&desk, 'c', MOD_CTRL);
    ck_assert(str_is(desk.last.text, "read"));
    desk_key(&desk, KEY_DOWN, 0);
    desk_key(&desk, 'c', MOD_CTRL);
    ck_assert(!str_is(desk.last.text, "read"));
    ck_assert(desk_do(&desk, "sort total"));
    desk_key(&desk, KEY_HOME, 0);
    desk_key(&desk, 'c', MOD_CTRL);
    ck_assert(str_is(desk.last.text, "main"));
    ck_assert(desk_do(&desk, "filter shap"));
    desk_key(&desk, KEY_HOME, 0);
    desk_key(&desk, KEY_ENTER, 0); /* shows it in the flame graph */
    ck_assert_str_eq(desk_logged(&desk, "focus", "function"), "shape");
    ck_assert_str_eq(desk_logged(&desk, "view", "name"), "heavy");
}
END_TEST

START_TEST(sandwich_halves) {
    open_heavy();
    ck_assert(desk_do(&desk, "sandwich text"));
    ck_assert(desk_sees(&desk, "Callers") && desk_sees(&desk, "Callees"));
    ck_assert(desk_sees(&desk, "draw") && desk_sees(&desk, "shape"));
    ck_assert(desk_sees(&desk, "self 50 samples · total 200 samples"));
}
END_TEST

START_TEST(many_files) {
    desk_open(&desk, 0, "one.folded", "a;b 1\n");
    uint32_t two = desk_open(&desk, 0, "two.folded", "c;d 1\n");
    ck_assert(desk_sees(&desk, "two.folded") && desk_sees(&desk, "d"));
    desk_key(&desk, KEY_TAB, MOD_CTRL);
    ck_assert_str_eq(str_c(desk.arena, ui_title(desk.ui)), "one.folded");
    desk_key(&desk, KEY_TAB, MOD_CTRL | MOD_SHIFT);
    ck_assert_str_eq(str_c(desk.arena, ui_title(desk.ui)), "two.folded");
    desk_key(&desk, 'w', MOD_CTRL);
    ck_assert_int_eq(desk.last.kind, UI_CLOSE);
    ck_assert_uint_eq(desk.last.tab, two);
    desk_key(&desk, 'w', MOD_CTRL);
    ck_assert(desk_sees(&desk, "Drop a profile here"));
}
END_TEST

START_TEST(drop_during_a_load) {
    uint32_t tab = ui_load_begin(desk.ui, 0, STR("/tmp/big.json"), desk.now);
    ui_load_progress(desk.ui, tab, (UiProgress){500, 1000, 7, STR("Chrome trace")}, desk.now);
    desk_draw(&desk);
    ck_assert(desk_sees(&desk, "Opening  big.json") && desk_sees(&desk, "Chrome trace"));
    ck_assert(ui_busy(desk.ui));
    ui_input(desk.ui, &(Input){.kind = INPUT_DROP_FILE, .text = STR("/tmp/other file.json")}, desk.now);
    UiRequest request = ui_request(desk.ui);
    ck_assert_int_eq(request.kind, UI_OPEN);
    ck_assert(str_is(request.text, "/tmp/other file.json"));
    desk_open(&desk, 0, "/tmp/other file.json", "a;b 1\n");
    ck_assert(desk_sees(&desk, "other file.json"));
    desk_key(&desk, KEY_TAB, MOD_CTRL);
    ck_assert(desk_sees(&desk, "Opening  big.json"));
    desk_key(&desk, KEY_ESCAPE, 0); /* cancels */
    ck_assert_int_eq(desk.last.kind, UI_CLOSE);
    ck_assert_uint_eq(desk.last.tab, tab);
    ui_load_progress(desk.ui, tab, (UiProgress){0}, desk.now); /* answers for a tab that is gone */
    ui_load_failed(desk.ui, tab, STR("x"), &(Err){.code = ERR_CANCELLED}, desk.now);
    desk_rest(&desk);
}
END_TEST

START_TEST(keeps_what_was_read) {
    uint32_t tab = ui_load_begin(desk.ui, 0, STR("/tmp/big.json"), desk.now);
    ck_assert(desk_do(&desk, "keep"));
    ck_assert_int_eq(desk.last.kind, UI_STOP_LOAD);
    ck_assert(desk.last.keep && desk.last.tab == tab);
}
END_TEST

START_TEST(reload_keeps_the_focus) {
    uint32_t tab = desk_open(&desk, 0, "stacks.folded", FOLDED);
    ck_assert(desk_do(&desk, "focus text"));
    desk_key(&desk, KEY_F5, 0);
    ck_assert_int_eq(desk.last.kind, UI_OPEN);
    ck_assert_uint_eq(desk.last.tab, tab);
    desk_open(&desk, tab, "stacks.folded", "main;new 1000\n" FOLDED);
    ck_assert_msg(desk_sees(&desk, "text"), "the focus is found again by its path");
    desk_do(&desk, "hover text");
    ck_assert_int_ge(atoi(desk_logged(&desk, "hover", "width")), WIDTH - 4);
    desk_open(&desk, tab, "stacks.folded", "{not a profile");
    ck_assert_msg(desk_sees(&desk, "text"), "a reload that fails leaves the picture");
    ck_assert(desk_sees(&desk, "stacks.folded could not be read again"));
    desk_key(&desk, KEY_F5, 0);
    desk_open(&desk, tab, "stacks.folded", FOLDED);
    ck_assert_msg(!desk_sees(&desk, "could not be read again"), "that is past");
}
END_TEST

static const Document *read_part(const char *text) {
    Document *document = load_memory(STR("big.folded"), str_from(text), NULL, NULL);
    ck_assert_ptr_nonnull(document);
    desk.documents[desk.document_count++] = document;
    return document;
}

static View *build(const UiRequest *request) {
    View *view = view_build(request->document, request->spec, NULL);
    desk.views[desk.view_count++] = view;
    return view;
}

/* While a file is read newer documents come: the picture stays until the next one can be drawn, then the old may go. */
START_TEST(newer_documents_replace_older) {
    const Document *parts[3] = {read_part("main;one 5\n"), read_part("main;one 5\nmain;two 3\n"),
                                read_part("main;one 5\nmain;two 3\nmain;three 9\n")};
    uint32_t tab = ui_load_begin(desk.ui, 0, STR("/tmp/big.folded"), desk.now);
    ui_load_document(desk.ui, tab, parts[0], false, desk.now);
    desk_rest(&desk);
    ck_assert(desk_sees(&desk, "one") && !desk_sees(&desk, "two"));
    ui_load_document(desk.ui, tab, parts[1], false, desk.now);
    UiRequest second = ui_request(desk.ui);
    ck_assert(second.kind == UI_BUILD && second.document == parts[1]);
    desk_draw(&desk);
    ck_assert_msg(desk_sees(&desk, "one") && !desk_sees(&desk, "two"), "no blank while the new view is built");
    ui_load_document(desk.ui, tab, parts[2], true, desk.now);
    UiRequest dropped = ui_request(desk.ui), third = ui_request(desk.ui);
    ck_assert(dropped.kind == UI_DROP_DOCUMENT && dropped.document == parts[1]);
    ck_assert(third.kind == UI_BUILD && third.document == parts[2]);
    ui_view_ready(desk.ui, tab, build(&third), desk.now);
    UiRequest old = ui_request(desk.ui);
    ck_assert(old.kind == UI_DROP_DOCUMENT && old.document == parts[0]);
    desk_rest(&desk);
    ck_assert(desk_sees(&desk, "three") && desk_sees(&desk, "two"));
}
END_TEST

START_TEST(files_without_room_are_counted) {
    for (int i = 0; i < 7; i++)
        desk_open(&desk, 0, "stacks.folded", FOLDED);
    desk.width = 3000;
    desk_rest(&desk);
    ck_assert_msg(!desk_sees(&desk, "7 of 7"), "each has its tab");
    desk.width = 800;
    ck_assert(desk_do(&desk, "next-file"));
    ck_assert(desk_sees(&desk, "1 of 7"));
}
END_TEST

START_TEST(failure_is_told) {
    desk_open(&desk, 0, "/tmp/bad.json", "{\"a\":1}");
    ck_assert(desk_sees(&desk, "bad.json could not be opened"));
    ck_assert(desk_do(&desk, "copy-error"));
    ck_assert_int_eq(desk.last.kind, UI_COPY);
    ck_assert(str_starts(desk.last.text, "/tmp/bad.json: "));
    desk_key(&desk, KEY_ESCAPE, 0);
    ck_assert(desk_sees(&desk, "Drop a profile here"));
}
END_TEST

START_TEST(theme_and_text_size) {
    open_heavy();
    desk_key(&desk, 't', 0);
    ck_assert(ui_settings(desk.ui)->light);
    desk_key(&desk, '+', MOD_CTRL);
    ck_assert_double_eq_tol(ui_settings(desk.ui)->text_scale, 1.1, 1e-9);
    for (int i = 0; i < 30; i++)
        desk_key(&desk, '-', MOD_CTRL);
    ck_assert_double_eq_tol(ui_settings(desk.ui)->text_scale, 0.7, 1e-9);
    desk_key(&desk, '0', MOD_CTRL);
    ck_assert_double_eq(ui_settings(desk.ui)->text_scale, 1);
    desk_key(&desk, 'x', 0);
    ck_assert(ui_settings(desk.ui)->flame);
    desk_move(&desk, 10, 900 - 28 - ROW / 2); /* the root lies at the bottom now */
    ck_assert_str_eq(desk_logged(&desk, "hover", "function"), "main");
}
END_TEST

START_TEST(command_list) {
    open_heavy();
    desk_key(&desk, 'p', MOD_CTRL | MOD_SHIFT);
    desk_type(&desk, "theme");
    ck_assert(desk_sees(&desk, "Light or dark theme") && !desk_sees(&desk, "Zoom in"));
    desk_key(&desk, KEY_ENTER, 0);
    ck_assert(ui_settings(desk.ui)->light);
    ck_assert(!desk_sees(&desk, "Light or dark theme"));
}
END_TEST

START_TEST(rests_when_nothing_happens) {
    open_heavy();
    desk_move(&desk, 10, row(1));
    desk_move(&desk, 700, 700); /* empty ground */
    int frames = desk.frames;
    for (int i = 0; i < 20; i++) {
        ui_input(desk.ui, &(Input){.kind = INPUT_MOVE, .x = 700 + i, .y = 700}, desk.now);
        ck_assert_msg(isinf(ui_wait(desk.ui, desk.now)), "moving over nothing asks for no frame");
    }
    ck_assert_int_eq(frames, desk.frames);
    desk_do(&desk, "next-color"); /* a message stands for some seconds: one wake, no frames between */
    double wait = ui_wait(desk.ui, desk.now);
    ck_assert(wait > 1 && wait < 10);
}
END_TEST

/* Every text lies within the window, whatever its size; nothing crashes. */
static void check_inside(void) {
    for (size_t l = 0; l < desk.list->layers.count; l++)
        for (size_t i = 0; i < desk.list->layers.data[l].rects.count; i++) {
            Rect r = desk.list->layers.data[l].rects.data[i].rect;
            ck_assert(r.x >= 0 && r.y >= 0 && r.x + r.w <= desk.width && r.y + r.h <= desk.height);
        }
}

static const struct {
    int w, h;
    double scale;
} sizes[] = {{1, 1, 1},    {40, 30, 1},    {320, 200, 1},   {320, 200, 3},   {700, 90, 1},
             {90, 700, 1}, {1440, 900, 2}, {3840, 2160, 2}, {3840, 2160, 1}, {4096, 200, 0.7}};

START_TEST(any_size) {
    static const char *const lines[] = {"view heavy", "hover main", "view sandwich", "view hotspots", "view inverted",
                                        "help",       "commands",   "notes",         "menu tracks",   "open-path",
                                        "close",      "flip",       "search e"};
    desk.width = sizes[_i].w;
    desk.height = sizes[_i].h;
    desk.scale = sizes[_i].scale;
    desk_rest(&desk);
    check_inside();
    desk_open(&desk, 0, "trace.json", TRACE);
    check_inside();
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        desk_do(&desk, lines[i]);
        check_inside();
    }
    desk_open(&desk, 0, "/tmp/a/long/path/to/what/is/no/profile.json", "{\"a\":1}");
    check_inside();
}
END_TEST

/* Every command, with and without arguments, with and without a file: an answer, never a crash. */
START_TEST(every_command) {
    static const char *const args[] = {"", " 0", " 1", " -1", " all", " 5 9", " main", " up", " \xff", " 99999999999"};
    for (int with = 0; with < 3; with++) {
        if (with == 1)
            desk_open(&desk, 0, "trace.json", TRACE);
        if (with == 2)
            desk_open(&desk, 0, "bad.json", "{");
        for (int i = 0; i < command_count(); i++)
            for (size_t a = 0; a < sizeof args / sizeof *args; a++) {
                char line[64];
                Err err = {0};
                snprintf(line, sizeof line, "%s%s", command_at(i)->name, args[a]);
                bool done = ui_command(desk.ui, str_from(line), desk.now, &err);
                ck_assert_msg(done == (err.code == ERR_NONE), "%s: %s", line, err.message);
                desk_rest(&desk);
            }
    }
    ck_assert(!desk_do(&desk, "no such thing"));
}
END_TEST

/* Random hands break nothing. */
START_TEST(monkey) {
    uint32_t seed = (uint32_t)_i * 7919 + 1;
    desk_open(&desk, 0, "trace.json", TRACE);
    desk_open(&desk, 0, "stacks.folded", FOLDED);
    static const uint32_t keys[] = {
        KEY_ENTER, KEY_ESCAPE, KEY_BACKSPACE, KEY_LEFT, KEY_RIGHT, KEY_UP, KEY_DOWN, KEY_HOME, KEY_F3, 'w', 'a', 's',
        'd',       'x',        'i',           '1',      '2',       '3',    '4',      'n',      'r',    'c', 't', '0'};
    for (int i = 0; i < 300 && desk.view_count < 200; i++) {
        seed = seed * 1664525 + 1013904223;
        int x = (int)(seed >> 8) % WIDTH, y = (int)(seed >> 4) % 900;
        switch (seed >> 28) {
        case 0:
        case 1:
        case 2:
            desk_click(&desk, x, y % 300 + 100);
            break;
        case 3:
            desk_wheel(&desk, x, y, (float)(x % 5) - 2, (unsigned)y % 8);
            break;
        case 4:
            desk_drag(&desk, x, y, y, x % 900);
            break;
        case 5:
            desk_type(&desk, "/e");
            break;
        default:
            desk_key(&desk, keys[seed / 65536 % (sizeof keys / sizeof *keys)], 0);
        }
        check_inside();
    }
}
END_TEST

Suite *test_ui(void);
Suite *test_ui(void) {
    Suite *s = suite_create("ui");
    TCase *t = tcase_create("ui");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_set_timeout(t, 60);
    tcase_add_test(t, hover_tells);
    tcase_add_test(t, click_focuses);
    tcase_add_test(t, back_and_forward);
    tcase_add_test(t, breadcrumb_leads_back);
    tcase_add_test(t, esc_peels);
    tcase_add_test(t, wheel_keeps_the_point);
    tcase_add_test(t, shift_wheel_pans);
    tcase_add_test(t, zoom_is_interruptible);
    tcase_add_test(t, arrows_walk);
    tcase_add_test(t, markdown_row);
    tcase_add_test(t, table_to_go);
    tcase_add_loop_test(t, commands_wait_for_views, 0, 6);
    tcase_add_test(t, names_are_found_in_all_tracks);
    tcase_add_test(t, a_wait_may_end_badly);
    tcase_add_test(t, a_wait_ends_with_its_tab);
    tcase_add_test(t, menu_of_a_frame);
    tcase_add_test(t, record_of_a_call);
    tcase_add_test(t, views_by_key);
    tcase_add_test(t, views_that_are_not_there);
    tcase_add_test(t, tracks_of_a_trace);
    tcase_add_test(t, ruler_drag_zooms);
    tcase_add_test(t, a_range_for_all_views);
    tcase_add_test(t, a_path_is_typed);
    tcase_add_test(t, no_time_at_all);
    tcase_add_test(t, the_tooltip_stands_clear);
    tcase_add_test(t, the_way_to_the_focus);
    tcase_add_test(t, search_counts);
    tcase_add_test(t, search_steps);
    tcase_add_loop_test(t, search_steps_in_tables, 0, 2);
    tcase_add_test(t, search_reaches_folded_tracks);
    tcase_add_test(t, hotspots_table);
    tcase_add_test(t, sandwich_halves);
    tcase_add_test(t, many_files);
    tcase_add_test(t, drop_during_a_load);
    tcase_add_test(t, keeps_what_was_read);
    tcase_add_test(t, reload_keeps_the_focus);
    tcase_add_test(t, newer_documents_replace_older);
    tcase_add_test(t, files_without_room_are_counted);
    tcase_add_test(t, failure_is_told);
    tcase_add_test(t, theme_and_text_size);
    tcase_add_test(t, command_list);
    tcase_add_test(t, rests_when_nothing_happens);
    tcase_add_loop_test(t, any_size, 0, sizeof sizes / sizeof *sizes);
    tcase_add_test(t, every_command);
    tcase_add_loop_test(t, monkey, 0, 6);
    suite_add_tcase(s, t);
    return s;
}
