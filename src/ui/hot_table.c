/* Rows of the function table, and how they are drawn. */
#include <math.h>

#include "base/map.h"
#include "derive/hotspots_order.h"
#include "field.h"
#include "flame.h"
#include "hot_columns.h"
#include "hot_figure.h"
#include "layout/label.h"
#include "search.h"

/* ---- which rows, in which order ---- */
static void take_rows(Tab *tab, const Hotspots *h) {
    arena_reset(tab->rows_arena);
    tab->sorted = arena_many(tab->rows_arena, uint32_t, h->count + 1);
    tab->rows = arena_many(tab->rows_arena, uint32_t, h->count + 1);
    tab->rows_of = h;
    tab->most = (Hotspot){0};
    for (size_t i = 0; i < h->count; i++) {
        const Hotspot *row = &h->rows[i];
        tab->most.self = fmax(tab->most.self, row->self);
        tab->most.total = fmax(tab->most.total, row->total);
        tab->most.calls = row->calls > tab->most.calls ? row->calls : tab->most.calls;
        tab->most.max = tab->most.average = fmax(tab->most.max, row->max); /* fmax passes over NAN */
    }
}

enum { STEP_MS = 8 }; /* of a frame, for a filter that takes longer */

/* Looks for what passes, some milliseconds a frame. False while it goes on. */
static bool filter_ready(Ui *ui, Tab *tab, const Document *document, Str text) {
    uint64_t key = map_mix(str_hash(text) ^ map_mix((uintptr_t)document));
    if (tab->filter_key != key) {
        search_end(tab->filter);
        tab->filter = text.len ? search_begin(&document->frames, text, false, NULL) : NULL;
        tab->filter_key = key;
        tab->filter_done = !tab->filter;
    }
    if (!tab->filter_done) {
        tab->filter_done = search_step(tab->filter, STEP_MS / 1e3);
        ui_touch(ui);
    }
    return tab->filter_done;
}

/* Rows that pass, a bit each: made in the order of memory, since a walk over a million rows in any other costs a cache miss each. */
static uint64_t *passing(Arena *scratch, const Tab *tab, const Hotspots *h) {
    uint64_t *bits = arena_many(scratch, uint64_t, h->count / 64 + 1);
    const SearchHits *hits = tab->filter ? search_hits(tab->filter) : NULL;
    for (size_t i = 0; hits && i < h->count; i++)
        bits[i / 64] |= (uint64_t)search_has(hits, h->rows[i].frame) << i % 64;
    return bits;
}

/* chosen: a row of the table, which keeps the cursor. */
static void filter_rows(Tab *tab, const View *view, bool asked, uint32_t chosen) {
    const Hotspots *h = view->hotspots;
    Arena *scratch = arena_new();
    const uint64_t *bits = asked ? passing(scratch, tab, h) : NULL;
    tab->row_count = 0;
    tab->cursor = 0;
    for (size_t i = 0; i < h->count; i++) {
        uint32_t row = tab->sorted[i];
        if (bits && !(bits[row / 64] >> row % 64 & 1))
            continue;
        if (row == chosen)
            tab->cursor = (uint32_t)tab->row_count;
        tab->rows[tab->row_count++] = row;
    }
    arena_free(scratch);
}

/* While a filter is looked for, the rows of the one before stay; another table shows all of its rows. */
void hot_table_prepare(Ui *ui, Tab *tab, const View *view) {
    Str filter = field_text(&ui->fields[FIELD_FILTER]);
    bool ready = filter_ready(ui, tab, view->document, filter);
    uint64_t order = (uint64_t)tab->sort * 2 + tab->ascending, key = ready ? map_mix(tab->filter_key + order) : 0;
    bool same = tab->rows_of == view->hotspots;
    if (same && (tab->rows_key == key || (!ready && tab->sorted_by == order)))
        return;
    uint32_t chosen = same && tab->cursor < tab->row_count ? tab->rows[tab->cursor] : UINT32_MAX;
    if (!same)
        take_rows(tab, view->hotspots);
    if (!same || tab->sorted_by != order)
        hotspots_order(view->hotspots, (HotspotSort)tab->sort, !tab->ascending, tab->sorted);
    tab->sorted_by = order;
    tab->rows_key = key;
    filter_rows(tab, view, ready && filter.len > 0, chosen);
}

