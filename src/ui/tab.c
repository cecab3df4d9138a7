/* Tabs: they come and go, and documents arrive in them. Their views are in tab_views.c, their tracks in tab_tracks.c. */
#include "tab.h"
#include "flame.h"
#include "reload.h"
#include "search.h"
#include "views.h"
#include "water.h"

Tab *tab_new(Ui *ui, Str path) {
    Arena *arena = arena_new();
    Tab *tab = arena_one(arena, Tab);
    tab->arena = arena;
    tab->id = ++ui->next_id;
    tab->path = str_copy(arena, path);
    tab->name = str_is(path, "-") ? STR("standard input") : str_base_name(tab->path);
    tab->views_arena = arena_new();
    tab->tracks_arena = arena_new();
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

/* A command that waits for a view of the tab that was there. */
static void give_up_waiting(Ui *ui) {
    if (ui->later_tab == 0)
        return;
    ui->later_tab = 0;
    ui_say(ui, "'%s' was given up: another file was chosen", ui->later);
    err_set(&ui->later_err, ERR_USAGE, "given up: another file was chosen");
}

void tab_activate(Ui *ui, int index) {
    if (ui->overlay == OVERLAY_MENU) /* it is of the tab, or of the tabs, that were there */
        ui->overlay = OVERLAY_NONE;
    give_up_waiting(ui);
    ui->active = index;
    ui->hover = NODE_NONE;
    ui->search.at = NODE_NONE;
    ui_touch(ui);
}

void tab_free(Tab *tab) {
    search_end(tab->filter);
    arena_free(tab->views_arena);
    arena_free(tab->tracks_arena);
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
