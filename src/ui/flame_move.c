/* Arrow keys in a flame picture: parent, child, neighbours, and bringing them into view. */
#include "flame.h"

static double row_top(const Ui *ui, const Flame *flame, const Lane *lane, uint32_t row) {
    int h = flame_row_height(ui);
    int y = lane->up ? lane->rect.y + lane->rect.h - (int)(row + 1) * h : lane->rect.y + (int)row * h;
    return y - flame->area.y + flame->scroll;
}

static void reveal_row(const Ui *ui, Flame *flame, const Lane *lane, uint32_t row) {
    double top = row_top(ui, flame, lane, row), h = flame_row_height(ui);
    double scroll = flame->scroll;
    if (top < scroll)
        scroll = top;
    if (top + h > scroll + flame->area.h)
        scroll = top + h - flame->area.h;
    flame->scroll = ui_clamp(scroll, 0, flame->scroll_max);
}

/* The span nearest to aim that shows [left, right) at least `least` pixels wide. */
static Span span_for(const Flame *flame, double left, double right) {
    Span aim = flame->viewport.aim;
    double width = flame->area.w > 0 ? flame->area.w : 1;
    double shown = aim.to - aim.from;
    if ((right - left) / shown * width < 2 && right > left)
        shown = (right - left) * 8; /* an eighth of the width: what it is, and its neighbours */
    if (right - left > shown)
        return (Span){left, right};
    bool nearer = shown != aim.to - aim.from, outside = right <= aim.from || left >= aim.to;
    double from = nearer || outside ? (left + right - shown) / 2 : aim.from;
    return (Span){from, from + shown};
}

void flame_reveal(Ui *ui, Flame *flame, NodeRef ref) {
    const View *view = flame_view(flame, ref);
    if (!view)
        return;
    reveal_row(ui, flame, flame_lane(flame, ref.lane), tree_row(view->tree, ref.node));
    Span want = span_for(flame, view->tree->start[ref.node], tree_right(view->tree, ref.node));
    Span aim = flame->viewport.aim;
    bool seen = view->tree->start[ref.node] < aim.to && tree_right(view->tree, ref.node) > aim.from;
    if ((want.from != aim.from || want.to != aim.to) && !(seen && want.to - want.from > aim.to - aim.from)) {
        viewport_aim(&flame->viewport, want, ui->now, FLAME_EASE);
        flame_check_focus(ui, flame);
    }
    ui_touch(ui);
}

void flame_select(Ui *ui, Flame *flame, NodeRef ref) {
    flame->selected = ref;
    flame_reveal(ui, flame, ref);
}

static uint32_t widest_child(const Tree *tree, uint32_t node) {
    uint32_t best = TREE_NONE;
    for (uint32_t c = node + 1; c < tree->end[node]; c = tree->end[c])
        if (best == TREE_NONE || tree->total[c] > tree->total[best])
            best = c;
    return best;
}

/* The widest box of the first lane's first row: where an arrow key begins when nothing is chosen. */
static NodeRef first_pick(const Ui *ui, const Flame *flame) {
    NodeRef subject = flame_subject(ui, flame);
    if (subject.node != TREE_NONE)
        return subject;
    NodeRef best = NODE_NONE;
    int width = 0;
    for (size_t i = 0; i < flame->lanes.count && best.node == TREE_NONE; i++) {
        const Lane *lane = &flame->lanes.data[i];
        const BoxRow *row = lane->rows;
        for (uint32_t b = 0; lane->row_count && b < row->count; b++)
            if (row->boxes[b].w > width) {
                best = (NodeRef){lane->key, row->boxes[b].node};
                width = row->boxes[b].w;
            }
    }
    return best;
}

void flame_step(Ui *ui, Flame *flame, FlameStep step) {
    NodeRef at = flame->selected;
    const View *view = flame_view(flame, at);
    if (!view) {
        at = first_pick(ui, flame);
        if (at.node != TREE_NONE)
            flame_select(ui, flame, at);
        return;
    }
    bool up = flame_lane(flame, at.lane)->up;
    uint32_t to = TREE_NONE;
    if (step == STEP_LEFT || step == STEP_RIGHT)
        to = levels_neighbour(view->levels, at.node, step == STEP_RIGHT ? 1 : -1);
    else if ((step == STEP_UP) != up)
        to = view->tree->parent[at.node];
    else
        to = widest_child(view->tree, at.node);
    if (to != TREE_NONE)
        flame_select(ui, flame, (NodeRef){at.lane, to});
}
