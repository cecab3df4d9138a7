/* From events with a duration, or enters and leaves, to a track in time order. Events may be added in any order; what
 * contradicts itself is repaired and counted. The builder lives in a scratch arena that must outlive spans_finish. One thread. */
#pragma once
#include "profile/document.h"

typedef struct Spans Spans;

typedef struct SpanRepairs {
    uint64_t unmatched_ends; /* an end without a begin */
    uint64_t open;           /* a begin without an end: closed at the last time seen on the track */
    uint64_t overlaps;       /* overlap without nesting: put on a lane of its own */
    uint64_t closed_early;   /* enclosing end came first: the inner one was closed with it */
    Str open_names[3], overlap_names[3];
    int open_name_count, overlap_name_count;
} SpanRepairs;

Spans *spans_new(Arena *scratch);
/* A complete event. Times in ns on any base (integers; the origin is subtracted at the end); duration >= 0. */
void spans_add(Spans *spans, FrameId frame, int64_t start, int64_t duration, uint64_t detail);
/* An enter, and a leave. frame FRAME_NONE in a leave closes the innermost. They may come in any order: they are sorted by time (stable). */
void spans_begin(Spans *spans, FrameId frame, int64_t time, uint64_t detail);
void spans_end(Spans *spans, FrameId frame, int64_t time);
/* Adds all events of from, which stay there; frames[i] is here what frame i is there. */
void spans_append(Spans *spans, const Spans *from, const FrameId *frames);
size_t spans_count(const Spans *spans);
/* Least and greatest time seen; false when there is none. */
bool spans_range(const Spans *spans, int64_t *first, int64_t *last);
/* A second builder of the same events, for a picture of a reading that goes on. */
Spans *spans_copy(Arena *scratch, const Spans *spans);
/* Nests by containment: sorted by (start up, duration down, order of addition), the parent is the nearest event before it that
 * ends no earlier. Where two overlap by no more than 100 ns or a thousandth of the shorter the earlier or inner one is trimmed
 * (rounding); where they really overlap both keep their length and rows_assign gives the later one a lane below.
 * Fills track->tree with times less origin, kind TRACK_EVENTS and total; open events are flagged TREE_OPEN; details are
 * kept when keep_details. O(n log n). The builder is spent. */
void spans_finish(Spans *spans, Arena *arena, int64_t origin, bool keep_details, const Frames *frames, Track *track,
                  SpanRepairs *repairs);
