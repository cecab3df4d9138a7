/* Looks at everything a document holds, and at every view of it, and says what is not as it must be. For the samples, for
 * damaged files and for the fuzzer. */
#pragma once
#include "base/str.h"
#include "profile/document.h"

/* NULL when all holds, else a sentence in arena. most_tracks: of more tracks only the first ones are looked at. */
const char *walk_document(Arena *arena, const Document *document, size_t most_tracks);
/* Reads bytes as a file and walks what comes of it. NULL when all holds: a file that is refused with a sentence is as good. */
const char *walk_bytes(Arena *arena, Str bytes, size_t most_tracks);
