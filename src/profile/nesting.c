/* Everything after the sort happens by rank, the place in start order, so that memory is walked from front to back. A stack of
 * open operations gives the nearest container (previous greater or equal) in O(n). Where all parents come from
 * containment, start order is the preorder already. */
#include "profile/nesting.h"

#include "base/radix.h"

typedef struct Nest {
    Arena *scratch;
    const Operation *list;
    uint32_t count;
    bool time_only;
    bool sorted;         /* the list is in order: a rank is a place */
    double *start, *end; /* by rank, as all that follows */
    uint32_t *order;     /* list places */
    uint32_t *parent;    /* ranks */
    uint8_t *by;
    bool given;   /* the file names a parent */
    bool forward; /* and one that starts after its child: there may be cycles */
    uint64_t cycles;
    Array(RadixItem) items; /* room for sorting, where that is needed */
} Nest;

/* All arrays in one block, the wider ones first: few pages are begun and not filled. */
static void nest_new(Nest *nest, Arena *arena, const Operations *operations) {
    size_t n = operations->count;
    nest->scratch = arena_new_in(arena);
    nest->list = operations->list;
    nest->count = operations->count;
    nest->start = arena_grow(nest->scratch, NULL, n * (2 * sizeof(double) + 2 * sizeof(uint32_t) + 1));
    nest->end = nest->start + n;
    nest->order = (uint32_t *)(void *)(nest->end + n);
    nest->parent = nest->order + n;
    nest->by = (uint8_t *)(nest->parent + n);
}

/* ---- start order ---- */

static void put(Nest *nest, uint32_t k, uint32_t place) {
    nest->order[k] = place;
    nest->start[k] = nest->list[place].start;
    nest->end[k] = nest->list[place].end;
}

/* The parent that the file names of what is at rank k. rank: by place, NULL where they are the same. */
static void take_given(Nest *nest, uint32_t k, const uint32_t *rank) {
    const Operation *operation = &nest->list[nest->order[k]];
    bool given = !nest->time_only && operation->parent != TREE_NONE;
    nest->parent[k] = !given ? TREE_NONE : rank ? rank[operation->parent] : operation->parent;
    nest->by[k] = given ? operation->parent_by : NESTING_ROOT;
    nest->given |= given;
    nest->forward |= given && nest->parent[k] >= k;
}

/* Most lists are in start order: then one walk over it does all. */
static bool take_sorted(Nest *nest) {
    for (uint32_t k = 0; k < nest->count; k++) {
        put(nest, k, k);
        take_given(nest, k, NULL);
        if (k && nest->start[k] < nest->start[k - 1])
            return false;
    }
    return true;
}

static void order_by_start(Nest *nest) {
    array_reserve(nest->scratch, &nest->items, nest->count);
    RadixItem *items = nest->items.data;
    for (uint32_t i = 0; i < nest->count; i++)
        items[i] = (RadixItem){radix_key(nest->list[i].start), i};
    radix_sort(nest->scratch, items, nest->count);
    for (uint32_t k = 0; k < nest->count; k++)
        put(nest, k, items[k].value);
}

/* Among equal starts: the end down, then the place in the list. */
static void order_run(Nest *nest, uint32_t from, uint32_t to) {
    array_reserve(nest->scratch, &nest->items, to - from);
    RadixItem *items = nest->items.data;
    for (uint32_t k = from; k < to; k++)
        items[k - from] = (RadixItem){~radix_key(nest->end[k]), nest->order[k]};
    radix_sort(nest->scratch, items, to - from);
    for (uint32_t k = from; k < to; k++) {
        nest->order[k] = items[k - from].value;
        nest->end[k] = nest->list[nest->order[k]].end;
    }
    nest->sorted = false;
}

static void order_ties(Nest *nest) {
    for (uint32_t k = 0, run; k < nest->count; k = run) {
        bool sorted = true;
        for (run = k + 1; run < nest->count && nest->start[run] == nest->start[k]; run++)
            sorted = sorted && nest->end[run] <= nest->end[run - 1];
        if (!sorted)
            order_run(nest, k, run);
    }
}

static void sort_by_start(Nest *nest) {
    nest->sorted = take_sorted(nest);
    if (!nest->sorted)
        order_by_start(nest);
    order_ties(nest);
    array_release(nest->scratch, &nest->items);
    if (nest->sorted)
        return;
    uint32_t *rank = arena_grow(nest->scratch, NULL, nest->count * sizeof *rank);
    for (uint32_t k = 0; k < nest->count; k++)
        rank[nest->order[k]] = k;
    nest->forward = false;
    for (uint32_t k = 0; k < nest->count; k++)
        take_given(nest, k, rank);
    arena_release(nest->scratch, rank);
}

/* ---- parents ---- */

typedef struct Open {
    double end;
    uint32_t rank;
} Open;

/* Containment for those that have no parent yet. */
static void contain(Nest *nest) {
    Array(Open) stack = {0};
    for (uint32_t k = 0; k < nest->count; k++) {
        while (stack.count && array_last(&stack).end < nest->end[k])
            stack.count--;
        if (stack.count && nest->by[k] == NESTING_ROOT) {
            nest->parent[k] = array_last(&stack).rank;
            nest->by[k] = OPERATION_BY_TIME;
        }
        if (nest->end[k] > nest->start[k] || operation_holds(&nest->list[nest->order[k]])) /* markers have no length */
            array_push(nest->scratch, &stack, (Open){nest->end[k], k});
    }
    array_release(nest->scratch, &stack);
}

