/* Sequential links: what began right after its neighbour in start order had ended. */
#include "derive/operations_parts.h"

#include "base/array.h"

void operations_find_links(Arena *arena, Waterfall *w) {
    Array(WaterfallLink) links = {0};
    for (uint32_t k = 1; k < w->count; k++) {
        uint32_t source = w->by_start[k - 1], target = w->by_start[k];
        const Operation *before = w->rows[source].operation;
        double gap = w->rows[target].operation->start - before->end;
        if (operation_ends(before) && gap >= 0 && gap <= w->options.gap)
            array_push(arena, &links, (WaterfallLink){source, target, gap});
    }
    w->links = links.data;
    w->link_count = links.count;
}
