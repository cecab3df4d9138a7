/* Events of diagnostics channels: [{channel, eventType, timestamp (ms), context, operationId, error}, ...], also one a line.
 * A start and its end (or error) make one operation; asyncStart and asyncEnd are phases inside it. Rules: facts on pairing in
 * the article on diagnostics_channel, repaired where it loses operations: see pair_events. */
#include "base/map.h"
#include "base/radix.h"
#include "format/context.h"
#include "format/format.h"
#include "profile/secret.h"
#include "profile/span_track.h"

#include <stdio.h>

static const NoteKind BAD_EVENTS = {"bad-event", NOTE_WARNING,
                                    "{n} event{s} without channel, eventType or numeric timestamp, left out"};
static const NoteKind OPEN = {"incomplete-operation", NOTE_WARNING,
                              "{n} operation{s} incomplete: started, never ended{names}"};
static const NoteKind LONE_ENDS = {"end-without-start", NOTE_WARNING, "{n} end{s} without a start{names}"};
static const NoteKind NO_PARENT = {"missing-parent", NOTE_WARNING,
                                   "{n} operation{s} with a parent that is not in the file{names}"};
static const NoteKind CYCLES = {"parent-cycle", NOTE_WARNING,
                                "{n} circle{s} of parents, each cut at its earliest operation"};
static const NoteKind PHASES = {"async-phases", NOTE_INFO,
                                "{n} event{s} other than start, end and error (asyncStart, asyncEnd), not drawn"};

enum { START, END, FAILED, PHASE, UNKNOWN_TYPE };

/* What an event says of its place in the tree; most say nothing. */
typedef struct Hint {
    StrId parent;         /* operationId of the parent */
    StrId async, trigger; /* ids of async contexts */
} Hint;

typedef struct Event {
    int64_t time; /* ns of the file's clock */
    uint64_t detail;
    StrId id, channel, label, error;
    uint32_t hint; /* 1 + index; 0 = none */
    uint32_t type;
} Event;

typedef struct Reader {
    Reading *reading;
    Document *document;
    Intern *strings;
    Json json;
    Context context;
    Array(Event) events;
    Array(Hint) hints;
    uint64_t seen, bad, phases;
    Event event; /* being read */
    Hint hint;
    bool has_time;
    JsonNumber time;
    StrId error_name;
} Reader;

/* ---- one event ---- */

static StrId read_id(Reader *r) {
    Str text;
    return json_scalar_text(&r->json, &text) ? intern_add(r->strings, text) : 0;
}

static uint32_t type_named(Str word) {
    static const char *const words[] = {"start", "end", "error", "asyncStart", "asyncEnd"};
    static const uint8_t types[] = {START, END, FAILED, PHASE, PHASE};
    for (size_t i = 0; i < sizeof types; i++)
        if (str_is(word, words[i]))
            return types[i];
    return word.len ? PHASE : UNKNOWN_TYPE;
}

