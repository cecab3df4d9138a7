/* The views of a tab: asked for when first drawn, found by what they are of, kept while their document lives or until others have
 * taken their place. */
#include "reload.h"
#include "search.h"
#include "tab.h"

enum { KEEP_VIEWS = 12 }; /* of functions and ranges; the others stay with their document */

static bool same_spec(ViewSpec a, ViewSpec b) {
    bool of_function = a.kind == VIEW_CALLERS || a.kind == VIEW_CALLEES;
    return a.kind == b.kind && a.track == b.track && a.from == b.from && a.to == b.to && a.root == b.root &&
           (!of_function || a.function == b.function) && a.detail[0] == b.detail[0] && a.detail[1] == b.detail[1] &&
           a.operations.by_time == b.operations.by_time && a.operations.gap == b.operations.gap &&
           a.operations.percentile == b.operations.percentile;
}

static bool is_passing(const View *view) {
    ViewKind kind = view->spec.kind;
    return kind == VIEW_CALLERS || kind == VIEW_CALLEES || kind == VIEW_DETAIL || kind == VIEW_BYTES ||
           view->spec.to > view->spec.from;
}

/* ---- the index: by document, kind and track, since a file may have a million tracks; few views agree in those ---- */
static uint64_t key_of(const Document *document, ViewSpec spec) {
    return map_mix((uintptr_t)document ^ map_mix((uint64_t)spec.kind << 32 | (uint32_t)spec.track));
}

/* The key to look under when another view has this one. */
static uint64_t next_key(uint64_t key) {
    return map_mix(key + 1);
}

static TabView *cached(const Tab *tab, const Document *document, ViewSpec spec) {
    for (uint64_t key = key_of(document, spec);; key = next_key(key)) {
        uint32_t at = map_get(&tab->view_index, key);
        if (at == MAP_NONE)
            return NULL;
        TabView *v = &tab->views.data[at];
        if (v->view->document == document && same_spec(v->view->spec, spec))
            return v;
    }
}

static void index_view(Tab *tab, uint32_t at) {
    const View *view = tab->views.data[at].view;
    bool fresh = false;
    tab->passing += is_passing(view);
    for (uint64_t key = key_of(view->document, view->spec); !fresh; key = next_key(key))
        map_slot(&tab->view_index, key, at, &fresh);
}

/* After views have gone, and others were moved to their places. */
static void index_views(Tab *tab) {
    arena_reset(tab->views_arena);
    tab->view_index = (Map){.arena = tab->views_arena};
    tab->passing = 0;
    for (uint32_t i = 0; i < tab->views.count; i++)
        index_view(tab, i);
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

void tab_forget(Ui *ui, Tab *tab) {
    size_t oldest = SIZE_MAX;
    for (size_t i = 0; tab->passing > KEEP_VIEWS && i < tab->views.count; i++)
        if (is_passing(tab->views.data[i].view) &&
            (oldest == SIZE_MAX || tab->views.data[i].used < tab->views.data[oldest].used))
            oldest = i;
    if (oldest == SIZE_MAX || tab->views.data[oldest].used >= ui->frame_number)
        return;
    search_forget_view(ui, tab->views.data[oldest].view);
    ui_ask(ui, (UiRequest){.kind = UI_DROP_VIEW, .tab = tab->id, .view = tab->views.data[oldest].view});
    tab->views.data[oldest] = array_last(&tab->views);
    tab->views.count--;
    index_views(tab);
}

void tab_drop_document(Ui *ui, Tab *tab, const Document *document) {
    for (size_t i = tab->views.count; i-- > 0;)
        if (tab->views.data[i].view->document == document) {
            search_forget_view(ui, tab->views.data[i].view);
            tab->views.data[i] = array_last(&tab->views);
            tab->views.count--;
        }
    for (size_t i = tab->asked.count; i-- > 0;)
        if (tab->asked.data[i].document == document) {
            tab->asked.data[i] = array_last(&tab->asked);
            tab->asked.count--;
        }
    index_views(tab);
    ui_ask(ui, (UiRequest){.kind = UI_DROP_DOCUMENT, .tab = tab->id, .document = document});
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
    tab->view_index.arena = tab->views_arena;
    index_view(tab, (uint32_t)tab->views.count - 1);
    stack_view(tab, view);
    reload_check(ui, tab);
    ui_touch(ui);
}
