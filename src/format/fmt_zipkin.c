/* Zipkin's spans: an array of them, an array of traces, one, or one a line. Times are microseconds. v2 has kind, shared and tags;
 * v1 has annotations (cs cr sr ss), from which its times come, and binaryAnnotations. Source: zipkin-api zipkin2-api.yaml, and
 * zipkin's V1SpanConverter for v1. */
#include "format/context.h"
#include "format/span_set.h"

enum { CS, CR, SR, SS, MS, MR, MARKS };

typedef struct Zipkin {
    Json json;
    SpanSet set;
    Context context;
    SpanIn span; /* being read */
    int64_t duration;
    bool has_duration;
    bool has_mark[MARKS]; /* v1: annotations that bound a client's or a server's half */
    int64_t mark[MARKS];
    StrId mark_service[MARKS];
    StrId binary_service; /* endpoint of a binary annotation */
    int64_t annotation_time;
    bool has_annotation_time;
    int annotation_mark;
    StrId service; /* of the endpoint being read */
    char key[128], value[1024];
} Zipkin;

static void read_members(Zipkin *zipkin, void (*each)(Zipkin *zipkin, Str key)) {
    Str key;
    if (!json_enter_or_skip(&zipkin->json, JSON_OBJECT))
        return;
    while (json_key(&zipkin->json, &key))
        each(zipkin, key);
}

static void read_list(Zipkin *zipkin, void (*each)(Zipkin *zipkin)) {
    if (!json_enter_or_skip(&zipkin->json, JSON_ARRAY))
        return;
    while (json_item(&zipkin->json))
        each(zipkin);
}

static StrId read_text(Zipkin *zipkin) {
    Str text;
    return json_scalar_text(&zipkin->json, &text) ? span_set_text(&zipkin->set, text) : 0;
}

static bool read_micros(Zipkin *zipkin, int64_t *nanos) {
    JsonNumber number;
    return json_number(&zipkin->json, &number) && json_number_scaled(&number, 3, nanos);
}

static void endpoint_member(Zipkin *zipkin, Str key) {
    if (str_is(key, "serviceName"))
        zipkin->service = read_text(zipkin);
    else
        json_skip(&zipkin->json);
}

static StrId read_endpoint(Zipkin *zipkin) {
    zipkin->service = 0;
    read_members(zipkin, endpoint_member);
    return zipkin->service;
}

/* A tag "error" marks a failed span, whatever its value; the value is the message ("true" and "" are none). */
static void add_tag(Zipkin *zipkin, Str key, Str value) {
    if (!str_is(key, "error")) {
        context_add(&zipkin->context, context_attribute(&zipkin->context, key), value);
        return;
    }
    zipkin->span.failed = !str_is(value, "false");
    if (!str_is(value, "true") && zipkin->span.failed)
        zipkin->span.error = span_set_text(&zipkin->set, value);
}

static void tag_member(Zipkin *zipkin, Str key) {
    Str value, name = context_keep(zipkin->key, sizeof zipkin->key, key);
    if (context_scalar(&zipkin->json, zipkin->value, sizeof zipkin->value, &value))
        add_tag(zipkin, name, value);
}

/* ---- v1 ---- */

static int mark_named(Str value) {
    static const char *const names[MARKS] = {"cs", "cr", "sr", "ss", "ms", "mr"};
    for (int i = 0; i < MARKS; i++)
        if (str_is(value, names[i]))
            return i;
    return -1;
}

static void annotation_member(Zipkin *zipkin, Str key) {
    Str value;
    if (str_is(key, "timestamp"))
        zipkin->has_annotation_time = read_micros(zipkin, &zipkin->annotation_time);
    else if (str_is(key, "value")) {
        zipkin->annotation_mark = json_string(&zipkin->json, &value) ? mark_named(value) : -1;
        zipkin->span.failed |= str_is(value, "error");
    } else if (str_is(key, "endpoint"))
        read_endpoint(zipkin);
    else
        json_skip(&zipkin->json);
}

static void read_annotation(Zipkin *zipkin) {
    zipkin->annotation_mark = -1;
    zipkin->has_annotation_time = false;
    zipkin->service = 0;
    read_members(zipkin, annotation_member);
    int mark = zipkin->annotation_mark;
    if (mark < 0 || !zipkin->has_annotation_time)
        return;
    zipkin->has_mark[mark] = true;
    zipkin->mark[mark] = zipkin->annotation_time;
    zipkin->mark_service[mark] = zipkin->service;
}

static void read_binary_annotation(Zipkin *zipkin) {
    Str member, key = STR(""), value = STR("");
    StrId service = 0;
    if (!json_enter_or_skip(&zipkin->json, JSON_OBJECT))
        return;
    while (json_key(&zipkin->json, &member)) {
        if (str_is(member, "key"))
            context_scalar(&zipkin->json, zipkin->key, sizeof zipkin->key, &key);
        else if (str_is(member, "value"))
            context_scalar(&zipkin->json, zipkin->value, sizeof zipkin->value, &value);
        else if (str_is(member, "endpoint"))
            service = read_endpoint(zipkin);
        else
            json_skip(&zipkin->json);
    }
    bool address = str_is(key, "ca") || str_is(key, "sa") || str_is(key, "ma"); /* the other side's */
    if (!address)
        add_tag(zipkin, key, value);
    if (!address && service)
        zipkin->binary_service = service;
}

