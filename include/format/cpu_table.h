/* The rows behind CpuNodes. Internal to the files cpu_*.c. */
#pragma once
#include "base/map.h"
#include "format/cpu_nodes.h"

/* Ids are small numbers in all but strange files: 31 bits of a code are the id itself, others are counted in a list. */
typedef struct CpuIds {
    Map codes; /* id -> place in odd */
    Array(int64_t) odd;
} CpuIds;

enum { CPU_NO_CODE = UINT32_MAX };
#define CPU_ODD ((uint32_t)1 << 31)

typedef struct CpuRow {
    uint32_t id, parent; /* codes; parent: CPU_NO_CODE = none named here */
    uint32_t hits;
    FrameId frame;
} CpuRow;

typedef struct CpuLink {
    uint32_t parent, child; /* codes */
} CpuLink;

/* Samples in order of the file: the node of a run is the code of its id until it is found. */
typedef struct CpuSamples {
    size_t count;
    Array(SampleRun) runs;
} CpuSamples;

typedef struct CpuTable {
    Arena *scratch;
    Frames *frames;
    CpuIds ids;
    Array(CpuRow) rows;     /* in order of the file */
    Array(CpuLink) links;   /* from `children` */
    Array(uint32_t) row_of; /* code -> row, MAP_NONE = none, where codes are not much more than rows; */
    Map other_rows;         /* and of the other codes */
    CpuSamples samples;
    Gaps deltas;    /* ns */
    uint64_t twice; /* nodes whose id was there before */
    int64_t twice_ids[3];
    Map shared; /* codes of several nested nodes (which all keep their place) -> 0; 1 once that was noted */
} CpuTable;

/* The code of an id, a new one where it must be; and back. */
uint32_t cpu_code(CpuTable *table, int64_t id);
int64_t cpu_id(const CpuTable *table, uint32_t code);
/* The row of a code, MAP_NONE where there is none; and the row of one that has none yet. */
uint32_t cpu_row(const CpuTable *table, uint32_t code);
void cpu_set_row(CpuTable *table, uint32_t code, uint32_t row);
/* Adds a row for node under its id; the caller has seen to it that the id is new. Returns its index. */
uint32_t cpu_add_row(CpuTable *table, const CpuNode *node);
/* Reads the value of a key of a call frame into node (strings are kept in the frame table's); false when it is none. */
bool cpu_read_frame_key(CpuTable *table, Json *json, CpuNode *node, Str key);

/* Reads the node that json is at into node, and its children into links without a parent, if all of it is in the window in the usual
 * spelling. False: nothing was consumed. */
bool cpu_node_fast(CpuNodes *nodes, Json *json, CpuNode *node);

/* Appends samples; neighbours on one node become one run. */
void cpu_samples_add(Arena *arena, CpuSamples *samples, uint32_t node, uint32_t count);
/* Forgets all but the first n. */
void cpu_samples_cut(CpuSamples *samples, size_t n);

/* What was wrong with the times. */
typedef struct CpuFaults {
    uint64_t backwards, bad; /* samples that went back in time; times that were none, taken as 0 */
} CpuFaults;

/* Brings as many samples as gaps, which are ns to each from the one before it (to the first from start), into order of time, stable.
 * Afterwards no gap but the first is negative, and all times lie within CPU_TIME_MAX. The arrays live in scratch. */
CpuFaults cpu_order(Arena *scratch, CpuSamples *samples, Gaps *gaps, int64_t start);

#define CPU_TIME_MAX ((int64_t)1 << 61) /* differences of two still fit */
static inline int64_t cpu_clamp(int64_t time) {
    return time > CPU_TIME_MAX ? CPU_TIME_MAX : time < -CPU_TIME_MAX ? -CPU_TIME_MAX : time;
}
