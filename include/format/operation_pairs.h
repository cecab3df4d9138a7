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

/* Operations in the making. */
typedef struct Pairing Pairing;

/* Lives in scratch; texts of events are ids of frames->strings, frames are added there. */
Pairing *pairing_new(Arena *scratch, Frames *frames);
/* Makes room for `times` as many events as it has taken, where that many are expected. */
void pairing_reserve(Pairing *pairing, double times);
/* Takes an event with its hint (event->hint is not used). Events come in time order, those of one instant in file order: false for one
 * that is earlier than the one before, and nothing was done. Rules: an end closes the open operation of its id and channel, else
 * the latest open one of its id; a second start leaves the first incomplete; parents by id come before async context. O(1) on average. */
bool pairing_add(Pairing *pairing, const PairEvent *event, const PairHint *hint);
/* Adds the track "operations" to document, and notes on what does not fit together. At least one event. The pairing is spent. */
void pairing_finish(Pairing *pairing, Document *document);
/* Gives its memory back, where it is not finished. */
void pairing_drop(Pairing *pairing);
/* The same as pairing_finish for a picture of a reading that goes on: document's frames are a copy, and what has not ended yet looks as if it never did. */
void pairing_show(const Pairing *pairing, Document *document);

/* Events in any order. */
typedef struct PairInput {
    Array(PairEvent) events; /* in file order; put into time order */
    Array(PairHint) hints;
} PairInput;

/* All of that for the events of input, in document's own frames. At least one event. Sorts. */
void pair_operations(Document *document, Arena *scratch, PairInput *input);