const Hotspot *hot_table_chosen(const Tab *tab, const View *view) {
    bool good = view && tab->rows_of == view->hotspots && tab->cursor < tab->row_count;
    return good ? &view->hotspots->rows[tab->rows[tab->cursor]] : NULL;
}

void hot_table_choose(Ui *ui, Tab *tab, int64_t to) {
    int64_t last = (int64_t)tab->row_count - 1;
    to = to > last ? last : to;
    tab->cursor = (uint32_t)(to < 0 ? 0 : to);
    double row = ui_px(ui, TABLE_ROW), top = tab->cursor * row;
    if (tab->table_height >= row)
        tab->table_scroll = ui_clamp(tab->table_scroll, top + row - tab->table_height, top);
    else /* not drawn yet: some rows above it */
        tab->table_scroll = top - 8 * row;
    ui_touch(ui);
}

/* ---- cells ---- */
typedef struct Cell {
    Ui *ui;
    Tab *tab;
    const View *view;
    const Hotspot *row;
    size_t index;
    Rect r;
    HotForm form;
    HotForm forms[COLUMN_COUNT]; /* of the figures in each column */
    int widths[COLUMN_COUNT];    /* of the longest of them */
} Cell;

static void cell_text(Cell *c, Color color, Str text) {
    ui_text_cut(c->ui, c->r, ui_style(c->ui, FONT_UI, TEXT_SIZE), color, text);
}

static void cell_figure(Cell *c, HotColumnId id, Color color) {
    Rect r = c->r;
    rect_cut_right(&r, ui_px(c->ui, 14));
    hot_figure_draw(c->ui, r, c->forms[id], color, hot_figure_unit(c->view, id), hot_figure_value(c->row, id));
}

static void cell_function(Cell *c) {
    Ui *ui = c->ui;
    Rect chip = rect_cut_left(&c->r, ui_px(ui, 12));
    draw_rect(ui->list, rect_centred((Rect){chip.x, chip.y, ui_px(ui, 4), chip.h}, ui_px(ui, 4), ui_px(ui, 12)),
              flame_frame_color(ui, c->tab, c->row->frame));
    rect_cut_right(&c->r, ui_px(ui, 10));
    bool match = search_active(ui) && search_matches(ui, c->row->frame);
    bool quiet = search_active(ui) && !match;
    ui_name_cut(c->ui, c->r, ui_style(c->ui, FONT_UI, TEXT_SIZE),
                match   ? ui->theme->accent
                : quiet ? ui->theme->muted
                        : ui->theme->text,
                frame_name(&c->view->document->frames, c->row->frame));
}

static void cell_source(Cell *c) {
    Ui *ui = c->ui;
    const Frames *frames = &c->view->document->frames;
    TextStyle mono = ui_style(ui, FONT_MONO, SMALL_SIZE);
    Str place = frame_place(ui->frame->arena, frames, c->row->frame, false);
    if (!place.len && frames->list[c->row->frame].kind != FRAME_CODE)
        place = str_from(frame_kind_word(frames->list[c->row->frame].kind));
    rect_cut_right(&c->r, ui_px(ui, 10));
    draw_text_in(ui->list, c->r, ALIGN_LEFT, mono, ui->theme->muted,
                 label_fit_path(ui->frame->arena, ui->list->metrics, mono, place, c->r.w));
}

/* value, bar, share: columns of their own width, aligned over all rows. most: a full bar. */
static void cell_measure(Cell *c, HotColumnId id, double most, Color color) {
    Ui *ui = c->ui;
    if (c->form != HOT_BARS) {
        cell_figure(c, id, ui->theme->text);
        return;
    }
    double value = hot_figure_value(c->row, id);
    HotMeasure m = hot_columns_measure(ui, c->r, c->widths[id]);
    hot_figure_draw(ui, m.figure, c->forms[id], ui->theme->text, c->view->unit, value);
    ui_text(ui, m.share, ALIGN_RIGHT, SMALL_SIZE, ui->theme->muted,
            percent_format(ui->frame->arena, value, c->view->hotspots->active));
    if (m.bar.w && most > 0)
        ui_share_bar(ui, rect_centred(m.bar, m.bar.w, ui_px(ui, 7)), value / most, color);
}

