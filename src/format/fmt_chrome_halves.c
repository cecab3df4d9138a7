/* A big trace on two threads. A second reader begins at an event near the middle and takes what needs no memory of the first half: the
 * duration events of threads, and what is only counted. The places of all others (async operations, metadata, profiles) it
 * notes. When the first reader lands exactly on that event, the second half is joined on and the noted events are read as if
 * nothing had happened; when it does not, the place was no event of this array, and what the second reader found is thrown away. */
#include "format/chrome.h"

#include <string.h>

#ifndef CHROME_HALVES_FROM
#define CHROME_HALVES_FROM ((uint64_t)2 << 20) /* bytes that must be left: some 5 ms of reading */
#endif

/* An event that waits for the first half. What it says is kept where that is all that is asked of it; its args lie in the file. */
typedef struct NotedEvent {
    uint64_t offset;
    ChromeNumber ts;
    StrId name, id, pid, tid, category; /* of the second reader */
    char phase;                         /* 0 = it is read again */
    bool global_id;
} NotedEvent;

struct ChromeHalf {
    Chrome chrome; /* its own */
    Reading reading;
    Document document; /* only the frames of it are used */
    uint64_t from;     /* offset of its first event */
    Array(NotedEvent) noted;
    Job *job;
};

/* ---- in the second reader's thread ---- */

static bool is_operation(const ChromeEvent *event) {
    return event->phase == 'b' || event->phase == 'e' || event->phase == 'S' || event->phase == 'F';
}

/* Whether the event has to wait for the first half. */
static bool must_wait(const Chrome *chrome, const ChromeEvent *event) {
    bool may_be_profile = event->phase == 'P' || event->phase == 'I';
    return is_operation(event) || event->phase == 'M' || (may_be_profile && chrome_is_profile(chrome, event));
}

/* Its thread takes its place in the order now, as it would when all were read in turn. */
static void note_event(ChromeHalf *half, const ChromeEvent *event) {
    NotedEvent noted = {.offset = event->offset};
    if (is_operation(event))
        noted = (NotedEvent){.offset = event->offset,
                             .ts = event->ts,
                             .name = event->name,
                             .id = event->id,
                             .pid = event->pid,
                             .tid = event->tid,
                             .category = chrome_category(&half->chrome, event),
                             .phase = event->phase,
                             .global_id = event->global_id};
    array_push(half->reading.scratch, &half->noted, noted);
    if (event->phase != 'e' && event->phase != 'F')
        chrome_thread(&half->chrome, event->pid, event->tid);
}

static void *read_half(Job *job, void *input) {
    enum { TICK = 4096 };
    ChromeHalf *half = input;
    Chrome *chrome = &half->chrome;
    const ChromeEvent *event;
    while ((event = chrome_next_event(chrome))) {
        if (must_wait(chrome, event))
            note_event(half, event);
        else
            chrome_take_event(chrome, event);
        if (++chrome->events % TICK == 0 && progress_stopped(job_progress(job)))
            break;
    }
    chrome_fast_end(chrome);
    return half;
}

/* ---- finding the middle ---- */

/* Whether an event begins at p, as far as its keys tell. */
static bool is_event(Chrome *chrome, const uint8_t *p) {
    Source *source = chrome->json.source;
    const uint8_t *at = source->at;
    ChromeEvent event;
    source->at = p;
    bool is = chrome_event_fast(chrome, &event) && event.phase && event.ts.usable && event.pid != chrome->zero;
    source_unmark(source);
    source->at = at;
    return is;
}

