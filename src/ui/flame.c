/* The state of a flame picture: viewport, focus, history. */
#include <math.h>

#include "flame.h"
#include "log.h"
#include "reload.h"
#include "tab.h"
#include "views.h"

static double least_span(Span all) {
    double least = (all.to - all.from) * 1e-9;
    return least > 0 ? least : 1e-9;
}

void flame_place(Flame *flame, Span all, double now) {
    if (!(all.to > all.from))
        all.to = all.from + 1;
    Viewport *v = &flame->viewport;
    if (!flame->placed) {
        *v = viewport_new(all, least_span(all));
        flame->placed = true;
        if (flame->resume)
            viewport_aim(v, flame->resume_span, now, 0);
        flame->resume = false;
        return;
    }
    if (v->all.from == all.from && v->all.to == all.to)
        return;
    bool whole = v->aim.from <= v->all.from && v->aim.to >= v->all.to;
    Span aim = whole ? all : v->aim;
    *v = viewport_new(all, least_span(all));
    viewport_aim(v, aim, now, 0);
}

void flame_reset(Flame *flame) {
    flame->focus = flame->focus_before = flame->selected = NODE_NONE;
    flame->back.count = flame->forward.count = 0;
    flame->lanes.count = 0;
    flame->placed = false;
    flame->wish = WISH_NONE;
}

Flame *flame_current(Ui *ui) {
    Tab *tab = ui_tab(ui);
    if (!tab || !tab->document || !views_at(tab->view)->picture)
        return NULL;
    return &tab->flames[tab->pane];
}

const Lane *flame_lane(const Flame *flame, uint32_t key) {
    for (size_t i = 0; i < flame->lanes.count; i++)
        if (flame->lanes.data[i].key == key)
            return &flame->lanes.data[i];
    return NULL;
}

const View *flame_view(const Flame *flame, NodeRef ref) {
    const Lane *lane = ref.node == TREE_NONE ? NULL : flame_lane(flame, ref.lane);
    return lane && ref.node < lane->view->tree->count ? lane->view : NULL;
}

NodeRef flame_subject(const Ui *ui, const Flame *flame) {
    if (flame->selected.node != TREE_NONE)
        return flame->selected;
    return ui->hover.node != TREE_NONE ? ui->hover : flame->focus;
}

static bool is_timed(const Tab *tab, const Flame *flame) {
    return flame == &tab->flames[VIEW_TIME];
}

size_t flame_tree_count(Ui *ui, const Flame *flame) {
    const uint32_t *tracks;
    return is_timed(ui_tab(ui), flame) ? tab_time_tracks(ui->scene, ui_tab(ui), &tracks) : flame->lanes.count;
}

FlameTree flame_tree(Ui *ui, const Flame *flame, size_t at) {
    const Tab *tab = ui_tab(ui);
    if (!is_timed(tab, flame)) {
        const Lane *lane = &flame->lanes.data[at];
        return (FlameTree){lane->key, lane->view, lane->view->tree};
    }
    const uint32_t *tracks;
    tab_time_tracks(ui->scene, tab, &tracks);
    const Track *track = tab->document->tracks.data[tracks[at]];
    const View *view = tab_view_now(tab, tab_time_spec(tracks[at]));
    const Tree *own = track->kind == TRACK_SAMPLES ? NULL : track->tree;
    return (FlameTree){tracks[at], view, view ? view->tree : own};
}

size_t flame_ask_trees(Ui *ui, const Flame *flame, size_t at, size_t end) {
    enum { AT_ONCE = 16 };
    Tab *tab = ui_tab(ui);
    size_t missing = 0;
    for (; at < end && missing < AT_ONCE; at++) {
        FlameTree t = flame_tree(ui, flame, at);
        if (t.tree)
            continue;
        tab_ask(ui, tab, tab->document, tab_time_spec(t.key));
        missing++;
    }
    return missing;
}

size_t flame_tree_of(Ui *ui, const Flame *flame, uint32_t key) {
    const Tab *tab = ui_tab(ui);
    size_t n = flame_tree_count(ui, flame), at = n;
    if (is_timed(tab, flame) && n > 1)
        at = stack_place(tab, key);
    for (size_t i = 0; !is_timed(tab, flame) && i < n; i++)
        if (flame->lanes.data[i].key == key)
            at = i;
    return at < n ? at : 0;
}

NodeRef flame_find(Ui *ui, const Flame *flame, Str name) {
    const Frames *frames = &ui_tab(ui)->document->frames;
    size_t n = flame_tree_count(ui, flame);
    for (size_t i = 0; i < n; i++) {
        FlameTree t = flame_tree(ui, flame, i);
        for (uint32_t node = 0; t.tree && node < t.tree->count; node++)
            if (str_equal(frame_name(frames, t.tree->frame[node]), name))
                return (NodeRef){t.key, node};
    }
    return NODE_NONE;
}

