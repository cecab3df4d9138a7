/* stackprof (Ruby): frames by id, and `raw`: [length, ids outermost first, count] one after another. Stacks come again and again, and
 * frames may come behind them: each is kept once, as ids. Format: tmm1/stackprof, README "Advanced usage" and StackProf.results. */
#include "format/format.h"
#include "format/name_table.h"

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
    Map frames;              /* hash of id -> FrameId */
    Array(uint64_t) pending; /* numbers of `raw` that are no whole stack yet: ids or their hashes, lengths and counts */
    uint64_t numbers;        /* read of `raw` */
    NameTable *stacks;       /* the ids of each, as they are in memory; numbered as they come */
    Array(uint32_t) stack;   /* of each sample */
    Array(uint64_t) count;   /* and how often it was seen there */
    Array(double) deltas;    /* microseconds before each sample */
} Stackprof;

/* Numbers that are read, and stacks that are looked up, at once. */
enum { NUMBERS = 8192, STACKS = 256 };

static void read_frame(Stackprof *s, uint64_t id) {
    Frames *frames = &s->document->frames;
    Frame frame = {.kind = FRAME_CODE};
    if (!json_enter_or_skip(&s->json, JSON_OBJECT))
        return;
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
    if (!json_enter_or_skip(&s->json, JSON_OBJECT))
        return;
    for (Str key; json_key(&s->json, &key);)
        read_frame(s, id_of(key));
}

/* The next whole stacks from *at on in what is pending, and the counts behind them. */
static size_t split_raw(Stackprof *s, size_t *at, Str *list) {
    const uint64_t *raw = s->pending.data;
    size_t n = 0, i = *at, end = s->pending.count;
    for (; n < STACKS && i < end && raw[i] < end - i - 1 && raw[i] < UINT32_MAX / sizeof *raw; n++) {
        list[n] = (Str){(const char *)(raw + i + 1), (size_t)raw[i] * sizeof *raw};
        i += (size_t)raw[i] + 2;
        array_push(s->reading->scratch, &s->count, raw[i - 1]);
    }
    *at = i;
    return n;
}

/* Looks up all stacks that are pending. */
static void take_stacks(Stackprof *s) {
    Str list[STACKS];
    size_t at = 0;
    for (size_t n; (n = split_raw(s, &at, list));) {
        array_reserve(s->reading->scratch, &s->stack, s->stack.count + n);
        name_table_find(s->stacks, list, n, s->stack.data + s->stack.count);
        s->stack.count += n;
    }
    s->pending.count -= at;
    if (at)
        memmove(s->pending.data, s->pending.data + at, s->pending.count * sizeof *s->pending.data);
}

static uint64_t read_raw_id(Stackprof *s) {
    Str text;
    return json_scalar_text(&s->json, &text) ? id_of(text) : 0;
}

/* Up to NUMBERS more of the array. False at its end. */
static bool read_numbers(Stackprof *s) {
    size_t room = s->pending.count + NUMBERS, before = s->pending.count;
    array_reserve(s->reading->scratch, &s->pending, room + SOURCE_GUARD / sizeof *s->pending.data);
    bool more = true;
    while (more && s->pending.count < room) {
        uint64_t *next = s->pending.data + s->pending.count;
        s->pending.count += json_integers(&s->json, (int64_t *)next, room - s->pending.count);
        if (s->pending.count < room && (more = json_item(&s->json)))
            s->pending.data[s->pending.count++] = read_raw_id(s);
    }
    s->numbers += s->pending.count - before;
    return more;
}

static void read_raw(Stackprof *s) {
    if (!json_enter_or_skip(&s->json, JSON_ARRAY))
        return;
    s->has_raw = true;
    bool more = true;
    while (more) {
        more = read_numbers(s);
        take_stacks(s);
        if (!reading_tick(s->reading, 0, NULL, NULL))
            return;
    }
}

