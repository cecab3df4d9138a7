/* Events in the usual spelling, straight from the window: keys compared in one go, texts by their raw bytes, ids looked up many at
 * a time. Whatever is unusual is left to fmt_operations.c, which reads the same into the same. */
#include "codec/json_text.h"
#include "codec/json_window.h"
#include "format/operations_reader.h"

typedef OperationsReader Reader;
typedef JsonPlace Place;

/* ---- texts ---- */

/* A text or a whole number, interned with those of the whole batch. */
static Place id(Reader *r, Place p, StrId *to) {
    Str raw;
    bool plain = true;
    Place from = p;
    if (*p == '"')
        p = json_place_text(&r->json, p, &raw, &plain);
    else {
        while ((uint8_t)(*p - '0') < 10)
            p++;
        raw = (Str){(const char *)from, (size_t)(p - from)};
        p = *p == ',' || *p == '}' ? p : NULL;
    }
    if (!p || !plain || !raw.len || r->batch.text_count == OPERATIONS_TEXTS)
        return NULL;
    r->batch.texts[r->batch.text_count] = raw;
    r->batch.to[r->batch.text_count++] = to;
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
    StrId *recent = &r->channels[mix % OPERATIONS_CHANNELS];
    if (!*recent || !str_equal(intern_str(r->strings, *recent), raw))
        *recent = intern_add(r->strings, raw);
    r->event->pair.channel = *recent;
    return p;
}

/* ---- labels ---- */

static bool same_words(const Reader *r, const OperationsLabel *label) {
    const char *text = label->text;
    for (size_t i = 0; i < r->word_count; i++) {
        const OperationsWord *word = &r->words[i];
        if (label->word[i].attribute != word->attribute || label->word[i].length != word->raw.len ||
            memcmp(text, word->raw.data, word->raw.len) != 0)
            return false;
        text += word->raw.len;
    }
    return r->word_count == OPERATIONS_WORDS || label->word[r->word_count].attribute < 0;
}

static void remember(const Reader *r, OperationsLabel *label, StrId channel, StrId id) {
    size_t used = 0;
    *label = (OperationsLabel){.channel = channel, .label = id};
    for (size_t i = 0; i < OPERATIONS_WORDS; i++) {
        Str raw = i < r->word_count ? r->words[i].raw : STR("");
        if (raw.len > sizeof label->text - used) {
            label->channel = 0;
            return;
        }
        label->word[i].attribute = i < r->word_count ? (int16_t)r->words[i].attribute : -1;
        label->word[i].length = (uint16_t)raw.len;
        memcpy(label->text + used, raw.data, raw.len);
        used += raw.len;
    }
}

/* Where the label of these words is, or is to be: one of two places. */
static OperationsLabel *find_label(Reader *r, StrId channel) {
    uint64_t mix = (str_hash(r->words[0].raw) + channel) * 0x9E3779B97F4A7C15u;
    OperationsLabel *label = &r->labels[mix >> 32 & (OPERATIONS_LABELS - 2)];
    bool here = label->channel == 0 || (label->channel == channel && same_words(r, label));
    return here ? label : label + 1;
}

/* What the words of the event's context make: the same words make the same. */
static StrId label_of(Reader *r, StrId channel) {
    if (!r->word_count)
        return 0;
    OperationsLabel *label = find_label(r, channel);
    if (label->channel == channel && same_words(r, label))
        return label->label;
    context_clear(&r->context);
    for (size_t i = 0; i < r->word_count; i++) {
        const OperationsWord *word = &r->words[i];
        context_add(&r->context, word->attribute, word->plain ? word->raw : json_unescape(&r->json, word->raw));
    }
    StrId id = operations_label(r, channel);
    remember(r, label, channel, id);
    return id;
}

/* A text that says what the operation is about; scalars of other kinds, and objects in it, are unusual. */
static Place attribute(Reader *r, Place p, Str key) {
    OperationsWord *word = &r->words[r->word_count];
    int known = context_attribute(&r->context, key);
    if (*p == '{' || (known >= 0 && r->word_count == OPERATIONS_WORDS))
        return NULL;
    if (known < 0)
        return json_place_skip(&r->json, p);
    word->attribute = known;
    r->word_count++;
    return json_place_text(&r->json, p, &word->raw, &word->plain);
}

/* ---- an event ---- */

