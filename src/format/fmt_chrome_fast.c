/* One trace event in the usual spelling, straight from the window: keys by eight bytes, comma and colon among them, digits eight at a time,
 * texts by their raw bytes. Whatever is unusual, or cut by the window's end, is left to fmt_chrome_event.c, which reads the
 * same into the same. The zero bytes behind the window are no part of any token, so that nothing here asks for the end. */
#include "base/bytes.h"
#include "codec/json_text.h"
#include "codec/json_window.h"
#include "format/chrome.h"

#include <assert.h>
#include <string.h>

typedef JsonPlace Place;

static const int32_t powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};

/* A run of 1 to 16 digits. */
static Place digits(Place p, uint64_t *value) {
    unsigned first, second;
    *value = json_eight_digits(p, &first);
    if (first < 8)
        return first ? p + first : NULL;
    *value = *value * 100000000;
    uint64_t rest = json_eight_digits(p + 8, &second);
    if (second == 8)
        *value += rest;
    else
        *value = *value / (uint64_t)powers[8 - second] + rest;
    return second == 8 && (uint8_t)(p[16] - '0') < 10 ? NULL : p + 8 + second;
}

/* digits, or digits.digits with up to seven decimals. */
static Place any_number(Place p, ChromeNumber *value) {
    unsigned decimals;
    uint64_t whole;
    p = digits(p, &whole);
    if (!p)
        return NULL;
    value->rest = 0;
    if (*p == '.') {
        uint64_t fraction = json_eight_digits(p + 1, &decimals);
        p += 1 + decimals;
        if (decimals == 0 || decimals == 8)
            return NULL;
        value->rest = decimals <= 3 ? (int32_t)fraction * powers[3 - decimals]
                                    : ((int32_t)fraction + powers[decimals - 3] / 2) / powers[decimals - 3];
    }
    value->whole = (int64_t)whole;
    value->usable = true;
    return (*p | 0x20) == 'e' || *p == '.' ? NULL : p;
}

static bool ends_value(uint8_t c) {
    return c == ',' || c == '}';
}

/* Most are whole, of up to seven digits, or have three decimals behind those. */
static inline Place number(Place p, ChromeNumber *value) {
    unsigned n, decimals = 0;
    uint64_t whole = json_eight_digits(p, &n), fraction = 0;
    if (n - 1 >= 7)
        return any_number(p, value);
    if (p[n] == '.')
        fraction = json_eight_digits(p + n + 1, &decimals);
    Place behind = decimals ? p + n + 1 + decimals : p + n;
    if ((decimals && decimals != 3) || !ends_value(*behind))
        return any_number(p, value);
    *value = (ChromeNumber){.whole = (int64_t)whole, .rest = (int32_t)fraction, .usable = true};
    return behind;
}

/* ---- names ---- */

static uint32_t new_meaning(void *user, Str raw) {
    Chrome *chrome = user;
    return intern_add(chrome->strings, json_unescape(&chrome->json, raw));
}

StrId chrome_meaning(Chrome *chrome, Str raw) {
    StrId meaning = 0;
    if (raw.len)
        name_table_find(chrome->spellings, &raw, 1, &meaning);
    return meaning;
}

static void look_up_names(Chrome *chrome, size_t from, size_t to) {
    ChromeEvent *events[CHROME_BATCH];
    Str names[CHROME_BATCH];
    StrId meanings[CHROME_BATCH];
    size_t n = 0;
    for (ChromeEvent *event = chrome->batch.events + from; event < chrome->batch.events + to; event++)
        if (event->name_raw.len) {
            names[n] = event->name_raw;
            events[n++] = event;
        }
    if (n)
        name_table_find(chrome->spellings, names, n, meanings);
    for (size_t i = 0; i < n; i++) {
        events[i]->name = meanings[i];
        events[i]->frame = meanings[i] < chrome->frame_of.count ? chrome->frame_of.data[meanings[i]] : FRAME_NONE;
    }
}

/* ---- values ---- */

