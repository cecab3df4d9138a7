/* Where a focus stands, in words: so that it is found again when the file was read anew. */
#include "flame.h"

static bool same_name(const View *view, uint32_t node, Str name) {
    return str_equal(frame_name(&view->document->frames, view->tree->frame[node]), name);
}

/* First child of parent, or first root; then the next sibling. TREE_NONE at the end. */
static uint32_t first_child(const Tree *tree, uint32_t parent) {
    if (parent == TREE_NONE)
        return tree->count ? 0 : TREE_NONE;
    return parent + 1 < tree->end[parent] ? parent + 1 : TREE_NONE;
}
static uint32_t next_sibling(const Tree *tree, uint32_t node) {
    uint32_t parent = tree->parent[node];
    uint32_t limit = parent == TREE_NONE ? tree->count : tree->end[parent];
    return tree->end[node] < limit ? tree->end[node] : TREE_NONE;
}

Path flame_path(Arena *arena, const View *view, uint32_t node) {
    Path path = {0};
    const Tree *tree = view->tree;
    const Frames *frames = &view->document->frames;
    for (uint32_t n = node; n != TREE_NONE; n = tree->parent[n]) {
        Str name = frame_name(frames, tree->frame[n]);
        PathStep step = {str_copy(arena, name), str_copy(arena, frame_file(frames, tree->frame[n])), 0};
        for (uint32_t s = first_child(tree, tree->parent[n]); s != n && s != TREE_NONE; s = next_sibling(tree, s))
            step.nth += same_name(view, s, name);
        array_push(arena, &path.steps, step);
    }
    for (size_t i = 0, j = path.steps.count; i + 1 < j; i++) {
        PathStep swap = path.steps.data[i];
        path.steps.data[i] = path.steps.data[--j];
        path.steps.data[j] = swap;
    }
    return path;
}

/* The nth sibling of that name, or the last before it. */
static uint32_t find_step(const View *view, uint32_t parent, const PathStep *step) {
    uint32_t best = TREE_NONE, nth = 0;
    for (uint32_t n = first_child(view->tree, parent); n != TREE_NONE; n = next_sibling(view->tree, n)) {
        if (!same_name(view, n, step->name))
            continue;
        best = n;
        if (nth++ == step->nth)
            break;
    }
    return best;
}

uint32_t flame_resolve(const View *view, const Path *path) {
    uint32_t at = TREE_NONE;
    for (size_t i = 0; i < path->steps.count; i++) {
        uint32_t next = find_step(view, at, &path->steps.data[i]);
        if (next == TREE_NONE)
            break;
        at = next;
    }
    return at;
}
