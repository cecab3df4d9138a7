/* Hotspots: the table of functions over the whole view, and what a row leads to. */
#include "do.h"
#include "field.h"
#include "flame.h"
#include "hot_columns.h"
#include "menu.h"
#include "panels.h"
#include "tab.h"
#include "ui/keymap.h"
#include "views.h"

static const View *table_view(const Tab *tab) {
    return tab_view_now(tab, tab_spec(tab, VIEW_HOTSPOTS));
}

/* A function was to be shown in the table. */
static void take_wish(Ui *ui, Tab *tab, const View *view) {
    for (size_t i = 0; tab->want_row != FRAME_NONE && i < tab->row_count; i++)
        if (view->hotspots->rows[tab->rows[i]].frame == tab->want_row) {
            hot_table_choose(ui, tab, (int64_t)i);
            break;
        }
    tab->want_row = FRAME_NONE;
}

void view_hotspots_draw(Ui *ui, Tab *tab, Rect area) {
    const View *view = tab_view(ui, tab, tab_spec(tab, VIEW_HOTSPOTS));
    if (!view) {
        screen_building(ui, area);
        return;
    }
    hot_table_prepare(ui, tab, view);
    take_wish(ui, tab, view);
    HotColumn columns[COLUMN_COUNT];
    Rect inner = rect_inset(area, ui_px(ui, SIDE), 0);
    HotForm form;
    int n = hot_table_layout(ui, tab, view, inner, columns, &form);
    hot_table_draw(ui, tab, view, area, columns, n, form);
    for (int i = 0; i < n; i++) {
        if (columns[i].id != COLUMN_FUNCTION || columns[i].w < ui_px(ui, 200))
            continue;
        Rect field = {columns[i].x + ui_px(ui, 90), area.y + ui_px(ui, 4), columns[i].w - ui_px(ui, 110),
                      ui_px(ui, TABLE_HEAD - 9)};
        field_draw(ui, field, FIELD_FILTER, STR("filter"), SMALL_SIZE);
    }
}

bool view_hotspots_key(Ui *ui, Tab *tab, const Input *input) {
    (void)tab;
    const char *line = keymap_find(KEYS_TABLE, input);
    return line && ui_command(ui, str_from(line), ui->now, NULL);
}

Str view_hotspots_status(Ui *ui, Tab *tab, bool left) {
    const View *view = table_view(tab);
    Arena *arena = ui->frame->arena;
    if (!view || tab->rows_of != view->hotspots)
        return (Str){0};
    if (!left)
        return (Str){0};
    static const char *const by[] = {"self time", "total time", "name", "source", "calls"};
    size_t all = view->hotspots->count;
    Str shown = count_format(arena, tab->row_count);
    Str of = tab->row_count == all ? STR("") : str_format(arena, " of %.*s", STR_ARG(count_format(arena, all)));
    Str work = hotspots_overlap(view->hotspots)
                   ? str_format(arena, " · %.*s of work, side by side",
                                STR_ARG(unit_format(arena, view->unit, view->hotspots->total)))
                   : STR("");
    return str_format(arena, "%.*s%.*s function%s · sorted by %s%.*s", STR_ARG(shown), STR_ARG(of), all == 1 ? "" : "s",
                      by[tab->sort], STR_ARG(work));
}

/* ---- commands of the table ---- */
static bool open_row(Ui *ui, Tab *tab, Err *err) {
    const Hotspot *row = hot_table_chosen(tab, table_view(tab));
    if (!row)
        return err_set(err, ERR_USAGE, "no row is chosen");
    tab->want_focus = row->frame;
    return views_show(ui, tab, views_find(STR("heavy")));
}

bool do_row(Ui *ui, Str args, Err *err) {
    Tab *tab = ui_tab(ui);
    int64_t at = tab->cursor, n, page = tab->table_height / ui_px(ui, TABLE_ROW) - 1;
    if (!tab->rows_of)
        return err_set(err, ERR_USAGE, "no table is on the screen");
    if (str_is(args, "open"))
        return open_row(ui, tab, err);
    if (str_is(args, "first"))
        at = 0;
    else if (str_is(args, "last"))
        at = (int64_t)tab->row_count - 1;
    else if (str_is(args, "+page"))
        at += page;
    else if (str_is(args, "-page"))
        at -= page;
    else if (str_is(args, "+1"))
        at++;
    else if (str_is(args, "-1"))
        at--;
    else if (str_to_i64(args, &n))
        at = n;
    else
        return err_set(err, ERR_USAGE, "no row '%.*s'", STR_ARG(args));
    hot_table_choose(ui, tab, at);
    sandwich_take(tab, hot_table_chosen(tab, table_view(tab)));
    return true;
}

bool do_hotspot(Ui *ui, Str args, Err *err) {
    (void)args;
    Tab *tab = ui_tab(ui);
    const View *view = NULL;
    tab->want_row = ui_subject(ui, &view);
    if (tab->want_row == FRAME_NONE)
        return err_set(err, ERR_USAGE, "nothing is selected");
    field_set(ui, FIELD_FILTER, (Str){0});
    return views_show(ui, tab, views_find(STR("hotspots")));
}

bool do_sort(Ui *ui, Str args, Err *err) {
    Tab *tab = ui_tab(ui);
    for (int i = 0; i < COLUMN_COUNT; i++)
        if (str_is(args, hot_column_kind((HotColumnId)i)->word) && hot_column_kind((HotColumnId)i)->sort >= 0) {
            int sort = hot_column_kind((HotColumnId)i)->sort;
            tab->ascending = sort == HOTSPOT_NAME || sort == HOTSPOT_FILE;
            tab->sort = sort;
            ui_touch(ui);
            return true;
        }
    return err_set(err, ERR_USAGE, "cannot sort by '%.*s'", STR_ARG(args));
}

bool do_filter(Ui *ui, Str args, Err *err) {
    (void)err;
    field_set(ui, FIELD_FILTER, args);
    ui_tab(ui)->table_scroll = 0;
    return true;
}
