/* From V8's nodes and samples to a sampled track: places, times, weights. Works on copies, so that a reading can publish. */
#include "format/cpu_table.h"

#include "profile/stacks.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const NoteKind TWICE = {"duplicate-node-id", NOTE_WARNING, "node id{s}{names} defined twice; the first stands"};
static const NoteKind CYCLE = {"node-cycle", NOTE_WARNING, "{n} node{s}{names} would be above itself; taken as a root"};
static const NoteKind RAGGED = {"ragged-arrays", NOTE_WARNING,
                                "{n} sample{s} or time delta{s} without a partner left out"};
static const NoteKind UNKNOWN = {"unknown-node", NOTE_WARNING, "{n} sample{s} of a node that is not defined{names}"};
static const NoteKind BACKWARDS = {"time-backwards", NOTE_INFO,
                                   "{n} sample{s} went back in time; the samples were sorted"};
static const NoteKind BAD_TIME = {"bad-time", NOTE_WARNING, "{n} time{s} that {is} no number or too large taken as 0"};
static const NoteKind ESTIMATED = {"times-estimated", NOTE_INFO,
                                   "no time deltas: {n} sample{s} spread evenly over the recording"};
static const NoteKind NO_TIMES = {"no-times", NOTE_INFO, "no times at all: {n} sample{s} counted instead"};
static const NoteKind HITS = {"hit-counts", NOTE_INFO, "no samples: times estimated from {n} hit{s}"};

/* What is known of a row. Its samples are summed here first: rows of calls that follow one another lie side by side, while nodes come
 * in order of first sight. */
typedef struct Placed {
    int64_t time;
    uint32_t samples;
    uint32_t node; /* of stacks; TREE_NONE = the root that is no row; TO_PLACE, ON_THE_WAY while places are found */
} Placed;

#define TO_PLACE   (TREE_NONE - 1)
#define ON_THE_WAY (TREE_NONE - 2)

typedef struct Building {
    const CpuNodes *nodes;
    CpuTable *table;
    bool last; /* the table is not wanted any more */
    Document *document;
    Arena *scratch;
    Stacks *stacks;
    Placed *placed;         /* by row */
    uint32_t *parent;       /* row -> row; TREE_NONE = none */
    Array(uint32_t) way;    /* rows from one without a place up to the top */
    uint32_t unknown, root; /* nodes of stacks for samples without a function */
} Building;

static void find_parents(Building *b) {
    const CpuTable *t = b->table;
    for (size_t i = 0; i < t->rows.count; i++)
        b->parent[i] = TREE_NONE;
    for (size_t i = 0; i < t->links.count; i++) {
        uint32_t parent = cpu_row(t, t->links.data[i].parent);
        uint32_t child = cpu_row(t, t->links.data[i].child);
        if (parent != MAP_NONE && child != MAP_NONE && b->parent[child] == TREE_NONE)
            b->parent[child] = parent;
    }
    for (size_t i = 0; i < t->rows.count; i++)
        if (b->parent[i] == TREE_NONE && t->rows.data[i].parent != CPU_NO_CODE)
            b->parent[i] = cpu_row(t, t->rows.data[i].parent);
    if (b->last)
        array_release(t->scratch, &b->table->links);
}

/* Tables for all rows, none of them placed. */
static void begin_rows(Building *b) {
    size_t n = b->table->rows.count;
    b->parent = arena_grow(b->scratch, NULL, n * sizeof *b->parent);
    find_parents(b);
    b->placed = arena_grow(b->scratch, NULL, n * sizeof *b->placed);
    for (size_t i = 0; i < n; i++)
        b->placed[i] = (Placed){.node = TO_PLACE};
    stacks_reserve(b->stacks, n + 2);
}

/* The stacks know it all now. */
static void end_rows(Building *b) {
    arena_release(b->scratch, b->parent);
    arena_release(b->scratch, b->placed);
    array_release(b->scratch, &b->way);
    if (b->last) {
        array_release(b->table->scratch, &b->table->rows);
        array_release(b->table->scratch, &b->table->row_of);
    }
}

static FrameKind kind(const Building *b, uint32_t row) {
    return b->document->frames.list[b->table->rows.data[row].frame].kind;
}

