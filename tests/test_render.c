/* render: the CPU raster against arithmetic in double, the GPU against the CPU, windows, and PNG read back. */
#include <SDL.h>
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

#include "base/file.h"
#include "render/glyphs.h"
#include "render/render.h"

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

static Pixels draw_on(RenderChoice choice, const DrawList *list, int width, int height) {
    Err err = {0};
    Renderer *renderer = render_memory(arena, width, height, glyphs, choice, &err);
    ck_assert_msg(renderer != NULL, "%s", err.message);
    ck_assert_int_eq(strncmp(render_name(renderer), choice == RENDER_GPU && width ? "gpu (" : "cpu", 3), 0);
    render_frame(renderer, list);
    int w, h;
    render_size(renderer, &w, &h);
    ck_assert(w == width && h == height);
    Pixels from = render_pixels(renderer), to = from;
    size_t size = (size_t)from.stride * (size_t)from.height * 4;
    to.data = arena_alloc(arena, size);
    memcpy(to.data, from.data, size);
    render_free(renderer);
    return to;
}

static uint32_t at(Pixels pixels, int x, int y) {
    return pixels.data[y * pixels.stride + x];
}

static int channel(uint32_t pixel, int shift) {
    return (int)(pixel >> shift & 255);
}

/* The alpha of part k of item i: one part of each is glass, for where glass lies over glass roundings add up. */
static uint8_t glass(int i, int k) {
    return i % 5 == k ? (uint8_t)(i * 37 + 16) : 255;
}

/* Every shape, alpha, clips inside and across the edges, layers, and text of every font. */
static DrawList *scene(int width, int height) {
    static const char *const texts[] = {"module.exports", "函数 関数 함수", "äöüß ÀÉÎ", "a\xF3\xB0\x80\x80\xFFz",
                                        "AVATAR → 4.6 %"};
    DrawList *list = draw_new(arena, &metrics, width, height, color_rgb(0x15171c));
    int count = width < 300 ? 8 : 60;
    for (int i = 0; i < count; i++) {
        int x = i * 67 % (width + 20) - 10, y = i * 41 % (height + 20) - 10;
        uint8_t r = (uint8_t)(i * 71), g = (uint8_t)(i * 37), b = (uint8_t)(255 - i * 3);
        if (i % 12 == 11)
            draw_next_layer(list);
        draw_push_clip(list, (Rect){x - 5, y - 5, 70, 40});
        draw_rect(list, (Rect){x, y, 60, 19}, (Color){r, g, b, glass(i, 0)});
        draw_text(list, x + 3, y + 14, (TextStyle){(FontFace)(i % FONT_COUNT), 9 + i % 13},
                  (Color){g, b, r, glass(i, 1)}, str_from(texts[i % 5]));
        draw_pop_clip(list);
        draw_round(list, (Rect){y, x, 44, 30}, i % 15, (Color){b, g, r, glass(i, 2)});
        draw_round_outline(list, (Rect){x + 20, y + 30, 50, 30}, i % 17, 1 + i % 4, (Color){r, g, b, glass(i, 3)});
        draw_icon(list, (Icon)(i % ICON_COUNT), (Rect){x + 30, y, 8 + i % 40, 8 + i % 40},
                  (Color){r, 255, b, glass(i, 4)});
    }
    return list;
}

static const struct { int width, height; } sizes[] = {{320, 200}, {3840, 2160}, {1, 1}, {0, 0}, {97, 31}};

/* The driver's own leaks are not ours. */
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#define IGNORE_LEAKS() __lsan_disable() /* each test is a process of its own */
#else
#define IGNORE_LEAKS() (void)0
#endif

