/* The bar at the top: files, the switch of views, search, theme, help. What does not fit goes in this order: the words of the
 * switch, then the search box shrinks to its icon, then the names of the other files. */
#include "field.h"
#include "layout/label.h"
#include "panels.h"
#include "search.h"
#include "tab.h"
#include "views.h"

enum { SEARCH_WIDTH = 250, SEARCH_LEAST = 120, ICON_SPACE = 34 };

/* Inverted takes the place of left heavy in the switch while it is shown. */
static int shown_in(const Tab *tab, int index) {
    bool inverted = tab->view == views_find(STR("inverted"));
    return inverted && index == views_find(STR("heavy")) ? tab->view : index;
}

static int segment_width(Ui *ui, const Tab *tab, int index) {
    return ui_text_width(ui, ui_style(ui, FONT_BOLD, TEXT_SIZE), views_label(tab, index)) + ui_px(ui, 27);
}

static int switch_width(Ui *ui, const Tab *tab) {
    int w = ui_px(ui, 6);
    for (int i = 0; i < views_count(); i++)
        if (views_at(i)->tab && views_at(i)->can(tab))
            w += segment_width(ui, tab, shown_in(tab, i));
    return w;
}

static void draw_segment(Ui *ui, Tab *tab, Rect r, int index) {
    const Theme *t = ui->theme;
    const UiView *view = views_at(shown_in(tab, index));
    Str label = views_label(tab, shown_in(tab, index));
    bool on = views_at(tab->view) == view;
    bool over = hot_commandf(ui, r, "view %s", view->name);
    if (on)
        draw_round(ui->list, r, ui_px(ui, 5), t->background);
    if (on)
        ui_bold(ui, r, ALIGN_CENTRE, TEXT_SIZE, t->text, label);
    else
        ui_text(ui, r, ALIGN_CENTRE, TEXT_SIZE, over ? t->text : t->muted, label);
}

static void draw_switch(Ui *ui, Tab *tab, Rect r) {
    draw_round(ui->list, r, ui_px(ui, 7), ui->theme->raised);
    Rect in = rect_inset(r, ui_px(ui, 3), ui_px(ui, 3));
    for (int i = 0; i < views_count(); i++)
        if (views_at(i)->tab && views_at(i)->can(tab))
            draw_segment(ui, tab, rect_cut_left(&in, segment_width(ui, tab, shown_in(tab, i))), i);
}

/* Too narrow for the switch: the name of the view, a click leads to the list of views. */
static void draw_small_switch(Ui *ui, Tab *tab, Rect *row) {
    Str label = views_label(tab, tab->view);
    int w = ui_text_width(ui, ui_style(ui, FONT_BOLD, TEXT_SIZE), label) + ui_px(ui, 34);
    if (w + ui_px(ui, 16) > row->w)
        return;
    Rect box = rect_centred(rect_cut_right(row, w + ui_px(ui, 16)), w, ui_px(ui, 26));
    bool over = hot_command(ui, box, STR("menu views"));
    ui->anchors[ANCHOR_VIEWS] = box;
    draw_round(ui->list, box, ui_px(ui, 5), over ? ui->theme->hairline : ui->theme->raised);
    Rect arrow = rect_cut_right(&box, ui_px(ui, 22));
    rect_cut_left(&box, ui_px(ui, 10));
    ui_bold(ui, box, ALIGN_LEFT, TEXT_SIZE, ui->theme->text, label);
    draw_icon(ui->list, ICON_DOWN, rect_centred(arrow, ui_px(ui, 9), ui_px(ui, 9)), ui->theme->muted);
}

static void draw_case_switch(Ui *ui, Rect r) {
    const Theme *t = ui->theme;
    Rect box = rect_centred(r, r.w, ui_px(ui, 20));
    bool over = hot_command(ui, box, STR("match-case"));
    if (ui->search.match_case || over)
        draw_round(ui->list, box, ui_px(ui, 4), t->raised);
    ui_text(ui, box, ALIGN_CENTRE, SMALL_SIZE, ui->search.match_case ? t->accent : t->muted, STR("Aa"));
}

