/* A flame picture on the glass: rows culled by the levels, boxes on whole pixels, labels, dimming, matches.
 * What was painted is kept as boxes, so that the hand feels exactly what the eye sees. */
#include <math.h>
#include <stdlib.h>

#include "flame.h"
#include "layout/flame.h"
#include "layout/label.h"
#include "search.h"

typedef struct Brush {
    Ui *ui;
    Tab *tab;
    Flame *flame;
    Lane *lane;
    int row_height, gap, pad, label_from;
    double scale; /* device pixels per unit */
    double eased; /* 0..1 from the focus before to the focus now */
    bool searching;
    TextStyle style;
} Brush;

int flame_row_height(const Ui *ui) {
    return ui_px(ui, FLAME_ROW);
}

int flame_height(const Ui *ui, const View *view) {
    return (int)levels_rows(view->levels) * flame_row_height(ui);
}

void flame_begin(Ui *ui, Flame *flame, Rect area, int content) {
    memset(&flame->lanes, 0, sizeof flame->lanes);
    flame->area = area;
    flame->drawn = flame->merged = flame->culled = 0;
    flame->scroll_max = content > area.h ? content - area.h : 0;
    flame->scroll = ui_clamp(flame->scroll, 0, flame->scroll_max);
    if (viewport_step(&flame->viewport, ui->now))
        ui->moving = true;
    if (ui->now - flame->focus_since < FLAME_EASE)
        ui->moving = true;
}

/* ---- colours ---- */
/* Made when first asked for: a file may have a million functions, the glass shows a few thousand. */
static Color known_color(Ui *ui, Tab *tab, FrameId frame) {
    const Settings *s = &ui->settings;
    if (tab->colors_of != tab->document || tab->colors_rule != s->color || tab->colors_light != s->light) {
        if (!tab->colors_arena)
            tab->colors_arena = arena_new();
        arena_reset(tab->colors_arena);
        tab->colors = arena_many(tab->colors_arena, Color, tab->document->frames.count + 1);
        tab->colors_of = tab->document;
        tab->colors_rule = s->color;
        tab->colors_light = s->light;
    }
    Color *color = &tab->colors[frame];
    if (!color->a) {
        ColorRule rule =
            s->color == COLOR_NAME ? COLOR_NAME : COLOR_MODULE; /* the others colour nodes, not functions */
        *color = palette_frame(&tab->document->frames, frame, rule, s->light);
    }
    return *color;
}

Color flame_color(Ui *ui, Tab *tab, const View *view, uint32_t node) {
    known_color(ui, tab, view->tree->frame[node]);
    return palette_node(view->document, view->tree, node, ui->settings.color, tab->colors, ui->settings.light);
}

Color flame_frame_color(Ui *ui, Tab *tab, FrameId frame) {
    return frame < tab->document->frames.count ? known_color(ui, tab, frame) : ui->theme->muted;
}

/* ---- boxes ---- */
static bool is_above(const Tree *tree, NodeRef focus, uint32_t lane, uint32_t node) {
    return focus.lane == lane && focus.node != TREE_NONE && focus.node < tree->count && node < focus.node &&
           focus.node < tree->end[node];
}

/* 0 = bright, 1 = an ancestor of the focus. */
static double dimmed(const Brush *b, uint32_t node) {
    const Tree *tree = b->lane->view->tree;
    double was = is_above(tree, b->flame->focus_before, b->lane->key, node);
    double is = is_above(tree, b->flame->focus, b->lane->key, node);
    return was + (is - was) * b->eased;
}

static int to_pixel(const Brush *b, double unit) {
    Rect clip = b->lane->clip;
    double x = (unit - b->flame->viewport.shown.from) * b->scale;
    return clip.x + (int)lround(ui_clamp(x, -2, clip.w + 2));
}

static int row_y(const Brush *b, uint32_t row) {
    Rect r = b->lane->rect;
    return b->lane->up ? r.y + r.h - (int)(row + 1) * b->row_height : r.y + (int)row * b->row_height;
}

Rect flame_box_rect(const Ui *ui, const Lane *lane, const Box *box) {
    int h = flame_row_height(ui);
    int y = lane->up ? lane->rect.y + lane->rect.h - (int)(box->row + 1) * h : lane->rect.y + (int)box->row * h;
    return (Rect){box->x, y, box->w, h - ui_px(ui, 1)};
}

static Color fill_of(const Brush *b, const Box *box, bool match) {
    const Theme *t = b->ui->theme;
    Color fill = flame_color(b->ui, b->tab, b->lane->view, box->node);
    if (box->count > 1)
        fill = ui_dim(fill, t->background, 0.6);
    if (b->searching && !match)
        return ui_dim(fill, t->background, t->light ? 0.35 : 0.25);
    double dim = dimmed(b, box->node);
    return dim > 0 ? ui_dim(fill, t->background, 1 - 0.5 * dim) : fill;
}

