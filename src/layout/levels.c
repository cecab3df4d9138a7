/* Rows are cut into chunks of some ten thousand nodes, and each chunk has its own pyramid, so that dense and sparse parts of a
 * row get the steps that fit them. A step merges, within aligned buckets of a power of two, what is narrower than the bucket;
 * it is kept only where it is much shorter than the last one kept. A query takes in each chunk the coarsest step that is no
 * wider than a column, and merges the rest into columns as it goes: it looks at one to four slots for each that it gives. */
#include "layout/levels.h"

#include "base/array.h"

#include <assert.h>
#include <math.h>

#ifndef LEVELS_CHUNK
#define LEVELS_CHUNK 65536 /* tests build with a few */
#define LEVELS_FEW   32    /* chunks shorter than this need no steps */
#endif

enum { CLASSES = 256 /* widths 2^-128 .. 2^127 */, POLL = 4 };

/* A node again, beside its neighbours in the row: in the tree they lie far apart, and a frame would be spent on misses. */
typedef struct Leaf {
    double left;
    float total; /* to seven digits: where more matter and it is not exact, the tree is asked */
    uint32_t node : 31, exact : 1;
} Leaf;

typedef struct Slot {
    double left, right;
    float sum, longest;            /* longest: total of node, rounded unless exact */
    uint32_t count;                /* nodes in it */
    uint32_t node : 31, exact : 1; /* the longest */
} Slot;

typedef struct Step {
    double width;
    size_t first; /* in the pool of its class */
    uint32_t class, count;
} Step;

/* All steps of one width, row by row: where a frame reads one chunk after another, it reads forward. */
typedef Array(Slot) Pool;

typedef struct Chunk {
    uint32_t first, count; /* in Levels.leaves */
    uint32_t first_step, steps;
    double left, right;
} Chunk;

struct Levels {
    const Tree *tree;
    Arena *arena;
    uint32_t rows;
    Leaf *leaves;        /* all nodes, row by row, each row from left to right and so in preorder */
    uint32_t *row_leaf;  /* rows + 1: first of each row in leaves */
    uint32_t *row_chunk; /* rows + 1: first of each row in chunks */
    Array(Chunk) chunks;
    Array(Step) steps; /* of a chunk: from fine to coarse */
    Pool pools[CLASSES];
};

/* ---- building ---- */

static void sort_into_rows(Levels *l) {
    const Tree *t = l->tree;
    assert(t->count <= INT32_MAX);
    l->leaves = arena_grow(l->arena, NULL, (size_t)t->count * sizeof *l->leaves);
    l->row_leaf = arena_many(l->arena, uint32_t, (size_t)l->rows + 2);
    uint32_t *at = l->row_leaf + 1; /* at[r] ends as the first of row r + 1 */
    for (uint32_t i = 0; i < t->count; i++)
        at[tree_row(t, i) + 1]++;
    for (uint32_t r = 0; r < l->rows; r++)
        at[r + 1] += at[r];
    for (uint32_t i = 0; i < t->count; i++) {
        float total = (float)t->total[i];
        l->leaves[at[tree_row(t, i)]++] = (Leaf){t->start[i], total, i & INT32_MAX, total == t->total[i]};
    }
}

static inline Slot slot_of(const Leaf *leaf) {
    float total = leaf->total;
    return (Slot){leaf->left, leaf->left + total, total, total, 1, leaf->node, leaf->exact};
}

/* floor without a call. */
static inline double whole_below(double x) {
    double whole = fabs(x) < 0x1p52 ? (double)(int64_t)x : x;
    return whole > x ? whole - 1 : whole;
}

/* Merges runs of from[0..n) into to for one width; returns how many are left. to may be from. */
static uint32_t merge_step(const Slot *from, uint32_t n, double width, Slot *to) {
    uint32_t count = 0;
    double bucket = NAN;       /* of the run that is open; NAN equals none */
    double a_unit = 1 / width; /* exact: both are powers of two */
    for (uint32_t i = 0; i < n; i++) {
        Slot slot = from[i];
        bool narrow = slot.longest < width;
        double b = narrow ? whole_below(slot.left * a_unit) : NAN;
        if (b == bucket) {
            Slot *run = &to[count - 1];
            run->right = slot.right > run->right ? slot.right : run->right;
            run->sum += slot.sum;
            run->count += slot.count;
            run->node = slot.longest > run->longest ? slot.node : run->node;
            run->longest = slot.longest > run->longest ? slot.longest : run->longest;
        } else {
            to[count++] = slot;
        }
        bucket = b;
    }
    return count;
}

/* The least class whose width, 2^(class - 128), is above x, from the exponent of the double. */
static int class_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int class = (int)(bits >> 52 & 0x7ff) - 1023 + 1 + CLASSES / 2;
    return class < 0 || !(x > 0) ? 0 : class < CLASSES ? class : CLASSES - 1;
}

