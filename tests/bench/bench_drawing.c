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
    LevelSlot slots[2 * WIDTH];
} Picture;

static uint64_t cull(void *user) {
    Picture *p = user;
    uint64_t drawn = 0;
    for (uint32_t row = 0; row < levels_rows(p->levels); row++)
        drawn += levels_query(p->levels, row, p->from, p->to, (p->to - p->from) / WIDTH, p->slots, 2 * WIDTH);
    return drawn;
}

/* Looks at every rectangle, draws what is at least a pixel wide and in sight: react-flame-graph's way. */
static uint64_t cull_by_scan(void *user) {
    const Picture *p = user;
    uint64_t drawn = 0;
    double pixel = (p->to - p->from) / WIDTH;
    for (uint32_t i = 0; i < p->tree->count; i++)
        drawn += p->tree->total[i] >= pixel && p->tree->start[i] < p->to && tree_right(p->tree, i) > p->from;
    return drawn;
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
    double middle = p->tree->right * 0.37, zoom = 1;
    for (int step = 0; step <= 6; step++, zoom *= 10) {
        p->from = step ? middle : 0;
        p->to = p->from + p->tree->right / zoom;
        const char *what = str_c(arena, str_format(arena, "one frame's culling of 10 M rectangles at %gx", zoom));
        bench_row(bench, what, cull, "scan of all of them", cull_by_scan, p, AT_LEAST, step ? 1 : 10);
    }
    bench_hits(bench, p);
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
    bench_row(bench, "frame of 20 k rectangles with labels, raster", draw_frame, "memset of its pixels", clear_frame,
              &screen, AT_MOST, 14);
    render_free(screen.renderer);
    glyphs_free(glyphs);
    arena_free(arena);
}

void bench_drawing(Bench *bench, Arena *arena) {
    (void)arena;
    bench_culling(bench);
    bench_raster(bench);
}
