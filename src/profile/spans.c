/* Events to a tree: enters and leaves are paired, everything is sorted, and one pass with a stack of open events finds each
 * parent: the nearest event before it that ends no earlier. Sorted order is preorder already. */
#include "profile/spans.h"

#include "base/array.h"
#include "base/map.h"
#include "base/radix.h"
#include "profile/rows.h"

#include <assert.h>

enum { KIND_WHOLE, KIND_BEGIN, KIND_END, KIND_OPEN /* a begin whose end never came */ };

typedef struct Event {
    int64_t start, end; /* end of an enter or leave: unused until paired */
    uint64_t detail;
    FrameId frame;
    uint32_t kind;
} Event;

/* What the finish takes for an event: its place while all are sorted; then its node and what self and rows need. */
enum { SORTING = sizeof(Event), NESTING = TREE_NODE_SIZE };

struct Spans {
    Arena *scratch;
    Array(Event) events;
    int64_t first, last;
    size_t pledged;
    bool paired; /* has enters or leaves */
};

Spans *spans_new(Arena *scratch) {
    Spans *spans = arena_one(scratch, Spans);
    *spans = (Spans){.scratch = scratch, .first = INT64_MAX, .last = INT64_MIN};
    return spans;
}

static void push(Spans *spans, Event event) {
    assert(spans->events.count < TREE_NONE - 1);
    array_push(spans->scratch, &spans->events, event);
    size_t cost = event.kind == KIND_END ? SORTING : SORTING + NESTING;
    arena_pledge(spans->scratch, cost);
    spans->pledged += cost;
    spans->first = event.start < spans->first ? event.start : spans->first;
    spans->last = event.end > spans->last ? event.end : spans->last;
}

void spans_add(Spans *spans, FrameId frame, int64_t start, int64_t duration, uint64_t detail) {
    int64_t end = start > INT64_MAX - duration ? INT64_MAX : start + duration;
    push(spans, (Event){.start = start, .end = end, .detail = detail, .frame = frame, .kind = KIND_WHOLE});
}

void spans_begin(Spans *spans, FrameId frame, int64_t time, uint64_t detail) {
    spans->paired = true;
    push(spans, (Event){.start = time, .end = time, .detail = detail, .frame = frame, .kind = KIND_BEGIN});
}

void spans_end(Spans *spans, FrameId frame, int64_t time) {
    spans->paired = true;
    push(spans, (Event){.start = time, .end = time, .frame = frame, .kind = KIND_END});
}

Spans *spans_copy(Arena *scratch, const Spans *spans) {
    Spans *copy = spans_new(scratch);
    *copy = *spans;
    copy->scratch = scratch;
    copy->pledged = 0;
    copy->events.data = arena_grow(scratch, NULL, spans->events.count * sizeof(Event));
    copy->events.capacity = spans->events.count;
    if (spans->events.count)
        memcpy(copy->events.data, spans->events.data, spans->events.count * sizeof(Event));
    return copy;
}

void spans_append(Spans *spans, const Spans *from, const FrameId *frames) {
    size_t n = from->events.count;
    assert(spans->events.count + n < TREE_NONE);
    array_reserve(spans->scratch, &spans->events, spans->events.count + n);
    Event *to = spans->events.data + spans->events.count;
    for (size_t i = 0; i < n; i++) {
        to[i] = from->events.data[i];
        to[i].frame = to[i].frame == FRAME_NONE ? FRAME_NONE : frames[to[i].frame];
    }
    spans->events.count += n;
    spans->paired |= from->paired;
    spans->first = from->first < spans->first ? from->first : spans->first;
    spans->last = from->last > spans->last ? from->last : spans->last;
}

size_t spans_count(const Spans *spans) {
    return spans->events.count;
}

bool spans_range(const Spans *spans, int64_t *first, int64_t *last) {
    *first = spans->first;
    *last = spans->last;
    return spans->events.count > 0;
}

/* ---- sorting ---- */

static bool is_sorted(const Spans *spans) {
    for (size_t i = 1; i < spans->events.count; i++)
        if (spans->events.data[i].start < spans->events.data[i - 1].start)
            return false;
    return true;
}

/* Puts the events into the order of items. */
static void reorder(Spans *spans, const RadixItem *items) {
    size_t n = spans->events.count;
    Event *ordered = arena_grow(spans->scratch, NULL, n * sizeof *ordered);
    for (size_t i = 0; i < n; i++)
        ordered[i] = spans->events.data[items[i].value];
    arena_release(spans->scratch, spans->events.data);
    spans->events.data = ordered;
    spans->events.capacity = n;
}

/* Stable, by start. */
static void sort_by_start(Spans *spans) {
    size_t n = spans->events.count;
    if (is_sorted(spans))
        return;
    RadixItem *items = arena_grow(spans->scratch, NULL, n * sizeof *items);
    for (size_t i = 0; i < n; i++)
        items[i] = (RadixItem){radix_key_i64(spans->events.data[i].start), (uint32_t)i};
    radix_sort(spans->scratch, items, n);
    reorder(spans, items);
    arena_release(spans->scratch, items);
}

