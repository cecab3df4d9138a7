/* One trace event in the usual spelling, straight from the window: keys by their first three letters, digits eight at a time,
 * texts by their raw bytes. Whatever is unusual, or cut by the window's end, is left to fmt_chrome_event.c, which reads the
 * same into the same. The zero bytes behind the window are no part of any token, so that nothing here asks for the end. */
#include "format/chrome.h"

#include "codec/json_text.h"
#include "codec/json_window.h"

#include <assert.h>
#include <string.h>

typedef JsonPlace Place;

static uint64_t load8(Place p) {
    uint64_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

/* Up to eight digits at p, in one go; *count says how many. (Lemire, "Quickly parsing eight digits", 2018.) */
static uint64_t eight_digits(Place p, unsigned *count) {
    uint64_t values = load8(p) ^ 0x3030303030303030u;
    uint64_t over =
        ((values + 0x7676767676767676u) | values) & 0x8080808080808080u; /* bytes above 9, true up to the first */
    unsigned n = over ? (unsigned)__builtin_ctzll(over) / 8 : 8;
    *count = n;
    if (n == 0)
        return 0;
    values <<= 64 - 8 * n;
    values = values * 10 + (values >> 8);
    return ((values & 0x000000FF000000FFu) * 0x000F424000000064u +
            ((values >> 16) & 0x000000FF000000FFu) * 0x0000271000000001u) >>
           32;
}

static const int32_t powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};

/* A run of 1 to 16 digits. */
static Place digits(Place p, uint64_t *value) {
    unsigned first, second;
    *value = eight_digits(p, &first);
    if (first < 8)
        return first ? p + first : NULL;
    *value = *value * 100000000;
    uint64_t rest = eight_digits(p + 8, &second);
    if (second == 8)
        *value += rest;
    else
        *value = *value / (uint64_t)powers[8 - second] + rest;
    return second == 8 && (uint8_t)(p[16] - '0') < 10 ? NULL : p + 8 + second;
}