static Place context(Reader *r, Place p) {
    Str key;
    if (*p != '{' || r->event->pair.type == EVENT_PHASE)
        return json_place_skip(&r->json, p);
    p = json_place_blanks(p + 1);
    if (*p == '}')
        return p + 1;
    for (;; p = json_place_blanks(p + 1)) {
        p = json_place_key(&r->json, p, &key);
        if (!p || str_is(key, "error"))
            return NULL;
        StrId *hint = operations_hint(r, key);
        p = hint ? id(r, p, hint) : attribute(r, p, key);
        if (!p)
            return NULL;
        p = json_place_blanks(p);
        if (*p != ',')
            return *p == '}' ? p + 1 : NULL;
    }
}

/* Whether the bytes at p are those of the literal. Of constant length: a load or two. */
#define STARTS(p, literal) (memcmp((p), (literal), sizeof(literal) - 1) == 0)

static Place type(Reader *r, Place p) {
    Str raw;
    bool plain;
    uint32_t *type = &r->event->pair.type;
    if (STARTS(p, "\"start\"")) {
        *type = EVENT_START;
        return p + sizeof "start" + 1;
    }
    if (STARTS(p, "\"end\"")) {
        *type = EVENT_END;
        return p + sizeof "end" + 1;
    }
    p = json_place_text(&r->json, p, &raw, &plain);
    if (!p || !plain)
        return NULL;
    *type = operations_type(raw);
    return p;
}

/* Milliseconds, as ns of up to 292 years. */
static Place timestamp(Reader *r, Place p) {
    const uint64_t most = INT64_MAX / 1000000 - 1;
    OperationsEvent *event = r->event;
    p = json_place_number(p, &event->time);
    if (!p || event->time.whole > most)
        return NULL;
    event->pair.time = (int64_t)(event->time.whole * 1000000 + (event->time.nano + 500) / 1000);
    event->has_time = true;
    return p;
}

/* Whether the key at p is this one; *value is then where its value begins. A blank before the colon is unusual. */
#define IS_KEY(p, key, value) \
    (STARTS((p), "\"" key "\":") ? ((value) = json_place_blanks((p) + sizeof key + 2), true) : false)

/* A key that nobody asks for, and its value. */
static Place other_member(Reader *r, Place p) {
    Str raw;
    bool plain;
    p = json_place_text(&r->json, p, &raw, &plain);
    return p && plain && *p == ':' ? json_place_skip(&r->json, json_place_blanks(p + 1)) : NULL;
}

static Place member(Reader *r, Place p) {
    Place value;
    if (IS_KEY(p, "channel", value))
        return channel(r, value);
    if (IS_KEY(p, "eventType", value))
        return type(r, value);
    if (IS_KEY(p, "timestamp", value))
        return timestamp(r, value);
    if (IS_KEY(p, "context", value))
        return context(r, value);
    if (IS_KEY(p, "operationId", value))
        return r->event->pair.type == EVENT_PHASE ? json_place_skip(&r->json, value) : id(r, value, &r->event->pair.id);
    return IS_KEY(p, "error", value) ? NULL : other_member(r, p);
}

/* Nothing is consumed unless all of it is there. */
static bool read_event(Reader *r, OperationsEvent *event) {
    Source *source = r->json.source;
    Place p = source->at;
    while (*p == ',' || *p == '\n' || *p == ' ' || *p == '\r' || *p == '\t')
        p++;
    if (*p != '{')
        return false;
    operations_begin(r, event, source->base + (uint64_t)(p - source->origin));
    r->word_count = 0;
    do {
        p = member(r, json_place_blanks(p + 1));
        if (!p)
            return false;
        p = json_place_blanks(p);
    } while (*p == ',');
    if (*p != '}')
        return false;
    if (event->pair.type != EVENT_PHASE)
        event->pair.label = label_of(r, event->pair.channel);
    source->at = p + 1;
    return true;
}

void operations_batch_fast(Reader *r) {
    OperationsBatch *batch = &r->batch;
    StrId ids[OPERATIONS_TEXTS];
    batch->count = batch->text_count = 0;
    while (batch->count < OPERATIONS_BATCH) {
        size_t texts = batch->text_count;
        if (!read_event(r, &batch->events[batch->count])) {
            batch->text_count = texts;
            break;
        }
        batch->count++;
    }
    intern_add_many(r->strings, batch->texts, batch->text_count, ids);
    for (size_t i = 0; i < batch->text_count; i++)
        *batch->to[i] = ids[i];
}
