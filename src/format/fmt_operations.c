/* Events of diagnostics channels: [{channel, eventType, timestamp (ms), context, operationId, error}, ...], also one a line.
 * A start and its end (or error) make one operation; asyncStart and asyncEnd are phases inside it. Rules: facts on pairing in
 * the article on diagnostics_channel, repaired where it loses operations: format/operation_pairs.h. */
#include "format/operations_reader.h"
#include "profile/secret.h"
#include "profile/span_track.h"

#include <stdio.h>

static const NoteKind BAD_EVENTS = {"bad-event", NOTE_WARNING,
                                    "{n} event{s} without channel, eventType or numeric timestamp, left out"};
static const NoteKind PHASES = {"async-phases", NOTE_INFO,
                                "{n} event{s} other than start, end and error (asyncStart, asyncEnd), not drawn"};

typedef OperationsReader Reader;

/* ---- one event ---- */

static StrId read_id(Reader *r) {
    Str text;
    return json_scalar_text(&r->json, &text) ? intern_add(r->strings, text) : 0;
}

uint32_t operations_type(Str word) {
    static const char *const words[] = {"start", "end", "error", "asyncStart", "asyncEnd"};
    static const uint8_t types[] = {EVENT_START, EVENT_END, EVENT_ERROR, EVENT_PHASE, EVENT_PHASE};
    for (size_t i = 0; i < sizeof types; i++)
        if (str_is(word, words[i]))
            return types[i];
    return word.len ? EVENT_PHASE : EVENT_UNKNOWN;
}

