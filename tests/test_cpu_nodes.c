/* format/cpu_nodes: V8's node tables become the track that its own tools would show. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "format/cpu_table.h"

#define NODES                                                                                                          \
    "[{\"id\":1,\"callFrame\":{\"functionName\":\"(root)\"}},"                                                         \
    "{\"id\":3,\"parent\":2,\"hitCount\":3,\"callFrame\":{\"functionName\":\"\",\"url\":\"b.js\",\"lineNumber\":9,"    \
    "\"columnNumber\":4}},"                                                                                            \
    "{\"id\":2,\"parent\":1,\"hitCount\":1,\"callFrame\":{\"functionName\":\"a\",\"url\":\"a.js\",\"lineNumber\":0}}," \
    "{\"id\":4,\"parent\":1,\"callFrame\":{\"functionName\":\"(idle)\"}}]"

static const struct {
    const char *nodes, *samples, *deltas;
    int64_t start, end; /* us */
    const char *want;   /* "depth name:line total/self ..." of the tree in us (or counts) */
    const char *note;   /* what some note must say, NULL = none at all */
} rows[] = {
    {NODES, "[2,3,3,4]", "[100,10,20,30]", 1000, 1200, "0 a:1 60/10 1 (anonymous):10 50/50 0 (idle):0 40/40 ", NULL},
    /* the last one lasts an average interval */
    {NODES, "[2,3]", "[5,100]", 0, CPU_NO_TIME, "0 a:1 200/100 1 (anonymous):10 100/100 ", NULL},
    /* a single one: until the end, else its delta */
    {NODES, "[2]", "[5]", 0, 50, "0 a:1 45/45 ", NULL},
    {NODES, "[2]", "[5]", 0, 5, "0 a:1 5/5 ", NULL},
    /* back in time: sorted */
    {NODES, "[2,2,2,3]", "[0,1000,-200,1200]", 0, 3000, "0 a:1 3000/2000 1 (anonymous):10 1000/1000 ", "went back"},
    /* no deltas: spread; nothing at all: counted */
    {NODES, "[2,3,3,2]", "[]", 1000, 5000, "0 a:1 4000/2000 1 (anonymous):10 2000/2000 ", "spread evenly"},
    {NODES, "[2,3]", "[]", CPU_NO_TIME, CPU_NO_TIME, "0 a:1 2/1 1 (anonymous):10 1/1 ", "counted instead"},
    {NODES, "[]", "[]", 0, 800, "0 a:1 800/200 1 (anonymous):10 600/600 ", "from 12 hits"},
    {NODES, "[]", "[]", CPU_NO_TIME, CPU_NO_TIME, "0 a:1 4/1 1 (anonymous):10 3/3 ", "counted instead"},
    /* ragged, unknown ids, the root's own samples */
    {NODES, "[2,99,1,2,2]", "[100,100,100]", 0, 500, "0 a:1 100/100 0 (unknown):0 100/100 0 (root):0 200/200 ",
     "not defined (99)"},
    {"[{\"id\":2,\"callFrame\":{\"functionName\":\"a\"}},{\"id\":2,\"callFrame\":{\"functionName\":\"b\"}}]", "[2]",
     "[0]", 0, 9, "0 a:0 9/9 ", "(2) defined twice"},
    {"[{\"id\":1,\"parent\":2,\"callFrame\":{\"functionName\":\"a\"}},{\"id\":2,\"parent\":1,\"callFrame\":{"
     "\"functionName\":\"b\"}}]",
     "[1]", "[0]", 0, 9, "0 b:0 9/0 1 a:0 9/9 ", "above itself"},
    /* children before parent, flat nodes of old files */
    {"[{\"id\":1,\"children\":[2],\"functionName\":\"a\"},{\"id\":2,\"parent\":7,\"functionName\":\"b\",\"lineNumber\":"
     "3}]",
     "[2]", "[0]", 0, 9, "0 a:0 9/0 1 b:4 9/9 ", NULL},
    {"[{\"id\":1,\"functionName\":\"cut\"},{\"id\":2,\"functionNa", "[1]", "[0]", 0, 9, "0 cut:0 9/9 ", NULL},
};

static Json json_of(Arena *arena, const char *text) {
    Err err = {0};
    return json_new(arena, source_memory(arena, str_from(text), NULL, &err));
}

static Str tell(Arena *arena, const Document *document, const Track *track) {
    double unit = track->unit.kind == UNIT_TIME ? 1000 : 1;
    const Tree *tree = track->tree;
    Text text = text_new(arena);
    for (uint32_t i = 0; i < tree->count; i++)
        text_addf(&text, "%u %.*s:%d %g/%g ", tree->depth[i], STR_ARG(frame_name(&document->frames, tree->frame[i])),
                  document->frames.list[tree->frame[i]].line, tree->total[i] / unit, tree->self[i] / unit);
    return text_str(&text);
}

static CpuNodes *read(Arena *arena, Document *document, int i) {
    CpuNodes *nodes = cpu_nodes_new(arena, &document->frames);
    Json a = json_of(arena, rows[i].nodes), b = json_of(arena, rows[i].samples), c = json_of(arena, rows[i].deltas);
    cpu_nodes_read(nodes, &a);
    ck_assert(cpu_nodes_read_samples(nodes, &b) && cpu_nodes_read_deltas(nodes, &c));
    nodes->start = rows[i].start == CPU_NO_TIME ? CPU_NO_TIME : rows[i].start * 1000;
    nodes->end = rows[i].end == CPU_NO_TIME ? CPU_NO_TIME : rows[i].end * 1000;
    return nodes;
}

