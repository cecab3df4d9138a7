/* What is known of the operation under the pointer, short. */
#include "panels.h"
#include "water.h"

enum { MOST_LINES = 8, LINE = 20, PAD = 14, MOST_WIDTH = 520 };

typedef struct Tip {
    Str lines[MOST_LINES];
    int count;
} Tip;

static void add(Tip *tip, Str line) {
    if (line.len && tip->count < MOST_LINES)
        tip->lines[tip->count++] = line;
}

static uint32_t root_of(const Waterfall *w, uint32_t row) {
    while (waterfall_row(w, row).parent != TREE_NONE)
        row = waterfall_row(w, row).parent;
    return row;
}

static Str share_text(const WaterScene *s, const char *word, double value, uint32_t row) {
    Arena *arena = s->ui->frame->arena;
    double whole = operation_duration(waterfall_row(s->w, root_of(s->w, row)).operation);
    Str share = percent_format(arena, value, whole);
    return str_format(arena, "%s %.*s%s%.*s%s", word, STR_ARG(unit_format(arena, s->view->unit, value)),
                      share.len ? " (" : "", STR_ARG(share), share.len ? " of its root)" : "");
}

static Tip tip_of(const WaterScene *s, uint32_t row) {
    Arena *arena = s->ui->frame->arena;
    WaterfallRow r = waterfall_row(s->w, row);
    const Operation *o = r.operation;
    Tip tip = {0};
    add(&tip, water_channel(s->view, row));
    add(&tip, ui_facts(s->ui, (Str[]){water_service(s->view, row), water_label(s->view, row)}, 2));
    if (water_is_group(s->water, s->w, row)) {
        const WaterfallRepeat *repeat = &s->w->repeats[r.repeat];
        add(&tip, str_format(arena, "%u like siblings: total %.*s, average %.*s, max %.*s", repeat->count,
                             STR_ARG(unit_format(arena, s->view->unit, repeat->total)),
                             STR_ARG(unit_format(arena, s->view->unit, repeat->average)),
                             STR_ARG(unit_format(arena, s->view->unit, repeat->max))));
        return tip;
    }
    add(&tip, share_text(s, "duration", operation_duration(o), row));
    add(&tip, share_text(s, "own time", r.self, row));
    add(&tip, str_format(arena, "starts at %.*s", STR_ARG(unit_format(arena, s->view->unit, o->start))));
    const WaterfallStep *step = waterfall_step(s->w, row);
    if (step)
        add(&tip, str_format(arena, "on the critical path with %.*s; saves at most %.*s",
                             STR_ARG(unit_format(arena, s->view->unit, step->own)),
                             STR_ARG(unit_format(arena, s->view->unit, step->saves))));
    if (o->status == OPERATION_ERROR)
        add(&tip, str_format(arena, "error: %.*s", STR_ARG(intern_str(s->view->document->frames.strings, o->error))));
    if (o->status == OPERATION_INCOMPLETE)
        add(&tip, o->no_start ? STR("an end without a start") : STR("it has no end in this file"));
    return tip;
}

static int width_of(const Ui *ui, const Tip *tip) {
    int most = 0, limit = ui_px(ui, MOST_WIDTH);
    for (int i = 0; i < tip->count; i++) {
        int w = ui_text_width(ui, ui_style(ui, i ? FONT_UI : FONT_BOLD, i ? SMALL_SIZE : 14), tip->lines[i]);
        most = w > most ? w : most;
    }
    return (most < limit ? most : limit) + 2 * ui_px(ui, PAD);
}

void water_draw_tip(const WaterScene *s) {
    Ui *ui = s->ui;
    uint32_t row = s->water->hover;
    if (row == WATERFALL_NONE || ui->overlay != OVERLAY_NONE || (ui->is_captured && ui->dragged) ||
        !hot_over(ui, s->bars))
        return;
    Tip tip = tip_of(s, row);
    Rect target = {s->bars.x, water_y(s, s->water->line_of[row]), s->bars.w, s->row};
    Rect r = tooltip_place(ui, s->list, target, width_of(ui, &tip), tip.count * ui_px(ui, LINE) + 2 * ui_px(ui, 10));
    draw_next_layer(ui->list);
    tooltip_bubble(ui, r);
    Rect in = rect_inset(r, ui_px(ui, PAD), ui_px(ui, 10));
    for (int i = 0; i < tip.count; i++)
        ui_text_cut(ui, rect_cut_top(&in, ui_px(ui, LINE)), ui_style(ui, i ? FONT_UI : FONT_BOLD, i ? SMALL_SIZE : 14),
                    i ? ui->theme->muted : ui->theme->text, tip.lines[i]);
}
