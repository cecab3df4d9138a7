/* Pictures in memory, to compare. Rows from the top, 0xRRGGBB. */
#pragma once
#include "base/err.h"
#include "base/str.h"

typedef struct Picture {
    int width, height;
    uint32_t *pixels;
} Picture;

/* Reads a PNG of 8 bits a channel, RGB or RGBA, not interlaced: what cresset and most tools write. */
bool picture_read(Arena *arena, const char *path, Picture *picture, Err *err);
/* Share of the pixels (0..1) that differ by more than tolerance in some channel; 1 when the sizes differ. Only rows
 * from..to-1 count. */
double picture_difference(const Picture *a, const Picture *b, int tolerance, int from, int to);
