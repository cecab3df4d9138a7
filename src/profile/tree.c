/* The one shape; see profile/tree.h. */
#include "profile/tree.h"

#include <math.h>

/* All arrays in one block, the wider ones first: few pages are begun and not filled. */
Tree *tree_new(Arena *arena, uint32_t count) {
    Tree *tree = arena_one(arena, Tree);
    double *doubles = arena_room(arena, count * (3 * sizeof(double) + 4 * sizeof(uint32_t)));
    uint32_t *words = (uint32_t *)(void *)(doubles + 3 * (size_t)count);
    *tree = (Tree){.count = count,
                   .start = doubles,
                   .total = doubles + count,
                   .self = doubles + 2 * (size_t)count,
                   .frame = words,
                   .parent = words + count,
                   .end = words + 2 * (size_t)count,
                   .depth = words + 3 * (size_t)count};
    return tree;
}

/* Each node tells its first child and its next sibling where they begin. */
void tree_pack(Tree *tree) {
    if (tree->count)
        tree->start[0] = 0;
    for (uint32_t i = 0; i < tree->count; i++) {
        uint32_t next = tree->end[i], parent = tree->parent[i];
        tree->depth[i] = parent == TREE_NONE ? 0 : tree->depth[parent] + 1;
        if (i + 1 < next)
            tree->start[i + 1] = tree->start[i];
        if (next < tree->count && tree->parent[next] == parent)
            tree->start[next] = tree->start[i] + tree->total[i];
    }
}

/* Where row is set a child may outlive its parent, so every node is asked; else the roots tell. */
static void measure(Tree *tree) {
    for (uint32_t i = 0; i < tree->count; i = tree->row ? i + 1 : tree->end[i]) {
        double right = tree_right(tree, i);
        if (i == 0 || tree->start[i] < tree->left)
            tree->left = tree->start[i];
        if (i == 0 || right > tree->right)
            tree->right = right;
        if (tree->parent[i] == TREE_NONE)
            tree->sum += tree->total[i];
    }
}

/* 1 + the largest, 0 of none. */
static uint32_t count_rows(const uint32_t *rows, uint32_t n) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < n; i++)
        most = rows[i] >= most ? rows[i] + 1 : most;
    return most;
}

void tree_seal(Tree *tree) {
    tree->depths = tree->rows = count_rows(tree->depth, tree->count);
    if (tree->row)
        tree->rows = count_rows(tree->row, tree->count);
    tree->left = tree->right = tree->sum = 0;
    measure(tree);
}

static const char *check_links(const Tree *t, uint32_t i) {
    uint32_t p = t->parent[i];
    if (t->end[i] <= i || t->end[i] > t->count)
        return "end out of range";
    if (p == TREE_NONE)
        return t->depth[i] == 0 ? NULL : "a root with a depth";
    if (p >= i)
        return "parent not before its child";
    if (t->depth[i] != t->depth[p] + 1)
        return "depth is not the parent's + 1";
    return i < t->end[p] && t->end[i] <= t->end[p] ? NULL : "subtree outside the parent's";
}

/* Sums of many doubles differ in their last bits; a child may exceed its parent by that much. */
static double slack(const Tree *t) {
    return 1e-9 * (fabs(t->left) + fabs(t->right) + 1);
}

static const char *check_values(const Tree *t, uint32_t i) {
    uint32_t p = t->parent[i];
    if (!isfinite(t->start[i]) || !isfinite(t->total[i]) || !isfinite(t->self[i]))
        return "a value is not finite";
    if (t->total[i] < 0 || t->self[i] < 0)
        return "a negative value";
    if (t->self[i] > t->total[i] + slack(t))
        return "self above total";
    if (p != TREE_NONE && !t->row &&
        (t->start[i] < t->start[p] - slack(t) || tree_right(t, i) > tree_right(t, p) + slack(t)))
        return "a child outside its parent";
    return NULL;
}

/* Siblings one after another: the next root or sibling must not start before this one ends. */
static const char *check_siblings(const Tree *t, uint32_t i) {
    uint32_t next = t->end[i];
    if (t->row || next >= t->count || t->parent[next] != t->parent[i])
        return NULL;
    return t->start[next] < tree_right(t, i) - slack(t) ? "siblings overlap or are out of order" : NULL;
}

const char *tree_check(const Tree *tree) {
    for (uint32_t i = 0; i < tree->count; i++) {
        const char *fault = check_links(tree, i);
        fault = fault ? fault : check_values(tree, i);
        fault = fault ? fault : check_siblings(tree, i);
        if (fault)
            return fault;
    }
    return NULL;
}
