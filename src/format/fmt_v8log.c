/* V8 --prof logs, as `node --prof-process --preprocess -j` writes them: code objects and ticks with their stacks.
 * A tick lasts until the next one; the last one an average interval. Stacks hold [code, offset] pairs, innermost first. */
#include "format/format.h"

#include <math.h>
#include <stdlib.h>

static const NoteKind UNKNOWN_CODE = {"unknown-code", NOTE_WARNING, "{n} stack place{s} outside the code table"};

typedef struct Code {
    StrId name;
    int64_t function; /* -1 = none */
    FrameId frame;    /* + 1; 0 = not yet */
    StrId type, kind;
} Code;

typedef struct Tick {
    double time; /* microseconds */
    uint32_t node;
} Tick;

typedef struct Log {
    Reading *reading;
    Document *document;
    Json json;
    Array(Code) codes;
    Array(StrId) functions;
    Array(int64_t) stacks; /* code ids of all ticks, one after another */
    Array(size_t) first;   /* where each tick's stack begins */
    Array(double) times;
} Log;

static StrId text_of(Log *log) {
    Str text;
    return json_string(&log->json, &text) ? intern_add(log->document->frames.strings, text) : 0;
}

static bool enter(Json *json, JsonType type) {
    if (json_peek(json) == type)
        return json_enter(json, type);
    json_skip(json);
    return false;
}

static void read_codes(Log *log) {
    if (!enter(&log->json, JSON_ARRAY))
        return;
    while (json_item(&log->json)) {
        Code code = {.function = -1};
        bool object = enter(&log->json, JSON_OBJECT);
        for (Str key; object && json_key(&log->json, &key);) {
            if (str_is(key, "name"))
                code.name = text_of(log);
            else if (str_is(key, "type"))
                code.type = text_of(log);
            else if (str_is(key, "kind"))
                code.kind = text_of(log);
            else if (str_is(key, "func"))
                code.function = json_i64(&log->json, &code.function) ? code.function : -1;
            else
                json_skip(&log->json);
        }
        array_push(log->reading->scratch, &log->codes, code);
    }
}

static void read_functions(Log *log) {
    if (!enter(&log->json, JSON_ARRAY))
        return;
    while (json_item(&log->json)) {
        StrId name = 0;
        bool object = enter(&log->json, JSON_OBJECT);
        for (Str key; object && json_key(&log->json, &key);) {
            if (str_is(key, "name"))
                name = text_of(log);
            else
                json_skip(&log->json);
        }
        array_push(log->reading->scratch, &log->functions, name);
    }
}

static void read_stack(Log *log) {
    if (!enter(&log->json, JSON_ARRAY))
        return;
    for (size_t i = 0; json_item(&log->json); i++) {
        int64_t id;
        bool ok = json_i64(&log->json, &id);
        if (i % 2 == 0)
            array_push(log->reading->scratch, &log->stacks, ok ? id : -1);
    }
}

static void read_ticks(Log *log) {
    if (!enter(&log->json, JSON_ARRAY))
        return;
    while (json_item(&log->json)) {
        double time = NAN;
        array_push(log->reading->scratch, &log->first, log->stacks.count);
        bool object = enter(&log->json, JSON_OBJECT);
        for (Str key; object && json_key(&log->json, &key);) {
            if (str_is(key, "tm"))
                json_double(&log->json, &time);
            else if (str_is(key, "s"))
                read_stack(log);
            else
                json_skip(&log->json);
        }
        array_push(log->reading->scratch, &log->times, time);
        if (log->times.count % 4096 == 0 && !reading_tick(log->reading, 4096, NULL, NULL))
            return;
    }
}

/* "name file.js:10:5" of a script's function; what the name says of itself otherwise. */
static Frame split_name(Log *log, Str text) {
    Intern *strings = log->document->frames.strings;
    Frame frame = {.kind = FRAME_CODE};
    size_t space = str_rfind_char(text, ' '), colon = str_rfind_char(text, ':');
    int64_t line, column;
    Str place = space == SIZE_MAX ? (Str){"", 0} : str_slice(text, space + 1, text.len);
    size_t c = str_rfind_char(place, ':'), l = c == SIZE_MAX ? c : str_rfind_char(str_slice(place, 0, c), ':');
    if (colon == SIZE_MAX || c == SIZE_MAX || l == SIZE_MAX || !str_to_i64(str_slice(place, l + 1, c), &line) ||
        !str_to_i64(str_slice(place, c + 1, place.len), &column)) {
        frame.name = intern_add(strings, text.len ? text : STR("(anonymous)"));
        return frame;
    }
    Str name = str_slice(text, 0, space);
    frame.name = intern_add(strings, name.len ? name : STR("(anonymous)"));
    frame.file = intern_add(strings, str_slice(place, 0, l));
    frame.line = line > 0 && line < INT32_MAX ? (int32_t)line : 0;
    frame.column = column > 0 && column < INT32_MAX ? (int32_t)column : 0;
    return frame;
}

