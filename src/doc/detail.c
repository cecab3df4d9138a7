/* Opens the input once more, steps to the record and takes everything up to its closing bracket. */
#include "doc/detail.h"

#include "base/file.h"
#include "codec/source.h"

static Source *open_again(Arena *scratch, const Document *document, Err *err) {
    if (document->kept.len)
        return source_memory(scratch, document->kept, NULL, err);
    const char *path = str_c(scratch, document->path);
    if (file_gives_once(path)) {
        err_set(err, ERR_IO, "standard input and pipes cannot be read again");
        return NULL;
    }
    Source *source = source_open(scratch, path, NULL, err);
    if (source && document->bytes && source_file_bytes(source) != document->bytes) {
        err_set(err, ERR_IO, "the file has changed since it was read");
        source_close(source);
        return NULL;
    }
    return source;
}

static bool step_to(Source *source, uint64_t offset) {
    while (source_offset(source) + (uint64_t)(source->end - source->at) <= offset) {
        source->at = source->end;
        if (!source_fill(source))
            return false;
    }
    source->at += offset - source_offset(source);
    return true;
}

/* Length of the object that begins at text, 0 when its end is not there. */
static size_t object_length(Str text) {
    size_t depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.data[i];
        if (quoted) {
            i += c == '\\';
            quoted = c != '"';
        } else if (c == '"')
            quoted = true;
        else if (c == '{' || c == '[')
            depth++;
        else if ((c == '}' || c == ']') && --depth == 0)
            return i + 1;
    }
    return 0;
}

static bool take_object(Source *source, Arena *arena, Str *record, Err *err) {
    size_t length = 0;
    if (*source->at != '{')
        return err_set(err, ERR_FORMAT, "no record stands there any longer");
    while (!(length = object_length((Str){(const char *)source->at, (size_t)(source->end - source->at)}))) {
        if ((size_t)(source->end - source->at) > DETAIL_LONGEST)
            return err_set(err, ERR_FORMAT, "the record is longer than 1 MB");
        if (!source_fill(source))
            return err_set(err, ERR_FORMAT, "the file ends inside the record");
    }
    if (length > DETAIL_LONGEST)
        return err_set(err, ERR_FORMAT, "the record is longer than 1 MB");
    *record = str_copy(arena, (Str){(const char *)source->at, length});
    return true;
}

bool detail_read(Arena *arena, const Document *document, uint64_t detail, Str *record, Err *err) {
    if (!detail)
        return err_set(err, ERR_EMPTY, "the file says nothing more of it");
    Arena *scratch = arena_new();
    Source *source = open_again(scratch, document, err);
    bool ok = source && (step_to(source, detail - 1) || err_set(err, ERR_IO, "the file has become shorter")) &&
              take_object(source, arena, record, err);
    if (source)
        source_close(source);
    arena_free(scratch);
    return ok;
}

bool detail_around(Arena *arena, const Document *document, uint64_t place, uint64_t *from, Str *bytes, Err *err) {
    Arena *scratch = arena_new();
    Source *source = open_again(scratch, document, err);
    *from = place > DETAIL_AROUND ? (place - DETAIL_AROUND) / 16 * 16 : 0;
    bool ok = source && (step_to(source, *from) || err_set(err, ERR_IO, "the file has become shorter"));
    if (ok) {
        size_t most = (size_t)(place - *from) + DETAIL_AROUND;
        source_want(source, most);
        size_t there = (size_t)(source->end - source->at);
        *bytes = str_copy(arena, (Str){(const char *)source->at, there < most ? there : most});
    }
    if (source)
        source_close(source);
    arena_free(scratch);
    return ok;
}
