/* The raster: a clear, then each layer's rectangles as runs of pixels and its shapes as coverage. Blending rounds as
 * a GPU does, so that both renderers agree. */
#include "render/render_cpu.h"

static uint32_t pack_color(Color c) {
    return 0xFF000000u | (uint32_t)c.r << 16 | (uint32_t)c.g << 8 | c.b;
}

static uint32_t div255(uint32_t x) {
    x += 128;
    return (x + (x >> 8)) >> 8;
}

/* below painted over with above at alpha, all channels rounded to nearest; two channels at a time. */
static uint32_t blend(uint32_t below, uint32_t above, uint32_t alpha) {
    uint32_t rest = 255 - alpha, even = 0x00FF00FF, half = 0x00800080;
    uint32_t rb = (above & even) * alpha + (below & even) * rest + half;
    uint32_t g = (above >> 8 & 0xFF) * alpha + (below >> 8 & 0xFF) * rest;
    rb = (rb + (rb >> 8 & even)) >> 8 & even;
    return 0xFF000000u | rb | div255(g) << 8;
}

static void fill_rows(Pixels out, Rect r, uint32_t color) {
    for (int y = r.y; y < r.y + r.h; y++) {
        uint32_t *row = out.data + (size_t)y * (size_t)out.stride + r.x;
        for (int x = 0; x < r.w; x++)
            row[x] = color;
    }
}

static void blend_rows(Pixels out, Rect r, uint32_t color, uint32_t alpha) {
    for (int y = r.y; y < r.y + r.h; y++) {
        uint32_t *row = out.data + (size_t)y * (size_t)out.stride + r.x;
        for (int x = 0; x < r.w; x++)
            row[x] = blend(row[x], color, alpha);
    }
}

static void draw_rects(Pixels out, const DrawLayer *layer) {
    Rect all = {0, 0, out.width, out.height};
    for (size_t i = 0; i < layer->rects.count; i++) {
        const DrawRect *rect = &layer->rects.data[i];
        Rect seen = rect_meet(rect->rect, all);
        if (rect->color.a == 255)
            fill_rows(out, seen, pack_color(rect->color));
        else
            blend_rows(out, seen, pack_color(rect->color), rect->color.a);
    }
}

/* Coverage times alpha as a share of 255 * 255: rounded to a byte first, faint text would be off by more than one. */
static uint32_t blend_finely(uint32_t below, uint32_t above, uint32_t share) {
    enum { ONE = 255 * 255 };
    uint32_t out = 0xFF000000u;
    for (int shift = 0; shift < 24; shift += 8) {
        uint32_t sum = (above >> shift & 255) * share + (below >> shift & 255) * (ONE - share);
        out |= (sum + ONE / 2) / ONE << shift;
    }
    return out;
}

static void cover_row(uint32_t *row, const uint8_t *coverage, int count, uint32_t color) {
    for (int x = 0; x < count; x++)
        if (coverage[x])
            row[x] = blend(row[x], color, coverage[x]);
}

static void cover_row_faintly(uint32_t *row, const uint8_t *coverage, int count, uint32_t color, uint32_t alpha) {
    for (int x = 0; x < count; x++)
        if (coverage[x])
            row[x] = blend_finely(row[x], color, coverage[x] * alpha);
}

static void draw_quad(Pixels out, Atlas atlas, Quad quad, Color color) {
    for (int y = 0; y < quad.h; y++) {
        const uint8_t *coverage = atlas.data + (size_t)(quad.v + y) * (size_t)atlas.width + quad.u;
        uint32_t *row = out.data + (size_t)(quad.y + y) * (size_t)out.stride + quad.x;
        if (color.a == 255)
            cover_row(row, coverage, quad.w, pack_color(color));
        else
            cover_row_faintly(row, coverage, quad.w, pack_color(color), color.a);
    }
}

static void draw_shapes(Pixels out, const DrawLayer *layer, Glyphs *glyphs) {
    Rect all = {0, 0, out.width, out.height};
    for (size_t i = 0; i < layer->shapes.count; i++) {
        DrawShape shape = layer->shapes.data[i];
        shape.clip = rect_meet(shape.clip, all);
        QuadWalk walk = quads_of(glyphs, &shape);
        for (Quad quad; quads_next(&walk, &quad);)
            draw_quad(out, glyphs_atlas(glyphs), quad, shape.color);
    }
}

void render_cpu_draw(Pixels out, const DrawList *list, Glyphs *glyphs) {
    fill_rows(out, (Rect){0, 0, out.width, out.height}, pack_color(list->background));
    for (size_t i = 0; i < list->layers.count; i++) {
        draw_rects(out, &list->layers.data[i]);
        draw_shapes(out, &list->layers.data[i], glyphs);
    }
}
