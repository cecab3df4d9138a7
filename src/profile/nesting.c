/* Everything after the sort happens by rank, the place in start order, so that memory is walked from front to back. A stack of
 * open operations gives the nearest container (previous greater or equal) in O(n). Where all parents come from
 * containment, start order is the preorder already. */
#include "profile/nesting.h"

#include "base/radix.h"

typedef struct Nest {
    Arena *scratch;
    const Operation *list;
    uint32_t count;
    uint32_t *order;     /* list places by rank */
    double *start, *end; /* by rank, as all that follows */
    uint32_t *parent;    /* ranks */
    uint8_t *by;
    uint64_t cycles;
} Nest;

static void *grow(Arena *arena, size_t count, size_t size) {
    return arena_grow(arena, NULL, count * size);
}

/* ---- start order ---- */

static bool starts_sorted(const Operation *list, uint32_t count) {
    for (uint32_t i = 1; i < count; i++)
        if (list[i].start < list[i - 1].start)
            return false;
    return true;
}

static void order_by_start(Nest *nest, RadixItem *items) {
    bool sorted = starts_sorted(nest->list, nest->count); /* most files are */
    for (uint32_t i = 0; i < nest->count && !sorted; i++)
        items[i] = (RadixItem){radix_key(nest->list[i].start), i};
    if (!sorted)
        radix_sort(nest->scratch, items, nest->count);
    for (uint32_t k = 0; k < nest->count; k++) {
        const Operation *operation = &nest->list[sorted ? k : items[k].value];
        nest->order[k] = sorted ? k : items[k].value;
        nest->start[k] = operation->start;
        nest->end[k] = operation->end;
    }
}

/* Among equal starts: the end down, then the place in the list. */
static void order_run(Nest *nest, RadixItem *items, uint32_t from, uint32_t to) {
    for (uint32_t k = from; k < to; k++)
        items[k] = (RadixItem){~radix_key(nest->end[k]), nest->order[k]};
    radix_sort(nest->scratch, items + from, to - from);
    for (uint32_t k = from; k < to; k++) {
        nest->order[k] = items[k].value;
        nest->end[k] = nest->list[items[k].value].end;
    }
}

static void sort_by_start(Nest *nest) {
    RadixItem *items = grow(nest->scratch, nest->count, sizeof *items);
    order_by_start(nest, items);
    for (uint32_t k = 0, run; k < nest->count; k = run) {
        bool sorted = true;
        for (run = k + 1; run < nest->count && nest->start[run] == nest->start[k]; run++)
            sorted = sorted && nest->end[run] <= nest->end[run - 1];
        if (!sorted)
            order_run(nest, items, k, run);
    }
    arena_release(nest->scratch, items);
}

/* ---- parents ---- */

typedef struct Open {
    double end;
    uint32_t rank;
} Open;

/* Containment for those that have no parent yet. */
static void contain(Nest *nest) {
    Open *stack = grow(nest->scratch, nest->count, sizeof *stack);
    size_t top = 0;
    for (uint32_t k = 0; k < nest->count; k++) {
        while (top && stack[top - 1].end < nest->end[k])
            top--;
        if (top && nest->by[k] == NESTING_ROOT) {
            nest->parent[k] = stack[top - 1].rank;
            nest->by[k] = OPERATION_BY_TIME;
        }
        if (nest->end[k] > nest->start[k] || operation_holds(&nest->list[nest->order[k]])) /* markers have no length */
            stack[top++] = (Open){nest->end[k], k};
    }
    arena_release(nest->scratch, stack);
}

