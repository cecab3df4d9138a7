/* A draw list as SVG 1.1: rectangles, paths, and text that can be searched and copied. Every text is told its length,
 * so that it fits where another font is used. No SDL. */
#include "base/file.h"
#include "base/unseen.h"
#include "render/render.h"
#include "render/shapes.h"

static const char head[] = "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"%d\" height=\"%d\" "
                           "viewBox=\"0 0 %d %d\" xml:space=\"preserve\">\n<style>\n"
                           "text { white-space: pre; font-variant-ligatures: none }\n"
                           ".ui, .bold { font-family: Inter, 'Helvetica Neue', Arial, sans-serif }\n"
                           ".bold { font-weight: 600 }\n"
                           ".mono { font-family: 'JetBrains Mono', Menlo, Consolas, monospace }\n</style>\n";

typedef struct Svg {
    Arena *arena;
    const DrawList *list;
    Text out;
    int clips; /* clip paths so far */
} Svg;

static void add_fill(Svg *svg, Color c) {
    text_addf(&svg->out, " fill=\"#%02x%02x%02x\"", c.r, c.g, c.b);
    if (c.a != 255)
        text_addf(&svg->out, " fill-opacity=\"%.3g\"", c.a / 255.0);
}

static void add_rect(Svg *svg, Rect r, Color color) {
    text_addf(&svg->out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"", r.x, r.y, r.w, r.h);
    add_fill(svg, color);
    text_add_c(&svg->out, "/>\n");
}

/* XML 1.0 knows no control characters; what is not seen is shown as in the window. */
static void add_escaped(Text *out, Str text) {
    for (size_t at = 0; at < text.len;) {
        uint32_t c = utf8_next(text, &at);
        char bytes[4];
        const char *entity = c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : NULL;
        bool bad = c == 0xFFFE || c == 0xFFFF;
        char escape[UNSEEN_LONGEST];
        if (entity)
            text_add_c(out, entity);
        else if (unseen_is(c))
            text_add(out, (Str){escape, (size_t)unseen_escape(c, escape)});
        else
            text_add(out, (Str){bytes, utf8_write(bad ? 0xFFFD : c, bytes)});
    }
}

/* What the shape covers, generously. */
static Rect reach_of(const Svg *svg, const DrawShape *shape) {
    if (shape->kind != SHAPE_TEXT)
        return shape->rect;
    const TextMetrics *metrics = svg->list->metrics;
    TextLine line = metrics->line(metrics->user, (TextStyle){shape->face, shape->size});
    return (Rect){shape->rect.x, shape->rect.y - line.ascent, shape->rect.w, line.ascent + line.descent};
}

/* Most shapes lie wholly inside their clip and need none. */
static void add_clip(Svg *svg, const DrawShape *shape) {
    Rect reach = reach_of(svg, shape), seen = rect_meet(reach, shape->clip), c = shape->clip;
    if (seen.w == reach.w && seen.h == reach.h)
        return;
    text_addf(&svg->out, "<clipPath id=\"c%d\"><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/></clipPath>\n",
              svg->clips++, c.x, c.y, c.w, c.h);
}

static void add_clip_use(Svg *svg, int clips_before) {
    if (svg->clips > clips_before)
        text_addf(&svg->out, " clip-path=\"url(#c%d)\"", svg->clips - 1);
}

static void add_text(Svg *svg, const DrawShape *shape) {
    static const char *const classes[FONT_COUNT] = {[FONT_UI] = "ui", [FONT_BOLD] = "bold", [FONT_MONO] = "mono"};
    int clips = svg->clips;
    add_clip(svg, shape);
    text_addf(&svg->out, "<text class=\"%s\" x=\"%d\" y=\"%d\" font-size=\"%d\" textLength=\"%d\"",
              classes[shape->face], shape->rect.x, shape->rect.y, shape->size, shape->rect.w);
    add_fill(svg, shape->color);
    add_clip_use(svg, clips);
    text_add_char(&svg->out, '>');
    add_escaped(&svg->out, shape->text);
    text_add_c(&svg->out, "</text>\n");
}

static Path path_of(Arena *arena, const DrawShape *shape) {
    int n = shape->rect.w;
    if (shape->kind == SHAPE_ICON)
        return shapes_icon(arena, shape->which, n, true);
    return shape->kind == SHAPE_RING ? shapes_ring(arena, n, shape->size, shape->which)
                                     : shapes_corner(arena, n, shape->which);
}

static void add_path(Svg *svg, const DrawShape *shape) {
    static const char letters[] = {[PATH_MOVE] = 'M', [PATH_LINE] = 'L', [PATH_CURVE] = 'C', [PATH_CLOSE] = 'Z'};
    int clips = svg->clips;
    add_clip(svg, shape);
    text_add_c(&svg->out, "<path d=\"");
    Path path = path_of(svg->arena, shape);
    for (size_t i = 0; i < path.count; i++) {
        const PathStep *step = &path.data[i];
        text_add_char(&svg->out, letters[step->verb]);
        size_t points = step->verb == PATH_CURVE ? 3 : step->verb == PATH_CLOSE ? 0 : 1;
        for (size_t k = 0; k < points; k++)
            text_addf(&svg->out, "%s%.5g %.5g", k ? " " : "", shape->rect.x + step->x[k], shape->rect.y + step->y[k]);
    }
    text_add_char(&svg->out, '"');
    add_fill(svg, shape->color);
    add_clip_use(svg, clips);
    text_add_c(&svg->out, "/>\n");
}

static void add_shape(Svg *svg, const DrawShape *shape) {
    if (shape->kind == SHAPE_TEXT)
        add_text(svg, shape);
    else if (shape->kind == SHAPE_FILL)
        add_rect(svg, shape->rect, shape->color);
    else
        add_path(svg, shape);
}

Str render_svg(Arena *arena, const DrawList *list) {
    Svg svg = {.arena = arena, .list = list, .out = text_new(arena)};
    text_addf(&svg.out, head, list->width, list->height, list->width, list->height);
    add_rect(&svg, (Rect){0, 0, list->width, list->height}, list->background);
    for (size_t i = 0; i < list->layers.count; i++) {
        const DrawLayer *layer = &list->layers.data[i];
        text_add_c(&svg.out, "<g shape-rendering=\"crispEdges\">\n");
        for (size_t k = 0; k < layer->rects.count; k++)
            add_rect(&svg, layer->rects.data[k].rect, layer->rects.data[k].color);
        text_add_c(&svg.out, "</g>\n");
        for (size_t k = 0; k < layer->shapes.count; k++)
            add_shape(&svg, &layer->shapes.data[k]);
    }
    text_add_c(&svg.out, "</svg>\n");
    return text_str(&svg.out);
}

bool render_save_svg(Arena *arena, const DrawList *list, const char *path, Err *err) {
    return file_write(path, render_svg(arena, list), err);
}
