/* A file that was read: frames, tracks on one time axis, and what there is to say of the reading.
 *
 * A Document is built by one reader in one arena and immutable once handed over; then any thread may read it. A file that
 * is still being read may publish newer Documents; each is complete in itself. */
#pragma once
#include "base/array.h"
#include "profile/frames.h"
#include "profile/notes.h"
#include "profile/samples.h"
#include "profile/tree.h"
#include "profile/unit.h"

/* One async operation or span as its file gives it, for the waterfall (derive/operations.h). Times in whole ns from the origin. */
typedef struct Operation {
    FrameId frame; /* name = channel or span name; module = service, or the channel's package */
    StrId id,
        label;   /* id as written (may repeat or be empty); label: what tells it from its like (SQL, URL), may be 0 */
    StrId error; /* message, 0 = none */
    uint32_t parent;    /* index of the operation that the file names as parent; TREE_NONE = none named or not found */
    uint8_t parent_by;  /* OPERATION_EXPLICIT or OPERATION_ASYNC when parent is set */
    uint8_t status;     /* OPERATION_SUCCESS ... */
    uint8_t no_start;   /* an end without a start, or no time at all (then it stands at its parent's start) */
    uint8_t of_service; /* the frame's module is its service */
    double start, end;  /* end = start when there is none */
    uint64_t detail;    /* byte offset + 1 of its record in the decoded file (span or start event); 0 = none */
    uint64_t closing;   /* the same of its end or error event, where that is a record of its own */
} Operation;

/* The service that an operation belongs to, 0 = none. */
static inline StrId operation_service(const Frames *frames, const Operation *operation) {
    return operation->of_service ? frames->list[operation->frame].module : 0;
}

enum { OPERATION_SUCCESS, OPERATION_ERROR, OPERATION_INCOMPLETE };
enum { OPERATION_BY_TIME, OPERATION_EXPLICIT, OPERATION_ASYNC };

typedef struct Operations {
    uint32_t count;
    Operation *list; /* equal starts in the order of their first event in the file */
    bool contain;    /* auto nesting may fall back to containment (operations files, Chrome async events) */
    const struct Nesting
        *nesting; /* of this list, as its track's tree has it (profile/nesting.h); NULL = to be found */
} Operations;

typedef enum TrackKind {
    TRACK_EVENTS,  /* tree is in time order; a node is a call */
    TRACK_SAMPLES, /* tree is the prefix tree of samples */
    TRACK_SPANS,   /* tree is the containment or parent tree of operations; nodes may overlap (row is set) */
    TRACK_MERGED, /* tree is what the file holds, already merged and in its own order; no time (react-tree, folded, hitCount) */
} TrackKind;

typedef struct Track {
    uint32_t index; /* in the document */
    TrackKind kind;
    Str process, name; /* as the metadata says; name is the thread, event type or trace; both may be empty */
    Str title;         /* what to show: "checkout — Renderer · CrRendererMain", never empty */
    Str pid, tid;      /* as written in the file, may be empty */
    Unit unit;
    bool ordered;          /* time order means something: default view time, else left heavy */
    bool keep_order;       /* react-tree: the file's own order is the default view though the unit is no time */
    const Tree *tree;      /* never NULL, may be empty */
    Samples samples;       /* count 0 unless TRACK_SAMPLES */
    Operations operations; /* count 0 unless TRACK_SPANS */
    double total;          /* sum of the weights; for events the sum of the root boxes */
    double span;           /* last end - first start of what is drawn */
    double left;           /* first start from the document's origin */
    uint64_t sample_count; /* samples read (UNIT_SAMPLES etc.); 0 = unknown or events */
    uint64_t cut_frames;   /* inner frames of stacks that memory did not allow for */
    double interval;       /* sampling interval in ns, average; 0 = unknown */
    uint32_t functions;    /* distinct frames that occur */
    int64_t sort;          /* order the file asks for; ties by index */
    bool preferred;        /* the file says that this one is to be shown first */
} Track;

/* A walk over the samples of a track on its axis: time, or the running sum of their weights. */
static inline SampleWalk track_walk(const Track *track) {
    return sample_walk(&track->samples, track->unit.kind == UNIT_TIME);
}

typedef struct Document {
    Arena *arena; /* owns everything below */
    Str path, base_name;
    Str format, format_label; /* "chrome-trace", "Chrome trace" */
    uint64_t bytes;           /* of the file on disk */
    uint64_t decoded;         /* bytes after decompression, as far as read */
    bool complete;            /* false: cut short, damaged or stopped */
    Str stopped;              /* why and where it stopped, one sentence; empty when complete */
    uint64_t stopped_at;      /* byte of the decoded input */
    uint64_t records;         /* events, samples or lines read */
    Frames frames;
    FrameId root; /* frame "(all)" of kind FRAME_ROOT, for one box over everything; it occurs in no track */
    Array(Track *) tracks;
    Notes notes;
    /* the track that the file prefers; else the one with the most total among those of the unit that most tracks have, tracks of
     * operations behind all others; the first when there is no better. NULL when there is none */
    const Track *busiest;
    bool has_operations;   /* some track has operations */
    Str kept;              /* the input itself when it came from memory and is not large: details are read from it */
    double origin_unix_ms; /* wall clock of the origin, 0 = unknown */
} Document;

Document *document_new(Arena *arena);
/* A new empty track at the end of the list. */
Track *document_add_track(Document *document);
/* Orders the tracks (sort, then index), numbers them, fills root, busiest, span, left, functions and missing titles, and drops tracks without
 * any node or sample (counted as a note, NOTE_INFO). */
void document_seal(Document *document);
void document_free(Document *document); /* NULL is allowed */
