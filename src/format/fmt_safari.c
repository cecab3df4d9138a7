/* Safari Web Inspector recordings: stack traces with durations, in seconds; frames innermost first.
 * Format: WebKit, Source/WebInspectorUI TimelineRecording (exported JSON, version 1). */
#include "format/format.h"

#include <math.h>

typedef struct Safari {
    Reading *reading;
    Document *document;
    Json json;
    Stacks *stacks;
    Str title;
    Array(uint32_t) nodes;
    Array(double) times, durations; /* seconds */
    Array(FrameId) stack;
} Safari;

static bool enter(Json *json, JsonType type) {
    if (json_peek(json) == type)
        return json_enter(json, type);
    json_skip(json);
    return false;
}

static int32_t place_number(Json *json) {
    int64_t n;
    return json_i64(json, &n) && n > 0 && n < INT32_MAX ? (int32_t)n : 0;
}

static FrameId read_frame(Safari *s) {
    Frames *frames = &s->document->frames;
    Frame frame = {.kind = FRAME_CODE};
    bool object = enter(&s->json, JSON_OBJECT);
    for (Str key, text; object && json_key(&s->json, &key);) {
        bool name = str_is(key, "name"), url = str_is(key, "url");
        if (str_is(key, "line"))
            frame.line = place_number(&s->json);
        else if (str_is(key, "column"))
            frame.column = place_number(&s->json);
        else if (!name && !url)
            json_skip(&s->json);
        else if (json_string(&s->json, &text))
            *(name ? &frame.name : &frame.file) = intern_add(frames->strings, text);
    }
    if (!frame.name)
        frame.name = intern_add(frames->strings, STR("(anonymous)"));
    if (!frame.file) {
        frame.line = frame.column = 0;
        frame.kind = FRAME_NATIVE;
    }
    return frames_add(frames, &frame);
}

static void read_stack(Safari *s) {
    s->stack.count = 0;
    if (!enter(&s->json, JSON_ARRAY))
        return;
    while (json_item(&s->json))
        array_push(s->reading->scratch, &s->stack, read_frame(s));
}

static void read_trace(Safari *s) {
    double time = NAN;
    s->stack.count = 0;
    bool object = enter(&s->json, JSON_OBJECT);
    for (Str key; object && json_key(&s->json, &key);) {
        if (str_is(key, "timestamp"))
            json_double(&s->json, &time);
        else if (str_is(key, "stackFrames"))
            read_stack(s);
        else
            json_skip(&s->json);
    }
    uint32_t node = TREE_NONE;
    for (size_t i = s->stack.count; i-- > 0;)
        node = stacks_child(s->stacks, node, s->stack.data[i]);
    array_push(s->reading->scratch, &s->nodes, node);
    array_push(s->reading->scratch, &s->times, time);
}

static void read_traces(Safari *s) {
    if (!enter(&s->json, JSON_ARRAY))
        return;
    while (json_item(&s->json)) {
        read_trace(s);
        if (s->nodes.count % 1024 == 0 && !reading_tick(s->reading, 1024, NULL, NULL))
            return;
    }
}

static void read_durations(Safari *s) {
    if (!enter(&s->json, JSON_ARRAY))
        return;
    while (json_item(&s->json)) {
        double seconds;
        json_double(&s->json, &seconds);
        array_push(s->reading->scratch, &s->durations, seconds > 0 ? seconds : 0);
    }
}

static void read_recording(Safari *s) {
    Str text;
    if (!enter(&s->json, JSON_OBJECT))
        return;
    for (Str key; json_key(&s->json, &key) && !progress_stopped(s->reading->progress);) {
        if (str_is(key, "sampleStackTraces"))
            read_traces(s);
        else if (str_is(key, "sampleDurations"))
            read_durations(s);
        else if (!str_is(key, "displayName"))
            json_skip(&s->json);
        else if (json_string(&s->json, &text))
            s->title = str_copy(s->document->arena, text);
    }
}

/* Seconds that sample i lasts: as the file says, else until the next one. */
static double duration(const Safari *s, size_t i) {
    if (i < s->durations.count)
        return s->durations.data[i];
    double gap = i + 1 < s->times.count ? s->times.data[i + 1] - s->times.data[i] : 0;
    return gap > 0 ? gap : 0;
}

static void add_track(Safari *s) {
    Track *track = document_add_track(s->document);
    track->name = s->title;
    track->unit = (Unit){.kind = UNIT_TIME};
    track->ordered = true;
    double first = s->times.count ? s->times.data[0] : NAN;
    for (size_t i = 0; i < s->nodes.count; i++)
        stacks_sample(s->stacks, s->nodes.data[i], (s->times.data[i] - first) * 1e9, round(duration(s, i) * 1e9));
    stacks_finish(s->stacks, s->document->arena, track, true);
}

static bool read(Reading *reading, Err *err) {
    Safari s = {.reading = reading, .document = reading->document, .stacks = stacks_new(reading->scratch)};
    s.json = json_new(reading->scratch, reading->source);
    json_enter(&s.json, JSON_OBJECT);
    for (Str key; json_key(&s.json, &key);) {
        if (str_is(key, "recording"))
            read_recording(&s);
        else
            json_skip(&s.json);
    }
    if (s.nodes.count == 0)
        return err_set(err, ERR_EMPTY,
                       "it is a Safari recording, but has no stack traces: record with JavaScript & Events");
    add_track(&s);
    reading->document->records = s.nodes.count;
    if (s.json.failed || progress_stopped(reading->progress))
        reading_stopped(reading, &s.json, s.nodes.count, "samples");
    return true;
}

static int probe(const Probe *p) {
    return outline_has(&p->outline, "recording", JSON_OBJECT) &&
                   outline_has_in(&p->outline, "recording", "sampleStackTraces")
               ? 90
               : 0;
}

const Format fmt_safari = {
    .name = "safari",
    .label = "Safari recording",
    .extensions = "json",
    .recognised = "a JSON object with `recording.sampleStackTraces`",
    .probe = probe,
    .read = read,
};
