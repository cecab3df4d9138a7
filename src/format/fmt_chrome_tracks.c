/* Processes and threads of a Chrome trace: their names, their order, and the tracks that come of them. */
#include "format/chrome.h"

#include <stdlib.h>

static uint32_t process_of(Chrome *chrome, StrId pid) {
    bool fresh;
    uint32_t *slot = map_slot(&chrome->process_of, pid, (uint32_t)chrome->processes.count, &fresh);
    if (fresh)
        array_push(chrome->reading->scratch, &chrome->processes, (ChromeProcess){.pid = pid});
    return *slot;
}

uint32_t chrome_thread(Chrome *chrome, StrId pid, StrId tid) {
    bool fresh;
    uint32_t *slot = map_slot(&chrome->thread_of, (uint64_t)pid << 32 | tid, (uint32_t)chrome->threads.count, &fresh);
    if (fresh)
        array_push(chrome->reading->scratch, &chrome->threads,
                   (ChromeThread){.pid = pid, .tid = tid, .process = process_of(chrome, pid)});
    return *slot;
}

/* Bytes that the track of a thread takes beside its events: titles are made twice to tell threads apart. */
enum { TRACK_COST = sizeof(Track) + sizeof(Tree) + 384 };

Spans *chrome_spans(Chrome *chrome, uint32_t index) {
    ChromeThread *thread = &chrome->threads.data[index];
    if (!thread->spans) {
        thread->spans = spans_new(chrome->events_arena);
        arena_pledge(chrome->reading->scratch, TRACK_COST);
    }
    return thread->spans;
}

/* ---- metadata ---- */

typedef struct Metadata {
    StrId text; /* args.name or args.labels */
    int64_t sort;
    bool has_sort;
} Metadata;

static Metadata read_metadata(Chrome *chrome, const ChromeEvent *event) {
    Json *json = &chrome->json;
    Metadata metadata = {0};
    uint64_t behind;
    Str key, text;
    if (chrome_args(chrome, event, &behind)) {
        json_enter(json, JSON_OBJECT);
        while (json_key(json, &key)) {
            if (str_is(key, "sort_index"))
                metadata.has_sort = json_i64(json, &metadata.sort);
            else if (!str_is(key, "name") && !str_is(key, "labels"))
                json_skip(json);
            else if (json_scalar_text(json, &text))
                metadata.text = intern_add(chrome->strings, str_trim(text));
        }
    }
    chrome_args_end(chrome, behind);
    return metadata;
}

void chrome_metadata(Chrome *chrome, const ChromeEvent *event) {
    Str what = intern_str(chrome->strings, event->name);
    Metadata metadata = read_metadata(chrome, event);
    uint32_t index = chrome_thread(chrome, event->pid, event->tid);
    ChromeThread *thread = &chrome->threads.data[index];
    ChromeProcess *process = &chrome->processes.data[thread->process];
    chrome_tally(chrome, TALLY_METADATA, 0);
    if (metadata.text && str_is(what, "process_name"))
        process->name = metadata.text;
    else if (metadata.text && str_is(what, "process_labels"))
        process->labels = metadata.text;
    else if (metadata.text && str_is(what, "thread_name"))
        thread->name = metadata.text;
    else if (metadata.has_sort && str_is(what, "process_sort_index"))
        process->sort = metadata.sort;
    else if (metadata.has_sort && str_is(what, "thread_sort_index"))
        thread->sort = metadata.sort;
}

/* ---- titles ---- */

/* The strings of a document have the ids of the reading's, also in a snapshot. */
static Str text_of(const Document *document, StrId id) {
    return intern_str(document->frames.strings, id);
}

/* "checkout.example — Renderer", "Renderer", or "process 12" where there are several. */
static Str process_title(const Chrome *chrome, const Document *document, const ChromeProcess *process) {
    Str name = text_of(document, process->name), labels = text_of(document, process->labels);
    if (name.len && labels.len)
        return str_format(document->arena, "%.*s — %.*s", STR_ARG(labels), STR_ARG(name));
    if (name.len || labels.len)
        return name.len ? name : labels;
    bool one = chrome->processes.count < 2;
    return one ? STR("") : str_format(document->arena, "process %.*s", STR_ARG(text_of(document, process->pid)));
}

