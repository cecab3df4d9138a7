/* A large tree in time order, built in memory, always the same. */
#pragma once
#include "profile/tree.h"

/* A random walk over 5,000 functions, at most max_depth deep, with count calls. Adds its functions to frames. */
Tree *walk_tree(Arena *arena, Frames *frames, uint32_t count, uint32_t max_depth);
