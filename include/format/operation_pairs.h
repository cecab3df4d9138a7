/* From start, end and error events to operations: pairing by id, parents by id and async context. Internal to format/. */
#pragma once
#include "profile/document.h"

enum { EVENT_START, EVENT_END, EVENT_ERROR };

/* What an event says of its place in the tree; most say nothing. 0 = none. */
typedef struct PairHint {
    StrId parent;         /* id of the parent */
    StrId async, trigger; /* ids of async contexts: its own, and the one that caused it */
} PairHint;

typedef struct PairEvent {
    int64_t time; /* ns of the file's clock */
    uint64_t detail;
    StrId id, channel, label, error;
    uint32_t hint; /* 1 + index; 0 = none */
    uint32_t type; /* EVENT_START ... */
} PairEvent;

typedef struct PairInput {
    Array(PairEvent) events; /* in file order; put into time order */
    Array(PairHint) hints;
} PairInput;

/* Adds the track "operations" with what the events make, and notes on what does not fit together; texts are ids of
 * document->frames.strings. At least one event. Rules: an end closes the open operation of its id and channel, else the latest open one of its id; a
 * second start leaves the first incomplete; parents by id come before async context. O(n) but for sorting. */
void pair_operations(Document *document, Arena *scratch, PairInput *input);
