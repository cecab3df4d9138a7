/* Time order: all tracks of the file under one ruler, each with a header; folded ones as a strip of activity. */
#include <math.h>

#include "flame.h"
#include "layout/ruler.h"
#include "panels.h"
#include "search.h"
#include "tab.h"
#include "views.h"

enum { MOST_TICKS = 64, TICKS_APART = 110 };

bool view_can_time(const Tab *tab) {
    const Document *d = tab->document;
    for (size_t i = 0; i < d->tracks.count; i++)
        if (d->tracks.data[i]->ordered || d->tracks.data[i]->keep_order)
            return true;
    return false;
}

/* ---- the ruler ---- */
static void ruler_pointer(Ui *ui, const Pointer *p) {
    Tab *tab = ui_tab(ui);
    if (!tab || !tab->document)
        return;
    Flame *flame = &tab->flames[VIEW_TIME];
    if (p->what == POINTER_WHEEL) {
        Pointer in = *p;
        in.part = VIEW_TIME;
        in.mods |= MOD_ALT; /* over the ruler the wheel scrolls the tracks */
        flame_pointer(ui, &in);
    } else if (p->dragged && flame_choose_range(ui, flame, p)) {
        return;
    } else if (p->what == POINTER_CLICK && p->clicks > 1) {
        flame_show_all(ui, flame);
    }
    ui_touch(ui);
}

/* How long the whole is, in words: it is no tick. */
static Str ruler_facts(Ui *ui, Tab *tab, Unit unit, int width, Span axis, const uint32_t *tracks, size_t n) {
    Span shown = tab->flames[VIEW_TIME].viewport.shown;
    Str span = ruler_length(ui->frame->arena, shown, width, ui_px(ui, TICKS_APART), unit, axis.to - axis.from);
    size_t open = n == 1 ? !tab->folded[tracks[0]] : stack_open(tab);
    if (tab->document->tracks.count < 2)
        return ui_format(ui, "%.*s in all", STR_ARG(span));
    return ui_format(ui, "%.*s in all · %zu of %zu tracks open", STR_ARG(span), open, tab->document->tracks.count);
}

static void draw_ruler(Ui *ui, Tab *tab, Rect r, Rect grid, Unit unit, Str facts) {
    const Theme *t = ui->theme;
    Tick ticks[MOST_TICKS];
    Span shown = tab->flames[VIEW_TIME].viewport.shown;
    int n = ruler_ticks(ui->frame->arena, shown, r.w, ui_px(ui, TICKS_APART), unit, ticks, MOST_TICKS);
    int end = r.x + r.w;
    TextStyle style = ui_style(ui, FONT_UI, SMALL_SIZE);
    int facts_w = ui_text_width(ui, style, facts) + ui_px(ui, SIDE);
    if (facts_w < r.w / 2) {
        draw_text_in(ui->list, (Rect){r.x, r.y, r.w - ui_px(ui, SIDE), r.h}, ALIGN_RIGHT, style, t->muted, facts);
        end -= facts_w + ui_px(ui, 12);
        draw_rect(ui->list, (Rect){end, r.y + r.h / 4, ui_px(ui, 1), r.h / 2}, t->hairline);
        end -= ui_px(ui, 12);
    }
    Color line = color_mix(t->background, t->hairline, 0.6);
    for (int i = 0; i < n; i++) {
        int x = r.x + ticks[i].x;
        draw_rect(ui->list, (Rect){x, grid.y, ui_px(ui, 1), grid.h}, line);
        int w = ui_text_width(ui, style, ticks[i].label);
        if (x + ui_px(ui, 5) + w <= end)
            draw_text_in(ui->list, (Rect){x + ui_px(ui, 5), r.y, w + 1, r.h}, ALIGN_LEFT, style, t->faint,
                         ticks[i].label);
    }
    draw_rect(ui->list, rect_cut_bottom(&r, ui_px(ui, 1)), t->hairline);
    hot_pointer(ui, r, ruler_pointer, 0, CURSOR_RESIZE_X);
}

/* The range that the other views read: a band under the ruler. */
static void draw_band(Ui *ui, const Tab *tab, Rect r) {
    const Viewport *v = &tab->flames[VIEW_TIME].viewport;
    if (!(tab->range.to > tab->range.from))
        return;
    double scale = viewport_scale(v, r.w);
    int x0 = (int)lround(ui_clamp((tab->range.from - v->shown.from) * scale, 0, r.w));
    int x1 = (int)lround(ui_clamp((tab->range.to - v->shown.from) * scale, 0, r.w));
    int h = ui_px(ui, 3);
    draw_rect(ui->list, (Rect){r.x + x0, r.y + r.h - h, x1 - x0, h}, ui->theme->accent);
}

