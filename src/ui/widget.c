/* Buttons, bars, sheets and scroll bars. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "layout/label.h"
#include "widget.h"

int ui_px(const Ui *ui, double n) {
    int px = (int)lround(n * ui->px);
    return n > 0 && px < 1 ? 1 : px;
}

TextStyle ui_style(const Ui *ui, FontFace face, double size) {
    return (TextStyle){face, ui_px(ui, size)};
}

int ui_text_width(const Ui *ui, TextStyle style, Str text) {
    return text_width(ui->list->metrics, style, text);
}

int ui_text(Ui *ui, Rect r, Align align, double size, Color color, Str text) {
    return draw_text_in(ui->list, r, align, ui_style(ui, FONT_UI, size), color, text);
}

int ui_bold(Ui *ui, Rect r, Align align, double size, Color color, Str text) {
    return draw_text_in(ui->list, r, align, ui_style(ui, FONT_BOLD, size), color, text);
}

int ui_mono(Ui *ui, Rect r, Align align, double size, Color color, Str text) {
    return draw_text_in(ui->list, r, align, ui_style(ui, FONT_MONO, size), color, text);
}

/* The longest beginning of text that fits width together with an ellipsis. */
static Str cut_tail(Ui *ui, TextStyle style, Str text, int width) {
    Str dots = STR("…");
    size_t low = 0, high = text.len;
    int room = width - ui_text_width(ui, style, dots);
    while (low < high) {
        size_t mid = (low + high + 1) / 2;
        if (ui_text_width(ui, style, str_slice(text, 0, mid)) <= room)
            low = mid;
        else
            high = mid - 1;
    }
    while (low > 0 && ((unsigned char)text.data[low] & 0xC0) == 0x80) /* not within a character */
        low--;
    Str kept = str_trim(str_slice(text, 0, low));
    return kept.len ? str_format(ui->frame->arena, "%.*s%.*s", STR_ARG(kept), STR_ARG(dots)) : kept;
}

void ui_text_cut(Ui *ui, Rect r, TextStyle style, Color color, Str text) {
    if (rect_is_empty(r))
        return;
    if (ui_text_width(ui, style, text) > r.w)
        text = cut_tail(ui, style, text, r.w);
    draw_text_in(ui->list, r, ALIGN_LEFT, style, color, text);
}

void ui_name_cut(Ui *ui, Rect r, TextStyle style, Color color, Str name) {
    if (rect_is_empty(r))
        return;
    draw_text_in(ui->list, r, ALIGN_LEFT, style, color,
                 label_fit(ui->frame->arena, ui->list->metrics, style, name, r.w));
}

void ui_middle_cut(Ui *ui, Rect r, TextStyle style, Color color, Str name) {
    if (rect_is_empty(r))
        return;
    draw_text_in(ui->list, r, ALIGN_LEFT, style, color,
                 label_fit_middle(ui->frame->arena, ui->list->metrics, style, name, r.w));
}

