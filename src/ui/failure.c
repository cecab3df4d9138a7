/* What went wrong with a file: a card when nothing can be shown, a bar over the picture when it was read in part. */
#include "widget.h"
#include "layout/label.h"
#include "panels.h"

static Rect card(Ui *ui, Rect r, int height) {
    int width = ui_px(ui, 760), margin = ui_px(ui, 12);
    width = width < r.w - 2 * margin ? width : r.w - 2 * margin;
    height = height < r.h - 2 * margin ? height : r.h - 2 * margin;
    Rect box = rect_centred(r, width, height);
    box.y = r.y + (r.h - height) * 4 / 10;
    draw_round(ui->list, box, ui_px(ui, 10), ui->theme->panel);
    draw_round_outline(ui->list, box, ui_px(ui, 10), ui_px(ui, 1), ui->theme->hairline);
    draw_rect(ui->list, (Rect){box.x, box.y + ui_px(ui, 12), ui_px(ui, 4), box.h - 2 * ui_px(ui, 12)}, ui->theme->bad);
    return box;
}

/* "byte 75497409" with gaps, as counts have them everywhere in the window. */
Str failure_grouped(Ui *ui, Str text) {
    Arena *arena = ui->frame->arena;
    size_t at = str_find(text, STR("byte "), 0), from = at == SIZE_MAX ? text.len : at + 5, to = from;
    while (to < text.len && text.data[to] >= '0' && text.data[to] <= '9')
        to++;
    int64_t n;
    if (!str_to_i64(str_slice(text, from, to), &n))
        return text;
    return str_format(arena, "%.*s%.*s%.*s", STR_ARG(str_slice(text, 0, from)),
                      STR_ARG(count_format(arena, (uint64_t)n)), STR_ARG(str_slice(text, to, text.len)));
}

/* The program's sentences begin small; a card begins with a capital. */
static Str sentence(Ui *ui, Str text) {
    Str copy = str_copy(ui->frame->arena, failure_grouped(ui, text));
    char *first = (char *)copy.data;
    if (copy.len && *first >= 'a' && *first <= 'z')
        *first = (char)(*first - 32);
    return copy.len && !str_ends(copy, ".") ? str_format(ui->frame->arena, "%.*s.", STR_ARG(copy)) : copy;
}

static void buttons(Ui *ui, Rect row) {
    static const struct {
        const char *label, *command;
    } list[] = {{"Close", "close-file"}, {"Try again", "reload"}, {"Copy details", "copy-error"}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        Str label = str_from(list[i].label);
        int w = ui_button_width(ui, label);
        if (w > row.w)
            return;
        ui_button(ui, rect_cut_left(&row, w), label, str_from(list[i].command), i == 0);
        rect_cut_left(&row, ui_px(ui, 12));
    }
}

void failure_draw(Ui *ui, Tab *tab, Rect r) {
    const Theme *t = ui->theme;
    TextStyle style = ui_style(ui, FONT_UI, TEXT_SIZE);
    Str why = sentence(ui, str_from(tab->error.message));
    Rect inner = {0, 0, ui_px(ui, 700), 0};
    if (inner.w > r.w - ui_px(ui, 80))
        inner.w = r.w - ui_px(ui, 80);
    if (inner.w < ui_px(ui, 40))
        return;
    int text = ui_paragraph(ui, inner, style, t->text, why, false);
    Rect box = card(ui, r, text + ui_px(ui, 170));
    draw_push_clip(ui->list, box);
    Rect in = rect_inset(box, ui_px(ui, 30), ui_px(ui, 22));
    ui_text_cut(ui, rect_cut_top(&in, ui_px(ui, 34)), ui_style(ui, FONT_BOLD, 20), t->text,
                ui_format(ui, "%.*s could not be opened", STR_ARG(tab->name)));
    Rect path = rect_cut_top(&in, ui_px(ui, 30));
    draw_text_in(ui->list, path, ALIGN_LEFT, style, t->muted,
                 label_fit_path(ui->frame->arena, ui->list->metrics, style, tab->path, path.w));
    Rect row = rect_cut_bottom(&in, ui_px(ui, 34));
    ui_paragraph(ui, in, style, t->text, why, true);
    buttons(ui, row);
    draw_pop_clip(ui->list);
    Rect foot = {r.x, box.y + box.h + ui_px(ui, 28), r.w, ui_px(ui, 20)};
    if (foot.y + foot.h < r.y + r.h)
        ui_text(ui, foot, ALIGN_CENTRE, SMALL_SIZE, t->faint,
                STR("Esc closes · F5 tries again · what was open before stays open"));
}

bool failure_has_banner(const Tab *tab) {
    return tab->document && tab->final && !tab->document->complete && !tab->dismissed;
}

static void banner_link(Ui *ui, Rect *r, Str label, Str command) {
    int w = ui_text_width(ui, ui_style(ui, FONT_UI, SMALL_SIZE), label) + ui_px(ui, 16);
    if (w > r->w / 3)
        return;
    Rect button = rect_cut_right(r, w);
    bool over = hot_command(ui, button, command);
    ui_text(ui, button, ALIGN_CENTRE, SMALL_SIZE, over ? ui->theme->text : ui->theme->muted, label);
}

void failure_banner(Ui *ui, Tab *tab, Rect r) {
    const Theme *t = ui->theme;
    const Document *d = tab->document;
    Arena *arena = ui->frame->arena;
    draw_rect(ui->list, r, color_mix(t->background, t->bad, 0.16));
    draw_rect(ui->list, rect_cut_bottom(&r, ui_px(ui, 1)), t->hairline);
    draw_rect(ui->list, (Rect){r.x, r.y, ui_px(ui, 4), r.h}, t->bad);
    r = rect_inset(r, ui_px(ui, SIDE), 0);
    Rect close = rect_cut_right(&r, ui_px(ui, 20));
    ui_icon_button(ui, close, ICON_CLOSE, 9, STR("dismiss"));
    banner_link(ui, &r, STR("Copy details"), STR("copy-error"));
    if (d->stopped_at)
        banner_link(ui, &r, STR("Show the bytes"), STR("bytes"));
    uint64_t all = d->decoded > d->bytes ? d->decoded : d->bytes;
    Str head = STR("Opened in part");
    if (d->stopped_at && d->stopped_at < all)
        head = str_format(arena, "Opened up to byte %.*s of %.*s", STR_ARG(count_format(arena, d->stopped_at)),
                          STR_ARG(count_format(arena, all)));
    TextStyle bold = ui_style(ui, FONT_BOLD, SMALL_SIZE);
    int head_w = ui_text_width(ui, bold, head);
    draw_text_in(ui->list, r, ALIGN_LEFT, bold, t->text, head);
    rect_cut_left(&r, head_w + ui_px(ui, 12));
    ui_text_cut(ui, r, ui_style(ui, FONT_UI, SMALL_SIZE), t->muted, sentence(ui, d->stopped));
}
