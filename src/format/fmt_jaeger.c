/* Jaeger's UI export: {"data": [trace, ...]}, one trace, an array of traces, and Elasticsearch's spans (one object, an array or one a
 * line, with "process" inside). Times are microseconds. Source: jaeger model/json/model.go. */
#include "base/map.h"
#include "format/context.h"
#include "format/span_set.h"

typedef struct Jaeger {
    Json json;
    SpanSet set;
    Context context;
    SpanIn span;   /* being read */
    StrId process; /* its processID, until the trace's processes are known */
    StrId message; /* error.object and its like */
    StrId trace;   /* traceID of the trace around it */
    int64_t duration;
    bool has_duration;
    StrId ref_trace, ref_span; /* of the reference being read */
    bool ref_is_child, has_child_ref;
    Array(StrId) processes; /* of each span of the trace being read */
    Map services;           /* (number of the trace, processID) -> serviceName */
    uint32_t traces;
    bool in_data;
    bool alone;    /* what is read is a span without a trace around it */
    StrId service; /* serviceName of the process being read */
    char key[128], value[1024];
} Jaeger;

static void read_members(Jaeger *jaeger, void (*each)(Jaeger *jaeger, Str key)) {
    Str key;
    if (!json_enter_or_skip(&jaeger->json, JSON_OBJECT))
        return;
    while (json_key(&jaeger->json, &key))
        each(jaeger, key);
}

static void read_list(Jaeger *jaeger, void (*each)(Jaeger *jaeger)) {
    if (!json_enter_or_skip(&jaeger->json, JSON_ARRAY))
        return;
    while (json_item(&jaeger->json))
        each(jaeger);
}

static StrId read_text(Jaeger *jaeger) {
    Str text;
    return json_scalar_text(&jaeger->json, &text) ? span_set_text(&jaeger->set, text) : 0;
}

static bool read_micros(Jaeger *jaeger, int64_t *nanos) {
    JsonNumber number;
    return json_number(&jaeger->json, &number) && json_number_scaled(&number, 3, nanos);
}

/* ---- tags ---- */

static void add_tag(Jaeger *jaeger, Str key, Str value) {
    if (str_is(key, "error"))
        jaeger->span.failed |= !str_is(value, "false");
    else if (str_is(key, "otel.status_code"))
        jaeger->span.failed |= str_is(value, "ERROR");
    else if (str_is(key, "otel.status_description") || str_is(key, "error.message"))
        jaeger->span.error = span_set_text(&jaeger->set, value);
    else
        context_add(&jaeger->context, context_attribute(&jaeger->context, key), value);
}

/* {"key": k, "type": t, "value": v} */
static void read_pair(Jaeger *jaeger, Str *key, Str *value) {
    Json *json = &jaeger->json;
    Str member;
    *key = *value = STR("");
    if (!json_enter_or_skip(json, JSON_OBJECT))
        return;
    while (json_key(json, &member)) {
        if (str_is(member, "key"))
            context_scalar(json, jaeger->key, sizeof jaeger->key, key);
        else if (str_is(member, "value"))
            context_scalar(json, jaeger->value, sizeof jaeger->value, value);
        else
            json_skip(json);
    }
}

static void read_tag(Jaeger *jaeger) {
    Str key, value;
    read_pair(jaeger, &key, &value);
    add_tag(jaeger, key, value);
}

/* Elasticsearch may hold tags as an object, with '@' for the dots of a name. */
static void tag_member(Jaeger *jaeger, Str key) {
    Str value, name = context_keep(jaeger->key, sizeof jaeger->key, key);
    for (size_t i = 0; i < name.len; i++)
        if (jaeger->key[i] == '@')
            jaeger->key[i] = '.';
    if (context_scalar(&jaeger->json, jaeger->value, sizeof jaeger->value, &value))
        add_tag(jaeger, name, value);
}

static void read_field(Jaeger *jaeger) {
    Str key, value;
    read_pair(jaeger, &key, &value);
    bool best = str_is(key, "exception.message") || str_is(key, "error.object");
    if (best || (!jaeger->message && (str_is(key, "message") || str_is(key, "exception.type"))))
        jaeger->message = span_set_text(&jaeger->set, value);
}

static void log_member(Jaeger *jaeger, Str key) {
    if (str_is(key, "fields"))
        read_list(jaeger, read_field);
    else
        json_skip(&jaeger->json);
}

