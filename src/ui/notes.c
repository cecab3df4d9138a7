/* What was repaired, guessed or left out while reading: nothing is hidden. */
#include "panels.h"
#include "widget.h"

static void scroll(Ui *ui, const Pointer *p) {
    ui->overlay_scroll = ui_scrolled(ui, p, ui->overlay_scroll, ui->overlay_content, ui_px(ui, 22));
    ui_touch(ui);
}

static int draw_note(Ui *ui, Rect r, bool warning, Str text) {
    int icon = ui_px(ui, 26), side = ui_px(ui, 13);
    Rect at = {r.x, r.y, icon, ui_px(ui, 22)};
    draw_icon(ui->list, warning ? ICON_WARN : ICON_CHECK, rect_centred((Rect){at.x, at.y, side, at.h}, side, side),
              warning ? ui->theme->accent : ui->theme->muted);
    Rect words = {r.x + icon, r.y, r.w - icon, r.h};
    return ui_paragraph(ui, words, ui_style(ui, FONT_UI, TEXT_SIZE), warning ? ui->theme->text : ui->theme->muted, text,
                        true) +
           ui_px(ui, 8);
}

static Str summary(Ui *ui, const Document *d) {
    Arena *arena = ui->frame->arena;
    Str facts[4] = {d->format_label, bytes_format(arena, d->bytes),
                    str_format(arena, "%.*s records", STR_ARG(count_format(arena, d->records))),
                    str_format(arena, "%zu track%s", d->tracks.count, d->tracks.count == 1 ? "" : "s")};
    return ui_facts(ui, facts, 4);
}

void notes_draw(Ui *ui, Tab *tab) {
    const Document *d = tab->document;
    int pad = ui_px(ui, 30);
    int want = ui_px(ui, 150) + (int)d->notes.count * ui_px(ui, 31) + (d->stopped.len ? ui_px(ui, 22) : 0);
    Rect r = ui_sheet(ui, ui_px(ui, 720), want < ui_px(ui, 520) ? want : ui_px(ui, 520));
    Rect in = rect_inset(r, pad, ui_px(ui, 20));
    ui_text_cut(ui, rect_cut_top(&in, ui_px(ui, 34)), ui_style(ui, FONT_BOLD, 20), ui->theme->text,
                STR("What the reading found"));
    ui_text_cut(ui, rect_cut_top(&in, ui_px(ui, 24)), ui_style(ui, FONT_UI, SMALL_SIZE), ui->theme->muted,
                summary(ui, d));
    rect_cut_top(&in, ui_px(ui, 12));
    hot_pointer(ui, in, scroll, 0, CURSOR_ARROW);
    draw_push_clip(ui->list, in);
    Rect line = {in.x, in.y - (int)ui->overlay_scroll, in.w - ui_px(ui, 10), in.h};
    for (size_t i = 0; i < d->notes.count; i++)
        line.y += draw_note(ui, line, d->notes.list[i].kind->level == NOTE_WARNING,
                            failure_grouped(ui, note_text(ui->frame->arena, &d->notes.list[i])));
    if (!d->notes.count)
        line.y += draw_note(ui, line, false, STR("Nothing had to be repaired, guessed or left out."));
    draw_pop_clip(ui->list);
    ui->overlay_content = line.y + ui->overlay_scroll - in.y;
    ui->overlay_scroll = ui_clamp(ui->overlay_scroll, 0, ui->overlay_content - in.h);
    ui_scroll_bar(ui, in, ui->overlay_scroll, ui->overlay_content, scroll, 0);
}