static bool offscreen(void) {
    IGNORE_LEAKS();
    SDL_setenv("SDL_VIDEODRIVER", "offscreen", 1);
    SDL_Window *window = NULL;
    SDL_GLContext context = NULL;
    if (SDL_Init(SDL_INIT_VIDEO) == 0)
        window = SDL_CreateWindow("", 0, 0, 8, 8, SDL_WINDOW_OPENGL | SDL_WINDOW_HIDDEN);
    if (window)
        context = SDL_GL_CreateContext(window);
    if (!context) {
        fprintf(stderr, "test_render: skipped, SDL has no offscreen OpenGL here: %s\n", SDL_GetError());
        return false;
    }
    SDL_GL_DeleteContext(context);
    SDL_DestroyWindow(window);
    return true;
}

START_TEST(gpu_like_cpu) {
    if (!offscreen())
        return;
    int width = sizes[_i].width, height = sizes[_i].height;
    DrawList *list = scene(width, height);
    Pixels gpu = draw_on(RENDER_GPU, list, width, height), cpu = draw_on(RENDER_CPU, list, width, height);
    int worst = 0, where = 0; /* one assertion: each is a message to the parent */
    for (int i = 0; i < width * height; i++)
        for (int shift = 0; shift < 32; shift += 8) {
            int off = abs(channel(gpu.data[i], shift) - channel(cpu.data[i], shift));
            where = off > worst ? i : where;
            worst = off > worst ? off : worst;
        }
    ck_assert_msg(worst <= 2, "%d off at %d,%d: gpu %08x, cpu %08x", worst, where % width, where / width,
                  gpu.data[where], cpu.data[where]);
    SDL_Quit();
}
END_TEST

/* A driver that lost its textures is given them again. */
START_TEST(gpu_reset) {
    if (!offscreen())
        return;
    Err err = {0};
    Renderer *renderer = render_memory(arena, 320, 200, glyphs, RENDER_GPU, &err);
    DrawList *list = scene(320, 200);
    render_frame(renderer, list);
    uint32_t *before = arena_many(arena, uint32_t, 320 * 200);
    memcpy(before, render_pixels(renderer).data, 320 * 200 * 4);
    SDL_PushEvent(&(SDL_Event){.type = SDL_RENDER_DEVICE_RESET});
    render_frame(renderer, list);
    ck_assert_int_eq(memcmp(render_pixels(renderer).data, before, 320 * 200 * 4), 0);
    render_free(renderer);
    SDL_Quit();
}
END_TEST

/* A list with more glyphs in one layer than the atlas holds. */
START_TEST(gpu_full_atlas) {
    if (!offscreen())
        return;
    DrawList *list = draw_new(arena, &metrics, 1200, 800, color_rgb(0));
    for (int i = 0; i < 700; i++) {
        char text[5] = {0};
        utf8_write(0x5000 + (uint32_t)i, text);
        draw_text(list, i % 40 * 30, 90 + i / 40 * 40, (TextStyle){FONT_UI, 100}, (Color){255, 255, 255, 40},
                  str_copy(arena, str_from(text)));
    }
    uint32_t before = glyphs_atlas(glyphs).generation;
    Pixels cpu = draw_on(RENDER_CPU, list, 1200, 800);
    ck_assert_uint_gt(glyphs_atlas(glyphs).generation, before);
    Pixels gpu = draw_on(RENDER_GPU, list, 1200, 800);
    size_t far = 0;
    for (int i = 0; i < 1200 * 800; i++) /* a dozen layers of glass add a dozen roundings */
        far += abs(channel(gpu.data[i], 8) - channel(cpu.data[i], 8)) > 16;
    ck_assert_uint_eq(far, 0);
    SDL_Quit();
}
END_TEST

/* Text that cannot be told from none would pass every comparison. */
START_TEST(text_is_seen) {
    DrawList *list = draw_new(arena, &metrics, 100, 20, color_rgb(0));
    draw_text(list, 0, 15, (TextStyle){FONT_UI, 12}, color_rgb(0xffffff), STR("llllllll"));
    Pixels pixels = draw_on(RENDER_AUTO, list, 100, 20);
    int bright = 0;
    for (int i = 0; i < 2000; i++)
        bright += channel(pixels.data[i], 8) > 200;
    ck_assert_int_ge(bright, 30);
}
END_TEST

static int over(int below, int above, double alpha) {
    return (int)floor(below + (above - below) * alpha + 0.5);
}