static void read_log(Jaeger *jaeger) {
    read_members(jaeger, log_member);
}

/* ---- references ---- */

static void reference_member(Jaeger *jaeger, Str key) {
    if (str_is(key, "refType")) {
        Str type;
        jaeger->ref_is_child = json_string(&jaeger->json, &type) && str_is(type, "CHILD_OF");
    } else if (str_is(key, "traceID"))
        jaeger->ref_trace = read_text(jaeger);
    else if (str_is(key, "spanID"))
        jaeger->ref_span = read_text(jaeger);
    else
        json_skip(&jaeger->json);
}

static bool same_trace(const Jaeger *jaeger, StrId a, StrId b) {
    const Intern *strings = jaeger->set.document->frames.strings;
    Str x = intern_str(strings, a), y = intern_str(strings, b);
    return !a || !b || a == b ||
           (x.len > y.len ? str_equal(str_slice(x, x.len - y.len, x.len), y)
                          : str_equal(str_slice(y, y.len - x.len, y.len), x));
}

/* The parent is the first CHILD_OF of this trace, else the first FOLLOWS_FROM. */
static void read_reference(Jaeger *jaeger) {
    jaeger->ref_trace = jaeger->ref_span = 0;
    jaeger->ref_is_child = false;
    read_members(jaeger, reference_member);
    StrId trace = jaeger->span.trace ? jaeger->span.trace : jaeger->trace;
    if (!same_trace(jaeger, trace, jaeger->ref_trace) || jaeger->has_child_ref)
        return;
    if (jaeger->ref_is_child || !jaeger->span.parent)
        jaeger->span.parent = jaeger->ref_span;
    jaeger->has_child_ref = jaeger->ref_is_child;
}

/* ---- spans ---- */

static void process_member(Jaeger *jaeger, Str key) {
    if (str_is(key, "serviceName"))
        jaeger->service = read_text(jaeger);
    else
        json_skip(&jaeger->json);
}

static void span_member(Jaeger *jaeger, Str key) {
    SpanIn *span = &jaeger->span;
    if (str_is(key, "traceID"))
        span->trace = read_text(jaeger);
    else if (str_is(key, "spanID"))
        span->id = read_text(jaeger);
    else if (str_is(key, "parentSpanID"))
        span->parent = span->parent ? (json_skip(&jaeger->json), span->parent) : read_text(jaeger);
    else if (str_is(key, "operationName"))
        span->name = read_text(jaeger);
    else if (str_is(key, "references"))
        read_list(jaeger, read_reference);
    else if (str_is(key, "startTime"))
        span->has_start = read_micros(jaeger, &span->start);
    else if (str_is(key, "duration"))
        jaeger->has_duration = read_micros(jaeger, &jaeger->duration);
    else if (str_is(key, "tags") && json_peek(&jaeger->json) == JSON_ARRAY)
        read_list(jaeger, read_tag);
    else if (str_is(key, "tags") || str_is(key, "tag"))
        read_members(jaeger, tag_member);
    else if (str_is(key, "logs"))
        read_list(jaeger, read_log);
    else if (str_is(key, "processID"))
        jaeger->process = read_text(jaeger);
    else if (str_is(key, "process"))
        read_members(jaeger, process_member);
    else
        json_skip(&jaeger->json);
}

static void begin_span(Jaeger *jaeger) {
    jaeger->span = (SpanIn){.detail = json_offset(&jaeger->json) + 1};
    jaeger->process = jaeger->message = jaeger->service = 0;
    jaeger->has_duration = jaeger->has_child_ref = false;
    context_clear(&jaeger->context);
}

static void end_span(Jaeger *jaeger) {
    SpanIn *span = &jaeger->span;
    if (jaeger->json.failed)
        return;
    span->has_end =
        span->has_start && jaeger->has_duration && !__builtin_add_overflow(span->start, jaeger->duration, &span->end);
    span->trace = span->trace ? span->trace : jaeger->trace;
    span->service = jaeger->service;
    span->error = span->failed ? (span->error ? span->error : jaeger->message) : 0;
    Str name = intern_str(jaeger->set.document->frames.strings, span->name);
    span->label = span_set_text(&jaeger->set, context_label(&jaeger->context, jaeger->set.scratch, name));
    array_push(jaeger->set.scratch, &jaeger->processes, jaeger->process);
    if (!span_set_add(&jaeger->set, span))
        json_fail(&jaeger->json, "stopped");
}

