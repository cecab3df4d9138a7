/* Nodes stand in order of addition, parents before children, so that sums run backwards and places forwards in one scan
 * each. A table of (parent, frame) finds a child; most calls want the child that was wanted last and never ask it. */
#include "derive/merge.h"

#include "base/array.h"
#include "base/map.h"
#include "base/sort.h"

#include <string.h>

enum { FREE = 0, POLL = 1 << 16 };

typedef struct MergeNode {
    FrameId frame;
    uint32_t parent, last; /* last: the child found or added last */
    uint32_t hits;
    double self;
} MergeNode;

struct Merge {
    Arena *scratch;
    Array(MergeNode) nodes; /* [0] is MERGE_TOP */
    uint64_t *slots;        /* hash << 32 | node; FREE */
    size_t slot_count;
    Array(uint32_t) path; /* of merge_tree: the node for each depth that is open */
    uint32_t limit;
};

static void add_slots(Merge *merge, size_t count) {
    uint64_t *old = merge->slots;
    size_t old_count = merge->slot_count, mask = count - 1;
    merge->slot_count = count;
    merge->slots = arena_grow(merge->scratch, NULL, count * sizeof *merge->slots);
    memset(merge->slots, 0, count * sizeof *merge->slots);
    for (size_t i = 0; i < old_count; i++) {
        size_t at = (old[i] >> 32) & mask;
        while (old[i] != FREE && merge->slots[at] != FREE)
            at = (at + 1) & mask;
        if (old[i] != FREE)
            merge->slots[at] = old[i];
    }
    arena_release(merge->scratch, old);
}

Merge *merge_new(Arena *scratch, uint32_t limit) {
    Merge *merge = arena_one(scratch, Merge);
    merge->scratch = scratch;
    merge->limit = limit ? limit : UINT32_MAX - 1;
    array_push(scratch, &merge->nodes, (MergeNode){.frame = FRAME_NONE, .parent = TREE_NONE});
    add_slots(merge, 1024);
    return merge;
}

static uint32_t add_node(Merge *merge, uint32_t parent, FrameId frame, size_t at, uint64_t tag) {
    if (merge->nodes.count > merge->limit)
        return TREE_NONE;
    uint32_t node = (uint32_t)merge->nodes.count;
    array_push(merge->scratch, &merge->nodes, (MergeNode){.frame = frame, .parent = parent});
    merge->slots[at] = tag | node;
    if (merge->nodes.count * 2 > merge->slot_count)
        add_slots(merge, merge->slot_count * 2);
    return node;
}

static uint32_t find_or_add(Merge *merge, uint32_t parent, FrameId frame) {
    uint64_t tag = map_mix((uint64_t)parent << 32 | frame) & 0xffffffff00000000u;
    size_t mask = merge->slot_count - 1, at = (tag >> 32) & mask;
    for (; merge->slots[at] != FREE; at = (at + 1) & mask) {
        if ((merge->slots[at] & 0xffffffff00000000u) != tag)
            continue;
        uint32_t node = (uint32_t)merge->slots[at];
        if (merge->nodes.data[node].parent == parent && merge->nodes.data[node].frame == frame)
            return node;
    }
    return add_node(merge, parent, frame, at, tag);
}

uint32_t merge_child(Merge *merge, uint32_t parent, FrameId frame) {
    uint32_t last = merge->nodes.data[parent].last;
    if (last && merge->nodes.data[last].frame == frame)
        return last;
    uint32_t node = find_or_add(merge, parent, frame);
    if (node != TREE_NONE)
        merge->nodes.data[parent].last = node;
    return node;
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
    uint32_t count;      /* of nodes, with MERGE_TOP */
    double *total;       /* by node */
    uint32_t *size;      /* nodes of its subtree, itself included */
    uint32_t *first_kid; /* count + 1 offsets into kids */
    uint32_t *place;     /* where it stands in the preorder, MERGE_TOP at 0 */
    uint32_t *kids, *room;
} Finish;

static void sum_up(Finish *f) {
    f->size[MERGE_TOP] = 1;
    for (uint32_t i = f->count; i-- > 1;) {
        uint32_t p = f->nodes[i].parent;
        f->total[i] += f->nodes[i].self;
        f->size[i] += 1;
        f->total[p] += f->total[i];
        f->size[p] += f->size[i];
        f->first_kid[p + 1]++;
    }
}

/* Children grouped by parent, in order of addition. first_kid holds counts, one place up, and ends as offsets. */
static void group_kids(Finish *f) {
    for (uint32_t i = 0; i < f->count; i++)
        f->first_kid[i + 1] += f->first_kid[i];
    for (uint32_t i = f->count; i-- > 1;) {
        f->kids[--f->first_kid[f->nodes[i].parent + 1]] = i;
    }
    for (uint32_t i = 0; i < f->count; i++) /* each offset now stands one place too high up */
        f->first_kid[i] = f->first_kid[i + 1];
    f->first_kid[f->count] = f->count - 1;
}

static bool goes_after(const void *finish, uint32_t a, uint32_t b) {
    const Finish *f = finish;
    if (f->total[a] != f->total[b])
        return f->total[a] < f->total[b];
    FrameId x = f->nodes[a].frame, y = f->nodes[b].frame;
    return f->frames->list[x].name != f->frames->list[y].name &&
           str_compare(frame_name(f->frames, x), frame_name(f->frames, y)) > 0;
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
    uint32_t *kids = f->kids + f->first_kid[node];
    size_t n = f->first_kid[node + 1] - f->first_kid[node];
    sort_indices(kids, n, f->room, goes_after, f);
    uint32_t place = f->place[node], at = place + 1, parent = place < up ? TREE_NONE : place - up;
    double x = parent == TREE_NONE ? 0 : tree->start[parent];
    for (size_t i = 0; i < n; i++) {
        f->place[kids[i]] = at;
        write_node(f, tree, kids[i], at - up, parent, x);
        at += f->size[kids[i]];
        x += f->total[kids[i]];
    }
}

static Finish finish_new(const Merge *merge, const Frames *frames) {
    uint32_t n = (uint32_t)merge->nodes.count;
    Arena *a = merge->scratch;
    return (Finish){
        .nodes = merge->nodes.data,
        .frames = frames,
        .count = n,
        .total = arena_many(a, double, n),
        .size = arena_many(a, uint32_t, n),
        .first_kid = arena_many(a, uint32_t, (size_t)n + 1),
        .place = arena_many(a, uint32_t, n),
        .kids = arena_many(a, uint32_t, n),
        .room = arena_many(a, uint32_t, n),
    };
}

Tree *merge_finish(Merge *merge, Arena *arena, const Frames *frames, FrameId root) {
    arena_release(merge->scratch, merge->slots);
    Finish f = finish_new(merge, frames);
    sum_up(&f);
    group_kids(&f);
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
