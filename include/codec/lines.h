/* Lines of a Source, however long, without their line ending (LF, CRLF). One thread. */
#pragma once
#include "codec/source.h"

typedef struct Lines {
    Source *source;
    uint64_t number; /* of the line last handed out, from 1 */
    uint64_t offset; /* of its first byte in the decoded input */
    size_t length;   /* of the line last handed out */
} Lines;

Lines lines_new(Source *source);
/* The next line; the last needs no newline. Good until the next call. False at the end. A line over SOURCE_MAX_TOKEN
 * is handed out in pieces. */
bool lines_next(Lines *lines, Str *line);
/* The same, with how many bytes at its front are those of the line before, which are compared and not searched: for files whose
 * neighbours are alike. Sets the source's mark; all lines of a source must be asked for this way, or none. */
bool lines_next_shared(Lines *lines, Str *line, size_t *shared);
/* The same where the line lies whole in the window, which stays where it is: lines handed out before are good still. False
 * otherwise. */
bool lines_here_shared(Lines *lines, Str *line, size_t *shared);
