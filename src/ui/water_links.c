/* Links between operations: what began right after another had ended, and, for the selected one, its parent and children. */
#include <stdlib.h>

#include "water.h"

enum { HALF_BAR = 8 };

typedef struct Pen {
    const WaterScene *s;
    int width;
} Pen;

static int middle_of(const Pen *pen, uint32_t line) {
    return water_y(pen->s, line) + pen->s->row / 2;
}

static void vertical(const Pen *pen, int x, int y0, int y1, Color color) {
    int top = y0 < y1 ? y0 : y1, low = pen->s->list.y - pen->s->row,
        high = pen->s->list.y + pen->s->list.h + pen->s->row;
    int bottom = y0 < y1 ? y1 : y0;
    top = top < low ? low : top;
    bottom = bottom > high ? high : bottom;
    draw_rect(pen->s->ui->list, (Rect){x, top, pen->width, bottom - top}, color);
}

static void horizontal(const Pen *pen, int x0, int x1, int y, Color color) {
    int left = x0 < x1 ? x0 : x1;
    draw_rect(pen->s->ui->list, (Rect){left, y, abs(x1 - x0) + pen->width, pen->width}, color);
}

/* From the end of the source's bar down to the target's line, and along it to where that begins. */
static void draw_sequence(const Pen *pen, uint32_t source, uint32_t target, Color color) {
    const WaterScene *s = pen->s;
    if (source == WATERFALL_NONE || target == WATERFALL_NONE)
        return;
    uint32_t from = s->water->line_of[source], to = s->water->line_of[target];
    if (from == WATERFALL_NONE || to == WATERFALL_NONE)
        return;
    int x0 = water_x(s, waterfall_row(s->w, source).operation->end),
        x1 = water_x(s, waterfall_row(s->w, target).operation->start);
    int half = ui_px(s->ui, HALF_BAR), y0 = middle_of(pen, from) + (to > from ? half : -half), y1 = middle_of(pen, to);
    vertical(pen, x0 - pen->width, y0, y1, color);
    horizontal(pen, x0 - pen->width, x1 - ui_px(s->ui, 3), y1, color);
}

/* From the parent's bar straight down to where the child begins; what lies outside its parent hangs on its end. */
static void draw_edge(const Pen *pen, uint32_t parent, uint32_t child) {
    const WaterScene *s = pen->s;
    uint32_t from = s->water->line_of[parent], to = s->water->line_of[child];
    if (from == WATERFALL_NONE || to == WATERFALL_NONE)
        return;
    const Operation *above = waterfall_row(s->w, parent).operation, *below = waterfall_row(s->w, child).operation;
    Color color = waterfall_row(s->w, child).by == OPERATION_ASYNC ? s->ui->theme->total : s->ui->theme->faint;
    double at = below->start < above->start ? above->start : below->start > above->end ? above->end : below->start;
    int x = water_x(s, at), half = ui_px(s->ui, HALF_BAR), x1 = water_x(s, below->start);
    bool apart = x1 != x;
    vertical(pen, x, middle_of(pen, from) + half, middle_of(pen, to) - (apart ? 0 : half), color);
    if (apart)
        horizontal(pen, x, x1, middle_of(pen, to), color);
}

static void draw_family(const Pen *pen, uint32_t row) {
    const Waterfall *w = pen->s->w;
    if (waterfall_row(w, row).parent != TREE_NONE)
        draw_edge(pen, waterfall_row(w, row).parent, row);
    uint32_t line = pen->s->water->line_of[row];
    if (line == WATERFALL_NONE)
        return;
    for (uint32_t next = line + 1; next < pen->s->water->line_count; next++) { /* children in sight */
        uint32_t child = pen->s->water->lines[next];
        if (child >= waterfall_row(w, row).end || water_y(pen->s, next) > pen->s->list.y + pen->s->list.h)
            return;
        if (waterfall_row(w, child).parent == row)
            draw_edge(pen, row, child);
    }
}

void water_draw_links(const WaterScene *s) {
    Pen pen = {s, ui_px(s->ui, 1)};
    const Water *water = s->water;
    uint32_t selected = water->selected;
    Color quiet = color_mix(s->ui->theme->background, s->ui->theme->muted, 0.45);
    draw_push_clip(s->ui->list, s->bars);
    uint32_t first = (uint32_t)(s->flame->scroll / s->row);
    for (uint32_t line = first;
         water->all_links && line < water->line_count && water_y(s, line) < s->list.y + s->list.h; line++) {
        uint32_t row = water->lines[line], before = water->before[row];
        draw_sequence(&pen, row, water->after[row], quiet);
        if (before != WATERFALL_NONE && (water->line_of[before] < first || water->line_of[before] > line))
            draw_sequence(&pen, before, row, quiet);
    }
    if (selected != WATERFALL_NONE) {
        draw_family(&pen, selected);
        draw_sequence(&pen, water->before[selected], selected, s->ui->theme->muted);
        draw_sequence(&pen, selected, water->after[selected], s->ui->theme->muted);
    }
    draw_pop_clip(s->ui->list);
}