START_TEST(blends_exactly) {
    static const uint8_t levels[] = {0, 1, 2, 63, 127, 128, 200, 254, 255};
    for (int alpha = 1; alpha < 256; alpha++)
        for (size_t a = 0; a < sizeof levels; a++) {
            uint8_t v = levels[a], u = levels[(a * 5 + 3) % sizeof levels];
            DrawList *list = draw_new(arena, &metrics, 40, 3, (Color){u, v, 77, 255});
            draw_rect(list, (Rect){0, 0, 39, 3}, (Color){v, u, v, (uint8_t)alpha});
            Pixels p = draw_on(RENDER_CPU, list, 40, 3);
            uint32_t want = 0xFF000000u | (uint32_t)over(u, v, alpha / 255.0) << 16 |
                            (uint32_t)over(v, u, alpha / 255.0) << 8 | (uint32_t)over(77, v, alpha / 255.0);
            int good = 0;
            for (int x = 0; x < 39; x++)
                good += at(p, x, 1) == want;
            ck_assert_msg(good == 39, "alpha %d, %d over %d: %d of 39", alpha, v, u, good);
            ck_assert_uint_eq(at(p, 39, 2), 0xFF00004Du | (uint32_t)u << 16 | (uint32_t)v << 8);
        }
}
END_TEST

static void blend_slowly(uint32_t *p, Color c, double alpha) {
    *p = 0xFF000000u | (uint32_t)over(channel(*p, 16), c.r, alpha) << 16 |
         (uint32_t)over(channel(*p, 8), c.g, alpha) << 8 | (uint32_t)over(channel(*p, 0), c.b, alpha);
}

static void shape_slowly(Pixels out, const DrawShape *shape) {
    QuadWalk walk = quads_of(glyphs, shape);
    for (Quad q; quads_next(&walk, &q);) {
        Atlas atlas = glyphs_atlas(glyphs);
        for (int i = 0; i < q.w * q.h; i++) {
            int x = i % q.w, y = i / q.w;
            int u = q.u + (q.solid ? 0 : x), v = q.v + (q.solid ? 0 : y);
            double coverage = atlas.data[v * atlas.width + u] / 255.0;
            blend_slowly(&out.data[(q.y + y) * out.stride + q.x + x], shape->color, coverage * shape->color.a / 255.0);
        }
    }
}

/* Blends each pixel by itself, as the raster must whatever it does at once. The list must have the picture's size. */
static Pixels slowly(const DrawList *list) {
    int width = list->width, height = list->height;
    Pixels out = {width, height, width, arena_many(arena, uint32_t, (size_t)(width * height))};
    for (int i = 0; i < width * height; i++)
        blend_slowly(&out.data[i], list->background, 1);
    for (size_t l = 0; l < list->layers.count; l++) {
        const DrawLayer *layer = &list->layers.data[l];
        for (size_t i = 0; i < layer->rects.count; i++) {
            Rect r = layer->rects.data[i].rect;
            for (int y = r.y; y < r.y + r.h; y++)
                for (int x = r.x; x < r.x + r.w; x++)
                    blend_slowly(&out.data[y * width + x], layer->rects.data[i].color,
                                 layer->rects.data[i].color.a / 255.0);
        }
        for (size_t i = 0; i < layer->shapes.count; i++)
            shape_slowly(out, &layer->shapes.data[i]);
    }
    return out;
}

START_TEST(shapes_exactly) {
    for (int width = 290; width < 310; width++) { /* rows end at every place of a run of four */
        DrawList *list = scene(width, 200);
        Pixels fast = draw_on(RENDER_CPU, list, width, 200), slow = slowly(list);
        ck_assert_int_eq(memcmp(fast.data, slow.data, (size_t)width * 200 * 4), 0);
    }
}
END_TEST

