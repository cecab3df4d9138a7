/* Matches per frame of the document, and per view: counted, summed, and ordered for the glass. */
#include "search.h"
#include "do.h"
#include "field.h"
#include "flame.h"
#include "hot_table.h"
#include "log.h"
#include "tab.h"
#include "views.h"
#include "water.h"

bool search_active(const Ui *ui) {
    return ui->search.hits != NULL;
}

bool search_asked(const Ui *ui) {
    return ui->fields[FIELD_SEARCH].len > 0;
}

bool search_matches(const Ui *ui, FrameId frame) {
    return ui->search.hits && search_has(ui->search.hits, frame);
}

enum { STEP_MS = 8 }; /* of a frame, for a search that takes longer */

static void forget(Ui *ui) {
    Search *s = &ui->search;
    arena_reset(s->arena);
    memset(&s->views, 0, sizeof s->views);
    s->view_index = (Map){.arena = s->arena};
    s->tracks = (SearchTracks){0};
    search_end(s->found);
    s->found = NULL;
    s->found_in = NULL;
    s->hits = NULL;
    s->table = NULL;
    s->error = (Str){0};
    s->version++;
    ui_touch(ui);
}

void search_stop(Ui *ui) {
    search_end(ui->search.run);
    ui->search.run = NULL;
    ui->search.document = NULL;
    forget(ui);
}

void search_set(Ui *ui, Str text) {
    Search *s = &ui->search;
    if (text.data != ui->fields[FIELD_SEARCH].data)
        field_set(ui, FIELD_SEARCH, text);
    s->at = NODE_NONE;
    s->stepped = false;
    s->log_due = true;
    s->document = NULL; /* what was found stays lit until the new run is done */
    ui_touch(ui);
}

static void start(Ui *ui, const Document *document) {
    Search *s = &ui->search;
    Str text = field_text(&ui->fields[FIELD_SEARCH]);
    Err err = {0};
    search_end(s->run);
    s->run = text.len ? search_begin(&document->frames, text, s->match_case, &err) : NULL;
    s->document = document;
    if (!s->run || s->found_in != document)
        forget(ui);
    s->error = str_copy(s->arena, str_from(err.message));
}

static void go_on(Ui *ui) {
    Search *s = &ui->search;
    if (search_step(s->run, STEP_MS / 1e3)) {
        forget(ui);
        s->found = s->run;
        s->found_in = s->document;
        s->hits = search_hits(s->found);
        s->run = NULL;
    }
    ui_touch(ui);
}

void search_update(Ui *ui, Tab *tab) {
    Search *s = &ui->search;
    if (s->document != tab->document)
        start(ui, tab->document);
    if (s->run)
        go_on(ui);
    s->tracks.counting = false;
    if (search_active(ui) && s->found_in == tab->document && flame_current(ui) == &tab->flames[VIEW_TIME])
        search_count_tracks(ui, tab);
}

/* ---- matches in a view ---- */
static SearchView find_in(Ui *ui, const View *view) {
    Arena *arena = ui->search.arena;
    const Tree *tree = view->tree;
    SearchView v = {.view = view, .sums = search_sum(ui->search.hits, tree)};
    size_t rows = (size_t)tree->rows + 2;
    v.row_first = memset(arena_grow(arena, NULL, rows * sizeof *v.row_first), 0, rows * sizeof *v.row_first);
    v.nodes = arena_grow(arena, NULL, (v.sums.count + 1) * sizeof *v.nodes);
    for (uint32_t n = 0; n < tree->count; n++)
        if (search_has(ui->search.hits, tree->frame[n]))
            v.row_first[tree_row(tree, n) + 1]++;
    for (uint32_t r = 0; r < tree->rows; r++)
        v.row_first[r + 1] += v.row_first[r];
    uint32_t *at = memcpy(arena_grow(arena, NULL, rows * sizeof *at), v.row_first, rows * sizeof *at);
    for (uint32_t n = 0; n < tree->count; n++) /* preorder is left to right within a row */
        if (search_has(ui->search.hits, tree->frame[n]))
            v.nodes[at[tree_row(tree, n)]++] = n;
    arena_release(arena, at);
    return v;
}

/* The matches in a view; computed at the first question. NULL without a search or a tree. */
static const SearchView *search_in(Ui *ui, const View *view) {
    if (!search_active(ui) || !view || !view->tree || view->document != ui->search.found_in)
        return NULL;
    Search *s = &ui->search;
    bool fresh;
    uint32_t at = *map_slot(&s->view_index, (uintptr_t)view, (uint32_t)s->views.count, &fresh);
    if (fresh)
        array_push(s->arena, &s->views, (SearchView){0});
    if (!s->views.data[at].view)
        s->views.data[at] = find_in(ui, view);
    return &s->views.data[at];
}

