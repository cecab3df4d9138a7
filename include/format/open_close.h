/* Events that open and close frames of one thread in file order (speedscope's evented profiles): repaired so that they nest,
 * then handed to Spans. Times that go back are held at the greatest before them; a close that is not for the innermost
 * frame closes those inside it too; what is still open ends with the profile. Each repair is noted with names and times. */
#pragma once
#include "base/array.h"
#include "profile/spans.h"

typedef struct OpenCut {
    FrameId inner, outer;
} OpenCut;

/* Of one frame. */
typedef struct OpenCount {
    uint32_t open;  /* how many of it are */
    uint32_t early; /* closed with its enclosing one at `now`, its own close not seen yet */
    uint32_t late;  /* the same, but before `now` */
    uint32_t owner; /* serial of the OpenClose that these are of */
} OpenCount;

/* By frame; zero-initialise. For many profiles, one after another. */
typedef struct OpenCounts {
    Array(OpenCount) of;
    uint32_t owners;
} OpenCounts;

typedef struct OpenClose {
    Arena *scratch;
    Document *document; /* frames and notes */
    Spans *spans;
    OpenCounts *counts;
    uint32_t serial;
    Array(FrameId) open; /* outermost first */
    Array(OpenCut) cuts; /* what was closed early at `now` */
    int64_t now;         /* greatest time so far */
    double now_written;  /* the same as the file writes it */
    uint64_t event;      /* index of the next one */
    bool started;
} OpenClose;

/* counts must outlive it; a new one takes them over from the one before, which is done. */
OpenClose open_close_new(Arena *scratch, Document *document, OpenCounts *counts);
/* The next event: opens or closes frame at time (ns); written = the time in the file's own unit, for the notes. */
void open_close_event(OpenClose *oc, bool opens, FrameId frame, int64_t time, double written);
/* Closes what is still open at `end` or the last time seen, whichever is later. Returns how many frames that were. */
size_t open_close_end(OpenClose *oc, int64_t end);
/* After spans_finish: flags the `open` frames that open_close_end closed. */
void open_close_flag(Arena *arena, Track *track, size_t open);
