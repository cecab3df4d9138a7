/* The rows behind CpuNodes. Internal to cpu_nodes.c and cpu_samples.c. */
#pragma once
#include "base/map.h"
#include "format/cpu_nodes.h"

typedef struct CpuRow {
    int64_t id, parent;
    uint64_t hits;
    FrameId frame;
} CpuRow;

typedef struct CpuLink {
    int64_t parent, child;
} CpuLink;

typedef Array(int64_t) CpuNumbers;

typedef struct CpuTable {
    Arena *scratch;
    Frames *frames;
    Array(CpuRow) rows;   /* in order of the file */
    Array(CpuLink) links; /* from `children` */
    CpuNumbers samples;   /* node ids */
    CpuNumbers deltas;    /* ns */
    Map ids;              /* id -> row */
    uint64_t twice;       /* nodes whose id was there before */
    int64_t twice_ids[3];
} CpuTable;