static Place spelling(Chrome *chrome, Place p, StrId *id) {
    Str raw;
    bool plain;
    if (!(p = json_place_text(&chrome->json, p, &raw, &plain)))
        return NULL;
    *id = chrome_meaning(chrome, raw);
    return p;
}

static bool ends_integer(uint8_t c) {
    return c != '.' && (c | 0x20) != 'e' && (uint8_t)(c - '0') > 9;
}

/* A number that is an id, of more digits than fit one comparison. */
static Place long_id(Chrome *chrome, Place p, StrId *id) {
    uint64_t value;
    Place from = p;
    p = digits(p, &value);
    if (!p || !ends_integer(*p))
        return NULL;
    *id = intern_add(chrome->strings, (Str){(const char *)from, (size_t)(p - from)});
    return p;
}

/* Behind a colon; a single blank is usual. A branch, since a sum would have the processor wait for the byte. */
static inline Place value_at(Place p) {
    return __builtin_expect(*p == ' ', 0) ? p + 1 : p;
}

/* Digits that were not the last ones in their place, and mostly one of a few; or any id. */
static Place other_id(Chrome *chrome, Place p, ChromeDigits *last, StrId *id) {
    uint64_t bytes = bytes_load8(p);
    unsigned n = json_count_digits(bytes);
    if (n == 0 || n == 8 || !ends_integer(p[n]))
        return *p == '"' ? spelling(chrome, p, id) : long_id(chrome, p, id);
    uint64_t number = bytes & UINT64_MAX >> (64 - 8 * n);
    ChromeDigits *known = &chrome->digits[number * 0x9E3779B97F4A7C15u >> (64 - CHROME_DIGITS_BITS)];
    if (known->bytes != number)
        *known = (ChromeDigits){number, intern_add(chrome->strings, (Str){(const char *)p, n}), n};
    *last = (ChromeDigits){bytes, known->text, n};
    *id = known->text;
    return p + n;
}

/* A pid or tid: of a few digits, and mostly the last one with the same behind it. */
static inline Place thread_id(Chrome *chrome, Place p, ChromeDigits *last, StrId *id) {
    if (bytes_load8(p) == last->bytes) {
        *id = last->text;
        return p + last->length;
    }
    return other_id(chrome, p, last, id);
}

/* A tid mostly comes behind a pid. */
static Place process_id(Chrome *chrome, Place p, ChromeEvent *event) {
    static const char tid[8] = ",\"tid\":";
    p = thread_id(chrome, p, &chrome->last_pid, &event->pid);
    if (p && (bytes_load8(p) ^ bytes_load8(tid)) << 8 == 0)
        p = thread_id(chrome, value_at(p + 7), &chrome->last_tid, &event->tid);
    return p;
}

/* The id of an operation: a text or digits, mostly a new one. */
static Place operation_id(Chrome *chrome, Place p, ChromeEvent *event) {
    uint64_t value;
    Place from = p;
    if (*p == '"')
        p = json_place_text(&chrome->json, p, &event->id_raw, &event->id_plain);
    else if ((p = digits(p, &value)) && ends_integer(*p)) {
        event->id_raw = (Str){(const char *)from, (size_t)(p - from)};
        event->id_plain = true;
    } else
        return NULL;
    if (p)
        event->id_hash = intern_ask(chrome->strings, event->id_raw);
    return p;
}

static Place phase(Place p, char *phase) {
    *phase = (char)p[1];
    return p[0] == '"' && p[1] != '\\' && p[1] < 128 && p[2] == '"' ? p + 3 : NULL;
}

static Place args(const Chrome *chrome, Place p, ChromeEvent *event) {
    event->args = source_offset(chrome->json.source) + (uint64_t)(p - chrome->json.source->at);
    return *p == '{' ? json_place_skip_nested(&chrome->json, p) : json_place_skip(&chrome->json, p);
}

enum {
    KEY_NONE,
    KEY_NAME,
    KEY_CAT,
    KEY_PH,
    KEY_TS,
    KEY_DUR,
    KEY_PID,
    KEY_TID,
    KEY_ID,
    KEY_ID2,
    KEY_ARGS,
    KEY_TTS,
    KEY_TDUR
};

