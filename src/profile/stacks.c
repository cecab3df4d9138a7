/* A prefix tree of sampled stacks. Nodes are kept in order of addition, parents before children. Most have one child, few more than
 * four: those are in a chain, the last one found first. */
#include "profile/stacks_parts.h"

#include <assert.h>
#include <math.h>

/* Children in a chain: all of a node, or, where it is wide, those found last. */
enum { CHAIN = 4 };
/* Ends the chain of a wide node. */
#define WIDE (TREE_NONE - 1)

Stacks *stacks_new(Arena *scratch) {
    Stacks *stacks = arena_one(scratch, Stacks);
    stacks->scratch = scratch;
    stacks->tracks = 1;
    stacks->others.arena = scratch;
    stacks->root = TREE_NONE;
    stacks->preorder = true;
    return stacks;
}

/* A file may have thousands of threads of a few nodes each: little is pledged for what is not there yet. */
enum { PLEDGED_AT_ONCE = 16, CHAIN_AT_ONCE = 1024 };

/* What the finish will take for n nodes: their trees, sizes and places. */
static void pledge(Stacks *stacks, size_t n) {
    size_t size = n * (2 * sizeof(uint32_t) + TREE_NODE_SIZE * stacks->tracks);
    arena_pledge(stacks->scratch, size);
    stacks->pledged += size;
}

void stacks_redeem(Stacks *stacks) {
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

static void reserve(Stacks *stacks, size_t nodes, bool linked) {
    Arena *a = stacks->scratch;
    stacks->capacity = (uint32_t)nodes;
    stacks->parent = arena_grow(a, stacks->parent, nodes * sizeof *stacks->parent);
    stacks->frame = arena_grow(a, stacks->frame, nodes * sizeof *stacks->frame);
    stacks->weight = arena_grow(a, stacks->weight, nodes * sizeof *stacks->weight);
    stacks->hits = arena_grow(a, stacks->hits, nodes * sizeof *stacks->hits);
    if (linked)
        stacks->links = arena_grow(a, stacks->links, nodes * sizeof *stacks->links);
}

void stacks_reserve(Stacks *stacks, size_t nodes) {
    const size_t most = 1 << 20; /* within what a reading may take before it has read anything */
    nodes = nodes < most ? nodes : most;
    if (nodes > stacks->capacity)
        reserve(stacks, nodes, true);
}

/* Whether a child of parent that is added now comes where a walk of the tree would come to it. */
static bool is_next(const Stacks *stacks, uint32_t parent) {
    uint32_t above = stacks->count - 1;
    while (above != TREE_NONE && above > parent)
        above = stacks->parent[above];
    return parent == TREE_NONE || above == parent;
}

static void make_room(Stacks *stacks, size_t more) {
    size_t want = stacks->count + more, next = stacks->capacity + stacks->capacity / 2;
    assert(want < WIDE);
    if (want > stacks->capacity)
        reserve(stacks, want > next ? want + 8 : next, true);
}

/* Counts nodes that were filled in. */
static void count_nodes(Stacks *stacks, size_t more) {
    size_t pledges = ((size_t)stacks->count + PLEDGED_AT_ONCE - 1) / PLEDGED_AT_ONCE * PLEDGED_AT_ONCE;
    stacks->count += (uint32_t)more;
    if (stacks->count > pledges)
        pledge(stacks, (stacks->count - pledges + PLEDGED_AT_ONCE - 1) / PLEDGED_AT_ONCE * PLEDGED_AT_ONCE);
}

static uint32_t add_node(Stacks *stacks, uint32_t parent, FrameId frame) {
    uint32_t node = stacks->count;
    make_room(stacks, 1);
    stacks->preorder = stacks->preorder && is_next(stacks, parent);
    stacks->parent[node] = parent;
    stacks->frame[node] = frame;
    stacks->weight[node] = 0;
    stacks->hits[node] = 0;
    stacks->links[node] = (Links){TREE_NONE, TREE_NONE};
    count_nodes(stacks, 1);
    return node;
}

static uint32_t *chain_of(Stacks *stacks, uint32_t parent) {
    return parent == TREE_NONE ? &stacks->root : &stacks->links[parent].child;
}

static uint64_t key_of(uint32_t parent, FrameId frame) {
    return (uint64_t)parent << 32 | frame;
}

/* The fifth child is about to be added. */
static void widen(Stacks *stacks, uint32_t parent) {
    uint32_t last = TREE_NONE;
    for (uint32_t i = *chain_of(stacks, parent); i != TREE_NONE; i = stacks->links[i].next) {
        map_set(&stacks->others, key_of(parent, stacks->frame[i]), i);
        last = i;
    }
    stacks->links[last].next = WIDE;
}

/* A new node, in the map if its parent is wide. */
static uint32_t new_child(Stacks *stacks, uint32_t parent, FrameId frame, bool wide) {
    if (is_cut(stacks, parent))
        return cut(stacks, parent);
    uint32_t node = add_node(stacks, parent, frame);
    if (wide)
        map_set(&stacks->others, key_of(parent, frame), node);
    return node;
}

static void put_first(Stacks *stacks, uint32_t parent, uint32_t node) {
    uint32_t *first = chain_of(stacks, parent);
    stacks->links[node].next = *first;
    *first = node;
}

/* A child that is not the first of the chain: further on in it, then first; in the map, then in the place of the last; or new. */
static uint32_t other_child(Stacks *stacks, uint32_t parent, FrameId frame) {
    Links *links = stacks->links;
    uint32_t before[CHAIN + 1], n = 0, node = *chain_of(stacks, parent);
    for (; node < WIDE && stacks->frame[node] != frame; node = links[node].next)
        before[n++] = node;
    if (n && node < WIDE) {
        links[before[n - 1]].next = links[node].next;
        put_first(stacks, parent, node);
        return node;
    }
    if (n == CHAIN && node != WIDE)
        widen(stacks, parent);
    uint32_t known = n == CHAIN ? map_get(&stacks->others, key_of(parent, frame)) : MAP_NONE;
    node = known != MAP_NONE ? known : new_child(stacks, parent, frame, n == CHAIN);
    if (node == parent)
        return node;
    if (n == CHAIN)
        stacks->links[before[CHAIN - 2]].next = WIDE;
    put_first(stacks, parent, node);
    return node;
}

uint32_t stacks_child(Stacks *stacks, uint32_t parent, FrameId frame) {
    uint32_t first = *chain_of(stacks, parent);
    return first != TREE_NONE && stacks->frame[first] == frame ? first : other_child(stacks, parent, frame);
}

/* A chain of only children below the node that was added last, of at most n. How many; none where memory does not allow. */
static size_t add_chain(Stacks *stacks, const FrameId *frames, size_t n, uint32_t *nodes) {
    uint32_t first = stacks->count;
    n = n < CHAIN_AT_ONCE ? n : CHAIN_AT_ONCE;
    if (is_cut(stacks, first - 1))
        return 0;
    make_room(stacks, n);
    const Stacks s = *stacks; /* which the loop does not change */
    s.links[first - 1].child = first;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t node = nodes[i] = first + i;
        s.frame[node] = frames[i];
        s.parent[node] = node - 1;
        s.weight[node] = 0;
        s.hits[node] = 0;
        s.links[node] = (Links){node + 1, TREE_NONE};
    }
    s.links[first + n - 1].child = TREE_NONE;
    count_nodes(stacks, n);
    return n;
}

