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
    if (batch->text_count == 0)
        return;
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
        p = json_place_short_text(&r->json, p, &raw, &plain);
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

/* ---- values ---- */

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
    *type = raw.len > 5 && STARTS(raw.data, "async") ? EVENT_PHASE : operations_type(raw);
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

/* A text that says what the operation is about; scalars of other kinds are unusual. */
static Place attribute(Reader *r, Place p, uint32_t name) {
    OperationsWord *word = &r->words[r->word_count];
    if (r->word_count == OPERATIONS_WORDS)
        return NULL;
    word->attribute = (int)(name - NAME_OTHER - 1);
    r->word_count++;
    return json_place_text(&r->json, p, &word->raw, &word->plain);
}

/* What a value is, as the gap before it tells. */
enum {
    VALUE_NONE,
    VALUE_CHANNEL,
    VALUE_TYPE,
    VALUE_TIME,
    VALUE_ID,
    VALUE_CONTEXT,
    VALUE_UNUSUAL,
    VALUE_SKIP,
    VALUE_END
};
enum { INSIDE = 0x100 /* plus a name: in the context */ };

static Place value_inside(Reader *r, Place p, uint32_t name) {
    if (name > NAME_OTHER)
        return attribute(r, p, name);
    if (name == NAME_OTHER)
        return *p == '{' ? NULL : json_place_skip(&r->json, p); /* there may be attributes in it */
    return id(r, p, operations_hint(r->event, name));
}

static Place value(Reader *r, Place p, uint32_t meaning) {
    switch (meaning) {
    case VALUE_CHANNEL:
        return channel(r, p);
    case VALUE_TYPE:
        return type(r, p);
    case VALUE_TIME:
        return timestamp(r, p);
    case VALUE_ID:
        return id(r, p, &r->event->pair.id);
    case VALUE_SKIP:
        return json_place_skip(&r->json, p);
    default:
        return value_inside(r, p, meaning - INSIDE);
    }
}

/* ---- gaps ---- */

static uint32_t member_of(const Reader *r, Str key) {
    static const char *const keys[] = {"channel", "eventType", "timestamp", "operationId", "context", "error"};
    for (uint32_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (str_is(key, keys[i])) {
            uint32_t member = VALUE_CHANNEL + i;
            bool asked = r->event->pair.type != EVENT_PHASE || (member != VALUE_ID && member != VALUE_CONTEXT);
            return asked ? member : VALUE_SKIP;
        }
    return VALUE_SKIP;
}

static uint32_t member_inside(Reader *r, Str key) {
    uint32_t name = operations_name(key);
    if (name == NAME_ERROR)
        return VALUE_UNUSUAL;
    return INSIDE + name + (name == NAME_OTHER ? (uint32_t)(1 + context_attribute(&r->context, key)) : 0);
}

/* From the end of a value, which *meaning tells, to the next one, or the event's end. *ahead: how many of the bytes behind count too. */
static Place read_gap(Reader *r, Place p, uint32_t *meaning, size_t *ahead) {
    bool inside = *meaning >= INSIDE, comma = *meaning != VALUE_NONE;
    Str key;
    for (p = json_place_blanks(p);;) {
        if (comma && *p == '}' && !inside) {
            *meaning = VALUE_END;
            return p + 1;
        }
        if (comma && *p == '}') {
            inside = false;
            p = json_place_blanks(p + 1);
            continue;
        }
        p = comma && *p != ',' ? NULL : json_place_key(&r->json, json_place_blanks(p + comma), &key);
        if (!p)
            return NULL;
        *meaning = inside ? member_inside(r, key) : member_of(r, key);
        if (*meaning != VALUE_CONTEXT)
            return *meaning == VALUE_UNUSUAL ? NULL : p;
        if (*p != '{') {
            *meaning = VALUE_SKIP;
            *ahead = 1;
            return p;
        }
        inside = true;
        p = json_place_blanks(p + 1);
        comma = *p == '}';
    }
}

/* The same, remembered as what follows the gap *at. */
static Place learn_gap(Reader *r, Place p, KnownGap **at, uint32_t *meaning) {
    size_t ahead = 0;
    Place behind = read_gap(r, p, meaning, &ahead);
    if (behind) {
        Str text = {(const char *)p, (size_t)(behind - p) + ahead};
        *at = known_gaps_learn(&r->gaps, *at, r->event->pair.type, text, ahead, *meaning);
    }
    return behind;
}

/* ---- an event ---- */

/* From behind its bracket to behind its end. */
static Place members(Reader *r, Place p) {
    KnownGap *at = &r->gaps.begin;
    for (uint32_t meaning = VALUE_NONE; p;) {
        KnownGap *next = known_gaps_next(at, r->event->pair.type, p);
        if (next) {
            at = next;
            p += next->length;
            meaning = next->meaning;
        } else
            p = learn_gap(r, p, &at, &meaning);
        if (!p || meaning == VALUE_END)
            return p;
        p = value(r, p, meaning);
    }
    return NULL;
}

/* Nothing is consumed unless all of it is there. */
static bool read_event(Reader *r, OperationsEvent *event) {
    Source *source = r->json.source;
    Place p = source->at;
    while (*p <= ',' && (*p == ',' || *p == '\n' || *p == ' ' || *p == '\r' || *p == '\t'))
        p++;
    if (*p != '{')
        return false;
    operations_begin(r, event, source->base + (uint64_t)(p - source->origin));
    r->word_count = 0;
    p = members(r, p + 1);
    if (!p)
        return false;
    if (event->pair.type != EVENT_PHASE)
        event->pair.label = label_of(r, event->pair.channel);
    source->at = p;
    return true;
}

/* A phase makes no operation: it is counted, and its place is free, unless an id is still to be put there. */
static bool is_passed(Reader *r, const OperationsEvent *event, size_t ids) {
    bool passed = event->pair.type == EVENT_PHASE && event->pair.channel && event->has_time && r->batch.to_count == ids;
    r->phases += passed;
    r->seen += passed;
    return passed;
}

void operations_batch_fast(Reader *r) {
    OperationsBatch *batch = &r->batch;
    batch->count = batch->text_count = batch->to_count = 0;
    for (size_t ids = 0; batch->count < OPERATIONS_BATCH; ids = batch->to_count) {
        OperationsEvent *event = &batch->events[batch->count];
        if (!read_event(r, event))
            break;
        batch->count += !is_passed(r, event, ids);
    }
    look_up_ids(r); /* those of an event that is left to the slow way too */
}