static void read_deltas(Stackprof *s) {
    int64_t whole[256];
    double delta;
    if (!json_enter_or_skip(&s->json, JSON_ARRAY))
        return;
    do {
        size_t n = json_integers(&s->json, whole, 256);
        for (size_t i = 0; i < n; i++)
            array_push(s->reading->scratch, &s->deltas, whole[i] > 0 ? (double)whole[i] : 0);
        if (n == 256)
            continue;
        if (!json_item(&s->json))
            return;
        json_double(&s->json, &delta);
        array_push(s->reading->scratch, &s->deltas, delta > 0 ? delta : 0);
    } while (true);
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

typedef struct TrackPlan {
    Str name;
    Unit unit;
    Weighing how;
    double step; /* BY_STEP: of one sample, in the unit */
} TrackPlan;

/* All stacks in a tree. */
typedef struct Placed {
    Stacks *stacks;
    uint32_t *node; /* of each, TREE_NONE for an empty one */
    Map unknown;    /* -> how many of its frames have no entry, where there are such */
} Placed;

static FrameId frame_of(const Stackprof *s, uint64_t id, Placed *placed, uint32_t stack) {
    uint32_t frame = map_get(&s->frames, id);
    bool fresh;
    if (frame != MAP_NONE)
        return frame;
    ++*map_slot(&placed->unknown, stack, 0, &fresh);
    return frames_add_name(&s->document->frames, STR("(unknown)"), FRAME_UNKNOWN);
}

static Placed place_stacks(const Stackprof *s, Arena *arena, uint32_t tracks) {
    size_t count = name_table_count(s->stacks);
    Placed placed = {.stacks = stacks_new(arena), .node = arena_room(arena, count * sizeof *placed.node)};
    Array(FrameId) frames = {0};
    Array(uint32_t) path = {0};
    placed.unknown.arena = arena;
    stacks_expect(placed.stacks, tracks);
    for (uint32_t i = 0; i < count; i++) {
        Str ids = name_table_name(s->stacks, i);
        size_t n = ids.len / sizeof(uint64_t);
        array_reserve(arena, &frames, n);
        array_reserve(arena, &path, n);
        for (size_t k = 0; k < n; k++) {
            uint64_t id;
            memcpy(&id, ids.data + k * sizeof id, sizeof id);
            frames.data[k] = frame_of(s, id, &placed, i);
        }
        stacks_path(placed.stacks, TREE_NONE, frames.data, n, path.data);
        placed.node[i] = n ? path.data[n - 1] : TREE_NONE;
    }
    return placed;
}

static double weigh(const Stackprof *s, const TrackPlan *plan, size_t first, uint64_t samples) {
    double sum = 0;
    if (plan->how == BY_SAMPLES)
        return (double)samples;
    if (plan->how == BY_STEP)
        return (double)samples * plan->step;
    for (uint64_t i = 0; i < samples && first + i < s->deltas.count; i++)
        sum += s->deltas.data[first + i] * 1e3;
    return sum;
}

static void add_samples(const Stackprof *s, const Placed *placed, Stacks *stacks, const TrackPlan *plan) {
    size_t sample = 0;
    uint64_t unknown = 0;
    for (size_t i = 0; i < s->stack.count; i++) {
        uint64_t count = s->count.data[i];
        uint32_t none = placed->unknown.count ? map_get(&placed->unknown, s->stack.data[i]) : (uint32_t)MAP_NONE;
        unknown += none == MAP_NONE ? 0 : none;
        stacks_sample(stacks, placed->node[s->stack.data[i]], NAN, weigh(s, plan, sample, count));
        sample = count > SIZE_MAX - sample ? SIZE_MAX : sample + count;
    }
    if (unknown)
        notes_add(&s->document->notes, &UNKNOWN_FRAME, unknown, STR(""));
    if (s->pending.count)
        notes_add(&s->document->notes, &CUT_RAW, 1, STR(""));
}

/* The last one takes the stacks, those before it a copy. */
static void add_track(const Stackprof *s, const Placed *placed, const TrackPlan *plan, bool last) {
    Arena *own = arena_new_in(s->document->arena);
    Stacks *stacks = last ? placed->stacks : stacks_snapshot(own, placed->stacks, false);
    Track *track = document_add_track(s->document);
    track->name = plan->name;
    track->unit = plan->unit;
    track->ordered = true;
    track->interval = plan->unit.kind == UNIT_TIME && s->interval > 0 ? s->interval * 1e3 : 0;
    add_samples(s, placed, stacks, plan);
    stacks_finish(stacks, s->document->arena, track, true);
    track->sample_count = s->samples > 0 ? (uint64_t)s->samples : track->sample_count;
    arena_free(own);
}

static void note_interval(const Stackprof *s, const char *unit) {
    notes_add(&s->document->notes, &BY_INTERVAL, 1, str_format(s->reading->scratch, "%g %s", s->interval, unit));
}

/* Which tracks there are, at most two. */
static uint32_t plan_tracks(const Stackprof *s, TrackPlan *plans) {
    TrackPlan *plan = plans;
    Unit time = {.kind = UNIT_TIME}, objects = {.kind = UNIT_OTHER, .word = STR("objects")};
    if (str_is(s->mode, "object")) {
        *plan++ = (TrackPlan){s->mode, objects, s->interval > 1 ? BY_STEP : BY_SAMPLES, s->interval};
        return 1;
    }
    if (s->deltas.count && !str_is(s->mode, "cpu"))
        *plan++ = (TrackPlan){s->mode, time, BY_DELTAS, 0};
    else if (s->interval > 0)
        *plan++ = (TrackPlan){s->mode, time, BY_STEP, s->interval * 1e3};
    *plan++ = (TrackPlan){STR("samples"), {.kind = UNIT_SAMPLES}, BY_SAMPLES, 0};
    return (uint32_t)(plan - plans);
}

static void add_tracks(const Stackprof *s) {
    TrackPlan plans[2];
    Arena *own = arena_new_in(s->document->arena);
    uint32_t n = plan_tracks(s, plans);
    Placed placed = place_stacks(s, own, n);
    for (uint32_t i = 0; i < n; i++) {
        bool step = plans[i].how == BY_STEP, time = plans[i].unit.kind == UNIT_TIME;
        if (step && !time)
            note_interval(s, "objects");
        add_track(s, &placed, &plans[i], i + 1 == n);
        if (step && time)
            note_interval(s, "µs");
    }
    arena_free(own);
}

static bool read(Reading *reading, Err *err) {
    Stackprof s = {.reading = reading, .document = reading->document};
    s.json = json_new(reading->scratch, reading->source);
    s.frames.arena = reading->scratch;
    s.stacks = name_table_new(reading->scratch, NULL, NULL);
    json_enter(&s.json, JSON_OBJECT);
    for (Str key; json_key(&s.json, &key) && !progress_stopped(reading->progress);)
        read_key(&s, str_copy(reading->scratch, key));
    if (!s.has_raw && s.samples > 0)
        return err_set(err, ERR_EMPTY, "stackprof file without stacks: record it with `raw: true`");
    if (s.numbers == 0)
        return err_set(err, ERR_EMPTY, "stackprof file with 0 samples");
    name_table_close(s.stacks);
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
