/* One event in the usual spelling, straight from the window. Whatever is unusual is left to fmt_operations.c, which reads the same
 * into the same. */
#include "codec/json_text.h"
#include "codec/json_window.h"
#include "format/operations_reader.h"

typedef OperationsReader Reader;
typedef JsonPlace Place;

/* A text that is interned. */
static Place text_id(Reader *r, Place p, StrId *id) {
    Str raw;
    bool plain;
    p = json_place_text(&r->json, p, &raw, &plain);
    if (!p || !plain)
        return NULL;
    *id = intern_add(r->strings, raw);
    return p;
}

/* One of few. */
static Place channel(Reader *r, Place p) {
    Str raw;
    bool plain;
    p = json_place_text(&r->json, p, &raw, &plain);
    if (!p || !plain || !raw.len)
        return NULL;
    uint32_t mix = (uint32_t)raw.len * 31 + (uint8_t)raw.data[0] * 7u + (uint8_t)raw.data[raw.len / 2];
    StrId *recent = &r->channels[mix % (sizeof r->channels / sizeof *r->channels)];
    if (!*recent || !str_equal(intern_str(r->strings, *recent), raw))
        *recent = intern_add(r->strings, raw);
    r->event.channel = *recent;
    return p;
}

static Place type(Reader *r, Place p) {
    Str raw;
    bool plain;
    p = json_place_text(&r->json, p, &raw, &plain);
    if (!p || !plain)
        return NULL;
    r->event.type = operations_type(raw);
    return p;
}

static Place timestamp(Reader *r, Place p) {
    p = json_place_number(p, &r->time);
    if (!p || !json_number_scaled(&r->time, 6, &r->event.time))
        return NULL;
    r->has_time = true;
    return p;
}

/* A text that says what the operation is about; scalars of other kinds, and objects in it, are unusual. */
static Place attribute(Reader *r, Place p, Str key) {
    Str raw;
    bool plain;
    int known = context_attribute(&r->context, key);
    if (*p == '{')
        return NULL;
    if (known < 0)
        return json_place_skip(&r->json, p);
    p = json_place_text(&r->json, p, &raw, &plain);
    if (p)
        context_add(&r->context, known, plain ? raw : json_unescape(&r->json, raw));
    return p;
}

static Place context(Reader *r, Place p) {
    Str key;
    if (*p != '{' || r->event.type == EVENT_PHASE)
        return json_place_skip(&r->json, p);
    p = json_place_blanks(p + 1);
    if (*p == '}')
        return p + 1;
    for (;; p = json_place_blanks(p + 1)) {
        p = json_place_key(&r->json, p, &key);
        if (!p || str_is(key, "error"))
            return NULL;
        StrId *hint = operations_hint(r, key);
        p = hint ? text_id(r, p, hint) : attribute(r, p, key);
        if (!p)
            return NULL;
        p = json_place_blanks(p);
        if (*p != ',')
            return *p == '}' ? p + 1 : NULL;
    }
}

static Place member(Reader *r, Place p) {
    Str key;
    p = json_place_key(&r->json, p, &key);
    if (!p)
        return NULL;
    if (str_is(key, "channel"))
        return channel(r, p);
    if (str_is(key, "eventType"))
        return type(r, p);
    if (str_is(key, "timestamp"))
        return timestamp(r, p);
    if (str_is(key, "operationId"))
        return text_id(r, p, &r->event.id);
    if (str_is(key, "context"))
        return context(r, p);
    return str_is(key, "error") ? NULL : json_place_skip(&r->json, p);
}

bool operations_event_fast(OperationsReader *r) {
    Source *source = r->json.source;
    Place p = source->at;
    if (*p != '{')
        return false;
    do {
        p = member(r, json_place_blanks(p + 1));
        if (!p)
            return false;
        p = json_place_blanks(p);
    } while (*p == ',');
    if (*p != '}')
        return false;
    source->at = p + 1;
    return true;
}
