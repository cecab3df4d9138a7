/* Building a draw list: everything is clipped here, once, so that no renderer has to think of it for rectangles. */
#include "draw/draw_list.h"

static const char *const icon_names[ICON_COUNT] = {
    [ICON_FLAME] = "flame", [ICON_SEARCH] = "search", [ICON_THEME] = "theme", [ICON_HELP] = "help",
    [ICON_CLOSE] = "close", [ICON_PLUS] = "plus",     [ICON_DOWN] = "down",   [ICON_RIGHT] = "right",
    [ICON_UP] = "up",       [ICON_WARN] = "warn",     [ICON_CHECK] = "check",
};

DrawList *draw_new(Arena *arena, const TextMetrics *metrics, int width, int height, Color background) {
    DrawList *list = arena_one(arena, DrawList);
    *list = (DrawList){.arena = arena, .metrics = metrics, .width = width, .height = height, .background = background};
    array_push(arena, &list->clips, (Rect){0, 0, width, height});
    draw_next_layer(list);
    return list;
}

void draw_next_layer(DrawList *list) {
    array_push(list->arena, &list->layers, (DrawLayer){0});
}

void draw_push_clip(DrawList *list, Rect r) {
    Rect clip = rect_meet(draw_clip(list), r); /* read before the push moves the end */
    array_push(list->arena, &list->clips, clip);
}

void draw_pop_clip(DrawList *list) {
    if (list->clips.count > 1)
        list->clips.count--;
}

Rect draw_clip(const DrawList *list) {
    return array_last(&list->clips);
}

/* Adds a shape that paints only inside `reach`. */
static void add_shape(DrawList *list, DrawShape shape, Rect reach) {
    shape.clip = draw_clip(list);
    if (rect_is_empty(rect_meet(reach, shape.clip)) || !shape.color.a)
        return;
    DrawLayer *layer = &array_last(&list->layers);
    array_push(list->arena, &layer->shapes, shape);
    if (shape.kind != SHAPE_TEXT && shape.kind != SHAPE_ICON)
        layer->solid = layer->shapes.count;
}

/* Whether a rectangle would come out under a corner that was drawn before it: what lies on something round is drawn
 * right after it, so the last few shapes tell. */
static bool is_over_corner(const DrawLayer *layer, Rect r) {
    enum { FEW = 8 };
    size_t first = layer->shapes.count > FEW ? layer->shapes.count - FEW : 0;
    for (size_t i = layer->solid; i-- > first;) {
        const DrawShape *shape = &layer->shapes.data[i];
        bool solid = shape->kind != SHAPE_TEXT && shape->kind != SHAPE_ICON;
        if (solid && !rect_is_empty(rect_meet(rect_meet(shape->rect, shape->clip), r)))
            return true;
    }
    return false;
}

void draw_reserve(DrawList *list, size_t rects) {
    DrawLayer *layer = &array_last(&list->layers);
    array_reserve(list->arena, &layer->rects, layer->rects.count + rects);
}

/* Not inlined: the registers it needs would be saved for every box. */
__attribute__((noinline)) static void add_clipped(DrawList *list, Rect r, Color color) {
    Rect seen = rect_meet(r, draw_clip(list));
    if (rect_is_empty(seen) || !color.a)
        return;
    DrawLayer *layer = &array_last(&list->layers);
    if (is_over_corner(layer, seen))
        add_shape(list, (DrawShape){.kind = SHAPE_FILL, .rect = seen, .color = color}, seen);
    else
        array_push(list->arena, &layer->rects, (DrawRect){seen, color});
}

/* A zoomed-out frame has a hundred thousand boxes, wholly in sight and far from any corner. */
void draw_rect(DrawList *list, Rect r, Color color) {
    DrawLayer *layer = &array_last(&list->layers);
    const Rect *clip = &array_last(&list->clips);
    bool plain = r.w > 0 && r.h > 0 && color.a && !layer->solid && rect_is_within(r, *clip);
    if (plain && layer->rects.count < layer->rects.capacity)
        layer->rects.data[layer->rects.count++] = (DrawRect){r, color};
    else
        add_clipped(list, r, color);
}

static int smaller(int a, int b) {
    return a < b ? a : b;
}

