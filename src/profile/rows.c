/* First-fit lanes over a tree. A segment tree over the rows keeps the least end in each range, so the first row that is free
 * at a time is found by descent. */
#include "profile/rows.h"

#include <math.h>

typedef struct Rows {
    Arena *scratch;
    double
        *end; /* heap of 2 * size: inner nodes hold the least end below them; leaf r = end of the last box in row r */
    uint32_t size; /* leaves, a power of two */
} Rows;

static double lesser(double a, double b) {
    return a < b ? a : b;
}

static void grow(Rows *rows) {
    uint32_t size = rows->size ? rows->size * 2 : 64;
    double *end = arena_many(rows->scratch, double, (size_t)size * 2);
    for (uint32_t r = 0; r < size; r++)
        end[size + r] = r < rows->size ? rows->end[rows->size + r] : -INFINITY;
    for (uint32_t i = size - 1; i > 0; i--)
        end[i] = lesser(end[2 * i], end[2 * i + 1]);
    *rows = (Rows){rows->scratch, end, size};
}

/* The first row >= from whose last box ends at or before x. */
static uint32_t first_free(Rows *rows, uint32_t from, double x) {
    if (from >= rows->size)
        return from;
    uint32_t i = from + rows->size;
    while (rows->end[i] > x) { /* climb to the next range on the right that has room */
        while (i & 1)
            i >>= 1;
        if (i == 0)
            return rows->size;
        i++;
    }
    while (i < rows->size) /* and descend to its first free leaf */
        i = rows->end[2 * i] <= x ? 2 * i : 2 * i + 1;
    return i - rows->size;
}

static void occupy(Rows *rows, uint32_t row, double end) {
    while (row >= rows->size)
        grow(rows);
    uint32_t i = row + rows->size;
    if (rows->end[i] >= end)
        return;
    rows->end[i] = end;
    for (i >>= 1; i > 0; i >>= 1) {
        double least = lesser(rows->end[2 * i], rows->end[2 * i + 1]);
        if (rows->end[i] == least) /* nor does anything change above */
            return;
        rows->end[i] = least;
    }
}

static bool sticks_out(const Tree *t, uint32_t i) {
    uint32_t p = t->parent[i];
    return p != TREE_NONE && (t->start[i] < t->start[p] || tree_right(t, i) > tree_right(t, p));
}

/* Depth is no row when siblings overlap, or when a child leaves its parent and so meets its cousins. */
static bool needs_rows(const Tree *t) {
    for (uint32_t i = 0; i < t->count; i++) {
        uint32_t next = t->end[i];
        bool sibling = next < t->count && t->parent[next] == t->parent[i];
        if ((sibling && t->start[next] < tree_right(t, i)) || sticks_out(t, i))
            return true;
    }
    return false;
}

void rows_assign(Arena *arena, Tree *tree) {
    tree->row = NULL;
    if (!needs_rows(tree))
        return;
    Rows rows = {.scratch = arena_new_in(arena)};
    grow(&rows);
    uint32_t *row = arena_many(arena, uint32_t, tree->count);
    for (uint32_t i = 0; i < tree->count; i++) {
        uint32_t from = tree->parent[i] == TREE_NONE ? 0 : row[tree->parent[i]] + 1;
        row[i] = first_free(&rows, from, tree->start[i]);
        occupy(&rows, row[i], tree_right(tree, i));
    }
    tree->row = row;
    arena_free(rows.scratch);
}

void rows_self(Arena *arena, Tree *tree) {
    Arena *scratch = arena_new_in(arena);
    double *covered = arena_many(scratch, double, tree->count); /* up to where the children cover a node */
    for (uint32_t i = 0; i < tree->count; i++) {
        uint32_t p = tree->parent[i];
        tree->self[i] = tree->total[i];
        covered[i] = tree->start[i];
        if (p == TREE_NONE)
            continue;
        double right = tree_right(tree, i), from = fmax(tree->start[i], covered[p]);
        if (right > from) {
            tree->self[p] = fmax(0, tree->self[p] - (right - from));
            covered[p] = right;
        }
    }
    arena_free(scratch);
}
