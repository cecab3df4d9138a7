/* Lines by memchr over the window; a line that the window cuts is searched on from where the search stopped. */
#include "codec/lines.h"

#include "codec/scan.h"

#include <string.h>

Lines lines_new(Source *source) {
    return (Lines){.source = source};
}

static bool hand_out(Lines *lines, Str *line, size_t length, size_t ending) {
    Source *source = lines->source;
    lines->number++;
    lines->offset = source_offset(source);
    *line = (Str){(const char *)source->at, length};
    source->at += length + ending;
    if (line->len > 0 && line->data[line->len - 1] == '\r')
        line->len--;
    lines->length = line->len;
    return true;
}

bool lines_next(Lines *lines, Str *line) {
    Source *source = lines->source;
    for (size_t searched = 0;;) {
        size_t here = (size_t)(source->end - source->at);
        const uint8_t *found = memchr(source->at + searched, '\n', here - searched);
        if (found)
            return hand_out(lines, line, (size_t)(found - source->at), 1);
        if (here >= SOURCE_MAX_TOKEN)
            return hand_out(lines, line, SOURCE_MAX_TOKEN, 0);
        searched = here;
        if (!source_fill(source))
            return here > 0 && hand_out(lines, line, here, 0);
    }
}

/* How much of the next line is that of the one before, which lies at the mark, and its newline, NULL where the window has none. */
static const uint8_t *look(const Lines *lines, size_t searched, size_t *shared) {
    const Source *source = lines->source;
    size_t here = (size_t)(source->end - source->at);
    size_t most = source->mark && lines->length < here ? lines->length : source->mark ? here : 0;
    *shared = scan_best()->common(source->mark, source->at, most);
    searched = searched > *shared ? searched : *shared;
    return memchr(source->at + searched, '\n', here - searched);
}

static bool hand_out_marked(Lines *lines, Str *line, size_t length, size_t ending) {
    source_mark(lines->source);
    return hand_out(lines, line, length, ending);
}

bool lines_here_shared(Lines *lines, Str *line, size_t *shared) {
    const uint8_t *found = look(lines, 0, shared);
    return found && hand_out_marked(lines, line, (size_t)(found - lines->source->at), 1);
}

bool lines_next_shared(Lines *lines, Str *line, size_t *shared) {
    Source *source = lines->source;
    for (size_t searched = 0;;) {
        const uint8_t *found = look(lines, searched, shared);
        size_t here = (size_t)(source->end - source->at);
        if (found)
            return hand_out_marked(lines, line, (size_t)(found - source->at), 1);
        if (here >= SOURCE_MAX_TOKEN)
            return hand_out_marked(lines, line, SOURCE_MAX_TOKEN, 0);
        searched = here;
        if (!source_fill(source))
            return here > 0 && hand_out_marked(lines, line, here, 0);
    }
}