static void draw_cell(Cell *c, HotColumnId id) {
    const Theme *t = c->ui->theme;
    Arena *arena = c->ui->frame->arena;
    const char *reading;
    switch (id) {
    case COLUMN_RANK:
        ui_text(c->ui, c->r, ALIGN_LEFT, SMALL_SIZE, t->faint, str_format(arena, "%zu", c->index + 1));
        return;
    case COLUMN_FUNCTION:
        cell_function(c);
        return;
    case COLUMN_SOURCE:
        cell_source(c);
        return;
    case COLUMN_SELF:
        cell_measure(c, id, c->tab->most.self, t->accent);
        return;
    case COLUMN_TOTAL:
        cell_measure(c, id, c->view->hotspots->active, t->total);
        return;
    case COLUMN_CALLS:
    case COLUMN_AVERAGE:
    case COLUMN_WORST:
        cell_figure(c, id, t->muted);
        return;
    case COLUMN_KIND:
        cell_text(c, t->muted, str_from(frame_kind_word(c->view->document->frames.list[c->row->frame].kind)));
        return;
    case COLUMN_READING:
        reading = hotspot_reading(c->view->hotspots, c->row);
        if (reading)
            cell_text(c, str_is(str_from(reading), "own work") ? t->bad : t->muted, str_from(reading));
        return;
    case COLUMN_COUNT:
        return;
    }
}

/* ---- the table ---- */
static void head_pointer(Ui *ui, const Pointer *p) {
    Tab *tab = ui_tab(ui);
    if (tab)
        hot_columns_drag(ui, p, ui->columns, ui->column_count);
    HotColumnId id = (HotColumnId)(p->part % COLUMN_COUNT);
    int sort = hot_column_kind(id)->sort;
    if (!tab || p->what != POINTER_CLICK || p->part >= COLUMN_COUNT || sort < 0)
        return;
    tab->ascending = tab->sort == sort ? !tab->ascending : sort == HOTSPOT_NAME || sort == HOTSPOT_FILE;
    tab->sort = sort;
    ui_touch(ui);
}

static void draw_head_cell(const Cell *c, Rect r, HotColumnId id) {
    Ui *ui = c->ui;
    Tab *tab = c->tab;
    const HotColumnKind *kind = hot_column_kind(id);
    const Theme *t = ui->theme;
    bool on = kind->sort >= 0 && tab->sort == kind->sort;
    bool over = hot_pointer(ui, r, head_pointer, (int)id, kind->sort >= 0 ? CURSOR_HAND : CURSOR_ARROW);
    Rect edge = {r.x + r.w - ui_px(ui, 4), r.y, ui_px(ui, 8), r.h};
    Color color = on || over ? t->text : t->muted;
    TextStyle style = ui_style(ui, on ? FONT_BOLD : FONT_UI, SMALL_SIZE);
    Str label = str_from(kind->label);
    int w = ui_text_width(ui, style, label), mark = on ? ui_px(ui, 14) : 0;
    Rect at = r;
    if (id == COLUMN_FUNCTION)
        rect_cut_left(&at, ui_px(ui, 12));
    if (kind->number) {
        int right = r.x + r.w - ui_px(ui, 14);
        if ((id == COLUMN_SELF || id == COLUMN_TOTAL) &&
            c->form == HOT_BARS) { /* over the figures, before bar and share */
            Rect figure = hot_columns_measure(ui, r, c->widths[id]).figure;
            right = figure.x + figure.w;
        }
        at.x = right - w - mark;
        at.w = w + mark;
    }
    if (w + mark > r.w)
        return;
    draw_text_in(ui->list, at, ALIGN_LEFT, style, color, label);
    if (on)
        draw_icon(ui->list, tab->ascending ? ICON_UP : ICON_DOWN,
                  rect_centred((Rect){at.x + w, at.y, mark + ui_px(ui, 2), at.h}, ui_px(ui, 9), ui_px(ui, 9)), color);
    hot_pointer(ui, edge, head_pointer, COLUMN_COUNT + (int)id, CURSOR_RESIZE_X);
}

static void rows_pointer(Ui *ui, const Pointer *p) {
    Tab *tab = ui_tab(ui);
    if (!tab || !tab->rows_of)
        return;
    double content = (double)tab->row_count * ui_px(ui, TABLE_ROW);
    if (p->what == POINTER_WHEEL)
        tab->table_scroll = ui_scrolled(ui, p, tab->table_scroll, content, ui_px(ui, TABLE_ROW));
    if (p->what == POINTER_DOWN) {
        int row = (int)((p->y - p->rect.y + tab->table_scroll) / ui_px(ui, TABLE_ROW));
        if (row >= 0 && (size_t)row < tab->row_count)
            hot_table_choose(ui, tab, row);
    }
    if (p->what == POINTER_CLICK && p->button == BUTTON_LEFT && p->clicks > 1)
        ui_command(ui, STR("row open"), p->now, NULL);
    if (p->what == POINTER_CLICK && p->button == BUTTON_RIGHT) {
        ui_command(ui, STR("menu row"), p->now, NULL);
    }
    ui_touch(ui);
}