static Str joined(Arena *arena, Str a, const char *between, Str b) {
    if (a.len == 0 || b.len == 0)
        return a.len ? a : b;
    return str_format(arena, "%.*s%s%.*s", STR_ARG(a), between, STR_ARG(b));
}

/* Behind the title of its process. tid 0: no thread. */
static Str thread_title(Document *document, Str process, const ChromeThread *thread) {
    Str name = text_of(document, thread->name), tid = text_of(document, thread->tid);
    if (!thread->tid)
        return process;
    if (name.len)
        return joined(document->arena, process, " · ", name);
    return str_format(document->arena, "%.*s%sthread %.*s", STR_ARG(process), process.len ? " · " : "", STR_ARG(tid));
}

/* process may be NULL: it is not known. */
static Track *add_track(const Chrome *chrome, Document *document, const ChromeProcess *process,
                        const ChromeThread *thread) {
    Track *track = document_add_track(document);
    track->title = thread_title(document, process ? process_title(chrome, document, process) : STR(""), thread);
    track->process = text_of(document, process ? process->name : 0);
    track->name = text_of(document, thread->name);
    track->pid = text_of(document, thread->pid);
    track->tid = text_of(document, thread->tid);
    return track;
}

Track *chrome_add_track(const Chrome *chrome, Document *document, StrId pid, StrId tid, const char *kind) {
    uint32_t process = map_get(&chrome->process_of, pid),
             thread = map_get(&chrome->thread_of, (uint64_t)pid << 32 | tid);
    const ChromeThread nameless = {.pid = pid, .tid = tid};
    Track *track = add_track(chrome, document, process == MAP_NONE ? NULL : &chrome->processes.data[process],
                             thread == MAP_NONE ? &nameless : &chrome->threads.data[thread]);
    track->title = joined(document->arena, track->title, " · ", str_from(kind));
    return track;
}

/* Threads that would be called the same are told apart by their tid. */
static void tell_apart(Document *document) {
    Arena *scratch = arena_new_in(document->arena);
    size_t n = document->tracks.count;
    Str *titles = arena_many(scratch, Str, n);
    StrId *ids = arena_many(scratch, StrId, n);
    uint32_t *seen = arena_many(scratch, uint32_t, n + 2);
    for (size_t i = 0; i < n; i++)
        titles[i] = document->tracks.data[i]->title;
    intern_add_many(intern_new(scratch), titles, n, ids);
    for (size_t i = 0; i < n; i++)
        seen[ids[i]]++;
    for (size_t i = 0; i < n; i++) {
        Track *track = document->tracks.data[i];
        if (seen[ids[i]] > 1 && track->tid.len)
            track->title = joined(document->arena, track->title, " ", track->tid);
    }
    arena_free(scratch);
}

/* ---- building ---- */

static const struct {
    ChromeTallyKind tally;
    NoteKind kind;
} tally_notes[] = {
    {TALLY_NO_TIME, {"no-timestamp", NOTE_WARNING, "{n} event{s} without a finite timestamp skipped{names}"}},
    {TALLY_NEGATIVE, {"negative-duration", NOTE_WARNING, "{n} event{s} with negative duration{names}, taken as 0"}},
    {TALLY_NO_DURATION,
     {"no-duration", NOTE_WARNING, "{n} complete event{s} without a usable duration{names}, taken as 0"}},
    {TALLY_NO_PHASE, {"no-phase", NOTE_WARNING, "{n} event{s} without a phase skipped{names}"}},
    {TALLY_COUNTER, {"counters", NOTE_INFO, "{n} counter value{s} not drawn{names}"}},
    {TALLY_INSTANT, {"instants", NOTE_INFO, "{n} instant event{s} not drawn{names}"}},
    {TALLY_FLOW, {"flows", NOTE_INFO, "{n} flow event{s} not drawn{names}"}},
    {TALLY_OTHER, {"other-events", NOTE_INFO, "{n} event{s} of other kinds not drawn{names}"}},
};

