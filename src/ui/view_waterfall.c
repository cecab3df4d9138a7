/* The waterfall: pills and filters, the ruler over the bars, the rows, and a panel for the selected operation. */
#include <math.h>

#include "field.h"
#include "flame.h"
#include "layout/ruler.h"
#include "panels.h"
#include "search.h"
#include "tab.h"
#include "ui/keymap.h"
#include "views.h"
#include "water.h"

enum { MOST_TICKS = 64, LEAST_BARS = 160, NARROW = 560, NARROWEST = 260, NARROW_DURATION = 84 };

bool view_can_waterfall(const Tab *tab) {
    return tab->document->has_operations;
}

/* ---- pills and filters ---- */

/* A limit as it was set: "5 ms", not "5.00 ms". */
static Str limit_text(Ui *ui, double ns) {
    double ms = ns / 1e6;
    return ms >= 1000 ? ui_format(ui, "%g s", ms / 1000) : ui_format(ui, "%g ms", ms);
}

/* Returns where the next one goes. */
static int draw_pill(Ui *ui, int x, Rect line, Str text, bool on, const char *command) {
    const Theme *t = ui->theme;
    TextStyle style = ui_style(ui, FONT_UI, SMALL_SIZE);
    int w = ui_text_width(ui, style, text) + ui_px(ui, 20);
    Rect r = rect_centred((Rect){x, line.y, w, line.h}, w, ui_px(ui, 21));
    bool over = hot_command(ui, r, str_from(command));
    Color fill = on ? t->accent : t->raised;
    draw_round(ui->list, r, ui_px(ui, 10), over ? color_mix(fill, t->text, 0.12) : fill);
    draw_text_in(ui->list, r, ALIGN_CENTRE, style, on ? t->on_accent : t->text, text);
    return x + w + ui_px(ui, 6);
}

static int draw_filter(Ui *ui, int x, Rect line, Str text, bool on, const char *command) {
    TextStyle style = ui_style(ui, on ? FONT_BOLD : FONT_UI, SMALL_SIZE);
    int w = ui_text_width(ui, style, text);
    Rect r = {x + ui_px(ui, 6), line.y, w, line.h};
    bool over = hot_command(ui, r, str_from(command));
    draw_text_in(ui->list, r, ALIGN_LEFT, style,
                 on     ? ui->theme->accent
                 : over ? ui->theme->text
                        : ui->theme->muted,
                 text);
    return x + w + ui_px(ui, 14);
}

static void draw_filters(const WaterScene *s, int x, Rect r) {
    Ui *ui = s->ui;
    const Water *water = s->water;
    double least = water->least > 0 ? water->least : 1e7, share = water->least_share > 0 ? water->least_share : 2.5;
    x = draw_filter(ui, x, r, ui_format(ui, "> %.*s", STR_ARG(limit_text(ui, least))), water->least > 0, "menu least");
    x = draw_filter(ui, x, r, ui_format(ui, "> %g %%", share), water->least_share > 0, "menu share");
    Str channel =
        water->channel != FRAME_NONE ? frame_name(&s->view->document->frames, water->channel) : STR("channel");
    x = draw_filter(ui, x, r, channel, water->channel != FRAME_NONE, "menu channels");
    Rect arrow = {x - ui_px(ui, 6), r.y, ui_px(ui, 10), r.h};
    draw_icon(ui->list, ICON_DOWN, rect_centred(arrow, ui_px(ui, 8), ui_px(ui, 8)), ui->theme->muted);
    x += ui_px(ui, 14);
    if (water_can_narrow(ui, water, s->w))
        x = draw_filter(ui, x, r, STR("only these"), water->only, "only");
    x = draw_filter(ui, x, r, STR("all links"), water->all_links, "links");
    draw_filter(ui, x, r, STR("fit axis"), false, "operation fit");
}

/* Which track's operations these are. */
static void draw_track(const WaterScene *s, Rect *r) {
    int track = s->view->spec.track;
    if (s->tab->document->tracks.count < 2 || r->w < ui_px(s->ui, 900))
        return;
    rect_cut_right(r, ui_px(s->ui, SIDE));
    breadcrumb_tracks(s->ui, s->tab,
                      track < 0 ? tab_track_title(s->tab) : tab_title_of(s->tab, s->tab->document->tracks.data[track]),
                      r);
}

