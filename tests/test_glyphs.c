/* render/glyphs, shapes, atlas: widths that add up, ink where the widths say, exact coverage, an atlas that fills. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/glyphs.h"
#include "render/render_cpu.h"
#include "render/shapes.h"

static Arena *arena;
static Glyphs *glyphs;
static TextMetrics metrics;

static void setup(void) {
    Err err = {0};
    arena = arena_new();
    glyphs = glyphs_new(arena, &err);
    ck_assert_msg(glyphs != NULL, "%s", err.message);
    metrics = glyphs_metrics(glyphs);
}

static void teardown(void) {
    glyphs_free(glyphs);
    arena_free(arena);
}

static int width(FontFace face, int size, const char *text) {
    return text_width(&metrics, (TextStyle){face, size}, str_from(text));
}

/* At 2048 px a font unit is a pixel. */
START_TEST(widths) {
    static const struct {
        FontFace face;
        const char *text, *same_as;
    } rows[] = {
        {FONT_UI, "", ""},
        {FONT_MONO, "iiii", "MMMM"},
        {FONT_MONO, "->!=", "abcd"},           /* no ligatures */
        {FONT_MONO, "a\tb\x01", "a\\tb\\x01"}, /* what is not seen, as its escape */
        {FONT_UI, "a\xFF", "a\xEF\xBF\xBD"},   /* no UTF-8 */
        {FONT_MONO,
         "a\xE2\x80\xAE\xEF\xBB\xBF"
         "b",
         "a\\u202e\\ufeffb"},                                  /* turned direction, byte order mark */
        {FONT_UI, "\xE2\x9C\x85\xEF\xB8\x8F", "\xE2\x9C\x85"}, /* variation selector */
        {FONT_UI, "函数", "関数"},
        {FONT_BOLD, "함수", "函数"},
        {FONT_UI, "äöü", "aou"},
    };
    ck_assert_int_eq(width(rows[_i].face, 2048, rows[_i].text), width(rows[_i].face, 2048, rows[_i].same_as));
}
END_TEST

/* Every letter of an escape is drawn, and the text behind it stands where the width says. */
START_TEST(escapes_are_drawn) {
    static const char *const texts[] = {"ab\xE2\x80\xAE\xE2\x80\x8Bz", "\x1b[0m", "a\n", "\xF3\xA0\x80\x81"},
                             *const same[] = {"ab\\u202e\\u200bz", "\\x1b[0m", "a\\n", "\\ue0001"};
    DrawList *list = draw_new(arena, &metrics, 1000, 100, color_rgb(0));
    for (int i = 0; i < 2; i++)
        draw_text(list, 10, 50, (TextStyle){FONT_MONO, 20}, color_rgb(0xFFFFFF), str_from(i ? same[_i] : texts[_i]));
    const DrawShape *shapes = list->layers.data[0].shapes.data;
    QuadWalk a = quads_of(glyphs, &shapes[0]), b = quads_of(glyphs, &shapes[1]);
    Quad from_a, from_b;
    int count = 0;
    while (quads_next(&b, &from_b)) {
        ck_assert(quads_next(&a, &from_a));
        ck_assert_int_eq(from_a.x, from_b.x);
        ck_assert_int_eq(from_a.u, from_b.u);
        count++;
    }
    ck_assert(!quads_next(&a, &from_a));
    ck_assert_int_eq(count, (int)strlen(same[_i]));
}
END_TEST

START_TEST(widths_scale) {
    static const char *const texts[] = {"module.exports", "AVATAR To", "函数 関数 함수", "1 204 · 4.6 %"};
    for (FontFace face = 0; face < FONT_COUNT; face++)
        for (size_t i = 0; i < 4; i++) {
            int units = width(face, 2048, texts[i]);
            for (int size = 1; size < 60; size++)
                ck_assert_int_eq(width(face, size, texts[i]), (units * size + 2047) / 2048);
        }
}
END_TEST

