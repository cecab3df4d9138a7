/* Shelf packing: a picture goes on the lowest shelf that it fits on without wasting a third of the height. */
#include "render/atlas.h"

enum { GAP = 1, SLACK = 4 }; /* free pixels between pictures; bytes behind the last that may be read */

static Shelf *find_shelf(Packing *packing, int w, int h) {
    for (size_t i = 0; i < packing->shelves.count; i++) {
        Shelf *shelf = &packing->shelves.data[i];
        if (h <= shelf->h && 3 * h >= 2 * shelf->h - 6 && shelf->x + w <= ATLAS_WIDTH)
            return shelf;
    }
    return NULL;
}

static void grow(Packing *packing) {
    int height = packing->height ? 2 * packing->height : ATLAS_HEIGHT / 16;
    size_t old = (size_t)packing->height * ATLAS_WIDTH, size = (size_t)height * ATLAS_WIDTH;
    packing->data = arena_grow(packing->arena, packing->data, size + SLACK);
    memset(packing->data + old, 0, size + SLACK - old);
    packing->height = height;
}

static Shelf *add_shelf(Packing *packing, int h) {
    while (packing->used + h > packing->height && packing->height < ATLAS_HEIGHT)
        grow(packing);
    if (packing->used + h > packing->height)
        return NULL;
    array_push(packing->arena, &packing->shelves, (Shelf){.y = packing->used, .h = h});
    packing->used += h;
    return &array_last(&packing->shelves);
}

static void empty(Packing *packing) {
    packing->shelves.count = 0;
    packing->pieces.count = 0;
    packing->used = 0;
    packing->generation++;
}

bool atlas_add(Packing *packing, Coverage picture, int *u, int *v) {
    int w = picture.w + GAP, h = picture.h + GAP;
    if (w > ATLAS_WIDTH || h > ATLAS_HEIGHT)
        return false;
    Shelf *shelf = find_shelf(packing, w, h);
    if (!shelf)
        shelf = add_shelf(packing, h);
    if (!shelf) {
        empty(packing);
        shelf = add_shelf(packing, h);
    }
    *u = shelf->x, *v = shelf->y;
    for (int y = 0; y < picture.h; y++)
        memcpy(packing->data + (size_t)(*v + y) * ATLAS_WIDTH + *u, picture.data + (size_t)y * (size_t)picture.w,
               (size_t)picture.w);
    shelf->x += w;
    array_push(packing->arena, &packing->pieces,
               (AtlasPiece){(uint16_t)*u, (uint16_t)*v, (uint16_t)picture.w, (uint16_t)picture.h});
    return true;
}