static void draw_pills(const WaterScene *s, Rect r) {
    Ui *ui = s->ui;
    const Water *water = s->water;
    const Waterfall *w = s->w;
    draw_rect(ui->list, r, ui->theme->panel);
    draw_track(s, &r);
    int x = r.x + ui_px(ui, SIDE);
    x = draw_pill(ui, x, r, ui_format(ui, "Critical path %.*s", STR_ARG(count_format(ui->frame->arena, w->critical))),
                  !water->hide_path && w->critical > 0, "pill critical");
    x = draw_pill(ui, x, r, ui_format(ui, "Errors %.*s", STR_ARG(count_format(ui->frame->arena, w->errors))),
                  water->pill == PILL_ERRORS, "pill errors");
    x = draw_pill(ui, x, r, ui_format(ui, "Slow %.*s", STR_ARG(count_format(ui->frame->arena, water->slow_count))),
                  water->pill == PILL_SLOW, "pill slow");
    draw_filters(s, x + ui_px(ui, 8), r);
}

/* ---- the head: tree, ruler, duration ---- */

static void ruler_pointer(Ui *ui, const Pointer *p) {
    Tab *tab = ui_tab(ui);
    if (!tab || !water_current(ui))
        return;
    Flame *flame = &tab->flames[VIEW_WATERFALL];
    if (p->what == POINTER_WHEEL) {
        Pointer in = *p;
        in.part = VIEW_WATERFALL;
        flame_pointer(ui, &in);
    } else if (p->dragged) {
        flame_choose_range(ui, flame, p);
    } else if (p->what == POINTER_CLICK && p->clicks > 1)
        flame_show_all(ui, flame);
    ui_touch(ui);
}

/* The border between tree and bars. */
static void edge_pointer(Ui *ui, const Pointer *p) {
    Tab *tab = ui_tab(ui);
    if (!tab || p->what != POINTER_DRAG)
        return;
    tab->water.tree_width = ui_clamp((p->x - tab->water.rows.x) / ui->px, 120, 1200);
    ui_touch(ui);
}

static void draw_ruler(const WaterScene *s, Rect r) {
    Ui *ui = s->ui;
    const Theme *t = ui->theme;
    Tick ticks[MOST_TICKS];
    int n =
        ruler_ticks(ui->frame->arena, s->flame->viewport.shown, r.w, ui_px(ui, 110), s->view->unit, ticks, MOST_TICKS);
    TextStyle style = ui_style(ui, FONT_UI, SMALL_SIZE);
    Color line = color_mix(t->background, t->hairline, 0.8);
    for (int i = 0; i < n; i++) {
        int x = r.x + ticks[i].x, w = ui_text_width(ui, style, ticks[i].label);
        draw_rect(ui->list, (Rect){x, s->list.y, ui_px(ui, 1), s->list.h}, line);
        if (x + ui_px(ui, 4) + w < s->durations.x + s->durations.w - ui_px(ui, 70))
            draw_text_in(ui->list, (Rect){x + ui_px(ui, 4), r.y, w + 1, r.h}, ALIGN_LEFT, style, t->faint,
                         ticks[i].label);
    }
    hot_pointer(ui, r, ruler_pointer, 0, CURSOR_RESIZE_X);
}

/* From where the times of the ruler count, beside the title of the tree (`used` wide), where there is room. */
static void draw_origin(const WaterScene *s, Rect r, int used) {
    Ui *ui = s->ui;
    Str text = STR("times from the start of the recording");
    rect_cut_left(&r, used + ui_px(ui, 40));
    rect_cut_right(&r, ui_px(ui, 10));
    if (ui_text_width(ui, ui_style(ui, FONT_UI, SMALL_SIZE), text) <= r.w)
        ui_text(ui, r, ALIGN_RIGHT, SMALL_SIZE, ui->theme->faint, text);
}

