/* Spans as OTLP, Jaeger and Zipkin files list them, gathered into one track per trace: ids and parents resolved, times checked,
 * the origin subtracted while they are integers. What is wrong with them is counted in the document's notes. One thread. */
#pragma once
#include "format/format.h"

/* One span. Texts are ids of the document's string table (document->frames.strings), 0 = none. */
typedef struct SpanIn {
    StrId trace, id, parent;
    StrId name, service, label, error;
    int64_t start, end; /* ns of the file's clock */
    uint8_t has_start, has_end;
    uint8_t failed;  /* ended in an error */
    uint8_t shared;  /* Zipkin: the server's half of a span whose client's half has the same id */
    uint64_t detail; /* as Operation.detail */
} SpanIn;

typedef struct SpanSet {
    Reading *reading;
    Document *document;
    Arena *scratch;
    Array(SpanIn) spans;
} SpanSet;

SpanSet span_set_new(Reading *reading);
/* The id of a text in the document's table. */
StrId span_set_text(SpanSet *set, Str text);
/* Takes a span over. Every few thousand it feeds the pulse of the reading: false when that wants to stop. */
bool span_set_add(SpanSet *set, const SpanIn *span);
/* Ends the reading (json tells whether it got through) and makes the tracks. A trace id of 64 bits belongs to the trace whose 128-bit id ends in it. A span without a usable end has length 0 and
 * is incomplete; one without a start stands at its parent's. False when there is no span. */
bool span_set_finish(SpanSet *set, const Json *json, Err *err);
