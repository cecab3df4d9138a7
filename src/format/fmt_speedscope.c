/* speedscope's own JSON: frames shared by many profiles, each either sampled (stacks and weights) or evented (opens and
 * closes). Profiles often come before the frames they refer to: then the file is read twice, first for the frames. */
#include "format/speedscope.h"

enum { PROFILES_MAX = 20000 };

static const NoteKind BEYOND = {"frame-index", NOTE_WARNING,
                                "{n} reference{s} to frames that are not in the file{names}"};
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

static void snapshot(void *user, Document *document) {
    Speedscope *s = user;
    document->frames = frames_copy(document->arena, &s->reading->document->frames);
    speedscope_tracks(s, document, true);
}

bool speedscope_tick(Speedscope *s) {
    if (++s->records % 4096)
        return true;
    bool shows = s->profiles.count || (s->current && s->current->calls);
    return reading_tick(s->reading, s->records, shows ? snapshot : NULL, s);
}

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

static void read_shared(Speedscope *s) {
    Str key;
    if (!json_enter_or_skip(&s->json, JSON_OBJECT))
        return;
    while (json_key(&s->json, &key)) {
        if (!str_is(key, "frames") || s->frames_known) {
            json_skip(&s->json);
            continue;
        }
        s->frames_known = json_enter_or_skip(&s->json, JSON_ARRAY);
        while (s->frames_known && json_item(&s->json))
            if (json_peek(&s->json) == JSON_OBJECT)
                read_frame(s);
            else
                json_skip(&s->json);
    }
}

FrameId speedscope_frame(Speedscope *s, int64_t index) {
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

/* ---- profiles ---- */

/* Not behind events that were already taken by another. */
static void read_unit(Speedscope *s, SpeedscopeProfile *p) {
    Document *document = s->reading->document;
    Str word;
    json_string(&s->json, &word);
    if (p->calls)
        return;
    p->unit_known = true;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (str_is(word, units[i].word)) {
            p->unit = (Unit){.kind = units[i].kind};
            p->scale = units[i].scale;
            return;
        }
    p->unit.word = str_copy(document->arena, str_slice(word, 0, 40));
    notes_add(&document->notes, &UNIT_UNKNOWN, 1, word);
}

static void read_profile(Speedscope *s, SpeedscopeProfile *p) {
    Str key;
    json_enter(&s->json, JSON_OBJECT);
    while (json_key(&s->json, &key)) {
        if (str_is(key, "name"))
            p->name = intern_str(s->reading->document->frames.strings, read_text(s));
        else if (str_is(key, "unit"))
            read_unit(s, p);
        else if (str_is(key, "startValue"))
            json_number(&s->json, &p->start);
        else if (str_is(key, "endValue"))
            json_number(&s->json, &p->end);
        else if (str_is(key, "samples"))
            speedscope_samples(s, p);
        else if (str_is(key, "weights"))
            speedscope_weights(s, p);
        else if (str_is(key, "events"))
            speedscope_events(s, p);
        else
            json_skip(&s->json);
    }
}

static void take_profile(Speedscope *s) {
    Arena *scratch = s->reading->scratch;
    SpeedscopeProfile *p = s->current = arena_one(scratch, SpeedscopeProfile);
    *p = (SpeedscopeProfile){.unit = {.kind = UNIT_OTHER}, .scale = 3, .stacks = stacks_new(scratch)};
    read_profile(s, p);
    s->current = NULL;
    speedscope_profile_end(s, p);
    array_push(scratch, &s->profiles, p);
}

static void read_profiles(Speedscope *s) {
    if (!json_enter_or_skip(&s->json, JSON_ARRAY))
        return;
    while (json_item(&s->json)) {
        bool crowded = s->profiles.count >= PROFILES_MAX;
        if (crowded)
            notes_add(&s->reading->document->notes, &CROWDED, 1, STR(""));
        if (crowded || json_peek(&s->json) != JSON_OBJECT)
            json_skip(&s->json);
        else
            take_profile(s);
    }
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
    speedscope_tracks(&s, reading->document, false);
    if (!s.profiles.count)
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
