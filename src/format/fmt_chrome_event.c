/* One trace event: its keys in any order, the last of equal ones counts, args stepped over. */
#include "format/chrome.h"

#include <string.h>

static StrId intern_scalar(Chrome *chrome) {
    Str s;
    json_scalar_text(&chrome->json, &s);
    return intern_add(chrome->strings, s);
}

static char phase_of(Json *json) {
    Str s;
    return json_string(json, &s) && s.len > 0 ? s.data[0] : 0;
}

/* id2: {"local": "0x1"} or {"global": "0x1"}. */
static void read_id2(Chrome *chrome, ChromeEvent *event) {
    Str key;
    if (!json_enter_or_skip(&chrome->json, JSON_OBJECT))
        return;
    while (json_key(&chrome->json, &key)) {
        event->global_id = str_is(key, "global");
        event->id = intern_scalar(chrome);
    }
}

static void read_args(Chrome *chrome, ChromeEvent *event) {
    json_peek(&chrome->json);
    event->args = json_offset(&chrome->json);
    json_skip(&chrome->json);
}

static bool is2(Str key, const char *two) {
    return memcmp(key.data, two, 2) == 0;
}

/* Keys are told apart by length first: no other key of the format has the same length and first letters. */
static void read_key(Chrome *chrome, ChromeEvent *event, Str key) {
    Json *json = &chrome->json;
    if (key.len == 2 && is2(key, "ph"))
        event->phase = phase_of(json);
    else if (key.len == 2 && is2(key, "ts"))
        event->ts = chrome_number(json);
    else if (key.len == 2 && is2(key, "id"))
        event->id = intern_scalar(chrome);
    else if (str_is(key, "dur"))
        event->dur = chrome_number(json);
    else if (str_is(key, "pid"))
        event->pid = intern_scalar(chrome);
    else if (str_is(key, "tid"))
        event->tid = intern_scalar(chrome);
    else if (str_is(key, "cat"))
        event->category = intern_scalar(chrome);
    else if (str_is(key, "id2"))
        read_id2(chrome, event);
    else if (str_is(key, "name"))
        event->name = intern_scalar(chrome);
    else if (str_is(key, "args"))
        read_args(chrome, event);
    else
        json_skip(json);
}

bool chrome_event_read(Chrome *chrome, ChromeEvent *event) {
    Json *json = &chrome->json;
    Str key;
    *event = (ChromeEvent){.offset = json_offset(json), .frame = FRAME_NONE, .pid = chrome->zero, .tid = chrome->zero};
    source_mark(json->source);
    chrome->inside = true;
    json_enter(json, JSON_OBJECT);
    while (json_key(json, &key))
        read_key(chrome, event, key);
    chrome->inside = json->failed;
    return !json->failed;
}

bool chrome_args(Chrome *chrome, const ChromeEvent *event, uint64_t *behind) {
    Json *json = &chrome->json;
    *behind = json_offset(json);
    if (event->args == 0)
        return false;
    source_back(json->source, event->args);
    return json_peek(json) == JSON_OBJECT;
}

void chrome_args_end(Chrome *chrome, uint64_t behind) {
    source_back(chrome->json.source, behind);
}

ChromeNumber chrome_number(Json *json) {
    JsonNumber n;
    if (!json_number(json, &n) || n.overflow || n.whole > INT64_MAX)
        return (ChromeNumber){0};
    int32_t rest = (int32_t)((n.nano + 500000) / 1000000); /* billionths of a microsecond to ns */
    return (ChromeNumber){
        .whole = n.negative ? -(int64_t)n.whole : (int64_t)n.whole, .rest = n.negative ? -rest : rest, .usable = true};
}

StrId chrome_category(Chrome *chrome, const ChromeEvent *event) {
    return event->category_raw.data ? chrome_meaning(chrome, event->category_raw) : event->category;
}

/* V8's names for the garbage collector and its phases. */
static FrameKind kind_of(Str name) {
    return str_is(name, "MinorGC") || str_is(name, "MajorGC") || str_starts(name, "V8.GC") ? FRAME_GC : FRAME_CODE;
}

static FrameId new_frame(Chrome *chrome, const ChromeEvent *event) {
    StrId name = event->name ? event->name : intern_add(chrome->strings, STR("(unnamed)"));
    return frames_add(chrome->frames, &(Frame){.name = name,
                                               .module = chrome_category(chrome, event),
                                               .kind = kind_of(intern_str(chrome->strings, name))});
}

static FrameId *slot_of(Chrome *chrome, StrId name) {
    size_t known = chrome->frame_of.count;
    if (name >= known) {
        array_reserve(chrome->reading->scratch, &chrome->frame_of, (size_t)name + 1);
        chrome->frame_of.count = (size_t)name + 1;
        memset(chrome->frame_of.data + known, 0xff, (chrome->frame_of.count - known) * sizeof(FrameId));
    }
    return &chrome->frame_of.data[name];
}

FrameId chrome_frame(Chrome *chrome, const ChromeEvent *event) {
    if (event->frame != FRAME_NONE)
        return event->frame;
    FrameId *frame = slot_of(chrome, event->name);
    if (*frame == FRAME_NONE)
        *frame = new_frame(chrome, event);
    return *frame;
}

void chrome_tally(Chrome *chrome, ChromeTallyKind kind, StrId name) {
    ChromeTally *tally = &chrome->tallies[kind];
    tally->count++;
    for (int i = 0; i < tally->name_count; i++)
        if (tally->names[i] == name)
            return;
    if (tally->name_count < 4 && name)
        tally->names[tally->name_count++] = name;
}