static void read_span(Jaeger *jaeger) {
    begin_span(jaeger);
    read_members(jaeger, span_member);
    end_span(jaeger);
}

/* ---- traces ---- */

static uint64_t process_key(const Jaeger *jaeger, StrId process) {
    return (uint64_t)jaeger->traces << 32 | process;
}

static void processes_member(Jaeger *jaeger, Str key) {
    StrId name = span_set_text(&jaeger->set, key);
    jaeger->service = 0;
    read_members(jaeger, process_member);
    map_set(&jaeger->services, process_key(jaeger, name), jaeger->service);
}

static void read_trace(Jaeger *jaeger);

/* The traces in the envelope of the UI's answer; no envelope lies in another. */
static void read_data(Jaeger *jaeger) {
    jaeger->in_data = true;
    if (json_peek(&jaeger->json) == JSON_ARRAY)
        read_list(jaeger, read_trace);
    else
        read_trace(jaeger);
    jaeger->in_data = jaeger->alone = false;
    jaeger->processes.count = 0;
}

/* A trace, a span that stands alone ("operationName" tells), or the envelope. */
static void trace_member(Jaeger *jaeger, Str key) {
    if (str_is(key, "spans"))
        read_list(jaeger, read_span);
    else if (str_is(key, "processes"))
        read_members(jaeger, processes_member);
    else if (str_is(key, "traceID"))
        jaeger->trace = read_text(jaeger);
    else if (str_is(key, "data") && !jaeger->in_data)
        read_data(jaeger);
    else {
        jaeger->alone |= str_is(key, "operationName");
        span_member(jaeger, key);
    }
}

/* Processes and the trace's id may come after the spans. */
static void complete_spans(Jaeger *jaeger, size_t first) {
    for (size_t i = 0; i < jaeger->processes.count; i++) {
        SpanIn *span = &jaeger->set.spans.data[first + i];
        uint32_t service = map_get(&jaeger->services, process_key(jaeger, jaeger->processes.data[i]));
        if (!span->service && service != MAP_NONE)
            span->service = service;
        span->trace = span->trace ? span->trace : jaeger->trace;
    }
}

static void read_trace(Jaeger *jaeger) {
    size_t first = jaeger->set.spans.count;
    jaeger->traces++;
    jaeger->trace = 0;
    jaeger->alone = false;
    jaeger->processes.count = 0;
    begin_span(jaeger);
    read_members(jaeger, trace_member);
    if (jaeger->alone && jaeger->set.spans.count == first)
        end_span(jaeger);
    complete_spans(jaeger, first);
}

static bool read(Reading *reading, Err *err) {
    Jaeger *jaeger = arena_one(reading->scratch, Jaeger);
    jaeger->json = json_new(reading->scratch, reading->source);
    jaeger->set = span_set_new(reading);
    jaeger->services.arena = reading->scratch;
    JsonType type;
    while ((type = json_peek(&jaeger->json)) == JSON_OBJECT || type == JSON_ARRAY) {
        if (type == JSON_ARRAY)
            read_list(jaeger, read_trace);
        else
            read_trace(jaeger);
    }
    return span_set_finish(&jaeger->set, &jaeger->json, err);
}

static bool is_trace(const Outline *outline) {
    return outline_has(outline, "traceID", JSON_STRING) && outline_has(outline, "spans", JSON_ARRAY);
}

static int probe(const Probe *probe) {
    const Outline *outline = &probe->outline;
    if (outline_has_in(outline, "data", "traceID") || outline_has_in(outline, "data", "spans"))
        return 95;
    bool span = outline_has(outline, "traceID", JSON_STRING) && outline_has(outline, "spanID", JSON_STRING);
    return is_trace(outline) || (span && outline_has(outline, "operationName", JSON_STRING)) ? 95 : 0;
}

const Format fmt_jaeger = {
    .name = "jaeger",
    .label = "Jaeger trace",
    .extensions = "json;json.gz",
    .recognised =
        "JSON with \"traceID\" and \"spans\", alone, in an array or under \"data\"; or spans with \"operationName\"",
    .probe = probe,
    .read = read,
};
