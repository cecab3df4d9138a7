/* From the bytes of names in a folded file to frames. One thread. */
#pragma once
#include "profile/frames.h"

typedef struct FoldedNames FoldedNames;

/* New names become frames of `frames`, which must outlive it. */
FoldedNames *folded_names_new(Arena *arena, Frames *frames);
/* The frames of n names, as if each were looked up in turn; of many at a time, since the memory of all is waited for together.
 * SOURCE_GUARD bytes behind each name may be read. */
void folded_names_find(FoldedNames *names, const Str *list, size_t n, FrameId *frames);
