/* A prefix tree of sampled stacks. Nodes are kept in order of addition, parents before children, so every pass of the finish is
 * one linear scan: sizes bottom-up, places top-down, then sums and starts over the tree itself. Most nodes have one child, which its
 * parent knows; only those that come second go through a map. */
#include "profile/stacks.h"

#include "base/array.h"
#include "base/map.h"

#include <assert.h>
#include <math.h>

typedef struct Children {
    uint32_t first, last; /* last: the one found or added last, most samples want it again; TREE_NONE = none */
} Children;

typedef struct StackNode {
    uint32_t parent;
    FrameId frame;
    Children children;
    double weight;
    uint32_t hits;
} StackNode;

struct Stacks {
    Arena *scratch;
    Array(StackNode) nodes;
    Map others; /* (parent, frame) -> node, of children that are not their parent's first */
    Children roots;
    Array(uint32_t) sample_node;
    Array(double) sample_start, sample_weight;
    uint64_t samples, cut;
    uint32_t tracks; /* that will be made of it */
    size_t pledged;
    bool sparse;
    bool timed, empty; /* empty: some samples have no node */
};

Stacks *stacks_new(Arena *scratch) {
    Stacks *stacks = arena_one(scratch, Stacks);
    stacks->scratch = scratch;
    stacks->tracks = 1;
    stacks->others.arena = scratch;
    stacks->roots = (Children){TREE_NONE, TREE_NONE};
    return stacks;
}

enum { PLEDGED_AT_ONCE = 1024 };

/* What the finish will take for n nodes: their trees, sizes and places. */
static void pledge(Stacks *stacks, size_t n) {
    size_t size = n * (2 * sizeof(uint32_t) + TREE_NODE_SIZE * stacks->tracks);
    arena_pledge(stacks->scratch, size);
    stacks->pledged += size;
}

static void redeem(Stacks *stacks) {
    arena_redeem(stacks->scratch, stacks->pledged);
    stacks->pledged = 0;
}

/* Roots are always added: there are no more of them than frames, or lines of input. */
static bool is_cut(const Stacks *stacks, uint32_t parent) {
    return parent != TREE_NONE && arena_over(stacks->scratch, ARENA_GROWN);
}

static uint32_t cut(Stacks *stacks, uint32_t parent) {
    stacks->cut++;
    return parent;
}

void stacks_reserve(Stacks *stacks, size_t nodes) {
    const size_t most = 1 << 20; /* within what a reading may take before it has read anything */
    array_reserve(stacks->scratch, &stacks->nodes, nodes < most ? nodes : most);
}

static uint32_t add_node(Stacks *stacks, uint32_t parent, FrameId frame) {
    assert(stacks->nodes.count < TREE_NONE - 1);
    array_push(stacks->scratch, &stacks->nodes,
               (StackNode){.parent = parent, .frame = frame, .children = {TREE_NONE, TREE_NONE}});
    if (stacks->nodes.count % PLEDGED_AT_ONCE == 1)
        pledge(stacks, PLEDGED_AT_ONCE);
    return (uint32_t)stacks->nodes.count - 1;
}

static Children *children_of(Stacks *stacks, uint32_t parent) {
    return parent == TREE_NONE ? &stacks->roots : &stacks->nodes.data[parent].children;
}

/* A child that is neither the first nor the last one found. */
static uint32_t other_child(Stacks *stacks, uint32_t parent, FrameId frame) {
    uint64_t key = (uint64_t)parent << 32 | frame;
    bool fresh;
    if (is_cut(stacks, parent) && map_get(&stacks->others, key) == MAP_NONE)
        return cut(stacks, parent);
    uint32_t *slot = map_slot(&stacks->others, key, (uint32_t)stacks->nodes.count, &fresh);
    return fresh ? add_node(stacks, parent, frame) : *slot;
}

uint32_t stacks_child(Stacks *stacks, uint32_t parent, FrameId frame) {
    Children known = *children_of(stacks, parent);
    uint32_t node;
    if (known.last == TREE_NONE) {
        if (is_cut(stacks, parent))
            return cut(stacks, parent);
        node = add_node(stacks, parent, frame);
        children_of(stacks, parent)->first = node;
    } else if (stacks->nodes.data[known.last].frame == frame) {
        return known.last;
    } else if (stacks->nodes.data[known.first].frame == frame) {
        node = known.first;
    } else {
        node = other_child(stacks, parent, frame);
    }
    if (node != parent)
        children_of(stacks, parent)->last = node; /* asked again: nodes move when one is added */
    return node;
}