static void scroll_pointer(Ui *ui, const Pointer *p) {
    Tab *tab = ui_tab(ui);
    if (!tab)
        return;
    tab->table_scroll =
        ui_scrolled(ui, p, tab->table_scroll, (double)tab->row_count * ui_px(ui, TABLE_ROW), ui_px(ui, TABLE_ROW));
    ui_touch(ui);
}

static void draw_row(Cell *c, Rect line, const HotColumn *columns, int count) {
    Ui *ui = c->ui;
    bool over = hot_over(ui, line), chosen = c->index == c->tab->cursor;
    if (chosen || over)
        draw_rect(ui->list, line,
                  chosen ? ui->theme->raised : color_mix(ui->theme->background, ui->theme->raised, 0.5));
    draw_rect(ui->list, (Rect){line.x, line.y + line.h - ui_px(ui, 1), line.w, ui_px(ui, 1)},
              color_mix(ui->theme->background, ui->theme->hairline, 0.35));
    for (int i = 0; i < count; i++) {
        c->r = (Rect){columns[i].x, line.y, columns[i].w, line.h - ui_px(ui, 1)};
        draw_cell(c, columns[i].id);
    }
}

/* Of a column's figures: one form for all of them, and how wide they are in it. */
static void measure_column(Cell *c, const HotColumn *column) {
    HotColumnId id = column->id;
    if (!hot_column_kind(id)->number)
        return;
    c->widths[id] = hot_figure_width(c->ui, c->tab, c->view, id, c->form);
    int room = column->w - ui_px(c->ui, 14);
    c->forms[id] = hot_figure_form(c->ui, c->tab, c->view, id, c->form, room);
    if (c->forms[id] != c->form)
        c->widths[id] = hot_figure_width(c->ui, c->tab, c->view, id, c->forms[id]);
}

static void draw_head(Cell *c, Rect head, const HotColumn *columns, int count) {
    Ui *ui = c->ui;
    draw_rect(ui->list, head, ui->theme->panel);
    draw_rect(ui->list, rect_cut_bottom(&head, ui_px(ui, 1)), ui->theme->hairline);
    ui->columns = arena_many(ui->scene, HotColumn, (size_t)count + 1);
    memcpy(ui->columns, columns, (size_t)count * sizeof *columns);
    ui->column_count = count;
    for (int i = 0; i < count; i++) {
        measure_column(c, &columns[i]);
        draw_head_cell(c, (Rect){columns[i].x, head.y, columns[i].w, head.h}, columns[i].id);
    }
}

void hot_table_draw(Ui *ui, Tab *tab, const View *view, Rect r, const HotColumn *columns, int count, HotForm form) {
    const Hotspots *h = view->hotspots;
    Cell cell = {.ui = ui, .tab = tab, .view = view, .form = form};
    draw_head(&cell, rect_cut_top(&r, ui_px(ui, TABLE_HEAD)), columns, count);
    int row = ui_px(ui, TABLE_ROW);
    double content = (double)tab->row_count * row;
    tab->table_height = r.h;
    tab->table_scroll = ui_clamp(tab->table_scroll, 0, content > r.h ? content - r.h : 0);
    hot_pointer(ui, r, rows_pointer, 0, CURSOR_ARROW);
    draw_push_clip(ui->list, r);
    for (size_t i = (size_t)(tab->table_scroll / row); i < tab->row_count; i++) {
        Rect line = {r.x, r.y + (int)((double)i * row - tab->table_scroll), r.w, row};
        if (line.y >= r.y + r.h)
            break;
        cell.index = i;
        cell.row = &h->rows[tab->rows[i]];
        draw_row(&cell, line, columns, count);
    }
    draw_pop_clip(ui->list);
    if (!tab->row_count)
        ui_text(ui, (Rect){r.x, r.y, r.w, row * 3}, ALIGN_CENTRE, TEXT_SIZE, ui->theme->muted,
                STR("No function passes the filter."));
    ui_scroll_bar(ui, r, tab->table_scroll, content, scroll_pointer, 0);
}
