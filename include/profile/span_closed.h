/* The quick way from events to a tree, for those that come in the order in which calls end, as a program writes them that writes each call when it
 * is over. Gives what span_order, span_pairs and span_nest give together. Internal to profile/spans.c. One thread. */
#pragma once
#include "profile/span_store.h"

/* Fills room->closed; what never ended ends at `last`. False where the events come in another order, two are of one time and length, or calls
 * overlap: then room and repairs hold nothing. O(n). */
bool span_close(const SpanStore *store, SpanRoom *room, int64_t last, const Frames *frames, SpanRepairs *repairs);
/* Fills frame, parent, end, depth, start (less origin), total and self of tree, which has a node for each; also detail and flags where it has
 * those. */
void span_closed_tree(const SpanRoom *room, Tree *tree, int64_t origin);
