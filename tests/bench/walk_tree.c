/* Enter and leave at random; preorder is the order of entering. */
#include "walk_tree.h"

#include "gen.h"

enum { FUNCTIONS = 5000 };

static void leave(Tree *tree, uint32_t node, uint32_t next, double now) {
    tree->total[node] = now - tree->start[node];
    tree->self[node] += tree->total[node];
    tree->end[node] = next;
    if (tree->parent[node] != TREE_NONE)
        tree->self[tree->parent[node]] -= tree->total[node];
}

Tree *walk_tree(Arena *arena, Frames *frames, uint32_t count, uint32_t max_depth) {
    Tree *tree = tree_new(arena, count);
    Random random = {5};
    uint32_t *path = arena_many(arena, uint32_t, max_depth), depth = 0;
    double now = 0;
    FrameId first = (FrameId)frames->count;
    for (uint32_t i = 0; i < FUNCTIONS; i++)
        frames_add_name(frames, str_format(arena, "function%u", i), FRAME_CODE);
    for (uint32_t i = 0; i < count; now += 1 + random_below(&random, 1000)) {
        if (depth > 0 && (depth == max_depth || random_below(&random, 1000) < 440 + depth * 3)) {
            leave(tree, path[--depth], i, now);
            continue;
        }
        uint32_t parent = depth ? path[depth - 1] : TREE_NONE, choice = random_below(&random, 6);
        tree->parent[i] = parent;
        tree->depth[i] = depth;
        tree->start[i] = now;
        tree->self[i] = 0;
        tree->frame[i] = first + (depth ? ((tree->frame[parent] - first) * 31 + choice) % FUNCTIONS : choice);
        path[depth++] = i++;
    }
    while (depth > 0)
        leave(tree, path[--depth], count, now);
    tree_seal(tree);
    return tree;
}
