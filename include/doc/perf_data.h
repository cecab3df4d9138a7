/* Binary recordings of perf: read by perf itself, where it is installed, and opened as its text. */
#pragma once
#include "codec/source.h"

/* Whether path begins like a perf.data file. */
bool perf_data_is(const char *path);
/* The text that `perf script` makes of path, as a source in arena. NULL without err when perf is not installed (the file is then refused as
 * what it is), NULL with err when perf cannot read it or was stopped. Blocks while perf runs. */
Source *perf_data_open(Arena *arena, const char *path, Progress *progress, Err *err);