/* Events with one start: the longest first, equal ones in their old order. */
static void longest_first(Spans *spans, Event *events, size_t n) {
    RadixItem *items = arena_grow(spans->scratch, NULL, n * sizeof *items);
    Event *old = arena_grow(spans->scratch, NULL, n * sizeof *old);
    memcpy(old, events, n * sizeof *old);
    for (size_t i = 0; i < n; i++)
        items[i] = (RadixItem){~radix_key_i64(events[i].end), (uint32_t)i};
    radix_sort(spans->scratch, items, n);
    for (size_t i = 0; i < n; i++)
        events[i] = old[items[i].value];
    arena_release(spans->scratch, items);
    arena_release(spans->scratch, old);
}

/* By start, then the longest first: preorder. */
static void sort_to_nest(Spans *spans) {
    sort_by_start(spans);
    Event *events = spans->events.data;
    for (size_t i = 0, next; i < spans->events.count; i = next) {
        bool longer_behind = false;
        for (next = i + 1; next < spans->events.count && events[next].start == events[i].start; next++)
            longer_behind |= events[next].end > events[next - 1].end;
        if (longer_behind)
            longest_first(spans, events + i, next - i);
    }
}

/* ---- pairing enters with leaves ---- */

typedef struct Pairing {
    Spans *spans;
    SpanRepairs *repairs;
    const Frames *frames;
    Array(uint32_t) open; /* indices of events, outermost first */
    Map open_count;       /* frame -> how many of it are open */
    Map early;            /* frame -> closed with its enclosing one at `now`, its own leave not seen yet */
    Array(FrameId) early_list;
    int64_t now;
} Pairing;

static uint32_t *counter(Map *map, FrameId frame) {
    bool fresh;
    return map_slot(map, frame, 0, &fresh);
}

static void add_example(Str names[3], int *count, Str name) {
    for (int i = 0; i < *count; i++)
        if (str_equal(names[i], name))
            return;
    if (*count < 3)
        names[(*count)++] = name;
}

/* Time moved on: whatever was closed early at the time before was really cut short. */
static void forget_early(Pairing *p) {
    for (size_t i = 0; i < p->early_list.count; i++) {
        uint32_t *left = counter(&p->early, p->early_list.data[i]);
        p->repairs->closed_early += *left;
        *left = 0;
    }
    p->early_list.count = 0;
}

static Event *close_innermost(Pairing *p, int64_t time) {
    Event *event = &p->spans->events.data[array_pop(&p->open)];
    event->end = time;
    event->kind = KIND_WHOLE;
    --*counter(&p->open_count, event->frame);
    return event;
}

static void leave_named(Pairing *p, FrameId frame, int64_t time) {
    for (;;) {
        Event *closed = close_innermost(p, time);
        if (closed->frame == frame)
            return;
        ++*counter(&p->early, closed->frame);
        array_push(p->spans->scratch, &p->early_list, closed->frame);
    }
}

static void leave(Pairing *p, FrameId frame, int64_t time) {
    uint32_t *early = frame == FRAME_NONE ? NULL : counter(&p->early, frame);
    bool is_open = frame == FRAME_NONE ? p->open.count > 0 : *counter(&p->open_count, frame) > 0;
    if (early && *early)
        --*early;
    else if (!is_open)
        p->repairs->unmatched_ends++;
    else if (frame == FRAME_NONE)
        close_innermost(p, time);
    else
        leave_named(p, frame, time);
}

static void enter(Pairing *p, uint32_t index) {
    array_push(p->spans->scratch, &p->open, index);
    ++*counter(&p->open_count, p->spans->events.data[index].frame);
}

static void close_open_ones(Pairing *p) {
    for (size_t i = 0; i < p->open.count; i++) {
        Event *event = &p->spans->events.data[p->open.data[i]];
        event->end = p->spans->last;
        event->kind = KIND_OPEN;
        p->repairs->open++;
        add_example(p->repairs->open_names, &p->repairs->open_name_count, frame_name(p->frames, event->frame));
    }
}

static void drop_leaves(Spans *spans) {
    size_t kept = 0;
    for (size_t i = 0; i < spans->events.count; i++)
        if (spans->events.data[i].kind != KIND_END)
            spans->events.data[kept++] = spans->events.data[i];
    spans->events.count = kept;
}

static void pair_up(Spans *spans, const Frames *frames, SpanRepairs *repairs) {
    Pairing p = {.spans = spans, .repairs = repairs, .frames = frames, .now = INT64_MIN};
    p.open_count.arena = p.early.arena = spans->scratch;
    sort_by_start(spans);
    for (uint32_t i = 0; i < spans->events.count; i++) {
        const Event *event = &spans->events.data[i];
        if (event->start != p.now) {
            forget_early(&p);
            p.now = event->start;
        }
        if (event->kind == KIND_BEGIN)
            enter(&p, i);
        else if (event->kind == KIND_END)
            leave(&p, event->frame, event->start);
    }
    forget_early(&p);
    close_open_ones(&p);
    drop_leaves(spans);
}

