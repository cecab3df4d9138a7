/* The parts of the speedscope reader and what they share. Internal to fmt_speedscope*.c. Fields: file-format-spec.ts of speedscope.
 *
 * What a profile gathers stays as it is when tracks are made of it, so that a snapshot and the document come the same way. */
#pragma once
#include "format/format.h"
#include "format/open_close.h"

typedef struct SpeedscopeEvent {
    JsonNumber at;
    FrameId frame;
    bool opens;
} SpeedscopeEvent;

/* A frame of the last stack: its index in the file, -1 when that is not to be relied on, and its node. */
typedef struct SpeedscopeStep {
    int64_t index;
    uint32_t node;
} SpeedscopeStep;

/* One profile: first read, then waiting for the origin that all share. */
typedef struct SpeedscopeProfile {
    Str name;
    Unit unit;
    int scale; /* power of ten that makes nanoseconds, or thousandths of what is no time */
    bool unit_known, sampled, weighted, evented;
    JsonNumber start, end;
    Stacks *stacks;
    Array(SpeedscopeStep) path;
    Array(uint32_t) samples; /* node of stacks */
    Array(double) weights;
    Array(SpeedscopeEvent) events; /* that came before the unit */
    OpenClose *calls;              /* NULL until events can be taken there */
    double interval;
    int64_t first; /* ns: where it starts; INT64_MAX when nothing does */
    size_t open;   /* frames that were not closed */
} SpeedscopeProfile;

typedef struct Speedscope {
    Reading *reading;
    Json json;
    Array(FrameId) frames;
    Array(SpeedscopeProfile *) profiles; /* read */
    SpeedscopeProfile *current;          /* being read, or NULL */
    OpenCounts open_counts;
    uint32_t active; /* of the profiles: the one to show first */
    bool frames_known, profiles_waiting;
    uint64_t records; /* events and samples */
} Speedscope;

/* The frame of that index in the file, a note and one for all unknown ones where there is none. */
FrameId speedscope_frame(Speedscope *s, int64_t index);
/* The pulse of the reading; false when it is to stop. */
bool speedscope_tick(Speedscope *s);

/* The arrays of a profile. */
void speedscope_samples(Speedscope *s, SpeedscopeProfile *profile);
void speedscope_weights(Speedscope *s, SpeedscopeProfile *profile);
void speedscope_events(Speedscope *s, SpeedscopeProfile *profile);
/* All of it was read: what was gathered is put together. */
void speedscope_profile_end(Speedscope *s, SpeedscopeProfile *profile);

/* Makes a track of each profile in document, times from the first of all. A snapshot leaves the profiles as they are. */
void speedscope_tracks(Speedscope *s, Document *document, bool snapshot);
