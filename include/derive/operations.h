/* The waterfall of async operations: their forest, and what it says of where the time went. Everything O(n log n), iterative, a million
 * operations flat or 100,000 deep. Times in ns from the document's origin. Rules: facts of the article on diagnostics channels
 * (nearest rank P95, gaps of at most 5 ms), the critical path after Jaeger and CRISP (USENIX ATC 2022) without their fault of
 * counting children that outlive their parent. Immutable once built; any thread. */
#pragma once
#include "derive/heavy.h"
#include "profile/nesting.h"

typedef struct OperationsOptions {
    bool by_time;      /* containment alone, whatever parents the file gives */
    double gap;        /* ns: the most that may lie between two sequential operations */
    double percentile; /* of the durations, 0..100: from there on an operation is a bottleneck */
} OperationsOptions;

#define OPERATIONS_DEFAULTS ((OperationsOptions){.gap = 5e6, .percentile = 95})

enum WaterfallFlag {
    WATERFALL_SLOW = 1,      /* duration > 0 and at the percentile of all durations or above: a bottleneck */
    WATERFALL_SLOW_SELF = 2, /* the same by self time */
    WATERFALL_CRITICAL = 4,  /* on the critical path of a root that waited for others */
};

#define WATERFALL_NONE UINT32_MAX

/* What is known of a row. Rows are in preorder, siblings by (start up, end down, first event). A row's identity is its index: ids repeat. */
typedef struct WaterfallRow {
    const Operation *operation;
    double self; /* duration less the union of the children */
    uint32_t parent, end, depth;
    uint32_t repeat; /* index of the group of like siblings it belongs to, else WATERFALL_NONE */
    uint8_t by;      /* how the parent is known: OPERATION_BY_TIME ... or NESTING_ROOT */
    uint8_t flags;   /* WaterfallFlag */
} WaterfallRow;

/* Neighbours in start order of which the second begins 0 to `gap` after the first has ended. (Parent and child are in the rows.) */
typedef struct WaterfallLink {
    uint32_t source, target;
} WaterfallLink;

typedef enum WaterfallWhy {
    WHY_ROOT,   /* the path begins here */
    WHY_LAST,   /* the last to end before its parent did; other = the parent */
    WHY_BEFORE, /* the last to end before the next one on the path began; other = that one */
} WaterfallWhy;

/* One operation on a critical path, and why it is there. */
typedef struct WaterfallStep {
    uint32_t row, other;
    WaterfallWhy why;
    double own;   /* own time on the path */
    double saves; /* the most by which the root gets shorter when this operation takes no time */
    double gap;   /* from its end to what it was waited for by */
} WaterfallStep;

/* A stretch of a critical path: the own time of one operation. */
typedef struct WaterfallSegment {
    uint32_t row;
    double from, to;
} WaterfallSegment;

/* The critical path of a root of which some child is on it; steps in preorder, segments in time order. */
typedef struct WaterfallPath {
    uint32_t root;
    uint32_t first_step, step_count, first_segment, segment_count;
} WaterfallPath;

typedef struct WaterfallChannel {
    FrameId frame;
    uint32_t count, errors, incomplete;
    double total, self, critical;            /* sums */
    double average, p50, p95, p99, min, max; /* of the durations above 0, nearest rank; NAN when there is none */
} WaterfallChannel;

/* Three or more siblings of one channel whose labels differ in no more than numbers and literals: the N+1 query. */
typedef struct WaterfallRepeat {
    uint32_t first, parent, count, errors;
    double total, average, max; /* of the durations */
    Str label;                  /* the common label, numbers and literals as '?' where they differ; may be empty */
} WaterfallRepeat;

/* The operations and their nesting, by row: those of the track where there is one, else of a list of all. */
typedef struct OperationsForest {
    const Operation *list;
    const Nesting *nesting;
    const Tree *tree; /* of the nesting, as span_tree makes it */
} OperationsForest;

typedef struct Waterfall {
    OperationsOptions options;
    OperationsForest forest;
    uint32_t count, roots, depths, errors, incomplete;
    uint32_t edges[3];                  /* parent-child edges by OPERATION_BY_TIME, _EXPLICIT, _ASYNC */
    uint32_t slow, slow_self, critical; /* rows with these flags */
    uint64_t cycles;                    /* of parents, cut */
    double left, right;                 /* first start, last end */
    double threshold, self_threshold;   /* the percentile; 0 when there is no row */
    uint32_t *repeat;                   /* of each row, as WaterfallRow; waterfall_row has it all */
    uint8_t *flags;                     /* the same */
    const uint32_t *by_start;           /* rows in start order */
    size_t link_count, path_count, step_count, segment_count, channel_count, repeat_count;
    WaterfallLink *links; /* by target's start */
    WaterfallPath *paths; /* by root */
    WaterfallStep *steps; /* those of all paths are in order of their rows */
    WaterfallSegment *segments;
    WaterfallChannel *channels; /* by total down, then name */
    WaterfallRepeat *repeats;   /* by parent, then first row */
} Waterfall;

/* Of all operations of the tracks in input (its range is not used), which have to live as long. NULL when stopped. */
Waterfall *operations_analyse(Arena *arena, const DeriveInput *input, OperationsOptions options);
static inline WaterfallRow waterfall_row(const Waterfall *waterfall, uint32_t row) {
    const OperationsForest *f = &waterfall->forest;
    return (WaterfallRow){.operation = &f->list[f->nesting->operation[row]],
                          .self = f->tree->self[row],
                          .parent = f->tree->parent[row],
                          .end = f->tree->end[row],
                          .depth = f->tree->depth[row],
                          .repeat = waterfall->repeat[row],
                          .by = f->nesting->by[row],
                          .flags = waterfall->flags[row]};
}
/* The step of the row on a critical path; NULL when it is on none. O(log steps). */
const WaterfallStep *waterfall_step(const Waterfall *waterfall, uint32_t row);
/* What lies between the end of a link's source and the start of its target. */
static inline double waterfall_gap(const Waterfall *waterfall, const WaterfallLink *link) {
    const Tree *tree = waterfall->forest.tree;
    return tree->start[link->target] - tree_right(tree, link->source);
}
static inline double operation_duration(const Operation *operation) {
    return operation->end - operation->start;
}
/* "success", "error" or "incomplete". */
const char *operation_status_word(const Operation *operation);
/* "explicit", "async", "time", or NULL for a root. */
const char *operation_nesting_word(uint8_t by);
