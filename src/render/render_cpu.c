/* The raster: rectangles as runs of pixels, shapes as coverage; blending rounds to nearest, as a GPU does. Memory is
 * what costs, so a row is cleared only when something is about to be painted on it, and frames of one level are
 * painted as one line that is laid over all their rows. */
#include "render/render_cpu.h"

#include <wchar.h>

/* Four pixels, and their 16 channels with room to multiply. The compiler makes SSE2, NEON or plain code of them;
 * what takes or returns them is inlined, so that no ABI matters. */
typedef uint32_t Four __attribute__((vector_size(16)));
typedef uint8_t Bytes __attribute__((vector_size(16)));
typedef uint16_t Wide __attribute__((vector_size(32)));
typedef uint16_t Words __attribute__((vector_size(16)));
#define INLINE static inline __attribute__((always_inline))
#ifdef __clang__
#define INTERLEAVE(v, T, ...) __builtin_shufflevector(v, v, __VA_ARGS__)
#else
#define INTERLEAVE(v, T, ...) __builtin_shuffle(v, v, (T){__VA_ARGS__})
#endif

enum {
    LONG = 64,   /* pixels from which on the C library fills faster */
    FEW = 6,     /* rectangles that are not worth a line */
    SPARSE = 32, /* pixels of a line for each of its rectangles */
    MANY = 2000, /* jumps from level to level that are worth sorting */
    BAND = 32,   /* rows; 250 KB of a wide window */
};

typedef struct Canvas {
    Pixels out;
    uint32_t background;
    uint8_t *touched; /* for each row: it holds what is to be seen */
    uint32_t *line;   /* as long as a row */
} Canvas;

static uint32_t pack_color(Color c) {
    return 0xFF000000u | (uint32_t)c.r << 16 | (uint32_t)c.g << 8 | c.b;
}

INLINE Four load(const uint32_t *from) {
    Four four;
    memcpy(&four, from, sizeof four);
    return four;
}

INLINE void store(uint32_t *to, Four four) {
    memcpy(to, &four, sizeof four);
}

INLINE Wide widen(Four four) {
    return __builtin_convertvector((Bytes)four, Wide);
}

/* x / 255 of each channel, rounded to nearest, for x up to 255 * 255. */
INLINE Four over_255(Wide x) {
    x += 128;
    return (Four) __builtin_convertvector((x + (x >> 8)) >> 8, Bytes);
}

