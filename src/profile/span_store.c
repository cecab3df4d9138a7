/* Chunks of packed events; see profile/span_store.h. */
#include "profile/span_store.h"

#include <string.h>

enum { LEAST = 4, MOST = SPAN_CHUNK }; /* events of a chunk, doubling */

typedef struct Packed {
    int32_t end;          /* from the chunk's */
    uint32_t length;      /* end - start */
    uint32_t detail_kind; /* SpanEvent's, its detail from the chunk's */
    FrameId frame;
} Packed;

struct SpanChunk {
    SpanChunk *next;
    uint32_t count, room;
    int64_t end;          /* of the first event */
    uint64_t detail_kind; /* likewise, of kind 0 */
    bool wide;            /* holds SpanEvent, else Packed */
};

static Packed *packed_of(const SpanChunk *chunk) {
    return (Packed *)(void *)(chunk + 1);
}

static SpanEvent *wide_of(const SpanChunk *chunk) {
    return (SpanEvent *)(void *)(chunk + 1);
}

/* False when the event lies too far from the chunk's first. An end needs no detail: it gets that of the first. */
static bool pack(const SpanChunk *chunk, const SpanEvent *event, Packed *packed) {
    bool is_end = span_kind(event) == SPAN_END;
    uint64_t length = (uint64_t)event->end - (uint64_t)event->start,
             detail = is_end ? SPAN_END : event->detail_kind - chunk->detail_kind,
             end = (uint64_t)event->end - (uint64_t)chunk->end + INT32_MAX;
    *packed = (Packed){.end = (int32_t)(end - INT32_MAX),
                       .length = (uint32_t)length,
                       .detail_kind = (uint32_t)detail,
                       .frame = event->frame};
    return length <= UINT32_MAX && detail <= UINT32_MAX && end <= UINT32_MAX - 1;
}

static SpanEvent unpack(const SpanChunk *chunk, const Packed *packed) {
    int64_t end = (int64_t)((uint64_t)chunk->end + (uint64_t)(int64_t)packed->end);
    return (SpanEvent){.start = (int64_t)((uint64_t)end - packed->length),
                       .end = end,
                       .detail_kind = chunk->detail_kind + packed->detail_kind,
                       .frame = packed->frame};
}

static bool put_wide(SpanChunk *chunk, const SpanEvent *event) {
    wide_of(chunk)[chunk->count++] = *event;
    return true;
}

static inline bool put(SpanChunk *chunk, const SpanEvent *event) {
    if (chunk->count == chunk->room)
        return false;
    if (chunk->wide)
        return put_wide(chunk, event);
    if (!pack(chunk, event, &packed_of(chunk)[chunk->count]))
        return false;
    chunk->count++;
    return true;
}

/* Twice as long as the one before. Where events lie too far from each other for that, the next ones are held whole. */
static SpanChunk *new_chunk(Arena *arena, const SpanChunk *before, const SpanEvent *event) {
    bool full = !before || before->count == before->room;
    uint32_t room = !before ? LEAST : full && before->room < MOST ? before->room * 2 : before->room;
    bool wide = !full || (uint64_t)event->end - (uint64_t)event->start > UINT32_MAX;
    SpanChunk *chunk = arena_room(arena, sizeof *chunk + room * (wide ? sizeof(SpanEvent) : sizeof(Packed)));
    *chunk =
        (SpanChunk){.room = room, .end = event->end, .detail_kind = event->detail_kind & ~(uint64_t)3, .wide = wide};
    return chunk;
}

static void link_chunk(SpanStore *store, SpanChunk *chunk) {
    if (store->last)
        store->last->next = chunk;
    else
        store->first = chunk;
    store->last = chunk;
}

static void put_first(Arena *arena, SpanStore *store, const SpanEvent *event) {
    link_chunk(store, new_chunk(arena, store->last, event));
    put(store->last, event);
}

void span_store_add(Arena *arena, SpanStore *store, const SpanEvent *event) {
    if (!store->last || !put(store->last, event))
        put_first(arena, store, event);
    store->count++;
}

SpanWalk span_store_walk(const SpanStore *store) {
    return (SpanWalk){.chunk = store->first, .left = store->count};
}

size_t span_store_next(SpanWalk *walk, SpanEvent *to) {
    const SpanChunk *chunk = walk->chunk;
    size_t n = walk->left == 0 ? 0 : chunk->count < walk->left ? chunk->count : walk->left;
    if (n == 0)
        return 0;
    if (chunk->wide)
        memcpy(to, wide_of(chunk), n * sizeof *to);
    else
        for (size_t i = 0; i < n; i++)
            to[i] = unpack(chunk, &packed_of(chunk)[i]);
    walk->chunk = chunk->next;
    walk->left -= n;
    return n;
}

void span_store_read(const SpanStore *store, SpanEvent *to) {
    SpanWalk walk = span_store_walk(store);
    for (size_t n; (n = span_store_next(&walk, to)) > 0;)
        to += n;
}

void span_store_rename(SpanStore *store, const FrameId *frames) {
    for (SpanChunk *chunk = store->first; chunk; chunk = chunk->next)
        for (uint32_t i = 0; i < chunk->count; i++) {
            FrameId *frame = chunk->wide ? &wide_of(chunk)[i].frame : &packed_of(chunk)[i].frame;
            *frame = *frame == FRAME_NONE ? FRAME_NONE : frames[*frame];
        }
}

void span_store_join(SpanStore *store, const SpanStore *from) {
    if (!from->first)
        return;
    if (store->last)
        store->last->next = from->first;
    else
        store->first = from->first;
    store->last = from->last;
    store->count += from->count;
}