/* Where a hint's value goes; NULL when the key is none. */
static StrId *hint_place(Reader *r, Str key) {
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
        StrId *hint = hint_place(r, key);
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
        r->event.type = json_string(&r->json, &text) ? type_named(text) : UNKNOWN_TYPE;
    else if (str_is(key, "timestamp") && json_peek(&r->json) == JSON_NUMBER)
        r->has_time = json_number(&r->json, &r->time) && json_number_scaled(&r->time, 6, &r->event.time);
    else if (str_is(key, "operationId"))
        r->event.id = read_id(r);
    else if (str_is(key, "context") && r->event.type != PHASE)
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

static void keep_event(Reader *r) {
    Event *event = &r->event;
    if (r->hint.parent || r->hint.async || r->hint.trigger) {
        array_push(r->reading->scratch, &r->hints, r->hint);
        event->hint = (uint32_t)r->hints.count;
    }
    if (!event->id)
        event->id = make_id(r);
    Str channel = intern_str(r->strings, event->channel);
    event->label = intern_add(r->strings, context_label(&r->context, r->reading->scratch, channel));
    array_push(r->reading->scratch, &r->events, *event);
}

static void read_event(Reader *r) {
    Str key;
    r->event = (Event){.detail = json_offset(&r->json) + 1, .type = UNKNOWN_TYPE};
    r->hint = (Hint){0};
    r->has_time = false;
    context_clear(&r->context);
    r->seen++;
    if (json_peek(&r->json) != JSON_OBJECT) {
        json_skip(&r->json);
        r->bad++;
        return;
    }
    json_enter(&r->json, JSON_OBJECT);
    while (json_key(&r->json, &key))
        read_member(r, key);
    if (r->json.failed) {
        r->seen--;
        return;
    }
    if (!r->event.channel || r->event.type == UNKNOWN_TYPE || !r->has_time)
        r->bad++;
    else if (r->event.type == PHASE)
        r->phases++;
    else
        keep_event(r);
}

static void read_events(Reader *r) {
    bool array = json_peek(&r->json) == JSON_ARRAY;
    if (array)
        json_enter(&r->json, JSON_ARRAY);
    while (array ? json_item(&r->json) : json_peek(&r->json) == JSON_OBJECT) {
        read_event(r);
        if (r->seen % 4096 == 0 && !reading_tick(r->reading, r->seen, NULL, NULL)) {
            json_fail(&r->json, "stopped");
            return;
        }
    }
}

/* ---- pairing ---- */

typedef struct Pairing {
    Reader *r;
    Operation *list;
    uint32_t count;
    uint32_t *below;         /* by operation: the open one of the same id that lies under it in the stack */
    uint8_t *is_open;        /* by operation */
    uint8_t *hinted;         /* by operation: its parent is known or waited for */
    uint32_t *top;           /* by id: the latest operation of that id, open or not; TREE_NONE = none */
    uint32_t *latest;        /* by id: the same, never taken off: to find parents */
    uint32_t *context;       /* by async id: the latest operation that runs in it */
    Map open;                /* (id, channel) -> the open operation */
    FrameId *frame;          /* by channel */
    Array(uint32_t) waiting; /* operations whose parent had not started when they did, with what they wait for */
    Array(StrId) awaited;
    int64_t origin;
} Pairing;

static uint32_t *none_by_id(const Reader *r) {
    size_t bytes = intern_count(r->strings) * sizeof(uint32_t);
    uint32_t *table = arena_grow(r->reading->scratch, NULL, bytes);
    return memset(table, 0xff, bytes);
}

/* Events in time order, file order within one instant; sorts only where the file is out of order. */
static void sort_events(Reader *r) {
    Event *events = r->events.data;
    size_t n = r->events.count, i = 1;
    while (i < n && events[i].time >= events[i - 1].time)
        i++;
    if (i >= n)
        return;
    Arena *scratch = r->reading->scratch;
    RadixItem *items = arena_grow(scratch, NULL, n * sizeof *items);
    Event *sorted = arena_grow(scratch, NULL, n * sizeof *sorted);
    for (i = 0; i < n; i++)
        items[i] = (RadixItem){radix_key_i64(events[i].time), (uint32_t)i};
    radix_sort(scratch, items, n);
    for (i = 0; i < n; i++)
        sorted[i] = events[items[i].value];
    arena_release(scratch, items);
    arena_release(scratch, events);
    r->events.data = sorted;
    r->events.capacity = n;
}

/* The package of a channel ("mysql2" of "mysql2:query") is its module: one hue for all its operations. */
static FrameId frame_of(Pairing *p, StrId channel) {
    if (p->frame[channel] == FRAME_NONE) {
        Str name = intern_str(p->r->strings, channel);
        size_t colon = str_find_char(name, ':');
        StrId module = intern_add(p->r->strings, colon == SIZE_MAX ? name : str_slice(name, 0, colon));
        p->frame[channel] =
            frames_add(&p->r->document->frames, &(Frame){.name = channel, .module = module, .kind = FRAME_CODE});
    }
    return p->frame[channel];
}

static double since(int64_t time, int64_t origin) {
    return (double)((uint64_t)time - (uint64_t)origin);
}

static void set_parent(Pairing *p, uint32_t operation, uint32_t parent, uint8_t by) {
    p->list[operation].parent = parent;
    p->list[operation].parent_by = by;
}

/* Parents by id come before async context; who has not started yet is waited for. */
static void take_hints(Pairing *p, uint32_t operation, const Event *event) {
    if (!event->hint)
        return;
    const Hint *hint = &p->r->hints.data[event->hint - 1];
    Operation *o = &p->list[operation];
    if (hint->async)
        p->context[hint->async] = operation;
    if (p->hinted[operation])
        return;
    p->hinted[operation] = hint->parent != 0;
    if (hint->parent && p->latest[hint->parent] != TREE_NONE)
        set_parent(p, operation, p->latest[hint->parent], OPERATION_EXPLICIT);
    else if (hint->parent) {
        array_push(p->r->reading->scratch, &p->waiting, operation);
        array_push(p->r->reading->scratch, &p->awaited, hint->parent);
    }
    if (o->parent == TREE_NONE && hint->trigger && p->context[hint->trigger] != TREE_NONE &&
        p->context[hint->trigger] != operation)
        set_parent(p, operation, p->context[hint->trigger], OPERATION_ASYNC);
}

static uint32_t add_operation(Pairing *p, const Event *event) {
    uint32_t i = p->count++;
    double at = since(event->time, p->origin);
    p->list[i] = (Operation){.frame = frame_of(p, event->channel),
                             .id = event->id,
                             .label = event->label,
                             .start = at,
                             .end = at,
                             .parent = TREE_NONE,
                             .status = OPERATION_INCOMPLETE,
                             .detail = event->detail};
    return i;
}

static uint64_t open_key(const Event *event) {
    return (uint64_t)event->id << 32 | event->channel;
}

/* A second start of the same id and channel leaves the first one incomplete. */
static void open_operation(Pairing *p, const Event *event) {
    uint32_t i = add_operation(p, event);
    bool fresh;
    uint32_t *slot = map_slot(&p->open, open_key(event), i, &fresh);
    if (!fresh)
        p->is_open[*slot] = false;
    *slot = i;
    p->is_open[i] = true;
    p->below[i] = p->top[event->id];
    p->top[event->id] = i;
    take_hints(p, i, event);
    p->latest[event->id] = i;
}

/* The open operation that an end closes: of its id and channel, else the latest of its id. */
static uint32_t find_open(Pairing *p, const Event *event) {
    uint32_t i = map_get(&p->open, open_key(event));
    if (i != MAP_NONE && p->is_open[i])
        return i;
    for (i = p->top[event->id]; i != TREE_NONE && !p->is_open[i];)
        i = p->below[i];
    p->top[event->id] = i;
    return i;
}

static void close_operation(Pairing *p, const Event *event) {
    uint32_t i = find_open(p, event);
    bool lone = i == TREE_NONE;
    if (lone) {
        i = add_operation(p, event);
        p->list[i].no_start = true;
        notes_add(&p->r->document->notes, &LONE_ENDS, 1, intern_str(p->r->strings, event->channel));
    }
    Operation *o = &p->list[i];
    p->is_open[i] = false;
    o->end = since(event->time, p->origin);
    o->status = event->type == FAILED ? OPERATION_ERROR : lone ? OPERATION_INCOMPLETE : OPERATION_SUCCESS;
    o->closing = lone ? 0 : event->detail;
    o->error = event->type == FAILED ? event->error : 0;
    o->label = o->label ? o->label : event->label;
    take_hints(p, i, event);
    if (lone)
        p->latest[event->id] = i;
}

static void resolve_waiting(Pairing *p) {
    for (size_t w = 0; w < p->waiting.count; w++) {
        uint32_t i = p->waiting.data[w], parent = p->latest[p->awaited.data[w]];
        if (parent != TREE_NONE)
            set_parent(p, i, parent, OPERATION_EXPLICIT);
        else
            notes_add(&p->r->document->notes, &NO_PARENT, 1, intern_str(p->r->strings, p->awaited.data[w]));
    }
}

static void pair_events(Pairing *p) {
    Reader *r = p->r;
    Arena *scratch = r->reading->scratch;
    sort_events(r);
    p->origin = r->events.data[0].time;
    p->open.arena = scratch;
    p->below = arena_many(scratch, uint32_t, r->events.count);
    p->is_open = arena_many(scratch, uint8_t, r->events.count);
    p->hinted = arena_many(scratch, uint8_t, r->events.count);
    p->top = none_by_id(r);
    p->latest = none_by_id(r);
    p->context = none_by_id(r);
    p->frame = none_by_id(r);
    p->list = arena_grow(scratch, NULL, r->events.count * sizeof *p->list);
    for (size_t i = 0; i < r->events.count; i++) {
        if (r->events.data[i].type == START)
            open_operation(p, &r->events.data[i]);
        else
            close_operation(p, &r->events.data[i]);
    }
    resolve_waiting(p);
    const Operation *list = p->list;
    p->list = arena_many(r->document->arena, Operation, p->count);
    memcpy(p->list, list, p->count * sizeof *list);
}

static void note_faults(const Pairing *p, uint64_t cycles) {
    const Reader *r = p->r;
    Notes *notes = &r->document->notes;
    for (uint32_t i = 0; i < p->count; i++)
        if (p->list[i].status == OPERATION_INCOMPLETE && !p->list[i].no_start)
            notes_add(notes, &OPEN, 1, frame_name(&r->document->frames, p->list[i].frame));
    if (cycles)
        notes_add(notes, &CYCLES, cycles, STR(""));
    if (r->bad)
        notes_add(notes, &BAD_EVENTS, r->bad, STR(""));
    if (r->phases)
        notes_add(notes, &PHASES, r->phases, STR(""));
}

static bool read(Reading *reading, Err *err) {
    Reader *r = arena_one(reading->scratch, Reader);
    r->reading = reading;
    r->document = reading->document;
    r->strings = reading->document->frames.strings;
    r->json = json_new(reading->scratch, reading->source);
    read_events(r);
    reading_stopped(reading, &r->json, r->seen, "events");
    if (!r->events.count)
        return err_set(err, ERR_EMPTY, "no event in it starts or ends an operation (%llu read)",
                       (unsigned long long)r->seen);
    Pairing p = {.r = r};
    pair_events(&p);
    Track *track = document_add_track(reading->document);
    track->name = STR("operations");
    note_faults(&p, span_track_fill(reading->document->arena, track, p.list, p.count, true));
    if (p.origin > (int64_t)1e17) /* later than 1973: a wall clock */
        reading->document->origin_unix_ms = (double)p.origin / 1e6;
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
