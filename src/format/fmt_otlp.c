/* OpenTelemetry's JSON: resourceSpans (batches) > scopeSpans > spans, in camelCase or snake_case, one document, several in a
 * row, one a line, or in an array. Source: opentelemetry-proto v1 trace.proto and its JSON mapping. */
#include "format/context.h"
#include "format/span_set.h"

typedef struct Otlp {
    Json json;
    SpanSet set;
    Context context;
    SpanIn span;         /* being read */
    StrId scope_service; /* service.name among the attributes being read */
    StrId exception;     /* message of the span's exception event */
    char key[128], value[1024];
} Otlp;

typedef void (*EachPair)(Otlp *otlp, Str key, Str value);

static bool is_one_of(Str key, const char *camel, const char *snake) {
    return str_is(key, camel) || str_is(key, snake);
}

/* {"stringValue": "x"}: the scalar inside, whatever its kind. */
static Str read_any_value(Otlp *otlp) {
    Str text = STR(""), key, got;
    if (json_peek(&otlp->json) != JSON_OBJECT) {
        context_scalar(&otlp->json, otlp->value, sizeof otlp->value, &text);
        return text;
    }
    json_enter(&otlp->json, JSON_OBJECT);
    while (json_key(&otlp->json, &key))
        if (context_scalar(&otlp->json, otlp->value, sizeof otlp->value, &got))
            text = got;
    return text;
}

/* [{"key": k, "value": {...}}, ...] */
static void read_attributes(Otlp *otlp, EachPair each) {
    Json *json = &otlp->json;
    if (!json_enter_or_skip(json, JSON_ARRAY))
        return;
    while (json_item(json)) {
        Str member, key = STR(""), value = STR("");
        if (!json_enter_or_skip(json, JSON_OBJECT))
            continue;
        while (json_key(json, &member)) {
            if (str_is(member, "key"))
                context_scalar(json, otlp->key, sizeof otlp->key, &key);
            else if (str_is(member, "value"))
                value = read_any_value(otlp);
            else
                json_skip(json);
        }
        each(otlp, key, value);
    }
}

static void span_attribute(Otlp *otlp, Str key, Str value) {
    if (str_is(key, "service.name"))
        otlp->span.service = span_set_text(&otlp->set, value);
    else if (str_is(key, "error"))
        otlp->span.failed |= str_is(value, "true");
    else
        context_add(&otlp->context, context_attribute(&otlp->context, key), value);
}

static void event_attribute(Otlp *otlp, Str key, Str value) {
    if (str_is(key, "exception.message") || (str_is(key, "exception.type") && !otlp->exception))
        otlp->exception = span_set_text(&otlp->set, value);
}

static void resource_attribute(Otlp *otlp, Str key, Str value) {
    if (str_is(key, "service.name"))
        otlp->scope_service = span_set_text(&otlp->set, value);
}

/* Members of an object; `each` consumes the value of the key. */
static void read_members(Otlp *otlp, void (*each)(Otlp *otlp, Str key)) {
    Str key;
    if (!json_enter_or_skip(&otlp->json, JSON_OBJECT))
        return;
    while (json_key(&otlp->json, &key))
        each(otlp, key);
}

static void read_list(Otlp *otlp, void (*each)(Otlp *otlp)) {
    if (!json_enter_or_skip(&otlp->json, JSON_ARRAY))
        return;
    while (json_item(&otlp->json))
        each(otlp);
}

static void event_member(Otlp *otlp, Str key) {
    if (str_is(key, "attributes"))
        read_attributes(otlp, event_attribute);
    else
        json_skip(&otlp->json);
}

static void read_event(Otlp *otlp) {
    read_members(otlp, event_member);
}

static void status_member(Otlp *otlp, Str key) {
    Str text;
    bool code = str_is(key, "code"), message = str_is(key, "message");
    if (!code && !message)
        json_skip(&otlp->json);
    else if (context_scalar(&otlp->json, otlp->value, sizeof otlp->value, &text) && code)
        otlp->span.failed |= str_is(text, "2") || str_is(text, "STATUS_CODE_ERROR") || str_is(text, "Error");
    else if (message && text.len)
        otlp->span.error = span_set_text(&otlp->set, text);
}

static StrId read_text(Otlp *otlp) {
    Str text;
    return json_scalar_text(&otlp->json, &text) ? span_set_text(&otlp->set, text) : 0;
}

static uint8_t read_time(Otlp *otlp, int64_t *time) {
    JsonNumber number;
    return json_number(&otlp->json, &number) && json_number_scaled(&number, 0, time);
}

static void span_member(Otlp *otlp, Str key) {
    SpanIn *span = &otlp->span;
    if (is_one_of(key, "traceId", "trace_id"))
        span->trace = read_text(otlp);
    else if (is_one_of(key, "spanId", "span_id"))
        span->id = read_text(otlp);
    else if (is_one_of(key, "parentSpanId", "parent_span_id"))
        span->parent = read_text(otlp);
    else if (str_is(key, "name"))
        span->name = read_text(otlp);
    else if (is_one_of(key, "startTimeUnixNano", "start_time_unix_nano"))
        span->has_start = read_time(otlp, &span->start);
    else if (is_one_of(key, "endTimeUnixNano", "end_time_unix_nano"))
        span->has_end = read_time(otlp, &span->end);
    else if (str_is(key, "attributes"))
        read_attributes(otlp, span_attribute);
    else if (str_is(key, "status"))
        read_members(otlp, status_member);
    else if (str_is(key, "events"))
        read_list(otlp, read_event);
    else
        json_skip(&otlp->json);
}