/* ---- nesting ---- */

typedef struct Nesting {
    Event *events;
    SpanRepairs *repairs;
    const Frames *frames;
    Array(uint32_t) open; /* candidates for a parent, outermost first; ends never grow towards the top */
} Nesting;

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* How much two events may overlap and still be taken for neighbours whose times were rounded. */
static int64_t tolerance(const Event *a, const Event *b) {
    int64_t part = least(a->end - a->start, b->end - b->start) / 1000;
    return part > 100 ? part : 100;
}

static void count_overlap(Nesting *n, const Event *event) {
    n->repairs->overlaps++;
    add_example(n->repairs->overlap_names, &n->repairs->overlap_name_count, frame_name(n->frames, event->frame));
}

/* Whether an open event contains this one, after trimming what is only rounding. */
static bool contains(Event *outer, Event *event, bool *overlaps) {
    if (outer->end >= event->end)
        return outer->end > event->start || outer->start == event->start;
    if (outer->end <= event->start)
        return false;
    int64_t slack = tolerance(outer, event);
    if (outer->end - event->start <= slack) {
        outer->end = event->start;
        return false;
    }
    if (event->end - outer->end <= slack) {
        event->end = outer->end;
        return true;
    }
    *overlaps = true;
    return false;
}

static uint32_t find_parent(Nesting *n, Event *event) {
    bool overlaps = false;
    while (n->open.count && !contains(&n->events[array_last(&n->open)], event, &overlaps))
        (void)array_pop(&n->open);
    if (overlaps)
        count_overlap(n, event);
    return n->open.count ? array_last(&n->open) : TREE_NONE;
}

static void nest(Spans *spans, Tree *tree, const Frames *frames, SpanRepairs *repairs) {
    Nesting n = {.events = spans->events.data, .repairs = repairs, .frames = frames};
    for (uint32_t i = 0; i < tree->count; i++) {
        uint32_t p = find_parent(&n, &n.events[i]);
        tree->frame[i] = n.events[i].frame;
        tree->parent[i] = p;
        tree->depth[i] = p == TREE_NONE ? 0 : tree->depth[p] + 1;
        tree->end[i] = i + 1;
        array_push(spans->scratch, &n.open, i);
    }
    for (uint32_t i = tree->count; i-- > 0;) {
        uint32_t p = tree->parent[i];
        if (p != TREE_NONE && tree->end[p] < tree->end[i])
            tree->end[p] = tree->end[i];
    }
}

/* A parent may have been trimmed after its child was placed: the child follows. */
static void place(const Spans *spans, Tree *tree, int64_t origin) {
    Event *events = spans->events.data;
    for (uint32_t i = 0; i < tree->count; i++) {
        uint32_t p = tree->parent[i];
        if (p != TREE_NONE && events[i].end > events[p].end)
            events[i].end = events[p].end > events[i].start ? events[p].end : events[i].start;
        tree->start[i] = (double)(events[i].start - origin);
        tree->total[i] = (double)(events[i].end - events[i].start);
    }
}

static void keep_flags(const Spans *spans, Arena *arena, Tree *tree) {
    tree->flags = arena_many(arena, uint8_t, tree->count);
    for (uint32_t i = 0; i < tree->count; i++)
        tree->flags[i] = spans->events.data[i].kind == KIND_OPEN ? TREE_OPEN : 0;
}

static void keep_detail(const Spans *spans, Arena *arena, Tree *tree) {
    tree->detail = arena_many(arena, uint64_t, tree->count);
    for (uint32_t i = 0; i < tree->count; i++)
        tree->detail[i] = spans->events.data[i].detail;
}

void spans_finish(Spans *spans, Arena *arena, int64_t origin, bool keep_details, const Frames *frames, Track *track,
                  SpanRepairs *repairs) {
    *repairs = (SpanRepairs){0};
    arena_redeem(spans->scratch, spans->pledged);
    if (spans->paired)
        pair_up(spans, frames, repairs);
    sort_to_nest(spans);
    Tree *tree = tree_new(arena, (uint32_t)spans->events.count);
    nest(spans, tree, frames, repairs);
    place(spans, tree, origin);
    if (repairs->open)
        keep_flags(spans, arena, tree);
    if (keep_details)
        keep_detail(spans, arena, tree);
    array_release(spans->scratch, &spans->events);
    rows_self(arena, tree);
    if (repairs->overlaps)
        rows_assign(arena, tree);
    tree_seal(tree);
    track->tree = tree;
    track->kind = TRACK_EVENTS;
    track->total = tree->sum;
}