/* ---- headers ---- */
static Str header_facts(Ui *ui, const Tab *tab, const Track *track, const View *view) {
    Arena *arena = ui->frame->arena;
    const Span all = tab->flames[VIEW_TIME].viewport.all;
    Str facts[2] = {0};
    double busy = view && view->hotspots ? view->hotspots->active : track->total;
    if (track->unit.kind == UNIT_TIME && all.to > all.from)
        facts[0] = str_format(arena, "busy %.*s",
                              STR_ARG(percent_format(arena, fmin(busy, all.to - all.from), all.to - all.from)));
    if (track->kind == TRACK_SAMPLES)
        facts[1] = ui_count(ui, track->sample_count, "sample");
    else
        facts[1] = ui_count(ui, track->tree->count, track->kind == TRACK_MERGED ? "frame" : "call");
    return ui_facts(ui, facts, 2);
}

/* Where something happens in a folded track: its first row that tells anything, in grey. */
static void draw_strip(Ui *ui, const Tab *tab, Rect r, const View *view) {
    if (!view || r.w <= 0 || !view->tree->count)
        return;
    const Viewport *v = &tab->flames[VIEW_TIME].viewport;
    double scale = viewport_scale(v, r.w);
    size_t max = (size_t)r.w * 2 + 16;
    LevelSlot *slots = arena_many(ui->frame->arena, LevelSlot, max);
    uint32_t row = view->tree->end[0] == view->tree->count && view->tree->rows > 1 ? 1 : 0;
    size_t n = levels_query(view->levels, row, v->shown.from, v->shown.to, 1 / scale, slots, max);
    Rect bar = rect_centred(r, r.w, ui_px(ui, 8));
    for (size_t i = 0; i < n && i < max; i++) {
        int x0 = (int)lround(ui_clamp((slots[i].left - v->shown.from) * scale, 0, r.w));
        int x1 = (int)lround(ui_clamp((slots[i].right - v->shown.from) * scale, 0, r.w));
        draw_rect(ui->list, (Rect){r.x + x0, bar.y, x1 > x0 ? x1 - x0 : 1, bar.h},
                  color_mix(ui->theme->panel, ui->theme->muted, 0.45));
    }
}

static void draw_header(Ui *ui, Tab *tab, Rect r, const Track *track, const View *view, bool alone) {
    const Theme *t = ui->theme;
    bool folded = tab->folded[track->index] && !alone;
    draw_rect(ui->list, r, t->panel);
    draw_rect(ui->list, (Rect){r.x, r.y + r.h - ui_px(ui, 1), r.w, ui_px(ui, 1)}, t->hairline);
    Rect whole = r;
    if (folded)
        draw_strip(ui, tab, r, view);
    bool over = !alone && hot_commandf(ui, r, "fold %u", track->index);
    rect_cut_left(&r, ui_px(ui, 8));
    Rect arrow = rect_cut_left(&r, ui_px(ui, 22));
    TextStyle style = ui_style(ui, folded ? FONT_UI : FONT_BOLD, SMALL_SIZE);
    Str title = tab_title_of(tab, track);
    int w = ui_text_width(ui, style, title), most = r.w * 2 / 3;
    w = w < most ? w : most;
    if (folded) /* the words stand before the strip */
        draw_rect(ui->list, (Rect){whole.x, whole.y, ui_px(ui, 34) + w, whole.h - ui_px(ui, 1)}, t->panel);
    if (!alone)
        draw_icon(ui->list, folded ? ICON_RIGHT : ICON_DOWN, rect_centred(arrow, ui_px(ui, 11), ui_px(ui, 11)),
                  over ? t->text : t->muted);
    ui_text_cut(ui, rect_cut_left(&r, w + 1), style, folded && !over ? t->muted : t->text, title);
    rect_cut_left(&r, ui_px(ui, 14));
    if (folded)
        return;
    const Flame *flame = &tab->flames[VIEW_TIME];
    if (flame->focus.lane == track->index && flame_view(flame, flame->focus))
        breadcrumb_path(ui, rect_inset(r, ui_px(ui, SIDE), 0), flame);
    else
        ui_text_cut(ui, r, ui_style(ui, FONT_UI, SMALL_SIZE), t->muted, header_facts(ui, tab, track, view));
}

/* ---- the tracks ---- */
static Span axis_of(const Tab *tab, const uint32_t *tracks, size_t n) {
    Span all = tab->stack.axis;
    if (n == 1) {
        const View *view = tab_view_now(tab, tab_time_spec(tracks[0]));
        const Track *track = tab->document->tracks.data[tracks[0]];
        all = view ? (Span){view->tree->left, view->tree->right} : (Span){track->left, track->left + track->span};
    }
    return all.to > all.from ? all : (Span){0, 0};
}