/* The coverages of four pixels, each for the four channels of its own; keep cuts off those of no concern. */
INLINE Wide spread(const uint8_t *coverage, const uint8_t keep[4]) {
    uint32_t c, mask;
    memcpy(&c, coverage, sizeof c);
    memcpy(&mask, keep, sizeof mask);
    Bytes b = (Bytes)(Four){c & mask};
    /* in the order of an interleave with itself, which compilers know as one instruction */
    Words w = (Words)INTERLEAVE(b, Bytes, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    return widen((Four)INTERLEAVE(w, Words, 0, 8, 1, 9, 2, 10, 3, 11));
}

/* below painted over with above where coverage is 255, and in part where it is less. */
INLINE Four cover(Four below, Wide above, Wide coverage) {
    return over_255(above * coverage + widen(below) * (255 - coverage));
}

static const uint8_t keep_first[5][4] = {{0}, {255}, {255, 255}, {255, 255, 255}, {255, 255, 255, 255}};

/* One to three pixels at the end of a run; row_end is where the row has no more room. */
INLINE void cover_last(uint32_t *row, Wide above, const uint8_t *coverage, int count, const uint32_t *row_end) {
    uint32_t room[4] = {0};
    Wide c = spread(coverage, keep_first[count]);
    if (row + 4 <= row_end) { /* what is not covered stays as it is */
        store(row, cover(load(row), above, c));
        return;
    }
    memcpy(room, row, (size_t)count * sizeof *row);
    store(room, cover(load(room), above, c));
    memcpy(row, room, (size_t)count * sizeof *row);
}

/* Reads up to 3 bytes past the coverage. */
static void cover_row(uint32_t *row, const uint8_t *coverage, int count, uint32_t color, const uint32_t *row_end) {
    Wide above = widen((Four){color, color, color, color});
    for (; count >= 4; count -= 4, row += 4, coverage += 4)
        store(row, cover(load(row), above, spread(coverage, keep_first[4])));
    if (count > 0)
        cover_last(row, above, coverage, count, row_end);
}

/* The C library's own for long runs: as fast as memset. */
static void fill_long(uint32_t *row, int count, uint32_t color) {
#if WCHAR_MAX > 0xFFFF
    wmemset((wchar_t *)row, (wchar_t)color, (size_t)count);
#else
    for (int x = 0; x < count; x++)
        row[x] = color;
#endif
}

/* Two stores that overlap end a run of any length: frames of a few pixels are the rule where there are many. */
INLINE void fill_row(uint32_t *row, int count, uint32_t color) {
    uint32_t *end = row + count;
    if (count >= LONG) {
        fill_long(row, count, color);
        return;
    }
    if (count < 4) {
        for (; row < end; row++)
            *row = color;
        return;
    }
    Four four = {color, color, color, color};
    for (; row < end - 4; row += 4)
        store(row, four);
    store(end - 4, four);
}

static uint32_t *at(Pixels out, int x, int y) {
    return out.data + (size_t)y * (size_t)out.stride + x;
}

static void touch(Canvas *canvas, int y, int until) {
    for (; y < until; y++) {
        if (!canvas->touched[y])
            fill_long(at(canvas->out, 0, y), canvas->out.width, canvas->background);
        canvas->touched[y] = 1;
    }
}

static void fill_rows(Pixels out, Rect r, uint32_t color) {
    for (int y = r.y; y < r.y + r.h; y++)
        fill_row(at(out, r.x, y), r.w, color);
}

static void blend_rows(Pixels out, Rect r, uint32_t color, uint8_t alpha) {
    const uint8_t coverage[4] = {alpha, alpha, alpha, alpha};
    Wide above = widen((Four){color, color, color, color}), rest = (Wide){0} + (uint16_t)(255 - alpha);
    Wide part = above * alpha;
    for (int y = r.y; y < r.y + r.h; y++) {
        uint32_t *row = at(out, r.x, y), *end = row + r.w;
        for (; row + 4 <= end; row += 4)
            store(row, over_255(widen(load(row)) * rest + part));
        if (row < end)
            cover_last(row, above, coverage, (int)(end - row), at(out, 0, y) + out.width);
    }
}

static void draw_rect_of(Canvas *canvas, const DrawRect *rect) {
    Pixels out = canvas->out;
    Rect seen = rect_meet(rect->rect, (Rect){0, 0, out.width, out.height});
    bool opaque = rect->color.a == 255;
    if (rect_is_empty(seen))
        return;
    if (opaque && seen.w == out.width)
        memset(canvas->touched + seen.y, 1, (size_t)seen.h); /* no need to clear */
    touch(canvas, seen.y, seen.y + seen.h);
    if (opaque)
        fill_rows(out, seen, pack_color(rect->color));
    else
        blend_rows(out, seen, pack_color(rect->color), rect->color.a);
}

/* Lays a line over a row of the picture; 0 lets through what is there. */
static void lay_line(uint32_t *row, const uint32_t *line, int count) {
    int i = 0;
    for (; i + 4 <= count; i += 4) {
        Four four = load(line + i);
        store(row + i, four | (load(row + i) & (Four)(four == 0)));
    }
    for (; i < count; i++)
        row[i] = line[i] ? line[i] : row[i];
}

/* Lays the line on rows y .. until-1 from column x on. All rows that were bare come out alike. */
static void lay_on_rows(Canvas *canvas, int x, int count, int y, int until) {
    Pixels out = canvas->out;
    const uint32_t *first = NULL;
    for (; y < until; y++) {
        bool bare = !canvas->touched[y];
        if (bare && first) {
            memcpy(at(out, 0, y), first, (size_t)out.width * sizeof *first);
            canvas->touched[y] = 1;
            continue;
        }
        touch(canvas, y, y + 1);
        lay_line(at(out, x, y), canvas->line + x, count);
        first = bare ? at(out, 0, y) : first;
    }
}

/* Opaque rectangles with the same rows, from left to right-1: all their rows are alike. */
static void draw_level(Canvas *canvas, const DrawRect *rects, size_t count, int left, int right) {
    Rect all = {0, 0, canvas->out.width, canvas->out.height};
    Rect window = rect_meet((Rect){left, rects->rect.y, right - left, rects->rect.h}, all);
    if (rect_is_empty(window))
        return;
    memset(canvas->line + window.x, 0, (size_t)window.w * sizeof *canvas->line);
    for (size_t i = 0; i < count; i++) {
        int x = rects[i].rect.x, end = x + rects[i].rect.w;
        x = x < window.x ? window.x : x;
        end = end > window.x + window.w ? window.x + window.w : end;
        if (x < end)
            fill_row(canvas->line + x, end - x, pack_color(rects[i].color));
    }
    lay_on_rows(canvas, window.x, window.w, window.y, window.y + window.h);
}

static bool same_rows(const DrawRect *a, const DrawRect *b) {
    return a->rect.y == b->rect.y && a->rect.h == b->rect.h;
}

static void draw_rects(Canvas *canvas, const DrawRect *rects, size_t count) {
    if (count == 0)
        return;
    const DrawRect *end = rects + count, *next;
    for (; rects < end; rects = next) {
        int left = rects->rect.x, right = left;
        for (next = rects; next < end && next->color.a == 255 && same_rows(next, rects); next++) {
            left = next->rect.x < left ? next->rect.x : left;
            right = next->rect.x + next->rect.w > right ? next->rect.x + next->rect.w : right;
        }
        size_t alike = (size_t)(next - rects);
        if (alike >= FEW && (size_t)(right - left) < alike * SPARSE) {
            draw_level(canvas, rects, alike, left, right);
            continue;
        }
        next = alike ? next : rects + 1;
        for (const DrawRect *rect = rects; rect < next; rect++)
            draw_rect_of(canvas, rect);
    }
}

/* Many rectangles that jump up and down the picture: each would wait for memory. */
static bool are_scattered(const DrawRect *rects, size_t count) {
    size_t jumps = 0;
    for (size_t i = 1; i < count; i++)
        jumps += !same_rows(&rects[i], &rects[i - 1]);
    return jumps > MANY;
}

/* Cuts them into bands of the picture that fit the second cache; within one their order stays. */
static const DrawRect *by_band(Arena *arena, Pixels out, const DrawRect *rects, size_t *count) {
    Rect all = {0, 0, out.width, out.height};
    size_t *ends = arena_many(arena, size_t, (size_t)(out.height / BAND + 2)), total = 0;
    for (size_t i = 0; i < *count; i++) {
        Rect r = rect_meet(rects[i].rect, all);
        for (int y = r.y / BAND * BAND; !rect_is_empty(r) && y < r.y + r.h; y += BAND, total++)
            ends[y / BAND + 1]++;
    }
    for (int band = 1; band <= out.height / BAND; band++)
        ends[band] += ends[band - 1];
    DrawRect *sorted = arena_many(arena, DrawRect, total);
    for (size_t i = 0; i < *count; i++) {
        Rect r = rect_meet(rects[i].rect, all);
        for (int y = r.y / BAND * BAND; !rect_is_empty(r) && y < r.y + r.h; y += BAND)
            sorted[ends[y / BAND]++] = (DrawRect){rect_meet(r, (Rect){0, y, out.width, BAND}), rects[i].color};
    }
    *count = total;
    return sorted;
}

static void draw_layer_rects(Canvas *canvas, Arena *arena, const DrawLayer *layer) {
    const DrawRect *rects = layer->rects.data;
    size_t count = layer->rects.count;
    if (are_scattered(rects, count))
        rects = by_band(arena, canvas->out, rects, &count);
    draw_rects(canvas, rects, count);
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

static void cover_row_faintly(uint32_t *row, const uint8_t *coverage, int count, uint32_t color, uint32_t alpha) {
    for (int x = 0; x < count; x++)
        if (coverage[x])
            row[x] = blend_finely(row[x], color, coverage[x] * alpha);
}

static void draw_quad(Pixels out, Atlas atlas, Quad quad, Color color) {
    uint32_t above = pack_color(color);
    for (int y = 0; y < quad.h; y++) /* rows are far apart: all on their way before the first is needed */
        __builtin_prefetch(at(out, quad.x + quad.w, quad.y + y), 1);
    for (int y = 0; y < quad.h; y++) {
        const uint8_t *coverage = atlas.data + (size_t)(quad.v + y) * (size_t)atlas.width + quad.u;
        uint32_t *row = at(out, 0, quad.y + y);
        if (color.a == 255)
            cover_row(row + quad.x, coverage, quad.w, above, row + out.width);
        else
            cover_row_faintly(row + quad.x, coverage, quad.w, above, color.a);
    }
}

static void fill_quad(Pixels out, Quad quad, Color color) {
    Rect seen = rect_meet((Rect){quad.x, quad.y, quad.w, quad.h}, (Rect){0, 0, out.width, out.height});
    if (color.a == 255)
        fill_rows(out, seen, pack_color(color));
    else
        blend_rows(out, seen, pack_color(color), color.a);
}

static void draw_shapes(Pixels out, const DrawLayer *layer, Glyphs *glyphs) {
    Rect all = {0, 0, out.width, out.height};
    for (size_t i = 0; i < layer->shapes.count; i++) {
        DrawShape shape = layer->shapes.data[i];
        shape.clip = rect_meet(shape.clip, all);
        QuadWalk walk = quads_of(glyphs, &shape);
        for (Quad quad; quads_next(&walk, &quad);)
            if (quad.solid)
                fill_quad(out, quad, shape.color);
            else
                draw_quad(out, glyphs_atlas(glyphs), quad, shape.color);
    }
}

void render_cpu_draw(Pixels out, const DrawList *list, Glyphs *glyphs) {
    if (out.width <= 0 || out.height <= 0)
        return;
    Canvas canvas = {out, pack_color(list->background), arena_many(list->arena, uint8_t, (size_t)out.height),
                     arena_many(list->arena, uint32_t, (size_t)out.width)};
    for (size_t i = 0; i < list->layers.count; i++) {
        draw_layer_rects(&canvas, list->arena, &list->layers.data[i]);
        touch(&canvas, 0, out.height);
        draw_shapes(out, &list->layers.data[i], glyphs);
    }
}
