/* Outlines of what is neither a rectangle nor a letter: icons, round corners, rings; and their coverage.
 *
 * A path is filled where its winding number is not 0; outer contours run clockwise on the screen, holes against it.
 * Pure. The unit is the pixel, y grows downwards. */
#pragma once
#include "draw/draw_list.h"
#include "render/fonts.h"

typedef enum PathVerb { PATH_MOVE, PATH_LINE, PATH_CURVE, PATH_CLOSE } PathVerb;

typedef struct PathStep {
    PathVerb verb;
    double x[3], y[3]; /* MOVE and LINE: the point; CURVE: two control points and the end (cubic Bezier) */
} PathStep;

typedef Array(PathStep) Path;

/* An icon in the square from 0,0 to size,size. fitted: upright and level edges are moved onto whole pixels. */
Path shapes_icon(Arena *arena, Icon icon, double size, bool fitted);
/* The quarter disc of a corner (0 top left, clockwise) that fills the square of side `radius`. */
Path shapes_corner(Arena *arena, int radius, int which);
/* The band of `thickness` along that corner's arc. */
Path shapes_ring(Arena *arena, int radius, int thickness, int which);
/* The outline of a box for a character that no font has, its pen at 0 and its baseline at y = size. */
Path shapes_unknown(Arena *arena, int size);

/* Exact share of each pixel of a w by h picture that the path covers, in the arena. The path must lie inside. */
Coverage shapes_fill(Arena *arena, Path path, int w, int h);
