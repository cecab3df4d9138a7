/* Nesting by containment: one pass with a stack of open events. An event is closed when the first one that it does not contain comes; then its
 * end, self and subtree are known. */
#include "profile/spans_parts.h"

#include "base/array.h"
#include "profile/rows.h"

typedef struct OpenEvent {
    uint32_t node;
    int64_t until;   /* up to where its children cover it */
    int64_t covered; /* by how much */
} OpenEvent;

typedef struct Nesting {
    SpanEvent *events;
    Tree *tree;
    SpanRepairs *repairs;
    const Frames *frames;
    Arena *scratch;
    Array(OpenEvent) open; /* candidates for a parent, outermost first; ends never grow towards the top */
    bool trimmed;          /* an event that may have had children */
} Nesting;

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* How much two events may overlap and still be taken for neighbours whose times were rounded. */
static int64_t tolerance(const SpanEvent *a, const SpanEvent *b) {
    int64_t part = least(a->end - a->start, b->end - b->start) / 1000;
    return part > 100 ? part : 100;
}

static void count_overlap(Nesting *n, const SpanEvent *event) {
    SpanRepairs *repairs = n->repairs;
    repairs->overlaps++;
    span_example(repairs->overlap_names, &repairs->overlap_name_count, frame_name(n->frames, event->frame));
}

/* Whether an open event contains this one, which ends later, after trimming what is only rounding. */
static bool trim(Nesting *n, SpanEvent *outer, SpanEvent *event, bool *overlaps) {
    int64_t slack = tolerance(outer, event);
    if (outer->end - event->start <= slack) {
        outer->end = event->start;
        n->trimmed = true;
        return false;
    }
    if (event->end - outer->end <= slack) {
        event->end = outer->end;
        return true;
    }
    *overlaps = true;
    return false;
}

static bool contains(Nesting *n, SpanEvent *outer, SpanEvent *event, bool *overlaps) {
    if (outer->end >= event->end)
        return outer->end > event->start || outer->start == event->start;
    return outer->end > event->start && trim(n, outer, event, overlaps);
}

/* The innermost open event is over; `behind` is the node after its subtree. */
static void close(Nesting *n, uint32_t behind) {
    OpenEvent done = array_pop(&n->open);
    const SpanEvent *event = &n->events[done.node];
    int64_t total = event->end - event->start;
    n->tree->end[done.node] = behind;
    n->tree->total[done.node] = (double)total;
    n->tree->self[done.node] = (double)(total > done.covered ? total - done.covered : 0);
    if (n->open.count == 0)
        return;
    OpenEvent *parent = &array_last(&n->open);
    int64_t from = event->start > parent->until ? event->start : parent->until;
    if (event->end > from) {
        parent->covered += event->end - from;
        parent->until = event->end;
    }
}

static uint32_t find_parent(Nesting *n, uint32_t node) {
    SpanEvent *event = &n->events[node];
    bool overlaps = false;
    while (n->open.count && !contains(n, &n->events[array_last(&n->open).node], event, &overlaps))
        close(n, node);
    if (overlaps)
        count_overlap(n, event);
    return n->open.count ? array_last(&n->open).node : TREE_NONE;
}

/* A parent was trimmed after its child had been placed: the child follows. */
static void follow(const SpanRoom *events, Tree *tree) {
    SpanEvent *list = events->data;
    for (uint32_t i = 0; i < tree->count; i++) {
        uint32_t p = tree->parent[i];
        if (p != TREE_NONE && list[i].end > list[p].end)
            list[i].end = list[p].end > list[i].start ? list[p].end : list[i].start;
        tree->total[i] = (double)(list[i].end - list[i].start);
    }
    rows_self(events->scratch, tree);
}

/* The next event, in its place below those that are open. */
static void place(Nesting *n, uint32_t node, int64_t origin) {
    Tree *tree = n->tree;
    tree->parent[node] = find_parent(n, node);
    tree->depth[node] = (uint32_t)n->open.count;
    const SpanEvent *event = &n->events[node];
    tree->frame[node] = event->frame;
    tree->start[node] = (double)(event->start - origin);
    if (tree->detail)
        tree->detail[node] = span_detail(event);
    array_push(n->scratch, &n->open, (OpenEvent){.node = node, .until = event->start});
}

void span_nest(SpanRoom *events, Tree *tree, int64_t origin, const Frames *frames, SpanRepairs *repairs) {
    Nesting n = {
        .events = events->data, .tree = tree, .repairs = repairs, .frames = frames, .scratch = events->scratch};
    for (uint32_t i = 0; i < tree->count; i++) {
        bool first = i == 0 || n.events[i - 1].start != n.events[i].start;
        if (first && i + 1 < tree->count && n.events[i + 1].start == n.events[i].start)
            span_longest_first(events, i);
        place(&n, i, origin);
    }
    while (n.open.count)
        close(&n, tree->count);
    if (n.trimmed)
        follow(events, tree);
    array_release(n.scratch, &n.open);
}
