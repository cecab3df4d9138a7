/* Carries what the user chose from one reading of a file into the next. */
#include "reload.h"
#include "flame.h"
#include "search.h"
#include "tab.h"
#include "twins.h"
#include "views.h"

/* Of one that is gone: the busiest. */
static int same_track(Twins *twins, int track) {
    if (track < 0 || (size_t)track >= twins->from->tracks.count)
        return track < 0 ? track : 0;
    int found = twins_find(twins, (size_t)track);
    return found >= 0 ? found : twins->to->busiest ? (int)twins->to->busiest->index : 0;
}

static FrameId same_function(const Document *from, const Document *to, FrameId id) {
    if (id >= from->frames.count)
        return FRAME_NONE;
    const Frame *old = &from->frames.list[id];
    Str name = frame_name(&from->frames, id), file = frame_file(&from->frames, id);
    StrId name_id = intern_find(to->frames.strings, name), file_id = intern_find(to->frames.strings, file);
    for (size_t i = 0; i < to->frames.count; i++) {
        const Frame *f = &to->frames.list[i];
        if (f->name == name_id && f->file == file_id && f->line == old->line && f->column == old->column)
            return (FrameId)i;
    }
    return FRAME_NONE;
}

static ViewSpec same_view(Twins *twins, ViewSpec spec) {
    spec.track = same_track(twins, spec.track);
    spec.function = same_function(twins->from, twins->to, spec.function);
    return spec;
}

void reload_begin(Ui *ui, Tab *tab, const Document *document, bool final) {
    if (tab->next)
        tab_drop_document(ui, tab, tab->next);
    tab->next = document;
    tab->next_final = final;
    Arena *scratch = arena_new();
    Twins twins = twins_new(scratch, tab->document, document);
    for (size_t i = 0; i < tab->shown.count; i++) {
        ViewSpec spec = same_view(&twins, tab->shown.data[i]);
        if (spec.kind != VIEW_CALLERS && spec.kind != VIEW_CALLEES)
            tab_ask(ui, tab, document, spec);
    }
    arena_free(scratch);
    reload_check(ui, tab);
}

/* The picture on the glass: its focus by path, its range as it is. */
static void carry_flame(Tab *tab, Flame *flame, Twins *twins) {
    const View *view = flame_view(flame, flame->focus);
    NodeRef focus = NODE_NONE;
    Span all = flame->viewport.all, span = flame->viewport.aim;
    bool whole = span.from <= all.from && span.to >= all.to;
    Arena *scratch = arena_new();
    if (view) {
        Path path = flame_path(scratch, view, flame->focus.node);
        const View *next = tab_view_now(tab, same_view(twins, view->spec));
        uint32_t node = next && next->tree ? flame_resolve(next, &path) : TREE_NONE;
        if (node != TREE_NONE) {
            bool timed = view->spec.kind == VIEW_TIME;
            focus = (NodeRef){timed ? (uint32_t)next->spec.track : flame->focus.lane, node};
            span = (Span){next->tree->start[node], tree_right(next->tree, node)};
        }
    }
    arena_free(scratch);
    flame_reset(flame);
    flame->focus = focus;
    flame->resume = !whole || focus.node != TREE_NONE;
    flame->resume_span = span;
}

/* Of many tracks few are open: those are looked for, the others begin folded. */
static void carry_tracks(Tab *tab, Twins *twins, Twins *back) {
    const uint8_t *was = tab->folded;
    tab->folded = NULL;
    tab_order_tracks(tab);
    for (size_t i = 0; i < twins->to->tracks.count; i++) {
        int before = tab->folded[i] ? -1 : twins_find(back, i);
        if (before >= 0)
            tab_fold(tab, (uint32_t)i, was[before]);
    }
    for (size_t i = 0; i < twins->from->tracks.count; i++) {
        int now = was[i] ? -1 : twins_find(twins, i);
        if (now >= 0)
            tab_fold(tab, (uint32_t)now, false);
    }
    tab->track = same_track(twins, tab->track);
    tab->function = same_function(twins->from, twins->to, tab->function);
}

static void carry_choices(Tab *tab, const Document *old) {
    Arena *scratch = arena_new();
    Twins twins = twins_new(scratch, old, tab->document), back = twins_new(scratch, tab->document, old);
    carry_tracks(tab, &twins, &back);
    for (int i = 0; i < VIEW_KINDS; i++)
        carry_flame(tab, &tab->flames[i], &twins);
    arena_free(scratch);
}

static void swap(Ui *ui, Tab *tab) {
    const Document *old = tab->document;
    bool beginning = !tab->final && !tab->chosen;
    tab->document = tab->next;
    tab->records.of = NULL;
    tab->next = NULL;
    tab->final = tab->next_final;
    tab->dismissed = false;
    carry_choices(tab, old);
    search_end(tab->filter);
    tab->filter = NULL;
    tab->filter_key = 0;
    tab->rows_of = NULL;
    tab->water.of = NULL;
    tab->colors_of = NULL;
    ui->hover = NODE_NONE;
    search_stop(ui);
    ui->regions.count = 0;
    if (beginning)
        tab_defaults(tab);
    if (!views_at(tab->view)->can(tab))
        views_show(ui, tab, views_first(tab));
    tab_drop_document(ui, tab, old);
    ui_touch(ui);
}

void reload_check(Ui *ui, Tab *tab) {
    if (!tab->next)
        return;
    for (size_t i = 0; i < tab->asked.count; i++)
        if (tab->asked.data[i].document == tab->next)
            return;
    swap(ui, tab);
}
