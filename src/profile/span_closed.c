/* Calls in the order in which they end, as a program writes them that writes each when it is over: the inner ones before the outer one. Then one
 * pass finds what lies in each, and one back from the last to the first finds all places. Nothing is repaired here: whatever contradicts that
 * order, or two of one length at one time, is left to span_order.c and span_nest.c. */
#include "profile/span_closed.h"

#include "base/array.h"

#include <math.h>

/* An enter that waits for its leave. */
typedef struct Waiting {
    int64_t start;
    uint64_t detail;
    size_t from; /* the calls that ended since it began */
    FrameId frame;
} Waiting;

typedef struct Closing {
    SpanClosed *calls; /* those that ended; each stands behind the ones in it */
    size_t count;
    int64_t now; /* the latest time seen */
    Array(Waiting) waiting;
    SpanRepairs *repairs;
    Arena *scratch;
} Closing;

/* Only calls from here on can lie in the next one. */
static size_t waiting_from(const Closing *c) {
    return c->waiting.count ? array_last(&c->waiting).from : 0;
}

/* Whether the calls behind `before` lie in this one, and the one that stands there beside it. */
static bool holds(const Closing *c, const SpanClosed *call, size_t before, size_t from, bool whole) {
    const SpanClosed *last = &c->calls[c->count - 1];
    if (before > from && c->calls[before - 1].end > call->start)
        return false;
    if (before == c->count)
        return true;
    bool at_end = last->start == call->end; /* where nothing lies in it */
    bool same = last->start == call->start && last->end == call->end;
    return !at_end && !(whole && same); /* which came first is the outer one */
}

/* A call is over, whose children are the last ones that start no earlier. whole: it was written just now. */
static bool end_call(Closing *c, SpanClosed call, bool whole) {
    size_t from = waiting_from(c), top = c->count;
    while (top > from && c->calls[top - 1].start >= call.start)
        top -= c->calls[top - 1].size;
    if (call.end < c->now || !holds(c, &call, top, from, whole))
        return false;
    call.size = (uint32_t)(c->count - top) + 1;
    c->calls[c->count++] = call;
    c->now = call.end;
    return true;
}

static bool whole(Closing *c, const SpanEvent *event) {
    if (c->waiting.count && event->start < array_last(&c->waiting).start)
        return false;
    return end_call(
        c,
        (SpanClosed){
            .start = event->start, .end = event->end, .detail_kind = event->detail_kind, .frame = event->frame},
        true);
}

/* False too where a call of no length stands at its start: it would lie in this one. */
static bool enter(Closing *c, const SpanEvent *event) {
    bool beside = c->count > waiting_from(c) && c->calls[c->count - 1].start == event->start;
    if (event->start < c->now || beside)
        return false;
    c->now = event->start;
    array_push(c->scratch, &c->waiting, (Waiting){event->start, span_detail(event), c->count, event->frame});
    return true;
}

/* The innermost call that waits is over, of that kind. */
static bool end_innermost(Closing *c, int64_t end, unsigned kind) {
    Waiting begun = array_last(&c->waiting);
    bool ended = end_call(
        c,
        (SpanClosed){.start = begun.start, .end = end, .detail_kind = begun.detail << 2 | kind, .frame = begun.frame},
        false);
    c->waiting.count--;
    return ended;
}

/* A leave without an enter. An enter that comes later but began before may be its own. */
static bool pass_by(Closing *c, int64_t time) {
    bool late = time < c->now;
    c->repairs->unmatched_ends++;
    c->now = time;
    return !late;
}

static bool leave(Closing *c, const SpanEvent *event) {
    if (c->waiting.count == 0)
        return pass_by(c, event->start);
    bool named = event->frame != FRAME_NONE && event->frame != array_last(&c->waiting).frame;
    return !named && end_innermost(c, event->start, SPAN_WHOLE);
}

/* What still waits ends at `last`. */
static bool end_all(Closing *c, int64_t last, const Frames *frames) {
    SpanRepairs *repairs = c->repairs;
    repairs->open = c->waiting.count;
    for (size_t i = 0; i < c->waiting.count; i++)
        span_example(repairs->open_names, &repairs->open_name_count, frame_name(frames, c->waiting.data[i].frame));
    while (c->waiting.count)
        if (!end_innermost(c, last, SPAN_OPEN))
            return false;
    return true;
}

static bool take(Closing *c, const SpanEvent *event) {
    switch (span_kind(event)) {
    case SPAN_BEGIN:
        return enter(c, event);
    case SPAN_END:
        return leave(c, event);
    default:
        return whole(c, event);
    }
}

static bool take_all(Closing *c, const SpanStore *store) {
    SpanEvent events[SPAN_CHUNK];
    SpanWalk walk = span_store_walk(store);
    for (size_t n; (n = span_store_next(&walk, events)) > 0;)
        for (size_t i = 0; i < n; i++)
            if (!take(c, &events[i]))
                return false;
    return true;
}

bool span_close(const SpanStore *store, SpanRoom *room, int64_t last, const Frames *frames, SpanRepairs *repairs) {
    if (!room->closed && room->data) /* of a track before, whose events came in another order */
        room->closed = (SpanClosed *)(void *)room->data;
    else if (!room->closed)
        room->closed = arena_grow(room->scratch, NULL, room->capacity * sizeof *room->closed);
    room->data = NULL;
    Closing c = {.calls = room->closed, .now = INT64_MIN, .repairs = repairs, .scratch = room->scratch};
    bool good = take_all(&c, store) && end_all(&c, last, frames);
    array_release(room->scratch, &c.waiting);
    room->count = c.count;
    if (!good)
        *repairs = (SpanRepairs){0};
    return good;
}

static void place(const SpanClosed *call, Tree *tree, uint32_t node, uint32_t parent, int64_t origin) {
    double total = (double)(call->end - call->start);
    tree->parent[node] = parent;
    tree->end[node] = node + call->size;
    tree->frame[node] = call->frame;
    tree->start[node] = (double)(call->start - origin);
    tree->total[node] = tree->self[node] = total;
    if (parent != TREE_NONE) /* calls in one do not overlap, but doubles of more than 2^53 ns are rounded */
        tree->self[parent] = fmax(tree->self[parent] - total, 0);
    if (tree->detail)
        tree->detail[node] = call->detail_kind >> 2;
    if (tree->flags)
        tree->flags[node] = (call->detail_kind & 3) == SPAN_OPEN ? TREE_OPEN : 0;
}

/* From the last call to the first, and so from the last node to the first. The way up leads through the nodes that are not filled. */
void span_closed_tree(const SpanRoom *room, Tree *tree, int64_t origin) {
    uint32_t depth = 0, parent = TREE_NONE, behind = tree->count; /* the last free node is before it */
    for (size_t i = room->count; i-- > 0;) {
        const SpanClosed *call = &room->closed[i];
        uint32_t node = behind - call->size;
        place(call, tree, node, parent, origin);
        tree->depth[node] = depth;
        if (call->size > 1) {
            parent = node;
            depth++;
            continue;
        }
        for (behind = node; parent != TREE_NONE && parent + 1 == behind; depth--) {
            behind--;
            parent = tree->parent[parent];
        }
    }
}
