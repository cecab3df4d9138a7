/* layout/palette: keys, stable colours, contrast. */
#include <check.h>

#include "layout/palette.h"
#include "tree_text.h"

static FrameId add_frame(Frames *frames, const char *name, const char *file, const char *module, FrameKind kind) {
    return frames_add(frames, &(Frame){.name = intern_add(frames->strings, str_from(name)),
                                       .file = intern_add(frames->strings, str_from(file)),
                                       .module = intern_add(frames->strings, str_from(module)),
                                       .kind = kind});
}

START_TEST(keys) {
    static const struct {
        const char *name, *file, *module, *want;
    } rows[] = {
        {"f", "/x/y.js", "libfoo.so", "x/y.js"},
        {"f", "", "libfoo.so", "libfoo.so"},
        {"a::b::c::f", "", "libfoo.so", "a::b::"},
        {"0x7fd98bbdcdf1", "", "", "0x"},
        {"0xyz", "", "", "0xyz"},
        {"f", "/home/me/app/node_modules/lodash/get.js", "", "node_modules/lodash/"},
        {"f", "/a/node_modules/x/node_modules/@acme/kit/i.js", "", "node_modules/@acme/kit/"},
        {"f", "node:internal/modules/cjs/loader", "", "node:internal/modules/"},
        {"f", "node:fs", "", "node:fs"},
        {"f", "/usr/lib/python3/site-packages/numpy/core/a.py", "", "site-packages/numpy/"},
        {"f", "/root/.cargo/registry/src/index-1/serde-1.0/src/de.rs", "", "registry/src/index-1/serde-1.0/"},
        {"f", "/go/pkg/mod/github.com/acme/kit@v1/a.go", "", "pkg/mod/github.com/acme/kit@v1/"},
        {"f", "/home/me/app/src/util/log.js", "", "util/log.js"},
        {"f", "log.js", "", "log.js"},
        {"a::b::T::f", "", "", "a::b::"},
        {"plain", "", "", "plain"},
    };
    Arena *arena = arena_new();
    Frames frames = frames_new(arena);
    FrameId f = add_frame(&frames, rows[_i].name, rows[_i].file, rows[_i].module, FRAME_CODE);
    Str got = palette_key(&frames, f);
    ck_assert_msg(str_is(got, rows[_i].want), "got %.*s", STR_ARG(got));
    arena_free(arena);
}
END_TEST

static int spread(Color c) {
    int most = c.r > c.g ? c.r : c.g, least = c.r < c.g ? c.r : c.g;
    most = c.b > most ? c.b : most;
    return most - (c.b < least ? c.b : least);
}

static bool same_color(Color a, Color b) {
    return a.r == b.r && a.g == b.g && a.b == b.b && a.a == b.a;
}

START_TEST(looks) {
    Arena *arena = arena_new();
    Frames frames = frames_new(arena);
    FrameId own = add_frame(&frames, "f", "/app/a.js", "", FRAME_CODE),
            like = add_frame(&frames, "g", "/app/a.js", "", FRAME_CODE);
    FrameId library = add_frame(&frames, "f", "/app/node_modules/x/a.js", "", FRAME_CODE);
    FrameId native = add_frame(&frames, "read", "", "", FRAME_NATIVE),
            gc = add_frame(&frames, "(gc)", "", "", FRAME_GC);
    FrameId root = add_frame(&frames, "(root)", "", "", FRAME_CODE);
    FrameId one = add_frame(&frames, "0x123", "", "", FRAME_CODE),
            two = add_frame(&frames, "0x456", "", "", FRAME_CODE);
    FrameId left = add_frame(&frames, "a::f", "", "/bin/x", FRAME_CODE),
            right = add_frame(&frames, "b::f", "", "/bin/x", FRAME_CODE);
    FrameId kernel = add_frame(&frames, "do_syscall_64", "", "[kernel.kallsyms]", FRAME_CODE);
    for (int light = 0; light < 2; light++) {
        Color *t = palette_table(arena, &frames, COLOR_MODULE, light),
              *n = palette_table(arena, &frames, COLOR_NAME, light);
        ck_assert(same_color(t[own], t[like]));
        ck_assert(!same_color(n[own], n[like]));
        ck_assert_int_gt(spread(t[own]), spread(t[library]));
        ck_assert_int_gt(spread(t[library]), spread(t[native]));
        ck_assert_int_lt(spread(t[gc]), 16);
        ck_assert_int_lt(spread(t[kernel]), 16);
        ck_assert_int_lt(spread(t[root]), 16);
        ck_assert(same_color(t[one], t[two]));
        ck_assert(!same_color(t[left], t[right])); /* one binary, two namespaces */
    }
    arena_free(arena);
}
END_TEST

