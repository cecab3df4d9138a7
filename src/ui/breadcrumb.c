/* The way from the root to the focus, each step a place to go back to; the chosen track at the right. */
#include "flame.h"
#include "layout/label.h"
#include "panels.h"
#include "tab.h"
#include "views.h"

enum { MOST_STEPS = 64 };

/* The last steps of the path that fit. */
static int steps_that_fit(Ui *ui, const View *view, uint32_t node, int room, uint32_t *steps) {
    TextStyle style = ui_style(ui, FONT_UI, SMALL_SIZE);
    int n = 0, used = 0;
    for (uint32_t at = node; at != TREE_NONE; at = view->tree->parent[at]) {
        Str name = frame_name(&view->document->frames, view->tree->frame[at]);
        int most = ui_px(ui, 240);
        int w = ui_text_width(ui, style, name);
        used += (w < most ? w : most) + ui_px(ui, 22);
        if ((used > room && n > 0) || n == MOST_STEPS)
            return n;
        steps[n++] = at;
    }
    return n;
}

static void separator(Ui *ui, Rect *r) {
    Rect gap = rect_cut_left(r, ui_px(ui, 22));
    ui_text(ui, gap, ALIGN_CENTRE, SMALL_SIZE, ui->theme->faint, STR("›"));
}

static void step(Ui *ui, Rect *r, Str name, Str command, bool last) {
    TextStyle style = ui_style(ui, FONT_UI, SMALL_SIZE);
    int w = ui_text_width(ui, style, name), most = ui_px(ui, 240);
    Rect box = rect_cut_left(r, w < most ? w : most);
    bool over = command.len && hot_command(ui, box, command);
    ui_name_cut(ui, box, style, over || last ? ui->theme->text : ui->theme->muted, name);
}

void breadcrumb_path(Ui *ui, Rect r, const Flame *flame) {
    const View *view = flame_view(flame, flame->focus);
    uint32_t steps[MOST_STEPS];
    if (!view)
        return;
    int n = steps_that_fit(ui, view, flame->focus.node, r.w - ui_px(ui, 40), steps);
    uint32_t before = view->tree->parent[steps[n - 1]];
    if (before != TREE_NONE) {
        step(ui, &r, STR("…"), str_format(ui->scene, "focus-node %u %u", flame->focus.lane, before), false);
        separator(ui, &r);
    }
    for (int i = n - 1; i >= 0; i--) {
        Str name = frame_name(&view->document->frames, view->tree->frame[steps[i]]);
        Str command = str_format(ui->scene, "focus-node %u %u", flame->focus.lane, steps[i]);
        step(ui, &r, name, i ? command : (Str){0}, i == 0);
        if (i)
            separator(ui, &r);
    }
}

void breadcrumb_tracks(Ui *ui, const Tab *tab, Str title, Rect *r) {
    bool many = tab->document->tracks.count > 1;
    int arrow = many ? ui_px(ui, 18) : 0, most = r->w / 2;
    TextStyle style = ui_style(ui, FONT_UI, SMALL_SIZE);
    int w = ui_text_width(ui, style, title);
    w = w < most ? w : most;
    Rect box = rect_cut_right(r, w + arrow);
    bool over = many && hot_command(ui, box, STR("menu tracks"));
    if (many)
        ui->anchors[ANCHOR_TRACKS] = box;
    Color color = over ? ui->theme->text : ui->theme->muted;
    Rect icon = rect_cut_right(&box, arrow);
    ui_text_cut(ui, box, style, color, title);
    if (many)
        draw_icon(ui->list, ICON_DOWN,
                  rect_centred((Rect){icon.x + ui_px(ui, 4), icon.y, icon.w, icon.h}, ui_px(ui, 9), ui_px(ui, 9)),
                  color);
}

/* Left heavy seen from below, and back. */
static void draw_inverted(Ui *ui, const Tab *tab, Rect *r) {
    bool on = tab->pane == VIEW_INVERTED;
    TextStyle style = ui_style(ui, FONT_UI, SMALL_SIZE);
    int w = ui_text_width(ui, style, STR("inverted"));
    if ((tab->pane != VIEW_HEAVY && !on) || !views_at(tab->view)->picture || r->w < 4 * w)
        return;
    rect_cut_right(r, ui_px(ui, 18));
    Rect box = rect_cut_right(r, w);
    bool over = hot_command(ui, box, STR("inverted"));
    draw_text_in(ui->list, box, ALIGN_LEFT, style,
                 on     ? ui->theme->accent
                 : over ? ui->theme->text
                        : ui->theme->faint,
                 STR("inverted"));
}

static void draw_range(Ui *ui, Tab *tab, Rect *r) {
    if (!(tab->range.to > tab->range.from))
        return;
    Unit unit = {.kind = UNIT_TIME};
    Arena *arena = ui->frame->arena;
    Str text = str_format(arena, "%.*s – %.*s", STR_ARG(unit_format(arena, unit, tab->range.from)),
                          STR_ARG(unit_format(arena, unit, tab->range.to)));
    int w = ui_text_width(ui, ui_style(ui, FONT_UI, SMALL_SIZE), text) + ui_px(ui, 34);
    rect_cut_right(r, ui_px(ui, 12));
    Rect pill = rect_cut_right(r, w);
    pill = rect_centred(pill, pill.w, ui_px(ui, 20));
    bool over = hot_command(ui, pill, STR("range off"));
    draw_round(ui->list, pill, ui_px(ui, 10), over ? ui->theme->hairline : ui->theme->raised);
    Rect close = rect_cut_right(&pill, ui_px(ui, 22));
    draw_icon(ui->list, ICON_CLOSE, rect_centred(close, ui_px(ui, 8), ui_px(ui, 8)), ui->theme->muted);
    rect_cut_left(&pill, ui_px(ui, 10));
    ui_text(ui, pill, ALIGN_LEFT, SMALL_SIZE, ui->theme->accent, text);
}

void breadcrumb_draw(Ui *ui, Tab *tab, Rect r) {
    draw_rect(ui->list, rect_cut_bottom(&r, ui_px(ui, 1)), ui->theme->hairline);
    r = rect_inset(r, ui_px(ui, SIDE), 0);
    breadcrumb_tracks(ui, tab, tab_track_title(tab), &r);
    draw_inverted(ui, tab, &r);
    draw_range(ui, tab, &r);
    rect_cut_right(&r, ui_px(ui, 16));
    const Flame *flame = flame_current(ui);
    bool focused = flame && flame_view(flame, flame->focus);
    bool whole = !flame || (flame->viewport.aim.from <= flame->viewport.all.from &&
                            flame->viewport.aim.to >= flame->viewport.all.to);
    bool range = tab->range.to > tab->range.from;
    bool last = whole && !focused;
    step(ui, &r, range ? STR("this range") : STR("all"), last ? STR("") : STR("all"), last);
    if (last)
        return;
    separator(ui, &r);
    if (focused)
        breadcrumb_path(ui, r, flame);
    else
        step(ui, &r, STR("part of it"), (Str){0}, true);
}