START_TEST(kerning) {
    ck_assert_int_lt(width(FONT_UI, 2048, "AV"), width(FONT_UI, 2048, "A") + width(FONT_UI, 2048, "V") - 100);
    ck_assert_int_eq(width(FONT_UI, 2048, "HH"), 2 * width(FONT_UI, 2048, "H"));
    ck_assert_int_eq(width(FONT_UI, 2048, "->"), width(FONT_UI, 2048, "-") + width(FONT_UI, 2048, ">"));
}
END_TEST

START_TEST(lines) {
    TextLine line = metrics.line(metrics.user, (TextStyle){FONT_UI, 12});
    ck_assert_int_eq(line.ascent, 12);
    ck_assert_int_eq(line.descent, 3);
}
END_TEST

/* The quads of a text, and the box around them. */
static Rect ink(FontFace face, int size, const char *text, Rect clip, size_t *count) {
    DrawShape shape = {.kind = SHAPE_TEXT, .face = (uint8_t)face, .size = size, .clip = clip, .text = str_from(text)};
    QuadWalk walk = quads_of(glyphs, &shape);
    int x0 = 1 << 20, y0 = 1 << 20, x1 = -x0, y1 = -x0;
    *count = 0;
    for (Quad q; quads_next(&walk, &q); ++*count) {
        Atlas atlas = glyphs_atlas(glyphs);
        ck_assert(q.w > 0 && q.h > 0 && q.u + q.w <= atlas.width && q.v + q.h <= atlas.height);
        x0 = q.x < x0 ? q.x : x0, y0 = q.y < y0 ? q.y : y0;
        x1 = q.x + q.w > x1 ? q.x + q.w : x1, y1 = q.y + q.h > y1 ? q.y + q.h : y1;
    }
    return (Rect){x0, y0, x1 - x0, y1 - y0};
}

START_TEST(ink_fits_width) {
    static const struct {
        const char *text;
        size_t quads;
    } rows[] = {{"module.exports", 14}, {"a b", 2}, {" ", 0},
                {"函数 関数 함수", 6},  {"Äöü", 3}, {"\xF3\xB0\x80\x80", 1}};
    static const Rect all = {-1000, -1000, 3000, 3000};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int size = 9; size < 40; size += 3) {
            size_t count;
            Rect box = ink(FONT_UI, size, rows[i].text, all, &count);
            ck_assert_uint_eq(count, rows[i].quads);
            if (!count)
                continue;
            ck_assert_int_ge(box.x, -1);
            ck_assert_int_le(box.x + box.w, width(FONT_UI, size, rows[i].text) + 1);
            ck_assert_int_ge(box.y, -size - 1);
            ck_assert_int_le(box.y + box.h, size / 3 + 1);
        }
}
END_TEST

START_TEST(ink_in_clip) {
    size_t count;
    Rect box = ink(FONT_UI, 12, "executeUserEntryPoint", (Rect){20, -4, 30, 3}, &count);
    ck_assert_uint_ge(count, 3);
    ck_assert(box.x >= 20 && box.y >= -4 && box.x + box.w <= 50 && box.y + box.h <= -1);
    ink(FONT_UI, 12, "executeUserEntryPoint", (Rect){20, 40, 30, 3}, &count);
    ck_assert_uint_eq(count, 0);
}
END_TEST

static double area(Coverage c) {
    double sum = 0;
    for (int i = 0; i < c.w * c.h; i++)
        sum += c.data[i] / 255.0;
    return sum;
}

START_TEST(corners) {
    for (int r = 1; r < 60; r++) {
        Coverage first = shapes_fill(arena, shapes_corner(arena, r, 0), r, r);
        ck_assert_double_eq_tol(area(first), M_PI / 4 * r * r, 0.001 * r * r + 0.05);
        for (int which = 1; which < 4; which++) {
            Coverage c = shapes_fill(arena, shapes_corner(arena, r, which), r, r);
            int worst = 0;
            for (int y = 0; y < r; y++)
                for (int x = 0; x < r; x++) {
                    int sx = which == 1 || which == 2 ? r - 1 - x : x, sy = which >= 2 ? r - 1 - y : y;
                    int off = abs(c.data[y * r + x] - first.data[sy * r + sx]);
                    worst = off > worst ? off : worst;
                }
            ck_assert_int_le(worst, 1);
        }
        for (int t = 1; t <= r; t++) {
            double inner = r - t;
            Coverage ring = shapes_fill(arena, shapes_ring(arena, r, t, 2), r, r);
            ck_assert_double_eq_tol(area(ring), M_PI / 4 * (r * r - inner * inner), 0.002 * r * r + 0.1);
        }
    }
}
END_TEST