/* An id of zeros only is no id (trace.proto: "the value of all zeros is considered invalid"). */
static StrId valid_id(const Otlp *otlp, StrId id) {
    Str text = intern_str(otlp->set.document->frames.strings, id);
    for (size_t i = 0; i < text.len; i++)
        if (text.data[i] != '0')
            return id;
    return 0;
}

/* 0 is proto's "not set": no end, and no start where the end is a time of day. */
static void finish_span(Otlp *otlp) {
    SpanIn *span = &otlp->span;
    span->id = valid_id(otlp, span->id);
    span->parent = valid_id(otlp, span->parent);
    span->has_end &= span->end != 0 || span->start == 0;
    span->has_start &= span->start != 0 || span->end < (int64_t)1e17;
    if (span->failed && !span->error)
        span->error = otlp->exception;
    if (!span->failed)
        span->error = 0;
    Str name = intern_str(otlp->set.document->frames.strings, span->name);
    span->label = span_set_text(&otlp->set, context_label(&otlp->context, otlp->set.scratch, name));
}

static void read_span(Otlp *otlp) {
    otlp->span = (SpanIn){.detail = json_offset(&otlp->json) + 1};
    otlp->exception = 0;
    context_clear(&otlp->context);
    read_members(otlp, span_member);
    if (otlp->json.failed)
        return;
    finish_span(otlp);
    if (!span_set_add(&otlp->set, &otlp->span))
        json_fail(&otlp->json, "stopped");
}

static void scope_member(Otlp *otlp, Str key) {
    if (str_is(key, "spans"))
        read_list(otlp, read_span);
    else
        json_skip(&otlp->json);
}

static void read_scope(Otlp *otlp) {
    read_members(otlp, scope_member);
}

static void resource_member(Otlp *otlp, Str key) {
    if (str_is(key, "attributes"))
        read_attributes(otlp, resource_attribute);
    else
        json_skip(&otlp->json);
}

static void resource_spans_member(Otlp *otlp, Str key) {
    if (str_is(key, "resource"))
        read_members(otlp, resource_member);
    else if (is_one_of(key, "scopeSpans", "scope_spans") ||
             is_one_of(key, "instrumentationLibrarySpans", "instrumentation_library_spans"))
        read_list(otlp, read_scope);
    else
        json_skip(&otlp->json);
}

/* The resource may come after its spans: they get its service at the end. */
static void read_resource_spans(Otlp *otlp) {
    size_t first = otlp->set.spans.count;
    otlp->scope_service = 0;
    read_members(otlp, resource_spans_member);
    for (size_t i = first; i < otlp->set.spans.count; i++)
        if (otlp->scope_service)
            otlp->set.spans.data[i].service = otlp->scope_service;
}

static bool is_span_list(Str key) {
    return is_one_of(key, "resourceSpans", "resource_spans") || str_is(key, "batches");
}

static void inner_member(Otlp *otlp, Str key) {
    if (is_span_list(key))
        read_list(otlp, read_resource_spans);
    else
        json_skip(&otlp->json);
}

/* Tempo and Jaeger wrap the document: {"trace": {...}}, {"result": {...}}. */
static void document_member(Otlp *otlp, Str key) {
    if (is_one_of(key, "trace", "result"))
        read_members(otlp, inner_member);
    else
        inner_member(otlp, key);
}

static void read_document(Otlp *otlp) {
    read_members(otlp, document_member);
}

static bool read(Reading *reading, Err *err) {
    Otlp *otlp = arena_one(reading->scratch, Otlp);
    otlp->json = json_new(reading->scratch, reading->source);
    otlp->set = span_set_new(reading);
    JsonType type;
    while ((type = json_peek(&otlp->json)) == JSON_OBJECT || type == JSON_ARRAY) {
        if (type == JSON_OBJECT)
            read_document(otlp);
        else
            read_list(otlp, read_document);
    }
    return span_set_finish(&otlp->set, &otlp->json, err);
}

static int probe(const Probe *probe) {
    static const char *const lists[] = {"resourceSpans", "resource_spans", "batches"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (outline_has(&probe->outline, lists[i], JSON_ARRAY) || outline_has_in(&probe->outline, "trace", lists[i]) ||
            outline_has_in(&probe->outline, "result", lists[i]))
            return i < 2 ? 95 : outline_has_in(&probe->outline, "batches", "resource") ? 90 : 0;
    return 0;
}

const Format fmt_otlp = {
    .name = "otlp",
    .label = "OpenTelemetry trace",
    .extensions = "json;jsonl;json.gz",
    .recognised = "JSON with \"resourceSpans\" (or \"resource_spans\", \"batches\")",
    .probe = probe,
    .read = read,
};