/* A comma and a key, up to its value: eight bytes at most. */
static const struct {
    const char *written;
    uint32_t key;
} key_rows[] = {{",\"name\":", KEY_NAME}, {",\"cat\":", KEY_CAT}, {",\"ph\":", KEY_PH},     {",\"ts\":", KEY_TS},
                {",\"dur\":", KEY_DUR},   {",\"pid\":", KEY_PID}, {",\"tid\":", KEY_TID},   {",\"id\":", KEY_ID},
                {",\"id2\":", KEY_ID2},   {",\"tts\":", KEY_TTS}, {",\"tdur\":", KEY_TDUR}, {",\"args\":", KEY_ARGS}};

/* A place of its own for each row above, by the first three letters; chrome_fast_start holds it to that. */
static inline uint32_t slot_of(uint64_t word) {
    return (uint32_t)(word >> 16 & 0xFFFFFF) * 0x2265B1F5u >> 27;
}

/* What the key is that begins with these bytes, its comma first. */
static inline uint32_t key_of(const Chrome *chrome, uint64_t word) {
    uint32_t slot = slot_of(word);
    return (word & chrome->keys[slot].mask) == chrome->keys[slot].bytes ? chrome->keys[slot].key : KEY_NONE;
}

void chrome_fast_end(Chrome *chrome) {
    arena_free(chrome->spellings_arena);
    chrome->spellings_arena = NULL;
    chrome->spellings = NULL;
}

void chrome_fast_start(Chrome *chrome) {
    chrome->spellings_arena = arena_new_in(chrome->reading->scratch);
    chrome->spellings = name_table_new(chrome->spellings_arena, new_meaning, chrome);
    for (size_t i = 0; i < CHROME_KEY_SLOTS; i++)
        chrome->keys[i].bytes = 1; /* with mask 0 nothing equals it */
    for (size_t i = 0; i < sizeof key_rows / sizeof *key_rows; i++) {
        char padded[8] = {0};
        size_t length = strlen(key_rows[i].written);
        memcpy(padded, key_rows[i].written, length);
        uint64_t bytes = bytes_load8((const uint8_t *)padded);
        uint32_t slot = slot_of(bytes);
        assert(chrome->keys[slot].mask == 0); /* no two keys in one place */
        chrome->keys[slot] =
            (ChromeKey){.bytes = bytes, .mask = UINT64_MAX >> (64 - 8 * length), .key = key_rows[i].key};
    }
}

/* A key that nobody asks for, and its value. A blank before the colon is unusual. */
static Place other_member(const Chrome *chrome, Place p) {
    Str raw;
    bool plain;
    p = json_place_text(&chrome->json, p, &raw, &plain);
    return p && plain && *p == ':' ? json_place_skip(&chrome->json, value_at(p + 1)) : NULL;
}

/* The value of a key whose comma is at p. The lengths are constants, which the processor need not wait for. */
#define VALUE(key) value_at(p + sizeof(",\"" key "\":") - 1)

/* A member behind an unusual gap, or with a key that nobody asks for. Its comma is at p, or the bracket before it at `from`, perhaps behind blanks. With a
 * usual key it returns the place before that, and *key. */
static Place unusual(const Chrome *chrome, Place p, Place from, uint32_t *key) {
    p = json_place_blanks(p);
    if (*p != ',' && p != from)
        return NULL;
    p = json_place_blanks(p + 1);
    if (*p != '"')
        return NULL;
    *key = key_of(chrome, bytes_load8(p) << 8 | ',');
    return *key ? p - 1 : other_member(chrome, p);
}

