/* The whole file at a glance: rows three pixels high, what is shown in a frame that can be dragged, matches as ticks. */
#include <math.h>

#include "flame.h"
#include "panels.h"
#include "search.h"
#include "tab.h"
#include "views.h"
#include "water.h"

enum { PITCH = 3, MOST_ROWS = 15, MOST_LANES = 5 };

/* What the map shows: the picture's own views, or time order of the chosen track beside a table. */
typedef struct Glance {
    Flame *flame;
    const View *views[MOST_ROWS];
    int count;
    Span all;
} Glance;

static void add_view(Glance *map, const View *view) {
    if (view && view->levels && map->count < MOST_ROWS)
        map->views[map->count++] = view;
}

/* The operations as the flame graph has them: of the chosen track, or of the first ones. */
static void add_waterfall(Ui *ui, Tab *tab, Glance *map) {
    ViewSpec spec = water_spec(ui, tab);
    for (size_t i = 0; i < tab->document->tracks.count && map->count < MOST_LANES; i++)
        if (tab->document->tracks.data[i]->operations.count && (spec.track < 0 || spec.track == (int)i))
            add_view(map, tab_view(ui, tab, tab_time_spec((uint32_t)i)));
}

/* The first few open tracks as they are drawn, as far as they are built: of a million few were ever in sight. */
static void add_tracks(Tab *tab, Glance *map) {
    size_t places[MOST_LANES + 1];
    for (size_t i = 0; i < tab->views.count; i++) {
        const View *view = tab->views.data[i].view;
        size_t place = stack_place_of_view(tab, view);
        if (place == tab->timed_count || tab->folded[tab->timed[place]])
            continue;
        int at = map->count;
        for (; at > 0 && places[at - 1] > place; at--) {
            places[at] = places[at - 1];
            map->views[at] = map->views[at - 1];
        }
        places[at] = place;
        map->views[at] = view;
        map->count += map->count < MOST_LANES;
    }
}

static Glance map_of(Ui *ui, Tab *tab) {
    Glance map = {0};
    if (views_at(tab->view)->picture) {
        map.flame = &tab->flames[tab->pane];
        map.all = map.flame->viewport.all;
        if (tab->pane == VIEW_TIME) {
            const uint32_t *tracks;
            size_t n = tab_time_tracks(ui->scene, tab, &tracks);
            if (n == 1)
                add_view(&map, tab_view_now(tab, tab_time_spec(tracks[0])));
            else
                add_tracks(tab, &map);
        } else if (tab->pane == VIEW_WATERFALL) {
            add_waterfall(ui, tab, &map);
        } else {
            add_view(&map, tab_view_now(tab, tab_spec(tab, tab->pane)));
        }
    } else {
        add_view(&map, tab_view(ui, tab, tab_spec(tab, VIEW_HEAVY)));
        if (map.count)
            map.all = (Span){map.views[0]->tree->left, map.views[0]->tree->right};
    }
    return map;
}

static int pixel_of(Rect r, Span all, double at) {
    double x = (at - all.from) / (all.to - all.from) * r.w;
    return r.x + (int)lround(ui_clamp(x, 0, r.w));
}

static bool is_outside(const Glance *map, double left, double right) {
    return map->flame && (right <= map->flame->viewport.shown.from || left >= map->flame->viewport.shown.to);
}

static void draw_row(Ui *ui, Tab *tab, const Glance *map, const View *view, uint32_t row, Rect r, LevelSlot *slots,
                     size_t max) {
    double pixel = (map->all.to - map->all.from) / r.w;
    size_t n = levels_query(view->levels, row, map->all.from, map->all.to, pixel, slots, max);
    int last = r.x;
    for (size_t i = 0; i < n && i < max; i++) {
        int x0 = pixel_of(r, map->all, slots[i].left), x1 = pixel_of(r, map->all, slots[i].right);
        x0 = x0 < last ? last : x0;
        x1 = x1 <= x0 ? x0 + 1 : x1;
        Color c = flame_color(ui, tab, view, slots[i].node);
        bool match = search_active(ui) && search_matches(ui, view->tree->frame[slots[i].node]);
        if (match)
            c = ui->theme->accent;
        else if (search_active(ui))
            c = ui_dim(c, ui->theme->panel, 0.35);
        if (is_outside(map, slots[i].left, slots[i].right))
            c = ui_dim(c, ui->theme->panel, 0.4);
        draw_rect(ui->list, (Rect){x0, r.y, x1 - x0, r.h}, c);
        last = x1;
    }
    uint32_t at = search_next_in_row(ui, view, row, map->all.from);
    while (at != TREE_NONE) { /* matches too small for a slot of their own */
        double left = view->tree->start[at];
        draw_rect(ui->list, (Rect){pixel_of(r, map->all, left), r.y, 1, r.h}, ui->theme->accent);
        at = search_next_in_row(ui, view, row, fmax(fmax(left, map->all.from) + pixel, tree_right(view->tree, at)));
    }
}

