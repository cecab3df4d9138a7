/* Enters and leaves to whole events: a leave closes the innermost open event of its name, and with it those inside. */
#include "base/array.h"
#include "base/map.h"
#include "profile/spans_parts.h"

typedef struct Pairing {
    SpanRoom *events;
    int64_t last;
    SpanRepairs *repairs;
    const Frames *frames;
    Array(uint32_t) open; /* indices of events, outermost first */
    Map open_count;       /* frame -> how many of it are open */
    Map early;            /* frame -> closed with its enclosing one at `now`, its own leave not seen yet */
    Array(FrameId) early_list;
    int64_t now;
} Pairing;

static uint32_t *counter(Map *map, FrameId frame) {
    bool fresh;
    return map_slot(map, frame, 0, &fresh);
}

void span_example(Str names[3], int *count, Str name) {
    for (int i = 0; i < *count; i++)
        if (str_equal(names[i], name))
            return;
    if (*count < 3)
        names[(*count)++] = name;
}

/* Time moved on: whatever was closed early at the time before was really cut short. */
static void forget_early(Pairing *p) {
    for (size_t i = 0; i < p->early_list.count; i++) {
        uint32_t *left = counter(&p->early, p->early_list.data[i]);
        p->repairs->closed_early += *left;
        *left = 0;
    }
    p->early_list.count = 0;
}

static SpanEvent *close_innermost(Pairing *p, int64_t time) {
    SpanEvent *event = &p->events->data[array_pop(&p->open)];
    event->end = time;
    span_set_kind(event, SPAN_WHOLE);
    --*counter(&p->open_count, event->frame);
    return event;
}

static void leave_named(Pairing *p, FrameId frame, int64_t time) {
    for (;;) {
        SpanEvent *closed = close_innermost(p, time);
        if (closed->frame == frame)
            return;
        ++*counter(&p->early, closed->frame);
        array_push(p->events->scratch, &p->early_list, closed->frame);
    }
}

/* Whether it was closed with its enclosing one at this very time: then its leave has nothing left to do. */
static bool was_closed_early(Pairing *p, FrameId frame) {
    uint32_t *early = p->early_list.count && frame != FRAME_NONE ? counter(&p->early, frame) : NULL;
    return early && *early && (*early)--;
}

static bool is_open(Pairing *p, FrameId frame) {
    if (p->open.count == 0)
        return false;
    return frame == FRAME_NONE || p->events->data[array_last(&p->open)].frame == frame ||
           *counter(&p->open_count, frame) > 0;
}

static void leave(Pairing *p, FrameId frame, int64_t time) {
    if (was_closed_early(p, frame))
        return;
    if (!is_open(p, frame))
        p->repairs->unmatched_ends++;
    else if (frame == FRAME_NONE)
        close_innermost(p, time);
    else
        leave_named(p, frame, time);
}

static void enter(Pairing *p, uint32_t index) {
    array_push(p->events->scratch, &p->open, index);
    ++*counter(&p->open_count, p->events->data[index].frame);
}

static void close_open_ones(Pairing *p) {
    for (size_t i = 0; i < p->open.count; i++) {
        SpanEvent *event = &p->events->data[p->open.data[i]];
        event->end = p->last;
        span_set_kind(event, SPAN_OPEN);
        p->repairs->open++;
        span_example(p->repairs->open_names, &p->repairs->open_name_count, frame_name(p->frames, event->frame));
    }
}

/* Takes the next event, which becomes number `kept` of those that stay. Returns how many stay then. */
static size_t take(Pairing *p, SpanEvent event, size_t kept) {
    if (event.start != p->now) {
        forget_early(p);
        p->now = event.start;
    }
    if (span_kind(&event) == SPAN_END) {
        leave(p, event.frame, event.start);
        return kept;
    }
    p->events->data[kept] = event;
    if (span_kind(&event) == SPAN_BEGIN)
        enter(p, (uint32_t)kept);
    return kept + 1;
}

void span_pairs(SpanRoom *events, int64_t last, const Frames *frames, SpanRepairs *repairs) {
    Pairing p = {.events = events, .last = last, .repairs = repairs, .frames = frames, .now = INT64_MIN};
    size_t kept = 0;
    p.open_count.arena = p.early.arena = events->scratch;
    for (size_t i = 0; i < events->count; i++)
        kept = take(&p, events->data[i], kept);
    forget_early(&p);
    close_open_ones(&p);
    events->count = kept;
}