START_TEST(rects_exactly) {
    DrawList *list = draw_new(arena, &metrics, 200, 150, color_rgb(0x15171c));
    unsigned seed = 7;
    int y = 0, h = 0;
    for (int i = 0; i < (_i ? 6000 : 2000); i++) { /* the second time so scattered that they are sorted */
        int n[6];
        for (int k = 0; k < 6; k++)
            n[k] = (int)((seed = seed * 1664525u + 1013904223u) >> 16);
        if (_i || i % 31 == 0 || i % 31 > 20) /* twenty of one level, then ten of any */
            y = n[1] % 160 - 10, h = n[3] % 25;
        bool opaque = i % 31 < 20 ? i % 93 < 80 : i % 3;
        draw_rect(list, (Rect){n[0] % 210 - 10, y, n[2] % (i % 62 < 31 ? 9 : 90), h},
                  (Color){(uint8_t)n[4], (uint8_t)n[5], (uint8_t)i, opaque ? 255 : (uint8_t)(n[4] >> 8)});
        if (i == 699 || i == 1400)
            draw_next_layer(list);
    }
    Pixels fast = draw_on(RENDER_CPU, list, 200, 150), slow = slowly(list);
    ck_assert_int_eq(memcmp(fast.data, slow.data, 200 * 150 * 4), 0);
    fast = draw_on(RENDER_CPU, list, 90, 160); /* a picture of another size than the list's */
    for (y = 0; y < 150; y++)
        ck_assert_int_eq(memcmp(fast.data + y * 90, slow.data + y * 200, 90 * 4), 0);
    ck_assert_uint_eq(at(fast, 45, 155), 0xFF15171Cu);
}
END_TEST

START_TEST(window_surface) {
    SDL_setenv("SDL_VIDEODRIVER", "dummy", 1);
    ck_assert_int_eq(SDL_Init(SDL_INIT_VIDEO), 0);
    SDL_Window *window = SDL_CreateWindow("", 0, 0, 320, 200, SDL_WINDOW_RESIZABLE);
    Err err = {0};
    Renderer *renderer = render_window(arena, window, glyphs, RENDER_CPU, &err);
    ck_assert_str_eq(render_name(renderer), "cpu");
    for (int i = 0; i < 2; i++) { /* the second after a change of size */
        int width = i ? 411 : 320, height = i ? 123 : 200, w, h;
        SDL_SetWindowSize(window, width, height);
        SDL_PumpEvents();
        render_size(renderer, &w, &h);
        ck_assert(w == width && h == height);
        DrawList *list = scene(width, height);
        render_frame(renderer, list);
        Pixels shown = render_pixels(renderer), want = draw_on(RENDER_CPU, list, width, height);
        ck_assert(shown.width == width && shown.height == height);
        for (int y = 0; y < height; y++)
            ck_assert_int_eq(memcmp(shown.data + y * shown.stride, want.data + y * want.stride, (size_t)width * 4), 0);
    }
    render_free(renderer);
    SDL_DestroyWindow(window);
    SDL_Quit();
}
END_TEST

START_TEST(no_gpu) {
    SDL_setenv("SDL_VIDEODRIVER", "dummy", 1);
    ck_assert_int_eq(SDL_Init(SDL_INIT_VIDEO), 0);
    SDL_Window *window = SDL_CreateWindow("", 0, 0, 32, 20, 0);
    Err err = {0};
    ck_assert_ptr_null(render_window(arena, window, glyphs, RENDER_GPU, &err));
    ck_assert_int_eq(strncmp(err.message, "cannot draw with the graphics card: ", 36), 0);
    Renderer *renderer = render_window(arena, window, glyphs, RENDER_AUTO, NULL);
    ck_assert_str_eq(render_name(renderer), "cpu");
    DrawList *list = draw_new(arena, &metrics, 32, 20, color_rgb(0xfebc38));
    render_frame(renderer, list);
    ck_assert_uint_eq(at(render_pixels(renderer), 31, 19), 0xFFFEBC38u);
    render_free(renderer);
    SDL_DestroyWindow(window);
    SDL_Quit();
}
END_TEST

