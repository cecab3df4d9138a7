/* A prefix tree of sampled stacks. Nodes are kept in order of addition, parents before children, so every pass of the finish is
 * one linear scan. Sorted input adds them in preorder, and then what was gathered is the tree already; else sizes are found bottom-up
 * and places top-down. Most nodes have one child, few more than four: those are in a chain, the last one found first. */
#include "profile/stacks.h"

#include "base/array.h"
#include "base/map.h"

#include <assert.h>
#include <math.h>

/* Children in a chain: all of a node, or, where it is wide, those found last. */
enum { CHAIN = 4 };
/* Ends the chain of a wide node. */
#define WIDE (TREE_NONE - 1)

typedef struct Links {
    uint32_t child; /* first of the chain of its children; TREE_NONE = none */
    uint32_t next;  /* in the chain it is in itself */
} Links;

struct Stacks {
    Arena *scratch;
    uint32_t count, capacity;
    uint32_t *parent; /* these are the tree's, where nodes are in preorder */
    FrameId *frame;
    double *weight;
    uint32_t *hits;
    Links *links;
    Map others;    /* (parent, frame) -> node, of all children of wide nodes */
    uint32_t root; /* first of the chain of roots */
    Array(uint32_t) sample_node;
    Array(double) sample_start, sample_weight;
    PackedSamples packed; /* instead of them */
    size_t packed_count;
    uint64_t samples, cut;
    uint32_t tracks; /* that will be made of it */
    size_t pledged;
    bool preorder; /* so far each node was added below the one before or beside that or a parent of it */
    bool sparse;
    bool timed, empty; /* empty: some samples have no node */
};

Stacks *stacks_new(Arena *scratch) {
    Stacks *stacks = arena_one(scratch, Stacks);
    stacks->scratch = scratch;
    stacks->tracks = 1;
    stacks->others.arena = scratch;
    stacks->root = TREE_NONE;
    stacks->preorder = true;
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
    n = n < PLEDGED_AT_ONCE ? n : PLEDGED_AT_ONCE;
    if (is_cut(stacks, first - 1))
        return 0;
    make_room(stacks, n);
    memcpy(stacks->frame + first, frames, n * sizeof *frames);
    stacks->links[first - 1].child = first;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t node = nodes[i] = first + i;
        stacks->parent[node] = node - 1;
        stacks->weight[node] = 0;
        stacks->hits[node] = 0;
        stacks->links[node] = (Links){node + 1, TREE_NONE};
    }
    stacks->links[first + n - 1].child = TREE_NONE;
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

/* ---- the tree, from nodes in preorder ---- */

/* What was gathered in an array, as a part of the tree: moved where it is large. */
static void *hand_over(Stacks *stacks, Arena *arena, void *data, size_t size) {
    const size_t large = (size_t)64 << 10;
    if (size < large)
        return memcpy(arena_room(arena, size), data, size);
    arena_adopt(arena, stacks->scratch, data);
    return arena_grow(arena, data, size);
}

static Tree *take_as_tree(Stacks *stacks, Arena *arena) {
    size_t n = stacks->count;
    Tree *tree = arena_one(arena, Tree);
    double *doubles = arena_room(arena, n * (2 * sizeof(double) + 2 * sizeof(uint32_t)));
    uint32_t *words = (uint32_t *)(void *)(doubles + 2 * n);
    *tree = (Tree){.count = stacks->count,
                   .start = doubles,
                   .total = doubles + n,
                   .end = words,
                   .depth = words + n,
                   .frame = hand_over(stacks, arena, stacks->frame, n * sizeof *stacks->frame),
                   .parent = hand_over(stacks, arena, stacks->parent, n * sizeof *stacks->parent),
                   .self = hand_over(stacks, arena, stacks->weight, n * sizeof *stacks->weight),
                   .hits = hand_over(stacks, arena, stacks->hits, n * sizeof *stacks->hits)};
    return tree;
}

/* ---- the tree, from nodes in any order ---- */

/* Nodes of each subtree, 0 for one that is left out. */
static uint32_t *find_sizes(const Stacks *stacks, Arena *scratch, uint32_t *kept) {
    uint32_t *size = arena_many(scratch, uint32_t, stacks->count);
    for (size_t i = stacks->count; i-- > 0;) {
        uint32_t parent = stacks->parent[i];
        size[i] += size[i] || stacks->hits[i] || !stacks->sparse;
        *kept += size[i] > 0;
        if (parent != TREE_NONE)
            size[parent] += size[i];
    }
    return size;
}

static void fill_node(Tree *tree, const Stacks *stacks, uint32_t node, uint32_t parent, uint32_t id) {
    tree->frame[id] = stacks->frame[node];
    tree->parent[id] = parent;
    tree->self[id] = stacks->weight[node];
    tree->hits[id] = stacks->hits[node];
}