/* All members of the event whose bracket is at `from`. Returns the place behind the last one. */
static inline Place members(Chrome *chrome, Place from, ChromeEvent *event) {
    Place p = from, next;
    bool plain;
    uint32_t key = key_of(chrome, bytes_load8(p) ^ ('{' ^ ',')); /* as if another one stood before it */
    for (; p; p = next) {
        switch (key) {
        case KEY_NONE:
            next = *p == '}' ? NULL : unusual(chrome, p, from, &key);
            if (!next)
                return p;
            if (key)
                continue;
            break;
        case KEY_NAME:
            next = json_place_text(&chrome->json, VALUE("name"), &event->name_raw, &plain);
            break;
        case KEY_CAT:
            next = json_place_text(&chrome->json, VALUE("cat"), &event->category_raw, &plain);
            break;
        case KEY_PH:
            next = phase(VALUE("ph"), &event->phase);
            break;
        case KEY_TS:
            next = number(VALUE("ts"), &event->ts);
            break;
        case KEY_DUR:
            next = number(VALUE("dur"), &event->dur);
            break;
        case KEY_PID:
            next = process_id(chrome, VALUE("pid"), event);
            break;
        case KEY_TID:
            next = thread_id(chrome, VALUE("tid"), &chrome->last_tid, &event->tid);
            break;
        case KEY_ID:
            next = operation_id(chrome, VALUE("id"), event);
            break;
        case KEY_ARGS:
            next = args(chrome, VALUE("args"), event);
            break;
        case KEY_TTS:
            next = json_place_skip(&chrome->json, VALUE("tts"));
            break;
        case KEY_TDUR:
            next = json_place_skip(&chrome->json, VALUE("tdur"));
            break;
        default:
            return NULL; /* id2 */
        }
        if (next)
            key = key_of(chrome, bytes_load8(next));
    }
    return NULL;
}

/* What a member may never set; one store each, where an initializer would be a string instruction. */
static void begin(const Chrome *chrome, ChromeEvent *event, uint64_t offset) {
    event->name = event->id = event->category = 0;
    event->frame = FRAME_NONE;
    event->pid = event->tid = chrome->zero;
    event->ts = event->dur = (ChromeNumber){0};
    event->name_raw = event->category_raw = event->id_raw = (Str){0};
    event->offset = offset;
    event->args = 0;
    event->phase = 0;
    event->global_id = false;
}

bool chrome_event_fast(Chrome *chrome, ChromeEvent *event) {
    Source *source = chrome->json.source;
    Place from = json_place_blanks(source->at);
    while (*from == ',')
        from = json_place_blanks(from + 1);
    if (*from != '{')
        return false;
    begin(chrome, event, source->base + (uint64_t)(from - source->origin));
    Place p = members(chrome, from, event);
    if (!p || *(p = json_place_blanks(p)) != '}')
        return false;
    source->at = p + 1;
    source->mark = from;
    return true;
}

/* Whether args may be asked for, which lie in the window only until the next event is read there. */
static bool asks_for_args(const ChromeEvent *event) {
    return event->phase == 'M' || event->phase == 'P' || event->phase == 'I';
}

static void look_up_id(Chrome *chrome, ChromeEvent *event) {
    event->id = event->id_plain ? intern_add_asked(chrome->strings, event->id_raw, event->id_hash)
                                : chrome_meaning(chrome, event->id_raw);
    chrome_async_ask(chrome, event->id);
}

/* Each step of an id waits for memory that the one before asked for; names stand between them. */
static void look_up_texts(Chrome *chrome, size_t n) {
    ChromeEvent *events = chrome->batch.events, *with_id[CHROME_BATCH];
    size_t ids = 0;
    for (size_t i = 0; i < n; i++)
        if (events[i].id_raw.len) {
            intern_ask_string(chrome->strings, events[i].id_hash);
            with_id[ids++] = &events[i];
        }
    look_up_names(chrome, 0, n / 2);
    for (size_t i = 0; i < ids; i++)
        look_up_id(chrome, with_id[i]);
    look_up_names(chrome, n / 2, n);
    for (size_t i = 0; i < ids; i++)
        chrome_async_ask_key(chrome, with_id[i]->id);
}

size_t chrome_batch_fast(Chrome *chrome, size_t most) {
    ChromeEvent *events = chrome->batch.events;
    size_t n = 0;
    while (n < most && chrome_event_fast(chrome, &events[n]))
        if (asks_for_args(&events[n++]))
            break;
    look_up_texts(chrome, n);
    chrome->batch.count = n;
    chrome->batch.at = 0;
    return n;
}