static void draw_head(const WaterScene *s, Rect head) {
    Ui *ui = s->ui;
    draw_rect(ui->list, head, ui->theme->panel);
    draw_rect(ui->list, (Rect){head.x, head.y + head.h - ui_px(ui, 1), head.w, ui_px(ui, 1)}, ui->theme->hairline);
    Rect tree = {s->tree.x, head.y, s->tree.w, head.h}, bars = {s->bars.x, head.y, s->bars.w, head.h};
    bool over = hot_command(ui, (Rect){tree.x, tree.y, ui_px(ui, 110), tree.h}, STR("menu depth"));
    rect_cut_left(&tree, ui_px(ui, SIDE));
    int w = ui_text(ui, tree, ALIGN_LEFT, SMALL_SIZE, over ? ui->theme->text : ui->theme->muted, STR("Operation"));
    draw_icon(
        ui->list, ICON_DOWN,
        rect_centred((Rect){tree.x + w + ui_px(ui, 4), tree.y, ui_px(ui, 12), tree.h}, ui_px(ui, 8), ui_px(ui, 8)),
        over ? ui->theme->text : ui->theme->faint);
    draw_origin(s, tree, w);
    draw_ruler(s, bars);
    Rect durations = {s->durations.x, head.y, s->durations.w, head.h};
    rect_cut_right(&durations, ui_px(ui, SIDE));
    if (durations.w > 0)
        ui_text(ui, durations, ALIGN_RIGHT, SMALL_SIZE, ui->theme->muted, STR("Duration"));
    hot_pointer(ui, (Rect){s->bars.x - ui_px(ui, 4), head.y, ui_px(ui, 8), head.h}, edge_pointer, 0, CURSOR_RESIZE_X);
}

static void draw_drag(const WaterScene *s, const Tab *tab) {
    if (!(tab->flames[VIEW_WATERFALL].drag.to > tab->flames[VIEW_WATERFALL].drag.from))
        return;
    int x0 = water_x(s, tab->flames[VIEW_WATERFALL].drag.from), x1 = water_x(s, tab->flames[VIEW_WATERFALL].drag.to);
    draw_next_layer(s->ui->list);
    draw_rect(s->ui->list, (Rect){x0, s->bars.y, x1 - x0, s->bars.h}, color_alpha(s->ui->theme->accent, 40));
}

/* ---- the whole ---- */

/* As the hand set it, but the bars keep some room; in a narrow window the names come first. */
static int tree_width(const Ui *ui, const Water *water, int width) {
    int want = ui_px(ui, water->tree_width), most = width - ui_px(ui, LEAST_BARS), least = width * 5 / 9;
    most = most < least ? least : most;
    return want < most ? want : most;
}

static int duration_width(const Ui *ui, int width) {
    return width < ui_px(ui, NARROWEST) ? 0 : ui_px(ui, width < ui_px(ui, NARROW) ? NARROW_DURATION : WATER_DURATION);
}

static WaterScene scene_of(Ui *ui, Tab *tab, const View *view, Rect list) {
    WaterScene s = {.ui = ui,
                    .tab = tab,
                    .water = &tab->water,
                    .flame = &tab->flames[VIEW_WATERFALL],
                    .view = view,
                    .w = view->waterfall,
                    .list = list,
                    .row = ui_px(ui, WATER_ROW)};
    s.bars = list;
    s.durations = rect_cut_right(&s.bars, duration_width(ui, list.w));
    s.tree = rect_cut_left(&s.bars, tree_width(ui, &tab->water, s.bars.w));
    return s;
}

/* `hover NAME`: the pointer is put on the bar, once the picture is at rest. */
static void take_hover_wish(Ui *ui, const WaterScene *s) {
    uint32_t row = s->water->want_hover;
    if (row == WATERFALL_NONE || ui->moving)
        return;
    s->water->want_hover = WATERFALL_NONE;
    if (s->water->line_of[row] == WATERFALL_NONE)
        return;
    const Operation *o = waterfall_row(s->w, row).operation;
    int x0 = water_x(s, o->start), x1 = water_x(s, o->end);
    ui->x = (int)ui_clamp((x0 + x1) / 2.0, s->bars.x, s->bars.x + s->bars.w - 1);
    ui->y = water_y(s, s->water->line_of[row]) + s->row / 2;
    ui->inside = true;
    ui_touch(ui);
}

static void find_hover(Ui *ui, Tab *tab, const WaterScene *s) {
    Water *water = &tab->water;
    water->hover = WATERFALL_NONE;
    double line = (ui->y - s->list.y + s->flame->scroll) / s->row;
    if (hot_over(ui, s->list) && line >= 0 && line < water->line_count)
        water->hover = water->lines[(uint32_t)line];
}

static void draw_empty(const WaterScene *s) {
    if (!s->water->line_count)
        ui_text(s->ui, (Rect){s->list.x, s->list.y, s->list.w, s->row * 3}, ALIGN_CENTRE, TEXT_SIZE,
                s->ui->theme->muted, STR("No operation passes the filters."));
}

