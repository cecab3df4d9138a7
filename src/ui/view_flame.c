/* Left heavy and inverted: one tree that fills the view. */
#include "flame.h"
#include "panels.h"
#include "tab.h"
#include "views.h"

bool view_can_merge(const Tab *tab) {
    return tab->document->tracks.count > 0;
}

void screen_building(Ui *ui, Rect r) {
    ui_text(ui, r, ALIGN_CENTRE, TEXT_SIZE, ui->theme->muted, STR("building this view …"));
}

void screen_weightless(Ui *ui, Rect r, Unit unit) {
    rect_cut_top(&r, r.h / 3);
    ui_text(ui, rect_cut_top(&r, ui_px(ui, 24)), ALIGN_CENTRE, TEXT_SIZE, ui->theme->muted,
            unit.kind == UNIT_TIME ? STR("All of it is of one moment: there is no time to draw.")
                                   : STR("The total is 0: there is nothing to draw."));
}

static void nothing(Ui *ui, Rect r) {
    ui_text(ui, r, ALIGN_CENTRE, TEXT_SIZE, ui->theme->muted, STR("There is nothing in this range."));
}

/* A row of a table was opened: its heaviest node becomes the focus. */
static void take_wish(Ui *ui, Tab *tab, Flame *flame, const View *view) {
    const Tree *tree = view->tree;
    uint32_t best = TREE_NONE;
    if (tab->want_focus == FRAME_NONE)
        return;
    for (uint32_t n = 0; n < tree->count; n++)
        if (tree->frame[n] == tab->want_focus && (best == TREE_NONE || tree->total[n] > tree->total[best]))
            best = n;
    tab->want_focus = FRAME_NONE;
    if (best != TREE_NONE)
        flame_focus(ui, flame, (NodeRef){0, best});
}

/* One lane, rows from the top or from the bottom. */
static void draw_one(Ui *ui, Tab *tab, ViewKind kind, Rect area) {
    Flame *flame = &tab->flames[kind];
    const View *view = tab_view(ui, tab, tab_spec(tab, kind));
    rect_cut_top(&area, ui_px(ui, FLAME_TOP));
    if (!view) {
        flame->lanes.count = 0;
        screen_building(ui, area);
        return;
    }
    if (!view->tree->count) {
        nothing(ui, area);
        return;
    }
    int content = flame_height(ui, view);
    if (ui->settings.flame && flame->scroll >= flame->scroll_max)
        flame->scroll = content; /* the roots are at the bottom, and stay in sight when the picture grows */
    flame_place(flame, (Span){view->tree->left, view->tree->right}, ui->now);
    flame_begin(ui, flame, area, content);
    hot_pointer(ui, area, flame_pointer, (int)kind, CURSOR_ARROW);
    bool up = ui->settings.flame;
    int spare = up && content < area.h ? area.h - content : 0;
    Lane lane = {
        .view = view,
        .rect = {area.x, area.y + spare - (int)flame->scroll, area.w, content},
        .clip = area,
        .up = up,
    };
    flame_draw_lane(ui, tab, flame, lane);
    take_wish(ui, tab, flame, view);
    if (!(view->tree->right > view->tree->left))
        screen_weightless(ui, area, view->unit);
    flame_draw_range(ui, flame, area);
    ui_scroll_bar(ui, area, flame->scroll, content, flame_scroll_pointer, (int)kind);
}

void view_heavy_draw(Ui *ui, Tab *tab, Rect area) {
    draw_one(ui, tab, VIEW_HEAVY, area);
}

void view_inverted_draw(Ui *ui, Tab *tab, Rect area) {
    draw_one(ui, tab, VIEW_INVERTED, area);
}
