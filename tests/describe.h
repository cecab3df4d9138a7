/* What a document says, as short text for rows of {in, want}: a line for each track with its functions, then the notes. */
#pragma once
#include "base/err.h"
#include "profile/document.h"

/* "title unit total/rows: name self/total, ...\n" per track (functions by name; times in ms), then "code: sentence\n" per note. Checks every
 * tree on the way and puts "BROKEN ..." into the text when one does not hold. */
Str describe(Arena *arena, const Document *document);
/* describe of bytes that are read as a file is; "error: sentence\n" when they are refused. */
Str describe_bytes(Arena *arena, Str bytes);
