/* Rows for trees whose siblings overlap (parallel spans, overlapping events): lanes, so that nothing is drawn over another. Pure. */
#pragma once
#include "profile/tree.h"

/* Sets tree->row (in arena) so that every node lies below its parent and no two nodes of a row overlap; leaves it NULL when
 * depth does that already. Needs frame, parent, end, depth, start and total; preorder with siblings by start. First fit from the parent down;
 * O(n log rows). */
void rows_assign(Arena *arena, Tree *tree);
/* Sets self = total less the union of the children, for siblings by start that may overlap. O(n). */
void rows_self(Arena *arena, Tree *tree);