/* 4.5:1 on every colour there can be; the same in every session: figures written down once. */
START_TEST(contrast) {
    Arena *arena = arena_new();
    Frames frames = frames_new(arena);
    static const char *const files[] = {"/app/%d.c", "/usr/lib/%d.c", "[kernel]%d"};
    for (int i = 0; i < 1500; i++)
        add_frame(&frames, "f", str_format(arena, files[i % 3], i).data, "", i % 7 ? FRAME_CODE : FRAME_NATIVE);
    for (int light = 0; light < 2; light++) {
        Color *t = palette_table(arena, &frames, COLOR_MODULE, light);
        for (size_t f = 0; f < frames.count; f++)
            ck_assert_double_ge(color_contrast(t[f], palette_text_on(t[f])), 4.5);
    }
    for (int i = 0; i <= 24; i++)
        ck_assert_double_ge(color_contrast(palette_ramp(i / 24.0), palette_text_on(palette_ramp(i / 24.0))), 4.5);
    arena_free(arena);
}
END_TEST

START_TEST(same_everywhere) {
    Arena *arena = arena_new();
    Frames frames = frames_new(arena);
    FrameId f = add_frame(&frames, "log", "/app/src/log.js", "", FRAME_CODE);
    Color c = palette_table(arena, &frames, COLOR_MODULE, false)[f];
    ck_assert_uint_eq((uint32_t)c.r << 16 | (uint32_t)c.g << 8 | c.b, 0x88bdd8);
    arena_free(arena);
}
END_TEST

START_TEST(ramp) {
    static const struct {
        double ratio;
        uint32_t want;
    } rows[] = {{0, 0x37afa9},   {1, 0xfebc38},        {0.5, 0xb5b777},
                {0.4, 0xa6b680}, {1.0 / 48, 0x4bb0a5}, /* half goes up */
                {-3, 0x37afa9},  {7, 0xfebc38},        {0.0 / 1, 0x37afa9}};
    ck_assert(same_color(palette_ramp(rows[_i].ratio), color_rgb(rows[_i].want)));
}
END_TEST

START_TEST(nodes) {
    Arena *arena = arena_new();
    Document *d = document_new(arena);
    Tree *tree = tree_text(arena, &d->frames, "a 10(b 4 c 1)");
    TreeStyle style = {.fill = arena_many(arena, StrId, 3)};
    style.fill[1] = intern_add(d->frames.strings, STR("rebeccapurple"));
    style.fill[2] = intern_add(d->frames.strings, STR("no colour"));
    tree->style = &style;
    Color *table = palette_table(arena, &d->frames, COLOR_MODULE, false);
    ck_assert(same_color(palette_node(d, tree, 0, COLOR_RAMP, NULL, false), color_rgb(0xfebc38)));
    ck_assert(same_color(palette_node(d, tree, 1, COLOR_RAMP, NULL, false), color_rgb(0x663399)));
    ck_assert(same_color(palette_node(d, tree, 2, COLOR_RAMP, NULL, false), palette_ramp(0.1)));
    ck_assert(same_color(palette_node(d, tree, 2, COLOR_MODULE, table, false), table[tree->frame[2]]));
    Color hot = palette_node(d, tree, 0, COLOR_SELF, NULL, false),
          cool = palette_node(d, tree, 2, COLOR_SELF, NULL, false);
    ck_assert_int_gt(hot.r - hot.b, cool.r - cool.b);
    arena_free(arena);
}
END_TEST

START_TEST(words) {
    for (ColorRule rule = 0; rule < COLOR_RULES; rule++) {
        ColorRule back;
        ck_assert(color_rule_parse(str_from(color_rule_word(rule)), &back) && back == rule);
    }
    ck_assert(!color_rule_parse(STR("rainbow"), &(ColorRule){0}));
}
END_TEST

Suite *test_palette(void);
Suite *test_palette(void) {
    Suite *s = suite_create("palette");
    TCase *t = tcase_create("palette");
    tcase_add_loop_test(t, keys, 0, 16);
    tcase_add_test(t, looks);
    tcase_add_test(t, contrast);
    tcase_add_test(t, same_everywhere);
    tcase_add_loop_test(t, ramp, 0, 8);
    tcase_add_test(t, nodes);
    tcase_add_test(t, words);
    suite_add_tcase(s, t);
    return s;
}