/* The place of each node in preorder goes into place. Of a node that has its place size is where the next child goes. */
static Tree *lay_out(Stacks *stacks, Arena *arena, Arena *scratch, uint32_t *place) {
    uint32_t kept = 0, *size = find_sizes(stacks, scratch, &kept), next_root = 0;
    Tree *tree = tree_new(arena, kept);
    tree->hits = arena_room(arena, kept * sizeof *tree->hits);
    for (uint32_t i = 0; i < stacks->count; i++) {
        if (!size[i])
            continue;
        uint32_t parent = stacks->parent[i], *next = parent == TREE_NONE ? &next_root : &size[parent];
        place[i] = *next;
        *next += size[i];
        fill_node(tree, stacks, i, parent == TREE_NONE ? TREE_NONE : place[parent], place[i]);
        size[i] = place[i] + 1;
    }
    return tree;
}

/* ---- its values ---- */

/* From the last node on: ends, and totals, which are that of the children, last one first, and the own weight: the order decides about
 * the last bit. Where a parent's last child is found nothing stands yet at the parent. */
static void sum_up(Tree *tree) {
    uint32_t n = tree->count;
    for (uint32_t i = n; i-- > 0;) {
        bool leaf = i + 1 == n || tree->parent[i + 1] != i;
        uint32_t parent = tree->parent[i], end = tree->end[i] = leaf ? i + 1 : tree->end[i];
        double total = tree->total[i] = leaf ? tree->self[i] : tree->total[i] + tree->self[i];
        if (parent == TREE_NONE)
            continue;
        if (end == n || tree->parent[end] != parent) {
            tree->end[parent] = end;
            tree->total[parent] = total;
        } else
            tree->total[parent] += total;
    }
}

/* Depths, and starts: each node tells its first child and its next sibling where they begin. */
static void find_starts(Tree *tree) {
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

/* place: of each node, NULL where it is its own. */
static void hand_over_packed(Stacks *stacks, Arena *arena, Track *track, const uint32_t *place) {
    PackedSamples *packed = arena_one(arena, PackedSamples);
    *packed = stacks->packed;
    for (size_t i = 0; place && i < packed->run_count; i++)
        packed->runs[i].node = place[packed->runs[i].node];
    arena_adopt(arena, stacks->scratch, packed->runs);
    gaps_adopt(arena, stacks->scratch, &packed->gaps);
    track->samples = (Samples){.count = stacks->packed_count, .packed = packed};
}

static void hand_over_samples(Stacks *stacks, Arena *arena, Track *track, const uint32_t *place) {
    Samples *s = &track->samples;
    if (stacks->packed_count) {
        hand_over_packed(stacks, arena, track, place);
        return;
    }
    s->count = stacks->sample_node.count;
    s->node = stacks->sample_node.data;
    s->weight = stacks->sample_weight.data;
    s->start = stacks->timed ? stacks->sample_start.data : NULL;
    for (size_t i = 0; place && i < s->count; i++)
        if (s->node[i] != TREE_NONE)
            s->node[i] = place[s->node[i]];
    arena_adopt(arena, stacks->scratch, s->node);
    arena_adopt(arena, stacks->scratch, s->weight);
    arena_adopt(arena, stacks->scratch, s->start);
}

static void forget_weights(Stacks *stacks) {
    for (size_t i = 0; i < stacks->count; i++) {
        stacks->weight[i] = 0;
        stacks->hits[i] = 0;
    }
}

static double weight_of_empty_stacks(const Stacks *stacks) {
    double sum = 0;
    for (size_t i = 0; i < stacks->sample_node.count && stacks->empty; i++)
        sum += stacks->sample_node.data[i] == TREE_NONE ? stacks->sample_weight.data[i] : 0;
    return sum;
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
    redeem(stacks);
    stacks->tracks = tracks;
    pledge(stacks, stacks->count);
}

void stacks_start_over(Stacks *stacks) {
    forget_weights(stacks);
    stacks->samples = 0;
    stacks->sparse = true;
}

/* The pledge has done its part; nothing is added any more. */
static void begin_finish(Stacks *stacks) {
    redeem(stacks);
    arena_release(stacks->scratch, stacks->others.keys);
    arena_release(stacks->scratch, stacks->others.values);
    arena_release(stacks->scratch, stacks->links);
    stacks->others = (Map){.arena = stacks->scratch};
    stacks->links = NULL;
}

void stacks_finish(Stacks *stacks, Arena *arena, Track *track, bool keep_samples) {
    Arena *scratch = arena_new_in(arena);
    begin_finish(stacks);
    bool ready = stacks->preorder && !stacks->sparse && stacks->count;
    uint32_t *place = ready ? NULL : arena_room(scratch, stacks->count * sizeof *place);
    Tree *tree = ready ? take_as_tree(stacks, arena) : lay_out(stacks, arena, scratch, place);
    sum_up(tree);
    find_starts(tree);
    tree_seal(tree);
    track->tree = tree;
    bool samples = stacks->sample_node.count || stacks->packed_count;
    track->kind = keep_samples && samples ? TRACK_SAMPLES : TRACK_MERGED;
    track->total = tree->sum + weight_of_empty_stacks(stacks);
    track->sample_count = stacks->samples;
    track->cut_frames = stacks->cut;
    if (track->kind == TRACK_SAMPLES)
        hand_over_samples(stacks, arena, track, place);
    arena_free(scratch);
}
