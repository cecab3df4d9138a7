/* Lines of a Source, however long, without their line ending (LF, CRLF). One thread. */
#pragma once
#include "codec/scan.h"
#include "codec/source.h"

/* Bytes of a line that are searched for dividers and its end at once. */
enum { LINE_PIECE = 1024 };

typedef struct Lines {
    Source *source;
    const Scan *scan;
    uint64_t number; /* of the line last handed out, from 1 */
    uint64_t offset; /* of its first byte in the decoded input */
    size_t length;   /* of the line last handed out */
} Lines;

Lines lines_new(Source *source);
/* The next line; the last needs no newline. Good until the next call. False at the end. A line over SOURCE_MAX_TOKEN
 * is handed out in pieces. */
bool lines_next(Lines *lines, Str *line);
/* How a line divides, in files whose neighbours are alike: what it has of the line before is compared and not searched. */
typedef struct LineParts {
    char divider;    /* for the caller to say */
    size_t shared;   /* bytes at its front that are those of the line before */
    size_t searched; /* dividers from shared on up to here are known: to the end of most lines */
    size_t count;    /* of them */
    uint32_t places[LINE_PIECE + SCAN_SPARE]; /* of each, counted from shared */
} LineParts;

/* The same with its parts. Sets the source's mark; all lines of a source must be asked for this way, or none. */
bool lines_next_parts(Lines *lines, Str *line, LineParts *parts);
/* The same where the line lies whole in the window, which stays where it is: lines handed out before are good still. False
 * otherwise. */
bool lines_here_parts(Lines *lines, Str *line, LineParts *parts);
