/* A table of V8 CPU-profile nodes with samples on it, as a .cpuprofile and the ProfileChunk events of a Chrome trace hold it:
 * rows go in as they are read, in any order; a sampled track comes out. Rules: shared facts of V8, see cpu_nodes_finish.
 *
 *     CpuNodes *nodes = cpu_nodes_new(reading->scratch, &document->frames);
 *     ... at "nodes":      cpu_nodes_read(nodes, &json);         or cpu_nodes_add for nodes of another shape
 *     ... at "samples":    cpu_nodes_read_samples(nodes, &json);
 *     ... at "timeDeltas": cpu_nodes_read_deltas(nodes, &json);
 *     nodes->start = ...; nodes->end = ...;
 *     cpu_nodes_end(nodes, document, document_add_track(document), origin); or, if more is to come, cpu_nodes_finish
 *
 * Lives in its scratch arena. One thread. */
#pragma once
#include "codec/json.h"
#include "profile/document.h"

#define CPU_NO_NODE INT64_MIN
#define CPU_NO_TIME INT64_MIN

typedef struct CpuNode {
    int64_t id, parent; /* parent: CPU_NO_NODE when the file names none here */
    Str name, url;
    int64_t script;       /* scriptId; 0 = unknown */
    int32_t line, column; /* from 0, as the file has them; -1 = unknown */
    uint64_t hits;        /* hitCount */
} CpuNode;

typedef struct CpuNodes {
    /* to be set by the reader, in ns on any base; CPU_NO_TIME = the file does not say */
    int64_t start, end;
    /* called every few thousand values of an array, when set; false ends the array there */
    bool (*tick)(void *user);
    void *user;
    struct CpuTable *table;
} CpuNodes;

/* The package that a path goes through: behind the last node_modules/ (two parts with a scope), or "node" for "node:..."; else empty. */
Str cpu_package_of(Str path);

CpuNodes *cpu_nodes_new(Arena *scratch, Frames *frames);
/* Room for what a file of so many bytes is likely to hold. */
void cpu_nodes_expect(CpuNodes *nodes, uint64_t bytes);
/* A node; of several with one id the first stands. */
void cpu_nodes_add(CpuNodes *nodes, const CpuNode *node);
/* Says that child belongs below parent; this goes before what the child itself says of its parent. */
void cpu_nodes_child(CpuNodes *nodes, int64_t parent, int64_t child);
/* Reads the array that comes next: nodes {id, callFrame {functionName, scriptId, url, lineNumber, columnNumber}, hitCount, parent,
 * children}; a node without a callFrame carries its keys itself. False when it is no array or the reader failed. */
bool cpu_nodes_read(CpuNodes *nodes, Json *json);
/* The array of node ids, and the array of microseconds between them; both append to what is there. */
bool cpu_nodes_read_samples(CpuNodes *nodes, Json *json);
bool cpu_nodes_read_deltas(CpuNodes *nodes, Json *json);
/* The form of before 2017: one node with its children nested in it, lines from 1, and absolute times in microseconds (start must then
 * stay unset). */
bool cpu_nodes_read_head(CpuNodes *nodes, Json *json);
bool cpu_nodes_read_timestamps(CpuNodes *nodes, Json *json);
size_t cpu_nodes_count(const CpuNodes *nodes);
size_t cpu_nodes_samples(const CpuNodes *nodes);
/* The time of the first sample as the deltas give it; CPU_NO_TIME when there is none. */
int64_t cpu_nodes_first(const CpuNodes *nodes);

/* Fills tree, samples, kind, unit, ordered, interval, total and sample_count of track; titles are the caller's. Notes what was repaired. The
 * builder stays as it is: it can be finished again later, when more was read. Times are less origin.
 *   - a node's place is its parent's (children or parent); a parent-less "(root)" is no row, its own samples are a frame of kind FRAME_ROOT
 *   - functions are told apart by name, url, line and column, without a url by scriptId too; "" is "(anonymous)"
 *   - sample i lasts until sample i+1, the last one until `end` when that is later, else one average interval; a single one
 *     until `end`, else as long as its delta. timeDeltas[0] is the gap before the first sample and belongs to nobody
 *   - times that go backwards: the samples are sorted (stable)
 *   - samples without deltas are spread evenly from start to end; without those each weighs 1 (UNIT_SAMPLES)
 *   - no samples: hitCount times (end - start) / sum of the hits (TRACK_MERGED); without times the hits themselves
 *   - samples and deltas of different number: the common part; ids without a node: one frame of kind FRAME_UNKNOWN */
void cpu_nodes_finish(const CpuNodes *nodes, Document *document, Track *track, int64_t origin);
/* The same for the last time: the memory of the samples becomes the track's, and the builder is spent. */
void cpu_nodes_end(CpuNodes *nodes, Document *document, Track *track, int64_t origin);
