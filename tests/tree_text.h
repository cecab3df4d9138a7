/* Trees and tracks from a line of text, and back, for the tests of everything that reads or makes trees. */
#pragma once
#include "derive/heavy.h"

/* "a 10(b 5(c 2) d 3) e 4": name, total, children. Boxes are packed from their parent's left; "b@7 5" starts at 7. */
Tree *tree_text(Arena *arena, Frames *frames, const char *text);
/* The same text of a tree; starts: with every start. */
Str tree_to_text(Arena *arena, const Frames *frames, const Tree *tree, bool starts);
/* A track around tree_text, in nanoseconds. */
Track *track_text(Arena *arena, Frames *frames, TrackKind kind, const char *text);
/* A track of samples: "a;b 10, a;c 5, - 3" is three samples with their weights, "-" an empty stack; "a@7 3" starts at 7. */
Track *samples_text(Arena *arena, Frames *frames, const char *text);
/* All of one track. */
DeriveInput input_of(const Frames *frames, const Track *const *track);
FrameId frame_of(Frames *frames, const char *name);
