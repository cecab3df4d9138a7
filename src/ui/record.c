/* The records of one call as its file has them, arguments and all: read again when somebody asks for them. */
#include "flame.h"
#include "panels.h"
#include "profile/nesting.h"
#include "report/pretty.h"
#include "tab.h"
#include "widget.h"

enum { LINE = 18, WIDTH = 720, HEIGHT = 520, HEAD = 112 };

/* ---- their text ---- */

static Str pretty_records(Arena *arena, const View *view) {
    Text text = text_new(arena);
    for (int i = 0; i < 2; i++) {
        if (!view->records[i].len)
            continue;
        text_add_c(&text, text.len ? "\n" : "");
        text_add(&text, pretty_json(arena, view->records[i]));
        text_add_c(&text, "\n");
    }
    if (view->failed.code != ERR_NONE)
        text_addf(&text, "cannot show it: %s\n", view->failed.message);
    return text_str(&text);
}

Str record_text(Ui *ui, Tab *tab, uint64_t detail, uint64_t closing) {
    Records *records = &tab->records;
    ViewSpec spec = {
        .kind = VIEW_DETAIL, .track = VIEW_ALL_TRACKS, .function = FRAME_NONE, .detail = {detail, closing}};
    if (!detail)
        return (Str){0};
    const View *view = tab_view(ui, tab, spec);
    if (!view)
        return STR("reading it from the file …");
    if (records->of == view && records->detail == detail)
        return records->text;
    records->arena = records->arena ? records->arena : arena_new();
    arena_reset(records->arena);
    records->of = view;
    records->detail = detail;
    return records->text = pretty_records(records->arena, view);
}

int record_lines(Ui *ui, Rect r, int y, Str text) {
    TextStyle mono = ui_style(ui, FONT_MONO, 11.5);
    int h = ui_px(ui, LINE);
    for (size_t at = 0; at < text.len; y += h) {
        size_t end = str_find(text, STR("\n"), at);
        end = end == SIZE_MAX ? text.len : end;
        if (y + h > r.y && y < r.y + r.h)
            draw_text_in(ui->list, (Rect){r.x, y, r.w, h}, ALIGN_LEFT, mono, ui->theme->muted,
                         str_slice(text, at, end));
        at = end + 1;
    }
    return y;
}

/* ---- the sheet ---- */

bool record_subject(Ui *ui, uint64_t detail[2]) {
    Flame *flame = flame_current(ui);
    NodeRef ref = flame ? flame_subject(ui, flame) : NODE_NONE;
    const View *view = flame ? flame_view(flame, ref) : NULL;
    if (!view)
        return false;
    const Track *track = view->spec.track >= 0 ? view->document->tracks.data[view->spec.track] : NULL;
    detail[0] = view->tree->detail ? view->tree->detail[ref.node] : 0;
    if (track && track->tree == view->tree && track->operations.nesting) {
        const Operation *o = &track->operations.list[track->operations.nesting->operation[ref.node]];
        detail[0] = o->detail;
        detail[1] = o->closing;
    }
    return detail[0] != 0;
}

bool record_is_here(const Ui *ui, const Tab *tab) {
    return tab && tab->document && tab->id == ui->record_tab;
}

static void scroll(Ui *ui, const Pointer *p) {
    ui->overlay_scroll = ui_scrolled(ui, p, ui->overlay_scroll, ui->overlay_content, ui_px(ui, LINE));
    ui_touch(ui);
}

static void draw_head(Ui *ui, Rect head) {
    Rect button = rect_cut_right(&head, ui_button_width(ui, STR("Copy")));
    ui_button(ui, rect_cut_top(&button, ui_px(ui, 30)), STR("Copy"), STR("copy-record"), false);
    ui_text_cut(ui, head, ui_style(ui, FONT_BOLD, 20), ui->theme->text, STR("As the file has it"));
}

static int height_of(const Ui *ui, Str text) {
    int most = ui_px(ui, HEIGHT), h = ui_px(ui, HEAD);
    for (size_t i = 0; i < text.len && h < most; i++)
        h += text.data[i] == '\n' ? ui_px(ui, LINE) : 0;
    return h < most ? h : most;
}

void record_draw(Ui *ui, Tab *tab) {
    Str text = record_text(ui, tab, ui->record[0], ui->record[1]);
    Rect r = ui_sheet(ui, ui_px(ui, WIDTH), height_of(ui, text));
    Rect in = rect_inset(r, ui_px(ui, 30), ui_px(ui, 20));
    draw_head(ui, rect_cut_top(&in, ui_px(ui, 52)));
    hot_pointer(ui, in, scroll, 0, CURSOR_ARROW);
    draw_push_clip(ui->list, in);
    int end = record_lines(ui, in, in.y - (int)ui->overlay_scroll, text);
    draw_pop_clip(ui->list);
    ui->overlay_content = end + ui->overlay_scroll - in.y;
    ui->overlay_scroll = ui_clamp(ui->overlay_scroll, 0, ui->overlay_content - in.h);
    ui_scroll_bar(ui, in, ui->overlay_scroll, ui->overlay_content, scroll, 0);
}
