/* The functions of a document: one table for all its tracks. A frame is (name, file, line, column) and, where a file
 * is not named, whatever else tells two functions apart (salt). Its index is the N of the public id "fN".
 *
 * While a document is being read one thread adds; afterwards the table is const and any thread may read. */
#pragma once
#include "base/array.h"
#include "base/intern.h"

typedef enum FrameKind {
    FRAME_CODE,    /* the user's or a library's code; spans and operations */
    FRAME_NATIVE,  /* the runtime or the system; no source known */
    FRAME_PROGRAM, /* V8's (program): native code outside any function */
    FRAME_GC,      /* garbage collector */
    FRAME_IDLE,    /* V8's (idle): no row of the hotspots, no active time */
    FRAME_ROOT,    /* V8's (root): its own samples cannot be laid to a function */
    FRAME_UNKNOWN, /* samples whose stack could not be found: unattributed */
} FrameKind;

typedef struct Frame {
    StrId name, file, module; /* module: package, library or binary when the file says it, else 0 */
    int32_t line, column;     /* from 1; 0 = unknown */
    uint32_t salt;            /* part of the identity, never shown (scriptId of nameless scripts) */
    FrameKind kind;
} Frame;

typedef uint32_t FrameId;
#define FRAME_NONE UINT32_MAX

typedef struct Frames {
    Arena *arena;
    Intern *strings;
    Frame *list;
    size_t count, capacity;
    uint32_t *slots; /* hash of identity -> FrameId */
    size_t slot_count;
} Frames;

/* An empty table with an empty string table. */
Frames frames_new(Arena *arena);
/* A copy in another arena, with the same ids for strings and frames. */
Frames frames_copy(Arena *arena, const Frames *from);
/* The id of an equal frame (name, file, module, line, column, salt), added when it is new. */
FrameId frames_add(Frames *frames, const Frame *frame);
/* Asks for the memory that frames_add will look at, for when many are added. */
void frames_ask(const Frames *frames, const Frame *frame);
/* Shorthand for a frame that is only a name. */
FrameId frames_add_name(Frames *frames, Str name, FrameKind kind);
Str frame_name(const Frames *frames, FrameId id); /* "(anonymous)" stands in the table, not here */
Str frame_file(const Frames *frames, FrameId id); /* empty when unknown */
Str frame_module(const Frames *frames, FrameId id);
/* "file:line:column" as far as known, "file:line" without column, "" when there is no file. column only when asked for. */
Str frame_place(Arena *arena, const Frames *frames, FrameId id, bool with_column);
