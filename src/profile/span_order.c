/* Events by start: sorted by its digits, unless they stand so. */
#include "base/radix.h"
#include "profile/spans_parts.h"

#include <string.h>

static bool is_ordered(const SpanRoom *events) {
    for (size_t i = 1; i < events->count; i++)
        if (events->data[i].start < events->data[i - 1].start)
            return false;
    return true;
}

/* Room for another order. */
static void make_room(SpanRoom *events) {
    size_t n = events->capacity;
    if (events->other)
        return;
    events->other = arena_grow(events->scratch, NULL, n * sizeof *events->other);
}

/* What is in `other` are the events now. */
static void turn_over(SpanRoom *events) {
    SpanEvent *old = events->data;
    events->data = events->other;
    events->other = old;
}

/* ---- any order ---- */

static void order_by_digits(SpanRoom *events) {
    Arena *scratch = events->scratch;
    size_t n = events->count;
    RadixItem *items = arena_grow(scratch, NULL, n * sizeof *items);
    for (size_t i = 0; i < n; i++)
        items[i] = (RadixItem){radix_key_i64(events->data[i].start), (uint32_t)i};
    radix_sort(scratch, items, n);
    make_room(events);
    for (size_t i = 0; i < n; i++)
        events->other[i] = events->data[items[i].value];
    turn_over(events);
    arena_release(scratch, items);
}

void span_order(SpanRoom *events) {
    if (is_ordered(events))
        return;
    order_by_digits(events);
}

/* ---- events of one start ---- */

static void longest_first_of_few(SpanEvent *events, size_t n) {
    for (size_t i = 1; i < n; i++) {
        SpanEvent event = events[i];
        size_t at = i;
        for (; at > 0 && events[at - 1].end < event.end; at--)
            events[at] = events[at - 1];
        events[at] = event;
    }
}

static void longest_first_of_many(Arena *scratch, SpanEvent *events, size_t n) {
    RadixItem *items = arena_grow(scratch, NULL, n * sizeof *items);
    SpanEvent *old = arena_grow(scratch, NULL, n * sizeof *old);
    memcpy(old, events, n * sizeof *old);
    for (size_t i = 0; i < n; i++)
        items[i] = (RadixItem){~radix_key_i64(events[i].end), (uint32_t)i};
    radix_sort(scratch, items, n);
    for (size_t i = 0; i < n; i++)
        events[i] = old[items[i].value];
    arena_release(scratch, items);
    arena_release(scratch, old);
}

void span_longest_first(SpanRoom *all, size_t from) {
    enum { FEW = 16 };
    SpanEvent *events = all->data;
    bool longer_behind = false;
    size_t next = from + 1;
    for (; next < all->count && events[next].start == events[from].start; next++)
        longer_behind |= events[next].end > events[next - 1].end;
    if (longer_behind && next - from <= FEW)
        longest_first_of_few(events + from, next - from);
    else if (longer_behind)
        longest_first_of_many(all->scratch, events + from, next - from);
}
