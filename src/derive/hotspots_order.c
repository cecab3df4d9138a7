/* Sorts from the last criterion to the first: each is a stable radix sort over what the one before left. */
#include "derive/hotspots_order.h"

#include "base/intern_order.h"
#include "base/radix.h"

#include <assert.h>

typedef struct Sorter {
    Arena *scratch;
    const Hotspot *rows;
    const Frames *frames;
    size_t count;
    RadixItem *items;              /* value: index in rows */
    const uint32_t *names, *files; /* rank by StrId, of strings that occur; files NULL: not ranked yet */
} Sorter;

static StrId string_of(const Sorter *s, size_t row, bool file) {
    const Frame *frame = &s->frames->list[s->rows[row].frame];
    return file ? frame->file : frame->name;
}

static const uint32_t *rank_strings(const Sorter *s, bool file) {
    uint32_t *rank = arena_many(s->scratch, uint32_t, intern_count(s->frames->strings));
    StrId *ids = arena_many(s->scratch, StrId, s->count);
    size_t n = 0;
    for (size_t i = 0; i < s->count; i++) {
        StrId id = string_of(s, i, file);
        if (!rank[id]++)
            ids[n++] = id;
    }
    intern_sort(s->frames->strings, ids, n);
    for (size_t i = 0; i < n; i++)
        rank[ids[i]] = (uint32_t)i;
    return rank;
}

static uint64_t key_of(const Sorter *s, size_t row, HotspotSort by) {
    const Hotspot *r = &s->rows[row];
    switch (by) {
    case HOTSPOT_SELF:
        return radix_key(r->self);
    case HOTSPOT_TOTAL:
        return radix_key(r->total);
    case HOTSPOT_NAME:
        return s->names[string_of(s, row, false)];
    case HOTSPOT_FILE:
        return (uint64_t)s->files[string_of(s, row, true)] << 32 | (uint32_t)s->frames->list[r->frame].line;
    case HOTSPOT_CALLS:
        return r->calls;
    case HOTSPOT_SORTS:
        break;
    }
    return 0;
}

static void sort_by(Sorter *s, HotspotSort by, bool descending) {
    uint64_t turn = descending ? UINT64_MAX : 0;
    for (size_t i = 0; i < s->count; i++)
        s->items[i].key = key_of(s, s->items[i].value, by) ^ turn;
    radix_sort(s->scratch, s->items, s->count);
}

static uint32_t *list_of(Arena *arena, const Sorter *s) {
    uint32_t *list = arena_many(arena, uint32_t, s->count);
    for (size_t i = 0; i < s->count; i++)
        list[i] = s->items[i].value;
    return list;
}

/* What stands in items, and where a new value begins. */
static HotspotOrder take_order(Arena *arena, const Sorter *s) {
    HotspotOrder order = {list_of(arena, s), arena_many(arena, uint64_t, s->count / 64 + 1)};
    for (size_t i = 0; i < s->count; i++)
        if (i == 0 || s->items[i].key != s->items[i - 1].key)
            order.starts[i / 64] |= (uint64_t)1 << i % 64;
    return order;
}

/* ties: the rows by total, name and frame. */
static void make_orders(Arena *arena, Hotspots *out, Sorter *s, const uint32_t *ties) {
    HotspotOrder *orders = arena_many(arena, HotspotOrder, HOTSPOT_SORTS);
    s->files = rank_strings(s, true);
    for (int by = 0; by < HOTSPOT_SORTS; by++) {
        for (size_t i = 0; i < s->count; i++)
            s->items[i].value = ties[i];
        sort_by(s, (HotspotSort)by, true);
        orders[by] = take_order(arena, s);
    }
    out->orders = orders;
}

/* The rows as items stand; ties is told their new places. */
static void move_rows(Sorter *s, Hotspots *out, uint32_t *ties) {
    Hotspot *moved = arena_many(s->scratch, Hotspot, s->count);
    uint32_t *place = arena_many(s->scratch, uint32_t, s->count);
    for (size_t i = 0; i < s->count; i++) {
        moved[i] = out->rows[s->items[i].value];
        place[s->items[i].value] = (uint32_t)i;
        out->row_of[moved[i].frame] = (uint32_t)i;
    }
    for (size_t i = 0; i < s->count; i++) {
        out->rows[i] = moved[i];
        ties[i] = place[ties[i]];
    }
}

void hotspots_order_rows(Arena *arena, Hotspots *hotspots, const Frames *frames) {
    Sorter s = {.scratch = arena_new(), .rows = hotspots->rows, .frames = frames, .count = hotspots->count};
    s.items = arena_many(s.scratch, RadixItem, s.count);
    for (size_t i = 0; i < s.count; i++)
        s.items[i].value = (uint32_t)i;
    s.names = rank_strings(&s, false);
    sort_by(&s, HOTSPOT_NAME, false);
    sort_by(&s, HOTSPOT_TOTAL, true);
    uint32_t *ties = list_of(s.scratch, &s);
    sort_by(&s, HOTSPOT_SELF, true);
    move_rows(&s, hotspots, ties);
    make_orders(arena, hotspots, &s, ties);
    arena_free(s.scratch);
}

static bool starts_at(const HotspotOrder *order, size_t i) {
    return order->starts[i / 64] >> i % 64 & 1;
}

/* Upwards the groups of equal value come the other way round, each as it stands. */
void hotspots_order(const Hotspots *hotspots, HotspotSort by, bool descending, uint32_t *list) {
    assert(hotspots->orders);
    const HotspotOrder *order = &hotspots->orders[by];
    size_t n = hotspots->count, at = 0;
    if (n && descending)
        memcpy(list, order->rows, n * sizeof *list);
    for (size_t from = n, to = n; !descending && from-- > 0;) {
        if (!starts_at(order, from))
            continue;
        memcpy(list + at, order->rows + from, (to - from) * sizeof *list);
        at += to - from;
        to = from;
    }
}
