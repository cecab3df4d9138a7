/* Firefox Profiler files: processed profiles (to version 70: tables per thread or shared, columns of arrays), raw ones from
 * Gecko (rows with a schema), and the export of the old developer tools (a raw profile under `profile`). Also what
 * samply writes. Format: firefox-devtools/profiler, docs-developer/{processed,gecko}-profile-format.md and CHANGELOG. */
#include "format/gecko.h"

#include <math.h>

enum { NEWEST_VERSION = 70, MAX_FIELDS = 64, MAX_LEVELS = 64 };

static const NoteKind NEWER = {"newer-version", NOTE_WARNING,
                               "the file's format version is newer than the newest known (70){names}"};

typedef struct Field {
    const char *table, *name;
    int column; /* GeckoColumnId */
    bool real;
} Field;

static const Field fields[] = {
    {"stackTable", "prefix", STACK_PREFIX, false},     {"stackTable", "prefixOffset", STACK_OFFSET, false},
    {"stackTable", "frame", STACK_FRAME, false},       {"frameTable", "func", FRAME_FUNC, false},
    {"frameTable", "location", FRAME_LOCATION, false}, {"frameTable", "line", FRAME_LINE, false},
    {"frameTable", "column", FRAME_COLUMN, false},     {"funcTable", "name", FUNC_NAME, false},
    {"funcTable", "fileName", FUNC_FILE, false},       {"funcTable", "source", FUNC_SOURCE, false},
    {"funcTable", "lineNumber", FUNC_LINE, false},     {"funcTable", "columnNumber", FUNC_COLUMN, false},
    {"funcTable", "resource", FUNC_RESOURCE, false},   {"funcTable", "isJS", FUNC_IS_JS, false},
    {"resourceTable", "name", RESOURCE_NAME, false},   {"sources", "filename", SOURCE_FILE, false},
    {"samples", "stack", SAMPLE_STACK, false},         {"samples", "time", SAMPLE_TIME, true},
    {"samples", "timeDeltas", SAMPLE_DELTA, true},     {"samples", "weight", SAMPLE_WEIGHT, true},
    {"markers", "name", MARKER_NAME, false},           {"markers", "time", MARKER_TIME, true},
    {"markers", "startTime", MARKER_START, true},      {"markers", "endTime", MARKER_END, true},
    {"markers", "phase", MARKER_PHASE, false},
};

/* Tables of samples, by key of the thread; they share the columns of "samples". */
static const struct {
    const char *key, *what;
} sample_tables[] = {{"samples", ""}, {"jsAllocations", "JS allocations"}, {"nativeAllocations", "native allocations"}};

typedef struct Reader {
    Gecko gecko;
    Reading *reading;
    Json json;
    uint64_t values;
    bool stop;
} Reader;

/* ---- values and columns ---- */

static int32_t read_whole(Json *json) {
    JsonType type = json_peek(json);
    bool truth;
    int64_t n;
    if (type == JSON_TRUE || type == JSON_FALSE)
        return json_bool(json, &truth) && truth;
    bool ok = json_i64(json, &n) && n >= INT32_MIN && n <= INT32_MAX;
    return ok ? (int32_t)n : -1;
}

static double read_real(Json *json) {
    double value;
    return json_double(json, &value) ? value : NAN;
}

static void add_value(Reader *r, GeckoColumn *column, bool real) {
    column->present = true;
    if (real)
        array_push(r->gecko.scratch, &column->real, read_real(&r->json));
    else
        array_push(r->gecko.scratch, &column->whole, read_whole(&r->json));
    if (++r->values % 65536 == 0 && !reading_tick(r->reading, 0, NULL, NULL))
        r->stop = true;
}

static void read_column(Reader *r, GeckoColumn *column, bool real) {
    if (!json_enter_or_skip(&r->json, JSON_ARRAY))
        return;
    while (!r->stop && json_item(&r->json))
        add_value(r, column, real);
}

static const Field *find_field(const char *table, Str name) {
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (str_is(str_from(fields[i].table), table) && str_is(name, fields[i].name))
            return &fields[i];
    return NULL;
}

/* ---- raw tables: {schema: {name: index}, data: [[…], …]} ---- */

static void read_schema(Reader *r, const char *table, const Field *schema[MAX_FIELDS]) {
    if (!json_enter_or_skip(&r->json, JSON_OBJECT))
        return;
    for (Str key; json_key(&r->json, &key);) {
        const Field *field = find_field(table, key);
        int32_t index = read_whole(&r->json);
        if (index >= 0 && index < MAX_FIELDS)
            schema[index] = field;
    }
}

