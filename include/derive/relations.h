/* Who calls whom, one step, for every function at once: what a report says of each of its rows. The trees of one function's callers and
 * callees, any number of steps deep, are derive/callers.h. Pure; any thread. */
#pragma once
#include "profile/tree.h"

/* The weight that reached `function` through `other`. Under recursion only the outermost occurrence of function on a stack counts, so
 * nothing counts twice and the weights of a function's callers add up to its total. */
typedef struct Relation {
    FrameId function, other; /* other: FRAME_NONE when nothing called function */
    double weight;           /* unit of the tree */
} Relation;

typedef struct Relations {
    Relation *list; /* by function, then weight down, then order of sight */
    size_t count;
    uint32_t *first; /* by FrameId: the relations of f are first[f] .. first[f + 1] - 1 */
    double *
        outermost; /* by FrameId: sum of its outermost occurrences; more than the total of hotspots where spans overlap */
} Relations;

enum RelationWay { RELATION_CALLERS, RELATION_CALLEES };

/* tree: any tree in which a parent calls its children. O(nodes + relations log relations). */
Relations *derive_relations(Arena *arena, const Frames *frames, const Tree *tree, enum RelationWay way);

/* The nodes of the heaviest path, from the heaviest root to where the time is spent: down the heaviest child for as long as that holds more
 * than its parent's own weight. Idle time is no path. through: a function that it leads through, by its heaviest node; FRAME_NONE: any.
 * Returns how many were written to path, at most max. */
size_t derive_heaviest_path(const Frames *frames, const Tree *tree, FrameId through, uint32_t *path, size_t max);
