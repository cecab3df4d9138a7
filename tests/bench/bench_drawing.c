/* What a frame costs: culling of ten million rectangles at every zoom, hits, and our own raster. */
#include "bench.h"
#include "gen.h"

#include "draw/draw_list.h"
#include "layout/levels.h"
#include "render/glyphs.h"
#include "render/render.h"
#include "walk_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RECTANGLES = 10000000, DEPTH = 60, WIDTH = 1920, HEIGHT = 1080, BOXES = 20000 };

/* ---- culling ---- */
typedef struct Picture {
    const Tree *tree;
    const Levels *levels;
    double from, to;
    Arena *frame;
    const TextMetrics *metrics;
    LevelSlot slots[2 * WIDTH];
} Picture;

static DrawList *new_list(Picture *p) {
    arena_reset(p->frame);
    DrawList *list = draw_new(p->frame, p->metrics, WIDTH, HEIGHT, color_rgb(0x15171c));
    draw_reserve(list, (size_t)DEPTH * WIDTH); /* as the window does */
    return list;
}

static void add_box(const Picture *p, DrawList *list, uint32_t row, uint32_t node, double left, double right) {
    double scale = WIDTH / (p->to - p->from);
    int x0 = left > p->from ? (int)((left - p->from) * scale + 0.5) : 0;
    int x1 = right < p->to ? (int)((right - p->from) * scale + 0.5) : WIDTH;
    draw_rect(list, (Rect){x0, (int)row * 18, x1 > x0 ? x1 - x0 : 1, 17}, color_rgb(node & 0xffffff));
}

static double pixel_of(const Picture *p) {
    return (p->to - p->from) / WIDTH;
}

static uint64_t cull(void *user) {
    Picture *p = user;
    uint64_t drawn = 0;
    for (uint32_t row = 0; row < levels_rows(p->levels); row++)
        drawn += levels_query(p->levels, row, p->from, p->to, pixel_of(p), p->slots, 2 * WIDTH);
    return drawn;
}

static bool is_in_sight(const Picture *p, uint32_t node) {
    return p->tree->start[node] < p->to && tree_right(p->tree, node) > p->from;
}

/* Looks at every rectangle, would draw what is at least a pixel wide and in sight: react-flame-graph's way. */
static uint64_t cull_by_scan(void *user) {
    const Picture *p = user;
    uint64_t drawn = 0;
    double pixel = pixel_of(p);
    for (uint32_t i = 0; i < p->tree->count; i++)
        drawn += p->tree->total[i] >= pixel && is_in_sight(p, i);
    return drawn;
}

static uint64_t draw_culled(void *user) {
    Picture *p = user;
    DrawList *list = new_list(p);
    for (uint32_t row = 0; row < levels_rows(p->levels); row++) {
        size_t count = levels_query(p->levels, row, p->from, p->to, pixel_of(p), p->slots, 2 * WIDTH);
        for (size_t i = 0; i < count; i++)
            add_box(p, list, row, p->slots[i].node, p->slots[i].left, p->slots[i].right);
    }
    return list->layers.data[0].rects.count;
}

/* The same picture, one box a column where they are narrower, from a look at every rectangle. */
static uint64_t draw_scanned(void *user) {
    Picture *p = user;
    const Tree *t = p->tree;
    DrawList *list = new_list(p);
    double pixel = pixel_of(p), end[DEPTH] = {0}; /* of the column that is drawn, by row */
    for (uint32_t i = 0; i < t->count; i++) {
        bool wide = t->total[i] >= pixel;
        uint32_t row = tree_row(t, i);
        if ((!wide && t->start[i] < end[row]) || !is_in_sight(p, i))
            continue;
        add_box(p, list, row, i, t->start[i], tree_right(t, i));
        end[row] = wide ? 0 : ((double)(uint64_t)(t->start[i] / pixel) + 1) * pixel;
    }
    return list->layers.data[0].rects.count;
}