void draw_outline(DrawList *list, Rect r, int width, Color color) {
    draw_round_outline(list, r, 0, width, color);
}

/* The square of side n in corner `which` (0 top left, clockwise) of r. */
static Rect corner_of(Rect r, int which, int n) {
    bool right = which == 1 || which == 2, bottom = which >= 2;
    return (Rect){right ? r.x + r.w - n : r.x, bottom ? r.y + r.h - n : r.y, n, n};
}

static int fitting_radius(Rect r, int radius) {
    int most = smaller(r.w, r.h) / 2;
    return radius < 0 ? 0 : smaller(radius, most);
}

void draw_round(DrawList *list, Rect r, int radius, Color color) {
    if (rect_is_empty(r))
        return;
    int n = fitting_radius(r, radius);
    draw_rect(list, (Rect){r.x + n, r.y, r.w - 2 * n, n}, color);
    draw_rect(list, (Rect){r.x, r.y + n, r.w, r.h - 2 * n}, color);
    draw_rect(list, (Rect){r.x + n, r.y + r.h - n, r.w - 2 * n, n}, color);
    for (int which = 0; n && which < 4; which++) {
        Rect square = corner_of(r, which, n);
        add_shape(list, (DrawShape){.kind = SHAPE_CORNER, .which = (uint8_t)which, .rect = square, .color = color},
                  square);
    }
}

static void add_rings(DrawList *list, Rect r, int radius, int width, Color color) {
    for (int which = 0; radius && which < 4; which++) {
        Rect square = corner_of(r, which, radius);
        add_shape(
            list,
            (DrawShape){.kind = SHAPE_RING, .which = (uint8_t)which, .size = width, .rect = square, .color = color},
            square);
        if (radius < width) /* the straight bars start below the band, the ring ends above it */
            draw_rect(list, (Rect){square.x, which < 2 ? r.y + radius : r.y + r.h - width, radius, width - radius},
                      color);
    }
}

void draw_round_outline(DrawList *list, Rect r, int radius, int width, Color color) {
    if (rect_is_empty(r) || width <= 0)
        return;
    if (2 * width >= smaller(r.w, r.h)) { /* no hole left */
        draw_round(list, r, radius, color);
        return;
    }
    int n = fitting_radius(r, radius), side = n > width ? n : width;
    draw_rect(list, (Rect){r.x + n, r.y, r.w - 2 * n, width}, color);
    draw_rect(list, (Rect){r.x + n, r.y + r.h - width, r.w - 2 * n, width}, color);
    draw_rect(list, (Rect){r.x, r.y + side, width, r.h - 2 * side}, color);
    draw_rect(list, (Rect){r.x + r.w - width, r.y + side, width, r.h - 2 * side}, color);
    add_rings(list, r, n, width, color);
}

void draw_dashed_outline(DrawList *list, Rect r, int radius, int width, int dash, Color color) {
    if (rect_is_empty(r) || width <= 0 || dash <= 0 || 2 * width >= smaller(r.w, r.h))
        return;
    int n = fitting_radius(r, radius), level = r.w - 2 * n, upright = r.h - 2 * n;
    for (int i = 0, count = level / (2 * dash); i < count; i++) {
        int x = r.x + n + level * i / count + (level / count - dash) / 2;
        draw_rect(list, (Rect){x, r.y, dash, width}, color);
        draw_rect(list, (Rect){x, r.y + r.h - width, dash, width}, color);
    }
    for (int i = 0, count = upright / (2 * dash); i < count; i++) {
        int y = r.y + n + upright * i / count + (upright / count - dash) / 2;
        draw_rect(list, (Rect){r.x, y, width, dash}, color);
        draw_rect(list, (Rect){r.x + r.w - width, y, width, dash}, color);
    }
    add_rings(list, r, n, width, color);
}

/* Rings one pixel wide lie side by side without a seam: each begins on the arc where the one before ends. */
void draw_shadow(DrawList *list, Rect r, int radius, int blur, Color color) {
    draw_round(list, r, radius, color);
    for (int i = 1; i <= blur; i++) {
        double left = 1 - (double)i / (blur + 1);
        Color c = color_alpha(color, (uint8_t)(color.a * left * left + 0.5));
        draw_round_outline(list, rect_inset(r, -i, -i), fitting_radius(r, radius) + i, 1, c);
    }
}

