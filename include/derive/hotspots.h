/* The function table: self and total per function, as facts/seeds.md section 2 defines them. Any thread. */
#pragma once
#include "derive/heavy.h"

typedef struct Hotspot {
    FrameId frame;
    double self,
        total; /* track unit; total counts a sample, or a moment of a thread, once however often the function recurs */
    uint64_t calls;                       /* events and operations that have a start; 0 with has_calls false */
    uint64_t samples_self, samples_total; /* of sampled and merged tracks that say how many, else 0 */
    double min, average, p50, p95, p99,
        max; /* of calls' durations (nearest rank), inside the range; NAN without calls */
} Hotspot;

typedef enum HotspotSort {
    HOTSPOT_SELF,
    HOTSPOT_TOTAL,
    HOTSPOT_NAME,
    HOTSPOT_FILE,
    HOTSPOT_CALLS,
    HOTSPOT_SORTS
} HotspotSort;

/* All rows by one column, downwards. */
typedef struct HotspotOrder {
    uint32_t *rows;
    uint64_t *starts; /* a bit each: the value differs from the one before */
} HotspotOrder;

typedef struct Hotspots {
    size_t count;
    Hotspot *rows;    /* every function that occurs; of a table by self down, then total down, then name */
    uint32_t *row_of; /* by FrameId: index in rows, UINT32_MAX when it does not occur */
    double total, idle, active, unattributed; /* total = sum of self + idle + unattributed; active = total - idle */
    double roots;               /* sum of the root boxes, and of what has none: what a track calls its total */
    uint64_t samples;           /* in the range, idle ones too; 0 where that is not known */
    bool has_calls;             /* events or operations */
    bool has_files;             /* some row has a file */
    const HotspotOrder *orders; /* by HotspotSort; NULL: not asked for (hotspots_order.h reads them) */
    Unit unit;
} Hotspots;

/* table: also min..max (costs a selection over all durations) and the orders. Where siblings overlap (parallel spans) total is the sum of the
 * work, more than the root boxes are long (hotspots_overlap). NULL when stopped. */
Hotspots *derive_hotspots(Arena *arena, const DeriveInput *input, bool table);
/* The total is work done side by side: it must not be taken for a length of time. */
bool hotspots_overlap(const Hotspots *hotspots);
/* "own work", "calls others" or NULL, as cli.md defines. */
const char *hotspot_reading(const Hotspots *hotspots, const Hotspot *row);
/* "code", "native", "program" or "gc"; "" for kinds that are no rows. */
const char *frame_kind_word(FrameKind kind);