static void draw_views(Ui *ui, Tab *tab, const Glance *map, Rect r) {
    int pitch = ui_px(ui, PITCH), bar = pitch - ui_px(ui, 1);
    int rows = (r.h - ui_px(ui, 3)) / pitch;
    size_t max = (size_t)r.w * 2 + 16;
    LevelSlot *slots = arena_many(ui->frame->arena, LevelSlot, max);
    int y = r.y + ui_px(ui, 2), left = rows;
    for (int v = 0; v < map->count; v++) {
        int share = left / (map->count - v);
        int have = (int)levels_rows(map->views[v]->levels);
        int n = have < share ? have : share;
        for (int i = 0; i < n; i++, y += pitch)
            draw_row(ui, tab, map, map->views[v], (uint32_t)i, (Rect){r.x, y, r.w, bar < 1 ? 1 : bar}, slots, max);
        left -= n;
        if (map->count > 1 && left > 0) {
            y += pitch;
            left--;
        }
    }
}

/* The frame round what is shown; nothing when that is everything. */
static void draw_window(Ui *ui, const Glance *map, Rect r) {
    const Viewport *v = &map->flame->viewport;
    if (v->shown.from <= v->all.from && v->shown.to >= v->all.to)
        return;
    int x0 = pixel_of(r, map->all, v->shown.from), x1 = pixel_of(r, map->all, v->shown.to);
    int least = ui_px(ui, 3);
    if (x1 - x0 < least)
        x1 = x0 + least;
    draw_round_outline(ui->list, (Rect){x0, r.y, x1 - x0, r.h}, ui_px(ui, 2), ui_px(ui, 1), ui->theme->accent);
}

typedef enum Grip { GRIP_NEW, GRIP_MOVE, GRIP_LEFT, GRIP_RIGHT } Grip;

static Grip grip_at(const Ui *ui, const Viewport *v, Rect r, int x) {
    int x0 = pixel_of(r, v->all, v->aim.from), x1 = pixel_of(r, v->all, v->aim.to), slack = ui_px(ui, 5);
    bool whole = v->aim.from <= v->all.from && v->aim.to >= v->all.to;
    if (whole)
        return GRIP_NEW;
    if (x >= x0 - slack && x <= x0 + slack)
        return GRIP_LEFT;
    if (x >= x1 - slack && x <= x1 + slack)
        return GRIP_RIGHT;
    return x > x0 && x < x1 ? GRIP_MOVE : GRIP_NEW;
}

static Span dragged_span(const Viewport *v, Grip grip, double from, double at, double last) {
    Span s = v->aim;
    if (grip == GRIP_MOVE)
        return (Span){s.from + (at - last), s.to + (at - last)};
    if (grip == GRIP_LEFT)
        return at < s.to ? (Span){at, s.to} : s;
    if (grip == GRIP_RIGHT)
        return at > s.from ? (Span){s.from, at} : s;
    return from < at ? (Span){from, at} : (Span){at, from};
}

static void pointer(Ui *ui, const Pointer *p) {
    Flame *flame = flame_current(ui);
    if (!flame || p->rect.w <= 0)
        return;
    Viewport *v = &flame->viewport;
    double unit = (v->all.to - v->all.from) / p->rect.w;
    double at = v->all.from + (p->x - p->rect.x) * unit, last = v->all.from + (p->last_x - p->rect.x) * unit;
    double from = v->all.from + (p->from_x - p->rect.x) * unit;
    if (p->what == POINTER_DOWN)
        ui->grip = (int)grip_at(ui, v, p->rect, p->x);
    if (p->what == POINTER_WHEEL) {
        viewport_zoom(v, ui_clamp((at - v->aim.from) / (v->aim.to - v->aim.from), 0, 1), pow(1.25, (double)p->dy),
                      p->now, 0.1);
    } else if (p->what == POINTER_DRAG && p->dragged) {
        Span span = dragged_span(v, (Grip)ui->grip, from, at, last);
        if (span.to > span.from)
            viewport_aim(v, span, p->now, 0);
    } else if (p->what == POINTER_CLICK && p->clicks > 1) {
        flame_show_all(ui, flame);
    } else if (p->what == POINTER_CLICK && ui->grip == GRIP_NEW) {
        double half = (v->aim.to - v->aim.from) / 2;
        flame_zoom_to(ui, flame, (Span){at - half, at + half});
    } else {
        return;
    }
    flame_check_focus(ui, flame);
    ui_touch(ui);
}

void minimap_draw(Ui *ui, Tab *tab, Rect r) {
    draw_rect(ui->list, r, ui->theme->panel);
    draw_rect(ui->list, rect_cut_bottom(&r, ui_px(ui, 1)), ui->theme->hairline);
    Glance map = map_of(ui, tab);
    if (!map.count || !(map.all.to > map.all.from) || r.w <= 0)
        return;
    draw_push_clip(ui->list, r);
    draw_views(ui, tab, &map, r);
    draw_pop_clip(ui->list);
    if (!map.flame)
        return;
    draw_window(ui, &map, r);
    bool over = hot_over(ui, r);
    Grip grip = over ? grip_at(ui, &map.flame->viewport, r, ui->x) : GRIP_NEW;
    hot_pointer(ui, r, pointer, 0,
                grip == GRIP_LEFT || grip == GRIP_RIGHT ? CURSOR_RESIZE_X
                : grip == GRIP_MOVE                     ? CURSOR_GRAB
                                                        : CURSOR_ARROW);
}
