/* Source maps: where a place in generated code was written. Format: ECMA-426 (source map revision 3), with sections; a
 * line ")]}'" before the JSON is allowed. Lines and columns count from 1 here (columns in UTF-16 units, as in the file). */
#pragma once
#include "base/err.h"
#include "codec/source.h"

typedef struct SourceMap SourceMap;

typedef struct SourcePlace {
    Str file; /* sourceRoot and source joined */
    Str name; /* of the identifier there; empty when the map says none */
    int32_t line, column;
} SourcePlace;

/* Reads a map to its end; lives in arena. NULL with err when it is none. */
SourceMap *source_map_read(Arena *arena, Source *source, Err *err);
/* The place of the last segment at or before (line, column) in that line. False when there is none with a source. */
bool source_map_find(const SourceMap *map, int32_t line, int32_t column, SourcePlace *place);
Str source_map_file(const SourceMap *map); /* the `file` it was made for, as written; may be empty */
size_t source_map_count(const SourceMap *map);
