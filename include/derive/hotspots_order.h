/* The rows of a function table in the order of each column. Names are ranked once and all else is a radix sort, O(n): a million
 * functions in half a second, in the job that makes the table; turning the table afterwards is a walk over it. Any thread. */
#pragma once
#include "derive/hotspots.h"

/* Sorts the rows (which stand by frame up) by self down, then total down, then name, then frame, sets row_of and makes hotspots->orders. */
void hotspots_order_rows(Arena *arena, Hotspots *hotspots, const Frames *frames);
/* Writes the row numbers 0..count-1 into list, by a column (file: then by line); ties by total down, then name, then frame.
 * hotspots->orders must be there. */
void hotspots_order(const Hotspots *hotspots, HotspotSort by, bool descending, uint32_t *list);
