/* Events to a tree: enters and leaves are paired (span_pairs.c), everything is sorted (span_order.c), and one pass finds each parent
 * (span_nest.c). Here they are gathered. */
#include "profile/spans_parts.h"

#include "base/array.h"
#include "profile/rows.h"

#include <assert.h>

/* What the finish takes for an event: its place while all are sorted; then its node and what rows need. */
enum { SORTING = sizeof(SpanEvent) + 12, NESTING = TREE_NODE_SIZE };

struct Spans {
    SpanEvents events;
    int64_t first, last;
    size_t pledged;
    bool paired; /* has enters or leaves */
};

Spans *spans_new(Arena *scratch) {
    Spans *spans = arena_one(scratch, Spans);
    *spans = (Spans){.events.scratch = scratch, .first = INT64_MAX, .last = INT64_MIN};
    return spans;
}

static void push(Spans *spans, FrameId frame, int64_t start, int64_t end, uint64_t detail, unsigned kind) {
    SpanEvents *events = &spans->events;
    size_t cost = kind == SPAN_END ? SORTING : SORTING + NESTING;
    assert(events->count < TREE_NONE - 1);
    *array_push_slot(events->scratch, events) =
        (SpanEvent){.start = start, .end = end, .detail_kind = detail << 2 | kind, .frame = frame};
    arena_pledge(events->scratch, cost);
    spans->pledged += cost;
    spans->first = start < spans->first ? start : spans->first;
    spans->last = end > spans->last ? end : spans->last;
}

void spans_add(Spans *spans, FrameId frame, int64_t start, int64_t duration, uint64_t detail) {
    int64_t end = start > INT64_MAX - duration ? INT64_MAX : start + duration;
    push(spans, frame, start, end, detail, SPAN_WHOLE);
}

void spans_begin(Spans *spans, FrameId frame, int64_t time, uint64_t detail) {
    spans->paired = true;
    push(spans, frame, time, time, detail, SPAN_BEGIN);
}

void spans_end(Spans *spans, FrameId frame, int64_t time) {
    spans->paired = true;
    push(spans, frame, time, time, 0, SPAN_END);
}

Spans *spans_copy(Arena *scratch, const Spans *spans) {
    Spans *copy = spans_new(scratch);
    size_t n = spans->events.count;
    *copy = *spans;
    copy->pledged = 0;
    copy->events = (SpanEvents){arena_grow(scratch, NULL, n * sizeof(SpanEvent)), n, n, scratch};
    if (n)
        memcpy(copy->events.data, spans->events.data, n * sizeof(SpanEvent));
    return copy;
}

void spans_append(Spans *spans, const Spans *from, const FrameId *frames) {
    SpanEvents *events = &spans->events;
    size_t n = from->events.count;
    assert(events->count + n < TREE_NONE);
    array_reserve(events->scratch, events, events->count + n);
    SpanEvent *to = events->data + events->count;
    for (size_t i = 0; i < n; i++) {
        to[i] = from->events.data[i];
        to[i].frame = to[i].frame == FRAME_NONE ? FRAME_NONE : frames[to[i].frame];
    }
    events->count += n;
    spans->paired |= from->paired;
    spans->first = from->first < spans->first ? from->first : spans->first;
    spans->last = from->last > spans->last ? from->last : spans->last;
}

size_t spans_count(const Spans *spans) {
    return spans->events.count;
}

bool spans_range(const Spans *spans, int64_t *first, int64_t *last) {
    *first = spans->first;
    *last = spans->last;
    return spans->events.count > 0;
}

static void keep_flags(const Spans *spans, Arena *arena, Tree *tree) {
    tree->flags = arena_many(arena, uint8_t, tree->count);
    for (uint32_t i = 0; i < tree->count; i++)
        tree->flags[i] = span_kind(&spans->events.data[i]) == SPAN_OPEN ? TREE_OPEN : 0;
}

void spans_finish(Spans *spans, Arena *arena, int64_t origin, bool keep_details, const Frames *frames, Track *track,
                  SpanRepairs *repairs) {
    SpanEvents *events = &spans->events;
    *repairs = (SpanRepairs){0};
    arena_redeem(events->scratch, spans->pledged);
    span_order(events);
    if (spans->paired)
        span_pairs(events, spans->last, frames, repairs);
    Tree *tree = tree_new(arena, (uint32_t)events->count);
    if (keep_details)
        tree->detail = arena_grow(arena, NULL, events->count * sizeof *tree->detail);
    span_nest(events, tree, origin, frames, repairs);
    if (repairs->open)
        keep_flags(spans, arena, tree);
    arena_release(events->scratch, events->data);
    *events = (SpanEvents){.scratch = events->scratch};
    if (repairs->overlaps)
        rows_assign(arena, tree);
    tree_seal(tree);
    track->tree = tree;
    track->kind = TRACK_EVENTS;
    track->total = tree->sum;
}
