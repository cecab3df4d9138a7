/* Tabs: documents come, views are asked for and cached, old readings give way to new ones without a blank frame. */
#include "tab.h"
#include "flame.h"
#include "reload.h"
#include "search.h"
#include "views.h"
#include "water.h"

enum { KEEP_VIEWS = 12 }; /* of functions and ranges; the others stay with their document */

Tab *tab_new(Ui *ui, Str path) {
    Arena *arena = arena_new();
    Tab *tab = arena_one(arena, Tab);
    tab->arena = arena;
    tab->id = ++ui->next_id;
    tab->path = str_copy(arena, path);
    tab->name = str_is(path, "-") ? STR("standard input") : str_base_name(tab->path);
    tab->rows_arena = arena_new();
    tab->function = tab->want_focus = tab->want_row = FRAME_NONE;
    tab->list_width = 470;
    water_init(&tab->water);
    for (int i = 0; i < VIEW_KINDS; i++)
        flame_reset(&tab->flames[i]);
    array_push(ui->arena, &ui->tabs, (TabSlot){tab});
    return tab;
}

Tab *tab_by_id(const Ui *ui, uint32_t id) {
    for (size_t i = 0; i < ui->tabs.count; i++)
        if (ui->tabs.data[i].tab->id == id)
            return ui->tabs.data[i].tab;
    return NULL;
}

static Str folder_of(const Tab *tab) {
    Str above = str_slice(tab->path, 0, tab->path.len - str_base_name(tab->path).len);
    return str_base_name(str_slice(above, 0, above.len ? above.len - 1 : 0));
}

Str tab_label(Arena *arena, const Ui *ui, const Tab *tab) {
    size_t same = 0, nth = 0; /* tabs that a folder does not tell apart, and this one's place among them */
    bool twin = false;
    Str folder = folder_of(tab);
    for (size_t i = 0; i < ui->tabs.count; i++) {
        const Tab *other = ui->tabs.data[i].tab;
        if (!str_equal(other->name, tab->name))
            continue;
        twin = twin || other != tab;
        if (!str_equal(folder_of(other), folder))
            continue;
        same++;
        nth = other == tab ? same : nth;
    }
    bool apart = twin && same < 2;
    if (apart && folder.len)
        return str_format(arena, "%.*s/%.*s", STR_ARG(folder), STR_ARG(tab->name));
    return twin && nth > 1 ? str_format(arena, "%.*s (%zu)", STR_ARG(tab->name), nth) : tab->name;
}

void tab_activate(Ui *ui, int index) {
    if (ui->overlay == OVERLAY_MENU) /* it is of the tab, or of the tabs, that were there */
        ui->overlay = OVERLAY_NONE;
    ui->active = index;
    ui->hover = NODE_NONE;
    ui->search.at = NODE_NONE;
    ui_touch(ui);
}

void tab_free(Tab *tab) {
    search_end(tab->filter);
    arena_free(tab->rows_arena);
    arena_free(tab->colors_arena);
    water_free(&tab->water);
    arena_free(tab->records.arena);
    arena_free(tab->arena);
}

void tab_close(Ui *ui, size_t index) {
    Tab *tab = ui->tabs.data[index].tab;
    search_stop(ui); /* it may look at what goes */
    ui_ask(ui, (UiRequest){.kind = UI_CLOSE, .tab = tab->id});
    for (size_t i = index; i + 1 < ui->tabs.count; i++)
        ui->tabs.data[i].tab = ui->tabs.data[i + 1].tab;
    ui->tabs.count--;
    int active = ui->active > (int)index ? ui->active - 1 : ui->active;
    if (active >= (int)ui->tabs.count)
        active = (int)ui->tabs.count - 1;
    tab_activate(ui, active);
    tab_free(tab);
}

/* ---- views ---- */
static bool same_spec(ViewSpec a, ViewSpec b) {
    bool of_function = a.kind == VIEW_CALLERS || a.kind == VIEW_CALLEES;
    return a.kind == b.kind && a.track == b.track && a.from == b.from && a.to == b.to && a.root == b.root &&
           (!of_function || a.function == b.function) && a.detail[0] == b.detail[0] && a.detail[1] == b.detail[1] &&
           a.operations.by_time == b.operations.by_time && a.operations.gap == b.operations.gap &&
           a.operations.percentile == b.operations.percentile;
}

