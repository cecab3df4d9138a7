/* Rows are cut into chunks of a few thousand nodes, and each chunk has its own pyramid, so that dense and sparse parts of a
 * row get the steps that fit them. A step merges, within aligned buckets of a power of four, what is narrower than the bucket;
 * it is kept only where it is much shorter than the last one kept. A query takes in each chunk the coarsest step that is
 * still finer than half a column, and merges the rest into columns as it goes. */
#include "layout/levels.h"

#include "base/array.h"

#include <math.h>

#ifndef LEVELS_CHUNK
#define LEVELS_CHUNK 4096 /* tests build with a few */
#define LEVELS_FEW   32   /* chunks shorter than this need no steps */
#endif

enum { CLASSES = 128, POLL = 64 }; /* widths 4^-64 .. 4^63 */

typedef struct Slot {
    double left, right;
    float sum, longest; /* longest: total of node */
    uint32_t first;     /* index in Levels.nodes of the first node in it */
    uint32_t node;      /* the longest */
} Slot;

typedef struct Step {
    double width;
    size_t first; /* in Levels.slots */
    uint32_t count;
} Step;

typedef struct Chunk {
    uint32_t first, count; /* in Levels.nodes */
    uint32_t first_step, steps;
    double left, right;
} Chunk;

struct Levels {
    const Tree *tree;
    Arena *arena;
    uint32_t rows;
    uint32_t *nodes;     /* all nodes, row by row, each row from left to right and so in preorder */
    uint32_t *row_node;  /* rows + 1: first of each row in nodes */
    uint32_t *row_chunk; /* rows + 1: first of each row in chunks */
    Array(Chunk) chunks;
    Array(Step) steps; /* of a chunk: from fine to coarse */
    Array(Slot) slots;
};

/* ---- building ---- */

static void sort_into_rows(Levels *l) {
    const Tree *t = l->tree;
    l->nodes = arena_many(l->arena, uint32_t, t->count);
    l->row_node = arena_many(l->arena, uint32_t, (size_t)l->rows + 2);
    uint32_t *at = l->row_node + 1; /* at[r] ends as the first of row r + 1 */
    for (uint32_t i = 0; i < t->count; i++)
        at[tree_row(t, i) + 1]++;
    for (uint32_t r = 0; r < l->rows; r++)
        at[r + 1] += at[r];
    for (uint32_t i = 0; i < t->count; i++)
        l->nodes[at[tree_row(t, i)]++] = i;
}

static Slot slot_of(const Levels *l, uint32_t index) {
    uint32_t node = l->nodes[index];
    double left = l->tree->start[node], total = l->tree->total[node];
    return (Slot){left, left + total, (float)total, (float)total, index, node};
}

/* Merges runs of from[0..n) into to for one width; returns how many are left. to may be from. */
static uint32_t merge_step(const Slot *from, uint32_t n, double width, Slot *to) {
    uint32_t count = 0;
    double bucket = NAN; /* of the run that is open; NAN equals none */
    for (uint32_t i = 0; i < n; i++) {
        Slot slot = from[i];
        bool narrow = slot.longest < width;
        double b = narrow ? floor(slot.left / width) : NAN;
        if (b == bucket) {
            Slot *run = &to[count - 1];
            run->right = slot.right > run->right ? slot.right : run->right;
            run->sum += slot.sum;
            run->node = slot.longest > run->longest ? slot.node : run->node;
            run->longest = slot.longest > run->longest ? slot.longest : run->longest;
        } else {
            to[count++] = slot;
        }
        bucket = b;
    }
    return count;
}

/* The least class whose width, 4^(class - 64), is above x. */
static int class_of(double x) {
    if (!(x > 0))
        return 0;
    int class = (ilogb(x) >> 1) + 1 + CLASSES / 2;
    return class < 0 ? 0 : class < CLASSES ? class : CLASSES - 1;
}

/* hist[c] = neighbours that can be merged from width class c on. */
static void count_classes(const Slot *slots, uint32_t n, uint32_t hist[CLASSES]) {
    for (int c = 0; c < CLASSES; c++)
        hist[c] = 0;
    for (uint32_t i = 1; i < n; i++) {
        double wider = slots[i].longest > slots[i - 1].longest ? slots[i].longest : slots[i - 1].longest;
        hist[class_of(fmax(wider, slots[i].left - slots[i - 1].left))]++;
    }
}

static void keep_step(Levels *l, const Slot *slots, uint32_t count, double width) {
    array_push(l->arena, &l->steps, (Step){width, l->slots.count, count});
    array_reserve(l->arena, &l->slots, l->slots.count + count);
    memcpy(l->slots.data + l->slots.count, slots, count * sizeof *slots);
    l->slots.count += count;
}

/* work: the chunk's nodes as slots; room: as many more. */
static void build_pyramid(Levels *l, Chunk *chunk, Slot *work, Slot *room) {
    uint32_t hist[CLASSES], n = chunk->count, apart = n;
    if (n < LEVELS_FEW)
        return;
    count_classes(work, n, hist);
    for (int c = 0; c < CLASSES && n > 1; c++) {
        apart -= hist[c];
        if (apart > n / 4)
            continue;
        double width = ldexp(1, 2 * (c - CLASSES / 2));
        uint32_t left = merge_step(work, n, width, room);
        if (left > n / 3)
            continue;
        keep_step(l, room, left, width);
        chunk->steps++;
        memcpy(work, room, left * sizeof *work);
        n = left;
    }
}

static void build_chunk(Levels *l, uint32_t first, uint32_t count, Slot *work, Slot *room) {
    Chunk chunk = {.first = first, .count = count, .first_step = (uint32_t)l->steps.count};
    for (uint32_t i = 0; i < count; i++)
        work[i] = slot_of(l, first + i);
    chunk.left = work[0].left;
    chunk.right = work[count - 1].right;
    build_pyramid(l, &chunk, work, room);
    array_push(l->arena, &l->chunks, chunk);
}