Str ui_format(Ui *ui, const char *format, ...) {
    char line[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    return str_copy(ui->frame->arena, str_from(line));
}

Str ui_count(Ui *ui, uint64_t n, const char *word) {
    return ui_format(ui, "%.*s %s%s", STR_ARG(count_format(ui->frame->arena, n)), word, n == 1 ? "" : "s");
}

Str ui_facts(Ui *ui, const Str *facts, size_t count) {
    Text text = text_new(ui->frame->arena);
    for (size_t i = 0; i < count; i++) {
        if (!facts[i].len)
            continue;
        if (text.len)
            text_add_c(&text, " · ");
        text_add(&text, facts[i]);
    }
    return text_str(&text);
}

int ui_paragraph(Ui *ui, Rect r, TextStyle style, Color color, Str text, bool draw) {
    int line = ui_px(ui, 22), y = r.y;
    while (text.len) {
        size_t end = 0, at = 0;
        while (at != SIZE_MAX) {
            at = str_find(text, STR(" "), end + 1);
            size_t to = at == SIZE_MAX ? text.len : at;
            if (end && ui_text_width(ui, style, str_slice(text, 0, to)) > r.w)
                break;
            end = to;
        }
        if (draw)
            ui_text_cut(ui, (Rect){r.x, y, r.w, line}, style, color, str_slice(text, 0, end));
        y += line;
        text = str_trim(str_slice(text, end, text.len));
    }
    return y - r.y;
}

int ui_button_width(const Ui *ui, Str label) {
    return ui_text_width(ui, ui_style(ui, FONT_BOLD, TEXT_SIZE), label) + 2 * ui_px(ui, 15);
}

void ui_button(Ui *ui, Rect r, Str label, Str command, bool main) {
    const Theme *t = ui->theme;
    bool over = hot_command(ui, r, command);
    Color fill = main ? t->accent : t->raised;
    if (over)
        fill = color_mix(fill, t->text, 0.12);
    draw_round(ui->list, r, ui_px(ui, 5), fill);
    if (main)
        ui_bold(ui, r, ALIGN_CENTRE, TEXT_SIZE, t->on_accent, label);
    else
        ui_text(ui, r, ALIGN_CENTRE, TEXT_SIZE, t->text, label);
}

void ui_icon_button(Ui *ui, Rect r, Icon icon, int size, Str command) {
    bool over = hot_command(ui, r, command);
    int side = ui_px(ui, size);
    draw_icon(ui->list, icon, rect_centred(r, side, side), over ? ui->theme->text : ui->theme->muted);
}

int ui_key_cap(Ui *ui, int x, Rect line, Str text) {
    TextStyle style = ui_style(ui, FONT_MONO, SMALL_SIZE);
    int w = ui_text_width(ui, style, text) + 2 * ui_px(ui, 8);
    Rect cap = rect_centred((Rect){x, line.y, w, line.h}, w, ui_px(ui, 23));
    draw_round(ui->list, cap, ui_px(ui, 4), ui->theme->raised);
    draw_round_outline(ui->list, cap, ui_px(ui, 4), ui_px(ui, 1), ui->theme->hairline);
    draw_text_in(ui->list, cap, ALIGN_CENTRE, style, ui->theme->text, text);
    return w;
}

void ui_share_bar(Ui *ui, Rect r, double share, Color color) {
    int radius = ui_px(ui, 2);
    draw_round(ui->list, r, radius, ui->theme->raised);
    int w = (int)lround(ui_clamp(share, 0, 1) * r.w);
    if (share > 0)
        draw_round(ui->list, (Rect){r.x, r.y, w < 1 ? 1 : w, r.h}, radius, color);
}

Rect ui_sheet(Ui *ui, int width, int height) {
    Rect window = {0, 0, ui->frame->width, ui->frame->height};
    draw_next_layer(ui->list);
    hot_next_layer(ui);
    hot_command(ui, window, STR("close"));
    draw_rect(ui->list, window, ui->theme->shade);
    int gap = ui_px(ui, 8);
    if (width > window.w - 2 * gap)
        width = window.w - 2 * gap;
    if (height > window.h - 2 * gap)
        height = window.h - 2 * gap;
    Rect r = rect_centred(window, width, height);
    int third = (window.h - height) / 3; /* a little above the middle, as eyes expect it */
    r.y = third < gap ? gap : third;
    draw_round(ui->list, r, ui_px(ui, 10), ui->theme->panel);
    draw_round_outline(ui->list, r, ui_px(ui, 10), ui_px(ui, 1), ui->theme->hairline);
    hot_block(ui, r);
    return r;
}

double ui_clamp(double value, double low, double high) {
    return value < low ? low : value > high ? (high < low ? low : high) : value;
}

static Rect thumb_of(const Ui *ui, Rect r, double scroll, double content) {
    int least = ui_px(ui, 24);
    int h = (int)(r.h * (r.h / content));
    h = h < least ? least : h;
    h = h > r.h ? r.h : h;
    double room = content - r.h;
    int y = room > 0 ? (int)lround(scroll / room * (r.h - h)) : 0;
    return (Rect){r.x, r.y + y, r.w, h};
}

void ui_choose_row(Ui *ui, Rect body, int top, int row, int count, int *chosen) {
    if (!ui->pointed || !hot_over(ui, body) || ui->y < top)
        return;
    int at = (ui->y - top) / row;
    *chosen = at < count ? at : *chosen;
}

void ui_scroll_bar(Ui *ui, Rect r, double scroll, double content, PointerFn fn, int part) {
    if (content <= r.h || r.h <= 0)
        return;
    int w = ui_px(ui, SCROLL_WIDTH);
    Rect bar = rect_cut_right(&r, w);
    bool over = hot_pointer(ui, bar, fn, part, CURSOR_ARROW);
    Rect thumb = thumb_of(ui, bar, scroll, content);
    int inset = over || ui->is_captured ? ui_px(ui, 2) : ui_px(ui, 4);
    draw_round(ui->list, rect_inset(thumb, inset, ui_px(ui, 2)), ui_px(ui, 4),
               color_alpha(over ? ui->theme->muted : ui->theme->faint, 200));
}

double ui_scrolled(const Ui *ui, const Pointer *pointer, double scroll, double content, double line) {
    double room = content - pointer->rect.h;
    if (room <= 0)
        return 0;
    if (pointer->what == POINTER_WHEEL)
        scroll -= (double)pointer->dy * line * 3;
    else if (pointer->what == POINTER_DOWN || pointer->what == POINTER_DRAG) {
        Rect thumb = thumb_of(ui, pointer->rect, scroll, content);
        int track = pointer->rect.h - thumb.h;
        if (pointer->what == POINTER_DOWN && !rect_has(thumb, pointer->x, pointer->y))
            scroll += pointer->y < thumb.y ? -pointer->rect.h : pointer->rect.h;
        else if (pointer->what == POINTER_DRAG && track > 0)
            scroll += (double)(pointer->y - pointer->last_y) / track * room;
    }
    return ui_clamp(scroll, 0, room);
}