/* Times from a pair of annotations; one alone leaves the other end open. */
static void take_marks(Zipkin *zipkin, SpanIn *span, int from, int to) {
    span->has_start = zipkin->has_mark[from];
    span->start = zipkin->mark[from];
    span->has_end = zipkin->has_mark[to];
    span->end = zipkin->mark[to];
    StrId service = zipkin->has_mark[from] ? zipkin->mark_service[from] : zipkin->mark_service[to];
    span->service = service ? service : span->service;
}

static void add(Zipkin *zipkin, const SpanIn *span) {
    if (!span_set_add(&zipkin->set, span))
        json_fail(&zipkin->json, "stopped");
}

/* A v1 span may hold both halves of a call: then the server's becomes a span of its own below the client's. */
static void add_span(Zipkin *zipkin) {
    SpanIn *span = &zipkin->span;
    bool client = zipkin->has_mark[CS] || zipkin->has_mark[CR], server = zipkin->has_mark[SR] || zipkin->has_mark[SS];
    span->service = span->service ? span->service : zipkin->binary_service;
    if (client && server) {
        SpanIn half = *span;
        take_marks(zipkin, &half, SR, SS);
        half.shared = true;
        add(zipkin, &half);
    }
    bool timed = span->has_start && span->has_end;
    if (!timed && client)
        take_marks(zipkin, span, CS, CR);
    else if (!timed && server)
        take_marks(zipkin, span, SR, SS);
    else if (!span->has_start)
        take_marks(zipkin, span, MS, MR);
    for (int i = 0; i < MARKS && !span->service; i++)
        span->service = zipkin->has_mark[i] ? zipkin->mark_service[i] : 0;
    add(zipkin, span);
}

/* ---- spans ---- */

static void span_member(Zipkin *zipkin, Str key) {
    SpanIn *span = &zipkin->span;
    bool shared = false;
    if (str_is(key, "traceId"))
        span->trace = read_text(zipkin);
    else if (str_is(key, "id"))
        span->id = read_text(zipkin);
    else if (str_is(key, "parentId"))
        span->parent = read_text(zipkin);
    else if (str_is(key, "name"))
        span->name = read_text(zipkin);
    else if (str_is(key, "timestamp"))
        span->has_start = read_micros(zipkin, &span->start);
    else if (str_is(key, "duration"))
        zipkin->has_duration = read_micros(zipkin, &zipkin->duration);
    else if (str_is(key, "localEndpoint"))
        span->service = read_endpoint(zipkin);
    else if (str_is(key, "tags"))
        read_members(zipkin, tag_member);
    else if (str_is(key, "annotations"))
        read_list(zipkin, read_annotation);
    else if (str_is(key, "binaryAnnotations"))
        read_list(zipkin, read_binary_annotation);
    else if (str_is(key, "shared"))
        span->shared = json_bool(&zipkin->json, &shared) && shared;
    else
        json_skip(&zipkin->json);
}

static void read_span(Zipkin *zipkin) {
    zipkin->span = (SpanIn){.detail = json_offset(&zipkin->json) + 1};
    zipkin->has_duration = false;
    zipkin->binary_service = 0;
    memset(zipkin->has_mark, 0, sizeof zipkin->has_mark);
    context_clear(&zipkin->context);
    read_members(zipkin, span_member);
    SpanIn *span = &zipkin->span;
    if (zipkin->json.failed)
        return;
    span->has_end =
        span->has_start && zipkin->has_duration && !__builtin_add_overflow(span->start, zipkin->duration, &span->end);
    Str name = intern_str(zipkin->set.document->frames.strings, span->name);
    span->label = span_set_text(&zipkin->set, context_label(&zipkin->context, zipkin->set.scratch, name));
    add_span(zipkin);
}

/* A span, or a trace: an array of them. */
static void read_item(Zipkin *zipkin) {
    if (json_peek(&zipkin->json) == JSON_ARRAY)
        read_list(zipkin, read_span);
    else
        read_span(zipkin);
}

static bool read(Reading *reading, Err *err) {
    Zipkin *zipkin = arena_one(reading->scratch, Zipkin);
    zipkin->json = json_new(reading->scratch, reading->source);
    zipkin->set = span_set_new(reading);
    JsonType type;
    while ((type = json_peek(&zipkin->json)) == JSON_OBJECT || type == JSON_ARRAY) {
        if (type == JSON_ARRAY)
            read_list(zipkin, read_item);
        else
            read_span(zipkin);
    }
    return span_set_finish(&zipkin->set, &zipkin->json, err);
}

static bool says(Str head, Str word) {
    return str_find(head, word, 0) != SIZE_MAX;
}

/* An array of traces shows no keys in the outline; its head is looked at instead. */
static int probe(const Probe *probe) {
    const Outline *outline = &probe->outline;
    if (outline_find(outline, "traceId") && outline_find(outline, "id") && !outline_find(outline, "spanId"))
        return outline_find(outline, "name") || outline_find(outline, "timestamp") ? 90 : 60;
    if (outline->top != JSON_ARRAY || outline->item != JSON_ARRAY)
        return 0;
    return says(probe->head, STR("\"traceId\"")) && says(probe->head, STR("\"id\"")) ? 85 : 0;
}

const Format fmt_zipkin = {
    .name = "zipkin",
    .label = "Zipkin trace",
    .extensions = "json;json.gz",
    .recognised = "JSON spans with \"traceId\" and \"id\", alone, in an array or in an array of traces",
    .probe = probe,
    .read = read,
};