void search_forget_view(Ui *ui, const View *view) {
    Search *s = &ui->search;
    uint32_t at = map_get(&s->view_index, (uintptr_t)view);
    if (at == MAP_NONE)
        return;
    arena_release(s->arena, s->views.data[at].nodes);
    arena_release(s->arena, s->views.data[at].row_first);
    s->views.data[at] = (SearchView){0};
}

uint32_t search_next_in_row(Ui *ui, const View *view, uint32_t row, double x) {
    const SearchView *v = search_in(ui, view);
    if (!v || row >= view->tree->rows)
        return TREE_NONE;
    uint32_t low = v->row_first[row], high = v->row_first[row + 1], end = high;
    while (low < high) {
        uint32_t mid = (low + high) / 2;
        if (tree_right(view->tree, v->nodes[mid]) <= x)
            low = mid + 1;
        else
            high = mid;
    }
    return low < end ? v->nodes[low] : TREE_NONE;
}

typedef struct Found {
    SearchSums sums;
    double all; /* what shares are of */
} Found;

/* Of the functions of the table; counted once. The tree beside it knows their total, a match inside a match once. */
static Found found_in_table(Ui *ui, Tab *tab, const View *table) {
    Search *s = &ui->search;
    const Hotspots *h = table->hotspots;
    if (s->table != h) {
        s->table = h;
        s->table_sums = (SearchSums){0};
        for (size_t i = 0; s->hits && i < h->count; i++)
            if (search_has(s->hits, h->rows[i].frame)) {
                s->table_sums.count++;
                s->table_sums.self += h->rows[i].self;
            }
    }
    Found f = {.sums = s->table_sums, .all = h->active};
    const SearchView *tree = search_in(ui, tab_view_now(tab, tab_spec(tab, VIEW_HEAVY)));
    f.sums.total = tree ? tree->sums.total : 0;
    return f;
}

/* The table of functions that search is about: that of the hotspots, of the sandwich while no frame of its halves is selected; else NULL. */
static const View *table_now(const Tab *tab) {
    const char *view = views_at(tab->view)->name;
    const Flame *callers = &tab->flames[VIEW_CALLERS], *callees = &tab->flames[VIEW_CALLEES];
    bool free = callers->selected.node == TREE_NONE && callees->selected.node == TREE_NONE;
    bool table = strcmp(view, "hotspots") == 0 || (strcmp(view, "sandwich") == 0 && free);
    return table ? tab_view_now(tab, tab_spec(tab, VIEW_HOTSPOTS)) : NULL;
}

/* Over the lanes of the picture, or the functions of the table. */
static Found found(Ui *ui, Tab *tab) {
    Found f = {0};
    Flame *flame = flame_current(ui);
    const View *waterfall = water_current(ui);
    if (waterfall && tab->water.of == waterfall->waterfall)
        return (Found){.sums = tab->water.lit_sums, .all = waterfall->total};
    const View *table = table_now(tab);
    if (table)
        return found_in_table(ui, tab, table);
    if (flame == &tab->flames[VIEW_TIME])
        return (Found){.sums = ui->search.tracks.sums, .all = ui->search.tracks.all};
    for (size_t i = 0; flame && i < flame->lanes.count; i++) {
        const View *view = flame->lanes.data[i].view;
        const SearchView *v = search_in(ui, view);
        if (!v)
            continue;
        f.sums.count += v->sums.count;
        f.sums.self += v->sums.self;
        f.sums.total += v->sums.total;
        f.all += view->hotspots->active;
    }
    return f;
}

void search_log(Ui *ui, Tab *tab) {
    if (!ui->search.log_due || ui_busy(ui))
        return;
    Found f = found(ui, tab);
    double part = f.sums.total > 0 ? f.sums.total : f.sums.self;
    ui->search.log_due = false;
    log_search(ui, field_text(&ui->fields[FIELD_SEARCH]), f.sums.count, f.all > 0 ? part / f.all * 100 : 0);
}

