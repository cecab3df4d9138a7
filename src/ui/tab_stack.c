/* Where the tracks of time order stand under one another: what lies above each is summed when folds or rows changed, and looked up
 * in every frame. A view that was built may know its rows and its reach better than the track did. */
#include <math.h>

#include "flame.h"
#include "tab.h"

enum { LANE_GAP = 8, AHEAD = 24 };

/* ---- heights ---- */
static int closed_height(const Ui *ui) {
    return ui_px(ui, HEADER_HEIGHT);
}

static int height_of(const Ui *ui, size_t tracks, TrackSum sum) {
    return (int)((int64_t)tracks * closed_height(ui) + (int64_t)sum.open * ui_px(ui, LANE_GAP) +
                 (int64_t)sum.rows * flame_row_height(ui));
}

int stack_height_alone(const Ui *ui, uint32_t rows) {
    return height_of(ui, 1, (TrackSum){1, rows});
}

/* ---- sums ---- */
/* Each tree lies somewhere in memory: they are asked for when a track is first opened. */
static uint32_t rows_of(const Tab *tab, size_t at) {
    uint32_t *rows = &tab->stack.rows[at];
    if (!*rows)
        *rows = 1 + tab->document->tracks.data[tab->timed[at]]->tree->rows;
    return *rows - 1;
}

static void sum_up(Tab *tab) {
    TrackStack *s = &tab->stack;
    TrackSum sum = {0};
    for (size_t i = 0; i < tab->timed_count; i++) {
        s->above[i] = sum;
        if (tab->folded[tab->timed[i]])
            continue;
        sum.open++;
        sum.rows += rows_of(tab, i);
    }
    s->above[tab->timed_count] = sum;
    s->stale = false;
}

static TrackSum above(Tab *tab, size_t at) {
    if (tab->stack.stale)
        sum_up(tab);
    return tab->stack.above[at];
}

int stack_top(const Ui *ui, Tab *tab, size_t at) {
    return height_of(ui, at, above(tab, at));
}

size_t stack_open(Tab *tab) {
    return above(tab, tab->timed_count).open;
}

size_t stack_at(const Ui *ui, Tab *tab, int y) {
    size_t low = 0, high = tab->timed_count;
    while (low + 1 < high) {
        size_t mid = low + (high - low) / 2;
        if (stack_top(ui, tab, mid) <= y)
            low = mid;
        else
            high = mid;
    }
    return low;
}

size_t stack_place(const Tab *tab, uint32_t track) {
    uint32_t place = track < tab->document->tracks.count ? tab->stack.place[track] : UINT32_MAX;
    return place < tab->timed_count ? place : tab->timed_count;
}

/* ---- the axis ---- */
static Span joined(Span a, Span b) {
    return (Span){fmin(a.from, b.from), fmax(a.to, b.to)};
}

static void join_all(Tab *tab) {
    Span all = {INFINITY, -INFINITY};
    for (size_t i = 0; i < tab->timed_count; i++)
        all = joined(all, tab->stack.reach[i]);
    tab->stack.axis = all;
}

/* Only one that reaches to an end of the axis may have held it there. */
static void set_reach(Tab *tab, size_t at, Span reach) {
    TrackStack *s = &tab->stack;
    Span was = s->reach[at];
    s->reach[at] = reach;
    if (was.from == s->axis.from || was.to == s->axis.to)
        join_all(tab);
    else
        s->axis = joined(s->axis, reach);
}

size_t stack_place_of_view(const Tab *tab, const View *view) {
    const ViewSpec *spec = &view->spec;
    bool whole = spec->kind == VIEW_TIME && !(spec->to > spec->from) && spec->track >= 0;
    return view->document == tab->document && whole ? stack_place(tab, (uint32_t)spec->track) : tab->timed_count;
}

/* ---- what changes it ---- */
void stack_view(Tab *tab, const View *view) {
    size_t at = stack_place_of_view(tab, view);
    if (at == tab->timed_count)
        return;
    Span was = tab->stack.reach[at], reach = {view->tree->left, view->tree->right};
    uint32_t rows = 1 + levels_rows(view->levels);
    tab->stack.stale |= tab->stack.rows[at] != rows && !tab->folded[tab->timed[at]];
    tab->stack.rows[at] = rows;
    if (was.from != reach.from || was.to != reach.to)
        set_reach(tab, at, reach);
}

/* Drawn in time order, beside others on one axis: those of the order that are so, and what is known of each. */
static void find_timed(Tab *tab) {
    const Document *d = tab->document;
    size_t n = d->tracks.count;
    tab->timed_count = 0;
    for (size_t i = 0; i < n; i++) {
        const Track *t = d->tracks.data[tab->order[i]];
        __builtin_prefetch(d->tracks.data[tab->order[i + AHEAD < n ? i + AHEAD : i]]);
        if (!tab_is_timed(t))
            continue;
        tab->stack.place[t->index] = (uint32_t)tab->timed_count;
        tab->stack.reach[tab->timed_count] = (Span){t->left, t->left + t->span};
        tab->timed[tab->timed_count++] = t->index;
    }
}

void stack_make(Tab *tab) {
    size_t n = tab->document->tracks.count;
    Arena *arena = tab->tracks_arena;
    TrackStack *s = &tab->stack;
    *s = (TrackStack){
        .place = arena_room(arena, (n + 1) * sizeof *s->place),
        .rows = arena_many(arena, uint32_t, n + 1),
        .above = arena_room(arena, (n + 1) * sizeof *s->above),
        .reach = arena_room(arena, (n + 1) * sizeof *s->reach),
        .stale = true,
    };
    memset(s->place, 0xff, (n + 1) * sizeof *s->place);
    tab->timed = arena_room(arena, (n + 1) * sizeof *tab->timed);
    find_timed(tab);
    join_all(tab);
    for (size_t i = 0; i < tab->views.count; i++)
        stack_view(tab, tab->views.data[i].view);
}

void tab_fold(Tab *tab, uint32_t track, bool folded) {
    tab->folded[track] = folded;
    tab->stack.stale = true;
}

void tab_fold_all(Tab *tab, bool folded) {
    memset(tab->folded, folded, tab->document->tracks.count);
    tab->stack.stale = true;
}
