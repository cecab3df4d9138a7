/* Samples of a V8 profile in order of time. Real files go back now and then, by one place: such a sample is moved back where it lies.
 * Blocks of gaps that only go forward are stepped over, and a file that jumps about is sorted as a whole. */
#include "format/cpu_table.h"

enum { MOVES_A_SAMPLE = 8 }; /* so many on average, then all are sorted */

typedef struct Ordering {
    Arena *scratch;
    Gaps *gaps;             /* ordered up to at */
    const CpuSamples *from; /* as the file has them, read up to run and walked */
    size_t run;
    uint32_t walked;
    CpuSamples to;
    Array(SampleRun) lifted; /* while one is put below them, the last one first */
    GapCursor at;
    size_t done, moves;
    int64_t base, now, latest; /* times of the last sample in the file and in order */
    CpuFaults faults;
} Ordering;

/* Hands the next n samples of the file over. */
static void copy_samples(Ordering *o, size_t n) {
    while (n > 0) {
        const SampleRun *run = &o->from->runs.data[o->run];
        uint32_t left = run->count - o->walked, part = left < n ? left : (uint32_t)n;
        cpu_samples_add(o->scratch, &o->to, run->node, part);
        n -= part;
        o->walked += part;
        if (o->walked == run->count) {
            o->run++;
            o->walked = 0;
        }
    }
}

/* Moves the last sample below the n before it. */
static void sink_sample(Ordering *o, size_t n) {
    uint32_t node = array_last(&o->to.runs).node;
    size_t place = o->to.count - 1 - n;
    cpu_samples_cut(&o->to, o->to.count - 1);
    while (o->to.count > place) {
        SampleRun run = array_last(&o->to.runs);
        size_t above = o->to.count - place;
        run.count = above < run.count ? (uint32_t)above : run.count;
        cpu_samples_cut(&o->to, o->to.count - run.count);
        array_push(o->scratch, &o->lifted, run);
    }
    cpu_samples_add(o->scratch, &o->to, node, 1);
    while (o->lifted.count) {
        SampleRun run = array_pop(&o->lifted);
        cpu_samples_add(o->scratch, &o->to, run.node, run.count);
    }
}

/* Moves the sample at o->at, which begins before o->latest, back to its place, as far as moves go. */
static void move_back(Ordering *o, int64_t time) {
    GapCursor at = o->at;
    int64_t after = o->latest, before; /* times of the sample at `at` and the one before it */
    size_t n = 0;
    do {
        gaps_back(o->gaps, &at);
        before = after - gaps_get(o->gaps, at);
        n++;
        o->moves--;
        if (n == o->done || before <= time || !o->moves)
            break;
        after = before;
    } while (true);
    int64_t gap = after - time;
    gaps_set(o->scratch, o->gaps, at, time - before);
    for (size_t i = 0; i < n; i++) {
        gaps_next(o->gaps, &at);
        int64_t next = gaps_get(o->gaps, at);
        gaps_set(o->scratch, o->gaps, at, gap);
        gap = next;
    }
    sink_sample(o, n);
}

static void step(Ordering *o) {
    int64_t gap = gaps_get(o->gaps, o->at);
    o->faults.bad += gap == GAPS_NONE;
    o->faults.backwards += gap != GAPS_NONE && gap < 0 && o->done > 0;
    int64_t time = cpu_clamp(o->now + (gap == GAPS_NONE ? 0 : cpu_clamp(gap)));
    copy_samples(o, 1);
    if (o->done > 0 && time < o->latest && o->moves) {
        move_back(o, time);
    } else {
        if (time - o->latest != gap)
            gaps_set(o->scratch, o->gaps, o->at, time - o->latest);
        o->latest = time;
    }
    o->now = time;
    o->done++;
    gaps_next(o->gaps, &o->at);
}

static bool is_plain(const Ordering *o, const GapBlock *block) {
    return !block->rough && block->width != GAPS_64 && o->now < CPU_TIME_MAX / 2 && o->now == o->latest;
}

