/* What a Firefox profile holds, as read: tables of columns, per thread or shared, processed or raw. Filled by fmt_gecko.c,
 * turned into tracks by gecko_tracks.c. Nulls are -1 in whole columns and NAN in fractional ones. All in the scratch arena. */
#pragma once
#include "format/format.h"

typedef struct GeckoColumn {
    Array(int32_t) whole;
    Array(double) real;
    bool present;
} GeckoColumn;

/* The columns that matter, of all tables. The name of each in the file stands in fmt_gecko.c's table. */
typedef enum GeckoColumnId {
    STACK_PREFIX,
    STACK_OFFSET,
    STACK_FRAME,
    FRAME_FUNC,
    FRAME_LOCATION,
    FRAME_LINE,
    FRAME_COLUMN,
    FUNC_NAME,
    FUNC_FILE,
    FUNC_SOURCE,
    FUNC_LINE,
    FUNC_COLUMN,
    FUNC_RESOURCE,
    FUNC_IS_JS,
    RESOURCE_NAME,
    SOURCE_FILE,
    SAMPLE_STACK,
    SAMPLE_TIME,
    SAMPLE_DELTA,
    SAMPLE_WEIGHT,
    MARKER_NAME,
    MARKER_TIME,
    MARKER_START,
    MARKER_END,
    MARKER_PHASE,
    GECKO_COLUMNS
} GeckoColumnId;

typedef struct GeckoTables {
    GeckoColumn columns[GECKO_COLUMNS];
    Array(StrId) strings;
} GeckoTables;

/* Stacks with weights at times: the samples of a thread, or its allocations. */
typedef struct GeckoSamples {
    const char *what; /* "" for samples, "JS allocations", "native allocations" */
    GeckoColumn stack, time, delta, weight;
    StrId weight_type; /* 0 = samples */
} GeckoSamples;

typedef struct GeckoThread {
    StrId name, process, pid, tid;
    double offset_ms; /* of its process against the first one */
    GeckoTables tables;
    Array(GeckoSamples) samples;
} GeckoThread;

typedef struct Gecko {
    Document *document;
    Arena *scratch;
    double interval_ms, start_ms; /* start: unix time of the first process */
    int64_t version;              /* preprocessedProfileVersion; 0 = raw */
    Array(GeckoThread) threads;
    GeckoTables shared;
} Gecko;

/* Adds one track for the samples of each thread, one for its allocations, one for its markers that last. */
void gecko_tracks(Gecko *gecko);
