/* Tracks of a tab: which are drawn in time order, in which order, folded or not. */
#include "base/radix.h"
#include "flame.h"
#include "tab.h"

enum {
    UNFOLDED = 4, /* how many tracks begin open when there are many */
    TALL = 16,    /* rows of operations from which a track would push others out of sight */
};

/* Tall tracks of operations come behind all others. */
static double busy_of(const Document *d, uint32_t track) {
    const Track *t = d->tracks.data[track];
    return t->operations.count && t->tree->rows > TALL ? -1 / (1 + t->total) : t->total;
}

enum { AHEAD = 24 }; /* of a million tracks each lies in a block of its own: many are asked for at a time */

/* The times side by side. */
static double *busy_list(Arena *arena, const Document *d) {
    size_t n = d->tracks.count;
    double *busy = arena_many(arena, double, n + 1);
    for (size_t i = 0; i < n; i++) {
        __builtin_prefetch(d->tracks.data[i + AHEAD < n ? i + AHEAD : i]);
        busy[i] = busy_of(d, (uint32_t)i);
    }
    return busy;
}

/* The busiest few stay open. */
static void fold_quiet(Tab *tab, const double *busy) {
    size_t n = tab->document->tracks.count;
    if (n <= UNFOLDED + 1)
        return;
    memset(tab->folded, 1, n);
    for (int open = 0; open < UNFOLDED; open++) {
        size_t best = n;
        for (size_t i = 0; i < n; i++)
            if (tab->folded[i] && (best == n || busy[i] > busy[best]))
                best = i;
        tab->folded[best] = 0;
    }
}

/* The busiest first, those alike as the file has them. */
static void sort_by_busy(Arena *scratch, const double *busy, uint32_t *order, size_t n) {
    RadixItem *items = arena_many(scratch, RadixItem, n + 1);
    for (uint32_t i = 0; i < n; i++)
        items[i] = (RadixItem){~radix_key(busy[i]), i};
    radix_sort(scratch, items, n);
    for (size_t i = 0; i < n; i++)
        order[i] = items[i].value;
}

void tab_order_tracks(Tab *tab) {
    size_t n = tab->document->tracks.count;
    Arena *scratch = arena_new();
    const double *busy = busy_list(scratch, tab->document);
    if (!tab->folded) {
        tab->folded = arena_many(tab->arena, uint8_t, n + 1);
        fold_quiet(tab, busy);
        tab->order_busy = n > UNFOLDED + 1; /* what matters comes first; a command brings the file's order */
    }
    arena_reset(tab->tracks_arena);
    tab->order = arena_many(tab->tracks_arena, uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++)
        tab->order[i] = i;
    if (tab->order_busy)
        sort_by_busy(scratch, busy, tab->order, n);
    stack_make(tab);
    arena_free(scratch);
}

size_t tab_time_tracks(Arena *arena, const Tab *tab, const uint32_t **tracks) {
    const Document *d = tab->document;
    bool alone = tab->track >= 0 && !tab_is_timed(d->tracks.data[tab->track]);
    *tracks = tab->timed;
    if (!alone && tab->timed_count)
        return tab->timed_count;
    uint32_t *one = arena_one(arena, uint32_t);
    *one = tab->track >= 0 ? (uint32_t)tab->track : 0;
    *tracks = one;
    return d->tracks.count ? 1 : 0;
}

void tab_choose_track(Ui *ui, Tab *tab, int track) {
    tab->chosen = true;
    if (tab->track == track)
        return;
    tab->track = track;
    flame_reset(&tab->flames[VIEW_HEAVY]);
    flame_reset(&tab->flames[VIEW_INVERTED]);
    flame_reset(&tab->flames[VIEW_CALLERS]);
    flame_reset(&tab->flames[VIEW_CALLEES]);
    if (track >= 0 && !tab_is_timed(tab->document->tracks.data[track]))
        flame_reset(&tab->flames[VIEW_TIME]);
    ui->hover = NODE_NONE;
    ui->search.at = NODE_NONE;
    tab->table_scroll = 0;
    tab->cursor = 0;
    ui_touch(ui);
}

Str tab_track_title(const Tab *tab) {
    if (tab->track < 0)
        return STR("all tracks");
    return tab_title_of(tab, tab->document->tracks.data[tab->track]);
}

Str tab_title_of(const Tab *tab, const Track *track) {
    bool nameless = tab->document->tracks.count == 1 && !track->name.len && !track->process.len;
    return nameless ? tab->document->format_label : track->title;
}

FrameId tab_function(const Tab *tab, Str name) {
    const Frames *frames = &tab->document->frames;
    for (FrameId i = 0; i < frames->count; i++)
        if (str_equal(frame_name(frames, i), name))
            return i;
    return FRAME_NONE;
}