START_TEST(tracks) {
    Arena *arena = arena_new();
    Document *document = document_new(arena_new());
    CpuNodes *nodes = read(arena, document, _i);
    for (int turn = 0; turn < 3; turn++) { /* finishing leaves the builder as it was, ending does not */
        Track *track = document_add_track(document);
        if (turn < 2)
            cpu_nodes_finish(nodes, document, track, 0);
        else
            cpu_nodes_end(nodes, document, track, 0);
        ck_assert_str_eq(tell(arena, document, track).data, rows[_i].want);
        ck_assert_ptr_null(tree_check(track->tree));
    }
    bool told = rows[_i].note == NULL;
    for (size_t i = 0; i < document->notes.count; i++) {
        ck_assert_msg(rows[_i].note != NULL, "%s", note_text(arena, &document->notes.list[i]).data);
        told |= strstr(note_text(arena, &document->notes.list[i]).data, rows[_i].note) != NULL;
    }
    ck_assert_msg(told, "no note says '%s'", rows[_i].note);
    document_free(document);
    arena_free(arena);
}
END_TEST

START_TEST(times) {
    Arena *arena = arena_new();
    Document *document = document_new(arena_new());
    CpuNodes *nodes = read(arena, document, 0);
    Track *track = document_add_track(document);
    ck_assert_int_eq(cpu_nodes_first(nodes), 1100000);
    cpu_nodes_finish(nodes, document, track, 1000000);
    ck_assert_uint_eq(track->samples.count, 4);
    static const struct {
        double left, weight;
    } want[] = {{100000, 10000}, {110000, 20000}, {130000, 30000}, {160000, 40000}};
    SampleWalk walk = track_walk(track);
    for (int i = 0; i < 4; i++) {
        ck_assert(sample_next(&walk));
        ck_assert_double_eq(walk.left, want[i].left);
        ck_assert_double_eq(walk.weight, want[i].weight);
    }
    ck_assert(!sample_next(&walk));
    ck_assert_double_eq(track->interval, 20000);
    ck_assert(track->ordered && track->sample_count == 4);
    ck_assert_int_eq(document->frames.list[track->tree->frame[2]].kind, FRAME_IDLE);
    document_free(document);
    arena_free(arena);
}
END_TEST

/* ---- order ---- */

enum { MOST = 5000 };
static const struct {
    size_t n;
    uint32_t one_in, back; /* so many gaps go back, so far at most */
    int64_t unit;
} orders[] = {
    {1, 1, 9, 1},
    {2, 1, 9, 1},
    {9, 2, 50, 1},
    {MOST, 400, 3, 1000},
    {MOST, 400, 90, 1000},
    {MOST, 30, 500, 1},
    {MOST, 2, 300, 1}, /* the last is sorted as a whole */
    {3000, 900, 200, (int64_t)1 << 40},
    {MOST, 1, 1, (int64_t)1 << 58},
};

typedef struct Moment {
    int64_t time;
    uint32_t node, place;
} Moment;

static int by_time(const void *a, const void *b) {
    const Moment *x = a, *y = b;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

static uint32_t next(uint32_t *random) {
    return (*random = *random * 1664525 + 1013904223) >> 8;
}

/* Fills samples and gaps, and what each begins at. */
static void make_samples(Arena *arena, int row, CpuSamples *samples, Gaps *gaps, Moment *moments) {
    uint32_t random = (uint32_t)row + 5, node = 0;
    int64_t now = 7;
    for (uint32_t i = 0; i < orders[row].n; i++) {
        bool back = next(&random) % orders[row].one_in == 0;
        int64_t gap = back ? -(int64_t)(next(&random) % (orders[row].back + 1)) : next(&random) % 20;
        gap *= orders[row].unit;
        if (next(&random) % 500 == 0)
            gap = GAPS_NONE;
        node = next(&random) % 5 == 0 ? next(&random) % 7 : node;
        cpu_samples_add(arena, samples, node, 1);
        gaps_add(arena, gaps, &gap, 1);
        now = cpu_clamp(now + (gap == GAPS_NONE ? 0 : cpu_clamp(gap)));
        moments[i] = (Moment){now, node, i};
    }
}

START_TEST(order) {
    Arena *arena = arena_new();
    Moment *moments = arena_many(arena, Moment, MOST);
    size_t n = orders[_i].n;
    CpuSamples samples = {0};
    Gaps gaps = {0};
    GapCursor at = {0};
    make_samples(arena, _i, &samples, &gaps, moments);
    cpu_order(arena, &samples, &gaps, 7);
    qsort(moments, n, sizeof *moments, by_time);
    ck_assert_uint_eq(samples.count, n);
    ck_assert_uint_eq(gaps.count, n);
    int64_t now = 7;
    for (size_t i = 0, k = 0; i < samples.runs.count; i++) {
        ck_assert(i == 0 || samples.runs.data[i].node != samples.runs.data[i - 1].node);
        for (uint32_t c = 0; c < samples.runs.data[i].count; c++, k++) {
            now += gaps_take(&gaps, &at, 1);
            ck_assert_int_eq(now, moments[k].time);
            ck_assert_uint_eq(samples.runs.data[i].node, moments[k].node);
        }
    }
    arena_free(arena);
}
END_TEST

Suite *test_cpu_nodes(void);
Suite *test_cpu_nodes(void) {
    Suite *s = suite_create("cpu_nodes");
    TCase *t = tcase_create("cpu_nodes");
    tcase_add_loop_test(t, tracks, 0, sizeof rows / sizeof *rows);
    tcase_add_test(t, times);
    tcase_add_loop_test(t, order, 0, sizeof orders / sizeof *orders);
    suite_add_tcase(s, t);
    return s;
}