static void pad_row(Reader *r, GeckoTables *t, const Field *const schema[MAX_FIELDS], size_t from) {
    for (size_t i = from; i < MAX_FIELDS; i++) {
        if (schema[i] && schema[i]->real)
            array_push(r->gecko.scratch, &t->columns[schema[i]->column].real, NAN);
        else if (schema[i])
            array_push(r->gecko.scratch, &t->columns[schema[i]->column].whole, -1);
    }
}

static void read_row(Reader *r, GeckoTables *t, const Field *const schema[MAX_FIELDS]) {
    size_t i = 0;
    json_enter(&r->json, JSON_ARRAY);
    for (; json_item(&r->json); i++) {
        if (i < MAX_FIELDS && schema[i])
            add_value(r, &t->columns[schema[i]->column], schema[i]->real);
        else
            json_skip(&r->json);
    }
    pad_row(r, t, schema, i);
}

static void read_rows(Reader *r, GeckoTables *t, const Field *const schema[MAX_FIELDS]) {
    if (!json_enter_or_skip(&r->json, JSON_ARRAY))
        return;
    while (!r->stop && json_item(&r->json)) {
        if (json_peek(&r->json) == JSON_ARRAY)
            read_row(r, t, schema);
        else
            json_skip(&r->json);
    }
}

/* A table in either shape. weight_type gets the string of that key, when the table has it. */
static void read_table(Reader *r, GeckoTables *t, const char *table, StrId *weight_type) {
    const Field *schema[MAX_FIELDS] = {0};
    if (!json_enter_or_skip(&r->json, JSON_OBJECT))
        return;
    for (Str key, text; !r->stop && json_key(&r->json, &key);) {
        const Field *field = find_field(table, key);
        if (field)
            read_column(r, &t->columns[field->column], field->real);
        else if (str_is(key, "schema"))
            read_schema(r, table, schema);
        else if (str_is(key, "data"))
            read_rows(r, t, schema);
        else if (!str_is(key, "weightType"))
            json_skip(&r->json);
        else if (json_string(&r->json, &text) && weight_type)
            *weight_type = intern_add(r->gecko.document->frames.strings, text);
    }
}

static void read_strings(Reader *r, GeckoTables *t) {
    if (!json_enter_or_skip(&r->json, JSON_ARRAY))
        return;
    while (json_item(&r->json)) {
        Str text;
        StrId id = json_string(&r->json, &text) ? intern_add(r->gecko.document->frames.strings, text) : 0;
        array_push(r->gecko.scratch, &t->strings, id);
    }
}

/* ---- threads and processes ---- */

static void read_samples(Reader *r, GeckoThread *thread, const char *what) {
    GeckoTables own = {0};
    GeckoSamples samples = {.what = what};
    read_table(r, &own, "samples", &samples.weight_type);
    samples.stack = own.columns[SAMPLE_STACK];
    samples.time = own.columns[SAMPLE_TIME];
    samples.delta = own.columns[SAMPLE_DELTA];
    samples.weight = own.columns[SAMPLE_WEIGHT];
    array_push(r->gecko.scratch, &thread->samples, samples);
}

static bool read_table_of(Reader *r, GeckoTables *t, Str key) {
    static const char *const tables[] = {"stackTable",    "frameTable", "funcTable",
                                         "resourceTable", "sources",    "markers"};
    if (str_is(key, "stringArray") || str_is(key, "stringTable")) {
        read_strings(r, t);
        return true;
    }
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (str_is(key, tables[i])) {
            read_table(r, t, tables[i], NULL);
            return true;
        }
    return false;
}

static StrId read_text(Reader *r) {
    Str text;
    return json_scalar_text(&r->json, &text) ? intern_add(r->gecko.document->frames.strings, text) : 0;
}

static void read_thread_key(Reader *r, GeckoThread *thread, Str key) {
    for (size_t i = 0; i < sizeof sample_tables / sizeof *sample_tables; i++)
        if (str_is(key, sample_tables[i].key)) {
            read_samples(r, thread, sample_tables[i].what);
            return;
        }
    if (read_table_of(r, &thread->tables, key))
        return;
    if (str_is(key, "name"))
        thread->name = read_text(r);
    else if (str_is(key, "processName"))
        thread->process = read_text(r);
    else if (str_is(key, "processType") && !thread->process)
        thread->process = read_text(r);
    else if (str_is(key, "pid"))
        thread->pid = read_text(r);
    else if (str_is(key, "tid"))
        thread->tid = read_text(r);
    else
        json_skip(&r->json);
}

static void read_threads(Reader *r, double offset_ms) {
    if (!json_enter_or_skip(&r->json, JSON_ARRAY))
        return;
    while (!r->stop && json_item(&r->json)) {
        GeckoThread thread = {.offset_ms = offset_ms};
        if (!json_enter_or_skip(&r->json, JSON_OBJECT))
            continue;
        for (Str key; !r->stop && json_key(&r->json, &key);)
            read_thread_key(r, &thread, str_copy(r->gecko.scratch, key));
        if (thread.samples.count ||
            thread.tables.columns[MARKER_NAME].present) /* else it costs much and shows nothing */
            array_push(r->gecko.scratch, &r->gecko.threads, thread);
    }
}

