/* The file where reading stopped: sixteen bytes a line, as numbers and as text, the place marked in both. */
#include "panels.h"
#include "tab.h"
#include "widget.h"

enum { LINE_BYTES = 16, LINE = 20, OFFSET_WIDTH = 116, HEX_WIDTH = 400, TEXT_WIDTH = 140 };
enum { LINES = 18 }; /* DETAIL_AROUND on both sides */

typedef struct Line {
    Ui *ui;
    Str bytes;     /* of this line */
    int64_t place; /* which of them is marked; may lie outside */
    int advance;   /* of one letter */
} Line;

static void mark(const Line *line, Rect r, int from, int letters) {
    Ui *ui = line->ui;
    if (line->place < 0 || line->place >= LINE_BYTES)
        return;
    Rect at = {r.x + from * line->advance - ui_px(ui, 2), r.y + ui_px(ui, 1), letters * line->advance + ui_px(ui, 4),
               r.h - ui_px(ui, 2)};
    draw_rect(ui->list, at, color_mix(ui->theme->panel, ui->theme->bad, 0.5));
}

/* "7b 22 6e", with a wider gap in the middle. */
static void draw_hex(const Line *line, Rect r) {
    Text text = text_new(line->ui->frame->arena);
    for (size_t i = 0; i < line->bytes.len; i++)
        text_addf(&text, "%s%02x", i == 0 ? "" : i == LINE_BYTES / 2 ? "  " : " ", (unsigned char)line->bytes.data[i]);
    int letter = (int)line->place * 3 + (line->place >= LINE_BYTES / 2);
    mark(line, r, letter, 2);
    ui_mono(line->ui, r, ALIGN_LEFT, SMALL_SIZE, line->ui->theme->text, text_str(&text));
    if (line->place >= LINE_BYTES || line->place != (int64_t)line->bytes.len)
        return;
    rect_cut_left(&r, (letter + 3) * line->advance);
    ui_text_cut(line->ui, r, ui_style(line->ui, FONT_UI, SMALL_SIZE), line->ui->theme->muted,
                STR("the file ends here"));
}

static void draw_letters(const Line *line, Rect r) {
    Text text = text_new(line->ui->frame->arena);
    for (size_t i = 0; i < line->bytes.len; i++) {
        unsigned char c = (unsigned char)line->bytes.data[i];
        if (c >= 0x20 && c < 0x7f)
            text_add_char(&text, (char)c);
        else
            text_add_c(&text, "·");
    }
    mark(line, r, (int)line->place, 1);
    ui_mono(line->ui, r, ALIGN_LEFT, SMALL_SIZE, line->ui->theme->muted, text_str(&text));
}

static void draw_lines(Ui *ui, Rect r, const View *view, uint64_t place) {
    Arena *arena = ui->frame->arena;
    int advance = ui_text_width(ui, ui_style(ui, FONT_MONO, SMALL_SIZE), STR("00000000")) / 8;
    for (size_t at = 0; at <= view->records[0].len && r.h > 0; at += LINE_BYTES) {
        Str bytes = str_slice(view->records[0], at, at + LINE_BYTES);
        int64_t marked = (int64_t)(place - view->bytes_from) - (int64_t)at;
        if (!bytes.len && marked != 0) /* the end of the file has a line of its own when the place is there */
            return;
        Rect row = rect_cut_top(&r, ui_px(ui, LINE));
        ui_mono(ui, rect_cut_left(&row, ui_px(ui, OFFSET_WIDTH)), ALIGN_LEFT, SMALL_SIZE, ui->theme->faint,
                count_format(arena, view->bytes_from + at));
        Line line = {ui, bytes, marked, advance};
        draw_hex(&line, rect_cut_left(&row, ui_px(ui, HEX_WIDTH)));
        if (row.w >= ui_px(ui, TEXT_WIDTH))
            draw_letters(&line, row);
    }
}

void bytes_draw(Ui *ui, Tab *tab) {
    const Document *d = tab->document;
    ViewSpec spec = {.kind = VIEW_BYTES, .function = FRAME_NONE, .detail = {d->stopped_at + 1, 0}};
    const View *view = tab_view(ui, tab, spec);
    int pad = ui_px(ui, 30), lines = view ? (int)(view->records[0].len / LINE_BYTES) + 2 : LINES;
    Rect r = ui_sheet(ui, 2 * pad + ui_px(ui, OFFSET_WIDTH + HEX_WIDTH + TEXT_WIDTH), ui_px(ui, 112 + lines * LINE));
    Rect in = rect_inset(r, pad, ui_px(ui, 20));
    TextStyle style = ui_style(ui, FONT_UI, TEXT_SIZE);
    ui_text_cut(
        ui, rect_cut_top(&in, ui_px(ui, 34)), ui_style(ui, FONT_BOLD, 20), ui->theme->text,
        ui_format(ui, "Where reading stopped: byte %.*s", STR_ARG(count_format(ui->frame->arena, d->stopped_at))));
    ui_text_cut(ui, rect_cut_top(&in, ui_px(ui, 24)), style, ui->theme->muted, d->stopped);
    rect_cut_top(&in, ui_px(ui, 12));
    if (!view)
        ui_text_cut(ui, rect_cut_top(&in, ui_px(ui, LINE)), style, ui->theme->muted, STR("Reading the file again"));
    else if (view->failed.code != ERR_NONE)
        ui_text_cut(ui, rect_cut_top(&in, ui_px(ui, LINE)), style, ui->theme->text, str_from(view->failed.message));
    else
        draw_lines(ui, in, view, d->stopped_at);
}
