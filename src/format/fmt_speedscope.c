/* speedscope's own JSON: frames shared by many profiles, each either sampled (stacks and weights) or evented (opens and
 * closes). Fields: file-format-spec.ts of speedscope. Profiles often come before the frames they refer to: then the
 * file is read twice, first for the frames. */
#include "format/format.h"
#include "format/open_close.h"

#include <math.h>

#define TIME_MAX  (((int64_t)1 << 62) - 1)
#define VALUE_MAX 1e290
enum { PROFILES_MAX = 20000 };

/* A number of the file until the profile's unit is known. */
typedef struct Value {
    uint64_t whole;
    double value;
    uint32_t nano;
    bool negative, finite, overflow;
} Value;

typedef struct RawEvent {
    Value at;
    FrameId frame;
    bool opens;
} RawEvent;

/* One profile while it is read. */
typedef struct Profile {
    Str name;
    Unit unit;
    int scale; /* power of ten that makes nanoseconds, or thousandths of what is no time */
    Value start, end;
    Stacks *stacks;
    Array(uint32_t) samples; /* node of stacks */
    Array(double) weights;
    Array(RawEvent) events;
    bool sampled, weighted, evented;
} Profile;

/* One that was read and waits for the origin that all share. */
typedef struct Pending {
    Track *track;
    Spans *spans; /* NULL: sampled */
    int64_t start;
    size_t open;
    bool timed;
} Pending;

typedef struct Speedscope {
    Reading *reading;
    Json json;
    Array(FrameId) frames;
    Array(Pending) pending;
    uint32_t active; /* of the profiles: the one to show first */
    bool frames_known, profiles_waiting;
    uint64_t records; /* events and samples */
} Speedscope;

static const NoteKind BEYOND = {"frame-index", NOTE_WARNING,
                                "{n} reference{s} to frames that are not in the file{names}"};
static const NoteKind NEGATIVE = {"negative-weight", NOTE_WARNING,
                                  "{n} sample{s} with a negative or no weight left out"};
static const NoteKind RAGGED = {
    "ragged-samples", NOTE_WARNING,
    "{n} sample{s} or weight{s} without a partner left out: samples and weights differ in number"};
static const NoteKind COUNTED = {"no-weights", NOTE_INFO, "no weights in the file: {n} sample{s} counted instead"};
static const NoteKind ALL_ZERO = {"zero-duration", NOTE_WARNING, "all {n} call{s} have zero duration{names}"};
static const NoteKind CROWDED = {"many-profiles", NOTE_WARNING, "{n} profile{s} beyond the first 20 000 left out"};
static const NoteKind UNIT_UNKNOWN = {"unknown-unit", NOTE_INFO, "{n} profile{s} in a unit of its own{names}"};

static const struct {
    const char *word;
    UnitKind kind;
    int scale;
} units[] = {
    {"nanoseconds", UNIT_TIME, 0}, {"microseconds", UNIT_TIME, 3}, {"milliseconds", UNIT_TIME, 6},
    {"seconds", UNIT_TIME, 9},     {"bytes", UNIT_BYTES, 3},       {"none", UNIT_OTHER, 3},
};

/* ---- frames ---- */

static StrId read_text(Speedscope *s) {
    Str text;
    return json_scalar_text(&s->json, &text) ? intern_add(s->reading->document->frames.strings, text) : 0;
}

static int32_t read_place(Speedscope *s) {
    int64_t place;
    return json_i64(&s->json, &place) && place > 0 && place < INT32_MAX ? (int32_t)place : 0;
}

static void read_frame(Speedscope *s) {
    Frames *frames = &s->reading->document->frames;
    Frame frame = {0};
    Str key;
    json_enter(&s->json, JSON_OBJECT);
    while (json_key(&s->json, &key)) {
        if (str_is(key, "name"))
            frame.name = read_text(s);
        else if (str_is(key, "file"))
            frame.file = read_text(s);
        else if (str_is(key, "line"))
            frame.line = read_place(s);
        else if (str_is(key, "col"))
            frame.column = read_place(s);
        else
            json_skip(&s->json);
    }
    if (!frame.name)
        frame.name = intern_add(frames->strings, STR("(anonymous)"));
    array_push(s->reading->scratch, &s->frames, frames_add(frames, &frame));
}

