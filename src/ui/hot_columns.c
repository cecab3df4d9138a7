/* Columns of the function table: widths, order, room. */
#include "hot_columns.h"
#include "hot_figure.h"

static const HotColumnKind kinds[COLUMN_COUNT] = {
    [COLUMN_RANK] = {"#", "rank", 32, -1, 5, false, false},
    [COLUMN_FUNCTION] = {"Function", "function", 0, HOTSPOT_NAME, 0, false, false},
    [COLUMN_SOURCE] = {"Source", "source", 0, HOTSPOT_FILE, 3, false, false},
    [COLUMN_SELF] = {"Self", "self", 218, HOTSPOT_SELF, 1, true, false},
    [COLUMN_TOTAL] = {"Total", "total", 198, HOTSPOT_TOTAL, 2, true, false},
    [COLUMN_CALLS] = {"Calls", "calls", 84, HOTSPOT_CALLS, 6, true, true},
    [COLUMN_AVERAGE] = {"Average", "average", 84, -1, 8, true, true},
    [COLUMN_WORST] = {"Longest", "longest", 84, -1, 9, true, true},
    [COLUMN_KIND] = {"Kind", "kind", 64, -1, 7, false, false},
    [COLUMN_READING] = {"Reading", "reading", 96, -1, 4, false, false},
};

const HotColumnKind *hot_column_kind(HotColumnId id) {
    return &kinds[id];
}

/* The user's order; the table's own where nothing was chosen. Returns how many. */
static int order_of(const Settings *s, HotColumnId *order) {
    bool chosen = s->hot_columns[0] != 0;
    int n = 0;
    for (int i = 0; i < COLUMN_COUNT; i++) {
        int id = chosen ? s->hot_columns[i] - 1 : i;
        if (id >= 0 && id < COLUMN_COUNT)
            order[n++] = (HotColumnId)id;
    }
    return n;
}

HotMeasure hot_columns_measure(const Ui *ui, Rect r, int figure) {
    HotMeasure m = {0};
    int least = ui_px(ui, 80), share = ui_px(ui, 54);
    rect_cut_right(&r, ui_px(ui, 14));
    figure = figure > least ? figure : least;
    if (r.w >= figure + share)
        m.share = rect_cut_right(&r, share);
    m.figure = rect_cut_left(&r, figure < r.w ? figure : r.w);
    rect_cut_left(&r, ui_px(ui, 10));
    if (r.w >= ui_px(ui, 20))
        m.bar = r;
    return m;
}

/* What is laid out, and for which table. */
typedef struct Layout {
    const Ui *ui;
    const Tab *tab;
    const View *view;
    HotForm form;
} Layout;

static int width_of(const Layout *l, HotColumnId id) {
    const Ui *ui = l->ui;
    int chosen = ui->settings.hot_widths[id];
    if (chosen > 0 && (!kinds[id].number || l->form == HOT_BARS))
        return ui_px(ui, chosen);
    int width = ui_px(ui, kinds[id].number && l->form != HOT_BARS ? 92 : kinds[id].width);
    if (!kinds[id].number)
        return width;
    bool bars = l->form == HOT_BARS && (id == COLUMN_SELF || id == COLUMN_TOTAL);
    int need = hot_figure_width(ui, l->tab, l->view, id, l->form) + ui_px(ui, bars ? 10 + 36 + 54 + 14 : 14);
    return need > width ? need : width;
}

/* What is left shares the room. */
static bool is_flexible(const Ui *ui, HotColumnId id) {
    return kinds[id].width == 0 && ui->settings.hot_widths[id] == 0;
}

/* Lets columns go, the least needed first, until function and source have room. */
static int drop_columns(const Layout *l, HotColumnId *order, int n, int width) {
    int least = ui_px(l->ui, l->form != HOT_BARS ? 96 : 120);
    for (;;) {
        int used = 0, worst = -1;
        for (int i = 0; i < n; i++) {
            used += is_flexible(l->ui, order[i]) ? least : width_of(l, order[i]);
            if (worst < 0 || kinds[order[i]].drop > kinds[order[worst]].drop)
                worst = i;
        }
        if (used <= width || n <= 1)
            return n;
        for (int i = worst; i + 1 < n; i++)
            order[i] = order[i + 1];
        n--;
    }
}

