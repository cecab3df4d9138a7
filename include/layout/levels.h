/* A tree by rows, ready to be culled: one sorted array of nodes per row, and a pyramid above it for the zoomed-out case, so
 * that a frame costs what the screen holds. Each step of the pyramid merges neighbours that are narrower than its width and
 * keeps the longest real node, the count and the sum: what is drawn for a crowd is true, and hovering it names it.
 * Immutable once built; any thread. */
#pragma once
#include "base/job.h"
#include "profile/tree.h"

typedef struct Levels Levels;

/* What one row shows in a range: a node, or a run of nodes too narrow to tell apart. */
typedef struct LevelSlot {
    double left,
        right; /* tree units; right > left unless only zero-length nodes; less than three columns wide when it is a run */
    uint32_t node;  /* the node, or the longest of the run */
    uint32_t count; /* nodes in it */
    bool run;       /* true: narrower than min_width each, count may also be 1; false: a node that stands alone */
    double sum;     /* of the totals in it */
} LevelSlot;

/* NULL when stopped. The tree must outlive the levels. Nodes of one row must stand in order of start in the tree, without
 * overlap (so it is with depth, and with rows_assign). O(n). */
Levels *levels_build(Arena *arena, const Tree *tree, Progress *progress);
uint32_t levels_rows(const Levels *levels);
/* Writes the slots of a row that meet the open range (from, to), left to right, into out (at most max; returns how many there are, which may
 * be more). Nodes of at least min_width stand alone; narrower neighbours become one run a column, those that begin in the same one; what the
 * pyramid has merged before, up to a column wide, counts where it begins. Columns are min_width wide and counted from 0, so that
 * what is seen does not change as it is panned. min_width is the tree units of one pixel.
 * A run at the edge may hold nodes just outside. Zero-length nodes never stand alone. O(slots + log n). */
size_t levels_query(const Levels *levels, uint32_t row, double from, double to, double min_width, LevelSlot *out,
                    size_t max);
/* The node of a row that covers x (left <= x < right), TREE_NONE when none does. O(log n), no allocation. */
uint32_t levels_hit(const Levels *levels, uint32_t row, double x);
/* Next or previous node in the same row, TREE_NONE at the end. O(log n). */
uint32_t levels_neighbour(const Levels *levels, uint32_t node, int step);
