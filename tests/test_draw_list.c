/* draw/draw_list: clips, corners and outlines as rectangles and shapes, and the dump that other tests read. */
#include <check.h>

#include "draw/draw_list.h"

static int ten_wide(void *user, TextStyle style, Str s) {
    (void)user, (void)style;
    return (int)s.len * 10;
}

static TextLine nine_high(void *user, TextStyle style) {
    (void)user, (void)style;
    return (TextLine){7, 2};
}

static const TextMetrics metrics = {NULL, ten_wide, nine_high};
static const TextStyle style = {FONT_UI, 12};
static const Color red = {255, 0, 0, 255}, glass = {0, 0, 255, 128}, nothing = {9, 9, 9, 0};

static void outside(DrawList *list) {
    draw_rect(list, (Rect){-5, -5, 10, 10}, red);
    draw_rect(list, (Rect){100, 0, 10, 10}, red);
    draw_rect(list, (Rect){5, 5, 0, 10}, red);
    draw_rect(list, (Rect){5, 5, 10, -1}, red);
    draw_rect(list, (Rect){0, 0, 10, 10}, nothing);
    draw_rect(list, (Rect){95, 45, 99, 99}, glass);
}

static void clips(DrawList *list) {
    draw_push_clip(list, (Rect){10, 10, 20, 20});
    draw_push_clip(list, (Rect){20, 0, 50, 50});
    draw_rect(list, (Rect){0, 0, 100, 50}, red);
    draw_text(list, 0, 20, style, red, STR("abc"));
    draw_text(list, 60, 20, style, red, STR("right of it"));
    draw_text(list, 0, 90, style, red, STR("below it"));
    draw_pop_clip(list);
    draw_rect(list, (Rect){0, 0, 100, 50}, red);
    draw_pop_clip(list);
    draw_pop_clip(list); /* one too many leaves the window */
    draw_rect(list, (Rect){0, 0, 100, 50}, red);
}

static void outlines(DrawList *list) {
    draw_outline(list, (Rect){10, 10, 20, 10}, 2, glass);
    draw_outline(list, (Rect){50, 10, 3, 10}, 2, glass); /* no hole left */
    draw_outline(list, (Rect){50, 10, 0, 10}, 2, glass);
}

static void rounds(DrawList *list) {
    draw_round(list, (Rect){0, 0, 30, 20}, 4, red);
    draw_round(list, (Rect){0, 30, 6, 10}, 50, red); /* the radius is cut to half the side */
    draw_round(list, (Rect){0, 40, 5, 5}, 0, red);
}

static void dashes(DrawList *list) {
    draw_dashed_outline(list, (Rect){0, 0, 30, 12}, 4, 1, 4, red);
    draw_dashed_outline(list, (Rect){0, 0, 30, 2}, 4, 1, 4, red); /* no hole left */
}

static void rings(DrawList *list) {
    draw_round_outline(list, (Rect){0, 0, 30, 20}, 4, 1, glass);
    draw_round_outline(list, (Rect){40, 0, 30, 20}, 2, 3, glass);
}

/* A bar on a round track must not come out under the track's corners. */
static void bar_on_track(DrawList *list) {
    draw_round(list, (Rect){10, 10, 40, 6}, 3, red);
    draw_text(list, 60, 20, style, red, STR("5 %"));
    draw_round(list, (Rect){10, 10, 3, 6}, 3, glass);
    draw_rect(list, (Rect){20, 10, 5, 6}, glass);
}

static void layers(DrawList *list) {
    draw_icon(list, ICON_WARN, (Rect){10, 10, 20, 10}, red);
    draw_next_layer(list);
    draw_icon(list, ICON_FLAME, (Rect){10, 10, 0, 10}, red);
    draw_rect(list, (Rect){0, 0, 1, 1}, red);
}

static void texts(DrawList *list) {
    Rect r = {10, 10, 50, 20};
    ck_assert_int_eq(draw_text_in(list, r, ALIGN_LEFT, style, red, STR("ab")), 20);
    ck_assert_int_eq(draw_text_in(list, r, ALIGN_CENTRE, style, red, STR("ab")), 20);
    ck_assert_int_eq(draw_text_in(list, r, ALIGN_RIGHT, (TextStyle){FONT_MONO, 9}, red, STR("abcdefgh")), 80);
    ck_assert_int_eq(draw_text(list, 0, 10, style, red, STR("")), 0);
    ck_assert_int_eq(draw_text(list, 0, 10, (TextStyle){FONT_UI, 0}, red, STR("a")), 0);
}

