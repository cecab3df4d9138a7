/* Nodes stand in order of addition, parents before children, so that sums run backwards and places forwards in one scan
 * each. Children hang in a list, the one that was wanted last in front: most calls want it again, and a parent that is new
 * has none, so that only parents of many children ever ask the table of (parent, frame). */
#include "derive/merge.h"

#include "base/array.h"
#include "base/map.h"
#include "base/sort.h"

enum { FEW = 8, POLL = 1 << 16 }; /* FEW: children that are looked for in their list */

/* The finish writes places over parents, and sizes over counts of children: millions of nodes are mostly memory to be waited for. */
typedef struct MergeNode {
    FrameId frame;
    union {
        uint32_t parent, place; /* place: in the preorder, MERGE_TOP at 0 */
    };
    uint32_t first, next; /* child wanted last, next sibling; 0 = none */
    union {
        uint32_t kids, size; /* size: nodes of its subtree, itself included */
    };
    uint32_t hits;
    double self;
} MergeNode;

struct Merge {
    Arena *scratch;
    Array(MergeNode) nodes; /* [0] is MERGE_TOP */
    Map table;              /* children of parents that have more than a few */
    Array(uint32_t) path;   /* of merge_tree: the node for each depth that is open */
    uint32_t limit, most_kids;
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
    merge->most_kids = kids > merge->most_kids ? kids : merge->most_kids;
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

/* Once for all, if that is in reason: memory that is not touched costs nothing, moving it breaks its large pages up. */
static void reserve_nodes(Merge *merge, size_t more) {
    const size_t most = (size_t)1 << 24;
    if (merge->nodes.count == 1)
        array_reserve(merge->scratch, &merge->nodes, 1 + (more < most ? more : most));
}

bool merge_tree(Merge *merge, uint32_t under, const Tree *tree, uint32_t first, uint32_t end, Progress *progress) {
    uint32_t top = first < end ? tree->depth[first] : 0;
    array_reserve(merge->scratch, &merge->path, (size_t)tree->depths + 1);
    reserve_nodes(merge, end - first);
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
    MergeNode *nodes;
    const Frames *frames;
    uint32_t count;        /* of nodes, with MERGE_TOP */
    double *total;         /* by node, in memory where the starts of the tree will be */
    uint32_t *kids, *room; /* the children that are being sorted */
} Finish;

enum { AHEAD = 16 }; /* nodes: what the one so far on will need is asked for */

static void prefetch_node(const Finish *f, uint32_t node) {
    __builtin_prefetch(&f->nodes[node], 1);
    __builtin_prefetch(&f->total[node], 1);
}

/* Bottom-up. A count of children becomes a size: each child adds what it holds beside itself, which is counted already. */
static void sum_up(Finish *f) {
    for (uint32_t i = f->count; i-- > 1;) {
        MergeNode *node = &f->nodes[i], *parent = &f->nodes[node->parent];
        if (i > AHEAD)
            prefetch_node(f, node[-AHEAD].parent);
        f->total[i] += node->self;
        f->total[node->parent] += f->total[i];
        parent->size += node->size++;
    }
    f->nodes[MERGE_TOP].size++;
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

static void write_node(const Finish *f, Tree *tree, uint32_t node, uint32_t id, uint32_t parent) {
    tree->frame[id] = f->nodes[node].frame;
    tree->parent[id] = parent;
    tree->end[id] = id + f->nodes[node].size;
    tree->total[id] = f->total[node];
    tree->self[id] = f->nodes[node].self;
    tree->hits[id] = f->nodes[node].hits;
}

/* up: 1 when MERGE_TOP itself is no node, so that all places move one forward. */
static void place_kids(Finish *f, Tree *tree, uint32_t node, uint32_t up) {
    size_t n = list_kids(f, node);
    uint32_t place = f->nodes[node].place, at = place + 1, parent = place < up ? TREE_NONE : place - up;
    for (size_t i = 0; i < n; i++) {
        uint32_t kid = f->kids[i];
        f->nodes[kid].place = at;
        write_node(f, tree, kid, at - up, parent);
        at += f->nodes[kid].size;
    }
}

/* Children lie far from their parents, and from each other. */
static void place_all(Finish *f, Tree *tree, uint32_t up) {
    for (uint32_t i = 0; i < f->count; i++) {
        if (f->count - i > 2 * AHEAD) {
            prefetch_node(f, f->nodes[i + 2 * AHEAD].first);
            prefetch_node(f, f->nodes[f->nodes[i + AHEAD].first].next);
        }
        place_kids(f, tree, i, up);
    }
}

Tree *merge_finish(Merge *merge, Arena *arena, const Frames *frames, FrameId root) {
    arena_release(merge->scratch, merge->table.keys);
    arena_release(merge->scratch, merge->table.values);
    uint32_t count = (uint32_t)merge->nodes.count, up = root == FRAME_NONE ? 1 : 0;
    Tree *tree = tree_new(arena, count);
    Finish f = {.nodes = merge->nodes.data,
                .frames = frames,
                .count = count,
                .total = memset(tree->start, 0, count * sizeof *tree->start),
                .kids = arena_many(merge->scratch, uint32_t, merge->most_kids),
                .room = arena_many(merge->scratch, uint32_t, merge->most_kids)};
    sum_up(&f);
    tree->count = count - up;
    tree->hits = arena_room(arena, tree->count * sizeof *tree->hits);
    f.nodes[MERGE_TOP].frame = root;
    f.nodes[MERGE_TOP].place = 0;
    if (!up)
        write_node(&f, tree, MERGE_TOP, 0, TREE_NONE);
    place_all(&f, tree, up);
    tree_pack(tree);
    tree_seal(tree);
    return tree;
}