static bool enter(Json *json, JsonType type) {
    return json_peek(json) == type ? json_enter(json, type) : (json_skip(json), false);
}

static void read_shared(Speedscope *s) {
    Str key;
    if (!enter(&s->json, JSON_OBJECT))
        return;
    while (json_key(&s->json, &key)) {
        if (!str_is(key, "frames") || s->frames_known) {
            json_skip(&s->json);
            continue;
        }
        s->frames_known = enter(&s->json, JSON_ARRAY);
        while (s->frames_known && json_item(&s->json))
            if (json_peek(&s->json) == JSON_OBJECT)
                read_frame(s);
            else
                json_skip(&s->json);
    }
}

static FrameId frame_at(Speedscope *s, int64_t index) {
    if (index >= 0 && (uint64_t)index < s->frames.count)
        return s->frames.data[index];
    index = index == JSON_NO_NUMBER ? -1 : index;
    Document *document = s->reading->document;
    if (notes_wants_name(&document->notes, &BEYOND))
        notes_add(&document->notes, &BEYOND, 0,
                  str_format(s->reading->scratch, "%lld of %zu", (long long)index, s->frames.count));
    notes_add(&document->notes, &BEYOND, 1, STR(""));
    return frames_add_name(&document->frames, STR("(unknown frame)"), FRAME_CODE);
}

/* ---- one profile ---- */

static Value read_value(Speedscope *s) {
    JsonNumber n;
    json_number(&s->json, &n);
    return (Value){n.whole, n.value, n.nano, n.negative, n.finite, n.overflow};
}

/* In ns, or thousandths; clamped so that differences fit. */
static int64_t scaled(const Value *v, int scale) {
    JsonNumber n = {v->whole, v->nano, v->negative, v->finite, v->overflow, v->value};
    int64_t time;
    if (!v->finite)
        return 0;
    if (!json_number_scaled(&n, scale, &time))
        return v->negative ? -TIME_MAX : TIME_MAX;
    return time > TIME_MAX ? TIME_MAX : time < -TIME_MAX ? -TIME_MAX : time;
}

static bool tick(Speedscope *s) {
    return ++s->records % 4096 || reading_tick(s->reading, s->records, NULL, NULL);
}

static uint32_t read_stack(Speedscope *s, Profile *p) {
    enum { AT_ONCE = 64 };
    int64_t indices[AT_ONCE];
    uint32_t node = TREE_NONE;
    size_t n;
    if (!enter(&s->json, JSON_ARRAY))
        return node;
    do {
        n = json_numbers(&s->json, 0, indices, AT_ONCE);
        for (size_t i = 0; i < n; i++)
            node = stacks_child(p->stacks, node, frame_at(s, indices[i]));
    } while (n == AT_ONCE);
    return node;
}

static void read_samples(Speedscope *s, Profile *p) {
    if (!enter(&s->json, JSON_ARRAY))
        return;
    p->sampled = true;
    while (json_item(&s->json) && tick(s))
        array_push(s->reading->scratch, &p->samples, read_stack(s, p));
}

static void read_weights(Speedscope *s, Profile *p) {
    double weight;
    if (!enter(&s->json, JSON_ARRAY))
        return;
    p->weighted = true;
    while (json_item(&s->json) && tick(s)) {
        json_double(&s->json, &weight);
        array_push(s->reading->scratch, &p->weights, weight);
    }
}

static void read_event(Speedscope *s, Profile *p) {
    RawEvent event = {.frame = FRAME_NONE};
    int64_t index = -1;
    Str key, type = {0};
    if (!enter(&s->json, JSON_OBJECT))
        return;
    while (json_key(&s->json, &key)) {
        if (str_is(key, "type"))
            event.opens = json_string(&s->json, &type) && str_is(type, "O");
        else if (str_is(key, "at"))
            event.at = read_value(s);
        else if (str_is(key, "frame"))
            json_i64(&s->json, &index);
        else
            json_skip(&s->json);
    }
    event.frame = frame_at(s, index);
    array_push(s->reading->scratch, &p->events, event);
}

static void read_events(Speedscope *s, Profile *p) {
    if (!enter(&s->json, JSON_ARRAY))
        return;
    p->evented = true;
    while (json_item(&s->json) && tick(s))
        read_event(s, p);
}