static void add_tally_notes(const Chrome *chrome, Document *document) {
    for (size_t i = 0; i < sizeof tally_notes / sizeof *tally_notes; i++) {
        const ChromeTally *tally = &chrome->tallies[tally_notes[i].tally];
        if (!tally->count)
            continue;
        notes_add(&document->notes, &tally_notes[i].kind, tally->count, STR(""));
        for (int k = 0; k < tally->name_count; k++)
            notes_add(&document->notes, &tally_notes[i].kind, 0, intern_str(chrome->strings, tally->names[k]));
    }
}

static void build_thread(const Chrome *chrome, ChromeNesting *nesting, const ChromeThread *thread, bool last) {
    if (!thread->spans)
        return;
    if (last)
        spans_redeem(thread->spans);
    Track *track = add_track(chrome, nesting->document, &chrome->processes.data[thread->process], thread);
    array_push(nesting->scratch, &nesting->list, (ChromeNested){.spans = thread->spans, .track = track});
}

static int64_t least(bool has, int64_t value, int64_t origin, bool any) {
    return has && (!any || value < origin) ? value : origin;
}

/* The first moment that is drawn. */
static int64_t find_origin(const Chrome *chrome) {
    int64_t origin = 0, first = 0, last;
    bool any = false;
    for (size_t i = 0; i < chrome->threads.count; i++) {
        bool has = chrome->threads.data[i].spans && spans_range(chrome->threads.data[i].spans, &first, &last);
        origin = least(has, first, origin, any);
        any |= has;
    }
    bool (*const firsts[])(const Chrome *, int64_t *) = {chrome_async_first, chrome_profile_first,
                                                         chrome_samples_first};
    for (size_t i = 0; i < 3; i++) {
        bool has = firsts[i](chrome, &first);
        origin = least(has, first, origin, any);
        any |= has;
    }
    return origin;
}

/* Where a thread goes: processes in the order they ask for, their threads likewise; ties in the order of the file. */
typedef struct Place {
    int64_t process_sort, sort;
    uint32_t process, thread;
} Place;

static int by_place(const void *a, const void *b) {
    const Place *x = a, *y = b;
    if (x->process_sort != y->process_sort)
        return x->process_sort < y->process_sort ? -1 : 1;
    if (x->process != y->process)
        return x->process < y->process ? -1 : 1;
    if (x->sort != y->sort)
        return x->sort < y->sort ? -1 : 1;
    return (x->thread > y->thread) - (x->thread < y->thread);
}

size_t chrome_build(Chrome *chrome, Document *document, bool last) {
    Arena *scratch = arena_new_in(document->arena);
    int64_t origin = find_origin(chrome);
    size_t n = chrome->threads.count;
    Place *places = arena_many(scratch, Place, n);
    for (uint32_t i = 0; i < n; i++) {
        const ChromeThread *thread = &chrome->threads.data[i];
        places[i] = (Place){chrome->processes.data[thread->process].sort, thread->sort, thread->process, i};
    }
    qsort(places, n, sizeof *places, by_place);
    ChromeProfileLists profiles = chrome_profile_lists(chrome, scratch);
    ChromeNesting nesting = {.reading = chrome->reading, .document = document, .origin = origin, .scratch = scratch};
    for (size_t i = 0; i < n; i++) {
        const ChromeThread *thread = &chrome->threads.data[places[i].thread];
        build_thread(chrome, &nesting, thread, last);
        chrome_profile_build(chrome, document, &profiles, places[i].thread, origin);
        if (i + 1 == n || places[i + 1].process != places[i].process)
            chrome_async_build(chrome, document, places[i].process, origin);
    }
    if (last) /* before most memory is needed */
        chrome_async_end(chrome);
    chrome_nest(&nesting);
    chrome_samples_build(chrome, document, origin);
    tell_apart(document);
    add_tally_notes(chrome, document);
    arena_free(scratch);
    return document->tracks.count;
}