/* hist[c] = neighbours that can be merged from width class c on. */
static void count_classes(const Slot *slots, uint32_t n, uint32_t hist[CLASSES]) {
    for (int c = 0; c < CLASSES; c++)
        hist[c] = 0;
    for (uint32_t i = 1; i < n; i++) {
        double apart = slots[i].left - slots[i - 1].left;
        double wider = slots[i].longest > slots[i - 1].longest ? slots[i].longest : slots[i - 1].longest;
        hist[class_of(wider > apart ? wider : apart)]++;
    }
}

static void keep_step(Levels *l, const Slot *slots, uint32_t count, int class) {
    Pool *pool = &l->pools[class];
    array_push(l->arena, &l->steps, (Step){ldexp(1, class - CLASSES / 2), pool->count, (uint32_t) class, count});
    array_reserve(l->arena, pool, pool->count + count);
    memcpy(pool->data + pool->count, slots, count * sizeof *slots);
    pool->count += count;
}

/* work: the chunk's nodes as slots; room: as many more. */
static void build_pyramid(Levels *l, Chunk *chunk, Slot *work, Slot *room) {
    uint32_t hist[CLASSES], n = chunk->count, apart = n;
    if (n < LEVELS_FEW)
        return;
    count_classes(work, n, hist);
    for (int c = 0; c < CLASSES && n > 1; c++) {
        /* the first steps are the longest of all; further up they cost little, and spare a frame much */
        uint32_t most = !chunk->steps ? n / 4 : n > chunk->count / 16 ? n / 2 : n - n / 4;
        apart -= hist[c];
        if (apart > most)
            continue;
        uint32_t left = merge_step(work, n, ldexp(1, c - CLASSES / 2), room);
        if (left > (chunk->steps ? most : n / 3))
            continue;
        keep_step(l, room, left, c);
        chunk->steps++;
        memcpy(work, room, left * sizeof *work);
        n = left;
    }
}

static void build_chunk(Levels *l, uint32_t first, uint32_t count, Slot *work, Slot *room) {
    Chunk chunk = {.first = first, .count = count, .first_step = (uint32_t)l->steps.count};
    for (uint32_t i = 0; i < count; i++) {
        work[i] = slot_of(&l->leaves[first + i]);
        if (!work[i].exact)
            work[i].right = tree_right(l->tree, work[i].node);
    }
    chunk.left = work[0].left;
    chunk.right = tree_right(l->tree, work[count - 1].node);
    build_pyramid(l, &chunk, work, room);
    array_push(l->arena, &l->chunks, chunk);
}

static bool build_rows(Levels *l, Slot *work, Slot *room, Progress *progress) {
    for (uint32_t row = 0; row < l->rows; row++) {
        uint32_t end = l->row_leaf[row + 1];
        l->row_chunk[row] = (uint32_t)l->chunks.count;
        for (uint32_t at = l->row_leaf[row]; at < end; at += LEVELS_CHUNK) {
            build_chunk(l, at, end - at < LEVELS_CHUNK ? end - at : LEVELS_CHUNK, work, room);
            if (l->chunks.count % POLL == 0 && progress_stopped(progress))
                return false;
        }
    }
    l->row_chunk[l->rows] = (uint32_t)l->chunks.count;
    return !progress_stopped(progress);
}

Levels *levels_build(Arena *arena, const Tree *tree, Progress *progress) {
    Levels *l = arena_one(arena, Levels);
    *l = (Levels){.tree = tree, .arena = arena, .rows = tree->rows};
    l->row_chunk = arena_many(arena, uint32_t, (size_t)l->rows + 1);
    sort_into_rows(l);
    Arena *scratch = arena_new();
    uint32_t most = tree->count < LEVELS_CHUNK ? tree->count : LEVELS_CHUNK;
    Slot *work = arena_room(scratch, most * sizeof *work), *room = arena_room(scratch, most * sizeof *room);
    bool built = build_rows(l, work, room, progress);
    arena_free(scratch);
    return built ? l : NULL;
}

uint32_t levels_rows(const Levels *levels) {
    return levels->rows;
}

/* ---- asking ---- */

typedef struct Query {
    const Tree *tree;
    double from, to, min_width;
    double narrow; /* surely below min_width: slots keep floats */
    LevelSlot *out;
    size_t count, max;
    LevelSlot *run;  /* the last one put, when it may grow */
    double edge;     /* where the column of the run ends; -INFINITY without a run */
    float longest;   /* of the run */
    LevelSlot spare; /* for what finds no room */
} Query;

static inline LevelSlot *put(Query *q) {
    LevelSlot *slot = q->count < q->max ? &q->out[q->count] : &q->spare;
    q->count++;
    return slot;
}

/* Near the limit the tree decides. */
static inline bool is_wide(const Query *q, const Slot *slot) {
    if (slot->longest < q->narrow || slot->count > 1 || !(slot->longest > 0))
        return false;
    return (slot->exact ? (double)slot->longest : q->tree->total[slot->node]) >= q->min_width;
}

