/* render/render_svg: what each kind of shape becomes, escaping, and clips only where something is cut. */
#include <check.h>

#include "render/render.h"

static const struct {
    const char *name, *want; /* all that follows the background */
} rows[] = {
    {"rects", "<g shape-rendering=\"crispEdges\">\n"
              "<rect x=\"1\" y=\"2\" width=\"3\" height=\"4\" fill=\"#febc38\"/>\n"
              "<rect x=\"90\" y=\"40\" width=\"10\" height=\"10\" fill=\"#febc38\" fill-opacity=\"0.502\"/>\n"
              "</g>\n</svg>\n"},
    {"texts", "<g shape-rendering=\"crispEdges\">\n</g>\n"
              "<text class=\"mono\" x=\"5\" y=\"20\" font-size=\"10\" textLength=\"60\" fill=\"#febc38\">"
              "a&lt;b&gt; &amp;\\x01</text>\n"
              "<clipPath id=\"c0\"><rect x=\"10\" y=\"0\" width=\"20\" height=\"50\"/></clipPath>\n"
              "<text class=\"ui\" x=\"5\" y=\"40\" font-size=\"10\" textLength=\"48\" fill=\"#febc38\" "
              "clip-path=\"url(#c0)\">clipped!</text>\n</svg>\n"},
    {"shapes", "<g shape-rendering=\"crispEdges\">\n"
               "<rect x=\"12\" y=\"10\" width=\"6\" height=\"1\" fill=\"#febc38\"/>\n"
               "</g>\n"
               "<path d=\"M10 12C10 10.895 10.895 10 12 10L12 11C11.448 11 11 11.448 11 12Z\" fill=\"#febc38\"/>\n"
               "<clipPath id=\"c0\"><rect x=\"0\" y=\"0\" width=\"19\" height=\"12\"/></clipPath>\n"
               "<path d=\"M18 10C19.105 10 20 10.895 20 12L19 12C19 11.448 18.552 11 18 11Z\" fill=\"#febc38\" "
               "clip-path=\"url(#c0)\"/>\n"
               "<path d=\"M2.625 4L9.375 4L6 8Z\" fill=\"#febc38\"/>\n</svg>\n"},
};

START_TEST(as_svg) {
    Arena *arena = arena_new();
    TextMetrics metrics = text_metrics_plain();
    DrawList *list = draw_new(arena, &metrics, 100, 50, color_rgb(0x15171c));
    Color c = color_rgb(0xfebc38);
    if (str_is(str_from(rows[_i].name), "rects")) {
        draw_rect(list, (Rect){1, 2, 3, 4}, c);
        draw_rect(list, (Rect){90, 40, 40, 40}, color_alpha(c, 128));
    } else if (str_is(str_from(rows[_i].name), "texts")) {
        draw_text(list, 5, 20, (TextStyle){FONT_MONO, 10}, c, STR("a<b> &\x01"));
        draw_push_clip(list, (Rect){10, 0, 20, 50});
        draw_text(list, 5, 40, (TextStyle){FONT_UI, 10}, c, STR("clipped!"));
    } else {
        draw_push_clip(list, (Rect){0, 0, 19, 12});
        draw_round_outline(list, (Rect){10, 10, 10, 10}, 2, 1, c);
        draw_icon(list, ICON_DOWN, (Rect){0, 0, 12, 12}, c);
    }
    Str svg = render_svg(arena, list),
        background = STR("<rect x=\"0\" y=\"0\" width=\"100\" height=\"50\" fill=\"#15171c\"/>\n");
    ck_assert(
        str_starts(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"100\" height=\"50\" "));
    size_t body = str_find(svg, background, 0);
    ck_assert_uint_ne(body, SIZE_MAX);
    ck_assert_str_eq(svg.data + body + background.len, rows[_i].want);
    arena_free(arena);
}
END_TEST

Suite *test_render_svg(void);
Suite *test_render_svg(void) {
    Suite *s = suite_create("render_svg");
    TCase *t = tcase_create("render_svg");
    tcase_add_loop_test(t, as_svg, 0, sizeof rows / sizeof *rows);
    suite_add_tcase(s, t);
    return s;
}
