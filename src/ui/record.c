/* The record of one call as its file has it, arguments and all: read again when somebody asks for it. */
#include "flame.h"
#include "panels.h"
#include "profile/nesting.h"
#include "report/pretty.h"
#include "tab.h"
#include "widget.h"

enum { LINE = 18, WIDTH = 720, HEIGHT = 520, HEAD = 112 };

/* Of a track in time order, as it was read. */
static uint64_t detail_of(const View *view, uint32_t node) {
    const Tree *tree = view->tree;
    const Track *track = view->spec.track >= 0 ? view->document->tracks.data[view->spec.track] : NULL;
    if (tree->detail)
        return tree->detail[node];
    if (!track || track->tree != tree || !track->operations.nesting)
        return 0;
    return track->operations.list[track->operations.nesting->operation[node]].detail;
}

uint64_t record_subject(Ui *ui, FrameId *frame) {
    Flame *flame = flame_current(ui);
    NodeRef ref = flame ? flame_subject(ui, flame) : NODE_NONE;
    const View *view = flame ? flame_view(flame, ref) : NULL;
    if (!view)
        return 0;
    *frame = view->tree->frame[ref.node];
    return detail_of(view, ref.node);
}

bool record_is_here(const Ui *ui, const Tab *tab) {
    return tab && tab->document && tab->document == ui->record_of && ui->record_frame < tab->document->frames.count;
}

Str record_text(Ui *ui, Arena *arena, Tab *tab) {
    ViewSpec spec = {.kind = VIEW_DETAIL, .track = VIEW_ALL_TRACKS, .function = FRAME_NONE, .detail = {ui->record, 0}};
    const View *view = tab_view(ui, tab, spec);
    if (!view)
        return STR("Reading it from the file");
    if (view->failed.code != ERR_NONE)
        return str_format(arena, "cannot show it: %s", view->failed.message);
    return pretty_json(arena, view->records[0]);
}

static void scroll(Ui *ui, const Pointer *p) {
    ui->overlay_scroll = ui_scrolled(ui, p, ui->overlay_scroll, ui->overlay_content, ui_px(ui, LINE));
    ui_touch(ui);
}

/* The lines that lie in r, from y on; returns where the text ends. */
static int draw_lines(Ui *ui, Rect r, int y, Str text) {
    int h = ui_px(ui, LINE);
    for (size_t at = 0; at < text.len; y += h) {
        size_t end = str_find(text, STR("\n"), at);
        end = end == SIZE_MAX ? text.len : end;
        if (y + h > r.y && y < r.y + r.h)
            ui_mono(ui, (Rect){r.x, y, r.w, h}, ALIGN_LEFT, SMALL_SIZE, ui->theme->text, str_slice(text, at, end));
        at = end + 1;
    }
    return y;
}

static int count_lines(Str text) {
    int lines = 1;
    for (size_t i = 0; i < text.len; i++)
        lines += text.data[i] == '\n';
    return lines;
}

void record_draw(Ui *ui, Tab *tab) {
    Str text = record_text(ui, ui->frame->arena, tab), name = frame_name(&tab->document->frames, ui->record_frame);
    int lines = count_lines(text), want = ui_px(ui, HEAD) + (lines < HEIGHT ? lines : HEIGHT) * ui_px(ui, LINE);
    Rect r = ui_sheet(ui, ui_px(ui, WIDTH), want < ui_px(ui, HEIGHT) ? want : ui_px(ui, HEIGHT));
    Rect in = rect_inset(r, ui_px(ui, 30), ui_px(ui, 20)), head = rect_cut_top(&in, ui_px(ui, 40));
    int width = ui_button_width(ui, STR("Copy"));
    ui_button(ui, rect_cut_top(&(Rect){head.x + head.w - width, head.y, width, head.h}, ui_px(ui, 30)), STR("Copy"),
              STR("copy-record"), false);
    head.w -= width + ui_px(ui, 12);
    ui_text_cut(ui, head, ui_style(ui, FONT_BOLD, 20), ui->theme->text, name);
    rect_cut_top(&in, ui_px(ui, 12));
    hot_pointer(ui, in, scroll, 0, CURSOR_ARROW);
    draw_push_clip(ui->list, in);
    int end = draw_lines(ui, in, in.y - (int)ui->overlay_scroll, text);
    draw_pop_clip(ui->list);
    ui->overlay_content = end + ui->overlay_scroll - in.y;
    ui->overlay_scroll = ui_clamp(ui->overlay_scroll, 0, ui->overlay_content - in.h);
    ui_scroll_bar(ui, in, ui->overlay_scroll, ui->overlay_content, scroll, 0);
}
