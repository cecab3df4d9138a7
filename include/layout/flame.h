/* react-flame-graph's drawing rules (v1.4.0), to the constant, on levels: which boxes a width and a focus show, where, with which
 * label. Used by `cresset layout`, by the window (which rounds to pixels) and by pictures. Facts: facts/seeds.md section 1. */
#pragma once
#include "layout/levels.h"
#include "layout/palette.h"

enum {
    FLAME_ROW = 20,        /* px, height of a row */
    FLAME_MIN_BOX = 1,     /* px, drawn from this width on */
    FLAME_MIN_LABEL = 12,  /* px, labelled from this width on */
};

typedef struct FlameBox {
    uint32_t node;
    uint32_t row;
    double x, width;   /* pixels, unrounded; x may be negative */
    bool dimmed;       /* a row above the focus */
    bool labelled;     /* at least FLAME_MIN_LABEL wide */
    double label_x;    /* how far the label is pushed right to stay in view */
    uint32_t count;    /* 1: a box; more: a run of boxes below a pixel, node = the longest */
    double sum;
} FlameBox;

typedef struct FlameLayout {
    FlameBox *boxes;   /* row by row, left to right */
    size_t count;
    uint64_t drawn, merged, culled; /* boxes; nodes inside runs; nodes of the tree that are neither */
} FlameLayout;

/* All rows, or rows first..last-1. from, to: the range of the tree that fills width. focus TREE_NONE: nothing is dimmed. With a focus, boxes of the
 * rows above it are its ancestors only and the range is the focus's own. */
FlameLayout flame_layout(Arena *arena, const Tree *tree, const Levels *levels, double from, double to, double width,
                         uint32_t focus, uint32_t first_row, uint32_t last_row);