START_TEST(icons) {
    for (Icon icon = 0; icon < ICON_COUNT; icon++)
        for (int size = 6; size < 70; size++) {
            Coverage c = shapes_fill(arena, shapes_icon(arena, icon, size, true), size, size);
            double share = area(c) / size / size;
            ck_assert_msg(share > 0.04 && share < 0.6, "icon %d at %d covers %g", icon, size, share);
            int grey = 0;
            for (int i = 0; i < size * size; i++)
                grey += c.data[i] != 0 && c.data[i] != 255;
            ck_assert(icon != ICON_PLUS || grey == 0); /* sharp at every size */
        }
}
END_TEST

START_TEST(exact_coverage) {
    Path path = shapes_icon(arena, ICON_DOWN, 16, false); /* a triangle of 9 by 6 */
    ck_assert_double_eq_tol(area(shapes_fill(arena, path, 16, 16)), 9 * 6 / 2.0, 0.1);
    path = shapes_icon(arena, ICON_THEME, 160, false);
    double ring = M_PI * (56 * 56 - 44 * 44), half = M_PI * 44 * 44 / 2;
    ck_assert_double_eq_tol(area(shapes_fill(arena, path, 160, 160)), ring + half, 0.03 * (ring + half));
}
END_TEST

static Pixels picture(Glyphs *by, int from, int to) {
    TextMetrics m = glyphs_metrics(by);
    DrawList *list = draw_new(arena, &m, 800, 600, (Color){0, 0, 0, 255});
    for (int i = from; i < to; i++) {
        char text[5] = {0};
        utf8_write(0x4E00 + (uint32_t)i, text);
        draw_text(list, i % 8 * 100, 90 + i % 6 * 100, (TextStyle){FONT_UI, 100}, (Color){255, 255, 255, 255},
                  str_copy(arena, str_from(text)));
    }
    Pixels out = {800, 600, 800, arena_many(arena, uint32_t, 800 * 600)};
    render_cpu_draw(out, list, by);
    return out;
}

/* 4 million pixels of atlas do not hold 900 glyphs of 100 px: it grows, is emptied, and goes on. */
START_TEST(full_atlas) {
    uint32_t generation = 0;
    int height = 0, grown = 0, emptied = 0;
    for (int i = 0; i < 900; i += 20) {
        picture(glyphs, i, i + 20);
        Atlas atlas = glyphs_atlas(glyphs);
        grown += atlas.height > height;
        emptied += atlas.generation != generation;
        height = atlas.height, generation = atlas.generation;
    }
    ck_assert_int_ge(grown, 4);
    ck_assert_int_ge(emptied, 1);
    ck_assert_int_eq(height, 4096);
    Err err = {0};
    Glyphs *fresh = glyphs_new(arena, &err);
    Pixels a = picture(glyphs, 100, 148), b = picture(fresh, 100, 148);
    ck_assert_int_eq(memcmp(a.data, b.data, 800 * 600 * 4), 0);
    glyphs_free(fresh);
}
END_TEST

Suite *test_glyphs(void);
Suite *test_glyphs(void) {
    Suite *s = suite_create("glyphs");
    TCase *t = tcase_create("glyphs");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, widths, 0, 10);
    tcase_add_test(t, widths_scale);
    tcase_add_loop_test(t, escapes_are_drawn, 0, 4);
    tcase_add_test(t, kerning);
    tcase_add_test(t, lines);
    tcase_add_test(t, ink_fits_width);
    tcase_add_test(t, ink_in_clip);
    tcase_add_test(t, corners);
    tcase_add_test(t, icons);
    tcase_add_test(t, exact_coverage);
    tcase_add_test(t, full_atlas);
    suite_add_tcase(s, t);
    return s;
}
