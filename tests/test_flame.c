/* layout/flame: the figures of react-flame-graph, and what must hold of every layout. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "layout/flame.h"
#include "tree_text.h"

/* "name@row:x+width" of every box; "~name*count" for a run; "-" before what is dimmed. */
static Str layout_text(Arena *arena, const Frames *frames, const Tree *tree, const FlameLayout *layout) {
    Text text = text_new(arena);
    for (size_t i = 0; i < layout->count; i++) {
        const FlameBox *b = &layout->boxes[i];
        text_addf(&text, "%s%s%s%.*s", i ? " " : "", b->dimmed ? "-" : "", b->run ? "~" : "",
                  STR_ARG(frame_name(frames, tree->frame[b->node])));
        if (b->run)
            text_addf(&text, "*%u", b->count);
        else
            text_addf(&text, "@%u:%g+%g", b->row, b->x, b->width);
    }
    return text_str(&text);
}

static FrameId name_node(const Frames *frames, const Tree *tree, const char *name) {
    for (uint32_t i = 0; i < tree->count; i++)
        if (str_is(frame_name(frames, tree->frame[i]), name))
            return i;
    return TREE_NONE;
}

static const struct {
    const char *tree, *focus;
    double width;
    const char *want;
} golden[] = {
    {"boot 100(parse 40(lex 10 ast 25) run 50)", "", 1000,
     "boot@0:0+1000 parse@1:0+400 run@1:400+500 lex@2:0+100 ast@2:100+250"},
    {"a 100(b 60(c 30(d 30(e 3)) c2 20) b2 40(x 40))", "c", 1000,
     "-a@0:0+3333.33 -b@1:0+2000 c@2:0+1000 d@3:0+1000 e@4:0+100"},
    {"a 100(b 60(c 30(d 30(e 3)) c2 20) b2 40(x 40))", "b2", 1000, "-a@0:-1500+2500 b2@1:0+1000 x@2:0+1000"},
    {"root 4(l 1 m 2 r 1)", "m", 400, "-root@0:-200+800 m@1:0+400"}, /* what only touches is not drawn */
    {"r 1000(a 1 b 0.9 c 0.5 d 3)", "", 1000, "r@0:0+1000 a@1:0+1 ~b*2 d@1:2.4+3"},
    {"r 1000(a 0.1 b 0.3 c 0.2 d 0.3)", "", 1000, "r@0:0+1000 ~b*4"},
    {"a 0(b 0)", "", 1000, ""}, /* nothing to draw, nothing divided by zero */
    {"a 5(b 0)", "b", 1000, ""},
    {"", "", 1000, ""},
    {"a 5", "", 0, ""},
};

START_TEST(figures) {
    Arena *arena = arena_new();
    Frames frames = frames_new(arena);
    Tree *tree = tree_text(arena, &frames, golden[_i].tree);
    Levels *levels = levels_build(arena, tree, NULL);
    uint32_t focus = name_node(&frames, tree, golden[_i].focus);
    FlameLayout layout = flame_layout(arena, tree, levels, 0, 0, golden[_i].width, focus, 0, UINT32_MAX);
    Str got = layout_text(arena, &frames, tree, &layout);
    ck_assert_msg(str_is(got, golden[_i].want), "got  %.*s\nwant %s", STR_ARG(got), golden[_i].want);
    ck_assert_uint_eq(layout.drawn + layout.merged + layout.culled, tree->count);
    arena_free(arena);
}
END_TEST

START_TEST(labels_stay_in_view) {
    Arena *arena = arena_new();
    Frames frames = frames_new(arena);
    Tree *tree = tree_text(arena, &frames, "a 100(b 50 c 50(d 6 e 5.9))");
    Levels *levels = levels_build(arena, tree, NULL);
    FlameLayout layout = flame_layout(arena, tree, levels, 0, 0, 100, 2, 0, UINT32_MAX);
    ck_assert_double_eq(layout.boxes[0].label_x, 100); /* a begins 100 px outside */
    ck_assert_double_eq(layout.boxes[1].label_x, 0);
    ck_assert(layout.boxes[2].labelled && layout.boxes[2].width == 12);
    ck_assert(!layout.boxes[3].labelled);
    layout = flame_layout(arena, tree, levels, 0, 0, 100, 2, 1, 2); /* only one row */
    ck_assert_uint_eq(layout.count, 1);
    ck_assert_uint_eq(layout.culled, 4);
    layout = flame_layout(arena, tree, levels, 25, 75, 100, TREE_NONE, 0, 2); /* a range of its own */
    ck_assert(str_is(layout_text(arena, &frames, tree, &layout), "a@0:-50+200 b@1:-50+100 c@1:50+100"));
    arena_free(arena);
}
END_TEST

/* Fractions whose sums are not exact: ten times 0.1 in 1, at every depth. */
static Tree *ragged_tree(Arena *arena, Frames *frames) {
    Text text = text_new(arena);
    for (int i = 0; i < 10; i++) {
        text_addf(&text, "%s%d 1.1(", i ? " " : "", i);
        for (int k = 0; k < 10; k++)
            text_addf(&text, "%sx%d 0.11(y 0.055 z%d 0.055)", k ? " " : "", k, k);
        text_add_char(&text, ')');
    }
    return tree_text(arena, frames, text.data);
}

START_TEST(properties) {
    Arena *arena = arena_new();
    Frames frames = frames_new(arena);
    Tree *tree = ragged_tree(arena, &frames);
    Levels *levels = levels_build(arena, tree, NULL);
    for (uint32_t focus = 0; focus < tree->count; focus++) {
        FlameLayout l = flame_layout(arena, tree, levels, 0, 0, 10 + _i * 97, focus, 0, UINT32_MAX);
        ck_assert_uint_eq(l.drawn + l.merged + l.culled, tree->count);
        for (size_t i = 0; i < l.count; i++) {
            const FlameBox *b = &l.boxes[i];
            ck_assert(isfinite(b->x) && isfinite(b->width) && b->width > 0);
            ck_assert(b->run || b->width >= FLAME_MIN_BOX - 1e-6);
            ck_assert(b->x < 10 + _i * 97 && b->x + b->width > 0);
            ck_assert(i == 0 || l.boxes[i - 1].row < b->row || l.boxes[i - 1].x + l.boxes[i - 1].width <= b->x + 1e-6);
            if (b->row < tree->depth[focus]) /* above the focus: its ancestors alone */
                ck_assert(b->dimmed && b->node < focus && focus < tree->end[b->node]);
        }
    }
    arena_free(arena);
}
END_TEST

Suite *test_flame(void);
Suite *test_flame(void) {
    Suite *s = suite_create("flame");
    TCase *t = tcase_create("flame");
    tcase_add_loop_test(t, figures, 0, sizeof golden / sizeof *golden);
    tcase_add_test(t, labels_stay_in_view);
    tcase_add_loop_test(t, properties, 0, 12);
    suite_add_tcase(s, t);
    return s;
}