static void read_unit(Speedscope *s, Profile *p) {
    Document *document = s->reading->document;
    Str word;
    json_string(&s->json, &word);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (str_is(word, units[i].word)) {
            p->unit = (Unit){.kind = units[i].kind};
            p->scale = units[i].scale;
            return;
        }
    p->unit.word = str_copy(document->arena, str_slice(word, 0, 40));
    notes_add(&document->notes, &UNIT_UNKNOWN, 1, word);
}

static void read_profile_fields(Speedscope *s, Profile *p) {
    Str key;
    json_enter(&s->json, JSON_OBJECT);
    while (json_key(&s->json, &key)) {
        if (str_is(key, "name"))
            p->name = intern_str(s->reading->document->frames.strings, read_text(s));
        else if (str_is(key, "unit"))
            read_unit(s, p);
        else if (str_is(key, "startValue"))
            p->start = read_value(s);
        else if (str_is(key, "endValue"))
            p->end = read_value(s);
        else if (str_is(key, "samples"))
            read_samples(s, p);
        else if (str_is(key, "weights"))
            read_weights(s, p);
        else if (str_is(key, "events"))
            read_events(s, p);
        else
            json_skip(&s->json);
    }
}

/* ---- building ---- */

static size_t pair_up(Speedscope *s, const Profile *p) {
    Notes *notes = &s->reading->document->notes;
    size_t samples = p->samples.count, weights = p->weights.count;
    if (!p->weighted) {
        notes_add(notes, &COUNTED, samples, STR(""));
        return samples;
    }
    size_t count = samples < weights ? samples : weights;
    if (samples != weights)
        notes_add(notes, &RAGGED, samples + weights - 2 * count, STR(""));
    return count;
}

static void build_samples(Speedscope *s, Profile *p, Track *track, bool timed) {
    size_t count = pair_up(s, p);
    double factor = timed ? pow(10, p->scale) : 1, at = 0;
    for (size_t i = 0; i < count; i++) {
        double weight = i < p->weights.count ? p->weights.data[i] * factor : 1;
        if (!(weight >= 0 && weight <= VALUE_MAX)) { /* NAN too */
            notes_add(&s->reading->document->notes, &NEGATIVE, 1, STR(""));
            continue;
        }
        stacks_sample(p->stacks, p->samples.data[i], timed ? at : NAN, weight);
        at += weight;
    }
    track->interval = timed && count ? at / (double)count : 0;
    stacks_finish(p->stacks, s->reading->document->arena, track, true);
}

static void build_events(Speedscope *s, Profile *p, Pending *pending) {
    OpenClose oc = open_close_new(s->reading->scratch, s->reading->document);
    int64_t last;
    for (size_t i = 0; i < p->events.count; i++) {
        const RawEvent *event = &p->events.data[i];
        open_close_event(&oc, event->opens, event->frame, scaled(&event->at, p->scale), event->at.value);
    }
    pending->open = open_close_end(&oc, p->end.finite ? scaled(&p->end, p->scale) : INT64_MIN);
    pending->spans = oc.spans;
    if (!spans_range(oc.spans, &pending->start, &last))
        pending->start = INT64_MAX;
}

static void build_profile(Speedscope *s, Profile *p) {
    Track *track = document_add_track(s->reading->document);
    bool timed = p->unit.kind == UNIT_TIME && (p->evented || p->weighted);
    Pending pending = {.track = track, .timed = timed, .start = scaled(&p->start, p->scale)};
    track->name = p->name;
    track->unit = p->unit;
    if (p->sampled && !p->evented && !p->weighted)
        track->unit.kind = UNIT_SAMPLES;
    track->ordered = timed || p->evented;
    if (p->evented)
        build_events(s, p, &pending);
    else
        build_samples(s, p, track, timed);
    array_release(s->reading->scratch, &p->samples);
    array_release(s->reading->scratch, &p->weights);
    array_release(s->reading->scratch, &p->events);
    array_push(s->reading->scratch, &s->pending, pending);
}

static void read_profiles(Speedscope *s) {
    if (!enter(&s->json, JSON_ARRAY))
        return;
    while (json_item(&s->json)) {
        bool crowded = s->pending.count >= PROFILES_MAX;
        if (crowded)
            notes_add(&s->reading->document->notes, &CROWDED, 1, STR(""));
        if (crowded || json_peek(&s->json) != JSON_OBJECT) {
            json_skip(&s->json);
            continue;
        }
        Profile profile = {.unit = {.kind = UNIT_OTHER}, .scale = 3, .stacks = stacks_new(s->reading->scratch)};
        read_profile_fields(s, &profile);
        build_profile(s, &profile);
    }
}

