/* The parts of spans.c and what they share. Internal to span*.c: a reading's events in their order of arrival, sorted, paired, nested. */
#pragma once
#include "profile/spans.h"

enum { SPAN_WHOLE, SPAN_BEGIN, SPAN_END, SPAN_OPEN /* a begin whose end never came */ };

typedef struct SpanEvent {
    int64_t start, end;   /* end of an enter or leave: unused until paired */
    uint64_t detail_kind; /* four times the detail, and SPAN_... */
    FrameId frame;
} SpanEvent;

static inline unsigned span_kind(const SpanEvent *event) {
    return event->detail_kind & 3;
}
static inline uint64_t span_detail(const SpanEvent *event) {
    return event->detail_kind >> 2;
}
static inline void span_set_kind(SpanEvent *event, unsigned kind) {
    event->detail_kind = (event->detail_kind & ~(uint64_t)3) | kind;
}

/* A call that is over; see span_closed.c. */
typedef struct SpanClosed {
    int64_t start, end;
    uint64_t detail_kind; /* SpanEvent's, SPAN_WHOLE or SPAN_OPEN */
    FrameId frame;
    uint32_t size; /* with all calls in it */
} SpanClosed;

/* Each has room for capacity and is NULL until it is needed. */
struct SpanRoom {
    SpanClosed *closed;
    SpanEvent *data;        /* the events at work */
    SpanEvent *other;       /* where they go when they change their order */
    size_t count, capacity; /* of closed or data */
    Arena *scratch;
};

/* ---- span_order.c ---- */

/* By start, events of one start in the order they have. O(n). */
void span_order(SpanRoom *events);
/* Puts the events that start when `from` does, the first of them, into preorder: the longest first. */
void span_longest_first(SpanRoom *events, size_t from);

/* ---- span_pairs.c ---- */

/* Of events in order: makes one of each enter and its leave, and drops the leaves. What stays open ends at `last`. */
void span_pairs(SpanRoom *events, int64_t last, const Frames *frames, SpanRepairs *repairs);
/* Up to three different names. */
void span_example(Str names[3], int *count, Str name);

/* ---- span_nest.c ---- */

/* Fills frame, parent, end, depth, start (less origin), total and self of tree, which has room for the events; also detail where it has
 * that. The events are in order; those of one start are put into preorder, and what is only rounding is trimmed. */
void span_nest(SpanRoom *events, Tree *tree, int64_t origin, const Frames *frames, SpanRepairs *repairs);