/* Places row, whose parent has its place. */
static void place(Building *b, uint32_t row) {
    uint32_t above = b->parent[row] == TREE_NONE ? TREE_NONE : b->placed[b->parent[row]].node;
    bool is_root = b->parent[row] == TREE_NONE && kind(b, row) == FRAME_ROOT;
    b->placed[row].node = is_root ? TREE_NONE : stacks_child(b->stacks, above, b->table->rows.data[row].frame);
}

static bool is_placed(const Building *b, uint32_t row) {
    return b->placed[row].node != TO_PLACE && b->placed[row].node != ON_THE_WAY;
}

/* Finds the place of row and of all above it: the way up is walked to what has a place, then placed from the top. */
static void find_place(Building *b, uint32_t row) {
    for (; row != TREE_NONE && !is_placed(b, row); row = b->parent[row]) {
        if (b->placed[row].node == ON_THE_WAY) {
            uint32_t last = array_last(&b->way);
            FrameId frame = b->table->rows.data[last].frame;
            notes_add(&b->document->notes, &CYCLE, 1, frame_name(&b->document->frames, frame));
            b->parent[last] = TREE_NONE;
            break;
        }
        b->placed[row].node = ON_THE_WAY;
        array_push(b->scratch, &b->way, row);
    }
    while (b->way.count)
        place(b, array_pop(&b->way));
}

/* A box for what no function can be blamed for, made when it is first wanted. */
static uint32_t meta_node(Building *b, uint32_t *node, const char *name, FrameKind frame_kind) {
    if (*node == TREE_NONE)
        *node = stacks_child(b->stacks, TREE_NONE, frames_add_name(&b->document->frames, str_from(name), frame_kind));
    return *node;
}

/* The box of samples on an id that is in no row. */
static uint32_t unknown_node(Building *b, uint32_t code, uint64_t samples) {
    char text[24];
    int64_t id = cpu_id(b->table, code);
    snprintf(text, sizeof text, "%" PRId64, id);
    notes_add(&b->document->notes, &UNKNOWN, samples, str_from(id == JSON_NO_NUMBER ? "null" : text));
    return meta_node(b, &b->unknown, "(unknown)", FRAME_UNKNOWN);
}

static uint32_t row_node(Building *b, uint32_t row) {
    if (!is_placed(b, row))
        find_place(b, row);
    uint32_t node = b->placed[row].node;
    return node != TREE_NONE ? node : meta_node(b, &b->root, "(root)", FRAME_ROOT);
}

/* The node of `samples` samples on an id. */
static uint32_t find_node(Building *b, uint32_t code, uint64_t samples) {
    uint32_t row = cpu_row(b->table, code);
    return row == MAP_NONE ? unknown_node(b, code, samples) : row_node(b, row);
}

/* ---- times ---- */

static double last_weight(const Building *b, int64_t gap, int64_t first, int64_t last, size_t n) {
    if (b->nodes->end != CPU_NO_TIME && b->nodes->end > last)
        return (double)(cpu_clamp(b->nodes->end) - last);
    if (n > 1)
        return (double)(last - first) / (double)(n - 1);
    return gap > 0 ? (double)gap : 0;
}

static void add_sums(Building *b) {
    for (uint32_t i = 0; i < b->table->rows.count; i++)
        if (b->placed[i].samples)
            stacks_weigh(b->stacks, row_node(b, i), (double)b->placed[i].time, b->placed[i].samples);
}

/* What will be looked at soon: in a large table each jump is a miss. */
static void look_ahead(const Building *b, const SampleRun *run) {
    enum { ROWS = 12, CODES = 24 };
    const CpuTable *t = b->table;
    if (run[CODES].node < t->row_of.count)
        __builtin_prefetch(&t->row_of.data[run[CODES].node]);
    uint32_t row = cpu_row(t, run[ROWS].node);
    if (row == MAP_NONE)
        return;
    __builtin_prefetch(&b->placed[row]);
    __builtin_prefetch(&b->parent[row]);
    __builtin_prefetch(&t->rows.data[row]);
}

