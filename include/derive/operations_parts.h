/* The parts of operations_analyse, each in a file of its own; they fill in what their name says. Internal to derive/. */
#pragma once
#include "derive/operations.h"

/* links: needs rows and by_start. */
void operations_find_links(Arena *arena, Waterfall *waterfall);
/* threshold, self_threshold, flags and their counts. durations: by row; room: for as many more. */
void operations_find_bottlenecks(Waterfall *waterfall, const double *durations, double *room);
/* paths, steps, segments; critical, saves and WATERFALL_CRITICAL of the rows. False when stopped. */
bool operations_find_paths(Arena *arena, Waterfall *waterfall, Progress *progress);
/* channels; after the paths. */
void operations_count_channels(Arena *arena, Waterfall *waterfall, const Frames *frames, const double *durations,
                               double *room);
/* repeats, and repeat of the rows. */
void operations_find_repeats(Arena *arena, Waterfall *waterfall, const Frames *frames);
/* Nearest rank: the index of the percentile among n sorted values, n > 0. */
uint32_t operations_rank(double percentile, uint32_t n);
