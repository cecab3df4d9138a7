/* stackprof (Ruby): frames by id, and `raw`: [length, ids outermost first, count] one after another.
 * Format: tmm1/stackprof, README "Advanced usage" and StackProf.results. */
#include "format/format.h"

#include "base/map.h"

#include <math.h>

static const NoteKind UNKNOWN_FRAME = {"unknown-frame", NOTE_WARNING,
                                       "{n} frame id{s} without an entry under `frames`"};
static const NoteKind CUT_RAW = {"cut-raw", NOTE_WARNING, "the last stack of `raw` is cut short"};
static const NoteKind BY_INTERVAL = {"interval", NOTE_INFO, "weights are samples times the interval of{names}"};

typedef struct Stackprof {
    Reading *reading;
    Document *document;
    Json json;
    Str mode;
    double interval; /* microseconds of cpu and wall, objects of object mode */
    int64_t samples;
    bool has_raw;
    Map frames;           /* hash of id -> FrameId */
    Array(uint64_t) raw;  /* whole numbers, as hashes of ids or as counts: both are kept as the number itself */
    Array(double) deltas; /* microseconds before each sample */
} Stackprof;

static void read_frame(Stackprof *s, uint64_t id) {
    Frames *frames = &s->document->frames;
    Frame frame = {.kind = FRAME_CODE};
    if (json_peek(&s->json) != JSON_OBJECT) {
        json_skip(&s->json);
        return;
    }
    json_enter(&s->json, JSON_OBJECT);
    int64_t line;
    for (Str key, text; json_key(&s->json, &key);) {
        if (str_is(key, "name") && json_string(&s->json, &text))
            frame.name = intern_add(frames->strings, text);
        else if (str_is(key, "file") && json_string(&s->json, &text))
            frame.file = intern_add(frames->strings, text);
        else if (str_is(key, "line") && json_i64(&s->json, &line))
            frame.line = line > 0 && line < INT32_MAX ? (int32_t)line : 0;
        else if (!str_is(key, "name") && !str_is(key, "file") && !str_is(key, "line"))
            json_skip(&s->json);
    }
    Str name = intern_str(frames->strings, frame.name);
    if (name.len == 0)
        frame.name = intern_add(frames->strings, STR("(unknown)"));
    else if (str_starts(name, "(garbage collection)") || str_is(name, "(marking)") || str_is(name, "(sweeping)"))
        frame.kind = FRAME_GC;
    if (!frame.file)
        frame.line = 0;
    map_set(&s->frames, id, frames_add(frames, &frame));
}

/* Ids are whole numbers of up to 64 bits, quoted as keys. */
static uint64_t id_of(Str text) {
    int64_t n;
    return str_to_i64(text, &n) ? (uint64_t)n : str_hash(text);
}

static void read_frames(Stackprof *s) {
    if (json_peek(&s->json) != JSON_OBJECT) {
        json_skip(&s->json);
        return;
    }
    json_enter(&s->json, JSON_OBJECT);
    for (Str key; json_key(&s->json, &key);)
        read_frame(s, id_of(key));
}

static void read_raw(Stackprof *s) {
    if (json_peek(&s->json) != JSON_ARRAY) {
        json_skip(&s->json);
        return;
    }
    s->has_raw = true;
    json_enter(&s->json, JSON_ARRAY);
    while (json_item(&s->json)) {
        Str text;
        uint64_t id = json_scalar_text(&s->json, &text) ? id_of(text) : 0;
        array_push(s->reading->scratch, &s->raw, id);
        if (s->raw.count % 65536 == 0 && !reading_tick(s->reading, 0, NULL, NULL))
            return;
    }
}

static void read_deltas(Stackprof *s) {
    if (json_peek(&s->json) != JSON_ARRAY) {
        json_skip(&s->json);
        return;
    }
    json_enter(&s->json, JSON_ARRAY);
    while (json_item(&s->json)) {
        double delta;
        json_double(&s->json, &delta);
        array_push(s->reading->scratch, &s->deltas, delta > 0 ? delta : 0);
    }
}

static void read_key(Stackprof *s, Str key) {
    Str text;
    if (str_is(key, "frames"))
        read_frames(s);
    else if (str_is(key, "raw"))
        read_raw(s);
    else if (str_is(key, "raw_timestamp_deltas"))
        read_deltas(s);
    else if (str_is(key, "interval"))
        json_double(&s->json, &s->interval);
    else if (str_is(key, "samples"))
        json_i64(&s->json, &s->samples);
    else if (str_is(key, "mode") && json_string(&s->json, &text))
        s->mode = str_copy(s->document->arena, text);
    else if (!str_is(key, "mode"))
        json_skip(&s->json);
}

/* ---- tracks ---- */

typedef enum Weighing { BY_SAMPLES, BY_DELTAS, BY_STEP } Weighing;

