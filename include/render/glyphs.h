/* Coverage of everything textured: glyphs through SDL_ttf, round corners, rings and icons rasterised by us, all in
 * one 8-bit atlas that both renderers read. Fonts are embedded in the binary (fonts/), so no font need be installed:
 * Inter, Inter SemiBold, JetBrains Mono, and Droid Sans Fallback for every character that those lack. UI thread only. */
#pragma once
#include "base/err.h"
#include "draw/draw_list.h"

typedef struct Glyphs Glyphs;

typedef struct GlyphBox {
    int u, v, w, h;  /* place in the atlas, pixels; w = 0: nothing to draw (blank) */
    int left, top;   /* from the pen on the baseline to the box: x + left, y - top */
    int advance64;   /* in 1/64 pixel; the pen is rounded to whole pixels where a glyph is placed */
} GlyphBox;

Glyphs *glyphs_new(Arena *arena, Err *err);
void glyphs_free(Glyphs *glyphs);
TextMetrics glyphs_metrics(Glyphs *glyphs);

/* The box of a code point. A full atlas is emptied and its generation advances: boxes taken before are dead. */
GlyphBox glyphs_get(Glyphs *glyphs, TextStyle style, uint32_t code_point);
GlyphBox glyphs_corner(Glyphs *glyphs, int radius, int which);
GlyphBox glyphs_ring(Glyphs *glyphs, int radius, int thickness, int which);
GlyphBox glyphs_icon(Glyphs *glyphs, Icon icon, int size);

typedef struct Atlas {
    const uint8_t *data; /* width x height bytes of coverage */
    int width, height;
    uint32_t version;    /* grows with each change: upload when it moved */
    uint32_t generation; /* grows when the atlas was emptied */
} Atlas;
Atlas glyphs_atlas(const Glyphs *glyphs);