/* Thousandths back to what the file counts. */
static void scale_back(Track *track) {
    Tree *tree = (Tree *)track->tree;
    for (uint32_t i = 0; i < tree->count; i++) {
        tree->start[i] /= 1000;
        tree->total[i] /= 1000;
        tree->self[i] /= 1000;
    }
    tree_seal(tree);
    track->total /= 1000;
}

static void place_track(Speedscope *s, const Pending *p, int64_t origin) {
    Document *document = s->reading->document;
    SpanRepairs repairs;
    if (!p->spans) {
        for (size_t i = 0; p->timed && i < p->track->samples.count; i++)
            p->track->samples.start[i] += (double)(p->start - origin);
        return;
    }
    Arena *own = arena_new_in(document->arena);
    spans_redeem(p->spans);
    spans_finish(p->spans, spans_room(own, spans_count(p->spans)), document->arena, p->timed ? origin : p->start, false,
                 &document->frames, p->track, &repairs);
    arena_free(own);
    open_close_flag(document->arena, p->track, p->open);
    if (!p->timed)
        scale_back(p->track);
    if (p->track->tree->count && !(p->track->total > 0))
        notes_add(&document->notes, &ALL_ZERO, p->track->tree->count, p->track->name);
}

static void place_tracks(Speedscope *s) {
    int64_t origin = INT64_MAX;
    for (size_t i = 0; i < s->pending.count; i++)
        if (s->pending.data[i].timed && s->pending.data[i].start < origin)
            origin = s->pending.data[i].start;
    for (size_t i = 0; i < s->pending.count; i++)
        place_track(s, &s->pending.data[i], origin);
}

/* ---- the file ---- */

/* Without the frames the profiles are left for a second pass, unless this is it. */
static void read_file(Speedscope *s, bool last) {
    int64_t active;
    Str key;
    s->json = json_new(s->reading->scratch, s->reading->source);
    json_enter(&s->json, JSON_OBJECT);
    while (json_key(&s->json, &key)) {
        if (str_is(key, "shared"))
            read_shared(s);
        else if (str_is(key, "activeProfileIndex"))
            s->active =
                json_i64(&s->json, &active) && active >= 0 && active < UINT32_MAX ? (uint32_t)active : s->active;
        else if (str_is(key, "profiles") && (s->frames_known || last))
            read_profiles(s);
        else {
            s->profiles_waiting |= str_is(key, "profiles");
            json_skip(&s->json);
        }
    }
}

static void prefer_active(Speedscope *s) {
    for (uint32_t i = 0; i < s->pending.count; i++)
        s->pending.data[i].track->preferred = i == s->active;
}

static bool speedscope_read(Reading *reading, Err *err) {
    Speedscope s = {.reading = reading, .active = UINT32_MAX};
    read_file(&s, false);
    if (s.profiles_waiting) {
        if (!source_rewind(reading->source, err))
            return false;
        read_file(&s, true);
    }
    reading_stopped(reading, &s.json, s.records, "events and samples");
    if (reading_cancelled(reading, err))
        return false;
    place_tracks(&s);
    prefer_active(&s);
    if (!s.pending.count)
        return err_set(err, ERR_EMPTY, "a speedscope file without profiles");
    return true;
}

static int speedscope_probe(const Probe *probe) {
    const Outline *o = &probe->outline;
    if (o->top != JSON_OBJECT)
        return 0;
    if (str_find(str_slice(probe->head, 0, 4096), STR("speedscope.app/file-format-schema"), 0) != SIZE_MAX)
        return 95;
    if (outline_has_in(o, "shared", "frames"))
        return 90;
    return outline_has_in(o, "profiles", "startValue") || outline_has_in(o, "profiles", "unit") ? 70 : 0;
}

const Format fmt_speedscope = {
    .name = "speedscope",
    .label = "speedscope",
    .extensions = "speedscope.json;json",
    .recognised = "a JSON object with shared.frames and profiles of events or samples",
    .probe = speedscope_probe,
    .read = speedscope_read,
};
