/* Events in the usual spelling, straight from the window: keys compared in one go, texts by their raw bytes, ids looked up many at
 * a time. Whatever is unusual is left to fmt_operations.c, which reads the same into the same. */
#include "codec/json_text.h"
#include "codec/json_window.h"
#include "format/operations_reader.h"

typedef OperationsReader Reader;
typedef JsonPlace Place;

/* ---- texts ---- */

enum { NOT_INTERNED = 1u << 31 }; /* in the value of a recent id: the rest is its place among the batch's texts */

/* The id that raw is, perhaps at the end of the batch: most were met lately, the others are interned together. False when it is one
 * too many. */
static bool take_id(Reader *r, Str raw, StrId *to) {
    OperationsBatch *batch = &r->batch;
    uint32_t value;
    bool known = recent_find(r->ids, OPERATIONS_IDS_BITS, raw, &value);
    if (known && !(value & NOT_INTERNED)) {
        *to = value;
        return true;
    }
    if (batch->to_count == OPERATIONS_TEXTS)
        return false;
    if (!known) {
        value = (uint32_t)batch->text_count | NOT_INTERNED;
        recent_put(r->ids, OPERATIONS_IDS_BITS, raw, value);
        batch->hashes[batch->text_count] = intern_ask(r->strings, raw);
        batch->texts[batch->text_count++] = raw;
    }
    batch->text[batch->to_count] = value & ~NOT_INTERNED;
    batch->to[batch->to_count++] = to;
    return true;
}

static void look_up_ids(Reader *r) {
    OperationsBatch *batch = &r->batch;
    StrId ids[OPERATIONS_TEXTS];
    for (size_t i = 0; i < batch->text_count; i++) {
        ids[i] = intern_add_asked(r->strings, batch->texts[i], batch->hashes[i]);
        recent_put(r->ids, OPERATIONS_IDS_BITS, intern_str(r->strings, ids[i]), ids[i]);
    }
    for (size_t i = 0; i < batch->to_count; i++)
        *batch->to[i] = ids[batch->text[i]];
}

/* A text or a whole number. */
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
    return p && plain && raw.len && take_id(r, raw, to) ? p : NULL;
}

static Place channel(Reader *r, Place p) {
    Str raw;
    bool plain;
    StrId *id = &r->event->pair.channel;
    p = json_place_text(&r->json, p, &raw, &plain);
    if (!p || !plain || !raw.len)
        return NULL;
    if (!recent_find(r->channels, OPERATIONS_FEW_BITS, raw, id)) {
        *id = intern_add(r->strings, raw);
        recent_put(r->channels, OPERATIONS_FEW_BITS, intern_str(r->strings, *id), *id);
    }
    return p;
}

/* ---- labels ---- */

static bool same_words(const Reader *r, const OperationsLabel *label) {
    const char *text = label->text;
    for (size_t i = 0; i < r->word_count; i++) {
        const OperationsWord *word = &r->words[i];
        if (label->word[i].attribute != word->attribute || label->word[i].length != word->raw.len ||
            !bytes_same(text, word->raw.data, word->raw.len))
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

/* ---- the context ---- */

/* What a key means: NAME_PARENT ..., NAME_OTHER for one that nobody asks for, or NAME_OTHER + 1 + an attribute. */
static uint32_t meaning_of(Reader *r, Str key) {
    uint32_t name;
    if (recent_find(r->names, OPERATIONS_FEW_BITS, key, &name))
        return name;
    name = operations_name(key);
    if (name == NAME_OTHER)
        name += (uint32_t)(1 + context_attribute(&r->context, key));
    if (key.len <= 16) /* such a key need not be kept */
        recent_put(r->names, OPERATIONS_FEW_BITS, key, name);
    return name;
}

/* A text that says what the operation is about; scalars of other kinds are unusual. */
static Place attribute(Reader *r, Place p, uint32_t name) {
    OperationsWord *word = &r->words[r->word_count];
    if (r->word_count == OPERATIONS_WORDS)
        return NULL;
    word->attribute = (int)(name - NAME_OTHER - 1);
    r->word_count++;
    return json_place_text(&r->json, p, &word->raw, &word->plain);
}

static Place value_of(Reader *r, Place p, uint32_t name) {
    if (name < NAME_ERROR)
        return id(r, p, operations_hint(r->event, name));
    if (name == NAME_ERROR || *p == '{') /* there may be attributes in it */
        return NULL;
    return name == NAME_OTHER ? json_place_skip(&r->json, p) : attribute(r, p, name);
}

static Place context(Reader *r, Place p) {
    Str key;
    if (*p != '{' || r->event->pair.type == EVENT_PHASE)
        return json_place_skip(&r->json, p);
    p = json_place_blanks(p + 1);
    if (*p == '}')
        return p + 1;
    for (;; p = json_place_blanks(p + 1)) {
        p = json_place_key(&r->json, p, &key);
        p = p ? value_of(r, p, meaning_of(r, key)) : NULL;
        if (!p)
            return NULL;
        p = json_place_blanks(p);
        if (*p != ',')
            return *p == '}' ? p + 1 : NULL;
    }
}

/* ---- an event ---- */

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
    p = json_place_decimal(p, &event->whole, &event->nano);
    if (!p || event->whole > most)
        return NULL;
    event->pair.time = (int64_t)(event->whole * 1000000 + (event->nano + 500) / 1000);
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

/* A key and its value; p is at the key's quote. */
static Place member(Reader *r, Place p) {
    PairEvent *pair = &r->event->pair;
    Place value;
    if (*p != '"')
        return NULL;
    switch (p[1]) {
    case 'c':
        if (IS_KEY(p, "channel", value))
            return channel(r, value);
        if (IS_KEY(p, "context", value))
            return context(r, value);
        break;
    case 'e':
        if (IS_KEY(p, "eventType", value))
            return type(r, value);
        if (IS_KEY(p, "error", value))
            return NULL;
        break;
    case 't':
        if (IS_KEY(p, "timestamp", value))
            return timestamp(r, value);
        break;
    case 'o':
        if (IS_KEY(p, "operationId", value))
            return pair->type == EVENT_PHASE ? json_place_skip(&r->json, value) : id(r, value, &pair->id);
        break;
    }
    return other_member(r, p);
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
    batch->count = batch->text_count = batch->to_count = 0;
    while (batch->count < OPERATIONS_BATCH && read_event(r, &batch->events[batch->count]))
        batch->count++;
    look_up_ids(r); /* those of an event that is left to the slow way too */
}
