/* Events to a tree. Where they come as calls end they are nested as they are read (span_closed.c); else everything is sorted (span_order.c), enters and
 * leaves are paired (span_pairs.c), and one pass finds each parent (span_nest.c). Here they are gathered. */
#include "profile/rows.h"
#include "profile/span_closed.h"

#include <assert.h>

/* What the finish takes for an event: its places while all are sorted; then its node and what rows need. */
enum { SORTING = 2 * sizeof(SpanEvent) + 8, NESTING = TREE_NODE_SIZE };

struct Spans {
    Arena *scratch;
    SpanStore store;
    int64_t first, last;
    size_t pledged;
    bool paired; /* has enters or leaves */
};

Spans *spans_new(Arena *scratch) {
    Spans *spans = arena_one(scratch, Spans);
    *spans = (Spans){.scratch = scratch, .first = INT64_MAX, .last = INT64_MIN};
    return spans;
}

static void push(Spans *spans, FrameId frame, int64_t start, int64_t end, uint64_t detail, unsigned kind) {
    size_t cost = kind == SPAN_END ? SORTING : SORTING + NESTING;
    assert(spans->store.count < TREE_NONE - 1);
    span_store_add(spans->scratch, &spans->store,
                   &(SpanEvent){.start = start, .end = end, .detail_kind = detail << 2 | kind, .frame = frame});
    arena_pledge(spans->scratch, cost);
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

void spans_join(Spans *spans, Spans *from, const FrameId *frames) {
    assert(spans->store.count + from->store.count < TREE_NONE);
    span_store_rename(&from->store, frames);
    span_store_join(&spans->store, &from->store);
    arena_pledge(spans->scratch, from->pledged);
    spans->pledged += from->pledged;
    spans->paired |= from->paired;
    spans->first = from->first < spans->first ? from->first : spans->first;
    spans->last = from->last > spans->last ? from->last : spans->last;
}

void spans_redeem(Spans *spans) {
    arena_redeem(spans->scratch, spans->pledged);
    spans->pledged = 0;
}

size_t spans_count(const Spans *spans) {
    return spans->store.count;
}

bool spans_range(const Spans *spans, int64_t *first, int64_t *last) {
    *first = spans->first;
    *last = spans->last;
    return spans->store.count > 0;
}

SpanRoom *spans_room(Arena *scratch, size_t most) {
    SpanRoom *room = arena_one(scratch, SpanRoom);
    *room = (SpanRoom){.capacity = most, .scratch = scratch};
    return room;
}

/* All events, as they came, in the memory in which their calls were tried. */
static void read_events(SpanRoom *room, const Spans *spans) {
    _Static_assert(sizeof *room->data == sizeof *room->closed, "one memory for either");
    if (!room->data)
        room->data = (SpanEvent *)(void *)room->closed;
    room->closed = NULL;
    room->count = spans->store.count;
    span_store_read(&spans->store, room->data);
}

/* What ordering took, where that is much: the tree comes next and takes more. */
static void give_back_much(SpanRoom *room) {
    enum { MANY = 1 << 16 };
    if (room->capacity <= MANY)
        return;
    arena_release(room->scratch, room->other);
    room->other = NULL;
}

static void keep_flags(const SpanRoom *room, Arena *arena, Tree *tree) {
    tree->flags = arena_many(arena, uint8_t, tree->count);
    for (uint32_t i = 0; i < tree->count; i++)
        tree->flags[i] = span_kind(&room->data[i]) == SPAN_OPEN ? TREE_OPEN : 0;
}

static Tree *new_tree(Arena *arena, const SpanRoom *room, bool keep_details) {
    Tree *tree = tree_new(arena, (uint32_t)room->count);
    if (keep_details)
        tree->detail = arena_room(arena, room->count * sizeof *tree->detail);
    return tree;
}

/* Events in any order. */
static Tree *order_and_nest(const Spans *spans, SpanRoom *room, Arena *arena, int64_t origin, bool keep_details,
                            const Frames *frames, SpanRepairs *repairs) {
    read_events(room, spans);
    span_order(room);
    give_back_much(room);
    if (spans->paired)
        span_pairs(room, spans->last, frames, repairs);
    Tree *tree = new_tree(arena, room, keep_details);
    span_nest(room, tree, origin, frames, repairs);
    if (repairs->open)
        keep_flags(room, arena, tree);
    if (repairs->overlaps)
        rows_assign(arena, tree);
    return tree;
}

static Tree *place_closed(const SpanRoom *room, Arena *arena, int64_t origin, bool keep_details, bool flags) {
    Tree *tree = new_tree(arena, room, keep_details);
    if (flags)
        tree->flags = arena_many(arena, uint8_t, tree->count);
    span_closed_tree(room, tree, origin);
    return tree;
}

void spans_finish(const Spans *spans, SpanRoom *room, Arena *arena, int64_t origin, bool keep_details,
                  const Frames *frames, Track *track, SpanRepairs *repairs) {
    *repairs = (SpanRepairs){0};
    assert(spans->store.count <= room->capacity);
    Tree *tree = span_close(&spans->store, room, spans->last, frames, repairs)
                     ? place_closed(room, arena, origin, keep_details, repairs->open > 0)
                     : order_and_nest(spans, room, arena, origin, keep_details, frames, repairs);
    tree_seal(tree);
    track->tree = tree;
    track->kind = TRACK_EVENTS;
    track->total = tree->sum;
}
