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

typedef struct Building {
    const CpuNodes *nodes;
    const CpuTable *table;
    Document *document;
    Arena *scratch;
    Stacks *stacks;
    uint32_t *parent;       /* row -> row; TREE_NONE = none */
    uint32_t *place;        /* row -> node of stacks; TREE_NONE = the root that is no row */
    uint8_t *state;         /* of a row while places are found */
    Array(uint32_t) way;    /* rows from one without a place up to the top */
    uint32_t unknown, root; /* nodes of stacks for samples without a function */
    uint32_t *dense;        /* id -> row, where ids are small numbers: id < dense_count; the map knows the others */
    size_t dense_count;
    int64_t last_id; /* samples come in bursts: the id before, and its node; CPU_NO_NODE = none yet */
    uint32_t last_node;
} Building;

enum { TO_DO, ON_THE_WAY, DONE };

/* V8 counts its nodes from 1. */
static void find_dense(Building *b) {
    const CpuTable *t = b->table;
    size_t most = t->rows.count * 4 + 16;
    for (size_t i = 0; i < t->rows.count; i++) {
        uint64_t id = (uint64_t)t->rows.data[i].id;
        if (id < most && id >= b->dense_count)
            b->dense_count = id + 1;
    }
    b->dense = arena_many(b->scratch, uint32_t, b->dense_count);
    for (size_t i = 0; i < b->dense_count; i++)
        b->dense[i] = MAP_NONE;
    for (size_t i = 0; i < t->rows.count; i++)
        if ((uint64_t)t->rows.data[i].id < b->dense_count)
            b->dense[t->rows.data[i].id] = (uint32_t)i;
}

/* MAP_NONE where no row has that id. */
static uint32_t find_row(const Building *b, int64_t id) {
    uint32_t row = (uint64_t)id < b->dense_count ? b->dense[id] : MAP_NONE;
    return row != MAP_NONE ? row : map_get(&b->table->ids, (uint64_t)id);
}

static void find_parents(Building *b) {
    const CpuTable *t = b->table;
    for (size_t i = 0; i < t->rows.count; i++)
        b->parent[i] = TREE_NONE;
    for (size_t i = 0; i < t->links.count; i++) {
        uint32_t parent = find_row(b, t->links.data[i].parent);
        uint32_t child = find_row(b, t->links.data[i].child);
        if (parent != MAP_NONE && child != MAP_NONE && b->parent[child] == TREE_NONE)
            b->parent[child] = parent;
    }
    for (size_t i = 0; i < t->rows.count; i++)
        if (b->parent[i] == TREE_NONE && t->rows.data[i].parent != CPU_NO_NODE)
            b->parent[i] = find_row(b, t->rows.data[i].parent);
}

static FrameKind kind(const Building *b, uint32_t row) {
    return b->document->frames.list[b->table->rows.data[row].frame].kind;
}

/* Places row, whose parent has its place. */
static void place(Building *b, uint32_t row) {
    uint32_t above = b->parent[row] == TREE_NONE ? TREE_NONE : b->place[b->parent[row]];
    bool is_root = b->parent[row] == TREE_NONE && kind(b, row) == FRAME_ROOT;
    b->place[row] = is_root ? TREE_NONE : stacks_child(b->stacks, above, b->table->rows.data[row].frame);
    b->state[row] = DONE;
}

