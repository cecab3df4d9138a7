/* "88 888 888 samples", "88 888 888" or "88.9 M": one form for all rows of a column. */
#include <math.h>

#include "hot_figure.h"

double hot_figure_value(const Hotspot *row, HotColumnId id) {
    switch (id) {
    case COLUMN_SELF:
        return row->self;
    case COLUMN_TOTAL:
        return row->total;
    case COLUMN_CALLS:
        return (double)row->calls;
    case COLUMN_AVERAGE:
        return row->average;
    case COLUMN_WORST:
        return row->max;
    default:
        return NAN;
    }
}

Unit hot_figure_unit(const View *view, HotColumnId id) {
    Unit unit = view->unit;
    if (id == COLUMN_CALLS)
        unit = (Unit){.kind = UNIT_OTHER};
    return unit;
}

static Str figure(Arena *arena, HotForm form, Unit unit, double value) {
    return form == HOT_SHORT  ? unit_short(arena, unit, value)
           : form == HOT_BARE ? unit_figure(arena, unit, value)
                              : unit_format(arena, unit, value);
}

/* Digits differ in width. */
static int widest(const Ui *ui, Str text) {
    Str copy = str_copy(ui->frame->arena, text);
    for (size_t i = 0; i < copy.len; i++)
        if (copy.data[i] >= '0' && copy.data[i] <= '9')
            ((char *)copy.data)[i] = '8';
    return ui_text_width(ui, ui_style(ui, FONT_UI, SMALL_SIZE), copy);
}

/* A smaller value may be the longer text: "59 min 59 s" before "1 h 00 min", "888.8 k" before "1.00 M". */
int hot_figure_width(const Ui *ui, const Tab *tab, const View *view, HotColumnId id, HotForm form) {
    static const double longest[] = {888.8e12, 3599e9, 888.8e6, 888.8e3};
    Unit unit = hot_figure_unit(view, id);
    double most = hot_figure_value(&tab->most, id);
    int width = widest(ui, figure(ui->frame->arena, form, unit, most));
    for (size_t i = 0; i < sizeof longest / sizeof *longest; i++) {
        int w = longest[i] <= most ? widest(ui, figure(ui->frame->arena, form, unit, longest[i])) : 0;
        width = w > width ? w : width;
    }
    return width;
}

HotForm hot_figure_form(const Ui *ui, const Tab *tab, const View *view, HotColumnId id, HotForm form, int width) {
    while (form < HOT_SHORT && hot_figure_width(ui, tab, view, id, form) > width)
        form++;
    return form;
}

void hot_figure_draw(Ui *ui, Rect r, HotForm form, Color color, Unit unit, double value) {
    if (!isfinite(value))
        return;
    Str text = figure(ui->frame->arena, form, unit, value);
    TextStyle style = ui_style(ui, FONT_UI, SMALL_SIZE);
    draw_text_in(ui->list, r, ALIGN_RIGHT, style, color, ui_text_width(ui, style, text) <= r.w ? text : STR("…"));
}
