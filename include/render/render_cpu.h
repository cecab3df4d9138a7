/* The raster without a GPU: a DrawList into 32-bit memory. Pure but for the glyph cache. */
#pragma once
#include "render/glyphs.h"
#include "render/render.h"

/* Paints every pixel of out; what of the list lies outside is cut. Takes a few kilobytes of the list's arena. */
void render_cpu_draw(Pixels out, const DrawList *list, Glyphs *glyphs);