/* Finds the place of row and of all above it: the way up is walked to what has a place, then placed from the top. */
static void find_place(Building *b, uint32_t row) {
    for (; row != TREE_NONE && b->state[row] != DONE; row = b->parent[row]) {
        if (b->state[row] == ON_THE_WAY && b->way.count) {
            uint32_t last = array_last(&b->way);
            FrameId frame = b->table->rows.data[last].frame;
            notes_add(&b->document->notes, &CYCLE, 1, frame_name(&b->document->frames, frame));
            b->parent[last] = TREE_NONE;
            break;
        }
        b->state[row] = ON_THE_WAY;
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

static uint32_t find_node(Building *b, int64_t id) {
    uint32_t row = find_row(b, id);
    if (row == MAP_NONE) {
        char text[24];
        snprintf(text, sizeof text, "%" PRId64, id);
        notes_add(&b->document->notes, &UNKNOWN, 1, str_from(id == JSON_NO_NUMBER ? "null" : text));
        return meta_node(b, &b->unknown, "(unknown)", FRAME_UNKNOWN);
    }
    find_place(b, row);
    return b->place[row] != TREE_NONE ? b->place[row] : meta_node(b, &b->root, "(root)", FRAME_ROOT);
}

static uint32_t node_of(Building *b, int64_t id) {
    if (id != b->last_id || id == CPU_NO_NODE || b->last_node == b->unknown) {
        b->last_node = find_node(b, id);
        b->last_id = id;
    }
    return b->last_node;
}

/* ---- times ---- */

/* A time, and in its place later the start that it is on the axis. */
typedef union Moment {
    int64_t time;
    double start;
} Moment;

/* Samples in the making: the arrays that the track gets. */
typedef struct Timed {
    size_t n;
    Moment *moments;
    uint32_t *nodes; /* before they are found: which sample of the file it is */
    double *weights;
    size_t moves; /* left to bring samples back into order one by one, which in real files are few and near */
} Timed;

typedef struct Stamp {
    int64_t time;
    uint32_t sample;
} Stamp;

static void merge_stamps(Stamp *to, const Stamp *from, size_t left, size_t mid, size_t right) {
    size_t a = left, b = mid;
    for (size_t i = left; i < right; i++)
        to[i] = b >= right || (a < mid && from[a].time <= from[b].time) ? from[a++] : from[b++];
}

/* Moves the last of i + 1 back to its place, as far as moves go. Stable. */
static void insert_moment(Timed *t, size_t i) {
    int64_t time = t->moments[i].time;
    uint32_t sample = t->nodes[i];
    for (; i > 0 && t->moments[i - 1].time > time && t->moves > 0; i--, t->moves--) {
        t->moments[i].time = t->moments[i - 1].time;
        t->nodes[i] = t->nodes[i - 1];
    }
    t->moments[i].time = time;
    t->nodes[i] = sample;
}

/* Stable, bottom-up. */
static void sort_moments(Arena *scratch, Timed *t) {
    size_t n = t->n;
    Stamp *from = arena_grow(scratch, NULL, n * sizeof *from), *to = arena_grow(scratch, NULL, n * sizeof *to);
    for (size_t i = 0; i < n; i++)
        from[i] = (Stamp){t->moments[i].time, t->nodes[i]};
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t i = 0; i < n; i += 2 * width) {
            size_t mid = i + width < n ? i + width : n, right = i + 2 * width < n ? i + 2 * width : n;
            merge_stamps(to, from, i, mid, right);
        }
        Stamp *swap = from;
        from = to;
        to = swap;
    }
    for (size_t i = 0; i < n; i++) {
        t->moments[i].time = from[i].time;
        t->nodes[i] = from[i].sample;
    }
    arena_release(scratch, from);
    arena_release(scratch, to);
}

/* The times of the samples, sorted. */
static void find_times(Building *b, Timed *t) {
    const CpuNumbers *deltas = &b->table->deltas;
    int64_t now = b->nodes->start == CPU_NO_TIME ? 0 : cpu_clamp(b->nodes->start), latest = INT64_MIN;
    uint64_t backwards = 0, bad = 0;
    t->moves = 8 * t->n;
    for (size_t i = 0; i < t->n; i++) {
        int64_t delta = cpu_number(deltas, i);
        bool none = delta == JSON_NO_NUMBER;
        delta = none ? 0 : cpu_clamp(delta);
        bad += none;
        now = cpu_clamp(now + delta);
        backwards += i > 0 && delta < 0;
        t->moments[i].time = now;
        t->nodes[i] = (uint32_t)i;
        if (now < latest && t->moves)
            insert_moment(t, i);
        latest = now > latest ? now : latest;
    }
    if (!t->moves)
        sort_moments(b->scratch, t);
    if (bad)
        notes_add(&b->document->notes, &BAD_TIME, bad, STR(""));
    if (backwards)
        notes_add(&b->document->notes, &BACKWARDS, backwards, STR(""));
}