/* Runs of samples in order: their ids become nodes, which get the weights. */
static void weigh_samples(Building *b, const CpuSamples *samples, const Gaps *gaps, double last) {
    enum { AHEAD = 25 };
    GapCursor at = {0};
    gaps_take(gaps, &at, 1);
    for (size_t i = 0; i < samples->runs.count; i++) {
        SampleRun *run = &samples->runs.data[i];
        if (i + AHEAD < samples->runs.count)
            look_ahead(b, run);
        uint32_t n = run->count - (i + 1 == samples->runs.count), row = cpu_row(b->table, run->node);
        int64_t time = gaps_take(gaps, &at, n);
        if (row == MAP_NONE) {
            run->node = unknown_node(b, run->node, run->count);
            stacks_weigh(b->stacks, run->node, (double)time, n);
        } else {
            run->node = row_node(b, row);
            b->placed[row].time += time;
            b->placed[row].samples += n;
        }
    }
    add_sums(b);
    stacks_weigh(b->stacks, array_last(&samples->runs).node, last, 1);
}

/* The samples and gaps of the table, in arrays of our own: copies, unless it has done its part. */
static void take_table(Building *b, CpuSamples *samples, Gaps *gaps) {
    CpuTable *t = b->table;
    *samples = t->samples;
    *gaps = t->deltas;
    if (b->last) {
        arena_adopt(b->scratch, t->scratch, samples->runs.data);
        gaps_adopt(b->scratch, t->scratch, gaps);
        t->samples = (CpuSamples){0};
        t->deltas = (Gaps){0};
    } else {
        *gaps = gaps_copy(b->scratch, gaps);
        samples->runs.capacity = samples->runs.count;
        samples->runs.data = arena_grow(b->scratch, NULL, samples->runs.count * sizeof *samples->runs.data);
        memcpy(samples->runs.data, t->samples.runs.data, samples->runs.count * sizeof *samples->runs.data);
    }
}

/* As many samples as have times. */
static void take_samples(Building *b, CpuSamples *samples, Gaps *gaps) {
    take_table(b, samples, gaps);
    size_t n = samples->count < gaps->count ? samples->count : gaps->count;
    size_t most = samples->count + gaps->count - n;
    n = n < UINT32_MAX ? n : UINT32_MAX;
    if (most > n)
        notes_add(&b->document->notes, &RAGGED, most - n, STR(""));
    cpu_samples_cut(samples, n);
    gaps_cut(b->scratch, gaps, n);
}

static void note_faults(const Building *b, CpuFaults faults) {
    if (faults.bad)
        notes_add(&b->document->notes, &BAD_TIME, faults.bad, STR(""));
    if (faults.backwards)
        notes_add(&b->document->notes, &BACKWARDS, faults.backwards, STR(""));
}

static void add_timed(Building *b, Track *track, int64_t origin) {
    CpuSamples samples;
    Gaps gaps;
    GapCursor at = {0};
    take_samples(b, &samples, &gaps);
    int64_t gap = gaps_get(&gaps, at);
    int64_t start = b->nodes->start == CPU_NO_TIME ? 0 : cpu_clamp(b->nodes->start);
    note_faults(b, cpu_order(b->scratch, &samples, &gaps, start));
    size_t n = samples.count;
    int64_t base = start - cpu_clamp(origin), first = start + gaps_take(&gaps, &at, 1),
            last = first + gaps_take(&gaps, &at, n - 1);
    if (n > 1)
        track->interval = (double)(last - first) / (double)(n - 1);
    PackedSamples packed = {.runs = samples.runs.data,
                            .run_count = samples.runs.count,
                            .base = base,
                            .gaps = gaps,
                            .left = (double)(first - cpu_clamp(origin)),
                            .last = last_weight(b, gap, first, last, n)};
    packed.span = (double)(last - cpu_clamp(origin)) + packed.last - packed.left;
    weigh_samples(b, &samples, &gaps, packed.last);
    stacks_take_samples(b->stacks, n, &packed);
    track->ordered = true;
}

static bool has_length(const CpuNodes *nodes) {
    return nodes->start != CPU_NO_TIME && nodes->end != CPU_NO_TIME && nodes->end > nodes->start;
}

