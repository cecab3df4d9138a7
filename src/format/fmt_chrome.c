/* Chrome traces: an array of events, or an object with traceEvents; both may be cut short. This file is the outer loop and the
 * choice by phase; the parts are in fmt_chrome_*.c, what they share in format/chrome.h. */
#include "format/chrome.h"

static int probe(const Probe *probe) {
    const Outline *outline = &probe->outline;
    const OutlineKey *events = outline_find(outline, "traceEvents");
    if (outline->top == JSON_OBJECT)
        return events && events->type == JSON_ARRAY ? 90 : 0;
    if (outline->top != JSON_ARRAY || outline->item != JSON_OBJECT)
        return 0;
    if (outline_has(outline, "ph", JSON_STRING))
        return 80;
    return outline_find(outline, "ts") && outline_find(outline, "pid") && outline_find(outline, "name") ? 30 : 0;
}

/* dur as ns, 0 with a count for what is none. */
static int64_t duration_of(Chrome *chrome, const ChromeEvent *event) {
    int64_t duration;
    bool known = chrome_ns(&event->dur, &duration);
    if (known && duration >= 0)
        return duration;
    chrome_tally(chrome, known ? TALLY_NEGATIVE : TALLY_NO_DURATION, event->name);
    return 0;
}

/* Where the calls of the event's thread go: they come in runs. */
static Spans *spans_of(Chrome *chrome, const ChromeEvent *event) {
    if (chrome->last_spans && chrome->last_call_pid == event->pid && chrome->last_call_tid == event->tid)
        return chrome->last_spans;
    chrome->last_call_pid = event->pid;
    chrome->last_call_tid = event->tid;
    return chrome->last_spans = chrome_spans(chrome, chrome_thread(chrome, event->pid, event->tid));
}

static FrameId frame_of(Chrome *chrome, const ChromeEvent *event) {
    return event->frame != FRAME_NONE ? event->frame : chrome_frame(chrome, event);
}

/* A call of a thread, or where it begins or ends. */
static void take_call(Chrome *chrome, const ChromeEvent *event) {
    int64_t time;
    if (!chrome_time(chrome, &event->ts, &time)) {
        chrome_tally(chrome, TALLY_NO_TIME, event->name);
        return;
    }
    Spans *spans = spans_of(chrome, event);
    uint64_t detail = event->offset + 1;
    if (event->phase == 'X')
        spans_add(spans, frame_of(chrome, event), time, duration_of(chrome, event), detail);
    else if (event->phase == 'B')
        spans_begin(spans, frame_of(chrome, event), time, detail);
    else
        spans_end(spans, event->name ? frame_of(chrome, event) : FRAME_NONE, time);
}

static void take_operation(Chrome *chrome, const ChromeEvent *event) {
    int64_t time;
    if (chrome_time(chrome, &event->ts, &time))
        chrome_async(chrome, event, time);
    else
        chrome_tally(chrome, TALLY_NO_TIME, event->name);
}

/* Events that are only counted. */
static ChromeTallyKind tally_of(char phase) {
    switch (phase) {
    case 'C':
        return TALLY_COUNTER;
    case 'i':
    case 'I':
    case 'R':
    case 'n':
    case 'T':
    case 'p':
        return TALLY_INSTANT;
    case 's':
    case 't':
    case 'f':
        return TALLY_FLOW;
    default:
        return phase ? TALLY_OTHER : TALLY_NO_PHASE;
    }
}

void chrome_take_event(Chrome *chrome, const ChromeEvent *event) {
    switch (event->phase) {
    case 'X':
    case 'B':
    case 'E':
        take_call(chrome, event);
        break;
    case 'b':
    case 'e':
    case 'S':
    case 'F':
        take_operation(chrome, event);
        break;
    case 'M':
        chrome_metadata(chrome, event);
        break;
    case 'P':
    case 'I':
        if (chrome_profile(chrome, event))
            break; /* fall through */
    default:
        chrome_tally(chrome, tally_of(event->phase), event->name);
    }
}

static void snapshot(void *user, Document *document) {
    Chrome *chrome = user;
    document->frames = frames_copy(document->arena, chrome->frames);
    chrome_build(chrome, document, false);
}

/* One where it is no usual one. */
bool chrome_read_batch(Chrome *chrome, size_t most) {
    Json *json = &chrome->json;
    if (chrome_batch_fast(chrome, most))
        return true;
    while (json_item(json)) {
        if (json_peek(json) == JSON_OBJECT)
            return (chrome->batch.count = chrome_event_read(chrome, chrome->batch.events)) > 0;
        json_skip(json);
    }
    return false;
}

