/* One pass over the events in time order. Per id a stack of open operations; only where two of one id are open at a time do
 * maps tell what lies below the top of that stack, and which is which by (id, channel). */
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

enum { FINISH_COST = SPAN_TRACK_COST - sizeof(Operation) };
enum { IS_OPEN = 1, IS_CLOSED = 2, HAS_PARENT = 4 /* is known or waited for */ };

typedef Array(uint32_t) Numbers;

/* What is known of an id. */
typedef struct PairPlace {
    uint32_t top;    /* its latest operation that may be open; TREE_NONE = none */
    uint32_t latest; /* its latest operation: to find parents */
} PairPlace;

struct Pairing {
    Arena *scratch;
    Frames *frames;
    Intern *strings;
    Array(Operation) list;
    Array(uint8_t) state;    /* by operation: IS_OPEN ... */
    Array(PairPlace) places; /* by id */
    Numbers context;         /* by async id: the latest operation that runs in it */
    Numbers frame;           /* by channel */
    Map below;               /* operation -> the one of the same id that was open before it, where there was one */
    Map open;                /* (id, frame) -> operation, where several of an id were open at a time */
    Numbers waiting;         /* operations whose parent had not started when they did, with what they wait for */
    Array(StrId) awaited;
    uint32_t lone_ends;
    int64_t origin, now;
};

Pairing *pairing_new(Arena *scratch, Frames *frames) {
    Pairing *p = arena_one(scratch, Pairing);
    p->scratch = p->below.arena = p->open.arena = scratch;
    p->frames = frames;
    p->strings = frames->strings;
    p->now = INT64_MIN;
    return p;
}

void pairing_reserve(Pairing *p, double times) {
    size_t operations = (size_t)((double)p->list.count * times),
           strings = (size_t)((double)intern_count(p->strings) * times);
    array_reserve(p->scratch, &p->list, operations);
    array_reserve(p->scratch, &p->state, operations);
    array_reserve(p->scratch, &p->places, strings);
    intern_reserve(p->strings, strings);
}

enum { AHEAD = 64 }; /* ids are counted up: arrays by id grow by so many */

/* TREE_NONE where nothing was put. */
static uint32_t get(const Numbers *numbers, uint32_t at) {
    return at < numbers->count ? numbers->data[at] : TREE_NONE;
}

static void extend(Pairing *p, Numbers *numbers, uint32_t at) {
    size_t from = numbers->count;
    array_reserve(p->scratch, numbers, (size_t)at + AHEAD);
    numbers->count = (size_t)at + AHEAD;
    memset(numbers->data + from, 0xff, (numbers->count - from) * sizeof *numbers->data);
}

static void put(Pairing *p, Numbers *numbers, uint32_t at, uint32_t value) {
    if (at >= numbers->count)
        extend(p, numbers, at);
    numbers->data[at] = value;
}

static void add_places(Pairing *p, StrId id) {
    size_t from = p->places.count;
    array_reserve(p->scratch, &p->places, (size_t)id + AHEAD);
    p->places.count = (size_t)id + AHEAD;
    memset(p->places.data + from, 0xff, (p->places.count - from) * sizeof *p->places.data);
}

/* Good until the next call. */
static PairPlace *place_of(Pairing *p, StrId id) {
    if (id >= p->places.count)
        add_places(p, id);
    return &p->places.data[id];
}

static uint32_t latest_of(const Pairing *p, StrId id) {
    return id < p->places.count ? p->places.data[id].latest : TREE_NONE;
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
    FrameId frame = get(&p->frame, channel);
    if (frame == FRAME_NONE) {
        Str name = intern_str(p->strings, channel);
        size_t colon = str_find_char(name, ':');
        StrId module = intern_add(p->strings, colon == SIZE_MAX ? name : str_slice(name, 0, colon));
        frame = frames_add(p->frames, &(Frame){.name = channel, .module = module, .kind = FRAME_CODE});
        put(p, &p->frame, channel, frame);
    }
    return frame;
}

static double since(int64_t time, int64_t origin) {
    return (double)((uint64_t)time - (uint64_t)origin);
}

/* ---- parents ---- */