void flame_go_to(Ui *ui, Flame *flame, NodeRef ref, FlameWish wish) {
    bool here = flame_view(flame, ref) != NULL;
    flame->wish = here ? WISH_NONE : wish;
    flame->wished = ref;
    if (here && wish == WISH_FOCUS)
        flame_focus(ui, flame, ref);
    else if (here)
        flame_select(ui, flame, ref);
    ui_touch(ui);
}

static FlameStop stop_of(const Flame *flame) {
    return (FlameStop){flame->viewport.aim, flame->focus, flame->scroll};
}

static void remember(Ui *ui, Flame *flame) {
    Tab *tab = ui_tab(ui);
    array_push(tab->arena, &flame->back, stop_of(flame));
    flame->forward.count = 0;
}

static void set_focus(Ui *ui, Flame *flame, NodeRef ref) {
    if (node_is(flame->focus, ref))
        return;
    flame->focus_before = flame->focus;
    flame->focus = ref;
    flame->focus_since = ui->now;
    log_focus(ui, flame);
}

static void go(Ui *ui, Flame *flame, Span span) {
    viewport_aim(&flame->viewport, span, ui->now, FLAME_EASE);
    ui_touch(ui);
}

static bool covers_all(const Flame *flame, const Tree *tree, uint32_t node) {
    Span all = flame->viewport.all;
    return tree->parent[node] == TREE_NONE && tree->start[node] <= all.from && tree_right(tree, node) >= all.to;
}

void flame_focus(Ui *ui, Flame *flame, NodeRef ref) {
    const View *view = flame_view(flame, ref);
    if (!view)
        return;
    const Tree *tree = view->tree;
    ui_tab(ui)->chosen = true;
    flame->selected = ref;
    ui_touch(ui);
    if (covers_all(flame, tree, ref.node)) {
        flame_show_all(ui, flame);
        return;
    }
    Span span = {tree->start[ref.node], tree_right(tree, ref.node)};
    Span aim = flame->viewport.aim;
    if (!(span.to > span.from)) { /* no length of its own: stay as near as we are, around it */
        double half = (aim.to - aim.from) / 2;
        span = (Span){span.from - half, span.from + half};
    }
    if (node_is(flame->focus, ref) && span.from == aim.from && span.to == aim.to)
        return;
    remember(ui, flame);
    set_focus(ui, flame, ref);
    go(ui, flame, span);
    flame_reveal(ui, flame, ref);
}

void flame_zoom_to(Ui *ui, Flame *flame, Span span) {
    if (!(span.to > span.from))
        return;
    remember(ui, flame);
    go(ui, flame, span);
    flame_check_focus(ui, flame);
}

void flame_show_all(Ui *ui, Flame *flame) {
    Viewport *v = &flame->viewport;
    bool whole = v->aim.from <= v->all.from && v->aim.to >= v->all.to;
    if (whole && flame->focus.node == TREE_NONE)
        return;
    remember(ui, flame);
    set_focus(ui, flame, NODE_NONE);
    go(ui, flame, v->all);
}

static void visit(Ui *ui, Flame *flame, FlameStop stop) {
    set_focus(ui, flame, stop.focus);
    flame->scroll = stop.scroll;
    go(ui, flame, stop.span);
}

bool flame_back(Ui *ui, Flame *flame) {
    if (!flame->back.count)
        return false;
    array_push(ui_tab(ui)->arena, &flame->forward, stop_of(flame));
    visit(ui, flame, array_pop(&flame->back));
    return true;
}

bool flame_forward(Ui *ui, Flame *flame) {
    if (!flame->forward.count)
        return false;
    array_push(ui_tab(ui)->arena, &flame->back, stop_of(flame));
    visit(ui, flame, array_pop(&flame->forward));
    return true;
}

void flame_check_focus(Ui *ui, Flame *flame) {
    const View *view = flame_view(flame, flame->focus);
    if (!view)
        return;
    Span aim = flame->viewport.aim;
    double left = view->tree->start[flame->focus.node], right = tree_right(view->tree, flame->focus.node);
    double slack = (aim.to - aim.from) * 1e-6;
    if (aim.from < left - slack || aim.to > right + slack)
        set_focus(ui, flame, NODE_NONE);
}

void flame_zoom(Ui *ui, Flame *flame, double factor) {
    double ratio = 0.5;
    if (ui->inside && rect_has(flame->area, ui->x, ui->y))
        ratio = (ui->x - flame->area.x + 0.5) / flame->area.w;
    viewport_zoom(&flame->viewport, ratio, factor, ui->now, FLAME_EASE);
    flame_check_focus(ui, flame);
    ui_touch(ui);
}

void flame_pan(Ui *ui, Flame *flame, double share) {
    viewport_pan(&flame->viewport, share, ui->now, FLAME_EASE);
    flame_check_focus(ui, flame);
    ui_touch(ui);
}
