/* One pass over the events in time order. Per id a stack of open operations; only where two of one id are open at a time does a
 * map by (id, channel) tell them apart. */
#include "format/operation_pairs.h"

#include "base/map.h"
#include "base/radix.h"
#include "profile/span_track.h"

static const NoteKind OPEN = {"incomplete-operation", NOTE_WARNING,
                              "{n} operation{s} incomplete: started, never ended{names}"};
static const NoteKind LONE_ENDS = {"end-without-start", NOTE_WARNING, "{n} end{s} without a start{names}"};
static const NoteKind NO_PARENT = {"missing-parent", NOTE_WARNING,
                                   "{n} operation{s} with a parent that is not in the file{names}"};
static const NoteKind CYCLES = {"parent-cycle", NOTE_WARNING,
                                "{n} circle{s} of parents, each cut at its earliest operation"};

typedef struct Pairing {
    Document *document;
    Arena *scratch;
    Intern *strings;
    const PairHint *hints;
    Operation *list;
    uint32_t count;
    StrId *channel;          /* by operation */
    uint32_t *below;         /* by operation: the one of the same id that was open before it */
    uint8_t *is_open;        /* by operation */
    uint8_t *hinted;         /* by operation: its parent is known or waited for */
    uint32_t *top;           /* by id: the latest operation that may be open; TREE_NONE = none */
    uint32_t *latest;        /* by id: the latest operation: to find parents */
    uint32_t *context;       /* by async id: the latest operation that runs in it */
    Map open;                /* (id, channel) -> operation, where several of an id were open at a time */
    FrameId *frame;          /* by channel */
    Array(uint32_t) waiting; /* operations whose parent had not started when they did, with what they wait for */
    Array(StrId) awaited;
    int64_t origin;
} Pairing;

static uint32_t *none_by_id(const Pairing *p) {
    size_t bytes = intern_count(p->strings) * sizeof(uint32_t);
    return memset(arena_grow(p->scratch, NULL, bytes), 0xff, bytes);
}

/* Time order, file order within one instant; sorts only where the file is out of order. */
static void sort_events(Arena *scratch, PairInput *input) {
    PairEvent *events = input->events.data;
    size_t n = input->events.count, i = 1;
    while (i < n && events[i].time >= events[i - 1].time)
        i++;
    if (i >= n)
        return;
    RadixItem *items = arena_grow(scratch, NULL, n * sizeof *items);
    PairEvent *sorted = arena_grow(scratch, NULL, n * sizeof *sorted);
    for (i = 0; i < n; i++)
        items[i] = (RadixItem){radix_key_i64(events[i].time), (uint32_t)i};
    radix_sort(scratch, items, n);
    for (i = 0; i < n; i++)
        sorted[i] = events[items[i].value];
    arena_release(scratch, items);
    arena_release(scratch, events);
    input->events.data = sorted;
    input->events.capacity = n;
}

/* The package of a channel ("mysql2" of "mysql2:query") is its module: one hue for all its operations. */
static FrameId frame_of(Pairing *p, StrId channel) {
    if (p->frame[channel] == FRAME_NONE) {
        Str name = intern_str(p->strings, channel);
        size_t colon = str_find_char(name, ':');
        StrId module = intern_add(p->strings, colon == SIZE_MAX ? name : str_slice(name, 0, colon));
        p->frame[channel] =
            frames_add(&p->document->frames, &(Frame){.name = channel, .module = module, .kind = FRAME_CODE});
    }
    return p->frame[channel];
}

static double since(int64_t time, int64_t origin) {
    return (double)((uint64_t)time - (uint64_t)origin);
}

/* ---- parents ---- */

static void set_parent(Pairing *p, uint32_t operation, uint32_t parent, uint8_t by) {
    p->list[operation].parent = parent;
    p->list[operation].parent_by = by;
}

/* Parents by id come before async context; who has not started yet is waited for. */
static void take_hints(Pairing *p, uint32_t operation, const PairEvent *event) {
    if (!event->hint)
        return;
    const PairHint *hint = &p->hints[event->hint - 1];
    const Operation *o = &p->list[operation];
    if (hint->async)
        p->context[hint->async] = operation;
    if (p->hinted[operation])
        return;
    p->hinted[operation] = hint->parent != 0;
    if (hint->parent && p->latest[hint->parent] != TREE_NONE)
        set_parent(p, operation, p->latest[hint->parent], OPERATION_EXPLICIT);
    else if (hint->parent) {
        array_push(p->scratch, &p->waiting, operation);
        array_push(p->scratch, &p->awaited, hint->parent);
    }
    if (o->parent == TREE_NONE && hint->trigger && p->context[hint->trigger] != TREE_NONE &&
        p->context[hint->trigger] != operation)
        set_parent(p, operation, p->context[hint->trigger], OPERATION_ASYNC);
}

static void resolve_waiting(Pairing *p) {
    for (size_t w = 0; w < p->waiting.count; w++) {
        uint32_t i = p->waiting.data[w], parent = p->latest[p->awaited.data[w]];
        if (parent != TREE_NONE)
            set_parent(p, i, parent, OPERATION_EXPLICIT);
        else
            notes_add(&p->document->notes, &NO_PARENT, 1, intern_str(p->strings, p->awaited.data[w]));
    }
}