void stacks_path(Stacks *stacks, uint32_t parent, const FrameId *frames, size_t n, uint32_t *nodes) {
    for (size_t i = 0; i < n; parent = nodes[i - 1]) {
        uint32_t fresh = stacks->count;
        nodes[i] = stacks_child(stacks, parent, frames[i]);
        bool all_fresh = nodes[i++] == fresh;
        if (all_fresh && i < n)
            i += add_chain(stacks, frames + i, n - i, nodes + i);
    }
}

uint32_t stacks_append(Stacks *stacks, uint32_t parent, FrameId frame) {
    return is_cut(stacks, parent) ? cut(stacks, parent) : add_node(stacks, parent, frame);
}

uint32_t stacks_parent(const Stacks *stacks, uint32_t node) {
    return stacks->parent[node];
}

FrameId stacks_frame(const Stacks *stacks, uint32_t node) {
    return stacks->frame[node];
}

uint32_t stacks_count(const Stacks *stacks) {
    return stacks->count;
}

static uint32_t add_saturated(uint32_t a, uint32_t b) {
    return a > UINT32_MAX - b ? UINT32_MAX : a + b;
}

void stacks_weigh(Stacks *stacks, uint32_t node, double weight, uint32_t hits) {
    stacks->weight[node] += weight;
    stacks->hits[node] = add_saturated(stacks->hits[node], hits);
    stacks->samples += hits;
}

void stacks_count_weight(Stacks *stacks, uint32_t node, double weight) {
    double sum = stacks->weight[node] += weight;
    stacks->hits[node] = sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX;
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

void stacks_take_samples(Stacks *stacks, size_t n, const PackedSamples *packed) {
    assert(!stacks->sample_node.count && !stacks->packed_count);
    stacks->packed = *packed;
    stacks->packed_count = n;
}

static void forget_weights(Stacks *stacks) {
    for (size_t i = 0; i < stacks->count; i++) {
        stacks->weight[i] = 0;
        stacks->hits[i] = 0;
    }
}

Stacks *stacks_snapshot(Arena *scratch, const Stacks *from, bool weights) {
    Stacks *stacks = stacks_new(scratch);
    size_t n = from->count;
    stacks->cut = from->cut;
    stacks->preorder = from->preorder;
    if (!n)
        return stacks;
    reserve(stacks, n, false);
    stacks->count = from->count;
    memcpy(stacks->parent, from->parent, n * sizeof *stacks->parent);
    memcpy(stacks->frame, from->frame, n * sizeof *stacks->frame);
    if (weights) {
        memcpy(stacks->weight, from->weight, n * sizeof *stacks->weight);
        memcpy(stacks->hits, from->hits, n * sizeof *stacks->hits);
    } else
        forget_weights(stacks);
    return stacks;
}

void stacks_expect(Stacks *stacks, uint32_t tracks) {
    stacks_redeem(stacks);
    stacks->tracks = tracks;
    pledge(stacks, stacks->count);
}

void stacks_start_over(Stacks *stacks) {
    forget_weights(stacks);
    stacks->samples = 0;
    stacks->sparse = true;
}
