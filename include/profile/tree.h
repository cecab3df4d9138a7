/* A forest of calls, as structure of arrays in preorder: the one shape that every recording and every view has.
 *
 * Invariants: parent[i] < i or TREE_NONE for a root; end[i] is the id after i's subtree, so the children of i are the
 * walk j = i+1; j < end[i]; j = end[j]; depth[i] = depth[parent]+1, 0 for roots. Unless row is set a child lies inside its
 * parent (start[i] <= start[c], start[c]+total[c] <= start[i]+total[i]) and siblings do not overlap. Siblings are ordered
 * by start. self[i] = total[i] less what the union of its children covers, never negative.
 * start and total are in the unit of the track (nanoseconds from the document's origin for time); in merged trees start is the
 * packed position from 0. All finite. Immutable once handed over. */
#pragma once
#include "base/arena.h"
#include "base/intern.h"
#include "profile/frames.h"

#define TREE_NONE UINT32_MAX

/* What a react-flame-graph file may say of a node beside its value. Arrays of count, or NULL where the file says none. */
typedef struct TreeStyle {
    StrId *id;      /* 0 = none */
    StrId *tooltip; /* StrId + 1, since an empty tooltip counts as one; 0 = none */
    StrId *fill;    /* CSS colour as written; 0 = none */
    StrId *text;
} TreeStyle;

typedef struct Tree {
    uint32_t count;
    FrameId *frame;
    uint32_t *parent, *end, *depth;
    double *start, *total, *self;
    uint32_t *hits;   /* samples whose top is this node (merged: their sum), or calls merged here; NULL = 1 each */
    uint32_t *row;    /* the row it is drawn in, when that is not depth (lanes); else NULL */
    uint64_t *detail; /* byte offset + 1 of the record in the decoded file (arguments); 0 = none; NULL = none at all */
    uint8_t *flags;   /* TREE_OPEN ...; NULL = none set */
    const TreeStyle *style; /* NULL = none */
    uint32_t depths;        /* 1 + deepest depth, 0 when empty */
    uint32_t rows;          /* 1 + lowest row that is drawn; = depths unless row is set */
    double left, right;     /* least start, greatest end; 0, 0 when empty */
    double sum;             /* sum of total over the roots */
} Tree;

enum TreeFlag {
    TREE_OPEN = 1,  /* had no end in the file */
    TREE_ERROR = 2, /* ended in an error */
};

enum { TREE_NODE_SIZE = 4 * 4 + 3 * 8 + 4 }; /* bytes a node takes, hits among them */
/* A tree with room for count nodes, its arrays not filled; hits, row, detail, flags and style are NULL. */
Tree *tree_new(Arena *arena, uint32_t count);
/* Fills in depth and start of a merged tree, packed from 0, from parent, end and total. */
void tree_pack(Tree *tree);
/* Computes depths, rows, left, right and sum from the arrays. */
void tree_seal(Tree *tree);
static inline double tree_right(const Tree *tree, uint32_t node) {
    return tree->start[node] + tree->total[node];
}
static inline uint32_t tree_row(const Tree *tree, uint32_t node) {
    return tree->row ? tree->row[node] : tree->depth[node];
}
static inline uint32_t tree_hits(const Tree *tree, uint32_t node) {
    return tree->hits ? tree->hits[node] : 1;
}
/* NULL when every invariant above holds, else what is broken. For tests and asserts. O(n log n), own scratch. */
const char *tree_check(const Tree *tree);
