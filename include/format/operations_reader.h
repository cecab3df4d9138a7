/* The reader of diagnostics events while it reads one. Internal to fmt_operations*.c. */
#pragma once
#include "format/context.h"
#include "format/format.h"
#include "format/operation_pairs.h"

enum { EVENT_PHASE = EVENT_ERROR + 1, EVENT_UNKNOWN };

typedef struct OperationsReader {
    Reading *reading;
    Intern *strings;
    Json json;
    Context context;
    PairInput input;
    uint64_t seen, bad, phases;
    PairEvent event; /* being read */
    PairHint hint;
    bool has_time;
    JsonNumber time;
    StrId error_name;
    StrId channels[64], labels[256]; /* met lately, by their hash; 0 = none */
} OperationsReader;

/* EVENT_START...; EVENT_PHASE for other words. */
uint32_t operations_type(Str word);
/* Where a hint's value goes; NULL when the key is none. */
StrId *operations_hint(OperationsReader *r, Str key);
/* Reads the event that comes next, if all of it is in the window in the usual spelling, into what fmt_operations.c would have made of
 * it. False: nothing was consumed, event, hint and context hold anything. */
bool operations_event_fast(OperationsReader *r);