static uint32_t get32(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* Undoes the filter of one row in place (PNG, section 9.2). */
static void unfilter(uint8_t *row, const uint8_t *above, int filter, int len) {
    for (int i = 0; i < len; i++) {
        int a = i >= 3 ? row[i - 3] : 0, b = above[i], c = i >= 3 ? above[i - 3] : 0;
        int p = a + b - c, pa = abs(p - a), pb = abs(p - b), pc = abs(p - c);
        int nearest = pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
        const int guess[] = {0, a, b, (a + b) / 2, nearest};
        row[i] = (uint8_t)(row[i] + guess[filter]);
    }
}

/* Reads what render_png writes and nothing else; checks each chunk's sum. */
static Pixels read_png(Str png) {
    const uint8_t *p = (const uint8_t *)png.data, *end = p + png.len;
    ck_assert_int_eq(memcmp(p, "\x89PNG\r\n\x1a\n", 8), 0);
    Pixels out = {0};
    uint8_t *raw = NULL;
    uLongf size = 0;
    for (p += 8; p < end; p += 12 + get32(p)) {
        uint32_t len = get32(p);
        ck_assert_uint_eq(get32(p + 8 + len), (uint32_t)crc32_z(0, p + 4, len + 4));
        if (memcmp(p + 4, "IHDR", 4) == 0) {
            out = (Pixels){(int)get32(p + 8), (int)get32(p + 12), (int)get32(p + 8), NULL};
            ck_assert_int_eq(memcmp(p + 16, "\x08\x02\0\0", 5), 0);
            size = (uLongf)(out.width * 3 + 1) * (uLongf)out.height;
            raw = arena_alloc(arena, size);
        } else if (memcmp(p + 4, "IDAT", 4) == 0)
            ck_assert_int_eq(uncompress(raw, &size, p + 8, len), Z_OK);
        else
            ck_assert_int_eq(memcmp(p, "\0\0\0\0IEND", 8), 0);
    }
    ck_assert_ptr_eq(p, end);
    out.data = arena_many(arena, uint32_t, (size_t)(out.width * out.height));
    int len = out.width * 3;
    const uint8_t *above = arena_alloc(arena, (size_t)len);
    for (int y = 0; y < out.height; y++, raw += len + 1) {
        unfilter(raw + 1, above, raw[0], len);
        above = raw + 1;
        for (int x = 0; x < out.width; x++)
            out.data[y * out.width + x] =
                0xFF000000u | get32(raw + 3 * x) % 0x1000000u; /* the byte before is cut off */
    }
    return out;
}

START_TEST(png_read_back) {
    int width = sizes[_i].width, height = sizes[_i].height;
    Pixels pixels = draw_on(RENDER_CPU, scene(width, height), width, height);
    const char *path = OUT "/test_render.png";
    Err err = {0};
    if (!width) {
        ck_assert(!render_save_png(pixels, path, &err));
        ck_assert_str_eq(err.message, "cannot write '" OUT "/test_render.png': the picture has no pixels");
        return;
    }
    Str bytes;
    ck_assert_msg(render_save_png(pixels, path, &err) && file_read(arena, path, 1 << 26, &bytes, &err), "%s",
                  err.message);
    Pixels back = read_png(bytes);
    ck_assert(back.width == width && back.height == height);
    ck_assert_int_eq(memcmp(back.data, pixels.data, (size_t)(width * height) * 4), 0);
    remove(path);
}
END_TEST

Suite *test_render(void);
Suite *test_render(void) {
    Suite *s = suite_create("render");
    TCase *t = tcase_create("render");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, gpu_like_cpu, 0, 5);
    tcase_add_test(t, gpu_reset);
    tcase_add_test(t, gpu_full_atlas);
    tcase_add_test(t, text_is_seen);
    tcase_add_test(t, blends_exactly);
    tcase_add_loop_test(t, rects_exactly, 0, 2);
    tcase_add_test(t, shapes_exactly);
    tcase_add_test(t, window_surface);
    tcase_add_test(t, no_gpu);
    tcase_add_loop_test(t, png_read_back, 0, 5);
    suite_add_tcase(s, t);
    return s;
}