static void draw_search(Ui *ui, Tab *tab, Rect r) {
    const Theme *t = ui->theme;
    bool active = ui->field == FIELD_SEARCH;
    draw_round(ui->list, r, ui_px(ui, 6), t->background);
    draw_round_outline(ui->list, r, ui_px(ui, 6), ui_px(ui, 1), active ? t->accent : t->hairline);
    Rect icon = rect_cut_left(&r, ui_px(ui, 30));
    draw_icon(ui->list, ICON_SEARCH, rect_centred(icon, ui_px(ui, 12), ui_px(ui, 12)), active ? t->text : t->muted);
    rect_cut_right(&r, ui_px(ui, 8));
    if (active || ui->search.match_case)
        draw_case_switch(ui, rect_cut_right(&r, ui_px(ui, 26)));
    Str note = search_summary(ui, tab, false);
    bool bad = ui->search.error.len > 0;
    bool shown = note.len > 0;
    if (!shown && !active)
        note = STR("Ctrl F");
    int w = ui_text_width(ui, ui_style(ui, FONT_UI, SMALL_SIZE), note);
    if (note.len && w < r.w - ui_px(ui, 40)) {
        Color color = !shown ? t->faint : bad ? t->bad : t->accent;
        ui_text(ui, rect_cut_right(&r, w), ALIGN_RIGHT, SMALL_SIZE, color, note);
        rect_cut_right(&r, ui_px(ui, 8));
    }
    field_draw(ui, r, FIELD_SEARCH, STR("Find a function"), TEXT_SIZE);
}

void topbar_draw(Ui *ui, Rect r) {
    Tab *tab = ui_tab(ui);
    draw_rect(ui->list, r, ui->theme->panel);
    draw_rect(ui->list, rect_cut_bottom(&r, ui_px(ui, 1)), ui->theme->hairline);
    Rect row = r;
    Rect flame = rect_cut_left(&row, ui_px(ui, 34));
    rect_cut_left(&flame, ui_px(ui, 6));
    hot_command(ui, flame, STR("commands"));
    draw_icon(ui->list, ICON_FLAME, rect_centred(flame, ui_px(ui, 24), ui_px(ui, 24)), ui->theme->accent);
    rect_cut_right(&row, ui_px(ui, 15));
    ui_icon_button(ui, rect_cut_right(&row, ui_px(ui, ICON_SPACE)), ICON_HELP, 16, STR("help"));
    ui_icon_button(ui, rect_cut_right(&row, ui_px(ui, ICON_SPACE)), ICON_THEME, 16, STR("theme"));
    bool ready = tab && tab->document;
    if (ready && row.w > ui_px(ui, SEARCH_LEAST + 100)) {
        rect_cut_right(&row, ui_px(ui, 7));
        int room = row.w / 3, want = ui_px(ui, SEARCH_WIDTH);
        int w = want < room ? want : room < ui_px(ui, SEARCH_LEAST) ? ui_px(ui, SEARCH_LEAST) : room;
        Rect box = rect_cut_right(&row, w);
        draw_search(ui, tab, rect_centred(box, box.w, ui_px(ui, 28)));
    }
    if (ready) {
        int w = switch_width(ui, tab), gap = ui_px(ui, 12);
        Rect middle = rect_centred((Rect){-ui_px(ui, 29), r.y, r.w, r.h}, w, ui_px(ui, 30));
        int least = row.x + ui_px(ui, 120);
        if (middle.x < least)
            middle.x = least;
        if (middle.x + w + gap <= row.x + row.w) {
            draw_switch(ui, tab, middle);
            row.w = middle.x - gap - row.x;
        } else {
            draw_small_switch(ui, tab, &row);
        }
    }
    topbar_files(ui, row);
}
