/* Packing little pictures of coverage into one big one, in shelves: rows as high as their first picture. Pure. */
#pragma once
#include "base/array.h"
#include "render/glyphs.h"
#include "render/fonts.h"

enum {
    ATLAS_WIDTH = 1024,
#ifndef ATLAS_HEIGHT
    ATLAS_HEIGHT = 4096, /* at most; it begins at a sixteenth and doubles. Tests build with less */
#endif
};

typedef struct Shelf {
    int y, h, x; /* x: next free column */
} Shelf;

typedef struct Packing {
    Arena *arena;
    uint8_t *data;    /* ATLAS_WIDTH x height */
    int height, used; /* used: rows that belong to a shelf */
    Array(Shelf) shelves;
    Array(AtlasPiece) pieces;
    uint32_t generation;
} Packing;

/* Copies the picture in and tells where. A packing that is full is emptied first. False: too big for any packing. */
bool atlas_add(Packing *packing, Coverage picture, int *u, int *v);
