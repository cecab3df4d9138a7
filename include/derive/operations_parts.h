/* The parts of operations_analyse, each in a file of its own; they fill in what their name says. They look at the forest's tree: dense
 * arrays, while an Operation takes a cache line. Internal to derive/. */
#pragma once
#include "derive/operations.h"

/* threshold and self_threshold. */
void operations_find_thresholds(Waterfall *waterfall);
/* WATERFALL_SLOW, _SLOW_SELF by the thresholds. */
uint8_t operations_slowness(const Waterfall *waterfall, double duration, double self);
/* links. */
void operations_find_links(Arena *arena, Waterfall *waterfall);
/* paths, steps, segments; WATERFALL_CRITICAL of the rows. False when stopped. */
bool operations_find_paths(Arena *arena, Waterfall *waterfall, Progress *progress);
/* channels; after the paths. */
void operations_count_channels(Arena *arena, Waterfall *waterfall, const Frames *frames);
/* repeats, and repeat of the rows. */
void operations_find_repeats(Arena *arena, Waterfall *waterfall, const Frames *frames);
/* Nearest rank: the index of the percentile among n sorted values, n > 0. */
uint32_t operations_rank(double percentile, uint32_t n);