void draw_icon(DrawList *list, Icon icon, Rect square, Color color) {
    int n = smaller(square.w, square.h);
    if (n <= 0)
        return;
    Rect r = rect_centred(square, n, n);
    add_shape(list, (DrawShape){.kind = SHAPE_ICON, .which = (uint8_t)icon, .rect = r, .color = color}, r);
}

int draw_text(DrawList *list, int x, int y, TextStyle style, Color color, Str text) {
    if (!text.len || style.size <= 0)
        return 0;
    int width = text_width(list->metrics, style, text);
    TextLine line = list->metrics->line(list->metrics->user, style);
    /* glyphs may lean out of their advance and marks out of the line: an em of margin loses none */
    Rect reach = {x - style.size, y - line.ascent - style.size / 2, width + 2 * style.size,
                  line.ascent + line.descent + style.size};
    add_shape(list,
              (DrawShape){.kind = SHAPE_TEXT,
                          .face = (uint8_t)style.face,
                          .size = style.size,
                          .rect = {x, y, width, 0},
                          .color = color,
                          .text = text},
              reach);
    return width;
}

int draw_text_in(DrawList *list, Rect r, Align align, TextStyle style, Color color, Str text) {
    int width = text_width(list->metrics, style, text);
    TextLine line = list->metrics->line(list->metrics->user, style);
    int x = align == ALIGN_LEFT ? r.x : align == ALIGN_RIGHT ? r.x + r.w - width : r.x + (r.w - width) / 2;
    int y = r.y + (r.h + line.ascent - line.descent) / 2;
    draw_push_clip(list, r);
    draw_text(list, x, y, style, color, text);
    draw_pop_clip(list);
    return width;
}

static void dump_box(Text *out, Rect r, Color c) {
    text_addf(out, " %d,%d %dx%d #%02x%02x%02x", r.x, r.y, r.w, r.h, c.r, c.g, c.b);
    if (c.a != 255)
        text_addf(out, "/%d", c.a);
}

static void dump_shape(Text *out, const DrawShape *shape) {
    static const char *const faces[FONT_COUNT] = {"ui", "bold", "mono"};
    static const char *const corners[] = {"top-left", "top-right", "bottom-right", "bottom-left"};
    if (shape->kind == SHAPE_TEXT)
        text_addf(out, "text %s %d", faces[shape->face], shape->size);
    else if (shape->kind == SHAPE_ICON)
        text_addf(out, "icon %s", icon_names[shape->which]);
    else if (shape->kind == SHAPE_FILL)
        text_add_c(out, "fill");
    else
        text_addf(out, "%s %s", shape->kind == SHAPE_RING ? "ring" : "corner", corners[shape->which]);
    dump_box(out, shape->rect, shape->color);
    if (shape->kind == SHAPE_RING)
        text_addf(out, " thick %d", shape->size);
    Rect c = shape->clip;
    text_addf(out, " clip %d,%d %dx%d", c.x, c.y, c.w, c.h);
    if (shape->kind == SHAPE_TEXT)
        text_addf(out, " '%.*s'", STR_ARG(shape->text));
    text_add_char(out, '\n');
}

Str draw_dump(Arena *arena, const DrawList *list) {
    Text out = text_new(arena);
    text_addf(&out, "size %dx%d", list->width, list->height);
    text_addf(&out, " #%02x%02x%02x\n", list->background.r, list->background.g, list->background.b);
    for (size_t i = 0; i < list->layers.count; i++) {
        const DrawLayer *layer = &list->layers.data[i];
        text_addf(&out, "layer %zu\n", i);
        for (size_t k = 0; k < layer->rects.count; k++) {
            text_add_c(&out, "rect");
            dump_box(&out, layer->rects.data[k].rect, layer->rects.data[k].color);
            text_add_char(&out, '\n');
        }
        for (size_t k = 0; k < layer->shapes.count; k++)
            dump_shape(&out, &layer->shapes.data[k]);
    }
    return text_str(&out);
}
