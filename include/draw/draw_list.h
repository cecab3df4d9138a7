/* What is to be seen, as data: filled rectangles and textured shapes (glyphs, round corners, icons), in layers.
 *
 * A layer paints its rectangles first, then its shapes; the next layer paints over all of that. Two batches a layer is
 * what makes the GPU fast, so start a layer only where something must cover text. Coordinates are device pixels,
 * clipped as they are added: what lies outside the clip costs nothing later. A DrawList lives in a frame arena and
 * holds slices of text that must live as long. UI thread. */
#pragma once
#include "base/array.h"
#include "draw/color.h"
#include "draw/geom.h"
#include "draw/text.h"

/* Pictures the renderer knows; drawn as coverage in one colour, in a square of any size. */
typedef enum Icon {
    ICON_FLAME,
    ICON_SEARCH,
    ICON_THEME, /* half-filled disc */
    ICON_HELP,  /* question mark */
    ICON_CLOSE, /* thin x */
    ICON_PLUS,
    ICON_DOWN,  /* filled triangle, pointing down: open fold, menu, descending */
    ICON_RIGHT, /* filled triangle, pointing right: closed fold */
    ICON_UP,
    ICON_WARN, /* triangle with an exclamation mark */
    ICON_CHECK,
    ICON_COUNT
} Icon;

typedef enum ShapeKind {
    SHAPE_TEXT, /* text on the baseline (x, y), clipped to clip */
    SHAPE_CORNER, /* quarter disc of radius w in the square rect; which: 0 top left, 1 top right, 2 bottom right, 3 bottom left */
    SHAPE_RING, /* quarter ring, outer radius w, thickness `size` pixels */
    SHAPE_ICON, /* icon in the square rect */
    SHAPE_FILL, /* a filled rectangle that has to come after shapes */
} ShapeKind;

typedef struct DrawRect {
    Rect rect; /* never empty, inside its clip */
    Color color;
} DrawRect;

typedef struct DrawShape {
    uint8_t kind, which, face; /* ShapeKind; corner or Icon; FontFace */
    int size;                  /* em of text; thickness of a ring */
    Rect rect;                 /* text: x, y = pen start on the baseline, w = its width */
    Rect clip;
    Color color;
    Str text;
} DrawShape;

typedef struct DrawLayer {
    Array(DrawRect) rects;
    Array(DrawShape) shapes;
    size_t solid; /* shapes up to the last corner, ring or fill */
} DrawLayer;

typedef struct DrawList {
    Arena *arena;
    const TextMetrics *metrics;
    int width, height; /* of the window, device pixels */
    Color background;  /* what the frame is cleared to */
    Array(DrawLayer) layers;
    Array(Rect) clips; /* stack */
} DrawList;

/* A list with one layer, clipped to width x height. metrics must outlive it. */
DrawList *draw_new(Arena *arena, const TextMetrics *metrics, int width, int height, Color background);
void draw_next_layer(DrawList *list);
/* Narrows the clip to its meeting with r; pairs with draw_pop_clip. */
void draw_push_clip(DrawList *list, Rect r);
void draw_pop_clip(DrawList *list);
Rect draw_clip(const DrawList *list);

/* Room for so many more rectangles in this layer, where they are expected: it grows at once, and moves none of them. */
void draw_reserve(DrawList *list, size_t rects);
/* Over the rectangles of the layer, and over corners drawn shortly before (a bar on a round track), which makes it a
 * SHAPE_FILL; under its texts and icons. Alpha 0 paints nothing. */
void draw_rect(DrawList *list, Rect r, Color color);
/* A border of `width` pixels just inside r. */
void draw_outline(DrawList *list, Rect r, int width, Color color);
/* Round corners; the radius is cut to half of the smaller side. */
void draw_round(DrawList *list, Rect r, int radius, Color color);
void draw_round_outline(DrawList *list, Rect r, int radius, int width, Color color);
/* The same in dashes of about that length, with gaps as long; the corners are whole. */
void draw_dashed_outline(DrawList *list, Rect r, int radius, int width, int dash, Color color);
/* The soft shadow of a round rectangle, of that colour inside r and fading out over `blur` pixels around it. Wants a
 * layer before the one of what casts it. */
void draw_shadow(DrawList *list, Rect r, int radius, int blur, Color color);
void draw_icon(DrawList *list, Icon icon, Rect square, Color color);

typedef enum Align { ALIGN_LEFT, ALIGN_CENTRE, ALIGN_RIGHT } Align;
/* Text on the baseline y with its pen starting at x. Returns its width. */
int draw_text(DrawList *list, int x, int y, TextStyle style, Color color, Str text);
/* One line centred vertically in r, aligned in it, clipped to it. Returns the width of the whole text. */
int draw_text_in(DrawList *list, Rect r, Align align, TextStyle style, Color color, Str text);

/* The list as plain text, one line a command, for tests and bug reports. */
Str draw_dump(Arena *arena, const DrawList *list);