const ChromeEvent *chrome_one_event(Chrome *chrome) {
    ChromeBatch *batch = &chrome->batch;
    return chrome_read_batch(chrome, 1) ? &batch->events[batch->at++] : NULL;
}

/* The array of events that comes next. */
static void read_events(Chrome *chrome) {
    enum { TICK = 4096 };
    const ChromeEvent *event;
    json_enter(&chrome->json, JSON_ARRAY);
    chrome->batch.at = chrome->batch.count = 0;
    while ((event = chrome_next_event(chrome))) {
        if (event->offset == chrome->meet) {
            chrome_join_half(chrome);
            break;
        }
        if (event->offset > chrome->meet)
            chrome_drop_half(chrome);
        chrome_take_event(chrome, event);
        if (++chrome->events % TICK == 0) {
            chrome_halve(chrome);
            if (!reading_tick(chrome->reading, chrome->events, snapshot, chrome))
                break;
        }
    }
    chrome_drop_half(chrome);
}

/* The array form needs no end, since its writer may have been killed: cut between two events it is whole. */
static void read_array(Chrome *chrome) {
    Json *json = &chrome->json;
    read_events(chrome);
    if (json->truncated && !chrome->inside)
        json->failed = json->truncated = false;
}

static void read_object(Chrome *chrome) {
    Json *json = &chrome->json;
    Str key;
    json_enter(json, JSON_OBJECT);
    while (json_key(json, &key) && !progress_stopped(chrome->reading->progress)) {
        bool events = str_is(key, "traceEvents"), samples = str_is(key, "samples"), frames = str_is(key, "stackFrames");
        JsonType type = json_peek(json);
        if (events && type == JSON_ARRAY)
            read_events(chrome);
        else if (samples && type == JSON_ARRAY)
            chrome_samples_read(chrome);
        else if (frames && type == JSON_OBJECT)
            chrome_stack_frames_read(chrome);
        else
            json_skip(json);
    }
}

/* "no duration events (1 metadata, 1 counter)" */
static bool nothing_drawn(const Chrome *chrome, Err *err) {
    static const struct {
        ChromeTallyKind kind;
        const char *word;
    } rows[] = {{TALLY_METADATA, "metadata"}, {TALLY_COUNTER, "counter"},      {TALLY_INSTANT, "instant"},
                {TALLY_FLOW, "flow"},         {TALLY_NO_TIME, "without time"}, {TALLY_OTHER, "other"}};
    Text text = text_new(chrome->reading->scratch);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint64_t n = chrome->tallies[rows[i].kind].count;
        if (n)
            text_addf(&text, "%s%llu %s", text.len ? ", " : "", (unsigned long long)n, rows[i].word);
    }
    return err_set(err, ERR_EMPTY, "it is a Chrome trace, but has no duration events (%s)",
                   text.len ? text.data : "no event at all");
}

void chrome_start(Chrome *chrome, Reading *reading) {
    Arena *scratch = reading->scratch;
    *chrome = (Chrome){.reading = reading, .frames = &reading->document->frames, .meet = UINT64_MAX};
    chrome->events_arena = arena_new_in(scratch);
    chrome->json = json_new(scratch, reading->source);
    chrome->strings = chrome->frames->strings;
    chrome->zero = intern_add(chrome->strings, STR("0"));
    chrome->thread_of.arena = chrome->process_of.arena = scratch;
    chrome_fast_start(chrome);
    chrome_async_start(chrome);
    chrome->profiles.by_id.arena = chrome->samples.by_id.arena = scratch;
}

static bool read(Reading *reading, Err *err) {
    Chrome *chrome = arena_one(reading->scratch, Chrome);
    chrome_start(chrome, reading);
    if (json_peek(&chrome->json) == JSON_ARRAY)
        read_array(chrome);
    else
        read_object(chrome);
    source_unmark(reading->source);
    chrome_fast_end(chrome);
    reading_stopped(reading, &chrome->json, chrome->events, "events");
    bool any = !reading_cancelled(reading, err) && chrome_build(chrome, reading->document, true) > 0;
    chrome_async_end(chrome);
    arena_free(chrome->events_arena);
    return !reading_cancelled(reading, err) && (any || nothing_drawn(chrome, err));
}

const Format fmt_chrome = {
    .name = "chrome-trace",
    .label = "Chrome trace",
    .extensions = "json;json.gz;trace",
    .recognised = "JSON with a traceEvents array, or an array whose first object has ph",
    .probe = probe,
    .read = read,
};