static TabView *cached(const Tab *tab, const Document *document, ViewSpec spec) {
    for (size_t i = 0; i < tab->views.count; i++) {
        TabView *v = &tab->views.data[i];
        if (v->view->document == document && same_spec(v->view->spec, spec))
            return v;
    }
    return NULL;
}

/* A build of the spec is under way; for functions, any build of that kind, so that a held key does not queue hundreds. */
static bool is_asked(const Tab *tab, const Document *document, ViewSpec spec) {
    for (size_t i = 0; i < tab->asked.count; i++) {
        const TabAsk *a = &tab->asked.data[i];
        bool of_function = spec.kind == VIEW_CALLERS || spec.kind == VIEW_CALLEES;
        if (a->document == document && (same_spec(a->spec, spec) || (of_function && a->spec.kind == spec.kind)))
            return true;
    }
    return false;
}

void tab_ask(Ui *ui, Tab *tab, const Document *document, ViewSpec spec) {
    if (cached(tab, document, spec) || is_asked(tab, document, spec))
        return;
    array_push(tab->arena, &tab->asked, (TabAsk){document, spec});
    ui_ask(ui, (UiRequest){.kind = UI_BUILD, .tab = tab->id, .document = document, .spec = spec});
}

const View *tab_view_now(const Tab *tab, ViewSpec spec) {
    TabView *v = cached(tab, tab->document, spec);
    return v ? v->view : NULL;
}

const View *tab_view(Ui *ui, Tab *tab, ViewSpec spec) {
    array_push(tab->arena, &tab->shown, spec);
    TabView *v = cached(tab, tab->document, spec);
    if (v) {
        v->used = ui->frame_number;
        return v->view;
    }
    tab_ask(ui, tab, tab->document, spec);
    return NULL;
}

ViewSpec tab_spec(const Tab *tab, ViewKind kind) {
    ViewSpec spec = {.kind = kind, .track = tab->track, .function = FRAME_NONE};
    if (tab->range.to > tab->range.from) {
        spec.from = tab->range.from;
        spec.to = tab->range.to;
    }
    return spec;
}

static bool is_passing(const View *view) {
    ViewKind kind = view->spec.kind;
    return kind == VIEW_CALLERS || kind == VIEW_CALLEES || kind == VIEW_DETAIL || kind == VIEW_BYTES ||
           view->spec.to > view->spec.from;
}

void tab_forget(Ui *ui, Tab *tab) {
    size_t passing = 0, oldest = 0;
    for (size_t i = 0; i < tab->views.count; i++) {
        if (!is_passing(tab->views.data[i].view))
            continue;
        if (!passing++ || tab->views.data[i].used < tab->views.data[oldest].used)
            oldest = i;
    }
    if (passing <= KEEP_VIEWS || tab->views.data[oldest].used >= ui->frame_number)
        return;
    ui_ask(ui, (UiRequest){.kind = UI_DROP_VIEW, .tab = tab->id, .view = tab->views.data[oldest].view});
    tab->views.data[oldest] = array_last(&tab->views);
    tab->views.count--;
}

void tab_view_ready(Ui *ui, Tab *tab, const View *view) {
    for (size_t i = 0; i < tab->asked.count; i++) {
        if (tab->asked.data[i].document != view->document || !same_spec(tab->asked.data[i].spec, view->spec))
            continue;
        tab->asked.data[i] = array_last(&tab->asked);
        tab->asked.count--;
        break;
    }
    array_push(tab->arena, &tab->views, (TabView){view, ui->frame_number});
    reload_check(ui, tab);
    ui_touch(ui);
}

/* ---- documents ---- */
void tab_defaults(Tab *tab) {
    const Document *d = tab->document;
    tab->folded = NULL;
    const Track *busiest = d->busiest;
    tab->track = busiest ? (int)busiest->index : 0;
    tab_order_tracks(tab);
    tab->view = views_first(tab);
    tab->pane = views_at(tab->view)->pane;
}

void tab_document(Ui *ui, Tab *tab, const Document *document, bool final) {
    if (!tab->document) {
        tab->document = document;
        tab->state = TAB_OPEN;
        tab->final = final;
        tab_defaults(tab);
    } else {
        reload_begin(ui, tab, document, final);
    }
    if (final)
        tab->loading = false;
    ui_touch(ui);
}

void tab_failed(Ui *ui, Tab *tab, const Err *err) {
    tab->loading = false;
    tab->error = *err;
    if (tab->document)
        ui_say(ui, "%.*s could not be read again: %s", STR_ARG(tab->name), err->message);
    else
        tab->state = TAB_FAILED;
    ui_touch(ui);
}
