/* The samples of a pprof profile while its tables are still to come: of each the number of its stack and its values. A stack is kept
 * once, however often it is met. One thread; all in the scratch arena. */
#pragma once
#include "base/map.h"
#include "codec/wire.h"
#include "format/name_table.h"

typedef struct PprofSample {
    uint32_t stack;
    Str values; /* packed numbers, as far as they can be read */
} PprofSample;

enum { PPROF_BATCH = 256 };

typedef struct PprofSamples {
    NameTable *stacks;     /* location ids, packed, innermost first; numbered as they come */
    Text kept;             /* samples one after another */
    uint64_t count, bytes; /* of all messages */
    uint64_t malformed;    /* messages that could be read in part only */
    Map labels;            /* string index of the key -> how often */
    Map broken;            /* stacks whose last number cannot be read -> 1 */
    uint32_t checked;      /* stacks */
    Text packed;           /* of the message at hand, if it has its numbers one by one */
    size_t waiting;        /* messages whose stacks are to be looked up: */
    Str stack[PPROF_BATCH], values[PPROF_BATCH];
    bool bad[PPROF_BATCH];
} PprofSamples;

PprofSamples *pprof_samples_new(Arena *scratch);
/* Takes a message of the type Sample, which must stay where it is until the next flush, with SOURCE_GUARD bytes behind it. */
void pprof_samples_add(PprofSamples *samples, Str message);
void pprof_samples_flush(PprofSamples *samples);
/* To be called once all are added. */
void pprof_samples_end(PprofSamples *samples);
/* The sample at *at, 0 for the first; *at moves to the next. False behind the last. */
bool pprof_samples_next(const PprofSamples *samples, size_t *at, PprofSample *sample);
