/* The lines of source around a function, for reports that a reviewer or a language model gets without the code. Any thread. */
#pragma once
#include "base/err.h"
#include "profile/frames.h"

typedef struct SourceLines {
    Str path;      /* the file that was read, below the folder */
    int32_t first; /* line number of the first line in text */
    Str text;      /* whole lines, each ended by LF, valid UTF-8, control characters replaced */
} SourceLines;

/* Finds the frame's file below folder: its path, then its path without leading parts ("file:///srv/app/src/a.js" is tried as
 * srv/app/src/a.js, app/src/a.js, src/a.js, a.js). Parts ".." are never followed. Takes `context` lines before and after the frame's
 * line (at most 200 each, 400 bytes a line). False when the frame has no line or no file is found. */
bool source_lines(Arena *arena, const Frames *frames, FrameId frame, const char *folder, int context,
                  SourceLines *lines);