static void set_parent(Operation *operation, uint32_t parent, uint8_t by) {
    operation->parent = parent;
    operation->parent_by = by;
}

/* Parents by id come before async context; who has not started yet is waited for. */
static void take_hint(Pairing *p, uint32_t operation, const PairHint *hint) {
    Operation *o = &p->list.data[operation];
    if (hint->async)
        put(p, &p->context, hint->async, operation);
    if (p->state.data[operation] & HAS_PARENT)
        return;
    uint32_t parent = hint->parent ? latest_of(p, hint->parent) : TREE_NONE;
    uint32_t trigger = hint->trigger ? get(&p->context, hint->trigger) : TREE_NONE;
    p->state.data[operation] |= hint->parent ? HAS_PARENT : 0;
    if (parent != TREE_NONE)
        set_parent(o, parent, OPERATION_EXPLICIT);
    else if (hint->parent) {
        array_push(p->scratch, &p->waiting, operation);
        array_push(p->scratch, &p->awaited, hint->parent);
    }
    if (o->parent == TREE_NONE && trigger != TREE_NONE && trigger != operation)
        set_parent(o, trigger, OPERATION_ASYNC);
}

static bool says_something(const PairHint *hint) {
    return hint->parent | hint->async | hint->trigger; /* few do: one branch */
}

static void resolve_waiting(const Pairing *p, Document *document, Operation *list) {
    for (size_t w = 0; w < p->waiting.count; w++) {
        uint32_t parent = latest_of(p, p->awaited.data[w]);
        if (parent != TREE_NONE)
            set_parent(&list[p->waiting.data[w]], parent, OPERATION_EXPLICIT);
        else
            notes_add(&document->notes, &NO_PARENT, 1, intern_str(p->strings, p->awaited.data[w]));
    }
}

/* ---- pairing ---- */

static uint32_t add_operation(Pairing *p, const PairEvent *event) {
    double at = since(event->time, p->origin);
    array_push(p->scratch, &p->list,
               (Operation){.frame = frame_of(p, event->channel),
                           .id = event->id,
                           .label = event->label,
                           .start = at,
                           .end = at,
                           .parent = TREE_NONE,
                           .status = OPERATION_INCOMPLETE,
                           .detail = event->detail});
    array_push(p->scratch, &p->state, 0);
    arena_pledge(p->scratch, FINISH_COST);
    return (uint32_t)p->list.count - 1;
}

static uint64_t key_of(StrId id, FrameId frame) {
    return (uint64_t)id << 32 | frame;
}

static bool is_open(const Pairing *p, uint32_t operation) {
    return p->state.data[operation] & IS_OPEN;
}

/* The latest open operation of an id, TREE_NONE when there is none; closed ones leave the stack here. */
static uint32_t open_top(const Pairing *p, PairPlace *place) {
    uint32_t top = place->top;
    while (top != TREE_NONE && !is_open(p, top))
        top = map_get(&p->below, top);
    return place->top = top;
}

/* The open operation of an id in a channel; top is the latest of the id. */
static uint32_t open_in(const Pairing *p, uint32_t top, StrId id, StrId channel) {
    FrameId frame = get(&p->frame, channel);
    if (top == TREE_NONE || p->list.data[top].frame == frame)
        return top;
    uint32_t i = map_get(&p->open, key_of(id, frame));
    return i != MAP_NONE && is_open(p, i) ? i : TREE_NONE;
}

/* A second start of the same id and channel leaves the first one incomplete. */
static void open_operation(Pairing *p, const PairEvent *event, const PairHint *hint) {
    PairPlace *place = place_of(p, event->id);
    uint32_t top = open_top(p, place), twin = open_in(p, top, event->id, event->channel), i = add_operation(p, event);
    if (twin != TREE_NONE) {
        p->state.data[twin] &= (uint8_t)~IS_OPEN;
        top = open_top(p, place);
    }
    if (top != TREE_NONE) {
        map_set(&p->open, key_of(event->id, p->list.data[top].frame), top);
        map_set(&p->open, key_of(event->id, p->list.data[i].frame), i);
        map_set(&p->below, i, top);
    }
    p->state.data[i] |= IS_OPEN;
    place->top = i;
    if (says_something(hint))
        take_hint(p, i, hint);
    place->latest = i;
}

