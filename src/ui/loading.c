/* A file being read: how far, how fast, how long still. */
#include "panels.h"
#include "widget.h"

static Str left_of(Ui *ui, const Tab *tab) {
    const UiProgress *p = &tab->progress;
    double passed = ui->now - tab->load_began;
    if (!p->total || !p->done || passed < 0.3 || p->done >= p->total)
        return (Str){0};
    double left = passed / (double)p->done * (double)(p->total - p->done);
    return left < 10 ? ui_format(ui, "%.1f s left", left) : ui_format(ui, "%.0f s left", left);
}

static Str rate_of(Ui *ui, const Tab *tab) {
    double passed = ui->now - tab->load_began;
    if (!tab->progress.done || passed < 0.3)
        return (Str){0};
    return ui_format(ui, "%.*s/s",
                     STR_ARG(bytes_format(ui->frame->arena, (uint64_t)((double)tab->progress.done / passed))));
}

void loading_draw(Ui *ui, Tab *tab, Rect r) {
    const Theme *t = ui->theme;
    const UiProgress *p = &tab->progress;
    Arena *arena = ui->frame->arena;
    int width = ui_px(ui, 480), most = r.w - 2 * ui_px(ui, 20);
    Rect box = rect_centred(r, width < most ? width : most, ui_px(ui, 150));
    if (box.w <= 0)
        return;
    ui_bold(ui, rect_cut_top(&box, ui_px(ui, 42)), ALIGN_CENTRE, TITLE_SIZE, t->text,
            ui_format(ui, "Opening  %.*s", STR_ARG(tab->name)));
    Rect bar = rect_cut_top(&box, ui_px(ui, 8));
    ui_share_bar(ui, bar, p->total ? (double)p->done / (double)p->total : 0, t->accent);
    rect_cut_top(&box, ui_px(ui, 12));
    Str facts[4] = {(Str){0}, (Str){0}, rate_of(ui, tab), left_of(ui, tab)};
    if (p->total)
        facts[0] = str_format(arena, "%.*s of %.*s", STR_ARG(bytes_format(arena, p->done)),
                              STR_ARG(bytes_format(arena, p->total)));
    else
        facts[0] = bytes_format(arena, p->done);
    if (p->records)
        facts[1] = str_format(arena, "%.*s records", STR_ARG(count_format(arena, p->records)));
    ui_text(ui, rect_cut_top(&box, ui_px(ui, 24)), ALIGN_CENTRE, SMALL_SIZE, t->muted, ui_facts(ui, facts, 4));
    rect_cut_top(&box, ui_px(ui, 14));
    Rect row = rect_cut_top(&box, ui_px(ui, 28));
    bool keep = p->records > 0;
    int cancel = ui_button_width(ui, STR("Cancel")), kept = ui_button_width(ui, STR("Keep what was read"));
    int gap = ui_px(ui, 12), all = cancel + (keep ? kept + gap : 0);
    Rect at = rect_centred(row, all, row.h);
    if (keep) {
        ui_button(ui, rect_cut_left(&at, kept), STR("Keep what was read"), STR("keep"), false);
        rect_cut_left(&at, gap);
    }
    ui_button(ui, rect_cut_left(&at, cancel), STR("Cancel"), STR("stop"), false);
}