/* Self and total stay as figures where there is no room for their bars and shares, as short ones where that is not enough. */
static HotForm choose_form(Layout l, int width) {
    for (l.form = HOT_BARS; l.form < HOT_SHORT; l.form++) {
        int least = ui_px(l.ui, l.form == HOT_BARS ? 120 : 96);
        if (least + width_of(&l, COLUMN_SELF) + width_of(&l, COLUMN_TOTAL) <= width)
            break;
    }
    return l.form;
}

int hot_table_layout(Ui *ui, const Tab *tab, const View *view, Rect r, HotColumn *columns, HotForm *form) {
    const Hotspots *hotspots = view->hotspots;
    HotColumnId order[COLUMN_COUNT];
    int n = order_of(&ui->settings, order), kept = 0;
    for (int i = 0; i < n; i++)
        if ((!kinds[order[i]].calls || hotspots->has_calls) && (order[i] != COLUMN_SOURCE || hotspots->has_files))
            order[kept++] = order[i];
    Layout l = {ui, tab, view, HOT_BARS};
    l.form = *form = choose_form(l, r.w);
    n = drop_columns(&l, order, kept, r.w);
    int fixed = 0, flexible = 0;
    for (int i = 0; i < n; i++) {
        flexible += is_flexible(ui, order[i]);
        fixed += is_flexible(ui, order[i]) ? 0 : width_of(&l, order[i]);
    }
    int x = r.x, room = r.w > fixed ? r.w - fixed : 0;
    for (int i = 0; i < n; i++) {
        int share = order[i] == COLUMN_FUNCTION && flexible > 1 ? room * 53 / 100 : room / (flexible ? flexible : 1);
        if (order[i] == COLUMN_SOURCE && flexible > 1)
            share = room - room * 53 / 100;
        columns[i] = (HotColumn){order[i], x, is_flexible(ui, order[i]) ? share : width_of(&l, order[i])};
        x += columns[i].w;
    }
    return n;
}

/* Puts the column into the place of another, in the settings. */
static void move_column(Ui *ui, HotColumnId id, HotColumnId before) {
    HotColumnId order[COLUMN_COUNT];
    int n = order_of(&ui->settings, order), out = 0;
    int from = 0, to = 0;
    for (int i = 0; i < n; i++) {
        from = order[i] == id ? i : from;
        to = order[i] == before ? i : to;
    }
    for (int i = 0; i < n; i++) {
        if (i == to && from > to)
            ui->settings.hot_columns[out++] = (int)id + 1;
        if (order[i] != id)
            ui->settings.hot_columns[out++] = (int)order[i] + 1;
        if (i == to && from < to)
            ui->settings.hot_columns[out++] = (int)id + 1;
    }
    ui_settings_changed(ui);
}

void hot_columns_drag(Ui *ui, const Pointer *p, const HotColumn *columns, int count) {
    int at = -1;
    for (int i = 0; i < count; i++)
        if (p->x >= columns[i].x && p->x < columns[i].x + columns[i].w)
            at = i;
    bool resizes = p->part >= COLUMN_COUNT;
    HotColumnId id = (HotColumnId)(p->part % COLUMN_COUNT);
    if (resizes && p->what == POINTER_DRAG) {
        for (int i = 0; i < count; i++)
            if (columns[i].id == id) {
                double w = (columns[i].w + p->x - p->last_x) / ui->px;
                ui->settings.hot_widths[id] = (int)ui_clamp(w, 32, 900);
            }
        ui_touch(ui);
    } else if (resizes && p->what == POINTER_UP) {
        ui_settings_changed(ui);
    } else if (resizes && p->what == POINTER_CLICK && p->clicks > 1) {
        ui->settings.hot_widths[id] = 0;
        ui_settings_changed(ui);
    } else if (!resizes && p->what == POINTER_UP && p->dragged && at >= 0 && columns[at].id != id) {
        move_column(ui, id, columns[at].id);
    }
}