static uint32_t add_lone(Pairing *p, const PairEvent *event) {
    uint32_t i = add_operation(p, event);
    p->list.data[i].no_start = true;
    p->lone_ends++;
    return i;
}

static void close_operation(Pairing *p, const PairEvent *event, const PairHint *hint) {
    PairPlace *place = place_of(p, event->id);
    uint32_t top = open_top(p, place), i = open_in(p, top, event->id, event->channel);
    i = i != TREE_NONE ? i : top;
    bool lone = i == TREE_NONE;
    i = lone ? add_lone(p, event) : i;
    Operation *o = &p->list.data[i];
    p->state.data[i] = (uint8_t)((p->state.data[i] & ~IS_OPEN) | IS_CLOSED);
    o->end = since(event->time, p->origin);
    o->status = event->type == EVENT_ERROR ? OPERATION_ERROR : lone ? OPERATION_INCOMPLETE : OPERATION_SUCCESS;
    o->closing = lone ? 0 : event->detail;
    o->error = event->type == EVENT_ERROR ? event->error : 0;
    o->label = o->label ? o->label : event->label;
    if (says_something(hint))
        take_hint(p, i, hint);
    if (lone)
        place->latest = i;
}

bool pairing_add(Pairing *p, const PairEvent *event, const PairHint *hint) {
    if (event->time < p->now)
        return false;
    if (!p->list.count)
        p->origin = event->time;
    p->now = event->time;
    if (event->type == EVENT_START)
        open_operation(p, event, hint);
    else
        close_operation(p, event, hint);
    return true;
}

/* ---- the whole ---- */

/* Parents that started late are found, and what never ended, began or was there is noted. */
static void settle(const Pairing *p, Document *document, Operation *list) {
    for (size_t i = 0; i < p->list.count && p->lone_ends; i++)
        if (list[i].no_start)
            notes_add(&document->notes, &LONE_ENDS, 1, frame_name(&document->frames, list[i].frame));
    resolve_waiting(p, document, list);
    for (size_t i = 0; i < p->state.count; i++)
        if (!(p->state.data[i] & IS_CLOSED))
            notes_add(&document->notes, &OPEN, 1, frame_name(&document->frames, list[i].frame));
}

static void add_track(const Pairing *p, Document *document, Operation *list) {
    Track *track = document_add_track(document);
    track->name = STR("operations");
    uint64_t cycles = span_track_fill(document->arena, track, list, (uint32_t)p->list.count, true);
    if (cycles)
        notes_add(&document->notes, &CYCLES, cycles, STR(""));
    if (p->origin > (int64_t)1e17) /* later than 1973: a wall clock */
        document->origin_unix_ms = (double)p->origin / 1e6;
}

static void redeem(Pairing *p) {
    arena_redeem(p->scratch, p->list.count * FINISH_COST);
}

/* What only pairing needs: the nesting takes its place. */
static void drop_tables(Pairing *p) {
    array_release(p->scratch, &p->state);
    array_release(p->scratch, &p->places);
}

void pairing_finish(Pairing *p, Document *document) {
    Operation *list = arena_grow(p->scratch, p->list.data, p->list.count * sizeof *list);
    arena_adopt(document->arena, p->scratch, list);
    redeem(p);
    settle(p, document, list);
    drop_tables(p);
    add_track(p, document, list);
}

void pairing_drop(Pairing *p) {
    redeem(p);
    array_release(p->scratch, &p->list);
    drop_tables(p);
}

void pairing_show(const Pairing *p, Document *document) {
    Operation *list = arena_many(document->arena, Operation, p->list.count);
    memcpy(list, p->list.data, p->list.count * sizeof *list);
    settle(p, document, list);
    add_track(p, document, list);
}

void pair_operations(Document *document, Arena *scratch, PairInput *input) {
    Pairing *p = pairing_new(scratch, &document->frames);
    const PairHint none = {0};
    sort_events(scratch, input);
    for (size_t i = 0; i < input->events.count; i++) {
        const PairEvent *event = &input->events.data[i];
        pairing_add(p, event, event->hint ? &input->hints.data[event->hint - 1] : &none);
    }
    pairing_finish(p, document);
}
