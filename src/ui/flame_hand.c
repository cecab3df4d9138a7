/* The pointer in a flame picture: hover, click to focus, drag to pan, wheel to zoom. */
#include <math.h>

#include "flame.h"
#include "log.h"

static Flame *flame_of(Ui *ui, int part) {
    Tab *tab = ui_tab(ui);
    return tab && tab->document ? &tab->flames[part] : NULL;
}

static double wheel_steps(const Pointer *p) {
    return fabs((double)p->dy) >= fabs((double)p->dx) ? (double)p->dy : (double)p->dx;
}

static void scroll_by(Ui *ui, Flame *flame, double pixels) {
    double to = ui_clamp(flame->scroll + pixels, 0, flame->scroll_max);
    if (to != flame->scroll)
        ui_touch(ui);
    flame->scroll = to;
}

/* Wheel: zoom at the pointer; Shift: pan; Alt (or a setting): scroll. A touchpad's sideways stroke pans. */
static void wheel(Ui *ui, Flame *flame, const Pointer *p) {
    bool sideways = fabs((double)p->dx) > fabs((double)p->dy);
    bool scrolls = (p->mods & MOD_ALT) || (ui->settings.wheel_scrolls && !(p->mods & MOD_CTRL));
    Viewport *v = &flame->viewport;
    if (sideways || (p->mods & MOD_SHIFT)) {
        viewport_pan(v, (sideways ? 1 : -1) * wheel_steps(p) * 0.1, p->now, 0.1);
    } else if (scrolls) {
        scroll_by(ui, flame, -(double)p->dy * 3 * flame_row_height(ui));
        return;
    } else {
        double ratio = (p->x - flame->area.x + 0.5) / (flame->area.w > 0 ? flame->area.w : 1);
        viewport_zoom(v, ui_clamp(ratio, 0, 1), pow(1.25, (double)p->dy), p->now, 0.1);
    }
    flame_check_focus(ui, flame);
    ui_touch(ui);
}

bool flame_choose_range(Ui *ui, Flame *flame, const Pointer *p) {
    const Viewport *v = &flame->viewport;
    if (p->what == POINTER_DRAG) {
        double a = viewport_at(v, p->rect.w, p->from_x - p->rect.x), b = viewport_at(v, p->rect.w, p->x - p->rect.x);
        flame->drag = (Span){fmin(a, b), fmax(a, b)};
    } else if (p->what == POINTER_UP) {
        flame_zoom_to(ui, flame, flame->drag);
        flame->drag = (Span){0, 0};
    } else {
        return false;
    }
    ui_touch(ui);
    return true;
}

static void drag(Ui *ui, Flame *flame, const Pointer *p) {
    if (!p->dragged)
        return;
    int dx = p->x - p->last_x, dy = p->y - p->last_y;
    if (dx && flame->area.w > 0) {
        viewport_pan(&flame->viewport, -(double)dx / flame->area.w, p->now, 0);
        flame_check_focus(ui, flame);
    }
    if (dy)
        scroll_by(ui, flame, -dy);
    ui_touch(ui);
}

static void click(Ui *ui, Flame *flame, const Pointer *p) {
    const Lane *lane;
    const Box *box;
    if (!flame_hit(flame, p->x, p->y, &lane, &box)) {
        flame->selected = NODE_NONE;
        ui_touch(ui);
        return;
    }
    NodeRef ref = {lane->key, box->node};
    if (box->count > 1) { /* a crowd: come nearer until it dissolves */
        const Tree *tree = lane->view->tree;
        double unit = 1 / viewport_scale(&flame->viewport, lane->clip.w);
        double left = viewport_at(&flame->viewport, lane->clip.w, box->x - lane->clip.x);
        flame->selected = ref;
        double right = left + fmax(box->w * unit, tree->total[box->node]);
        flame_zoom_to(ui, flame, (Span){left, right});
        return;
    }
    flame_focus(ui, flame, ref);
}

static void open_menu(Ui *ui, Flame *flame, const Pointer *p) {
    const Lane *lane;
    const Box *box;
    if (!flame_hit(flame, p->x, p->y, &lane, &box))
        return;
    flame->selected = (NodeRef){lane->key, box->node};
    ui_command(ui, STR("menu node"), p->now, NULL);
}

void flame_pointer(Ui *ui, const Pointer *p) {
    Flame *flame = flame_of(ui, p->part);
    if (!flame)
        return;
    Tab *tab = ui_tab(ui);
    if (p->what == POINTER_DOWN)
        tab->pane = (ViewKind)p->part;
    if (p->what == POINTER_WHEEL)
        wheel(ui, flame, p);
    else if (p->dragged && ((p->mods & MOD_SHIFT) || p->button == BUTTON_MIDDLE || flame->drag.to > flame->drag.from))
        flame_choose_range(ui, flame, p);
    else if (p->what == POINTER_DRAG)
        drag(ui, flame, p);
    else if (p->what == POINTER_CLICK && p->button != BUTTON_RIGHT)
        click(ui, flame, p);
    else if (p->what == POINTER_CLICK && p->button == BUTTON_RIGHT)
        open_menu(ui, flame, p);
}

void flame_scroll_pointer(Ui *ui, const Pointer *p) {
    Flame *flame = flame_of(ui, p->part);
    if (!flame)
        return;
    double content = flame->scroll_max + p->rect.h;
    flame->scroll = ui_scrolled(ui, p, flame->scroll, content, flame_row_height(ui));
    ui_touch(ui);
}

void flame_hover(Ui *ui) {
    Tab *tab = ui_tab(ui);
    const Lane *lane = NULL;
    const Box *box = NULL;
    NodeRef was = ui->hover, ref = NODE_NONE;
    const Region *region = ui->inside ? hot_at(ui, ui->x, ui->y) : NULL;
    if (tab && tab->document && region && region->pointer == flame_pointer && !(ui->is_captured && ui->dragged)) {
        if (flame_hit(&tab->flames[region->part], ui->x, ui->y, &lane, &box)) {
            ref = (NodeRef){lane->key, box->node};
            ui->hover_box = *box;
            ui->hover_kind = (ViewKind)region->part;
        }
    }
    ui->hover = ref;
    if (!node_is(was, ref)) {
        ui_touch(ui);
        log_hover(ui, lane, box);
    }
}