static inline void grow_run(Query *q, const Slot *slot) {
    LevelSlot *run = q->run;
    run->right = slot->right > run->right ? slot->right : run->right;
    run->count += slot->count;
    run->sum += slot->sum;
    if (slot->longest > q->longest) {
        q->longest = slot->longest;
        run->node = slot->node;
    }
}

/* Where the column of x ends. */
static inline double column_end(double x, double width) {
    if (!(width > 0))
        return nextafter(x, INFINITY);
    double column = x / width, whole = fabs(column) < 0x1p52 ? (double)(int64_t)column : column; /* no call of floor */
    return (whole > column ? whole : whole + 1) * width;
}

static inline void start_run(Query *q, const Slot *slot) {
    q->run = put(q);
    *q->run = (LevelSlot){slot->left, slot->right, slot->node, slot->count, true, slot->sum};
    q->longest = slot->longest;
    q->edge = column_end(slot->left, q->min_width);
}

static inline void put_node(Query *q, const Slot *slot) {
    double total = slot->exact ? (double)slot->longest : q->tree->total[slot->node];
    *put(q) = (LevelSlot){slot->left, slot->left + total, slot->node, 1, false, total};
    q->edge = -INFINITY;
}

static inline void add(Query *q, const Slot *slot) {
    if (is_wide(q, slot))
        put_node(q, slot);
    else if (slot->left < q->edge)
        grow_run(q, slot);
    else
        start_run(q, slot);
}

static bool is_before(const Query *q, double left, double right) {
    return !(right > q->from || (left == right && left >= q->from));
}

static bool is_leaf_before(const Query *q, const Leaf *leaf) {
    return is_before(q, leaf->left, leaf->exact ? leaf->left + leaf->total : tree_right(q->tree, leaf->node));
}

static void ask_nodes(Query *q, const Leaf *leaves, uint32_t count) {
    uint32_t low = 0, high = is_leaf_before(q, &leaves[0]) ? count : 0;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (is_leaf_before(q, &leaves[middle]))
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < count && leaves[low].left < q->to; low++) {
        Slot slot = slot_of(&leaves[low]);
        add(q, &slot);
    }
}

static void ask_step(Query *q, const Slot *slots, uint32_t count) {
    uint32_t low = 0, high = is_before(q, slots[0].left, slots[0].right) ? count : 0;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (is_before(q, slots[middle].left, slots[middle].right))
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < count && slots[low].left < q->to; low++)
        add(q, &slots[low]);
}

static void ask_chunk(Query *q, const Levels *l, const Chunk *chunk) {
    uint32_t usable = chunk->first_step, end = usable + chunk->steps;
    while (usable < end && l->steps.data[usable].width <= q->min_width)
        usable++;
    if (usable > chunk->first_step) {
        const Step *step = &l->steps.data[usable - 1];
        ask_step(q, l->pools[step->class].data + step->first, step->count);
    } else {
        ask_nodes(q, l->leaves + chunk->first, chunk->count);
    }
}

size_t levels_query(const Levels *levels, uint32_t row, double from, double to, double min_width, LevelSlot *out,
                    size_t max) {
    if (row >= levels->rows || !(from < to))
        return 0;
    Query q = {.tree = levels->tree, .from = from, .to = to, .min_width = min_width, .out = out, .max = max};
    q.narrow = min_width * (1 - 1e-6);
    q.edge = -INFINITY;
    const Chunk *chunks = levels->chunks.data;
    uint32_t low = levels->row_chunk[row], end = levels->row_chunk[row + 1], high = end;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (is_before(&q, chunks[middle].left, chunks[middle].right))
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < end && chunks[low].left < to; low++)
        ask_chunk(&q, levels, &chunks[low]);
    return q.count;
}

uint32_t levels_hit(const Levels *levels, uint32_t row, double x) {
    if (row >= levels->rows)
        return TREE_NONE;
    const Tree *t = levels->tree;
    uint32_t first = levels->row_leaf[row], low = first, high = levels->row_leaf[row + 1];
    while (low < high) { /* the first that starts behind x */
        uint32_t middle = low + (high - low) / 2;
        if (levels->leaves[middle].left <= x)
            low = middle + 1;
        else
            high = middle;
    }
    uint32_t node = low > first ? levels->leaves[low - 1].node : TREE_NONE;
    return node != TREE_NONE && x < tree_right(t, node) ? node : TREE_NONE;
}

uint32_t levels_neighbour(const Levels *levels, uint32_t node, int step) {
    uint32_t row = tree_row(levels->tree, node);
    uint32_t first = levels->row_leaf[row], end = levels->row_leaf[row + 1], low = first, high = end;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (levels->leaves[middle].node < node)
            low = middle + 1;
        else
            high = middle;
    }
    if (step < 0)
        return low > first ? levels->leaves[low - 1].node : TREE_NONE;
    return low + 1 < end ? levels->leaves[low + 1].node : TREE_NONE;
}