uint32_t stacks_append(Stacks *stacks, uint32_t parent, FrameId frame) {
    return is_cut(stacks, parent) ? cut(stacks, parent) : add_node(stacks, parent, frame);
}

uint32_t stacks_parent(const Stacks *stacks, uint32_t node) {
    return stacks->nodes.data[node].parent;
}

FrameId stacks_frame(const Stacks *stacks, uint32_t node) {
    return stacks->nodes.data[node].frame;
}

uint32_t stacks_count(const Stacks *stacks) {
    return (uint32_t)stacks->nodes.count;
}

static uint32_t add_saturated(uint32_t a, uint32_t b) {
    return a > UINT32_MAX - b ? UINT32_MAX : a + b;
}

void stacks_weigh(Stacks *stacks, uint32_t node, double weight, uint32_t hits) {
    StackNode *n = &stacks->nodes.data[node];
    n->weight += weight;
    n->hits = add_saturated(n->hits, hits);
    stacks->samples += hits;
}

void stacks_count_weight(Stacks *stacks, uint32_t node, double weight) {
    StackNode *n = &stacks->nodes.data[node];
    n->weight += weight;
    n->hits = n->weight < UINT32_MAX ? (uint32_t)n->weight : UINT32_MAX;
}

void stacks_sample(Stacks *stacks, uint32_t node, double start, double weight) {
    Arena *a = stacks->scratch;
    if (!isnan(start) && !stacks->timed) { /* the first time seen: those before it have none */
        stacks->timed = true;
        array_reserve(a, &stacks->sample_start, stacks->sample_node.count + 1);
        for (size_t i = stacks->sample_start.count; i < stacks->sample_node.count; i++)
            array_push(a, &stacks->sample_start, start);
    }
    if (stacks->timed && isnan(start))
        start = array_last(&stacks->sample_start);
    if (stacks->timed)
        array_push(a, &stacks->sample_start, start);
    array_push(a, &stacks->sample_node, node);
    array_push(a, &stacks->sample_weight, weight);
    stacks->empty |= node == TREE_NONE;
    if (node == TREE_NONE)
        stacks->samples++;
    else
        stacks_weigh(stacks, node, weight, 1);
}

void stacks_take_samples(Stacks *stacks, size_t n, uint32_t *nodes, double *starts, double *weights) {
    assert(!stacks->sample_node.count);
    stacks->timed = true;
    stacks->sample_node.data = nodes;
    stacks->sample_start.data = starts;
    stacks->sample_weight.data = weights;
    stacks->sample_node.count = stacks->sample_node.capacity = n;
    stacks->sample_start.count = stacks->sample_start.capacity = n;
    stacks->sample_weight.count = stacks->sample_weight.capacity = n;
}

/* Nodes of each subtree, 0 for one that is left out. */
static uint32_t *find_sizes(const Stacks *stacks, Arena *scratch) {
    size_t n = stacks->nodes.count;
    uint32_t *size = arena_many(scratch, uint32_t, n);
    for (size_t i = n; i-- > 0;) {
        uint32_t parent = stacks->nodes.data[i].parent;
        size[i] += size[i] || stacks->nodes.data[i].hits || !stacks->sparse;
        if (parent != TREE_NONE)
            size[parent] += size[i];
    }
    return size;
}

static void fill_node(Tree *tree, const StackNode *node, uint32_t parent, uint32_t id, uint32_t size) {
    tree->frame[id] = node->frame;
    tree->parent[id] = parent;
    tree->depth[id] = parent == TREE_NONE ? 0 : tree->depth[parent] + 1;
    tree->end[id] = id + size;
    tree->self[id] = node->weight;
    tree->hits[id] = node->hits;
}

static uint32_t count_kept(const Stacks *stacks, const uint32_t *size) {
    uint32_t n = 0;
    for (size_t i = 0; i < stacks->nodes.count; i++)
        n += size[i] > 0;
    return n;
}

/* The place of each node in preorder goes into place; where the next child of each goes stands in children.first from then on. */
static Tree *lay_out(Stacks *stacks, Arena *arena, const uint32_t *size, uint32_t *place) {
    uint32_t n = (uint32_t)stacks->nodes.count, kept = count_kept(stacks, size), next_root = 0;
    Tree *tree = tree_new(arena, kept);
    tree->hits = arena_grow(arena, NULL, kept * sizeof *tree->hits);
    for (uint32_t i = 0; i < n; i++) {
        if (!size[i])
            continue;
        StackNode *node = &stacks->nodes.data[i];
        bool root = node->parent == TREE_NONE;
        uint32_t *next = root ? &next_root : &stacks->nodes.data[node->parent].children.first;
        place[i] = *next;
        *next += size[i];
        node->children.first = place[i] + 1;
        fill_node(tree, node, root ? TREE_NONE : place[node->parent], place[i], size[i]);
    }
    return tree;
}

