/* ui/tab_stack: where the tracks of time order stand is what adding up their heights says, whatever was folded, sorted, built or read anew. */
#include <check.h>

#include "../src/ui/flame.h"
#include "../src/ui/tab.h"
#include "desk.h"

enum { TRACKS = 40 };

/* Thread i has a call i + 1 ms long from i ms on, and as many inside one another as want: i % 5 + 1. */
static const char *trace_of(Arena *arena, int tracks) {
    Text text = text_new(arena);
    text_add_char(&text, '[');
    for (int i = 0; i < tracks; i++)
        for (int depth = 0; depth <= i % 5; depth++)
            text_addf(&text, "%s{\"ph\":\"X\",\"pid\":1,\"tid\":%d,\"ts\":%d,\"dur\":%d,\"name\":\"f%d\"}",
                      i || depth ? "," : "", i + 1, i * 1000 + depth * 10, (i + 1) * 1000 - depth * 20, depth);
    text_add_char(&text, ']');
    return str_c(arena, text_str(&text));
}

static int height_of(const Ui *ui, const Tab *tab, uint32_t track) {
    int rows = (int)tab->document->tracks.data[track]->tree->rows;
    return ui_px(ui, HEADER_HEIGHT) + (tab->folded[track] ? 0 : rows * flame_row_height(ui) + ui_px(ui, 8));
}

static void check_tops(const Ui *ui, Tab *tab) {
    int y = 0;
    size_t open = 0;
    for (size_t i = 0; i < tab->timed_count; i++) {
        int next = y + height_of(ui, tab, tab->timed[i]);
        ck_assert_int_eq(stack_top(ui, tab, i), y);
        ck_assert_uint_eq(stack_at(ui, tab, y), i);
        ck_assert_uint_eq(stack_at(ui, tab, next - 1), i);
        ck_assert_uint_eq(stack_place(tab, tab->timed[i]), i);
        open += !tab->folded[tab->timed[i]];
        y = next;
    }
    ck_assert_int_eq(stack_top(ui, tab, tab->timed_count), y);
    ck_assert_uint_eq(stack_at(ui, tab, y + 1000), tab->timed_count - 1);
    ck_assert_uint_eq(stack_at(ui, tab, -5), 0);
    ck_assert_uint_eq(stack_open(tab), open);
}

static const struct {
    const char *command;
    size_t open; /* afterwards */
} steps[] = {
    {"fold 3", 5},       {"fold 39", 4},  {"sort-tracks", 4},  {"fold-all", 0}, {"fold-all", TRACKS}, {"fold 0", 39},
    {"text-larger", 39}, {"fold 17", 38}, {"sort-tracks", 38}, {"fold 17", 39}, {"text-smaller", 39},
};

START_TEST(heights_add_up) {
    Desk desk = desk_new();
    uint32_t id = desk_open(&desk, 0, "many.json", trace_of(desk.arena, TRACKS));
    Tab *tab = tab_by_id(desk.ui, id);
    ck_assert_uint_eq(tab->timed_count, TRACKS);
    ck_assert_uint_eq(stack_open(tab), 4);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        ck_assert_msg(desk_do(&desk, steps[i].command), "%s", steps[i].command);
        check_tops(desk.ui, tab);
        ck_assert_msg(stack_open(tab) == steps[i].open, "%s: %zu open", steps[i].command, stack_open(tab));
        ck_assert(tab->stack.axis.from == 0 && tab->stack.axis.to == 79e6);
    }
    desk_free(&desk);
}
END_TEST

/* All but the first were opened by hand: those that are there again are open again. */
START_TEST(folds_outlive_a_reading) {
    Desk desk = desk_new();
    uint32_t id = desk_open(&desk, 0, "many.json", trace_of(desk.arena, TRACKS));
    Tab *tab = tab_by_id(desk.ui, id);
    ck_assert(desk_do(&desk, "fold-all") && desk_do(&desk, "fold-all") && desk_do(&desk, "fold 0"));
    desk_open(&desk, id, "many.json", trace_of(desk.arena, TRACKS + 9));
    check_tops(desk.ui, tab);
    ck_assert_uint_eq(tab->timed_count, TRACKS + 9);
    ck_assert(tab->folded[0] && !tab->folded[1] && !tab->folded[TRACKS - 1]);
    ck_assert(tab->stack.axis.to == 97e6);
    desk_free(&desk);
}
END_TEST

/* What is drawn begins at the track at the top of the glass. */
START_TEST(the_last_track_is_reached) {
    Desk desk = desk_new();
    desk_open(&desk, 0, "many.json", trace_of(desk.arena, 200));
    desk_do(&desk, "fold-all");
    ck_assert(desk_do(&desk, "sort-tracks"));
    ck_assert(!desk_sees(&desk, "thread 200") && desk_sees(&desk, "thread 1"));
    for (int i = 0; i < 20; i++)
        desk_key(&desk, KEY_PAGE_DOWN, 0);
    ck_assert(desk_sees(&desk, "thread 200"));
    desk_free(&desk);
}
END_TEST

/* Behind "all tracks" the list has each in the order they are drawn; rows are made when they are seen. */
START_TEST(the_list_has_them_all) {
    static const struct {
        const char *pick;
        int at; /* in tab->order; -1: all tracks, -2: no such row */
    } picks[] = {{"pick 0", -1}, {"pick 1", 0}, {"pick 7", 6}, {"pick 40", TRACKS - 1}, {"pick 41", -2}};
    Desk desk = desk_new();
    Tab *tab = tab_by_id(desk.ui, desk_open(&desk, 0, "many.json", trace_of(desk.arena, TRACKS)));
    ck_assert(desk_do(&desk, "view heavy"));
    for (size_t i = 0; i < sizeof picks / sizeof *picks; i++) {
        ck_assert(desk_do(&desk, "menu tracks") && desk_sees(&desk, "all tracks"));
        ck_assert(desk_sees(&desk, "thread 40") && !desk_sees(&desk, "thread 5"));
        ck_assert(desk_do(&desk, picks[i].pick) == (picks[i].at > -2));
        int want = picks[i].at < 0 ? -1 : (int)tab->order[picks[i].at];
        ck_assert_msg(picks[i].at == -2 || tab->track == want, "%s: %d, not %d", picks[i].pick, tab->track, want);
    }
    desk_free(&desk);
}
END_TEST

Suite *test_tab_stack(void);
Suite *test_tab_stack(void) {
    Suite *suite = suite_create("tab_stack");
    TCase *t = tcase_create("all");
    tcase_add_test(t, heights_add_up);
    tcase_add_test(t, folds_outlive_a_reading);
    tcase_add_test(t, the_last_track_is_reached);
    tcase_add_test(t, the_list_has_them_all);
    suite_add_tcase(suite, t);
    return suite;
}
