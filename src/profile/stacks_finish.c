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

/* Two words a node, where the links were: they are done with, and of the same size. */
static uint32_t *take_links(Stacks *stacks, Arena *arena) {
    _Static_assert(sizeof(Links) == 2 * sizeof(uint32_t), "two words a node");
    size_t size = stacks->count * sizeof(Links);
    return stacks->links ? hand_over(stacks, arena, stacks->links, size) : arena_room(arena, size);
}

static Tree *take_as_tree(Stacks *stacks, Arena *arena) {
    size_t n = stacks->count;
    Tree *tree = arena_one(arena, Tree);
    double *doubles = arena_room(arena, n * 2 * sizeof(double));
    uint32_t *words = take_links(stacks, arena);
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
    arena_release(stacks->scratch, stacks->links);
    stacks->links = NULL;
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

/* The node and those above it, up to but not with `above`, end before `end`: their totals are those of their children and their own
 * weight. Returns that of the last one. */
static double close_up(Tree *tree, uint32_t node, uint32_t above, uint32_t end) {
    double total = 0;
    for (; node != above; node = tree->parent[node]) {
        total = tree->total[node] + total + tree->self[node];
        tree->total[node] = total;
        tree->end[node] = end;
    }
    if (above != TREE_NONE)
        tree->total[above] += total;
    return total;
}

/* Fills in end, depth, start and total, packed from 0. The total of a node that is not closed is that of its children so far, behind
 * which the next one starts. */
static void sum_up(Tree *tree) {
    uint32_t depth = 0, n = tree->count;
    double start = 0, roots = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t parent = tree->parent[i];
        if (i && parent == i - 1) {
            depth++;
        } else {
            double closed = i ? close_up(tree, i - 1, parent, i) : 0;
            roots += parent == TREE_NONE ? closed : 0;
            depth = parent == TREE_NONE ? 0 : tree->depth[parent] + 1;
            start = parent == TREE_NONE ? roots : tree->start[parent] + tree->total[parent];
        }
        tree->depth[i] = depth;
        tree->start[i] = start;
        tree->total[i] = 0;
    }
    if (n)
        close_up(tree, n - 1, TREE_NONE, n);
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
    stacks->others = (Map){.arena = stacks->scratch};
}

void stacks_finish(Stacks *stacks, Arena *arena, Track *track, bool keep_samples) {
    Arena *scratch = arena_new_in(arena);
    begin_finish(stacks);
    bool ready = stacks->preorder && !stacks->sparse && stacks->count;
    uint32_t *place = ready ? NULL : arena_room(scratch, stacks->count * sizeof *place);
    Tree *tree = ready ? take_as_tree(stacks, arena) : lay_out(stacks, arena, scratch, place);
    sum_up(tree);
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
