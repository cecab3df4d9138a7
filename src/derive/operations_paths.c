/* Critical paths, walked backwards: what ended last before the parent could go on is what it waited for. Children that
 * overlap the chosen one ran beside it and cost nothing more; children that outlive the parent were not waited for. */
#include "derive/operations_parts.h"

#include "base/array.h"
#include "base/radix.h"

/* An operation whose stretch low..high lies on the path; its children by end down stand in pool[first..pool end). */
typedef struct Visit {
    uint32_t row, step;
    uint32_t
        waiter; /* the child chosen last, which the next one is waited for by; WATERFALL_NONE at first: the operation itself */
    size_t first, at;
    double low, high;
    double cap; /* the most that the root can gain here */
} Visit;

typedef struct Walk {
    Arena *scratch, *arena;
    Waterfall *w;
    const Tree *tree;
    Array(Visit) stack;
    Array(RadixItem) pool;
    Array(WaterfallStep) steps;
    Array(WaterfallSegment) segments;
} Walk;

static double end_of(const Walk *walk, uint32_t row) {
    return tree_right(walk->tree, row);
}

static double start_of(const Walk *walk, uint32_t row) {
    return walk->tree->start[row];
}

static void add_children(Walk *walk, const Visit *visit) {
    const Tree *tree = walk->tree;
    for (uint32_t c = visit->row + 1; c < tree->end[visit->row]; c = tree->end[c]) {
        double end = tree_right(tree, c);
        if (tree->total[c] > 0 && end <= visit->high && end > visit->low)
            array_push(walk->scratch, &walk->pool, (RadixItem){~radix_key(end), c});
    }
    radix_sort(walk->scratch, walk->pool.data + visit->first, walk->pool.count - visit->first);
}

static void enter(Walk *walk, Visit visit, WaterfallStep step) {
    visit.first = visit.at = walk->pool.count;
    visit.waiter = WATERFALL_NONE;
    visit.step = (uint32_t)walk->steps.count;
    step.saves = visit.cap;
    array_push(walk->arena, &walk->steps, step);
    add_children(walk, &visit);
    array_push(walk->scratch, &walk->stack, visit);
}

/* Own time on the path. */
static void add_segment(Walk *walk, const Visit *visit, double from, double to) {
    if (to <= from)
        return;
    walk->steps.data[visit->step].own += to - from;
    array_push(walk->arena, &walk->segments, (WaterfallSegment){visit->row, from, to});
}

/* What the chosen child can save: up to where its next sibling would have been waited for instead, or to its own start. */
static double savings(const Walk *walk, const Visit *visit, uint32_t child) {
    double bound = start_of(walk, child);
    if (visit->at + 1 < walk->pool.count && end_of(walk, walk->pool.data[visit->at + 1].value) > bound)
        bound = end_of(walk, walk->pool.data[visit->at + 1].value);
    double saved = end_of(walk, child) - bound;
    return saved < visit->cap ? saved : visit->cap;
}

/* Follows the operation on top of the stack to the child it waited for, or ends it. */
static void step_back(Walk *walk) {
    Visit *visit = &array_last(&walk->stack);
    while (visit->at < walk->pool.count && end_of(walk, walk->pool.data[visit->at].value) > visit->high)
        visit->at++;
    if (visit->at == walk->pool.count || visit->high <= visit->low) {
        add_segment(walk, visit, visit->low, visit->high);
        walk->pool.count = visit->first;
        walk->stack.count--;
        return;
    }
    uint32_t child = walk->pool.data[visit->at].value, waiter = visit->waiter;
    double end = end_of(walk, child), start = start_of(walk, child), gap = visit->high - end;
    Visit next = {
        .row = child, .low = start > visit->low ? start : visit->low, .high = end, .cap = savings(walk, visit, child)};
    add_segment(walk, visit, end, visit->high);
    visit->waiter = child;
    visit->high = next.low;
    visit->at++;
    WaterfallStep step = {.row = child,
                          .gap = gap,
                          .why = waiter == WATERFALL_NONE ? WHY_LAST : WHY_BEFORE,
                          .other = waiter == WATERFALL_NONE ? visit->row : waiter};
    enter(walk, next, step);
}

