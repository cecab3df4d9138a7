/* The parts of operations_analyse, each in a file of its own; they fill in what their name says. Internal to derive/. */
#pragma once
#include "derive/operations.h"

/* What the parts look at, by row: dense arrays, since an Operation and a WaterfallRow take a cache line each. */
typedef struct OperationsForest {
    const Operation *list;
    const Nesting *nesting;
    const Tree *tree; /* of the nesting, as span_tree makes it */
} OperationsForest;

/* threshold and self_threshold. room: for a number for each row. */
void operations_find_thresholds(Waterfall *waterfall, const OperationsForest *forest, double *room);
/* WATERFALL_SLOW, _SLOW_SELF by the thresholds. */
uint8_t operations_slowness(const Waterfall *waterfall, double duration, double self);
/* links. */
void operations_find_links(Arena *arena, Waterfall *waterfall, const OperationsForest *forest);
/* paths, steps, segments; critical, saves and WATERFALL_CRITICAL of the rows. False when stopped. */
bool operations_find_paths(Arena *arena, Waterfall *waterfall, const OperationsForest *forest, Progress *progress);
/* channels; after the paths. room: for a number for each row. */
void operations_count_channels(Arena *arena, Waterfall *waterfall, const OperationsForest *forest, const Frames *frames,
                               double *room);
/* repeats, and repeat of the rows. */
void operations_find_repeats(Arena *arena, Waterfall *waterfall, const OperationsForest *forest, const Frames *frames);
/* Nearest rank: the index of the percentile among n sorted values, n > 0. */
uint32_t operations_rank(double percentile, uint32_t n);
