/* Which operation belongs under which: a forest in preorder from a flat list. O(n log n), iterative, however deep.
 *
 * By time: sorted by (start up, end down, place in the list), the parent of an operation is the nearest earlier one that ends no
 * sooner; what has no end or no start is a marker and never a parent (facts/seeds.md section 3, the article's rule with its
 * ties and open ends put right). By the file: the parent that the file names. A cycle of parents is cut where containment
 * guessed, else at its earliest operation, which becomes a root. */
#pragma once
#include "profile/document.h"

enum { NESTING_ROOT = 0xff }; /* in `by`: has no parent */

typedef struct Nesting {
    uint32_t count;
    uint32_t *operation; /* place in the list, by row; rows are in preorder, siblings in start order */
    uint32_t *parent;    /* row, TREE_NONE for roots */
    uint32_t *end;       /* row after the subtree */
    uint32_t *depth;
    uint8_t *by;        /* how the parent is known: OPERATION_BY_TIME, _EXPLICIT, _ASYNC or NESTING_ROOT */
    uint32_t *by_start; /* rows in start order */
    double *self;       /* duration less the union of the children, ns */
    uint64_t cycles;    /* cut */
} Nesting;

/* In two blocks of arena, of which by_start is one.
 * time_only: containment alone, whatever the file says (and whatever operations->contain says). */
Nesting nesting_build(Arena *arena, const Operations *operations, bool time_only);
/* True when it has both ends, so that others may lie in it. */
static inline bool operation_holds(const Operation *operation) {
    return operation->status != OPERATION_INCOMPLETE && !operation->no_start;
}
/* True when it has an end: error-ended ones do, and ends without a start are one. */
static inline bool operation_ends(const Operation *operation) {
    return operation->status != OPERATION_INCOMPLETE || operation->no_start;
}