/* digits, or digits.digits with up to seven decimals. */
static Place number(Place p, ChromeNumber *value) {
    unsigned decimals;
    uint64_t whole;
    p = digits(p, &whole);
    if (!p)
        return NULL;
    if (*p == '.') {
        uint64_t fraction = eight_digits(p + 1, &decimals);
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

/* Looks a spelling up among all, and keeps it among the recent ones. */
static StrId meaning_of(Chrome *chrome, Str raw, bool plain, ChromeSpelling *recent) {
    ChromeSpellings *spellings = &chrome->spellings;
    StrId id = intern_add(spellings->raw, raw);
    while (spellings->meaning.count <= id) { /* new, or the empty one that every table begins with */
        Str now = intern_str(spellings->raw, (StrId)spellings->meaning.count);
        Str meant = plain ? now : json_unescape(&chrome->json, now);
        array_push(chrome->reading->scratch, &spellings->meaning, intern_add(chrome->strings, meant));
    }
    recent->raw = intern_str(spellings->raw, id).data;
    recent->length = (uint32_t)raw.len;
    return recent->meaning = spellings->meaning.data[id];
}

/* The bytes of a and b from the ninth on, the last eight overlapping those before; their first eight are known to be equal. */
static bool same_rest(const char *a, const char *b, size_t n) {
    for (size_t i = 8; i + 8 < n; i += 8)
        if (memcmp(a + i, b + i, 8) != 0)
            return false;
    return n <= 8 || memcmp(a + n - 8, b + n - 8, 8) == 0;
}

/* Most were seen not long ago: their first and last eight bytes lead to where they would be. */
StrId chrome_meaning(Chrome *chrome, Str raw, bool plain) {
    uint64_t first = load8((Place)raw.data);
    if (raw.len < 8)
        first &= ~(UINT64_MAX << 8 * raw.len);
    uint64_t last = raw.len < 8 ? first : load8((Place)raw.data + raw.len - 8);
    uint64_t hash = (first + raw.len) * 0x9E3779B97F4A7C15u ^ last * 0xC2B2AE3D27D4EB4Fu;
    ChromeSpelling *recent = &chrome->spellings.recent[hash >> (64 - CHROME_RECENT_BITS)];
    if (recent->first == first && recent->length == raw.len && raw.len && same_rest(recent->raw, raw.data, raw.len))
        return recent->meaning;
    recent->first = first;
    return meaning_of(chrome, raw, plain, recent);
}

static Place spelling(Chrome *chrome, Place p, StrId *id) {
    Str raw;
    bool plain;
    if (!(p = json_place_text(&chrome->json, p, &raw, &plain)))
        return NULL;
    *id = chrome_meaning(chrome, raw, plain);
    return p;
}

/* The digits at p, up to seven and what ends them, become what the next event is first compared with. */
static void remember(ChromeLast *last, Place p, size_t length, StrId text) {
    if (length > 7)
        return;
    uint64_t mask = UINT64_MAX >> (56 - 8 * length);
    *last = (ChromeLast){.bytes = load8(p) & mask, .mask = mask, .length = (uint32_t)length, .text = text};
}

/* A number or a text that is an id. */
static Place scalar(Chrome *chrome, Place p, StrId *id) {
    uint64_t value;
    Place from = p;
    if (*p == '"')
        return spelling(chrome, p, id);
    p = digits(p, &value);
    if (!p || *p == '.' || (*p | 0x20) == 'e')
        return NULL;
    *id = intern_add(chrome->strings, (Str){(const char *)from, (size_t)(p - from)});
    return p;
}

/* pid or tid, which mostly is that of the event before. */
static Place thread_id(Chrome *chrome, Place p, ChromeLast *last, StrId *id) {
    if (last->mask && (load8(p) & last->mask) == last->bytes) {
        *id = last->text;
        return p + last->length;
    }
    Place behind = scalar(chrome, p, id);
    if (behind && *p != '"')
        remember(last, p, (size_t)(behind - p), *id);
    return behind;
}

static Place phase(Place p, char *phase) {
    *phase = (char)p[1];
    return p[0] == '"' && p[1] != '\\' && p[1] < 128 && p[2] == '"' ? p + 3 : NULL;
}

static Place args(const Chrome *chrome, Place p, ChromeEvent *event) {
    event->args = source_offset(chrome->json.source) + (uint64_t)(p - chrome->json.source->at);
    return json_place_skip(&chrome->json, p);
}

enum { KEY_NAME = 1, KEY_CAT, KEY_PH, KEY_TS, KEY_DUR, KEY_PID, KEY_TID, KEY_ID, KEY_ID2, KEY_ARGS };

static const struct {
    const char *written;
    uint32_t key;
} key_rows[] = {{"name\":", KEY_NAME}, {"cat\":", KEY_CAT},  {"ph\":", KEY_PH},   {"ts\":", KEY_TS},
                {"dur\":", KEY_DUR},   {"pid\":", KEY_PID},  {"tid\":", KEY_TID}, {"id\":", KEY_ID},
                {"id2\":", KEY_ID2},   {"args\":", KEY_ARGS}};

/* A place of its own for each row above, by the first three letters; chrome_fast_start holds it to that. */
static uint32_t key_slot(uint64_t letters) {
    return (uint32_t)letters * 0x85EBCA6Bu >> 27;
}

void chrome_fast_start(Chrome *chrome) {
    for (size_t i = 0; i < CHROME_KEY_SLOTS; i++)
        chrome->keys[i].bytes = 1; /* with mask 0 nothing equals it */
    for (size_t i = 0; i < sizeof key_rows / sizeof *key_rows; i++) {
        char padded[8] = {0};
        size_t length = strlen(key_rows[i].written);
        memcpy(padded, key_rows[i].written, length);
        uint64_t bytes = load8((const uint8_t *)padded);
        ChromeKey *slot = &chrome->keys[key_slot(bytes & 0xFFFFFF)];
        assert(slot->mask == 0); /* no two keys in one place */
        *slot = (ChromeKey){.bytes = bytes,
                            .mask = UINT64_MAX >> (64 - 8 * length),
                            .length = (uint32_t)length,
                            .key = key_rows[i].key};
    }
}

/* Behind a colon; a single blank is usual. A branch, since a sum would have the processor wait for the byte. */
static inline Place value_at(Place p) {
    return __builtin_expect(*p == ' ', 0) ? p + 1 : p;
}

/* A key that nobody asks for, and its value. A blank before the colon is unusual. */
static Place other_member(const Chrome *chrome, Place p) {
    Str raw;
    bool plain;
    p = json_place_text(&chrome->json, p, &raw, &plain);
    return p && plain && *p == ':' ? json_place_skip(&chrome->json, value_at(p + 1)) : NULL;
}

/* The value of the key whose quote is at p: a quote, the key, a quote and a colon further on. The lengths are constants for the same
 * reason. */
#define VALUE(key) value_at(p + sizeof(key "\":"))

/* A key and its value; p is at the key's quote. */
static Place member(Chrome *chrome, Place p, ChromeEvent *event) {
    uint64_t word = load8(p + 1);
    const ChromeKey *row = &chrome->keys[key_slot(word & 0xFFFFFF)];
    if (*p != '"')
        return NULL;
    if ((word & row->mask) != row->bytes)
        return other_member(chrome, p);
    switch (row->key) {
    case KEY_NAME:
        return spelling(chrome, VALUE("name"), &event->name);
    case KEY_CAT:
        return json_place_text(&chrome->json, VALUE("cat"), &event->category_raw, &event->category_plain);
    case KEY_PH:
        return phase(VALUE("ph"), &event->phase);
    case KEY_TS:
        return number(VALUE("ts"), &event->ts);
    case KEY_DUR:
        return number(VALUE("dur"), &event->dur);
    case KEY_PID:
        return thread_id(chrome, VALUE("pid"), &chrome->last_pid, &event->pid);
    case KEY_TID:
        return thread_id(chrome, VALUE("tid"), &chrome->last_tid, &event->tid);
    case KEY_ID:
        return scalar(chrome, VALUE("id"), &event->id);
    case KEY_ARGS:
        return args(chrome, VALUE("args"), event);
    default:
        return NULL; /* id2 */
    }
}

bool chrome_event_fast(Chrome *chrome, ChromeEvent *event) {
    Source *source = chrome->json.source;
    Place p = json_place_blanks(source->at), from;
    while (*p == ',')
        p = json_place_blanks(p + 1);
    if (*p != '{')
        return false;
    from = p;
    *event = (ChromeEvent){
        .offset = source->base + (uint64_t)(p - source->origin), .pid = chrome->zero, .tid = chrome->zero};
    do {
        p = p[1] == '"' ? p + 1 : json_place_blanks(p + 1);
        p = member(chrome, p, event);
        if (!p)
            return false;
        if (*p != ',')
            p = json_place_blanks(p);
    } while (*p == ',');
    if (*p != '}')
        return false;
    source->at = p + 1;
    source->mark = from;
    return true;
}