/* ---- pairing ---- */

static uint32_t add_operation(Pairing *p, const PairEvent *event) {
    uint32_t i = p->count++;
    double at = since(event->time, p->origin);
    p->list[i] = (Operation){.frame = frame_of(p, event->channel),
                             .id = event->id,
                             .label = event->label,
                             .start = at,
                             .end = at,
                             .parent = TREE_NONE,
                             .status = OPERATION_INCOMPLETE,
                             .detail = event->detail};
    p->channel[i] = event->channel;
    return i;
}

static uint64_t key_of(StrId id, StrId channel) {
    return (uint64_t)id << 32 | channel;
}

/* The latest open operation of an id, TREE_NONE when there is none; closed ones leave the stack here. */
static uint32_t open_top(Pairing *p, StrId id) {
    uint32_t i = p->top[id];
    while (i != TREE_NONE && !p->is_open[i])
        i = p->below[i];
    return p->top[id] = i;
}

/* The open operation of an id in a channel. */
static uint32_t open_in(Pairing *p, StrId id, StrId channel) {
    uint32_t top = open_top(p, id);
    if (top == TREE_NONE || p->channel[top] == channel)
        return top;
    uint32_t i = map_get(&p->open, key_of(id, channel));
    return i != MAP_NONE && p->is_open[i] ? i : TREE_NONE;
}

/* A second start of the same id and channel leaves the first one incomplete. */
static void open_operation(Pairing *p, const PairEvent *event) {
    uint32_t twin = open_in(p, event->id, event->channel), i = add_operation(p, event);
    if (twin != TREE_NONE)
        p->is_open[twin] = false;
    uint32_t top = open_top(p, event->id);
    if (top != TREE_NONE) {
        map_set(&p->open, key_of(event->id, p->channel[top]), top);
        map_set(&p->open, key_of(event->id, event->channel), i);
    }
    p->is_open[i] = true;
    p->below[i] = top;
    p->top[event->id] = i;
    take_hints(p, i, event);
    p->latest[event->id] = i;
}

static uint32_t add_lone(Pairing *p, const PairEvent *event) {
    uint32_t i = add_operation(p, event);
    p->list[i].no_start = true;
    notes_add(&p->document->notes, &LONE_ENDS, 1, intern_str(p->strings, event->channel));
    return i;
}

static void close_operation(Pairing *p, const PairEvent *event) {
    uint32_t i = open_in(p, event->id, event->channel);
    i = i != TREE_NONE ? i : open_top(p, event->id);
    bool lone = i == TREE_NONE;
    i = lone ? add_lone(p, event) : i;
    Operation *o = &p->list[i];
    p->is_open[i] = false;
    o->end = since(event->time, p->origin);
    o->status = event->type == EVENT_ERROR ? OPERATION_ERROR : lone ? OPERATION_INCOMPLETE : OPERATION_SUCCESS;
    o->closing = lone ? 0 : event->detail;
    o->error = event->type == EVENT_ERROR ? event->error : 0;
    o->label = o->label ? o->label : event->label;
    take_hints(p, i, event);
    if (lone)
        p->latest[event->id] = i;
}

/* ---- the whole ---- */

static void begin(Pairing *p, size_t events) {
    p->open.arena = p->scratch;
    p->channel = arena_grow(p->scratch, NULL, events * sizeof *p->channel);
    p->below = arena_grow(p->scratch, NULL, events * sizeof *p->below);
    p->is_open = arena_many(p->scratch, uint8_t, events);
    p->hinted = arena_many(p->scratch, uint8_t, events);
    p->top = none_by_id(p);
    p->latest = none_by_id(p);
    p->context = none_by_id(p);
    p->frame = none_by_id(p);
    p->list = arena_grow(p->scratch, NULL, events * sizeof *p->list);
}

static void add_track(Pairing *p) {
    Document *document = p->document;
    Operation *list = arena_many(document->arena, Operation, p->count);
    memcpy(list, p->list, p->count * sizeof *list);
    Track *track = document_add_track(document);
    track->name = STR("operations");
    uint64_t cycles = span_track_fill(document->arena, track, list, p->count, true);
    for (uint32_t i = 0; i < p->count; i++)
        if (list[i].status == OPERATION_INCOMPLETE && !list[i].no_start)
            notes_add(&document->notes, &OPEN, 1, frame_name(&document->frames, list[i].frame));
    if (cycles)
        notes_add(&document->notes, &CYCLES, cycles, STR(""));
    if (p->origin > (int64_t)1e17) /* later than 1973: a wall clock */
        document->origin_unix_ms = (double)p->origin / 1e6;
}

void pair_operations(Document *document, Arena *scratch, PairInput *input) {
    Pairing p = {
        .document = document, .scratch = scratch, .strings = document->frames.strings, .hints = input->hints.data};
    sort_events(scratch, input);
    p.origin = input->events.data[0].time;
    begin(&p, input->events.count);
    for (size_t i = 0; i < input->events.count; i++) {
        if (input->events.data[i].type == EVENT_START)
            open_operation(&p, &input->events.data[i]);
        else
            close_operation(&p, &input->events.data[i]);
    }
    resolve_waiting(&p);
    add_track(&p);
}
