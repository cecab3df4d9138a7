/* The tables of a pprof profile (google/pprof, proto/profile.proto): strings, mappings, functions, locations, in whatever order they
 * come; and from them the frames of a location. Ids are 64 bits of the file's own. One thread; all in the scratch arena. */
#pragma once
#include "base/map.h"
#include "codec/wire.h"
#include "profile/document.h"

typedef struct PprofValueType {
    int64_t type, unit; /* indices of the string table */
} PprofValueType;

typedef struct PprofMapping {
    int64_t file;
} PprofMapping;

typedef struct PprofFunction {
    int64_t name, system_name, file, start_line;
    FrameId frame; /* FRAME_NONE: not made yet */
} PprofFunction;

typedef struct PprofLine {
    uint64_t function;
    int64_t line;
} PprofLine;

typedef struct PprofLocation {
    uint64_t mapping, address;
    uint32_t line, line_count;   /* of lines, innermost first */
    uint32_t frame, frame_count; /* of frames, outermost first; count 0 = not made yet */
} PprofLocation;

/* Frames of a location in the frame list; count 0 = not known here. */
typedef struct PprofSpan {
    uint32_t frame, count;
} PprofSpan;

typedef struct PprofTables {
    Arena *scratch;
    Frames *frames;
    Array(StrId) strings;
    Map mapping_ids, function_ids, location_ids; /* -> index */
    Array(PprofValueType) types;
    Array(PprofMapping) mappings;
    Array(PprofFunction) functions;
    Array(PprofLine) lines;
    Array(PprofLocation) locations;
    Array(FrameId) frame_list; /* of the locations used so far */
    Array(PprofSpan) spans;    /* of locations used so far, by id, where ids are as small as they mostly are */
    Array(int32_t)
        least_lines; /* by FrameId: the least line seen in it, 0 = none; for functions without a first line */
    PprofValueType period_type;
    int64_t period, time_nanos, default_type, drop_frames;
    uint64_t lost_locations, lost_functions; /* references to what is not there */
} PprofTables;

PprofTables pprof_tables_new(Arena *scratch, Frames *frames);
/* Takes a field of the profile other than its samples. False when it does not hold what it should. */
bool pprof_take(PprofTables *tables, const WireField *field);
/* The string of an index; empty when there is none. */
Str pprof_string(const PprofTables *tables, int64_t index);
/* Frames of a location from the outermost in, at least one; what was inlined gives several. Good until the next call. */
const FrameId *pprof_frames(PprofTables *tables, uint64_t location, uint32_t *count);
/* Once no frame will be asked for any more: functions that do not say where they begin get the least line seen. */
void pprof_give_lines(PprofTables *tables);
