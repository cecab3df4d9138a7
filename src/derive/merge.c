/* Nodes stand in order of addition, parents before children, so that sums run backwards and places forwards in one scan
 * each. Children hang in a list, the one that was wanted last in front: most calls want it again, and a parent that is new
 * has none, so that only parents of many children ever ask the table of (parent, frame). */
#include "derive/merge.h"

#include "base/array.h"
#include "base/map.h"
#include "base/sort.h"

enum { FEW = 8, POLL = 1 << 16 }; /* FEW: children that are looked for in their list */

typedef struct MergeNode {
    FrameId frame;
    uint32_t parent;
    uint32_t first, next; /* child wanted last, next sibling; 0 = none */
    uint32_t kids, hits;
    double self;
} MergeNode;

struct Merge {
    Arena *scratch;
    Array(MergeNode) nodes; /* [0] is MERGE_TOP */
    Map table;              /* children of parents that have more than a few */
    Array(uint32_t) path;   /* of merge_tree: the node for each depth that is open */
    uint32_t limit;
};

Merge *merge_new(Arena *scratch) {
    Merge *merge = arena_one(scratch, Merge);
    merge->scratch = merge->table.arena = scratch;
    merge->limit = UINT32_MAX - 1;
    array_push(scratch, &merge->nodes, (MergeNode){.frame = FRAME_NONE, .parent = TREE_NONE});
    return merge;
}

void merge_limit(Merge *merge, uint32_t more) {
    uint64_t limit = merge->nodes.count - 1 + (uint64_t)more;
    merge->limit = limit < UINT32_MAX ? (uint32_t)limit : UINT32_MAX - 1;
}

static uint64_t key_of(uint32_t parent, FrameId frame) {
    return (uint64_t)parent << 32 | frame;
}

static uint32_t add_node(Merge *merge, uint32_t parent, FrameId frame) {
    if (merge->nodes.count > merge->limit)
        return TREE_NONE;
    uint32_t node = (uint32_t)merge->nodes.count, kids = ++merge->nodes.data[parent].kids;
    array_push(merge->scratch, &merge->nodes,
               (MergeNode){.frame = frame, .parent = parent, .next = merge->nodes.data[parent].first});
    merge->nodes.data[parent].first = node;
    if (kids == FEW + 1)
        for (uint32_t kid = node; kid; kid = merge->nodes.data[kid].next)
            map_set(&merge->table, key_of(parent, merge->nodes.data[kid].frame), kid);
    else if (kids > FEW)
        map_set(&merge->table, key_of(parent, frame), node);
    return node;
}

/* before: the sibling in front of node. */
static void move_to_front(MergeNode *nodes, uint32_t parent, uint32_t before, uint32_t node) {
    nodes[before].next = nodes[node].next;
    nodes[node].next = nodes[parent].first;
    nodes[parent].first = node;
}

uint32_t merge_child(Merge *merge, uint32_t parent, FrameId frame) {
    MergeNode *nodes = merge->nodes.data;
    uint32_t before = nodes[parent].first;
    if (before && nodes[before].frame == frame)
        return before;
    if (nodes[parent].kids > FEW) {
        uint32_t node = map_get(&merge->table, key_of(parent, frame));
        return node != MAP_NONE ? node : add_node(merge, parent, frame);
    }
    for (uint32_t node = before ? nodes[before].next : 0; node; before = node, node = nodes[node].next) {
        if (nodes[node].frame != frame)
            continue;
        move_to_front(nodes, parent, before, node);
        return node;
    }
    return add_node(merge, parent, frame);
}

static uint32_t add_saturated(uint32_t a, uint32_t b) {
    return a > UINT32_MAX - b ? UINT32_MAX : a + b;
}

void merge_weigh(Merge *merge, uint32_t node, double weight, uint32_t hits) {
    MergeNode *n = &merge->nodes.data[node];
    n->self += weight;
    n->hits = add_saturated(n->hits, hits);
}

bool merge_tree(Merge *merge, uint32_t under, const Tree *tree, uint32_t first, uint32_t end, Progress *progress) {
    uint32_t top = first < end ? tree->depth[first] : 0;
    array_reserve(merge->scratch, &merge->path, (size_t)tree->depths + 1);
    uint32_t *path = merge->path.data;
    path[0] = under;
    for (uint32_t i = first; i < end;) {
        uint32_t stop = end - i > POLL ? i + POLL : end;
        for (; i < stop; i++) {
            uint32_t depth = tree->depth[i] - top, node = merge_child(merge, path[depth], tree->frame[i]);
            merge_weigh(merge, node, tree->self[i], tree_hits(tree, i));
            path[depth + 1] = node;
        }
        if (progress_stopped(progress))
            return false;
    }
    return true;
}

