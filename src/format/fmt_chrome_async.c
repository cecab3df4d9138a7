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

static uint64_t under(StrId key, FrameId frame) {
    return (uint64_t)key << 32 | frame;
}

/* The map holds operation + 1, since what is its greatest value to us marks a free place to it. */
static uint32_t innermost(const ChromeAsync *async, StrId key, FrameId frame) {
    uint32_t at = map_get(&async->open, under(key, frame));
    return at == MAP_NONE ? TREE_NONE : at - 1;
}

static void set_innermost(ChromeAsync *async, StrId key, FrameId frame, uint32_t operation) {
    map_set(&async->open, under(key, frame), operation + 1);
}

/* Puts a new operation behind the others of its process. */
static void add_to_process(ChromeAsync *async, ChromeProcess *process, uint32_t operation) {
    async->list.data[operation].place = process->operations;
    if (process->operations++)
        async->list.data[process->last].next = operation;
    else
        process->first = operation;
    process->last = operation;
}

static uint32_t push(Chrome *chrome, const ChromeEvent *event, int64_t time) {
    ChromeAsync *async = &chrome->async;
    uint32_t thread = chrome_thread(chrome, event->pid, event->tid), process = chrome->threads.data[thread].process;
    array_push(chrome->reading->scratch, &async->list,
               (ChromeOperation){.id = event->id,
                                 .frame = chrome_frame(chrome, event),
                                 .start = time,
                                 .end = time,
                                 .process = process,
                                 .parent = TREE_NONE,
                                 .next = TREE_NONE,
                                 .status = OPERATION_INCOMPLETE,
                                 .detail = event->offset + 1});
    add_to_process(async, &chrome->processes.data[process], (uint32_t)async->list.count - 1);
    arena_pledge(chrome->reading->scratch, SPAN_TRACK_COST);
    return (uint32_t)async->list.count - 1;
}

static void begin(Chrome *chrome, const ChromeEvent *event, int64_t time) {
    ChromeAsync *async = &chrome->async;
    StrId key = key_of(chrome, event);
    uint32_t before = innermost(async, key, FRAME_NONE), mine = push(chrome, event, time);
    ChromeOperation *operation = &async->list.data[mine];
    operation->below = operation->parent = before;
    operation->above = TREE_NONE;
    operation->same = innermost(async, key, operation->frame);
    if (before != TREE_NONE)
        async->list.data[before].above = mine;
    set_innermost(async, key, operation->frame, mine);
    set_innermost(async, key, FRAME_NONE, mine);
}

/* Takes an operation, the innermost of its name, out of the chains of open ones. */
static void unlink_open(ChromeAsync *async, StrId key, const ChromeOperation *operation) {
    set_innermost(async, key, operation->frame, operation->same);
    if (operation->below != TREE_NONE)
        async->list.data[operation->below].above = operation->above;
    if (operation->above != TREE_NONE)
        async->list.data[operation->above].below = operation->below;
    else
        set_innermost(async, key, FRAME_NONE, operation->below);
}

static void end(Chrome *chrome, const ChromeEvent *event, int64_t time) {
    ChromeAsync *async = &chrome->async;
    StrId key = key_of(chrome, event);
    uint32_t at = innermost(async, key, event->name ? chrome_frame(chrome, event) : FRAME_NONE);
    if (at == TREE_NONE) {
        push(chrome, event, time);
        array_last(&async->list).no_start = true;
        return;
    }
    ChromeOperation *operation = &async->list.data[at];
    operation->end = time > operation->start ? time : operation->start;
    operation->status = OPERATION_SUCCESS;
    operation->closing = event->offset + 1;
    unlink_open(async, key, operation);
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

static Operation operation_of(const ChromeAsync *async, const ChromeOperation *from, int64_t origin) {
    const ChromeOperation *parent = from->parent == TREE_NONE ? NULL : &async->list.data[from->parent];
    return (Operation){.frame = from->frame,
                       .id = from->id,
                       .start = (double)(from->start - origin),
                       .end = (double)(from->end - origin),
                       .parent = parent && parent->process == from->process ? parent->place : TREE_NONE,
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
    const ChromeProcess *of = &chrome->processes.data[process];
    const ChromeAsync *async = &chrome->async;
    if (!of->operations)
        return;
    Operation *list = arena_many(document->arena, Operation, of->operations);
    for (uint32_t i = of->first; i != TREE_NONE; i = async->list.data[i].next)
        list[async->list.data[i].place] = operation_of(async, &async->list.data[i], origin);
    note_open_ones(document, list, of->operations);
    Track *track = chrome_add_track(chrome, document, of->pid, 0, "async");
    span_track_fill(document->arena, track, list, of->operations, true);
}
