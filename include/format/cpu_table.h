/* The rows behind CpuNodes. Internal to cpu_nodes.c, cpu_head.c and cpu_samples.c. */
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

/* Numbers in 32 bits each until one needs more, since they are millions and most of their cost is memory. INT32_MIN stands for
 * JSON_NO_NUMBER. */
typedef struct CpuNumbers {
    size_t count, capacity;
    int32_t *narrow; /* NULL once wide is set */
    int64_t *wide;
} CpuNumbers;

/* Room for n numbers in all. */
void cpu_numbers_expect(Arena *arena, CpuNumbers *numbers, size_t n);
/* Appends n values. */
void cpu_numbers_add(Arena *arena, CpuNumbers *numbers, const int64_t *values, size_t n);
static inline int64_t cpu_number(const CpuNumbers *numbers, size_t i) {
    if (numbers->wide)
        return numbers->wide[i];
    return numbers->narrow[i] == INT32_MIN ? JSON_NO_NUMBER : numbers->narrow[i];
}

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
    Map shared; /* ids of several nested nodes (which all keep their place) -> 0; 1 once that was noted */
} CpuTable;

/* Adds a row for node under its id; the caller has seen to it that the id is new. Returns its index. */
uint32_t cpu_add_row(CpuTable *table, const CpuNode *node);
/* Reads the value of a key of a call frame into node (strings are kept in the frame table's); false when it is none. */
bool cpu_read_frame_key(CpuTable *table, Json *json, CpuNode *node, Str key);

/* Reads the node that json is at into node, and its children into links without a parent, if all of it is in the window in the usual
 * spelling. False: nothing was consumed. */
bool cpu_node_fast(CpuNodes *nodes, Json *json, CpuNode *node);

#define CPU_TIME_MAX ((int64_t)1 << 61) /* differences of two still fit */
static inline int64_t cpu_clamp(int64_t time) {
    return time > CPU_TIME_MAX ? CPU_TIME_MAX : time < -CPU_TIME_MAX ? -CPU_TIME_MAX : time;
}