/* Samples in order but without times. */
static void add_untimed(Building *b, Track *track, int64_t origin) {
    const CpuNodes *nodes = b->nodes;
    size_t n = b->table->samples.count;
    bool spread = has_length(nodes);
    double each = spread ? (double)(cpu_clamp(nodes->end) - cpu_clamp(nodes->start)) / (double)n : 1;
    double left = spread ? (double)(cpu_clamp(nodes->start) - cpu_clamp(origin)) : 0;
    size_t at = 0;
    for (size_t i = 0; i < b->table->samples.runs.count; i++) {
        SampleRun run = b->table->samples.runs.data[i];
        uint32_t node = find_node(b, run.node, run.count);
        for (uint32_t k = 0; k < run.count; k++)
            stacks_sample(b->stacks, node, left + each * (double)at++, each);
    }
    notes_add(&b->document->notes, spread ? &ESTIMATED : &NO_TIMES, n, STR(""));
    track->unit.kind = spread ? UNIT_TIME : UNIT_SAMPLES;
    track->interval = spread ? each : 0;
    track->ordered = true;
}

static void add_hits(Building *b, Track *track) {
    const CpuTable *t = b->table;
    bool timed = has_length(b->nodes);
    double hits = 0, each = 1;
    for (size_t i = 0; i < t->rows.count; i++)
        hits += (double)t->rows.data[i].hits;
    if (timed && hits > 0)
        each = (double)(cpu_clamp(b->nodes->end) - cpu_clamp(b->nodes->start)) / hits;
    for (size_t i = 0; i < t->rows.count; i++) {
        uint64_t n = t->rows.data[i].hits;
        if (n > 0)
            stacks_weigh(b->stacks, find_node(b, t->rows.data[i].id, n), each * (double)n, (uint32_t)n);
    }
    if (hits > 0)
        notes_add(&b->document->notes, timed ? &HITS : &NO_TIMES, (uint64_t)hits, STR(""));
    track->unit.kind = timed ? UNIT_TIME : UNIT_SAMPLES;
}

static void note_duplicates(CpuTable *table, Document *document, Arena *scratch) {
    for (uint64_t i = 0; i < table->twice && i < 3; i++)
        notes_add(&document->notes, &TWICE, 1, str_format(scratch, "%" PRId64, table->twice_ids[i]));
    if (table->twice > 3)
        notes_add(&document->notes, &TWICE, table->twice - 3, STR(""));
    for (size_t i = 0; table->shared.count && i < table->samples.runs.count; i++) {
        uint32_t code = table->samples.runs.data[i].node;
        if (map_get(&table->shared, code) != 0)
            continue;
        map_set(&table->shared, code, 1);
        notes_add(&document->notes, &TWICE, 1, str_format(scratch, "%" PRId64, cpu_id(table, code)));
    }
}

static void finish(const CpuNodes *nodes, bool last, Document *document, Track *track, int64_t origin) {
    CpuTable *table = nodes->table;
    Arena *scratch = arena_new_in(document->arena);
    Building b = {.nodes = nodes,
                  .table = table,
                  .last = last,
                  .document = document,
                  .scratch = scratch,
                  .stacks = stacks_new(scratch),
                  .unknown = TREE_NONE,
                  .root = TREE_NONE};
    bool samples = table->samples.count > 0;
    note_duplicates(table, document, scratch);
    begin_rows(&b);
    track->unit.kind = UNIT_TIME;
    if (samples && table->deltas.count > 0)
        add_timed(&b, track, origin);
    else if (samples)
        add_untimed(&b, track, origin);
    else
        add_hits(&b, track);
    end_rows(&b);
    stacks_finish(b.stacks, document->arena, track, samples);
    track->kind = samples ? TRACK_SAMPLES : TRACK_MERGED;
    arena_free(scratch);
}

void cpu_nodes_finish(const CpuNodes *nodes, Document *document, Track *track, int64_t origin) {
    finish(nodes, false, document, track, origin);
}

void cpu_nodes_end(CpuNodes *nodes, Document *document, Track *track, int64_t origin) {
    finish(nodes, true, document, track, origin);
}