static double last_weight(const Building *b, const Timed *t) {
    int64_t last = t->moments[t->n - 1].time, first = cpu_number(&b->table->deltas, 0);
    if (b->nodes->end != CPU_NO_TIME && b->nodes->end > last)
        return (double)(cpu_clamp(b->nodes->end) - last);
    if (t->n > 1)
        return (double)(last - t->moments[0].time) / (double)(t->n - 1);
    return first > 0 ? (double)first : 0;
}

/* From times to starts, weights and nodes. Samples come in bursts on one node. */
static void fill_samples(Building *b, Timed *t, int64_t origin) {
    const CpuNumbers *samples = &b->table->samples;
    double last = last_weight(b, t);
    int64_t known = CPU_NO_NODE;
    uint32_t node = TREE_NONE;
    for (size_t i = 0; i < t->n; i++) {
        int64_t time = t->moments[i].time, id = cpu_number(samples, t->nodes[i]);
        if (id != known || id == CPU_NO_NODE) {
            node = node_of(b, id);
            known = node == b->unknown ? CPU_NO_NODE : id; /* each of those is counted */
        }
        t->weights[i] = i + 1 < t->n ? (double)(t->moments[i + 1].time - time) : last;
        t->moments[i].start = (double)(time - origin);
        t->nodes[i] = node;
        stacks_weigh(b->stacks, node, t->weights[i], 1);
    }
}

static void add_timed(Building *b, Track *track, int64_t origin) {
    size_t samples = b->table->samples.count, deltas = b->table->deltas.count, n = samples < deltas ? samples : deltas;
    size_t most = samples < deltas ? deltas : samples;
    n = n < UINT32_MAX ? n : UINT32_MAX;
    if (most > n)
        notes_add(&b->document->notes, &RAGGED, most - n, STR(""));
    Timed t = {.n = n,
               .moments = arena_grow(b->scratch, NULL, n * sizeof *t.moments),
               .nodes = arena_grow(b->scratch, NULL, n * sizeof *t.nodes),
               .weights = arena_grow(b->scratch, NULL, n * sizeof *t.weights)};
    find_times(b, &t);
    if (n > 1)
        track->interval = (double)(t.moments[n - 1].time - t.moments[0].time) / (double)(n - 1);
    fill_samples(b, &t, cpu_clamp(origin));
    stacks_take_samples(b->stacks, n, t.nodes, &t.moments->start, t.weights);
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
    for (size_t i = 0; i < n; i++)
        stacks_sample(b->stacks, node_of(b, cpu_number(&b->table->samples, i)), left + each * (double)i, each);
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
            stacks_weigh(b->stacks, node_of(b, t->rows.data[i].id), each * (double)n,
                         n > UINT32_MAX ? UINT32_MAX : (uint32_t)n);
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
    for (size_t i = 0; table->shared.count && i < table->samples.count; i++) {
        uint64_t id = (uint64_t)cpu_number(&table->samples, i);
        if (map_get(&table->shared, id) != 0)
            continue;
        map_set(&table->shared, id, 1);
        notes_add(&document->notes, &TWICE, 1, str_format(scratch, "%" PRId64, (int64_t)id));
    }
}

void cpu_nodes_finish(const CpuNodes *nodes, Document *document, Track *track, int64_t origin) {
    const CpuTable *table = nodes->table;
    Arena *scratch = arena_new_in(document->arena);
    Building b = {.nodes = nodes,
                  .table = table,
                  .document = document,
                  .scratch = scratch,
                  .stacks = stacks_new(scratch),
                  .unknown = TREE_NONE,
                  .root = TREE_NONE,
                  .last_id = CPU_NO_NODE};
    b.parent = arena_many(scratch, uint32_t, table->rows.count);
    b.place = arena_many(scratch, uint32_t, table->rows.count);
    b.state = arena_many(scratch, uint8_t, table->rows.count);
    note_duplicates(nodes->table, document, scratch);
    find_dense(&b);
    find_parents(&b);
    track->unit.kind = UNIT_TIME;
    bool samples = table->samples.count > 0;
    if (samples && table->deltas.count > 0)
        add_timed(&b, track, origin);
    else if (samples)
        add_untimed(&b, track, origin);
    else
        add_hits(&b, track);
    stacks_finish(b.stacks, document->arena, track, samples);
    track->kind = samples ? TRACK_SAMPLES : TRACK_MERGED;
    arena_free(scratch);
}
