/* The seam between what was read and what is shown: a View is one reading of a document, with everything that a picture or a report
 * needs. Immutable once built. The window builds Views in jobs, the command line at once. */
#pragma once
#include "base/err.h"
#include "derive/heavy.h"
#include "derive/hotspots.h"
#include "derive/operations.h"
#include "layout/levels.h"

typedef enum ViewKind {
    VIEW_TIME, /* one track in time order */
    VIEW_HEAVY,
    VIEW_INVERTED,
    VIEW_HOTSPOTS,
    VIEW_CALLERS, /* sandwich, upper half: callers of one function */
    VIEW_CALLEES,
    VIEW_WATERFALL,
    VIEW_DETAIL, /* the records of one operation or call, read from the file again */
    VIEW_BYTES,  /* the bytes around a place of the file, read again */
    VIEW_KINDS
} ViewKind;

enum { VIEW_ALL_TRACKS = -1 };

typedef struct ViewSpec {
    ViewKind kind;
    int track; /* index, or VIEW_ALL_TRACKS: all tracks of the busiest track's unit, merged (WATERFALL: all with operations) */
    double from, to;              /* range in track units; from >= to: everything */
    FrameId function;             /* of CALLERS and CALLEES */
    bool root;                    /* HEAVY, INVERTED: one root box over all */
    uint64_t detail[2];           /* DETAIL: as Tree.detail and Operation have it; 0 = none. BYTES: the place + 1 */
    OperationsOptions operations; /* WATERFALL; all 0: OPERATIONS_DEFAULTS */
} ViewSpec;

typedef struct View {
    Arena *arena;
    const Document *document; /* must outlive the view */
    ViewSpec spec;
    const Tree *tree; /* NULL for HOTSPOTS and WATERFALL, as are the levels */
    const Levels *levels;
    const Hotspots *hotspots;   /* sums per function over the same tracks and range; for every kind but WATERFALL */
    const Waterfall *waterfall; /* of WATERFALL alone */
    uint64_t bytes_from;        /* of BYTES alone: place of the first in the decoded input; records[0] holds them */
    Str records[2];             /* of DETAIL alone: JSON text, empty where there is none; */
    Err failed;                 /* and why one could not be read */
    Unit unit;
    double total; /* of the tracks in it */
    uint64_t samples;
} View;

/* NULL when stopped. Blocks; any thread. */
View *view_build(const Document *document, ViewSpec spec, Progress *progress);
void view_free(View *view); /* NULL is allowed */
/* The track with operations that has the greatest total, NULL when none has any. */
const Track *view_busiest_operations(const Document *document);
/* The kind that a track is best first seen in. */
ViewKind view_default(const Track *track);
