/* Sandwich: who calls one function, and what it calls, wherever it occurs. Under recursion only the outermost occurrence
 * counts, so nothing counts twice and the root of both trees has the function's total. Any thread. */
#pragma once
#include "derive/heavy.h"

/* A tree whose root is the function, its children the callers, theirs the callers of those. total = weight that passed this
 * way, self = what has no further caller. Empty when the function does not occur. NULL when stopped. */
Tree *derive_callers(Arena *arena, const DeriveInput *input, FrameId function);
/* A tree whose root is the function, below it what it calls, merged as in left heavy. */
Tree *derive_callees(Arena *arena, const DeriveInput *input, FrameId function);
