/* Rows of boxes from slots of levels. What only touches the range is left out: sums of doubles differ in their last bits, so
 * "touches" is a billionth of the range wide. */
#include "layout/flame.h"

#include "base/array.h"

#include <math.h>

static const double TOUCH = 1e-9;

typedef struct Layout {
    Arena *arena;
    const Tree *tree;
    double from, to, scale; /* scale: pixels per unit */
    uint32_t focus_row;     /* rows above it are dimmed */
    Array(FlameBox) boxes;
    FlameLayout *out;
} Layout;

static void add_box(Layout *l, uint32_t row, const LevelSlot *slot) {
    FlameBox box = {
        .node = slot->node,
        .row = row,
        .x = (slot->left - l->from) * l->scale,
        .width = (slot->right - slot->left) * l->scale,
        .dimmed = row < l->focus_row,
        .run = slot->run,
        .count = slot->count,
        .sum = slot->sum,
    };
    if (!slot->run)
        box.width = l->tree->total[slot->node] * l->scale;
    box.labelled = !slot->run && box.width >= FLAME_MIN_LABEL;
    box.label_x = box.x < 0 ? -box.x : 0;
    array_push(l->arena, &l->boxes, box);
    l->out->drawn += slot->run ? 0 : 1;
    l->out->merged += slot->run ? slot->count : 0;
}

static bool only_touches(const Layout *l, const LevelSlot *slot) {
    double slack = TOUCH * (l->to - l->from);
    return slot->right > slot->left && (slot->right <= l->from + slack || slot->left >= l->to - slack);
}

static void add_row(Layout *l, const Levels *levels, uint32_t row, LevelSlot *slots, size_t room) {
    double pixel = (1 - TOUCH) / l->scale;
    size_t count = levels_query(levels, row, l->from, l->to, pixel, slots, room);
    for (size_t i = 0; i < count && i < room; i++)
        if (!only_touches(l, &slots[i]))
            add_box(l, row, &slots[i]);
}

/* Every column begins one run at most, and every box that stands alone fills one: that many slots meet a row. */
static size_t most_slots(double width) {
    return 3 * (size_t)ceil(width) + 8;
}

FlameLayout flame_layout(Arena *arena, const Tree *tree, const Levels *levels, double from, double to, double width,
                         uint32_t focus, uint32_t first_row, uint32_t last_row) {
    FlameLayout out = {0};
    if (from >= to) {
        from = focus == TREE_NONE ? tree->left : tree->start[focus];
        to = focus == TREE_NONE ? tree->right : tree_right(tree, focus);
    }
    if (from < to && width >= 1) {
        Layout l = {.arena = arena, .tree = tree, .from = from, .to = to, .scale = width / (to - from), .out = &out};
        l.focus_row = focus == TREE_NONE ? 0 : tree_row(tree, focus);
        size_t room = most_slots(width);
        LevelSlot *slots = arena_many(arena, LevelSlot, room);
        uint32_t end = last_row < levels_rows(levels) ? last_row : levels_rows(levels);
        for (uint32_t row = first_row; row < end; row++)
            add_row(&l, levels, row, slots, room);
        out.boxes = l.boxes.data;
        out.count = l.boxes.count;
    }
    out.culled = tree->count - out.drawn - out.merged;
    return out;
}
