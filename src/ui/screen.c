/* The layout of the window: bars, strips, the view, and what lies above them. */
#include "flame.h"
#include "menu.h"
#include "panels.h"
#include "search.h"
#include "tab.h"
#include "views.h"

/* Strips give way, the least needed first, when the window is low. */
static void draw_document(Ui *ui, Tab *tab, Rect r) {
    const UiView *view = views_at(tab->view);
    search_update(ui, tab);
    if (failure_has_banner(tab) && r.h > ui_px(ui, 120))
        failure_banner(ui, tab, rect_cut_top(&r, ui_px(ui, BANNER_HEIGHT)));
    Rect map = {0}, crumb = {0};
    if (view->minimap && r.h > ui_px(ui, 200))
        map = rect_cut_top(&r, ui_px(ui, MINIMAP_HEIGHT));
    if (view->crumb && r.h > ui_px(ui, 120))
        crumb = rect_cut_top(&r, ui_px(ui, CRUMB_HEIGHT));
    draw_push_clip(ui->list, r);
    view->draw(ui, tab, r);
    draw_pop_clip(ui->list);
    if (map.h)
        minimap_draw(ui, tab, map);
    if (crumb.h)
        breadcrumb_draw(ui, tab, crumb);
}

/* A thin line under the top bar while more of the file is being read. */
static void draw_progress(Ui *ui, const Tab *tab, Rect r) {
    double share = tab->progress.total ? (double)tab->progress.done / (double)tab->progress.total : 0;
    if (tab->loading && tab->document)
        draw_rect(ui->list, (Rect){r.x, r.y, (int)(r.w * ui_clamp(share, 0, 1)), ui_px(ui, 2)}, ui->theme->accent);
}

static void draw_tab(Ui *ui, Tab *tab, Rect r, Rect bar) {
    int status_h = ui_px(ui, STATUS_HEIGHT);
    Rect status = r.h > 3 * status_h ? rect_cut_bottom(&r, status_h) : (Rect){0};
    Rect top = r;
    if (tab->document)
        draw_document(ui, tab, r);
    else if (tab->state == TAB_FAILED)
        failure_draw(ui, tab, r);
    else
        loading_draw(ui, tab, r);
    topbar_draw(ui, bar);
    if (status.h) /* last: it names what is under the pointer */
        statusbar_draw(ui, tab, status);
    draw_progress(ui, tab, top);
}

static void draw_overlay(Ui *ui, Tab *tab) {
    switch (ui->overlay) {
    case OVERLAY_NONE:
        return;
    case OVERLAY_HELP:
        help_draw(ui);
        return;
    case OVERLAY_LAUNCHER:
        launcher_draw(ui);
        return;
    case OVERLAY_NOTES:
        if (tab && tab->document)
            notes_draw(ui, tab);
        return;
    case OVERLAY_BYTES:
        if (tab && tab->document)
            bytes_draw(ui, tab);
        return;
    case OVERLAY_RECORD:
        if (record_is_here(ui, tab))
            record_draw(ui, tab);
        else
            ui->overlay = OVERLAY_NONE;
        return;
    case OVERLAY_MENU:
        menu_draw(ui);
        return;
    case OVERLAY_PROMPT:
        prompt_draw(ui);
        return;
    }
}

/* A file hovers over the window: say that it is welcome, over whatever is open. */
static void draw_drop(Ui *ui, Rect r) {
    draw_next_layer(ui->list);
    draw_rect(ui->list, r, ui->theme->shade);
    draw_outline(ui->list, rect_inset(r, ui_px(ui, 8), ui_px(ui, 8)), ui_px(ui, 2), ui->theme->accent);
    ui_bold(ui, r, ALIGN_CENTRE, TITLE_SIZE, (Color){255, 255, 255, 255}, STR("Drop to open in a new tab"));
}

static void draw_message(Ui *ui, Rect r) {
    if (ui->now >= ui->message_until || (ui_tab(ui) && ui_tab(ui)->document))
        return; /* with a document it stands in the status bar */
    Rect foot = welcome_foot(ui, r), line = r;
    line.h = ui_px(ui, 70);
    line.y = r.y + r.h - line.h;
    if (!ui_tab(ui) && foot.y + foot.h > line.y) /* the hint stays to be read */
        line.y = foot.y - line.h + ui_px(ui, 12);
    Str text = str_from(ui->message);
    int w = ui_text_width(ui, ui_style(ui, FONT_UI, TEXT_SIZE), text) + ui_px(ui, 32);
    Rect box = rect_centred(line, w < r.w ? w : r.w, ui_px(ui, 32));
    draw_next_layer(ui->list);
    draw_round(ui->list, box, ui_px(ui, 7), ui->theme->bubble);
    draw_round_outline(ui->list, box, ui_px(ui, 7), ui_px(ui, 1), ui->theme->hairline);
    ui_middle_cut(ui, rect_inset(box, ui_px(ui, 16), 0), ui_style(ui, FONT_UI, TEXT_SIZE), ui->theme->text, text);
}

void screen_draw(Ui *ui) {
    Rect r = {0, 0, ui->frame->width, ui->frame->height};
    Rect window = r;
    Tab *tab = ui_tab(ui);
    if (tab) {
        Rect top = rect_cut_top(&r, ui_px(ui, TOPBAR_HEIGHT));
        draw_tab(ui, tab, r, top);
        if (tab->document)
            tooltip_draw(ui, tab);
    } else {
        welcome_draw(ui, r);
    }
    draw_overlay(ui, tab);
    if (ui->drag_file && tab)
        draw_drop(ui, window);
    draw_message(ui, window);
}
