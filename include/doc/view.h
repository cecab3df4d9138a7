/* The seam between what was read and what is shown: a View is one reading of a document, with everything that a picture or a report
 * needs. Immutable once built. The window builds Views in jobs, the command line at once. */
#pragma once
#include "derive/heavy.h"
#include "derive/hotspots.h"
#include "layout/levels.h"

typedef enum ViewKind {
    VIEW_TIME,     /* one track in time order */
    VIEW_HEAVY,
    VIEW_INVERTED,
    VIEW_HOTSPOTS,
    VIEW_CALLERS,  /* sandwich, upper half: callers of one function */
    VIEW_CALLEES,
    VIEW_WATERFALL,
    VIEW_KINDS
} ViewKind;

enum { VIEW_ALL_TRACKS = -1 };

typedef struct ViewSpec {
    ViewKind kind;
    int track;        /* index, or VIEW_ALL_TRACKS: all tracks of the busiest track's unit, merged */
    double from, to;  /* range in track units; from >= to: everything */
    FrameId function; /* of CALLERS and CALLEES */
    bool root;        /* HEAVY, INVERTED: one root box over all */
} ViewSpec;

typedef struct View {
    Arena *arena;
    const Document *document; /* must outlive the view */
    ViewSpec spec;
    const Tree *tree;         /* NULL for HOTSPOTS */
    const Levels *levels;     /* NULL for HOTSPOTS */
    const Hotspots *hotspots; /* sums per function over the same tracks and range; for every kind but WATERFALL */
    Unit unit;
    double total;             /* of the tracks in it */
    uint64_t samples;
} View;

/* NULL when stopped. Blocks; any thread. */
View *view_build(const Document *document, ViewSpec spec, Progress *progress);
void view_free(View *view); /* NULL is allowed */
/* The kind that a track is best first seen in. */
ViewKind view_default(const Track *track);