/* Moves to the first event of the window that follows another one. */
static bool find_event(Chrome *chrome) {
    Source *source = chrome->json.source;
    bool comma = false;
    if (!source_want(source, 32 * 1024))
        return false;
    for (const uint8_t *p = source->at; p < source->end; p++) {
        if (*p == '{' && comma && is_event(chrome, p)) {
            source->at = p;
            return true;
        }
        comma = *p == ',' || (comma && (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t'));
    }
    return false;
}

/* ---- in the first reader's thread ---- */

static ChromeHalf *half_new(const Chrome *chrome, uint64_t middle) {
    Arena *arena = arena_new();
    ChromeHalf *half = arena_one(arena, ChromeHalf);
    half->document.frames = frames_new(arena);
    half->reading.scratch = arena;
    half->reading.document = &half->document;
    half->reading.source = source_second(arena, chrome->json.source, middle, chrome->reading->progress);
    if (half->reading.source) {
        chrome_start(&half->chrome, &half->reading);
        half->chrome.base = chrome->base;
        half->chrome.has_base = true;
        if (find_event(&half->chrome))
            return half;
        source_close(half->reading.source);
    }
    chrome_fast_end(&half->chrome);
    chrome_async_end(&half->chrome);
    arena_free(half->chrome.events_arena);
    arena_free(arena);
    return NULL;
}

void chrome_halve(Chrome *chrome) {
    uint64_t at = json_offset(&chrome->json), size = source_file_bytes(chrome->json.source);
    if (chrome->halved || !chrome->has_base)
        return;
    chrome->halved = true;
    if (job_processors() < 2 || at > size || size - at < CHROME_HALVES_FROM ||
        !(chrome->half = half_new(chrome, at + (size - at) / 2)))
        return;
    chrome->half->from = json_offset(&chrome->half->chrome.json);
    chrome->meet = chrome->half->from;
    chrome->half->job = job_start(read_half, chrome->half, NULL, NULL);
}

static void half_free(Chrome *chrome) {
    Arena *arena = chrome->half->reading.scratch;
    source_close(chrome->half->reading.source);
    chrome_async_end(&chrome->half->chrome);
    arena_free(chrome->half->chrome.events_arena);
    arena_free(arena);
    chrome->half = NULL;
    chrome->meet = UINT64_MAX;
}

void chrome_drop_half(Chrome *chrome) {
    if (!chrome->half)
        return;
    job_stop(chrome->half->job, JOB_CANCEL);
    job_take(chrome->half->job);
    half_free(chrome);
}

/* ---- joining ---- */

static StrId *join_strings(Chrome *to, const Chrome *from) {
    uint32_t count = intern_count(from->strings);
    StrId *ids = arena_many(from->reading->scratch, StrId, count);
    for (StrId i = 0; i < count; i++)
        ids[i] = intern_add(to->strings, intern_str(from->strings, i));
    return ids;
}

/* A function is known by its name, as chrome_frame has it. */
static FrameId *join_frames(Chrome *to, const Chrome *from, const StrId *strings) {
    FrameId *ids = arena_many(from->reading->scratch, FrameId, from->frames->count);
    FrameId unnamed = from->frame_of.count ? from->frame_of.data[0] : FRAME_NONE;
    for (FrameId i = 0; i < from->frames->count; i++) {
        const Frame *frame = &from->frames->list[i];
        StrId name = i == unnamed ? 0 : strings[frame->name];
        ids[i] =
            chrome_frame(to, &(ChromeEvent){.name = name, .frame = FRAME_NONE, .category = strings[frame->module]});
    }
    return ids;
}

static void join_threads(Chrome *to, const Chrome *from, const StrId *strings, const FrameId *frames) {
    for (size_t i = 0; i < from->threads.count; i++) {
        const ChromeThread *thread = &from->threads.data[i];
        uint32_t index = chrome_thread(to, strings[thread->pid], strings[thread->tid]);
        if (thread->spans)
            spans_join(chrome_spans(to, index), thread->spans, frames);
    }
}

static void join_tallies(Chrome *to, const Chrome *from, const StrId *strings) {
    for (int kind = 0; kind < TALLY_KINDS; kind++) {
        const ChromeTally *tally = &from->tallies[kind];
        uint64_t count = to->tallies[kind].count + tally->count;
        for (int i = 0; i < tally->name_count; i++)
            chrome_tally(to, (ChromeTallyKind)kind, strings[tally->names[i]]);
        to->tallies[kind].count = count;
    }
}

static ChromeEvent operation_of(const NotedEvent *noted, const StrId *strings) {
    return (ChromeEvent){.offset = noted->offset,
                         .frame = FRAME_NONE,
                         .ts = noted->ts,
                         .name = strings[noted->name],
                         .id = strings[noted->id],
                         .pid = strings[noted->pid],
                         .tid = strings[noted->tid],
                         .category = strings[noted->category],
                         .phase = noted->phase,
                         .global_id = noted->global_id};
}

/* The event at an offset, through a window that jumps from one to the next; NULL when the reader failed. */
static const ChromeEvent *event_at(Chrome *chrome, uint64_t offset) {
    Source *source = chrome->json.source;
    uint64_t end = source->base + (uint64_t)(source->end - source->origin);
    if (offset >= end)
        source_seek(source, offset);
    else
        source_back(source, offset);
    return chrome_one_event(chrome);
}

static void take_noted(Chrome *chrome, ChromeHalf *half, const StrId *strings) {
    Json *json = &chrome->json;
    Source *source = json->source;
    json->source = source_second(half->reading.scratch, source, half->from, NULL);
    for (size_t i = 0; json->source && i < half->noted.count && !json->failed; i++) {
        const NotedEvent *noted = &half->noted.data[i];
        ChromeEvent operation = operation_of(noted, strings);
        const ChromeEvent *event = noted->phase ? &operation : event_at(chrome, noted->offset);
        if (event)
            chrome_take_event(chrome, event);
    }
    if (json->source)
        source_close(json->source);
    json->source = source;
}

/* Where and how the second reader ended is where and how the whole ended. */
static void take_end(Chrome *chrome, const Chrome *end) {
    Json *json = &chrome->json;
    source_seek(json->source, json_offset(&end->json));
    json->source->err = end->json.source->err;
    chrome->inside = end->inside;
    chrome->events += end->events;
    if (json->failed)
        return;
    json->failed = end->json.failed;
    json->truncated = end->json.truncated;
    json->failed_at = end->json.failed_at;
    json->why = end->json.why;
}

void chrome_join_half(Chrome *chrome) {
    ChromeHalf *half = job_take(chrome->half->job);
    const Chrome *second = &half->chrome;
    const StrId *strings = join_strings(chrome, second);
    const FrameId *frames = join_frames(chrome, second, strings);
    join_threads(chrome, second, strings, frames);
    join_tallies(chrome, second, strings);
    take_noted(chrome, half, strings);
    take_end(chrome, second);
    arena_absorb(chrome->events_arena, half->chrome.events_arena); /* its events are ours now */
    half->chrome.events_arena = NULL;
    half_free(chrome);
}
