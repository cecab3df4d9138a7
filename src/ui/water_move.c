/* Selecting, revealing and stepping in the waterfall, and the pointer over its rows. */
#include <math.h>

#include "flame.h"
#include "tab.h"
#include "water.h"

/* Opens everything that a row is folded in. */
static void unfold(Water *water, const Waterfall *w, uint32_t row) {
    for (uint32_t r = row; r != TREE_NONE; r = waterfall_row(w, r).parent) {
        uint32_t repeat = waterfall_row(w, r).repeat;
        if (repeat != WATERFALL_NONE && (r != row || w->repeats[repeat].first != r) && !water->opened[repeat]) {
            water->opened[repeat] = true;
            water->version++;
        }
        if (r != row && water->closed[r]) {
            water->closed[r] = false;
            water->version++;
        }
    }
}

static void scroll_to(const Ui *ui, Water *water, Flame *flame, uint32_t line) {
    double row = ui_px(ui, WATER_ROW), top = line * row, height = water->rows.h;
    if (top < flame->scroll)
        flame->scroll = top;
    else if (height > 0 && top + row > flame->scroll + height)
        flame->scroll = top + row - height;
}

/* Pans when the bar is out of sight, zooms out when it is wider than the axis. */
static void pan_to(Ui *ui, Flame *flame, const Operation *o) {
    Span aim = flame->viewport.aim;
    if (o->start < aim.to && o->end > aim.from)
        return;
    double width = fmax(aim.to - aim.from, o->end - o->start), middle = (o->start + o->end) / 2;
    viewport_aim(&flame->viewport, (Span){middle - width / 2, middle + width / 2}, ui->now, FLAME_EASE);
}

void water_select(Ui *ui, Tab *tab, const View *view, uint32_t row) {
    Water *water = &tab->water;
    water->selected = row;
    water->panel_scroll = 0;
    ui_touch(ui);
    if (row == WATERFALL_NONE || water->of != view->waterfall)
        return;
    unfold(water, view->waterfall, row);
    water_prepare(ui, tab, view);
    Flame *flame = &tab->flames[VIEW_WATERFALL];
    if (water->line_of[row] != WATERFALL_NONE)
        scroll_to(ui, water, flame, water->line_of[row]);
    pan_to(ui, flame, waterfall_row(view->waterfall, row).operation);
}

void water_zoom_to(Ui *ui, Tab *tab, const View *view, uint32_t row) {
    const Operation *o = waterfall_row(view->waterfall, row).operation;
    double margin = (o->end - o->start) * 0.03;
    if (o->end > o->start)
        flame_zoom_to(ui, &tab->flames[VIEW_WATERFALL], (Span){o->start - margin, o->end + margin});
}

void water_fit(Ui *ui, Tab *tab, const View *view) {
    const Water *water = &tab->water;
    Flame *flame = &tab->flames[VIEW_WATERFALL];
    int row = ui_px(ui, WATER_ROW);
    uint32_t first = (uint32_t)(flame->scroll / row), last = (uint32_t)((flame->scroll + water->rows.h) / row) + 1;
    Span span = {INFINITY, -INFINITY};
    for (uint32_t line = first; line < last && line < water->line_count; line++) {
        const Operation *o = waterfall_row(view->waterfall, water->lines[line]).operation;
        span.from = fmin(span.from, o->start);
        span.to = fmax(span.to, o->end);
    }
    double margin = (span.to - span.from) * 0.02;
    flame_zoom_to(ui, flame, (Span){span.from - margin, span.to + margin});
}

bool water_step_lit(Ui *ui, Tab *tab, const View *view, int step) {
    const Water *water = &tab->water;
    uint32_t count = view->waterfall->count;
    if (water->of != view->waterfall || !water_asks(ui, water))
        return false;
    uint32_t row = water->selected != WATERFALL_NONE ? water->selected : step > 0 ? count - 1 : 0;
    for (uint32_t tried = 0; tried < count; tried++) {
        row = step > 0 ? (row + 1) % count : (row + count - 1) % count;
        if (!water->lit[row])
            continue;
        water_select(ui, tab, view, row);
        return true;
    }
    return false;
}

static uint32_t row_at(const Ui *ui, const Water *water, const Flame *flame, int y) {
    double line = (y - water->rows.y + flame->scroll) / ui_px(ui, WATER_ROW);
    bool good = y >= water->rows.y && y < water->rows.y + water->rows.h && line >= 0 && line < water->line_count;
    return good ? water->lines[(uint32_t)line] : WATERFALL_NONE;
}

static void click(Ui *ui, Tab *tab, const Pointer *p) {
    uint32_t row = row_at(ui, &tab->water, &tab->flames[VIEW_WATERFALL], p->y);
    if (p->button == BUTTON_RIGHT && row != WATERFALL_NONE) {
        tab->water.selected = row;
        ui_command(ui, STR("menu operation"), p->now, NULL);
    }
    if (p->button != BUTTON_LEFT)
        return;
    if (p->clicks == 2 && row != WATERFALL_NONE && row == tab->water.selected) {
        tab->water.details = !tab->water.details;
        return;
    }
    tab->water.selected = row;
    tab->water.panel_scroll = 0;
}

/* part: VIEW_WATERFALL over the bars, where the wheel zooms; VIEW_KINDS over the text beside them, where it scrolls. */
void water_pointer(Ui *ui, const Pointer *p) {
    Tab *tab = ui_tab(ui);
    const View *view = water_current(ui);
    if (!tab || !view || tab->water.of != view->waterfall)
        return;
    Flame *flame = &tab->flames[VIEW_WATERFALL];
    Pointer in = *p;
    bool bars = p->part == VIEW_WATERFALL, scrolls = !bars || (p->mods & MOD_ALT);
    in.part = VIEW_WATERFALL;
    if (p->what == POINTER_WHEEL && scrolls)
        flame->scroll = ui_clamp(flame->scroll - (double)p->dy * 3 * ui_px(ui, WATER_ROW), 0, flame->scroll_max);
    else if (p->what == POINTER_WHEEL || (p->what == POINTER_DRAG && bars))
        flame_pointer(ui, &in);
    else if (p->what == POINTER_DRAG && p->dragged)
        flame->scroll = ui_clamp(flame->scroll - (p->y - p->last_y), 0, flame->scroll_max);
    else if (p->what == POINTER_CLICK)
        click(ui, tab, p);
    ui_touch(ui);
}

bool water_peel(Ui *ui) {
    Tab *tab = ui_tab(ui);
    if (!water_current(ui))
        return false;
    Water *water = &tab->water;
    ui_touch(ui);
    if (water->details)
        water->details = false;
    else if (water->selected != WATERFALL_NONE)
        water->selected = WATERFALL_NONE;
    else if (water->pill != PILL_NONE)
        water->pill = PILL_NONE;
    else if (water->least > 0 || water->least_share > 0 || water->channel != FRAME_NONE) {
        water->least = water->least_share = 0;
        water->channel = FRAME_NONE;
    } else
        return false;
    return true;
}
