/* Async operations: b and e (or S and F) of one (process, category, id) and name are a pair, the innermost first. Those that
 * lie open around another of the same id are its parents. n, T and p mark a moment and are only counted. */
#include "format/chrome.h"

#include "profile/span_track.h"

static const NoteKind OPEN = {"async-without-end", NOTE_WARNING, "{n} async operation{s} without an end{names}"};
static const NoteKind ORPHAN = {"async-without-begin", NOTE_WARNING, "{n} async end{s} without a begin{names}"};

/* The number of (process, category, id). */
static StrId key_of(Chrome *chrome, const ChromeEvent *event) {
    StrId parts[3] = {event->global_id ? 0 : event->pid, chrome_category(chrome, event), event->id};
    return intern_add(chrome->async.keys, (Str){(const char *)parts, sizeof parts});
}

/* The map holds operation + 1, since what is its greatest value to us marks a free place to it. */
static uint32_t innermost(const ChromeAsync *async, StrId key) {
    uint32_t at = map_get(&async->open, key);
    return at == MAP_NONE ? TREE_NONE : at - 1;
}

static void set_innermost(ChromeAsync *async, StrId key, uint32_t operation) {
    map_set(&async->open, key, operation + 1);
}

static uint32_t push(Chrome *chrome, const ChromeEvent *event, int64_t time) {
    ChromeAsync *async = &chrome->async;
    uint32_t thread = chrome_thread(chrome, event->pid, event->tid);
    array_push(chrome->reading->scratch, &async->list,
               (ChromeOperation){.id = event->id,
                                 .frame = chrome_frame(chrome, event),
                                 .start = time,
                                 .end = time,
                                 .process = chrome->threads.data[thread].process,
                                 .parent = TREE_NONE,
                                 .below = TREE_NONE,
                                 .status = OPERATION_INCOMPLETE,
                                 .detail = event->offset + 1});
    return (uint32_t)async->list.count - 1;
}

static void begin(Chrome *chrome, const ChromeEvent *event, int64_t time) {
    ChromeAsync *async = &chrome->async;
    StrId key = key_of(chrome, event);
    uint32_t above = innermost(async, key), mine = push(chrome, event, time);
    async->list.data[mine].below = async->list.data[mine].parent = above;
    set_innermost(async, key, mine);
}

/* Takes an operation out of the chain of open ones. */
static void unlink_open(ChromeAsync *async, StrId key, uint32_t operation) {
    uint32_t below = async->list.data[operation].below, at = innermost(async, key);
    if (at == operation) {
        set_innermost(async, key, below);
        return;
    }
    while (async->list.data[at].below != operation)
        at = async->list.data[at].below;
    async->list.data[at].below = below;
}

static void end(Chrome *chrome, const ChromeEvent *event, int64_t time) {
    ChromeAsync *async = &chrome->async;
    StrId key = key_of(chrome, event);
    FrameId frame = event->name ? chrome_frame(chrome, event) : FRAME_NONE;
    uint32_t at = innermost(async, key);
    while (at != TREE_NONE && frame != FRAME_NONE && async->list.data[at].frame != frame)
        at = async->list.data[at].below;
    if (at == TREE_NONE) {
        push(chrome, event, time);
        array_last(&async->list).no_start = true;
        return;
    }
    ChromeOperation *operation = &async->list.data[at];
    operation->end = time > operation->start ? time : operation->start;
    operation->status = OPERATION_SUCCESS;
    operation->closing = event->offset + 1;
    unlink_open(async, key, at);
}

void chrome_async(Chrome *chrome, const ChromeEvent *event, int64_t time) {
    if (event->phase == 'b' || event->phase == 'S')
        begin(chrome, event, time);
    else
        end(chrome, event, time);
}

bool chrome_async_first(const Chrome *chrome, int64_t *first) {
    const ChromeAsync *async = &chrome->async;
    for (size_t i = 0; i < async->list.count; i++)
        if (i == 0 || async->list.data[i].start < *first)
            *first = async->list.data[i].start;
    return async->list.count > 0;
}

static Operation operation_of(const ChromeOperation *from, const uint32_t *place, int64_t origin) {
    return (Operation){.frame = from->frame,
                       .id = from->id,
                       .start = (double)(from->start - origin),
                       .end = (double)(from->end - origin),
                       .parent = from->parent == TREE_NONE ? TREE_NONE : place[from->parent],
                       .parent_by = OPERATION_EXPLICIT,
                       .status = from->status,
                       .no_start = from->no_start,
                       .detail = from->detail,
                       .closing = from->closing};
}

static void note_open_ones(Document *document, const Operation *list, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (list[i].status == OPERATION_INCOMPLETE)
            notes_add(&document->notes, list[i].no_start ? &ORPHAN : &OPEN, 1,
                      frame_name(&document->frames, list[i].frame));
}

void chrome_async_build(const Chrome *chrome, Document *document, uint32_t process, int64_t origin) {
    const ChromeAsync *async = &chrome->async;
    Arena *scratch = arena_new();
    uint32_t *place = arena_many(scratch, uint32_t, async->list.count), count = 0;
    for (size_t i = 0; i < async->list.count; i++)
        place[i] = async->list.data[i].process == process ? count++ : TREE_NONE;
    if (count) {
        Operation *list = arena_many(document->arena, Operation, count);
        for (size_t i = 0; i < async->list.count; i++)
            if (place[i] != TREE_NONE)
                list[place[i]] = operation_of(&async->list.data[i], place, origin);
        note_open_ones(document, list, count);
        Track *track = chrome_add_track(chrome, document, chrome->processes.data[process].pid, 0, "async");
        span_track_fill(document->arena, track, list, count, true);
    }
    arena_free(scratch);
}
