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

StrId *operations_hint(Reader *r, Str key) {
    if (key.len < 7)
        return NULL;
    if (str_is(key, "asyncId") || str_is(key, "async_id"))
        return &r->hint.async;
    if (str_is(key, "triggerAsyncId") || str_is(key, "trigger_async_id"))
        return &r->hint.trigger;
    bool parent = str_is(key, "parentOperationId") || str_is(key, "parentId") || str_is(key, "parentSpanId") ||
                  str_is(key, "parent_span_id");
    return parent ? &r->hint.parent : NULL;
}

static void read_error_text(Reader *r) {
    Str text;
    if (json_peek(&r->json) == JSON_STRING && json_string(&r->json, &text))
        r->event.error = intern_add(r->strings, secret_mask(r->reading->scratch, text));
    else
        json_skip(&r->json);
}

static void read_context(Reader *r) {
    Str key;
    if (json_peek(&r->json) != JSON_OBJECT) {
        json_skip(&r->json);
        return;
    }
    json_enter(&r->json, JSON_OBJECT);
    while (json_key(&r->json, &key)) {
        StrId *hint = operations_hint(r, key);
        if (hint)
            *hint = read_id(r);
        else if (str_is(key, "error") && !r->event.error)
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
    r->event.error = r->event.error ? r->event.error : r->error_name;
}

static void read_member(Reader *r, Str key) {
    Str text;
    if (str_is(key, "channel"))
        r->event.channel = json_string(&r->json, &text) ? intern_add(r->strings, text) : 0;
    else if (str_is(key, "eventType"))
        r->event.type = json_string(&r->json, &text) ? operations_type(text) : EVENT_UNKNOWN;
    else if (str_is(key, "timestamp") && json_peek(&r->json) == JSON_NUMBER)
        r->has_time = json_number(&r->json, &r->time) && json_number_scaled(&r->time, 6, &r->event.time);
    else if (str_is(key, "operationId"))
        r->event.id = read_id(r);
    else if (str_is(key, "context") && r->event.type != EVENT_PHASE)
        read_context(r);
    else if (str_is(key, "error"))
        read_error(r);
    else
        json_skip(&r->json);
}

/* Without an operationId: channel:timestamp, the number as JavaScript writes it. */
static StrId make_id(Reader *r) {
    char digits[16];
    Str channel = intern_str(r->strings, r->event.channel), fraction = STR("");
    if (r->time.nano) {
        int n = snprintf(digits, sizeof digits, ".%09u", r->time.nano);
        while (digits[n - 1] == '0')
            n--;
        fraction = (Str){digits, (size_t)n};
    }
    Str id = str_format(r->reading->scratch, "%.*s:%s%llu%.*s", STR_ARG(channel), r->time.negative ? "-" : "",
                        (unsigned long long)r->time.whole, STR_ARG(fraction));
    return intern_add(r->strings, id);
}

/* Most labels were met before. Only those without a secret are remembered, which are what they were. */
static StrId label_id(Reader *r, Str words) {
    if (!words.len)
        return 0;
    StrId *recent = &r->labels[str_hash(words) % (sizeof r->labels / sizeof *r->labels)];
    if (*recent && str_equal(intern_str(r->strings, *recent), words))
        return *recent;
    Str label = secret_mask(r->reading->scratch, words);
    StrId id = intern_add(r->strings, label);
    if (label.data == words.data)
        *recent = id;
    return id;
}

static void keep_event(Reader *r) {
    PairEvent *event = &r->event;
    if (r->hint.parent || r->hint.async || r->hint.trigger) {
        array_push(r->reading->scratch, &r->input.hints, r->hint);
        event->hint = (uint32_t)r->input.hints.count;
    }
    if (!event->id)
        event->id = make_id(r);
    Str channel = intern_str(r->strings, event->channel);
    event->label = label_id(r, context_words(&r->context, channel));
    array_push(r->reading->scratch, &r->input.events, *event);
    arena_pledge(r->reading->scratch, SPAN_TRACK_COST);
}

static void clear_event(Reader *r) {
    r->event = (PairEvent){.detail = json_offset(&r->json) + 1, .type = EVENT_UNKNOWN};
    r->hint = (PairHint){0};
    r->has_time = false;
    context_clear(&r->context);
}

/* False when it is no event, or cut. */
static bool read_members(Reader *r) {
    Str key;
    clear_event(r);
    if (json_peek(&r->json) != JSON_OBJECT) {
        json_skip(&r->json);
        r->bad++;
        return false;
    }
    if (operations_event_fast(r))
        return true;
    clear_event(r);
    json_enter(&r->json, JSON_OBJECT);
    while (json_key(&r->json, &key))
        read_member(r, key);
    r->seen -= r->json.failed;
    return !r->json.failed;
}

static void read_event(Reader *r) {
    r->seen++;
    if (!read_members(r))
        return;
    if (!r->event.channel || r->event.type == EVENT_UNKNOWN || !r->has_time)
        r->bad++;
    else if (r->event.type == EVENT_PHASE)
        r->phases++;
    else
        keep_event(r);
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
    size_t count = copy.events.count = copy.events.capacity = r->input.events.count;
    copy.events.data = arena_grow(scratch, NULL, count * sizeof *copy.events.data);
    if (count)
        memcpy(copy.events.data, r->input.events.data, count * sizeof *copy.events.data);
    document->frames = frames_copy(document->arena, &r->reading->document->frames);
    if (copy.events.count)
        pair_operations(document, scratch, &copy);
    note_events(r, document);
    arena_free(scratch);
}

static void read_events(Reader *r) {
    bool array = json_peek(&r->json) == JSON_ARRAY;
    if (array)
        json_enter(&r->json, JSON_ARRAY);
    while (array ? json_item(&r->json) : json_peek(&r->json) == JSON_OBJECT) {
        read_event(r);
        if (r->seen % 4096 == 0 && !reading_tick(r->reading, r->seen, snapshot, r)) {
            json_fail(&r->json, "stopped");
            return;
        }
    }
}

static bool read(Reading *reading, Err *err) {
    Reader *r = arena_one(reading->scratch, Reader);
    r->reading = reading;
    r->strings = reading->document->frames.strings;
    r->json = json_new(reading->scratch, reading->source);
    read_events(r);
    reading_stopped(reading, &r->json, r->seen, "events");
    if (reading_cancelled(reading, err))
        return false;
    if (!r->input.events.count)
        return err_set(err, ERR_EMPTY, "no event in it starts or ends an operation (%llu read)",
                       (unsigned long long)r->seen);
    pair_operations(reading->document, reading->scratch, &r->input);
    note_events(r, reading->document);
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