Str search_summary(Ui *ui, Tab *tab, bool in_full) {
    if (ui->search.error.len)
        return in_full ? ui->search.error : STR("bad pattern");
    if (ui->search.run)
        return STR("searching…");
    if (!search_active(ui))
        return (Str){0};
    Found f = found(ui, tab);
    Arena *arena = ui->frame->arena;
    if (!f.sums.count)
        return STR("no match");
    const char *what = water_current(ui) ? "operation" : table_now(tab) ? "function" : "frame";
    Str count = ui_count(ui, f.sums.count, what);
    Str self = percent_format(arena, f.sums.self, f.all), total = percent_format(arena, f.sums.total, f.all);
    if (!in_full)
        return str_format(arena, "%.*s · %.*s", STR_ARG(count), STR_ARG(f.sums.total > 0 ? total : self));
    Str text = field_text(&ui->fields[FIELD_SEARCH]);
    const char *match = f.sums.count == 1 ? "matches" : "match";
    if (!(f.sums.total > 0))
        return str_format(arena, "%.*s %s “%.*s”: self %.*s", STR_ARG(count), match, STR_ARG(text), STR_ARG(self));
    return str_format(arena, "%.*s %s “%.*s”: self %.*s, total %.*s", STR_ARG(count), match, STR_ARG(text),
                      STR_ARG(self), STR_ARG(total));
}

/* ---- stepping ---- */
/* The match after (or before) the current one: in preorder, lane after lane, round and round. */
static NodeRef next_match(Ui *ui, const Flame *flame, int step) {
    NodeRef at = ui->search.at;
    size_t n = flame_tree_count(ui, flame), place = flame_tree_of(ui, flame, at.lane);
    for (size_t tried = 0; n > 0 && tried <= n; tried++) {
        FlameTree t = flame_tree(ui, flame, place);
        uint32_t node = t.tree ? search_next(ui->search.hits, t.tree, at.node, step) : TREE_NONE;
        if (node != TREE_NONE)
            return (NodeRef){t.key, node};
        at.node = TREE_NONE;
        place = (place + (step > 0 ? 1 : n - 1)) % n;
    }
    return NODE_NONE;
}

/* The next row that matches, round and round; the chosen one is the first when none was stepped to. */
static bool step_row(Ui *ui, Tab *tab, const View *table, int step, Err *err) {
    if (tab->rows_of != table->hotspots)
        return err_set(err, ERR_USAGE, "the table is not there yet");
    size_t n = tab->row_count, at = tab->cursor;
    for (size_t tried = 0; tried < n; tried++) {
        if (tried || ui->search.stepped)
            at = (at + (step > 0 ? 1 : n - 1)) % n;
        if (!search_matches(ui, table->hotspots->rows[tab->rows[at]].frame))
            continue;
        ui->search.stepped = true;
        hot_table_choose(ui, tab, (int64_t)at);
        sandwich_take(tab, hot_table_chosen(tab, table));
        return true;
    }
    return err_set(err, ERR_USAGE,
                   n < table->hotspots->count ? "the filter hides what matches" : "no function matches");
}

static bool step_match(Ui *ui, int step, Err *err) {
    Tab *tab = ui_tab(ui);
    Flame *flame = flame_current(ui);
    const View *waterfall = water_current(ui);
    if (waterfall && water_asks(ui, &tab->water))
        return water_step_lit(ui, tab, waterfall, step) || err_set(err, ERR_USAGE, "no operation matches");
    if (!search_active(ui)) {
        field_open(ui, FIELD_SEARCH);
        return true;
    }
    const View *table = table_now(tab);
    if (table)
        return step_row(ui, tab, table, step, err);
    if (!flame)
        return true;
    NodeRef ref = next_match(ui, flame, step);
    if (ref.node == TREE_NONE)
        return err_set(err, ERR_USAGE, "no frame matches");
    ui->search.at = ref;
    flame_go_to(ui, flame, ref, WISH_SELECT);
    return true;
}

bool do_next_match(Ui *ui, Str args, Err *err) {
    (void)args;
    return step_match(ui, 1, err);
}

bool do_previous_match(Ui *ui, Str args, Err *err) {
    (void)args;
    return step_match(ui, -1, err);
}

bool do_find(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    ui->overlay = OVERLAY_NONE;
    field_open(ui, FIELD_SEARCH);
    return true;
}

bool do_search(Ui *ui, Str args, Err *err) {
    (void)err;
    search_set(ui, args);
    return true;
}

bool do_find_this(Ui *ui, Str args, Err *err) {
    (void)args;
    const View *view = NULL;
    FrameId frame = ui_subject(ui, &view);
    Flame *flame = flame_current(ui);
    if (frame == FRAME_NONE)
        return err_set(err, ERR_USAGE, "nothing is selected");
    search_set(ui, frame_name(&view->document->frames, frame));
    ui->search.at = flame ? flame_subject(ui, flame) : NODE_NONE;
    ui->search.stepped = !flame;
    return true;
}

bool do_match_case(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    ui->search.match_case = !ui->search.match_case;
    ui_say(ui, ui->search.match_case ? "search matches case" : "search ignores case");
    search_set(ui, field_text(&ui->fields[FIELD_SEARCH]));
    return true;
}
