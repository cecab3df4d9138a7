/* From nodes in order of addition to a tree in preorder, by linear scans. Sorted input adds them in preorder, and then what was gathered
 * is the tree already; else sizes are found bottom-up and places top-down. */
#include "profile/stacks_parts.h"

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

static double weight_of_empty_stacks(const Stacks *stacks) {
    double sum = 0;
    for (size_t i = 0; i < stacks->sample_node.count && stacks->empty; i++)
        sum += stacks->sample_node.data[i] == TREE_NONE ? stacks->sample_weight.data[i] : 0;
    return sum;
}

/* The pledge has done its part; nothing is added any more. */
static void begin_finish(Stacks *stacks) {
    stacks_redeem(stacks);
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
    tree_pack(tree);
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