/* A total is that of the children, last one first, and the own weight: the order decides about the last bit. */
static void sum_up(Tree *tree) {
    memset(tree->total, 0, tree->count * sizeof *tree->total);
    for (uint32_t i = tree->count; i-- > 0;) {
        tree->total[i] += tree->self[i];
        if (tree->parent[i] != TREE_NONE)
            tree->total[tree->parent[i]] += tree->total[i];
    }
}

/* Each node tells its first child and its next sibling where they begin. */
static void find_starts(Tree *tree) {
    if (tree->count)
        tree->start[0] = 0;
    for (uint32_t i = 0; i < tree->count; i++) {
        uint32_t next = tree->end[i], parent = tree->parent[i];
        if (i + 1 < next)
            tree->start[i + 1] = tree->start[i];
        if (next < (parent == TREE_NONE ? tree->count : tree->end[parent]))
            tree->start[next] = tree->start[i] + tree->total[i];
    }
}

static void hand_over_samples(Stacks *stacks, Arena *arena, Track *track, const uint32_t *place) {
    Samples *s = &track->samples;
    s->count = stacks->sample_node.count;
    s->node = stacks->sample_node.data;
    s->weight = stacks->sample_weight.data;
    s->start = stacks->timed ? stacks->sample_start.data : NULL;
    for (size_t i = 0; i < s->count; i++)
        if (s->node[i] != TREE_NONE)
            s->node[i] = place[s->node[i]];
    arena_adopt(arena, stacks->scratch, s->node);
    arena_adopt(arena, stacks->scratch, s->weight);
    arena_adopt(arena, stacks->scratch, s->start);
}

static double weight_of_empty_stacks(const Stacks *stacks) {
    double sum = 0;
    for (size_t i = 0; i < stacks->sample_node.count && stacks->empty; i++)
        sum += stacks->sample_node.data[i] == TREE_NONE ? stacks->sample_weight.data[i] : 0;
    return sum;
}

Stacks *stacks_snapshot(Arena *scratch, const Stacks *from, bool weights) {
    Stacks *stacks = stacks_new(scratch);
    stacks->cut = from->cut;
    array_reserve(scratch, &stacks->nodes, from->nodes.count);
    for (size_t i = 0; i < from->nodes.count; i++) {
        const StackNode *node = &from->nodes.data[i];
        StackNode copy = {.parent = node->parent, .frame = node->frame};
        if (weights) {
            copy.weight = node->weight;
            copy.hits = node->hits;
        }
        array_push(scratch, &stacks->nodes, copy);
    }
    return stacks;
}

void stacks_expect(Stacks *stacks, uint32_t tracks) {
    redeem(stacks);
    stacks->tracks = tracks;
    pledge(stacks, stacks->nodes.count);
}

void stacks_start_over(Stacks *stacks) {
    for (size_t i = 0; i < stacks->nodes.count; i++) {
        stacks->nodes.data[i].hits = 0;
        stacks->nodes.data[i].weight = 0;
    }
    stacks->samples = 0;
    stacks->sparse = true;
}

/* The pledge has done its part; nothing is added any more. */
static void begin_finish(Stacks *stacks) {
    redeem(stacks);
    arena_release(stacks->scratch, stacks->others.keys);
    arena_release(stacks->scratch, stacks->others.values);
    stacks->others = (Map){.arena = stacks->scratch};
}

void stacks_finish(Stacks *stacks, Arena *arena, Track *track, bool keep_samples) {
    Arena *scratch = arena_new_in(arena);
    begin_finish(stacks);
    uint32_t *size = find_sizes(stacks, scratch),
             *place = arena_grow(scratch, NULL, stacks->nodes.count * sizeof *place);
    Tree *tree = lay_out(stacks, arena, size, place);
    sum_up(tree);
    find_starts(tree);
    tree_seal(tree);
    track->tree = tree;
    track->kind = keep_samples && stacks->sample_node.count ? TRACK_SAMPLES : TRACK_MERGED;
    track->total = tree->sum + weight_of_empty_stacks(stacks);
    track->sample_count = stacks->samples;
    track->cut_frames = stacks->cut;
    if (track->kind == TRACK_SAMPLES)
        hand_over_samples(stacks, arena, track, place);
    arena_free(scratch);
}
