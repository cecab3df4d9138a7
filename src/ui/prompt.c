/* A field for the path of a file, where the system has no dialog. */
#include "base/path.h"
#include "field.h"
#include "panels.h"

void prompt_open(Ui *ui) {
    Arena *scratch = arena_new();
    Str path = path_expand(scratch, field_text(&ui->fields[FIELD_PROMPT]));
    ui->overlay = OVERLAY_NONE;
    if (path.len)
        ui_ask(ui, (UiRequest){.kind = UI_OPEN, .text = path});
    field_close(ui);
    arena_free(scratch);
}

void prompt_complete(Ui *ui) {
    Arena *scratch = arena_new();
    field_set(ui, FIELD_PROMPT, path_complete(scratch, field_text(&ui->fields[FIELD_PROMPT])));
    arena_free(scratch);
}

void prompt_draw(Ui *ui) {
    const Theme *t = ui->theme;
    Rect r = ui_sheet(ui, ui_px(ui, 620), ui_px(ui, 132));
    Rect in = rect_inset(r, ui_px(ui, 24), ui_px(ui, 16));
    ui_text_cut(ui, rect_cut_top(&in, ui_px(ui, 28)), ui_style(ui, FONT_BOLD, 15), t->text, STR("Open a file"));
    rect_cut_top(&in, ui_px(ui, 8));
    Rect box = rect_cut_top(&in, ui_px(ui, 30));
    draw_round(ui->list, box, ui_px(ui, 6), t->background);
    draw_round_outline(ui->list, box, ui_px(ui, 6), ui_px(ui, 1), t->accent);
    field_draw(ui, rect_inset(box, ui_px(ui, 10), 0), FIELD_PROMPT, STR("/path/to/profile.json"), TEXT_SIZE);
    ui_text(ui, in, ALIGN_LEFT, SMALL_SIZE, t->muted, STR("Enter opens · Tab completes · Esc closes"));
}