/* ---- the finish ---- */

typedef struct Finish {
    const MergeNode *nodes;
    const Frames *frames;
    uint32_t count;        /* of nodes, with MERGE_TOP */
    double *total;         /* by node */
    uint32_t *size;        /* nodes of its subtree, itself included */
    uint32_t *place;       /* where it stands in the preorder, MERGE_TOP at 0 */
    uint32_t *kids, *room; /* the children that are being sorted */
} Finish;

static void sum_up(Finish *f) {
    f->size[MERGE_TOP] = 1;
    for (uint32_t i = f->count; i-- > 1;) {
        uint32_t p = f->nodes[i].parent;
        f->total[i] += f->nodes[i].self;
        f->size[i] += 1;
        f->total[p] += f->total[i];
        f->size[p] += f->size[i];
    }
}

static bool goes_after(const void *finish, uint32_t a, uint32_t b) {
    const Finish *f = finish;
    if (f->total[a] != f->total[b])
        return f->total[a] < f->total[b];
    FrameId x = f->nodes[a].frame, y = f->nodes[b].frame;
    if (f->frames->list[x].name == f->frames->list[y].name)
        return a > b;
    return str_compare(frame_name(f->frames, x), frame_name(f->frames, y)) > 0;
}

static size_t list_kids(const Finish *f, uint32_t node) {
    size_t n = 0;
    for (uint32_t kid = f->nodes[node].first; kid; kid = f->nodes[kid].next)
        f->kids[n++] = kid;
    if (n > 1)
        sort_indices(f->kids, n, f->room, goes_after, f);
    return n;
}

static void write_node(const Finish *f, Tree *tree, uint32_t node, uint32_t id, uint32_t parent, double x) {
    tree->frame[id] = f->nodes[node].frame;
    tree->parent[id] = parent;
    tree->depth[id] = parent == TREE_NONE ? 0 : tree->depth[parent] + 1;
    tree->end[id] = id + f->size[node];
    tree->start[id] = x;
    tree->total[id] = f->total[node];
    tree->self[id] = f->nodes[node].self;
    tree->hits[id] = f->nodes[node].hits;
}

/* up: 1 when MERGE_TOP itself is no node, so that all places move one forward. */
static void place_kids(Finish *f, Tree *tree, uint32_t node, uint32_t up) {
    size_t n = list_kids(f, node);
    uint32_t place = f->place[node], at = place + 1, parent = place < up ? TREE_NONE : place - up;
    double x = parent == TREE_NONE ? 0 : tree->start[parent];
    for (size_t i = 0; i < n; i++) {
        f->place[f->kids[i]] = at;
        write_node(f, tree, f->kids[i], at - up, parent, x);
        at += f->size[f->kids[i]];
        x += f->total[f->kids[i]];
    }
}

static uint32_t most_kids(const Merge *merge) {
    uint32_t most = 0;
    for (size_t i = 0; i < merge->nodes.count; i++)
        most = merge->nodes.data[i].kids > most ? merge->nodes.data[i].kids : most;
    return most;
}

static Finish finish_new(const Merge *merge, const Frames *frames) {
    uint32_t n = (uint32_t)merge->nodes.count, most = most_kids(merge);
    Arena *a = merge->scratch;
    return (Finish){
        .nodes = merge->nodes.data,
        .frames = frames,
        .count = n,
        .total = arena_many(a, double, n),
        .size = arena_many(a, uint32_t, n),
        .place = arena_many(a, uint32_t, n),
        .kids = arena_many(a, uint32_t, most),
        .room = arena_many(a, uint32_t, most),
    };
}

Tree *merge_finish(Merge *merge, Arena *arena, const Frames *frames, FrameId root) {
    arena_release(merge->scratch, merge->table.keys);
    arena_release(merge->scratch, merge->table.values);
    Finish f = finish_new(merge, frames);
    sum_up(&f);
    uint32_t up = root == FRAME_NONE ? 1 : 0;
    Tree *tree = tree_new(arena, f.count - up);
    tree->hits = arena_many(arena, uint32_t, tree->count);
    merge->nodes.data[MERGE_TOP].frame = root;
    if (!up)
        write_node(&f, tree, MERGE_TOP, 0, TREE_NONE, 0);
    for (uint32_t i = 0; i < f.count; i++)
        place_kids(&f, tree, i, up);
    tree_seal(tree);
    return tree;
}