/* The parents that the file names. False when it names none. */
static bool take_given(Nest *nest) {
    uint32_t *rank = grow(nest->scratch, nest->count, sizeof *rank);
    bool any = false;
    for (uint32_t k = 0; k < nest->count; k++)
        rank[nest->order[k]] = k;
    for (uint32_t i = 0; i < nest->count; i++) {
        if (nest->list[i].parent == TREE_NONE)
            continue;
        nest->parent[rank[i]] = rank[nest->list[i].parent];
        nest->by[rank[i]] = nest->list[i].parent_by;
        any = true;
    }
    arena_release(nest->scratch, rank);
    return any;
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

static Nesting nesting_new(Arena *arena, uint32_t count) {
    Nesting nesting = {.count = count};
    nesting.operation = grow(arena, count, sizeof(uint32_t));
    nesting.parent = grow(arena, count, sizeof(uint32_t));
    nesting.end = grow(arena, count, sizeof(uint32_t));
    nesting.depth = grow(arena, count, sizeof(uint32_t));
    nesting.by_start = grow(arena, count, sizeof(uint32_t));
    nesting.by = grow(arena, count, 1);
    nesting.self = grow(arena, count, sizeof(double));
    return nesting;
}

/* by_start[rank] = row, by a walk that visits children in start order. row's rank is left in operation[row]. */
static void walk_preorder(const Nest *nest, Nesting *nesting) {
    uint32_t *child =
        grow(nest->scratch, (size_t)nest->count + 1, sizeof *child); /* first child; [count]: first root */
    uint32_t *next = grow(nest->scratch, nest->count, sizeof *next);
    memset(child, 0xff, ((size_t)nest->count + 1) * sizeof *child);
    for (uint32_t k = nest->count; k-- > 0;) {
        uint32_t holder = nest->parent[k] == TREE_NONE ? nest->count : nest->parent[k];
        next[k] = child[holder];
        child[holder] = k;
    }
    uint32_t at = child[nest->count];
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
    arena_release(nest->scratch, child);
    arena_release(nest->scratch, next);
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

/* Children come in start order, so one mark per parent tells how far its time is covered. Ranks become list places. */
static void fill_self(const Nest *nest, Nesting *nesting) {
    double *covered_to = grow(nest->scratch, nest->count, sizeof *covered_to),
           *limit = grow(nest->scratch, nest->count, sizeof *limit);
    for (uint32_t row = 0; row < nest->count; row++) {
        uint32_t k = nesting->operation[row], p = nesting->parent[row];
        nesting->operation[row] = nest->order[k];
        nesting->self[row] = nest->end[k] - nest->start[k];
        covered_to[row] = nest->start[k];
        limit[row] = nest->end[k];
        if (p == TREE_NONE)
            continue;
        double from = nest->start[k] > covered_to[p] ? nest->start[k] : covered_to[p];
        double to = nest->end[k] < limit[p] ? nest->end[k] : limit[p];
        if (to > from) {
            nesting->self[p] -= to - from;
            covered_to[p] = to;
        }
    }
    arena_release(nest->scratch, covered_to);
    arena_release(nest->scratch, limit);
}

Nesting nesting_build(Arena *arena, const Operations *operations, bool time_only) {
    Nest nest = {.scratch = arena_new_in(arena), .list = operations->list, .count = operations->count};
    Nesting nesting = nesting_new(arena, nest.count);
    nest.order = grow(nest.scratch, nest.count, sizeof(uint32_t));
    nest.start = grow(nest.scratch, nest.count, sizeof(double));
    nest.end = grow(nest.scratch, nest.count, sizeof(double));
    nest.parent = grow(nest.scratch, nest.count, sizeof(uint32_t));
    nest.by = grow(nest.scratch, nest.count, 1);
    memset(nest.parent, 0xff, nest.count * sizeof(uint32_t));
    memset(nest.by, NESTING_ROOT, nest.count);
    sort_by_start(&nest);
    bool given = !time_only && take_given(&nest);
    if (time_only || operations->contain)
        contain(&nest);
    if (given) {
        cut_cycles(&nest);
        walk_preorder(&nest, &nesting);
    } else
        rank_is_row(&nest, &nesting);
    fill_rows(&nest, &nesting);
    fill_self(&nest, &nesting);
    nesting.cycles = nest.cycles;
    arena_free(nest.scratch);
    return nesting;
}