/* meta: the first start seen is everybody's zero; a later process starts so much after it. */
static void read_meta(Reader *r, double *offset_ms) {
    if (!json_enter_or_skip(&r->json, JSON_OBJECT))
        return;
    for (Str key; json_key(&r->json, &key);) {
        if (str_is(key, "startTime")) {
            double start = read_real(&r->json);
            r->gecko.start_ms = isnan(r->gecko.start_ms) ? start : r->gecko.start_ms;
            *offset_ms = isfinite(start - r->gecko.start_ms) ? start - r->gecko.start_ms : 0;
        } else if (str_is(key, "interval") && r->gecko.interval_ms == 0) {
            r->gecko.interval_ms = read_real(&r->json);
        } else if (str_is(key, "preprocessedProfileVersion")) {
            json_i64(&r->json, &r->gecko.version);
        } else {
            json_skip(&r->json);
        }
    }
}

static void read_shared(Reader *r) {
    if (!json_enter_or_skip(&r->json, JSON_OBJECT))
        return;
    for (Str key; !r->stop && json_key(&r->json, &key);)
        if (!read_table_of(r, &r->gecko.shared, str_copy(r->gecko.scratch, key)))
            json_skip(&r->json);
}

/* Profiles hold processes that are profiles again: the nesting is kept in levels, not on the C stack. */
typedef struct Level {
    JsonType type; /* object: a profile; array: a list of them */
    double offset_ms;
} Level;

static bool enter_level(Reader *r, Level *levels, int *depth, JsonType type) {
    if (*depth == MAX_LEVELS || json_peek(&r->json) != type) {
        json_skip(&r->json);
        return false;
    }
    json_enter(&r->json, type);
    levels[(*depth)++] = (Level){.type = type};
    return true;
}

static void read_profile_key(Reader *r, Level *levels, int *depth, Str key) {
    Level *level = &levels[*depth - 1];
    if (str_is(key, "meta"))
        read_meta(r, &level->offset_ms);
    else if (str_is(key, "threads"))
        read_threads(r, level->offset_ms);
    else if (str_is(key, "shared"))
        read_shared(r);
    else if (str_is(key, "processes"))
        enter_level(r, levels, depth, JSON_ARRAY);
    else if (str_is(key, "profile"))
        enter_level(r, levels, depth, JSON_OBJECT);
    else
        json_skip(&r->json);
}

static void read_profile(Reader *r) {
    Level levels[MAX_LEVELS];
    int depth = 0;
    enter_level(r, levels, &depth, JSON_OBJECT);
    while (depth > 0 && !r->stop && !r->json.failed) {
        Str key;
        if (levels[depth - 1].type == JSON_ARRAY && json_item(&r->json))
            enter_level(r, levels, &depth, JSON_OBJECT);
        else if (levels[depth - 1].type == JSON_OBJECT && json_key(&r->json, &key))
            read_profile_key(r, levels, &depth, key);
        else
            depth--;
    }
}

static bool read(Reading *reading, Err *err) {
    Reader r = {.reading = reading, .json = json_new(reading->scratch, reading->source)};
    r.gecko = (Gecko){.document = reading->document, .scratch = reading->scratch, .start_ms = NAN};
    read_profile(&r);
    if (r.gecko.version > NEWEST_VERSION) {
        Str version = str_format(reading->scratch, "version %lld", (long long)r.gecko.version);
        notes_add(&reading->document->notes, &NEWER, 1, version);
    }
    if (r.gecko.threads.count == 0)
        return err_set(err, ERR_EMPTY, "it is a Firefox profile, but no thread of it has samples or markers");
    gecko_tracks(&r.gecko);
    if (r.json.failed || r.stop)
        reading_stopped(reading, &r.json, reading->document->records, "samples");
    return true;
}

static int probe(const Probe *p) {
    const Outline *o = &p->outline;
    if (outline_has(o, "meta", JSON_OBJECT) && outline_has_in(o, "meta", "preprocessedProfileVersion"))
        return 95;
    if (outline_has(o, "meta", JSON_OBJECT) && outline_has(o, "threads", JSON_ARRAY))
        return outline_has_in(o, "meta", "interval") || outline_has_in(o, "threads", "stackTable") ? 90 : 0;
    return outline_has(o, "profile", JSON_OBJECT) && outline_has_in(o, "profile", "threads") ? 80 : 0;
}

const Format fmt_gecko = {
    .name = "firefox",
    .label = "Firefox profile",
    .extensions = "json;json.gz",
    .recognised = "a JSON object with `meta` and `threads` (processed, raw, samply)",
    .probe = probe,
    .read = read,
};