static void bench_hits(Bench *bench, const Picture *p) {
    Random random = {8};
    enum { HITS = 100000 };
    uint64_t found = 0;
    clock_t before = clock();
    for (int i = 0; i < HITS; i++)
        found +=
            levels_hit(p->levels, random_below(&random, DEPTH), p->tree->right * (random_next(&random) / 4294967296.0));
    double ms = (double)(clock() - before) * 1e3 / CLOCKS_PER_SEC / HITS;
    bench_number(bench, found ? "hit test in 10 M rectangles" : "", "ms", ms, 0.1);
}

static void bench_culling(Bench *bench) {
    Arena *arena = arena_new();
    Frames frames = frames_new(arena);
    Picture *p = arena_one(arena, Picture);
    p->tree = walk_tree(arena, &frames, RECTANGLES, DEPTH);
    p->levels = levels_build(arena, p->tree, NULL);
    TextMetrics metrics = text_metrics_plain();
    p->metrics = &metrics;
    p->frame = arena_new();
    double middle = p->tree->right * 0.37, zoom = 1;
    for (int step = 0; step <= 6; step++, zoom *= 10) {
        p->from = step ? middle : 0;
        p->to = p->from + p->tree->right / zoom;
        const char *what = str_c(arena, str_format(arena, "one frame's culling of 10 M rectangles at %gx", zoom));
        bench_row(bench, (BenchTask){what, cull, PLACE_HERE},
                  (BenchTask){"scan of all of them", cull_by_scan, PLACE_HERE}, p, AT_LEAST, step ? 1 : 10);
        if (step == 0)
            bench_row(bench, (BenchTask){"the same and its draw list", draw_culled, PLACE_HERE},
                      (BenchTask){"scan that draws the same", draw_scanned, PLACE_HERE}, p, AT_LEAST, 10);
    }
    bench_hits(bench, p);
    arena_free(p->frame);
    arena_free(arena);
}

/* ---- raster ---- */
typedef struct Screen {
    Renderer *renderer;
    const DrawList *list;
    uint32_t *pixels;
} Screen;

static uint64_t draw_frame(void *user) {
    Screen *screen = user;
    render_frame(screen->renderer, screen->list);
    return render_pixels(screen->renderer).data[WIDTH];
}

static uint64_t clear_frame(void *user) {
    Screen *screen = user;
    memset(screen->pixels, (int)screen->pixels[0] + 1, sizeof *screen->pixels * WIDTH * HEIGHT);
    return screen->pixels[WIDTH];
}

static void bench_raster(Bench *bench) {
    Arena *arena = arena_new();
    Err err = {0};
    Glyphs *glyphs = glyphs_new(arena, &err);
    if (!glyphs) {
        fprintf(stderr, "%s\n", err.message);
        exit(EXIT_FAILURE);
    }
    TextMetrics metrics = glyphs_metrics(glyphs);
    DrawList *list = draw_new(arena, &metrics, WIDTH, HEIGHT, color_rgb(0x15171c));
    Random random = {9};
    for (int i = 0; i < BOXES; i++) {
        Rect box = {(i * 37) % WIDTH, i * 2 % (HEIGHT / 20) * 20, 2 + (int)random_below(&random, 20), 19};
        draw_rect(list, box, color_rgb(0x37afa9 + random_below(&random, 0x404040)));
        if (i % 4 == 0)
            draw_text_in(list, box, ALIGN_LEFT, (TextStyle){FONT_UI, 12}, color_rgb(0x15171c), STR("parse"));
    }
    Screen screen = {render_memory(arena, WIDTH, HEIGHT, glyphs, RENDER_CPU, &err), list,
                     arena_many(arena, uint32_t, WIDTH * HEIGHT)};
    bench_row(bench, (BenchTask){"frame of 20 k rectangles with labels, raster", draw_frame, PLACE_HERE},
              (BenchTask){"memset of its pixels", clear_frame, PLACE_HERE}, &screen, AT_MOST, 14);
    render_free(screen.renderer);
    glyphs_free(glyphs);
    arena_free(arena);
}

void bench_drawing(Bench *bench, Arena *arena) {
    (void)arena;
    bench_culling(bench);
    bench_raster(bench);
}
