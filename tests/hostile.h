/* Makes out of a small sample what somebody might who wants the reader's memory: one of its lists blown up to a given size, by
 * the least that can stand in it, or by copies of what does. Knows JSON, protobuf and lines; no format. */
#pragma once
#include "base/str.h"

typedef struct Hostile {
    Arena *arena;
    Str sample; /* decompressed */
    size_t size;
    size_t at, way; /* what comes next */
    Str key;        /* of the list that was blown up last, for messages; or the line, or the field's number */
    const char *how;
} Hostile;

/* Where there is a next neighbour: *bytes, in arena. False behind the last. */
bool hostile_next(Hostile *hostile, Arena *arena, Str *bytes);