static const struct {
    void (*draw)(DrawList *);
    const char *want;
} rows[] = {
    {outside, "layer 0\n"
              "rect 0,0 5x5 #ff0000\n"
              "rect 95,45 5x5 #0000ff/128\n"},
    {clips, "layer 0\n"
            "rect 20,10 10x20 #ff0000\n"
            "rect 10,10 20x20 #ff0000\n"
            "rect 0,0 100x50 #ff0000\n"
            "text ui 12 0,20 30x0 #ff0000 clip 20,10 10x20 'abc'\n"},
    {outlines, "layer 0\n"
               "rect 10,10 20x2 #0000ff/128\n"
               "rect 10,18 20x2 #0000ff/128\n"
               "rect 10,12 2x6 #0000ff/128\n"
               "rect 28,12 2x6 #0000ff/128\n"
               "rect 50,10 3x10 #0000ff/128\n"},
    {rounds, "layer 0\n"
             "rect 4,0 22x4 #ff0000\n"
             "rect 0,4 30x12 #ff0000\n"
             "rect 4,16 22x4 #ff0000\n"
             "rect 0,33 6x4 #ff0000\n"
             "rect 0,40 5x5 #ff0000\n"
             "corner top-left 0,0 4x4 #ff0000 clip 0,0 100x50\n"
             "corner top-right 26,0 4x4 #ff0000 clip 0,0 100x50\n"
             "corner bottom-right 26,16 4x4 #ff0000 clip 0,0 100x50\n"
             "corner bottom-left 0,16 4x4 #ff0000 clip 0,0 100x50\n"
             "corner top-left 0,30 3x3 #ff0000 clip 0,0 100x50\n"
             "corner top-right 3,30 3x3 #ff0000 clip 0,0 100x50\n"
             "corner bottom-right 3,37 3x3 #ff0000 clip 0,0 100x50\n"
             "corner bottom-left 0,37 3x3 #ff0000 clip 0,0 100x50\n"},
    {dashes, "layer 0\n"
             "rect 7,0 4x1 #ff0000\n"
             "rect 7,11 4x1 #ff0000\n"
             "rect 18,0 4x1 #ff0000\n"
             "rect 18,11 4x1 #ff0000\n"
             "ring top-left 0,0 4x4 #ff0000 thick 1 clip 0,0 100x50\n"
             "ring top-right 26,0 4x4 #ff0000 thick 1 clip 0,0 100x50\n"
             "ring bottom-right 26,8 4x4 #ff0000 thick 1 clip 0,0 100x50\n"
             "ring bottom-left 0,8 4x4 #ff0000 thick 1 clip 0,0 100x50\n"},
    {rings, "layer 0\n"
            "rect 4,0 22x1 #0000ff/128\n"
            "rect 4,19 22x1 #0000ff/128\n"
            "rect 0,4 1x12 #0000ff/128\n"
            "rect 29,4 1x12 #0000ff/128\n"
            "rect 42,0 26x3 #0000ff/128\n"
            "rect 42,17 26x3 #0000ff/128\n"
            "rect 40,3 3x14 #0000ff/128\n"
            "rect 67,3 3x14 #0000ff/128\n"
            "rect 40,2 2x1 #0000ff/128\n"
            "rect 68,2 2x1 #0000ff/128\n"
            "rect 68,17 2x1 #0000ff/128\n"
            "rect 40,17 2x1 #0000ff/128\n"
            "ring top-left 0,0 4x4 #0000ff/128 thick 1 clip 0,0 100x50\n"
            "ring top-right 26,0 4x4 #0000ff/128 thick 1 clip 0,0 100x50\n"
            "ring bottom-right 26,16 4x4 #0000ff/128 thick 1 clip 0,0 100x50\n"
            "ring bottom-left 0,16 4x4 #0000ff/128 thick 1 clip 0,0 100x50\n"
            "ring top-left 40,0 2x2 #0000ff/128 thick 3 clip 0,0 100x50\n"
            "ring top-right 68,0 2x2 #0000ff/128 thick 3 clip 0,0 100x50\n"
            "ring bottom-right 68,18 2x2 #0000ff/128 thick 3 clip 0,0 100x50\n"
            "ring bottom-left 40,18 2x2 #0000ff/128 thick 3 clip 0,0 100x50\n"},
    {bar_on_track, "layer 0\n"
                   "rect 13,10 34x3 #ff0000\n"
                   "rect 13,13 34x3 #ff0000\n"
                   "rect 20,10 5x6 #0000ff/128\n"
                   "corner top-left 10,10 3x3 #ff0000 clip 0,0 100x50\n"
                   "corner top-right 47,10 3x3 #ff0000 clip 0,0 100x50\n"
                   "corner bottom-right 47,13 3x3 #ff0000 clip 0,0 100x50\n"
                   "corner bottom-left 10,13 3x3 #ff0000 clip 0,0 100x50\n"
                   "text ui 12 60,20 30x0 #ff0000 clip 0,0 100x50 '5 %'\n"
                   "fill 11,10 1x1 #0000ff/128 clip 0,0 100x50\n"
                   "fill 10,11 3x4 #0000ff/128 clip 0,0 100x50\n"
                   "fill 11,15 1x1 #0000ff/128 clip 0,0 100x50\n"
                   "corner top-left 10,10 1x1 #0000ff/128 clip 0,0 100x50\n"
                   "corner top-right 12,10 1x1 #0000ff/128 clip 0,0 100x50\n"
                   "corner bottom-right 12,15 1x1 #0000ff/128 clip 0,0 100x50\n"
                   "corner bottom-left 10,15 1x1 #0000ff/128 clip 0,0 100x50\n"},
    {layers, "layer 0\n"
             "icon warn 15,10 10x10 #ff0000 clip 0,0 100x50\n"
             "layer 1\n"
             "rect 0,0 1x1 #ff0000\n"},
    {texts, "layer 0\n"
            "text ui 12 10,22 20x0 #ff0000 clip 10,10 50x20 'ab'\n"
            "text ui 12 25,22 20x0 #ff0000 clip 10,10 50x20 'ab'\n"
            "text mono 9 -20,22 80x0 #ff0000 clip 10,10 50x20 'abcdefgh'\n"},
};
enum { ROWS = sizeof rows / sizeof *rows };