static Color text_on(Color fill, bool quiet) {
    Color text = palette_text_on(fill);
    if (!quiet)
        return text;
    Color soft = color_mix(fill, text, 0.75);
    return color_contrast(soft, fill) >= 4.5 ? soft : text;
}

static void paint(const Brush *b, const Box *box) {
    Ui *ui = b->ui;
    FrameId frame = b->lane->view->tree->frame[box->node];
    bool match = b->searching && search_matches(ui, frame) && box->count == 1;
    Color fill = fill_of(b, box, match);
    Rect r = {box->x, row_y(b, box->row), box->w, b->row_height - b->gap};
    draw_rect(ui->list, r, fill);
    if (match && r.w > 4 * b->gap)
        draw_outline(ui->list, r, 2 * b->gap, ui->theme->accent);
    else if (match)
        draw_rect(ui->list, r, ui->theme->accent);
    if (r.w < b->label_from || box->count > 1)
        return;
    Str name = frame_name(&b->lane->view->document->frames, frame);
    Str label = label_fit(ui->frame->arena, ui->list->metrics, b->style, name, r.w - 2 * b->pad);
    if (!label.len)
        return;
    bool quiet = (b->searching && !match) || dimmed(b, box->node) > 0.5;
    r.x += b->pad;
    r.w -= b->pad;
    draw_text_in(ui->list, r, ALIGN_LEFT, b->style, text_on(fill, quiet), label);
}

/* The box of a slot right of `last`, so that nothing overlaps; false when it would be out of the picture. */
static bool box_of(const Brush *b, const LevelSlot *slot, uint32_t row, int last, Box *box) {
    Rect clip = b->lane->clip;
    int x0 = to_pixel(b, slot->left), x1 = to_pixel(b, slot->right);
    if (x0 < last)
        x0 = last;
    if (x1 - x0 >= 2 * b->gap && x1 <= clip.x + clip.w)
        x1 -= b->gap;
    if (x1 <= x0)
        x1 = x0 + 1;
    if (x1 > clip.x + clip.w)
        x1 = clip.x + clip.w;
    if (x1 <= x0)
        return false;
    *box = (Box){x0, x1 - x0, row, slot->node, slot->count, slot->sum};
    return true;
}

/* Matches too narrow for a box of their own: ticks of one pixel over the crowd. */
static void paint_hidden_matches(const Brush *b, uint32_t row) {
    Viewport *v = &b->flame->viewport;
    Rect clip = b->lane->clip;
    double unit = (v->shown.to - v->shown.from) / clip.w;
    uint32_t at = search_next_in_row(b->ui, b->lane->view, row, v->shown.from);
    while (at != TREE_NONE) {
        const Tree *tree = b->lane->view->tree;
        double left = tree->start[at];
        if (left >= v->shown.to)
            return;
        if (tree->total[at] < unit)
            draw_rect(b->ui->list, (Rect){to_pixel(b, left), row_y(b, row), 1, b->row_height - b->gap},
                      b->ui->theme->accent);
        at = search_next_in_row(b->ui, b->lane->view, row, fmax(left + unit, tree_right(tree, at)));
    }
}

static void paint_row(Brush *b, uint32_t row, LevelSlot *slots, size_t max) {
    Viewport *v = &b->flame->viewport;
    Lane *lane = b->lane;
    size_t n = levels_query(lane->view->levels, row, v->shown.from, v->shown.to, 1 / b->scale, slots, max);
    n = n < max ? n : max;
    BoxRow *boxes = &lane->rows[row - lane->first_row];
    boxes->boxes = arena_many(b->ui->scene, Box, n + 1);
    int last = lane->clip.x;
    for (size_t i = 0; i < n; i++) {
        Box *box = &boxes->boxes[boxes->count];
        if (!box_of(b, &slots[i], row, last, box))
            continue;
        last = box->x + box->w;
        boxes->count++;
        paint(b, box);
        if (box->count > 1)
            b->flame->merged += box->count;
        else
            b->flame->drawn++;
    }
    if (b->searching)
        paint_hidden_matches(b, row);
}

static void outline_of(const Brush *b, NodeRef ref, Color color) {
    if (ref.lane != b->lane->key || ref.node == TREE_NONE)
        return;
    const Box *box = flame_box(b->lane, ref.node);
    if (box)
        draw_outline(b->ui->list, flame_box_rect(b->ui, b->lane, box), 2 * b->gap, color);
}

