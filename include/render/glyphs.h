/* Coverage of everything textured: glyphs through SDL_ttf, round corners, rings and icons rasterised by us, all in
 * one 8-bit atlas that both renderers read. Fonts are embedded in the binary (fonts/), so no font need be installed:
 * Inter, Inter SemiBold, JetBrains Mono, and Droid Sans Fallback for Chinese, Japanese and Korean. A character that
 * none of them has is drawn as a box. UI thread only. */
#pragma once
#include "base/err.h"
#include "base/unseen.h"
#include "draw/draw_list.h"

typedef struct Glyphs Glyphs;

/* NULL with err when SDL_ttf does not start. Free it before SDL_Quit. */
Glyphs *glyphs_new(Arena *arena, Err *err);
void glyphs_free(Glyphs *glyphs);
/* Widths with kerning, rounded up to whole pixels; the same numbers that the text is drawn with. */
TextMetrics glyphs_metrics(Glyphs *glyphs);

/* A piece of the atlas and where it goes on the screen, pixel for pixel. */
typedef struct Quad {
    int x, y, w, h; /* device pixels, cut to the shape's clip, never empty */
    int u, v;       /* of its top left pixel in the atlas */
    bool solid;     /* all of it is the one pixel u, v, which is full */
} Quad;

/* The quads of one shape, one after another. */
typedef struct QuadWalk {
    Glyphs *glyphs;
    const DrawShape *shape;
    size_t at;                   /* next byte of the text; of another shape: 1 when its quad was given */
    int64_t pen;                 /* font units right of the shape's start */
    uint32_t before;             /* the character before, 0 at the start */
    char escape[UNSEEN_LONGEST]; /* what stands for a character that is not seen, as far as it was not drawn */
    int escape_at, escape_len;
} QuadWalk;

/* A walk over the quads of a shape, which must outlive it. */
QuadWalk quads_of(Glyphs *glyphs, const DrawShape *shape);
/* False at the end. May change the atlas: see below. */
bool quads_next(QuadWalk *walk, Quad *quad);

/* A picture in the atlas, in pixels. */
typedef struct AtlasPiece {
    uint16_t u, v, w, h;
} AtlasPiece;

/* The atlas grows downwards as it fills; quads taken before stay good. Full at its largest size it is emptied, and
 * its generation advances: quads taken before are dead. A copy of it (a texture) is up to date when it has all
 * pieces; those past the count that it has are new, all of them when the height or the generation changed. */
typedef struct Atlas {
    const uint8_t *data; /* width x height bytes of coverage, and 4 that may be read but mean nothing */
    int width, height;   /* height 0: nothing was ever drawn */
    const AtlasPiece *pieces;
    size_t piece_count;
    uint32_t generation;
} Atlas;
Atlas glyphs_atlas(const Glyphs *glyphs);