/* A cycle is cut where a guess closed it, else above its earliest operation. */
static void cut_cycle(Nest *nest, uint32_t member) {
    uint32_t best = member, k = member;
    do {
        bool guess = nest->by[k] == OPERATION_BY_TIME, best_guess = nest->by[best] == OPERATION_BY_TIME;
        if (guess != best_guess ? guess : k < best)
            best = k;
        k = nest->parent[k];
    } while (k != member);
    nest->cycles += nest->by[best] != OPERATION_BY_TIME;
    nest->parent[best] = TREE_NONE;
    nest->by[best] = NESTING_ROOT;
}

/* Walks up from each operation until it meets ground known to be good, or its own track. */
static void cut_cycles(Nest *nest) {
    uint32_t *walk = arena_many(nest->scratch, uint32_t, nest->count); /* 1 + number of the walk that came by */
    for (uint32_t start = 0; start < nest->count; start++) {
        uint32_t k = start;
        while (k != TREE_NONE && !walk[k]) {
            walk[k] = start + 1;
            k = nest->parent[k];
        }
        if (k != TREE_NONE && walk[k] == start + 1)
            cut_cycle(nest, k);
    }
}

/* ---- preorder ---- */

static Nesting nesting_new(Arena *arena, size_t count) {
    Nesting nesting = {.count = (uint32_t)count};
    nesting.self = arena_grow(arena, NULL, count * (sizeof(double) + 4 * sizeof(uint32_t) + 1));
    nesting.operation = (uint32_t *)(void *)(nesting.self + count);
    nesting.parent = nesting.operation + count;
    nesting.end = nesting.parent + count;
    nesting.depth = nesting.end + count;
    nesting.by = (uint8_t *)(nesting.depth + count);
    nesting.by_start = arena_grow(arena, NULL, count * sizeof(uint32_t));
    return nesting;
}

/* by_start[rank] = row, by a walk that visits children in start order. row's rank is left in operation[row]. */
static void walk_preorder(const Nest *nest, Nesting *nesting) {
    uint32_t *child = nesting->end, *next = nesting->depth; /* by rank; these arrays are not filled yet */
    uint32_t at = TREE_NONE;                                /* the first root, then the next one in preorder */
    memset(child, 0xff, nest->count * sizeof *child);
    for (uint32_t k = nest->count; k-- > 0;) {
        uint32_t *first = nest->parent[k] == TREE_NONE ? &at : &child[nest->parent[k]];
        next[k] = *first;
        *first = k;
    }
    for (uint32_t row = 0; row < nest->count; row++) {
        nesting->operation[row] = at;
        nesting->by_start[at] = row;
        uint32_t k = at;
        at = child[k];
        while (at == TREE_NONE && k != TREE_NONE) {
            at = next[k];
            k = nest->parent[k];
        }
    }
}

static void rank_is_row(const Nest *nest, Nesting *nesting) {
    for (uint32_t k = 0; k < nest->count; k++)
        nesting->operation[k] = nesting->by_start[k] = k;
}

static void fill_rows(const Nest *nest, Nesting *nesting) {
    for (uint32_t row = 0; row < nest->count; row++) {
        uint32_t k = nesting->operation[row],
                 p = nest->parent[k] == TREE_NONE ? TREE_NONE : nesting->by_start[nest->parent[k]];
        nesting->by[row] = nest->by[k];
        nesting->parent[row] = p;
        nesting->depth[row] = p == TREE_NONE ? 0 : nesting->depth[p] + 1;
        nesting->end[row] = row + 1;
    }
    for (uint32_t row = nest->count; row-- > 0;) {
        uint32_t p = nesting->parent[row];
        if (p != TREE_NONE && nesting->end[p] < nesting->end[row])
            nesting->end[p] = nesting->end[row];
    }
}

/* Children come in start order, so one mark per parent tells how far its time is covered: its start, which nobody asks for once it had
 * its turn. Ranks become list places. */
static void fill_self(Nest *nest, Nesting *nesting) {
    for (uint32_t row = 0; row < nest->count; row++) {
        uint32_t k = nesting->operation[row], p = nest->parent[k];
        nesting->operation[row] = nest->order[k];
        nesting->self[row] = nest->end[k] - nest->start[k];
        if (p == TREE_NONE)
            continue;
        double from = nest->start[k] > nest->start[p] ? nest->start[k] : nest->start[p];
        double to = nest->end[k] < nest->end[p] ? nest->end[k] : nest->end[p];
        if (to > from) {
            nesting->self[nesting->parent[row]] -= to - from;
            nest->start[p] = to;
        }
    }
}

Nesting nesting_build(Arena *arena, const Operations *operations, bool time_only) {
    Nest nest = {.time_only = time_only};
    Nesting nesting = nesting_new(arena, operations->count);
    nest_new(&nest, arena, operations);
    sort_by_start(&nest);
    if (time_only || operations->contain)
        contain(&nest);
    if (nest.forward)
        cut_cycles(&nest);
    if (nest.given)
        walk_preorder(&nest, &nesting);
    else
        rank_is_row(&nest, &nesting);
    fill_rows(&nest, &nesting);
    fill_self(&nest, &nesting);
    nesting.cycles = nest.cycles;
    arena_free(nest.scratch);
    return nesting;
}