static void order_block(Ordering *o) {
    const GapBlock block = o->gaps->blocks.data[o->at.block];
    if (!is_plain(o, &block)) {
        for (uint32_t i = 0; i < block.count; i++)
            step(o);
        return;
    }
    copy_samples(o, block.count);
    o->latest = o->now += gaps_take(o->gaps, &o->at, block.count);
    o->done += block.count;
}

/* ---- sorting all ---- */

typedef struct Stamp {
    int64_t time;
    uint32_t node;
} Stamp;

static void merge_stamps(Stamp *to, const Stamp *from, size_t left, size_t mid, size_t right) {
    size_t a = left, b = mid;
    for (size_t i = left; i < right; i++)
        to[i] = b >= right || (a < mid && from[a].time <= from[b].time) ? from[a++] : from[b++];
}

/* Stable, bottom-up. Returns the one of the two that holds the result. */
static Stamp *sort_stamps(Stamp *from, Stamp *to, size_t n) {
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t i = 0; i < n; i += 2 * width) {
            size_t mid = i + width < n ? i + width : n, right = i + 2 * width < n ? i + 2 * width : n;
            merge_stamps(to, from, i, mid, right);
        }
        Stamp *swap = from;
        from = to;
        to = swap;
    }
    return from;
}

static void spread_stamps(const Ordering *o, Stamp *stamps) {
    GapCursor at = {0};
    int64_t now = o->base;
    for (size_t i = 0, next = 0; i < o->to.runs.count; i++)
        for (uint32_t k = 0; k < o->to.runs.data[i].count; k++) {
            now += gaps_take(o->gaps, &at, 1);
            stamps[next++] = (Stamp){now, o->to.runs.data[i].node};
        }
}

static void gather_stamps(Ordering *o, const Stamp *stamps, size_t n) {
    int64_t now = o->base;
    array_release(o->scratch, &o->to.runs);
    array_release(o->scratch, &o->gaps->blocks);
    array_release(o->scratch, &o->gaps->bytes);
    o->to = (CpuSamples){0};
    *o->gaps = (Gaps){0};
    gaps_expect(o->scratch, o->gaps, n);
    for (size_t i = 0; i < n; i += GAPS_BLOCK) {
        int64_t gaps[GAPS_BLOCK];
        size_t part = n - i < GAPS_BLOCK ? n - i : GAPS_BLOCK;
        for (size_t k = 0; k < part; k++) {
            gaps[k] = stamps[i + k].time - now;
            now = stamps[i + k].time;
            cpu_samples_add(o->scratch, &o->to, stamps[i + k].node, 1);
        }
        gaps_add(o->scratch, o->gaps, gaps, part);
    }
}

/* Gaps below 0 are where a time is less than the one before it. */
static void sort_all(Ordering *o) {
    size_t n = o->to.count;
    Stamp *stamps = arena_grow(o->scratch, NULL, n * sizeof *stamps);
    Stamp *others = arena_grow(o->scratch, NULL, n * sizeof *others);
    spread_stamps(o, stamps);
    gather_stamps(o, sort_stamps(stamps, others, n), n);
    arena_release(o->scratch, stamps);
    arena_release(o->scratch, others);
}

CpuFaults cpu_order(Arena *scratch, CpuSamples *samples, Gaps *gaps, int64_t start) {
    Ordering o = {.scratch = scratch, .gaps = gaps, .from = samples, .base = start, .now = start, .latest = start};
    o.moves = MOVES_A_SAMPLE * samples->count;
    array_reserve(scratch, &o.to.runs, samples->runs.count + samples->runs.count / 64); /* some runs are cut in two */
    while (o.at.block < gaps->blocks.count)
        order_block(&o);
    if (!o.moves)
        sort_all(&o);
    array_release(scratch, &o.lifted);
    array_release(scratch, &samples->runs);
    *samples = o.to;
    return o.faults;
}
