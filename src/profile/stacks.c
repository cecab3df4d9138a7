/* A prefix tree of sampled stacks. Nodes are kept in order of addition, parents before children, so every pass of the
 * finish is one linear scan: sums bottom-up, then places top-down. */
#include "profile/stacks.h"

#include "base/array.h"
#include "base/map.h"

#include <assert.h>
#include <math.h>

typedef struct StackNode {
    uint32_t parent, last_child; /* last_child: the one found or added last, most samples want it again */
    FrameId frame;
    uint32_t hits;
    double weight;
} StackNode;

struct Stacks {
    Arena *scratch;
    Array(StackNode) nodes;
    Map children; /* (parent, frame) -> node */
    uint32_t last_root;
    Array(uint32_t) sample_node;
    Array(double) sample_start, sample_weight;
    uint64_t samples;
    bool timed;
};

Stacks *stacks_new(Arena *scratch) {
    Stacks *stacks = arena_one(scratch, Stacks);
    stacks->scratch = scratch;
    stacks->children.arena = scratch;
    stacks->last_root = TREE_NONE;
    return stacks;
}

static uint32_t add_node(Stacks *stacks, uint32_t parent, FrameId frame) {
    assert(stacks->nodes.count < TREE_NONE - 1);
    array_push(stacks->scratch, &stacks->nodes, (StackNode){.parent = parent, .last_child = TREE_NONE, .frame = frame});
    return (uint32_t)stacks->nodes.count - 1;
}

uint32_t stacks_child(Stacks *stacks, uint32_t parent, FrameId frame) {
    uint32_t last = parent == TREE_NONE ? stacks->last_root : stacks->nodes.data[parent].last_child;
    if (last != TREE_NONE && stacks->nodes.data[last].frame == frame)
        return last;
    bool fresh;
    uint32_t *slot = map_slot(&stacks->children, (uint64_t)parent << 32 | frame, (uint32_t)stacks->nodes.count, &fresh);
    uint32_t node = fresh ? add_node(stacks, parent, frame) : *slot;
    if (parent == TREE_NONE)
        stacks->last_root = node;
    else
        stacks->nodes.data[parent].last_child = node;
    return node;
}

uint32_t stacks_append(Stacks *stacks, uint32_t parent, FrameId frame) {
    return add_node(stacks, parent, frame);
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
    if (node == TREE_NONE)
        stacks->samples++;
    else
        stacks_weigh(stacks, node, weight, 1);
}

/* What the finish knows of each node, in order of addition. */
typedef struct Place {
    double total, next_x; /* next_x: where the next child begins */
    uint32_t size, id;    /* nodes of the subtree; preorder id */
    uint32_t next_id;     /* of the next child */
} Place;

static Place *sum_up(const Stacks *stacks) {
    size_t n = stacks->nodes.count;
    Place *place = arena_many(stacks->scratch, Place, n);
    for (size_t i = n; i-- > 0;) {
        const StackNode *node = &stacks->nodes.data[i];
        place[i].total += node->weight;
        place[i].size += 1;
        if (node->parent != TREE_NONE) {
            place[node->parent].total += place[i].total;
            place[node->parent].size += place[i].size;
        }
    }
    return place;
}

static void fill_node(Tree *tree, const StackNode *node, const Place *place, const Place *parent, double x) {
    uint32_t id = place->id;
    tree->frame[id] = node->frame;
    tree->parent[id] = parent ? parent->id : TREE_NONE;
    tree->depth[id] = parent ? tree->depth[parent->id] + 1 : 0;
    tree->end[id] = id + place->size;
    tree->start[id] = x;
    tree->total[id] = place->total;
    tree->self[id] = node->weight;
    tree->hits[id] = node->hits;
}

static Tree *lay_out(const Stacks *stacks, Arena *arena, Place *place) {
    uint32_t n = (uint32_t)stacks->nodes.count;
    Tree *tree = tree_new(arena, n);
    tree->hits = arena_many(arena, uint32_t, n);
    Place top = {0};
    for (uint32_t i = 0; i < n; i++) {
        const StackNode *node = &stacks->nodes.data[i];
        Place *parent = node->parent == TREE_NONE ? &top : &place[node->parent];
        double x = parent->next_x;
        place[i].id = parent->next_id;
        place[i].next_id = place[i].id + 1;
        place[i].next_x = x;
        parent->next_id += place[i].size;
        parent->next_x += place[i].total;
        fill_node(tree, node, &place[i], parent == &top ? NULL : parent, x);
    }
    tree_seal(tree);
    return tree;
}

static void hand_over_samples(Stacks *stacks, Arena *arena, Track *track, const Place *place) {
    Samples *s = &track->samples;
    s->count = stacks->sample_node.count;
    s->node = stacks->sample_node.data;
    s->weight = stacks->sample_weight.data;
    s->start = stacks->timed ? stacks->sample_start.data : NULL;
    for (size_t i = 0; i < s->count; i++)
        if (s->node[i] != TREE_NONE)
            s->node[i] = place[s->node[i]].id;
    arena_adopt(arena, stacks->scratch, s->node);
    arena_adopt(arena, stacks->scratch, s->weight);
    arena_adopt(arena, stacks->scratch, s->start);
}

static double weight_of_empty_stacks(const Stacks *stacks) {
    double sum = 0;
    for (size_t i = 0; i < stacks->sample_node.count; i++)
        sum += stacks->sample_node.data[i] == TREE_NONE ? stacks->sample_weight.data[i] : 0;
    return sum;
}

Stacks *stacks_snapshot(Arena *scratch, const Stacks *from) {
    Stacks *stacks = stacks_new(scratch);
    array_reserve(scratch, &stacks->nodes, from->nodes.count);
    for (size_t i = 0; i < from->nodes.count; i++) {
        const StackNode *node = &from->nodes.data[i];
        array_push(scratch, &stacks->nodes, (StackNode){.parent = node->parent, .frame = node->frame});
    }
    return stacks;
}

void stacks_finish(Stacks *stacks, Arena *arena, Track *track, bool keep_samples) {
    Place *place = sum_up(stacks);
    Tree *tree = lay_out(stacks, arena, place);
    track->tree = tree;
    track->kind = keep_samples && stacks->sample_node.count ? TRACK_SAMPLES : TRACK_MERGED;
    track->total = tree->sum + weight_of_empty_stacks(stacks);
    track->sample_count = stacks->samples;
    if (track->kind == TRACK_SAMPLES)
        hand_over_samples(stacks, arena, track, place);
}
