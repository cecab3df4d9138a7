/* The samples of perf script text, gathered by thread and event: names of frames, stacks, tracks. Lines are read in fmt_perf.c.
 *
 * A track for each thread and event; every sample weighs 1, since periods of different events mean different things: they are
 * summed beside it. All memory is of the scratch arena. One thread. */
#pragma once
#include "base/map.h"
#include "format/perf_line.h"
#include "profile/stacks.h"

typedef struct PerfSample {
    int64_t time;
    uint32_t node;
} PerfSample;

typedef struct PerfThread {
    Str comm, pid, tid;
    uint32_t event;
    Stacks *stacks;
    Array(PerfSample) samples;
    bool untimed, unsorted;
    double periods;
} PerfThread;

typedef struct PerfEvent {
    Str name;
    uint64_t samples;
    double periods, largest;
} PerfEvent;

/* A frame of the sample that is being read. */
typedef struct PerfRawFrame {
    StrId symbol, dso, file;
    int32_t line;
    bool inlined;
} PerfRawFrame;

/* One of the files that a function's addresses come from (-F srcline): what is inlined into it comes from others. */
typedef struct PerfPlace {
    FrameId frame;
    StrId file;
    int32_t line; /* the least seen */
    uint64_t times;
} PerfPlace;

typedef struct Perf {
    Arena *scratch;
    Frames *frames;
    Intern *keys;        /* of threads and of events */
    Map threads, events; /* key -> index */
    Map by_symbol;       /* symbol and library -> FrameId */
    Array(PerfThread) thread_list;
    Array(PerfEvent) event_list;
    Map by_place; /* frame and file -> index of places */
    Array(PerfPlace) places;
    Array(PerfRawFrame) stack; /* of the open sample, innermost first */
    uint32_t thread;           /* of the open sample; TREE_NONE: none is open */
    int64_t time, origin;
    uint64_t samples, bare, crowded;
} Perf;

Perf perf_new(Arena *scratch, Frames *frames);
/* Ends the sample that is open and opens another. */
void perf_begin(Perf *perf, const PerfHeader *header);
static inline bool perf_is_open(const Perf *perf) {
    return perf->thread != TREE_NONE;
}
/* The next frame of the open sample, further out; where the frame before came from. */
void perf_add_frame(Perf *perf, const PerfFrame *frame);
void perf_add_place(Perf *perf, Str file, int32_t line);
void perf_end(Perf *perf);
/* Adds a track for each thread that has samples. spend: for good; else from copies, so that more can be read. document->frames must hold
 * what perf->frames does. */
void perf_build(Perf *perf, Document *document, bool spend);
/* To be called after the last perf_build: gives frames their places and tells what there is to tell. */
void perf_close(Perf *perf, Document *document);
