/* Stacks of folded lines on their way into a tree, many at a time: what a line shares with the one before is not looked at again,
 * and the names of many lines are looked up together. One thread. */
#pragma once
#include "codec/lines.h"
#include "profile/stacks.h"

typedef struct FoldedBatch FoldedBatch;

/* Names become frames of `frames`, stacks nodes of `stacks`; all must outlive it. */
FoldedBatch *folded_batch_new(Arena *arena, Frames *frames, Stacks *stacks);
/* To be told of each line, also of those that are no stack: how many bytes at its front are those of the line before. */
void folded_batch_share(FoldedBatch *batch, size_t shared);
/* A stack with its count (not negative), which lies in `line`, whose parts at ';' these are: both must stay where they are until the
 * next flush. False when it names no frame; it counts as "(no stack)" then. */
bool folded_batch_add(FoldedBatch *batch, Str stack, const char *line, const LineParts *parts, double count);
/* Puts all that was added into the tree. */
void folded_batch_flush(FoldedBatch *batch);
