/* react-flame-graph's drawing rules (v1.4.0), to the constant, on levels: which boxes a width and a focus show, where, with which
 * label. Used by `cresset layout`, by the window (which rounds to pixels) and by pictures. Facts: facts/seeds.md section 1. */
#pragma once
#include "layout/levels.h"
#include "layout/palette.h"

enum {
    FLAME_ROW = 20,       /* px, height of a row */
    FLAME_MIN_BOX = 1,    /* px, drawn from this width on */
    FLAME_MIN_LABEL = 12, /* px, labelled from this width on */
};

typedef struct FlameBox {
    uint32_t node;
    uint32_t row;
    double x, width; /* pixels, unrounded; x may be negative */
    bool dimmed;     /* a row above the focus */
    bool labelled;   /* a box of at least FLAME_MIN_LABEL */
    bool run;        /* no box of its own but nodes below a pixel (count of them, also 1); node = the longest */
    double label_x;  /* how far the label is pushed right to stay in view */
    uint32_t count;  /* nodes in it; 1 for a box */
    double sum;      /* of their totals */
} FlameBox;

typedef struct FlameLayout {
    FlameBox *boxes; /* row by row, left to right */
    size_t count;
    uint64_t drawn, merged, culled; /* boxes; nodes inside runs; nodes of the tree that are neither */
} FlameLayout;

/* Rows first_row..last_row-1 (0, UINT32_MAX: all). from, to: the range of the tree that fills width; from >= to: the focus's own, without
 * a focus the whole tree. Rows above the focus are dimmed (TREE_NONE: none); in the focus's own range they hold its ancestors only.
 * Nothing is drawn of a tree without length. */
FlameLayout flame_layout(Arena *arena, const Tree *tree, const Levels *levels, double from, double to, double width,
                         uint32_t focus, uint32_t first_row, uint32_t last_row);
