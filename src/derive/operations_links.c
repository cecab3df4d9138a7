/* Sequential links: what began right after its neighbour in start order had ended. */
#include "derive/operations_parts.h"

#include "base/array.h"

/* It has an end; what has no start is one. */
static bool ends(const Tree *tree, uint32_t row) {
    return !(tree->flags[row] & TREE_OPEN) || !tree_hits(tree, row);
}

void operations_find_links(Arena *arena, Waterfall *w) {
    const Tree *tree = w->forest.tree;
    Array(WaterfallLink) links = {0};
    array_reserve(arena, &links, w->count);
    for (uint32_t k = 1; k < w->count; k++) {
        uint32_t source = w->by_start[k - 1], target = w->by_start[k];
        double gap = tree->start[target] - tree_right(tree, source);
        if (gap >= 0 && gap <= w->options.gap && ends(tree, source))
            array_push(arena, &links, (WaterfallLink){source, target});
    }
    w->links = arena_grow(arena, links.data, links.count * sizeof *w->links);
    w->link_count = links.count;
}
