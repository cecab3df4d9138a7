/* Reading the segments of a source map and finding one; see doc/source_map.h. */
#include "doc/source_map.h"

#include "base/array.h"
#include "codec/json.h"

#include <stdlib.h>

typedef struct Segment {
    uint32_t line, column;                        /* generated, from 0 */
    int32_t source, from_line, from_column, name; /* -1 = none */
} Segment;

struct SourceMap {
    Arena *arena;
    Array(Segment) segments; /* by line, then column */
    Array(Str) sources, names;
    Str file;
    bool known; /* version 3 or something map-like was seen */
};

/* ---- base 64 VLQ: five bits a digit, the sixth says that more follow, the lowest bit of all is the sign ---- */

static int digit_of(char c) {
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static bool read_vlq(Str text, size_t *at, int32_t *value) {
    uint64_t bits = 0;
    for (int shift = 0; *at < text.len && shift < 40; shift += 5) {
        int digit = digit_of(text.data[*at]);
        if (digit < 0)
            return false;
        ++*at;
        bits |= (uint64_t)(digit & 31) << shift;
        if (!(digit & 32)) {
            int64_t whole = (int64_t)(bits >> 1);
            *value = (int32_t)((bits & 1) ? -whole : whole);
            return true;
        }
    }
    return false;
}

/* The running values of `mappings`: each segment gives differences to the one before. */
typedef struct Decoder {
    SourceMap *map;
    uint32_t line;
    int32_t column, source, from_line, from_column, name;
    int32_t source_base, name_base; /* of the section */
} Decoder;

static bool read_segment(Decoder *d, Str text, size_t *at) {
    int32_t field[5], n = 0;
    while (n < 5 && *at < text.len && text.data[*at] != ',' && text.data[*at] != ';')
        if (!read_vlq(text, at, &field[n++]))
            return false;
    if (n == 0)
        return true;
    d->column += field[0];
    Segment s = {.line = d->line, .column = (uint32_t)d->column, .source = -1, .name = -1};
    if (n >= 4) {
        s.source = (d->source += field[1]) + d->source_base;
        s.from_line = d->from_line += field[2];
        s.from_column = d->from_column += field[3];
    }
    if (n == 5)
        s.name = (d->name += field[4]) + d->name_base;
    array_push(d->map->arena, &d->map->segments, s);
    return true;
}

static void read_mappings(SourceMap *map, Str text, size_t source_base, size_t name_base) {
    map->known = true;
    Decoder d = {.map = map, .source_base = (int32_t)source_base, .name_base = (int32_t)name_base};
    for (size_t at = 0; at < text.len;) {
        if (text.data[at] == ';') {
            d.line++;
            d.column = 0;
            at++;
        } else if (text.data[at] == ',') {
            at++;
        } else if (!read_segment(&d, text, &at)) {
            return; /* what came before is good */
        }
    }
}

/* ---- JSON ---- */

static bool enter(Json *json, JsonType type) {
    if (json_peek(json) == type)
        return json_enter(json, type);
    json_skip(json);
    return false;
}

static Str join(Arena *arena, Str root, Str source) {
    if (root.len == 0 || str_find(source, STR("://"), 0) != SIZE_MAX || str_starts(source, "/"))
        return source;
    return str_format(arena, "%.*s%s%.*s", STR_ARG(root), str_ends(root, "/") ? "" : "/", STR_ARG(source));
}

static void read_strings(SourceMap *map, Json *json, bool sources) {
    Str text;
    if (!enter(json, JSON_ARRAY))
        return;
    while (json_item(json)) {
        Str kept = json_string(json, &text) ? str_copy(map->arena, text) : STR("");
        if (sources)
            array_push(map->arena, &map->sources, kept);
        else
            array_push(map->arena, &map->names, kept);
    }
}

static void add_root(SourceMap *map, size_t from, Str root) {
    for (size_t i = from; i < map->sources.count; i++)
        map->sources.data[i] = join(map->arena, root, map->sources.data[i]);
}

/* One map object, entered already; false when the key `sections` was met, which comes next. */
static bool read_map(SourceMap *map, Json *json) {
    size_t source_base = map->sources.count, name_base = map->names.count;
    Str root = {0}, text;
    bool sections = false;
    for (Str key; !sections && json_key(json, &key);) {
        if (str_is(key, "sources") || str_is(key, "names"))
            read_strings(map, json, str_is(key, "sources"));
        else if (str_is(key, "mappings") && json_string(json, &text))
            read_mappings(map, text, source_base, name_base);
        else if (str_is(key, "sourceRoot") && json_string(json, &text))
            root = str_copy(map->arena, text);
        else if (str_is(key, "file") && json_string(json, &text))
            map->file = str_copy(map->arena, text);
        else if (str_is(key, "sections") && json_peek(json) == JSON_ARRAY)
            sections = map->known = true;
        else if (!str_is(key, "mappings") && !str_is(key, "sourceRoot") && !str_is(key, "file"))
            json_skip(json);
    }
    add_root(map, source_base, root);
    return !sections;
}

static void read_offset(Json *json, int64_t *line, int64_t *column) {
    if (!enter(json, JSON_OBJECT))
        return;
    for (Str key; json_key(json, &key);) {
        if (str_is(key, "line"))
            json_i64(json, line);
        else if (str_is(key, "column"))
            json_i64(json, column);
        else
            json_skip(json);
    }
}

static void read_section(SourceMap *map, Json *json) {
    size_t first = map->segments.count;
    int64_t line = 0, column = 0;
    if (!enter(json, JSON_OBJECT))
        return;
    for (Str key; json_key(json, &key);) {
        if (str_is(key, "offset"))
            read_offset(json, &line, &column);
        else if (!str_is(key, "map"))
            json_skip(json);
        else if (enter(json, JSON_OBJECT) && !read_map(map, json))
            json_fail(json, "sections inside a section");
    }
    for (size_t i = first; i < map->segments.count; i++) {
        Segment *s = &map->segments.data[i];
        s->column += s->line == 0 ? (uint32_t)column : 0;
        s->line += (uint32_t)line;
    }
}

static int by_place(const void *a, const void *b) {
    const Segment *x = a, *y = b;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return (x->column > y->column) - (x->column < y->column);
}

static void skip_guard(Source *source) {
    if (!source_want(source, 4) || memcmp(source->at, ")]}", 3) != 0)
        return;
    while ((source->at < source->end || source_fill(source)) && *source->at != '\n')
        source->at++;
}

SourceMap *source_map_read(Arena *arena, Source *source, Err *err) {
    SourceMap *map = arena_one(arena, SourceMap);
    map->arena = arena;
    skip_guard(source);
    Json json = json_new(arena, source);
    if (json_peek(&json) == JSON_OBJECT && json_enter(&json, JSON_OBJECT))
        while (!read_map(map, &json)) {
            json_enter(&json, JSON_ARRAY);
            while (json_item(&json))
                read_section(map, &json);
        }
    if (!map->known) {
        err_set(err, ERR_FORMAT, "it is no source map: no `mappings` and no `sections`");
        return NULL;
    }
    if (map->segments.count)
        qsort(map->segments.data, map->segments.count, sizeof(Segment), by_place);
    return map;
}

bool source_map_find(const SourceMap *map, int32_t line, int32_t column, SourcePlace *place) {
    Segment key = {.line = (uint32_t)(line - 1), .column = (uint32_t)(column > 0 ? column - 1 : 0)};
    size_t low = 0, high = map->segments.count;
    while (low < high) { /* the first segment behind the place */
        size_t mid = (low + high) / 2;
        if (by_place(&map->segments.data[mid], &key) <= 0)
            low = mid + 1;
        else
            high = mid;
    }
    if (line < 1 || low == 0 || map->segments.data[low - 1].line != key.line)
        return false;
    const Segment *s = &map->segments.data[low - 1];
    if (s->source < 0 || (size_t)s->source >= map->sources.count || s->from_line < 0)
        return false;
    bool named = s->name >= 0 && (size_t)s->name < map->names.count;
    *place = (SourcePlace){.file = map->sources.data[s->source],
                           .name = named ? map->names.data[s->name] : STR(""),
                           .line = s->from_line + 1,
                           .column = s->from_column + 1};
    return true;
}

Str source_map_file(const SourceMap *map) {
    return map->file;
}

size_t source_map_count(const SourceMap *map) {
    return map->segments.count;
}