static void draw_scene(WaterScene *s, Rect pills, Rect head) {
    Ui *ui = s->ui;
    Tab *tab = s->tab;
    double content = (double)s->water->line_count * s->row + s->row;
    flame_place(s->flame, (Span){s->w->left, s->w->right}, ui->now);
    flame_begin(ui, s->flame, s->bars, content < 2e9 ? (int)content : 2000000000);
    s->water->rows = s->list;
    s->water->bars = s->bars;
    s->scale = viewport_scale(&s->flame->viewport, s->bars.w);
    hot_pointer(ui, s->list, water_pointer, VIEW_KINDS, CURSOR_ARROW);
    hot_pointer(ui, s->bars, water_pointer, VIEW_WATERFALL, CURSOR_ARROW);
    take_hover_wish(ui, s);
    find_hover(ui, tab, s);
    draw_head(s, head);
    draw_push_clip(ui->list, s->list);
    water_draw_rows(s);
    water_draw_links(s);
    draw_empty(s);
    draw_pop_clip(ui->list);
    if (pills.h)
        draw_pills(s, pills);
    ui_scroll_bar(ui, s->list, s->flame->scroll, content, flame_scroll_pointer, VIEW_WATERFALL);
    draw_drag(s, tab);
}

void view_waterfall_draw(Ui *ui, Tab *tab, Rect area) {
    const View *view = tab_view(ui, tab, water_spec(ui, tab));
    if (!view) {
        screen_building(ui, area);
        return;
    }
    water_prepare(ui, tab, view);
    bool low = area.h < ui_px(ui, WATER_PILLS + WATER_HEAD + 4 * WATER_ROW); /* rows come first */
    Rect pills = rect_cut_top(&area, low ? 0 : ui_px(ui, WATER_PILLS)), panel = {0};
    int want = ui_px(ui, WATER_PANEL);
    if (tab->water.details)
        panel = rect_cut_right(&area, want < area.w / 2 ? want : area.w / 2);
    Rect head = rect_cut_top(&area, ui_px(ui, WATER_HEAD));
    WaterScene s = scene_of(ui, tab, view, area);
    draw_scene(&s, pills, head);
    if (panel.w)
        water_draw_panel(&s, panel);
    water_draw_tip(&s);
}

bool view_waterfall_key(Ui *ui, Tab *tab, const Input *input) {
    (void)tab;
    const char *line = keymap_find(KEYS_WATERFALL, input);
    return line && ui_command(ui, str_from(line), ui->now, NULL);
}

/* How many parents are guesses is said. */
static Str edges_text(Arena *arena, const Waterfall *w) {
    Str all = count_format(arena, w->count - w->roots);
    if (!w->edges[OPERATION_BY_TIME])
        return str_format(arena, "%.*s parent–child", STR_ARG(all));
    return str_format(arena, "%.*s parent–child (%.*s by time)", STR_ARG(all),
                      STR_ARG(count_format(arena, w->edges[OPERATION_BY_TIME])));
}

static Str left_status(Ui *ui, const Water *water, const Waterfall *w, Unit unit) {
    Arena *arena = ui->frame->arena;
    Str facts[7] = {0};
    facts[0] = str_format(arena, "%.*s operation%s", STR_ARG(count_format(arena, w->count)), w->count == 1 ? "" : "s");
    if (water_asks(ui, water))
        facts[1] = str_format(arena, "%.*s match", STR_ARG(count_format(arena, water->lit_sums.count)));
    facts[2] = str_format(arena, "%.*s root%s", STR_ARG(count_format(arena, w->roots)), w->roots == 1 ? "" : "s");
    facts[3] = edges_text(arena, w);
    facts[4] = str_format(arena, "%.*s sequential (gap ≤ %.*s)", STR_ARG(count_format(arena, w->link_count)),
                          STR_ARG(limit_text(ui, w->options.gap)));
    facts[5] = str_format(arena, "P%g = %.*s", w->options.percentile, STR_ARG(unit_format(arena, unit, w->threshold)));
    return ui_facts(ui, facts, 7);
}

Str view_waterfall_status(Ui *ui, Tab *tab, bool left) {
    const View *view = water_current(ui);
    if (!view || tab->water.of != view->waterfall)
        return (Str){0};
    if (left)
        return left_status(ui, &tab->water, view->waterfall, view->unit);
    if (tab->water.selected != WATERFALL_NONE && !tab->water.details)
        return STR("Enter details · F zoom to it · Copy as Markdown (Ctrl Shift C)");
    return STR("Copy as Markdown (Ctrl Shift C)");
}