START_TEST(dumps) {
    Arena *arena = arena_new();
    DrawList *list = draw_new(arena, &metrics, 100, 50, (Color){1, 2, 3, 255});
    rows[_i].draw(list);
    Str dump = draw_dump(arena, list);
    ck_assert_msg(str_starts(dump, "size 100x50 #010203\n"), "%s", dump.data);
    ck_assert_str_eq(dump.data + sizeof "size 100x50 #010203\n" - 1, rows[_i].want);
    arena_free(arena);
}
END_TEST

/* How often each pixel of a picture of 40 by 30 is painted. */
static void count_paint(const DrawList *list, uint8_t painted[30][40]) {
    memset(painted, 0, sizeof(uint8_t[30][40]));
    const DrawLayer *layer = &list->layers.data[0];
    for (size_t i = 0; i < layer->rects.count + layer->shapes.count; i++) {
        Rect p = i < layer->rects.count ? layer->rects.data[i].rect : layer->shapes.data[i - layer->rects.count].rect;
        for (int y = p.y; y < p.y + p.h; y++)
            for (int x = p.x; x < p.x + p.w; x++)
                painted[y][x]++;
    }
}

static int most(uint8_t painted[30][40]) {
    int most = 0;
    for (int i = 0; i < 30 * 40; i++)
        most = painted[i / 40][i % 40] > most ? painted[i / 40][i % 40] : most;
    return most;
}

/* Nothing is painted twice: what is half transparent would show it. */
START_TEST(no_overlap) {
    Arena *arena = arena_new();
    Rect r = {7, 6, 25, 14};
    uint8_t n[30][40];
    for (int radius = 0; radius < 14; radius++)
        for (int width = 0; width < 9; width++) { /* width 0: filled */
            DrawList *list = draw_new(arena, &metrics, 40, 30, (Color){0});
            if (width)
                draw_round_outline(list, r, radius, width, glass);
            else
                draw_round(list, r, radius, glass);
            count_paint(list, n);
            ck_assert_msg(most(n) == 1, "radius %d, width %d", radius, width);
            ck_assert_int_eq(n[13][19], !width || 2 * width >= 14);
            ck_assert_int_eq(n[6][7] && n[6][31] && n[19][7] && n[19][31], 1);
            ck_assert_int_eq(n[5][19] || n[20][19] || n[13][6] || n[13][32], 0);
        }
    arena_free(arena);
}
END_TEST

/* A shadow covers all of its rectangle and a border, each pixel of its straight parts once. */
START_TEST(shadow) {
    Arena *arena = arena_new();
    uint8_t n[30][40];
    for (int radius = 0; radius < 6; radius++) {
        DrawList *list = draw_new(arena, &metrics, 40, 30, (Color){0});
        draw_shadow(list, (Rect){7, 6, 25, 14}, radius, 5, (Color){0, 0, 0, 100});
        count_paint(list, n);
        for (int y = 0; y < 30; y++)
            ck_assert_int_eq(n[y][19], y >= 1 && y < 25);
        for (int x = 0; x < 40; x++)
            ck_assert_int_eq(n[13][x], x >= 2 && x < 37);
        const DrawLayer *layer = &list->layers.data[0];
        for (size_t i = 1; i < layer->rects.count; i++)
            ck_assert_uint_le(layer->rects.data[i].color.a, layer->rects.data[i - 1].color.a);
    }
    arena_free(arena);
}
END_TEST

Suite *test_draw_list(void);
Suite *test_draw_list(void) {
    Suite *s = suite_create("draw_list");
    TCase *t = tcase_create("draw_list");
    tcase_add_loop_test(t, dumps, 0, ROWS);
    tcase_add_test(t, no_overlap);
    tcase_add_test(t, shadow);
    suite_add_tcase(s, t);
    return s;
}
