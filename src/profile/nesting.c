/* Sort once, then a stack of open operations: previous-greater-or-equal gives the nearest container in O(n). Where all
 * parents come from containment, the sorted order is the preorder already. */
#include "profile/nesting.h"

#include "base/radix.h"

typedef struct Nest {
    Arena *scratch;
    const Operation *list;
    uint32_t count;
    uint32_t *order;  /* list places in start order */
    uint32_t *parent; /* by list place */
    uint8_t *by;      /* by list place */
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

static void order_by_end(Nest *nest, RadixItem *items, uint32_t from, uint32_t to) {
    for (uint32_t i = from; i < to; i++)
        items[i] = (RadixItem){~radix_key(nest->list[i].end), i};
    radix_sort(nest->scratch, items + from, to - from);
    for (uint32_t i = from; i < to; i++)
        nest->order[i] = items[i].value;
}

/* Starts are in order already (most files): only runs of equal starts may need work. */
static void order_ties(Nest *nest, RadixItem *items) {
    const Operation *list = nest->list;
    for (uint32_t i = 0, run; i < nest->count; i = run) {
        bool sorted = true;
        nest->order[i] = i;
        for (run = i + 1; run < nest->count && list[run].start == list[i].start; run++) {
            nest->order[run] = run;
            sorted = sorted && list[run].end <= list[run - 1].end;
        }
        if (!sorted)
            order_by_end(nest, items, i, run);
    }
}

static void sort_by_start(Nest *nest) {
    RadixItem *items = grow(nest->scratch, nest->count, sizeof *items);
    nest->order = grow(nest->scratch, nest->count, sizeof *nest->order);
    if (starts_sorted(nest->list, nest->count)) {
        order_ties(nest, items);
    } else {
        order_by_end(nest, items, 0, nest->count);
        for (uint32_t i = 0; i < nest->count; i++)
            items[i].key = radix_key(nest->list[items[i].value].start);
        radix_sort(nest->scratch, items, nest->count);
        for (uint32_t i = 0; i < nest->count; i++)
            nest->order[i] = items[i].value;
    }
    arena_release(nest->scratch, items);
}

/* ---- parents ---- */

typedef struct Open {
    double end;
    uint32_t place;
} Open;

/* Containment for those that have no parent yet. */
static void contain(Nest *nest) {
    Open *stack = grow(nest->scratch, nest->count, sizeof *stack);
    size_t top = 0;
    for (uint32_t k = 0; k < nest->count; k++) {
        uint32_t i = nest->order[k];
        const Operation *operation = &nest->list[i];
        while (top && stack[top - 1].end < operation->end)
            top--;
        if (top && nest->by[i] == NESTING_ROOT) {
            nest->parent[i] = stack[top - 1].place;
            nest->by[i] = OPERATION_BY_TIME;
        }
        if (operation_holds(operation))
            stack[top++] = (Open){operation->end, i};
    }
    arena_release(nest->scratch, stack);
}

static void take_given(Nest *nest) {
    for (uint32_t i = 0; i < nest->count; i++) {
        if (nest->list[i].parent == TREE_NONE)
            continue;
        nest->parent[i] = nest->list[i].parent;
        nest->by[i] = nest->list[i].parent_by;
    }
}

static bool starts_before(const Nest *nest, uint32_t a, uint32_t b) {
    const Operation *x = &nest->list[a], *y = &nest->list[b];
    return x->start != y->start ? x->start < y->start : x->end != y->end ? x->end > y->end : a < b;
}

/* A cycle is cut where a guess closed it, else above its earliest operation. */
static void cut_cycle(Nest *nest, uint32_t member) {
    uint32_t best = member, i = member;
    do {
        bool guess = nest->by[i] == OPERATION_BY_TIME, best_guess = nest->by[best] == OPERATION_BY_TIME;
        if (guess != best_guess ? guess : starts_before(nest, i, best))
            best = i;
        i = nest->parent[i];
    } while (i != member);
    nest->cycles += nest->by[best] != OPERATION_BY_TIME;
    nest->parent[best] = TREE_NONE;
    nest->by[best] = NESTING_ROOT;
}

/* Walks up from each operation until it meets ground known to be good, or its own track. */
static void cut_cycles(Nest *nest) {
    uint32_t *walk = arena_many(nest->scratch, uint32_t, nest->count); /* 1 + number of the walk that came by */
    for (uint32_t start = 0; start < nest->count; start++) {
        uint32_t i = start;
        while (i != TREE_NONE && !walk[i]) {
            walk[i] = start + 1;
            i = nest->parent[i];
        }
        if (i != TREE_NONE && walk[i] == start + 1)
            cut_cycle(nest, i);
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

/* Fills operation[] with a walk that visits children in start order. */
static void walk_preorder(const Nest *nest, Nesting *nesting) {
    uint32_t *child = grow(nest->scratch, nest->count + 1, sizeof *child); /* first child; [count]: first root */
    uint32_t *next = grow(nest->scratch, nest->count, sizeof *next);
    memset(child, 0xff, ((size_t)nest->count + 1) * sizeof *child);
    for (uint32_t k = nest->count; k-- > 0;) {
        uint32_t i = nest->order[k], holder = nest->parent[i] == TREE_NONE ? nest->count : nest->parent[i];
        next[i] = child[holder];
        child[holder] = i;
    }
    uint32_t at = child[nest->count];
    for (uint32_t row = 0; row < nest->count; row++) {
        nesting->operation[row] = at;
        uint32_t i = at;
        at = child[i];
        while (at == TREE_NONE && i != TREE_NONE) {
            at = next[i];
            i = nest->parent[i];
        }
    }
    arena_release(nest->scratch, child);
    arena_release(nest->scratch, next);
}

static void fill_rows(const Nest *nest, Nesting *nesting) {
    uint32_t *row_of = grow(nest->scratch, nest->count, sizeof *row_of);
    for (uint32_t row = 0; row < nest->count; row++) {
        uint32_t i = nesting->operation[row], parent = nest->parent[i];
        row_of[i] = row;
        nesting->by[row] = nest->by[i];
        nesting->parent[row] = parent == TREE_NONE ? TREE_NONE : row_of[parent];
        nesting->depth[row] = parent == TREE_NONE ? 0 : nesting->depth[row_of[parent]] + 1;
        nesting->end[row] = row + 1;
    }
    for (uint32_t row = nest->count; row-- > 0;)
        if (nesting->parent[row] != TREE_NONE && nesting->end[nesting->parent[row]] < nesting->end[row])
            nesting->end[nesting->parent[row]] = nesting->end[row];
    for (uint32_t k = 0; k < nest->count; k++)
        nesting->by_start[k] = row_of[nest->order[k]];
    arena_release(nest->scratch, row_of);
}

/* Children come in start order, so one mark per parent tells how far its time is covered. */
static void fill_self(const Nest *nest, Nesting *nesting) {
    double *covered_to = grow(nest->scratch, nest->count, sizeof *covered_to);
    for (uint32_t row = 0; row < nest->count; row++) {
        const Operation *operation = &nest->list[nesting->operation[row]];
        uint32_t parent = nesting->parent[row];
        nesting->self[row] = operation->end - operation->start;
        covered_to[row] = operation->start;
        if (parent == TREE_NONE)
            continue;
        double limit = nest->list[nesting->operation[parent]].end;
        double from = operation->start > covered_to[parent] ? operation->start : covered_to[parent];
        double to = operation->end < limit ? operation->end : limit;
        if (to > from) {
            nesting->self[parent] -= to - from;
            covered_to[parent] = to;
        }
    }
    arena_release(nest->scratch, covered_to);
}

Nesting nesting_build(Arena *arena, const Operations *operations, bool time_only) {
    Nest nest = {.scratch = arena_new(), .list = operations->list, .count = operations->count};
    Nesting nesting = nesting_new(arena, nest.count);
    nest.parent = grow(nest.scratch, nest.count, sizeof(uint32_t));
    nest.by = grow(nest.scratch, nest.count, 1);
    memset(nest.parent, 0xff, nest.count * sizeof(uint32_t));
    memset(nest.by, NESTING_ROOT, nest.count);
    sort_by_start(&nest);
    if (!time_only)
        take_given(&nest);
    if (time_only || operations->contain)
        contain(&nest);
    if (!time_only)
        cut_cycles(&nest);
    walk_preorder(&nest, &nesting);
    fill_rows(&nest, &nesting);
    fill_self(&nest, &nesting);
    nesting.cycles = nest.cycles;
    arena_free(nest.scratch);
    return nesting;
}