static FrameId frame_of(Log *log, int64_t id) {
    Frames *frames = &log->document->frames;
    if (id < 0 || (size_t)id >= log->codes.count) {
        notes_add(&log->document->notes, &UNKNOWN_CODE, 1, STR(""));
        return frames_add_name(frames, str_format(log->reading->scratch, "0x%llx", (unsigned long long)id),
                               FRAME_NATIVE);
    }
    Code *code = &log->codes.data[id];
    if (code->frame)
        return code->frame - 1;
    bool script = code->function >= 0 && (size_t)code->function < log->functions.count;
    StrId name = script ? log->functions.data[code->function] : code->name;
    Frame frame = split_name(log, intern_str(frames->strings, name));
    if (!script && !frame.file)
        frame.kind = FRAME_NATIVE;
    code->frame = frames_add(frames, &frame) + 1;
    return code->frame - 1;
}

static uint32_t node_of(Log *log, Stacks *stacks, size_t tick) {
    size_t end = tick + 1 < log->first.count ? log->first.data[tick + 1] : log->stacks.count;
    uint32_t node = TREE_NONE;
    for (size_t i = end; i-- > log->first.data[tick];)
        if (log->stacks.data[i] != -1)
            node = stacks_child(stacks, node, frame_of(log, log->stacks.data[i]));
    return node;
}

static int by_time(const void *a, const void *b) {
    double x = ((const Tick *)a)->time, y = ((const Tick *)b)->time;
    return (x > y) - (x < y);
}

static size_t list_ticks(Log *log, Stacks *stacks, Tick *ticks) {
    size_t n = 0;
    for (size_t i = 0; i < log->times.count; i++)
        if (isfinite(log->times.data[i]))
            ticks[n++] = (Tick){log->times.data[i], node_of(log, stacks, i)};
    qsort(ticks, n, sizeof *ticks, by_time);
    return n;
}

static void add_track(Log *log) {
    Arena *own = arena_new_in(log->document->arena);
    Stacks *stacks = stacks_new(own);
    Tick *ticks = arena_many(own, Tick, log->times.count);
    size_t n = list_ticks(log, stacks, ticks);
    Track *track = document_add_track(log->document);
    track->name = STR("ticks");
    track->unit = (Unit){.kind = UNIT_TIME};
    track->ordered = true;
    double average = n > 1 ? (ticks[n - 1].time - ticks[0].time) / (double)(n - 1) : 1000;
    track->interval = average * 1e3;
    for (size_t i = 0; i < n; i++) {
        double weight = i + 1 < n ? ticks[i + 1].time - ticks[i].time : average;
        stacks_sample(stacks, ticks[i].node, (ticks[i].time - ticks[0].time) * 1e3, weight * 1e3);
    }
    stacks_finish(stacks, log->document->arena, track, true);
    arena_free(own);
}

static bool read(Reading *reading, Err *err) {
    Log log = {.reading = reading, .document = reading->document};
    log.json = json_new(reading->scratch, reading->source);
    json_enter(&log.json, JSON_OBJECT);
    for (Str key; json_key(&log.json, &key) && !progress_stopped(reading->progress);) {
        if (str_is(key, "code"))
            read_codes(&log);
        else if (str_is(key, "functions"))
            read_functions(&log);
        else if (str_is(key, "ticks"))
            read_ticks(&log);
        else
            json_skip(&log.json);
    }
    if (log.times.count == 0)
        return err_set(err, ERR_EMPTY, "it is a V8 --prof log, but has no ticks");
    add_track(&log);
    reading->document->records = log.times.count;
    if (log.json.failed || progress_stopped(reading->progress))
        reading_stopped(reading, &log.json, log.times.count, "ticks");
    return true;
}

static int probe(const Probe *p) {
    const Outline *o = &p->outline;
    bool code = outline_has(o, "code", JSON_ARRAY), ticks = outline_has(o, "ticks", JSON_ARRAY);
    return code && (ticks || outline_has(o, "functions", JSON_ARRAY)) ? 85 : 0;
}

const Format fmt_v8log = {
    .name = "v8-prof",
    .label = "V8 --prof log",
    .extensions = "json",
    .recognised = "a JSON object with `code`, `functions` and `ticks` (node --prof-process --preprocess -j)",
    .probe = probe,
    .read = read,
};