static void reverse(WaterfallSegment *segments, size_t count) {
    for (size_t i = 0; i + 1 < count - i; i++) {
        WaterfallSegment swap = segments[i];
        segments[i] = segments[count - 1 - i];
        segments[count - 1 - i] = swap;
    }
}

/* Steps were met last first; a root's rows in preorder read from first to last. */
static void sort_steps(Walk *walk, size_t first) {
    size_t count = walk->steps.count - first;
    RadixItem *items = arena_grow(walk->scratch, NULL, count * sizeof *items);
    WaterfallStep *sorted = arena_grow(walk->scratch, NULL, count * sizeof *sorted);
    for (size_t i = 0; i < count; i++)
        items[i] = (RadixItem){walk->steps.data[first + i].row, (uint32_t)i};
    radix_sort(walk->scratch, items, count);
    for (size_t i = 0; i < count; i++)
        sorted[i] = walk->steps.data[first + items[i].value];
    memcpy(walk->steps.data + first, sorted, count * sizeof *sorted);
    arena_release(walk->scratch, items);
    arena_release(walk->scratch, sorted);
}

/* The path of one root; forgotten again when nothing but the root is on it. */
static bool walk_root(Walk *walk, uint32_t root, WaterfallPath *path) {
    *path = (WaterfallPath){root, (uint32_t)walk->steps.count, 0, (uint32_t)walk->segments.count, 0};
    Visit visit = {.row = root, .low = start_of(walk, root), .high = end_of(walk, root)};
    visit.cap = visit.high - visit.low;
    enter(walk, visit, (WaterfallStep){.row = root, .other = WATERFALL_NONE, .why = WHY_ROOT});
    while (walk->stack.count)
        step_back(walk);
    path->step_count = (uint32_t)walk->steps.count - path->first_step;
    path->segment_count = (uint32_t)walk->segments.count - path->first_segment;
    if (path->step_count < 2) {
        walk->steps.count = path->first_step;
        walk->segments.count = path->first_segment;
        return false;
    }
    sort_steps(walk, path->first_step);
    reverse(walk->segments.data + path->first_segment, path->segment_count);
    for (size_t i = path->first_step; i < walk->steps.count; i++)
        walk->w->flags[walk->steps.data[i].row] |= WATERFALL_CRITICAL;
    walk->w->critical += path->step_count;
    return true;
}

bool operations_find_paths(Arena *arena, Waterfall *w, Progress *progress) {
    enum {
        FEW = 4
    }; /* a row is on one path at most, most are on none; room that stays empty costs the huge pages around it */
    Walk walk = {.scratch = arena_new(), .arena = arena, .w = w, .tree = w->forest.tree};
    Array(WaterfallPath) paths = {0};
    WaterfallPath path;
    bool stopped = false;
    array_reserve(arena, &walk.steps, w->count / FEW);
    array_reserve(arena, &walk.segments, w->count / FEW);
    for (uint32_t root = 0; root < w->count && !stopped; root = walk.tree->end[root]) {
        if (walk.tree->total[root] > 0 && walk_root(&walk, root, &path))
            array_push(arena, &paths, path);
        stopped = paths.count % 256 == 255 && progress_stopped(progress);
    }
    w->paths = paths.data;
    w->path_count = paths.count;
    w->steps = arena_grow(arena, walk.steps.data, walk.steps.count * sizeof *w->steps);
    w->step_count = walk.steps.count;
    w->segments = arena_grow(arena, walk.segments.data, walk.segments.count * sizeof *w->segments);
    w->segment_count = walk.segments.count;
    arena_free(walk.scratch);
    return !stopped;
}
