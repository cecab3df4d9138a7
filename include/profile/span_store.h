/* Events of a track in their order of arrival, 16 bytes each: in chunks, with times and details told from where the chunk begins. Where that does
 * not reach, a chunk holds whole ones. Chunks never move, and what is in them stays. One thread. */
#pragma once
#include "profile/spans_parts.h"

typedef struct SpanChunk SpanChunk;

/* All zero when empty. */
typedef struct SpanStore {
    SpanChunk *first, *last;
    size_t count;
} SpanStore;

/* Puts an event behind the others. end >= start. Chunks come from arena. */
void span_store_add(Arena *arena, SpanStore *store, const SpanEvent *event);
/* Writes the first store->count events to `to`. More may have been added behind them since the store was copied. */
void span_store_read(const SpanStore *store, SpanEvent *to);
/* The same, some at a time: span_store_next writes up to SPAN_CHUNK events to `to` and returns how many, 0 behind the last. */
enum { SPAN_CHUNK = 256 };
typedef struct SpanWalk {
    const SpanChunk *chunk;
    size_t left;
} SpanWalk;
SpanWalk span_store_walk(const SpanStore *store);
size_t span_store_next(SpanWalk *walk, SpanEvent *to);
/* Calls frames[f] what was called f; FRAME_NONE stays. */
void span_store_rename(SpanStore *store, const FrameId *frames);
/* Puts all events of `from` behind those of store. Its chunks are shared: they have to live as long. */
void span_store_join(SpanStore *store, const SpanStore *from);