/* Where the header of a track begins, from the top of the first one; of n: the height of all. */
static int top_of(const Ui *ui, Tab *tab, const uint32_t *tracks, size_t n, size_t at) {
    if (n > 1 || !at)
        return n > 1 ? stack_top(ui, tab, at) : 0;
    const View *view = tab_view_now(tab, tab_time_spec(tracks[0]));
    return stack_height_alone(ui, view ? levels_rows(view->levels) : tab->document->tracks.data[tracks[0]]->tree->rows);
}

/* On the glass: its view is asked for. */
static void draw_track(Ui *ui, Tab *tab, Flame *flame, Rect area, int y, uint32_t index, bool alone) {
    const Track *track = tab->document->tracks.data[index];
    const View *view = tab_view(ui, tab, tab_time_spec(index));
    int header = ui_px(ui, HEADER_HEIGHT);
    bool open = alone || !tab->folded[index];
    if (open && view) {
        Lane lane = {
            .key = index,
            .view = view,
            .rect = {area.x, y + header, area.w, flame_height(ui, view)},
            .clip = area,
            .up = ui->settings.flame,
        };
        flame_draw_lane(ui, tab, flame, lane);
    } else if (open) {
        screen_building(ui, rect_meet(area, (Rect){area.x, y + header, area.w, flame_row_height(ui)}));
    }
    draw_header(ui, tab, (Rect){area.x, y, area.w, header}, track, view, alone);
}

/* A node was asked for: its track is opened and scrolled to, then the node is selected or focused. */
static void take_wish(Ui *ui, Tab *tab, Flame *flame, const uint32_t *tracks, size_t n) {
    if (flame->wish == WISH_NONE)
        return;
    ui_touch(ui);
    if (flame_lane(flame, flame->wished.lane)) {
        flame_go_to(ui, flame, flame->wished, flame->wish);
        flame->wish = WISH_NONE;
        return;
    }
    size_t at = n > 1 ? stack_place(tab, flame->wished.lane) : tracks[0] != flame->wished.lane;
    if (at == n) {
        flame->wish = WISH_NONE;
        return;
    }
    flame->scroll = top_of(ui, tab, tracks, n, at);
    tab_fold(tab, tracks[at], false);
}

/* Those in sight; the header of the track that begins above stays there. */
static void draw_tracks(Ui *ui, Tab *tab, Flame *flame, Rect area, const uint32_t *tracks, size_t n) {
    int scroll = (int)flame->scroll, header = ui_px(ui, HEADER_HEIGHT);
    size_t first = n > 1 ? stack_at(ui, tab, scroll) : 0;
    for (size_t i = first; i < n && top_of(ui, tab, tracks, n, i) < scroll + area.h; i++)
        draw_track(ui, tab, flame, area, area.y + top_of(ui, tab, tracks, n, i) - scroll, tracks[i], n == 1);
    if (top_of(ui, tab, tracks, n, first) >= scroll || top_of(ui, tab, tracks, n, first + 1) <= scroll + header)
        return;
    draw_next_layer(ui->list);
    draw_header(ui, tab, (Rect){area.x, area.y, area.w, header}, tab->document->tracks.data[tracks[first]],
                tab_view_now(tab, tab_time_spec(tracks[first])), n == 1);
}

void view_time_draw(Ui *ui, Tab *tab, Rect area) {
    const uint32_t *tracks;
    Flame *flame = &tab->flames[VIEW_TIME];
    size_t n = tab_time_tracks(ui->scene, tab, &tracks);
    if (!n)
        return;
    Unit unit = tab->document->tracks.data[tracks[0]]->unit;
    Span axis = axis_of(tab, tracks, n);
    flame_place(flame, axis, ui->now);
    Rect ruler = rect_cut_top(&area, ui_px(ui, CRUMB_HEIGHT));
    int content = top_of(ui, tab, tracks, n, n);
    if (n == 1 && ui->settings.flame && flame->scroll >= flame->scroll_max)
        flame->scroll = content; /* as in left heavy */
    flame_begin(ui, flame, area, content);
    draw_ruler(ui, tab, ruler, area, unit, ruler_facts(ui, tab, unit, ruler.w, axis, tracks, n));
    draw_band(ui, tab, ruler);
    hot_pointer(ui, area, flame_pointer, VIEW_TIME, CURSOR_ARROW);
    draw_push_clip(ui->list, area);
    draw_tracks(ui, tab, flame, area, tracks, n);
    draw_pop_clip(ui->list);
    take_wish(ui, tab, flame, tracks, n);
    if (!(axis.to > axis.from))
        screen_weightless(ui, area, unit);
    ui_scroll_bar(ui, area, flame->scroll, content, flame_scroll_pointer, VIEW_TIME);
    flame_draw_range(ui, flame, (Rect){ruler.x, ruler.y, ruler.w, ruler.h + area.h});
}
