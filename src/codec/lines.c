/* Lines by memchr over the window; a line that the window cuts is searched on from where the search stopped. */
#include "codec/lines.h"

#include <string.h>

Lines lines_new(Source *source) {
    return (Lines){.source = source, .scan = scan_best()};
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

/* The parts of the next line, as far as the window goes; the one before lies at the mark. Its newline, NULL where the window has none. */
static const uint8_t *look(const Lines *lines, size_t searched, LineParts *parts) {
    const Source *source = lines->source;
    size_t here = (size_t)(source->end - source->at), stop;
    size_t most = source->mark && lines->length < here ? lines->length : source->mark ? here : 0;
    parts->shared = lines->scan->common(source->mark, source->at, most);
    size_t left = here - parts->shared, n = left < LINE_PIECE ? left : LINE_PIECE;
    const uint8_t *rest = source->at + parts->shared;
    parts->count = lines->scan->fields(rest, n, parts->divider, '\n', parts->places, &stop);
    parts->searched = parts->shared + stop;
    if (stop < n)
        return rest + stop;
    searched = searched > parts->searched ? searched : parts->searched;
    return memchr(source->at + searched, '\n', here - searched);
}

static bool hand_out_marked(Lines *lines, Str *line, size_t length, size_t ending) {
    source_mark(lines->source);
    return hand_out(lines, line, length, ending);
}

bool lines_here_parts(Lines *lines, Str *line, LineParts *parts) {
    const uint8_t *found = look(lines, 0, parts);
    return found && hand_out_marked(lines, line, (size_t)(found - lines->source->at), 1);
}

bool lines_next_parts(Lines *lines, Str *line, LineParts *parts) {
    Source *source = lines->source;
    for (size_t searched = 0;;) {
        const uint8_t *found = look(lines, searched, parts);
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