static FrameId frame_of(Stackprof *s, uint64_t id) {
    uint32_t frame = map_get(&s->frames, id);
    if (frame != MAP_NONE)
        return frame;
    notes_add(&s->document->notes, &UNKNOWN_FRAME, 1, STR(""));
    return frames_add_name(&s->document->frames, STR("(unknown)"), FRAME_UNKNOWN);
}

static double weigh(const Stackprof *s, Weighing how, size_t first, uint64_t samples) {
    double sum = 0;
    if (how == BY_SAMPLES)
        return (double)samples;
    if (how == BY_STEP)
        return (double)samples * s->interval;
    for (uint64_t i = 0; i < samples && first + i < s->deltas.count; i++)
        sum += s->deltas.data[first + i] * 1e3;
    return sum;
}

static void add_stacks(Stackprof *s, Stacks *stacks, Weighing how) {
    size_t sample = 0, i = 0;
    while (i < s->raw.count) {
        uint64_t length = s->raw.data[i++];
        if (length >= s->raw.count - i) {
            notes_add(&s->document->notes, &CUT_RAW, 1, STR(""));
            return;
        }
        uint32_t node = TREE_NONE;
        for (uint64_t k = 0; k < length; k++)
            node = stacks_child(stacks, node, frame_of(s, s->raw.data[i + k]));
        i += length;
        uint64_t count = s->raw.data[i++];
        stacks_sample(stacks, node, NAN, weigh(s, how, sample, count));
        sample = count > SIZE_MAX - sample ? SIZE_MAX : sample + count;
    }
}

static void add_track(Stackprof *s, Str name, Unit unit, Weighing how) {
    Arena *own = arena_new_in(s->document->arena);
    Stacks *stacks = stacks_new(own);
    Track *track = document_add_track(s->document);
    track->name = name;
    track->unit = unit;
    track->ordered = true;
    track->interval = unit.kind == UNIT_TIME && s->interval > 0 ? s->interval * 1e3 : 0;
    add_stacks(s, stacks, how);
    stacks_finish(stacks, s->document->arena, track, true);
    track->sample_count = s->samples > 0 ? (uint64_t)s->samples : track->sample_count;
    arena_free(own);
}

static void add_tracks(Stackprof *s) {
    Unit time = {.kind = UNIT_TIME}, samples = {.kind = UNIT_SAMPLES};
    if (str_is(s->mode, "object")) {
        bool step = s->interval > 1;
        if (step)
            notes_add(&s->document->notes, &BY_INTERVAL, 1, str_format(s->reading->scratch, "%g objects", s->interval));
        add_track(s, s->mode, (Unit){.kind = UNIT_OTHER, .word = STR("objects")}, step ? BY_STEP : BY_SAMPLES);
        return;
    }
    if (s->deltas.count && !str_is(s->mode, "cpu")) {
        add_track(s, s->mode, time, BY_DELTAS);
    } else if (s->interval > 0) {
        s->interval *= 1e3; /* to ns */
        add_track(s, s->mode, time, BY_STEP);
        s->interval /= 1e3;
        notes_add(&s->document->notes, &BY_INTERVAL, 1, str_format(s->reading->scratch, "%g µs", s->interval));
    }
    add_track(s, STR("samples"), samples, BY_SAMPLES);
}

static bool read(Reading *reading, Err *err) {
    Stackprof s = {.reading = reading, .document = reading->document};
    s.json = json_new(reading->scratch, reading->source);
    s.frames.arena = reading->scratch;
    json_enter(&s.json, JSON_OBJECT);
    for (Str key; json_key(&s.json, &key) && !progress_stopped(reading->progress);)
        read_key(&s, str_copy(reading->scratch, key));
    if (!s.has_raw && s.samples > 0)
        return err_set(err, ERR_EMPTY, "stackprof file without stacks: record it with `raw: true`");
    if (s.raw.count == 0)
        return err_set(err, ERR_EMPTY, "stackprof file with 0 samples");
    add_tracks(&s);
    reading->document->records = s.samples > 0 ? (uint64_t)s.samples : 0;
    if (s.json.failed)
        reading_stopped(reading, &s.json, reading->document->records, "samples");
    return true;
}

static int probe(const Probe *p) {
    const Outline *o = &p->outline;
    bool frames = outline_has(o, "frames", JSON_OBJECT), mode = outline_has(o, "mode", JSON_STRING);
    return frames && mode && (outline_find(o, "raw") || outline_find(o, "samples")) ? 90 : 0;
}

const Format fmt_stackprof = {
    .name = "stackprof",
    .label = "stackprof profile (Ruby)",
    .extensions = "json;stackprof",
    .recognised = "a JSON object with `mode`, `frames` and `raw`",
    .probe = probe,
    .read = read,
};
