/* Events that open and close frames of one thread in file order (speedscope's evented profiles): repaired so that they nest,
 * then handed to Spans. Times that go back are held at the greatest before them; a close that is not for the innermost
 * frame closes those inside it too; what is still open ends with the profile. Each repair is noted with names and times. */
#pragma once
#include "base/map.h"
#include "profile/spans.h"

typedef struct OpenCut {
    FrameId inner, outer;
} OpenCut;

typedef struct OpenClose {
    Arena *scratch;
    Document *document; /* frames and notes */
    Spans *spans;
    Array(FrameId) open; /* outermost first */
    Map open_count;      /* frame -> how many of it are open */
    Map early;           /* frame -> closed with its enclosing one at `now`, its own close not seen yet */
    Map late;            /* the same, but before `now` */
    Array(OpenCut) cuts; /* what was closed early at `now` */
    int64_t now;         /* greatest time so far */
    double now_written;  /* the same as the file writes it */
    uint64_t event;      /* index of the next one */
    bool started;
} OpenClose;

OpenClose open_close_new(Arena *scratch, Document *document);
/* The next event: opens or closes frame at time (ns); written = the time in the file's own unit, for the notes. */
void open_close_event(OpenClose *oc, bool opens, FrameId frame, int64_t time, double written);
/* Closes what is still open at `end` or the last time seen, whichever is later. Returns how many frames that were. */
size_t open_close_end(OpenClose *oc, int64_t end);
/* After spans_finish: flags the `open` frames that open_close_end closed. */
void open_close_flag(Arena *arena, Track *track, size_t open);