/* Which rows of the lane meet its clip. */
static void visible_rows(Lane *lane, int row_height) {
    uint32_t rows = levels_rows(lane->view->levels);
    int from = lane->clip.y - lane->rect.y, to = from + lane->clip.h;
    if (lane->up) {
        int bottom = lane->rect.y + lane->rect.h;
        from = bottom - (lane->clip.y + lane->clip.h);
        to = bottom - lane->clip.y;
    }
    uint32_t first = from > 0 ? (uint32_t)(from / row_height) : 0;
    uint32_t end = to > 0 ? (uint32_t)((to + row_height - 1) / row_height) : 0;
    end = end > rows ? rows : end;
    lane->first_row = first;
    lane->row_count = end > first ? end - first : 0;
}

void flame_draw_lane(Ui *ui, Tab *tab, Flame *flame, Lane lane) {
    lane.clip = rect_meet(lane.rect, rect_meet(lane.clip, flame->area));
    if (rect_is_empty(lane.clip))
        lane.clip.w = lane.clip.h = 0;
    visible_rows(&lane, flame_row_height(ui));
    size_t max = (size_t)lane.clip.w * 2 + 16;
    lane.rows = arena_many(ui->scene, BoxRow, lane.row_count + 1);
    array_push(ui->scene, &flame->lanes, lane);
    Brush b = {
        .ui = ui,
        .tab = tab,
        .flame = flame,
        .lane = &array_last(&flame->lanes),
        .row_height = flame_row_height(ui),
        .gap = ui_px(ui, 1),
        .pad = ui_px(ui, LABEL_PAD),
        .label_from = ui_px(ui, FLAME_MIN_LABEL),
        .scale = viewport_scale(&flame->viewport, lane.clip.w),
        .eased = ui_clamp((ui->now - flame->focus_since) / FLAME_EASE, 0, 1),
        .searching = search_active(ui),
        .style = ui_style(ui, FONT_UI, SMALL_SIZE),
    };
    if (!(b.scale > 0))
        return;
    draw_push_clip(ui->list, lane.clip);
    draw_reserve(ui->list, b.lane->row_count * (size_t)lane.clip.w); /* a box is a pixel wide at least */
    LevelSlot *slots = arena_many(ui->frame->arena, LevelSlot, max);
    for (uint32_t i = 0; i < b.lane->row_count; i++)
        paint_row(&b, b.lane->first_row + i, slots, max);
    if (!node_is(flame->selected, flame->focus)) /* the focus is seen by its width */
        outline_of(&b, flame->selected, ui->theme->accent);
    outline_of(&b, ui->hover, ui->theme->text);
    draw_pop_clip(ui->list);
    uint64_t nodes = lane.view->tree->count, seen = flame->drawn + flame->merged;
    flame->culled += nodes > seen ? nodes - seen : 0;
}

void flame_draw_range(Ui *ui, const Flame *flame, Rect r) {
    const Viewport *v = &flame->viewport;
    if (!(flame->drag.to > flame->drag.from))
        return;
    double scale = viewport_scale(v, r.w);
    int x0 = (int)lround(ui_clamp((flame->drag.from - v->shown.from) * scale, 0, r.w));
    int x1 = (int)lround(ui_clamp((flame->drag.to - v->shown.from) * scale, 0, r.w));
    draw_next_layer(ui->list);
    draw_rect(ui->list, (Rect){r.x + x0, r.y, x1 - x0, r.h}, color_alpha(ui->theme->accent, 40));
}

/* ---- what is where ---- */
bool flame_hit(const Flame *flame, int x, int y, const Lane **lane, const Box **box) {
    for (size_t i = 0; i < flame->lanes.count; i++) {
        const Lane *l = &flame->lanes.data[i];
        if (!rect_has(l->clip, x, y) || !l->row_count)
            continue;
        int rows = (int)levels_rows(l->view->levels), h = rows ? l->rect.h / rows : 1;
        int row = l->up ? (l->rect.y + l->rect.h - 1 - y) / h : (y - l->rect.y) / h;
        int at = row - (int)l->first_row;
        if (at < 0 || at >= (int)l->row_count)
            continue;
        const BoxRow *boxes = &l->rows[at];
        uint32_t low = 0, high = boxes->count;
        while (low < high) { /* the first box that ends right of x */
            uint32_t mid = (low + high) / 2;
            if (boxes->boxes[mid].x + boxes->boxes[mid].w <= x)
                low = mid + 1;
            else
                high = mid;
        }
        if (low < boxes->count && boxes->boxes[low].x <= x) {
            *lane = l;
            *box = &boxes->boxes[low];
            return true;
        }
    }
    return false;
}

const Box *flame_box(const Lane *lane, uint32_t node) {
    uint32_t row = node < lane->view->tree->count ? tree_row(lane->view->tree, node) : UINT32_MAX;
    if (row < lane->first_row || row >= lane->first_row + lane->row_count)
        return NULL;
    const BoxRow *boxes = &lane->rows[row - lane->first_row];
    for (uint32_t i = 0; i < boxes->count; i++)
        if (boxes->boxes[i].node == node)
            return &boxes->boxes[i];
    return NULL;
}
