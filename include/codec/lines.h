/* Lines of a Source, however long, without their line ending (LF, CRLF). One thread. */
#pragma once
#include "codec/source.h"

typedef struct Lines {
    Source *source;
    uint64_t number; /* of the line last handed out, from 1 */
    uint64_t offset; /* of its first byte in the decoded input */
} Lines;

Lines lines_new(Source *source);
/* The next line; the last needs no newline. Good until the next call. False at the end. A line over SOURCE_MAX_TOKEN
 * is handed out in pieces. */
bool lines_next(Lines *lines, Str *line);
