/* Looking for the source map of each script of a document, and rewriting its frames; see doc/originals.h. */
#include "doc/originals.h"

#include "base/file.h"
#include "base/map.h"
#include "doc/source_map.h"

static const NoteKind MAPPED = {"source-map", NOTE_INFO,
                                "names and places of {n} function{s} come from source maps{names}"};
static const NoteKind BAD_MAP = {"bad-source-map", NOTE_WARNING, "{n} source map{s} that could not be read{names}"};
static const NoteKind UNUSED = {"unused-source-map", NOTE_WARNING,
                                "{n} source map{s} for no script of this profile{names}"};

/* A script may be larger than this; then its last line is not looked at. */
#define SCRIPT_LIMIT ((size_t)256 << 20)

typedef struct Originals {
    Document *document;
    Arena *scratch;
    const char *const *maps;
    size_t map_count;
    bool *used;               /* by given map */
    Map by_file;              /* StrId of the script -> index in found */
    Array(SourceMap *) found; /* NULL: there is none */
} Originals;

static SourceMap *read_path(Originals *o, Str path) {
    Err err = {0};
    Source *source = source_open(o->scratch, path.data, NULL, &err);
    SourceMap *map = source ? source_map_read(o->scratch, source, &err) : NULL;
    if (source)
        source_close(source);
    if (!map)
        notes_add(&o->document->notes, &BAD_MAP, 1, path);
    return map;
}

static SourceMap *read_if_there(Originals *o, Str path) {
    return file_exists(path.data) ? read_path(o, path) : NULL;
}

/* The local path of a script; empty for what is not on this machine. */
static Str local_path(Originals *o, Str file) {
    if (str_starts(file, "file://"))
        file = str_slice(file, 7, file.len);
    if (!str_starts(file, "/") || str_find_char(file, 0) != SIZE_MAX)
        return (Str){0};
    return str_copy(o->scratch, file);
}

static Str folder_of(Str path) {
    return str_slice(path, 0, path.len - str_base_name(path).len);
}

/* ---- maps that were given ---- */

static SourceMap *from_given(Originals *o, Str file) {
    Str base = str_base_name(str_slice(file, 0, str_find_char(file, '?')));
    Str name = str_format(o->scratch, "%.*s.map", STR_ARG(base));
    for (size_t i = 0; i < o->map_count; i++) {
        Str given = str_from(o->maps[i]);
        bool match = str_equal(str_base_name(given), name);
        Str path = match ? given : str_format(o->scratch, "%s/%s", o->maps[i], name.data);
        if (!match && !file_exists(path.data))
            continue;
        o->used[i] = true;
        return read_path(o, path);
    }
    return NULL;
}

/* ---- the last line of the script ---- */

static Str decode_base64(Arena *arena, Str text) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *out = arena_alloc(arena, text.len / 4 * 3 + 4);
    size_t n = 0;
    uint32_t bits = 0;
    int have = 0;
    for (size_t i = 0; i < text.len; i++) {
        const char *digit = text.data[i] ? strchr(digits, text.data[i]) : NULL;
        if (!digit)
            continue; /* padding and line ends */
        bits = bits << 6 | (uint32_t)(digit - digits);
        have += 6;
        if (have >= 8)
            out[n++] = (char)(bits >> (have -= 8));
    }
    return (Str){out, n};
}

static SourceMap *read_inline(Originals *o, Str url, Str script) {
    size_t comma = str_find_char(url, ',');
    if (comma == SIZE_MAX || str_find(str_slice(url, 0, comma), STR("base64"), 0) == SIZE_MAX)
        return NULL;
    Err err = {0};
    Str bytes = decode_base64(o->scratch, str_slice(url, comma + 1, url.len));
    Source *source = source_memory(o->scratch, bytes, NULL, &err);
    SourceMap *map = source ? source_map_read(o->scratch, source, &err) : NULL;
    if (!map)
        notes_add(&o->document->notes, &BAD_MAP, 1, script);
    return map;
}

static SourceMap *from_last_line(Originals *o, Str path) {
    Str text, mark = STR("//# sourceMappingURL=");
    Err err = {0};
    if (!file_read(o->scratch, path.data, SCRIPT_LIMIT, &text, &err))
        return NULL;
    size_t at = SIZE_MAX;
    for (size_t next = str_find(text, mark, 0); next != SIZE_MAX; next = str_find(text, mark, next + 1))
        at = next;
    if (at == SIZE_MAX)
        return NULL;
    Str url = str_slice(text, at + mark.len, text.len);
    url = str_trim(str_slice(url, 0, str_find_char(url, '\n')));
    if (str_starts(url, "data:"))
        return read_inline(o, url, path);
    Str folder = folder_of(path);
    return read_if_there(o, str_format(o->scratch, "%.*s%.*s", STR_ARG(folder), STR_ARG(url)));
}

/* ---- frames ---- */

static SourceMap *look_for(Originals *o, Str file) {
    SourceMap *map = from_given(o, file);
    Str path = local_path(o, file);
    if (!map && path.len)
        map = read_if_there(o, str_format(o->scratch, "%s.map", path.data));
    if (!map && path.len && file_exists(path.data))
        map = from_last_line(o, path);
    return map;
}

static const SourceMap *map_of(Originals *o, StrId file) {
    bool fresh;
    uint32_t index = *map_slot(&o->by_file, file, (uint32_t)o->found.count, &fresh);
    if (fresh) {
        SourceMap *map = look_for(o, intern_str(o->document->frames.strings, file));
        array_push(o->scratch, &o->found, map);
    }
    return o->found.data[index];
}

static bool rewrite(Originals *o, Frame *frame) {
    SourcePlace place;
    const SourceMap *map = map_of(o, frame->file);
    if (!map || !source_map_find(map, frame->line, frame->column, &place))
        return false;
    Intern *strings = o->document->frames.strings;
    if (place.name.len && !str_starts(intern_str(strings, frame->name), "("))
        frame->name = intern_add(strings, place.name);
    frame->file = intern_add(strings, place.file);
    frame->line = place.line;
    frame->column = place.column;
    return true;
}

size_t originals_apply(Document *document, const char *const *maps, size_t map_count) {
    Originals o = {
        .document = document, .scratch = arena_new_in(document->arena), .maps = maps, .map_count = map_count};
    size_t done = 0;
    o.used = arena_many(o.scratch, bool, map_count + 1);
    o.by_file.arena = o.scratch;
    for (size_t i = 0; i < document->frames.count; i++) {
        Frame *frame = &document->frames.list[i];
        if (!frame->file || frame->line <= 0)
            continue;
        Str script = intern_str(document->frames.strings, frame->file);
        if (rewrite(&o, frame)) {
            notes_add(&document->notes, &MAPPED, 1, str_base_name(script));
            done++;
        }
    }
    for (size_t i = 0; i < map_count; i++)
        if (!o.used[i])
            notes_add(&document->notes, &UNUSED, 1, str_from(maps[i]));
    arena_free(o.scratch);
    return done;
}