static bool build_rows(Levels *l, Slot *work, Slot *room, Progress *progress) {
    for (uint32_t row = 0; row < l->rows; row++) {
        uint32_t end = l->row_node[row + 1];
        l->row_chunk[row] = (uint32_t)l->chunks.count;
        for (uint32_t at = l->row_node[row]; at < end; at += LEVELS_CHUNK) {
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
    Slot *work = arena_many(scratch, Slot, LEVELS_CHUNK), *room = arena_many(scratch, Slot, LEVELS_CHUNK);
    bool built = build_rows(l, work, room, progress);
    arena_free(scratch);
    return built ? l : NULL;
}

uint32_t levels_rows(const Levels *levels) {
    return levels->rows;
}

/* ---- asking ---- */

typedef struct Query {
    const Levels *levels;
    double from, to, min_width;
    LevelSlot *out;
    size_t count, max;
    bool open; /* out's next slot is a run that may grow */
    LevelSlot run;
    double column, longest; /* of the run */
} Query;

static void put(Query *q, LevelSlot slot) {
    if (q->count < q->max)
        q->out[q->count] = slot;
    q->count++;
}

static void close_run(Query *q) {
    if (q->open)
        put(q, q->run);
    q->open = false;
}

/* Slots keep floats; near the limit the tree decides. */
static bool is_wide(const Query *q, const Slot *slot, uint32_t count) {
    if (count > 1 || !(slot->longest > 0))
        return false;
    if (fabs(slot->longest - q->min_width) > 1e-6 * q->min_width)
        return slot->longest > q->min_width;
    return q->levels->tree->total[slot->node] >= q->min_width;
}

static void add(Query *q, const Slot *slot, uint32_t count) {
    LevelSlot own = {slot->left, slot->right, slot->node, count, true, slot->sum};
    if (is_wide(q, slot, count)) {
        close_run(q);
        own.run = false;
        own.sum = q->levels->tree->total[slot->node];
        put(q, own);
        return;
    }
    double column = q->min_width > 0 ? floor(slot->left / q->min_width) : slot->left;
    if (!q->open || column != q->column) {
        close_run(q);
        q->run = own;
        q->longest = slot->longest;
        q->column = column;
        q->open = true;
        return;
    }
    q->run.right = fmax(q->run.right, slot->right);
    q->run.count += count;
    q->run.sum += slot->sum;
    q->run.node = slot->longest > q->longest ? slot->node : q->run.node;
    q->longest = fmax(q->longest, slot->longest);
}

static bool is_before(const Query *q, double left, double right) {
    return !(right > q->from || (left == right && left >= q->from));
}

static void ask_nodes(Query *q, const Chunk *chunk) {
    uint32_t low = chunk->first, high = chunk->first + chunk->count, end = high;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        Slot slot = slot_of(q->levels, middle);
        if (is_before(q, slot.left, slot.right))
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < end; low++) {
        Slot slot = slot_of(q->levels, low);
        if (slot.left >= q->to)
            break;
        add(q, &slot, 1);
    }
}

static void ask_step(Query *q, const Chunk *chunk, const Step *step) {
    const Slot *slots = q->levels->slots.data + step->first;
    uint32_t low = 0, high = step->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (is_before(q, slots[middle].left, slots[middle].right))
            low = middle + 1;
        else
            high = middle;
    }
    for (uint32_t i = low; i < step->count && slots[i].left < q->to; i++) {
        uint32_t end = i + 1 < step->count ? slots[i + 1].first : chunk->first + chunk->count;
        add(q, &slots[i], end - slots[i].first);
    }
}

static void ask_chunk(Query *q, const Chunk *chunk) {
    const Step *steps = q->levels->steps.data + chunk->first_step;
    uint32_t usable = 0;
    while (usable < chunk->steps && steps[usable].width * 2 <= q->min_width)
        usable++;
    if (usable)
        ask_step(q, chunk, &steps[usable - 1]);
    else
        ask_nodes(q, chunk);
}

size_t levels_query(const Levels *levels, uint32_t row, double from, double to, double min_width, LevelSlot *out,
                    size_t max) {
    if (row >= levels->rows || !(from < to))
        return 0;
    Query q = {.levels = levels, .from = from, .to = to, .min_width = min_width, .out = out, .max = max};
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
        ask_chunk(&q, &chunks[low]);
    close_run(&q);
    return q.count;
}

uint32_t levels_hit(const Levels *levels, uint32_t row, double x) {
    if (row >= levels->rows)
        return TREE_NONE;
    const Tree *t = levels->tree;
    uint32_t first = levels->row_node[row], low = first, high = levels->row_node[row + 1];
    while (low < high) { /* the first that starts behind x */
        uint32_t middle = low + (high - low) / 2;
        if (t->start[levels->nodes[middle]] <= x)
            low = middle + 1;
        else
            high = middle;
    }
    uint32_t node = low > first ? levels->nodes[low - 1] : TREE_NONE;
    return node != TREE_NONE && x < tree_right(t, node) ? node : TREE_NONE;
}

uint32_t levels_neighbour(const Levels *levels, uint32_t node, int step) {
    uint32_t row = tree_row(levels->tree, node);
    uint32_t first = levels->row_node[row], end = levels->row_node[row + 1], low = first, high = end;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (levels->nodes[middle] < node)
            low = middle + 1;
        else
            high = middle;
    }
    if (step < 0)
        return low > first ? levels->nodes[low - 1] : TREE_NONE;
    return low + 1 < end ? levels->nodes[low + 1] : TREE_NONE;
}