uint32_t operations_name(Str key) {
    static const struct {
        Str name;
        uint32_t meaning;
    } rows[] = {
        {{"asyncId", 7}, NAME_ASYNC},
        {{"async_id", 8}, NAME_ASYNC},
        {{"triggerAsyncId", 14}, NAME_TRIGGER},
        {{"trigger_async_id", 16}, NAME_TRIGGER},
        {{"parentOperationId", 17}, NAME_PARENT},
        {{"parentId", 8}, NAME_PARENT},
        {{"parentSpanId", 12}, NAME_PARENT},
        {{"parent_span_id", 14}, NAME_PARENT},
        {{"error", 5}, NAME_ERROR},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (key.len == rows[i].name.len && memcmp(key.data, rows[i].name.data, key.len) == 0)
            return rows[i].meaning;
    return NAME_OTHER;
}

StrId *operations_hint(OperationsEvent *event, uint32_t name) {
    return name == NAME_PARENT ? &event->hint.parent : name == NAME_ASYNC ? &event->hint.async : &event->hint.trigger;
}

static void read_error_text(Reader *r) {
    Str text;
    if (json_peek(&r->json) == JSON_STRING && json_string(&r->json, &text))
        r->event->pair.error = intern_add(r->strings, secret_mask(r->reading->scratch, text));
    else
        json_skip(&r->json);
}

static void read_context(Reader *r) {
    Str key;
    if (!json_enter_or_skip(&r->json, JSON_OBJECT))
        return;
    while (json_key(&r->json, &key)) {
        uint32_t name = operations_name(key);
        if (name < NAME_ERROR)
            *operations_hint(r->event, name) = read_id(r);
        else if (name == NAME_ERROR && !r->event->pair.error)
            read_error_text(r);
        else
            context_read(&r->context, &r->json, context_attribute(&r->context, key));
    }
}

/* {name, message, stack}, or a text. */
static void read_error(Reader *r) {
    Str key;
    if (json_peek(&r->json) != JSON_OBJECT) {
        read_error_text(r);
        return;
    }
    r->error_name = 0;
    json_enter(&r->json, JSON_OBJECT);
    while (json_key(&r->json, &key)) {
        if (str_is(key, "message"))
            read_error_text(r);
        else if (str_is(key, "name"))
            r->error_name = read_id(r);
        else
            json_skip(&r->json);
    }
    r->event->pair.error = r->event->pair.error ? r->event->pair.error : r->error_name;
}

static void read_time(Reader *r, OperationsEvent *event) {
    JsonNumber number = {0};
    event->has_time = json_number(&r->json, &number) && json_number_scaled(&number, 6, &event->pair.time);
    event->negative = number.negative;
    event->whole = number.whole;
    event->nano = number.nano;
}

static void read_member(Reader *r, Str key) {
    OperationsEvent *event = r->event;
    Str text;
    if (str_is(key, "channel"))
        event->pair.channel = json_string(&r->json, &text) ? intern_add(r->strings, text) : 0;
    else if (str_is(key, "eventType"))
        event->pair.type = json_string(&r->json, &text) ? operations_type(text) : EVENT_UNKNOWN;
    else if (str_is(key, "timestamp") && json_peek(&r->json) == JSON_NUMBER)
        read_time(r, event);
    else if (str_is(key, "operationId"))
        event->pair.id = read_id(r);
    else if (str_is(key, "context") && event->pair.type != EVENT_PHASE)
        read_context(r);
    else if (str_is(key, "error"))
        read_error(r);
    else
        json_skip(&r->json);
}

/* Without an operationId: channel:timestamp, the number as JavaScript writes it. */
static StrId make_id(Reader *r, const OperationsEvent *event) {
    char digits[16];
    Str channel = intern_str(r->strings, event->pair.channel), fraction = STR("");
    if (event->nano) {
        int n = snprintf(digits, sizeof digits, ".%09u", event->nano);
        while (digits[n - 1] == '0')
            n--;
        fraction = (Str){digits, (size_t)n};
    }
    Str id = str_format(r->reading->scratch, "%.*s:%s%llu%.*s", STR_ARG(channel), event->negative ? "-" : "",
                        (unsigned long long)event->whole, STR_ARG(fraction));
    return intern_add(r->strings, id);
}

/* Most labels were met before. Only those without a secret are remembered, which are what they were. */
StrId operations_label(Reader *r, StrId channel) {
    Str words = context_words(&r->context, intern_str(r->strings, channel));
    if (!words.len)
        return 0;
    StrId *recent = &r->recent[str_hash(words) % (sizeof r->recent / sizeof *r->recent)];
    if (*recent && str_equal(intern_str(r->strings, *recent), words))
        return *recent;
    Str label = secret_mask(r->reading->scratch, words);
    StrId id = intern_add(r->strings, label);
    if (label.data == words.data)
        *recent = id;
    return id;
}

void operations_begin(Reader *r, OperationsEvent *event, uint64_t offset) {
    event->pair = (PairEvent){.detail = offset + 1, .type = EVENT_UNKNOWN};
    event->hint = (PairHint){0};
    event->has_time = event->negative = false;
    r->event = event;
}

/* An event to be put into its place when all are there. */
static void keep_for_later(Reader *r, OperationsEvent *event) {
    if (event->hint.parent || event->hint.async || event->hint.trigger) {
        array_push(r->reading->scratch, &r->input.hints, event->hint);
        event->pair.hint = (uint32_t)r->input.hints.count;
    }
    array_push(r->reading->scratch, &r->input.events, event->pair);
    arena_pledge(r->reading->scratch, SPAN_TRACK_COST);
}

static void keep_event(Reader *r, OperationsEvent *event) {
    if (!event->pair.id)
        event->pair.id = make_id(r, event);
    r->kept++;
    if (!r->pairing)
        keep_for_later(r, event);
    else if (!pairing_add(r->pairing, &event->pair, &event->hint))
        r->disorder = true;
}

static void take_event(Reader *r, OperationsEvent *event) {
    if (!event->pair.channel || event->pair.type == EVENT_UNKNOWN || !event->has_time)
        r->bad++;
    else if (event->pair.type == EVENT_PHASE)
        r->phases++;
    else
        keep_event(r, event);
}

/* The event that comes next, whatever its spelling. */
static void read_event(Reader *r) {
    Str key;
    r->seen++;
    if (json_peek(&r->json) != JSON_OBJECT) {
        json_skip(&r->json);
        r->bad++;
        return;
    }
    operations_begin(r, r->batch.events, json_offset(&r->json));
    context_clear(&r->context);
    json_enter(&r->json, JSON_OBJECT);
    while (json_key(&r->json, &key))
        read_member(r, key);
    r->seen -= r->json.failed;
    if (r->json.failed)
        return;
    r->event->pair.label = r->event->pair.channel ? operations_label(r, r->event->pair.channel) : 0;
    take_event(r, r->event);
}

/* ---- the whole ---- */

static void note_events(const Reader *r, Document *document) {
    if (r->bad)
        notes_add(&document->notes, &BAD_EVENTS, r->bad, STR(""));
    if (r->phases)
        notes_add(&document->notes, &PHASES, r->phases, STR(""));
}

/* What is there so far; what has not ended yet looks as if it never did. */
static void snapshot(void *user, Document *document) {
    const Reader *r = user;
    Arena *scratch = arena_new_in(document->arena);
    PairInput copy = {.hints.data = r->input.hints.data};
    document->frames = frames_copy(document->arena, &r->reading->document->frames);
    if (r->kept && r->pairing)
        pairing_show(r->pairing, document);
    else if (r->kept) {
        copy.events.count = copy.events.capacity = r->kept;
        copy.events.data = arena_grow(scratch, NULL, r->kept * sizeof *copy.events.data);
        memcpy(copy.events.data, r->input.events.data, r->kept * sizeof *copy.events.data);
        pair_operations(document, scratch, &copy);
    }
    note_events(r, document);
    arena_free(scratch);
}

/* The events that come next; false at the end. */
static bool read_some(Reader *r, bool array) {
    if (r->json.failed || r->disorder)
        return false;
    operations_batch_fast(r);
    for (size_t i = 0; i < r->batch.count; i++)
        take_event(r, &r->batch.events[i]);
    r->seen += r->batch.count;
    if (r->batch.count)
        return true;
    if (array ? !json_item(&r->json) : json_peek(&r->json) != JSON_OBJECT)
        return false;
    read_event(r);
    return true;
}

/* How many events there will be, as the first ones tell: what grows by and by is copied again and again. */
static void expect_events(Reader *r) {
    double all = (double)source_file_bytes(r->json.source), done = (double)source_offset(r->json.source);
    if (r->pairing && all > done)
        pairing_reserve(r->pairing, 1.05 * all / done);
}

static void read_events(Reader *r) {
    enum { TICK = 4096 };
    bool array = json_peek(&r->json) == JSON_ARRAY;
    if (array)
        json_enter(&r->json, JSON_ARRAY);
    for (uint64_t next = TICK; read_some(r, array);) {
        if (r->seen < next)
            continue;
        if (next == TICK)
            expect_events(r);
        next = r->seen + TICK;
        if (!reading_tick(r->reading, r->seen, snapshot, r)) {
            json_fail(&r->json, "stopped");
            return;
        }
    }
}

/* Reads all events: pairs them as they come, or keeps them. */
static Reader *read_all(Reading *reading, bool pair) {
    Reader *r = arena_one(reading->scratch, Reader);
    r->reading = reading;
    r->strings = reading->document->frames.strings;
    r->json = json_new(reading->scratch, reading->source);
    r->pairing = pair ? pairing_new(reading->scratch, &reading->document->frames) : NULL;
    known_gaps_init(&r->gaps);
    read_events(r);
    return r;
}

/* Most files are in time order. Where one turns out not to be, it is read again: the events are kept then, and sorted. */
static bool read(Reading *reading, Err *err) {
    Document *document = reading->document;
    Reader *r = read_all(reading, true);
    if (r->disorder) {
        if (!source_rewind(reading->source, err))
            return false;
        document->frames = (Frames){.arena = document->frames.arena, .strings = document->frames.strings};
        pairing_drop(r->pairing);
        r = read_all(reading, false);
    }
    reading_stopped(reading, &r->json, r->seen, "events");
    if (reading_cancelled(reading, err))
        return false;
    if (!r->kept)
        return err_set(err, ERR_EMPTY, "no event in it starts or ends an operation (%llu read)",
                       (unsigned long long)r->seen);
    if (r->pairing)
        pairing_finish(r->pairing, document);
    else
        pair_operations(document, reading->scratch, &r->input);
    note_events(r, document);
    return true;
}

static int probe(const Probe *probe) {
    const Outline *outline = &probe->outline;
    return outline_has(outline, "channel", JSON_STRING) && outline_has(outline, "eventType", JSON_STRING) ? 95 : 0;
}

const Format fmt_operations = {
    .name = "operations",
    .label = "Async operations",
    .extensions = "json;jsonl;json.gz",
    .recognised = "JSON events with \"channel\", \"eventType\" and \"timestamp\"",
    .probe = probe,
    .read = read,
};
