/* Async operations: b and e (or S and F) of one (process, category, id) and name are a pair, the innermost first. Those that
 * lie open around another of the same id are its parents. n, T and p mark a moment and are only counted. */
#include "format/chrome.h"

#include "profile/span_track.h"

#include <string.h>

static const NoteKind OPEN = {"async-without-end", NOTE_WARNING, "{n} async operation{s} without an end{names}"};
static const NoteKind ORPHAN = {"async-without-begin", NOTE_WARNING, "{n} async end{s} without a begin{names}"};

void chrome_async_start(Chrome *chrome) {
    Arena *arena = arena_new_in(chrome->reading->scratch);
    chrome->async = (ChromeAsync){.arena = arena, .more = intern_new(arena), .named.arena = arena};
}

void chrome_async_end(Chrome *chrome) {
    arena_free(chrome->async.arena);
    chrome->async = (ChromeAsync){0};
}

static uint32_t add_key(Chrome *chrome, ChromeAsyncKey key) {
    key.frame = FRAME_NONE;
    key.named = key.open = TREE_NONE;
    array_push(chrome->async.arena, &chrome->async.keys, key);
    return (uint32_t)chrome->async.keys.count - 1;
}

/* 1 + the first key with this id. */
static uint32_t *first_of(Chrome *chrome, StrId id) {
    ChromeAsync *async = &chrome->async;
    size_t known = async->key_of.count;
    if (id >= known) {
        array_reserve(async->arena, &async->key_of, (size_t)id + 1);
        async->key_of.count = (size_t)id + 1;
        memset(async->key_of.data + known, 0, (async->key_of.count - known) * sizeof(uint32_t));
    }
    return &async->key_of.data[id];
}

void chrome_async_ask(const Chrome *chrome, StrId id) {
    if (id < chrome->async.key_of.count)
        __builtin_prefetch(&chrome->async.key_of.data[id]);
}

void chrome_async_ask_key(const Chrome *chrome, StrId id) {
    uint32_t key = id < chrome->async.key_of.count ? chrome->async.key_of.data[id] : 0;
    if (key)
        __builtin_prefetch(&chrome->async.keys.data[key - 1]);
}

/* A key whose id has another one. */
static uint32_t other_key(Chrome *chrome, ChromeAsyncKey key) {
    ChromeAsync *async = &chrome->async;
    StrId parts[3] = {key.pid, key.category, key.id};
    StrId at = intern_add(async->more, (Str){(const char *)parts, sizeof parts});
    while (async->more_of.count < at) /* new; the empty string that every table begins with is none */
        array_push(async->arena, &async->more_of, add_key(chrome, key));
    return async->more_of.data[at - 1];
}

/* The number of (process, category, id). */
static uint32_t key_of(Chrome *chrome, const ChromeEvent *event) {
    ChromeAsyncKey key = {
        .pid = event->global_id ? 0 : event->pid, .category = chrome_category(chrome, event), .id = event->id};
    uint32_t *first = first_of(chrome, key.id);
    if (*first == 0)
        return (*first = add_key(chrome, key) + 1) - 1;
    const ChromeAsyncKey *known = &chrome->async.keys.data[*first - 1];
    return known->pid == key.pid && known->category == key.category ? *first - 1 : other_key(chrome, key);
}

static uint64_t under(uint32_t key, FrameId frame) {
    return (uint64_t)key << 32 | frame;
}

/* The innermost open operation of a function. The map holds operation + 1, since what is its greatest value to us marks a free place to it. */
static uint32_t innermost(const ChromeAsync *async, uint32_t key, FrameId frame) {
    if (async->keys.data[key].frame == frame)
        return async->keys.data[key].named;
    uint32_t at = map_get(&async->named, under(key, frame));
    return at == MAP_NONE ? TREE_NONE : at - 1;
}

static void set_innermost(ChromeAsync *async, uint32_t key, FrameId frame, uint32_t operation) {
    ChromeAsyncKey *of = &async->keys.data[key];
    if (of->frame == FRAME_NONE)
        of->frame = frame;
    if (of->frame == frame)
        of->named = operation;
    else
        map_set(&async->named, under(key, frame), operation + 1);
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
    array_push(async->arena, &async->list,
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
    uint32_t key = key_of(chrome, event), mine = push(chrome, event, time), before = async->keys.data[key].open;
    ChromeOperation *operation = &async->list.data[mine];
    operation->below = operation->parent = before;
    operation->above = TREE_NONE;
    operation->same = innermost(async, key, operation->frame);
    if (before != TREE_NONE)
        async->list.data[before].above = mine;
    set_innermost(async, key, operation->frame, mine);
    async->keys.data[key].open = mine;
}

/* Takes an operation, the innermost of its name, out of the chains of open ones. */
static void unlink_open(ChromeAsync *async, uint32_t key, const ChromeOperation *operation) {
    set_innermost(async, key, operation->frame, operation->same);
    if (operation->below != TREE_NONE)
        async->list.data[operation->below].above = operation->above;
    if (operation->above != TREE_NONE)
        async->list.data[operation->above].below = operation->below;
    else
        async->keys.data[key].open = operation->below;
}

static void end(Chrome *chrome, const ChromeEvent *event, int64_t time) {
    ChromeAsync *async = &chrome->async;
    uint32_t key = key_of(chrome, event);
    uint32_t at = event->name ? innermost(async, key, chrome_frame(chrome, event)) : async->keys.data[key].open;
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
