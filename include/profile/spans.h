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
/* Puts all events of from behind ours, and calls frames[i] what was called i there. `from` is spent; its arena has to live as long. */
void spans_join(Spans *spans, Spans *from, const FrameId *frames);
size_t spans_count(const Spans *spans);
/* Least and greatest time seen; false when there is none. */
bool spans_range(const Spans *spans, int64_t *first, int64_t *last);
/* Nothing more will be added: what was pledged for the finish (base/arena.h) is about to be taken. */
void spans_redeem(Spans *spans);
/* The memory in which events are sorted, made once for all builders that finish one after another. most: spans_count of the largest. */
typedef struct SpanRoom SpanRoom;
SpanRoom *spans_room(Arena *scratch, size_t most);
/* Nests by containment: sorted by (start up, duration down, order of addition), the parent is the nearest event before it that
 * ends no earlier. Where two overlap by no more than 100 ns or a thousandth of the shorter the earlier or inner one is trimmed
 * (rounding); where they really overlap both keep their length and rows_assign gives the later one a lane below.
 * Fills track->tree with times less origin, kind TRACK_EVENTS and total; open events are flagged TREE_OPEN; details are
 * kept when keep_details. O(n log n). The builder is as before,
 * so that a picture can be had while it is filled; several threads may finish builders of one arena. */
void spans_finish(const Spans *spans, SpanRoom *room, Arena *arena, int64_t origin, bool keep_details,
                  const Frames *frames, Track *track, SpanRepairs *repairs);
