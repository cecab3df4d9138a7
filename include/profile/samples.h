/* Samples on a stack tree, in time order. The tree of a sampled track is its prefix tree (one node per distinct stack, children in
 * order of first sight); time order is derived from it on demand.
 *
 * They are held in one of two forms, which a SampleWalk makes the same: each with a start and a weight of its own, or packed, where
 * each lasts until the next one begins and stays on one node for many samples, as in a recording of millions. */
#pragma once
#include "profile/gaps.h"

/* Samples one after another on one node. */
typedef struct SampleRun {
    uint32_t node; /* never TREE_NONE */
    uint32_t count;
} SampleRun;

typedef struct PackedSamples {
    size_t run_count;
    SampleRun *runs;
    int64_t base; /* ns from the document's origin: the first sample is so much behind it as gaps says */
    Gaps gaps;    /* ns from each sample's start to the next one's; the first from base. None below 0 but the first */
    double last;  /* weight of the last sample */
    double left, span; /* first start, and from there to the last end */
} PackedSamples;

typedef struct Samples {
    size_t count;
    uint32_t *node;              /* top of the sample's stack in the track's tree; TREE_NONE = an empty stack */
    double *start;               /* from the document's origin; NULL: the sum of the weights before it */
    double *weight;              /* unit of the track, >= 0 */
    const PackedSamples *packed; /* instead of the three arrays, which are NULL then; NULL: the arrays */
} Samples;

/* Samples one after another as pieces of their axis. They never overlap: one that starts too early starts where the one before it
 * ended, and keeps its weight. */
typedef struct SampleWalk {
    const Samples *samples;
    bool timed;                 /* the axis is time, else the running sum of the weights */
    size_t next;                /* how many were walked */
    double left, right, weight; /* of what was walked last */
    uint32_t node;
    uint32_t count; /* samples in it: 1, or those of a run */
    /* packed: */
    size_t run;
    uint32_t walked; /* of the run */
    GapCursor gap;
    int64_t now;
} SampleWalk;

/* A walk before its first sample. in_time: their axis is time, where they have starts. */
SampleWalk sample_walk(const Samples *samples, bool in_time);
/* One sample; false at the end. */
bool sample_next(SampleWalk *walk);
/* The same, but as many at a time as lie on one node without a gap, where that is known. */
bool sample_next_run(SampleWalk *walk);
