/* format/fmt_cpuprofile and format/cpu_nodes: the shapes of V8 profiles, whose time is whose, and what is repaired. */
#include <check.h>

#include "describe.h"
#include "doc/load.h"
#include "snapshots.h"

#define CALL(name, line)                                                                                    \
    "\"callFrame\":{\"functionName\":\"" name "\",\"scriptId\":\"9\",\"url\":\"a.js\",\"lineNumber\":" line \
    ",\"columnNumber\":0}"
#define META(name) \
    "\"callFrame\":{\"functionName\":\"" name "\",\"scriptId\":0,\"url\":\"\",\"lineNumber\":-1,\"columnNumber\":-1}"
#define ROOT "{\"id\":1," META("(root)")
#define NODES                                                                                                 \
    "\"nodes\":[" ROOT ",\"children\":[2,4]},{\"id\":2," CALL("f", "1") ",\"children\":[3]},{\"id\":3," CALL( \
        "g", "2") "},{\"id\":4," META("(idle)") "}]"

static const struct {
    const char *in, *want;
} rows[] = {
    /* a sample lasts until the next one, the last until the end */
    {"{" NODES ",\"startTime\":0,\"endTime\":1000,\"samples\":[2,3,4],\"timeDeltas\":[100,200,300]}",
     "all ms 0.9/2: f 0.2/0.5, g 0.3/0.3; idle 0.4 unattributed 0\n"},
    /* without an end behind it, an average interval */
    {"{" NODES ",\"startTime\":0,\"endTime\":600,\"samples\":[2,3,2],\"timeDeltas\":[100,200,300]}",
     "all ms 0.75/2: f 0.45/0.75, g 0.3/0.3\n"},
    /* one sample and no end: its own delta */
    {"{" NODES ",\"startTime\":5,\"endTime\":5,\"samples\":[3],\"timeDeltas\":[0]}",
     "all ms 0/2: f 0/0, g 0/0\n"
     "total-zero: 1 sample, but all of one moment: the total is 0\n"},
    {"{" NODES ",\"samples\":[3],\"timeDeltas\":[70]}", "all ms 0.07/2: f 0/0.07, g 0.07/0.07\n"},
    /* parent links, samples before nodes */
    {"{\"samples\":[3],\"timeDeltas\":[10],\"startTime\":0,\"endTime\":20,\"nodes\":[{\"id\":3,\"parent\":2," CALL(
         "g", "2") "},{\"id\":2,\"parent\":1," CALL("f", "1") "}," ROOT "}]}",
     "all ms 0.01/2: f 0/0.01, g 0.01/0.01\n"},
    /* times that go back are sorted, fractions count */
    {"{" NODES ",\"startTime\":0,\"endTime\":3000,\"samples\":[2,2,4,3],\"timeDeltas\":[0,1000.5,-200,1199.5]}",
     "all ms 3/2: f 1.8/2.8, g 1/1; idle 0.2 unattributed 0\n"
     "time-backwards: 1 sample went back in time; the samples were sorted\n"},
    /* unknown ids, ragged arrays, a bare root */
    {"{" NODES ",\"startTime\":0,\"endTime\":500,\"samples\":[2,99,1,2,2],\"timeDeltas\":[100,100,100]}",
     "all ms 0.4/1: f 0.1/0.1; idle 0 unattributed 0.3\n"
     "ragged-arrays: 2 samples or time deltas without a partner left out\n"
     "unknown-node: 1 sample of a node that is not defined (99)\n"},
    /* no times: spread; no end either: counted; no samples: hits */
    {"{" NODES ",\"startTime\":0,\"endTime\":300,\"samples\":[2,3,3]}",
     "all ms 0.3/2: f 0.1/0.3, g 0.2/0.2\n"
     "times-estimated: no time deltas: 3 samples spread evenly over the recording\n"},
    {"{" NODES ",\"samples\":[2,3,3]}",
     "all samples 3/2: f 1/3, g 2/2\nno-times: no times at all: 3 samples counted instead\n"},
    {"{\"nodes\":[{\"id\":1,\"hitCount\":3," CALL("f", "1") ",\"children\":[2]},{\"id\":2,\"hitCount\":7," CALL(
         "g", "2") "}],\"startTime\":0,\"endTime\":10000}",
     "all ms 10/2: f 3/10, g 7/7\nhit-counts: no samples: times estimated from 10 hits\n"},
    /* one id twice, a child that is not there, a cycle */
    {"{\"nodes\":[{\"id\":2," CALL("f", "1") "},{\"id\":2," CALL(
         "g", "2") ",\"children\":[2]}],\"startTime\":0,\"endTime\":9,\"samples\":[2],"
                   "\"timeDeltas\":[0]}",
     "all ms 0.009/1: f 0.009/0.009\nduplicate-node-id: node id (2) defined twice; the first stands\n"
     "node-cycle: 1 node (f) would be above itself; taken as a root\n"},
    {"{\"nodes\":[{\"id\":1," CALL("f", "1") ",\"children\":[2,8]},{\"id\":2," CALL(
         "g", "2") ",\"children\":[1]}],\"startTime\":0,\"endTime\":9,\"samples\":[2],\"timeDeltas\":[0]}",
     "all ms 0.009/2: f 0/0.009, g 0.009/0.009\nnode-cycle: 1 node (f) would be above itself; taken as a root\n"},
    /* the old head tree: seconds, lines from 1, nested */
    {"{\"head\":{\"functionName\":\"(root)\",\"url\":\"\",\"id\":1,\"children\":[{\"functionName\":\"t\",\"url\":\"x."
     "js\",\"lineNumber\":3,\"id\":2,"
     "\"children\":[{\"functionName\":\"u\",\"url\":\"x.js\",\"lineNumber\":8,\"id\":3,\"children\":[]}]}]},"
     "\"startTime\":100.0,"
     "\"endTime\":100.003,\"samples\":[2,3,2],\"timestamps\":[100000000,100001000,100002000]}",
     "all ms 3/2: t 2/3, u 1/1\n"},
    {"{\"id\":1,\"result\":{\"profile\":{" NODES
     ",\"startTime\":0,\"endTime\":10,\"samples\":[2],\"timeDeltas\":[0]}}}",
     "all ms 0.01/1: f 0.01/0.01\n"},
    {"{" NODES ",\"startTime\":0,\"endTime\":10}", "error: a CPU profile with 4 nodes but no samples\n"},
    {"{" NODES ",\"startTime\":0,\"endTime\":400,\"timeDeltas\":[0,100,100],\"samples\":[2,3,",
     "all ms 0.4/2: f 0.1/0.4, g 0.3/0.3\n"
     "file-ends-early: file ends early (byte 521; 2 samples read)\n"
     "ragged-arrays: 1 sample or time delta without a partner left out\n"},
    /* beyond 2^63 */
    {"{" NODES ",\"startTime\":0,\"samples\":[2,3],\"timeDeltas\":[0,99999999999999999999]}",
     "all ms 0/2: f 0/0, g 0/0\nbad-time: 1 time that is no number or too large taken as 0\n"
     "total-zero: 2 samples, but all of one moment: the total is 0\n"},
};

START_TEST(reads) {
    Arena *arena = arena_new();
    Str got = describe_bytes(arena, str_from(rows[_i].in));
    ck_assert_str_eq(str_c(arena, got), rows[_i].want);
    arena_free(arena);
}
END_TEST

static const struct {
    const char *call, *name, *file, *module;
    int line, column;
    FrameKind kind;
} frames[] = {
    {"\"functionName\":\"\",\"scriptId\":\"3\",\"url\":\"file:///a/b.js\",\"lineNumber\":41,\"columnNumber\":2",
     "(anonymous)", "file:///a/b.js", "", 42, 3, FRAME_CODE},
    {"\"functionName\":\"\",\"scriptId\":\"3\",\"url\":\"\",\"lineNumber\":0,\"columnNumber\":0", "(anonymous)", "", "",
     1, 1, FRAME_CODE},
    {"\"functionName\":\"map\",\"scriptId\":\"0\",\"url\":\"\",\"lineNumber\":-1,\"columnNumber\":-1", "map", "", "", 0,
     0, FRAME_NATIVE},
    {"\"functionName\":\"(program)\",\"scriptId\":\"0\",\"url\":\"\",\"lineNumber\":0,\"columnNumber\":0", "(program)",
     "", "", 0, 0, FRAME_PROGRAM},
    {"\"functionName\":\"(garbage collector)\"", "(garbage collector)", "", "", 0, 0, FRAME_GC},
    {"\"functionName\":\"f\",\"url\":\"node:fs\",\"lineNumber\":1,\"columnNumber\":0", "f", "node:fs", "node", 2, 1,
     FRAME_CODE},
    {"\"functionName\":\"f\",\"url\":\"/x/node_modules/a/node_modules/@s/p/i.js\",\"lineNumber\":null", "f",
     "/x/node_modules/a/node_modules/@s/p/i.js", "@s/p", 0, 0, FRAME_CODE},
    {"\"functionName\":\"sort\",\"url\":\"native array.js\",\"lineNumber\":5", "sort", "native array.js", "", 6, 0,
     FRAME_NATIVE},
};

START_TEST(call_frames) {
    Arena *arena = arena_new();
    Err err = {0};
    Str in = str_format(arena, "{\"nodes\":[{\"id\":1,\"callFrame\":{%s}}],\"samples\":[1],\"timeDeltas\":[1]}",
                        frames[_i].call);
    Document *d = load_memory(STR("x"), in, NULL, &err);
    ck_assert_msg(d != NULL, "%s", err.message);
    const Frame *frame = &d->frames.list[d->tracks.data[0]->tree->frame[0]];
    ck_assert(str_is(intern_str(d->frames.strings, frame->name), frames[_i].name));
    ck_assert(str_is(intern_str(d->frames.strings, frame->file), frames[_i].file));
    ck_assert(str_is(intern_str(d->frames.strings, frame->module), frames[_i].module));
    ck_assert_int_eq(frame->line, frames[_i].line);
    ck_assert_int_eq(frame->column, frames[_i].column);
    ck_assert_int_eq(frame->kind, frames[_i].kind);
    document_free(d);
    arena_free(arena);
}
END_TEST

/* Pictures before the last byte: hits, then samples spread evenly, then samples with times. */
START_TEST(snapshots) {
    enum { SAMPLES = 100000 };
    Arena *arena = arena_new();
    Text text = text_new(arena);
    double last, total;
    text_add_c(&text, "{" NODES ",\"startTime\":0,\"endTime\":100000,\"samples\":[2");
    for (int i = 1; i < SAMPLES; i++)
        text_add_c(&text, i % 3 ? ", 2" : ", 3");
    text_add_c(&text, "],\"timeDeltas\":[0");
    for (int i = 1; i < SAMPLES; i++)
        text_add_c(&text, ", 1");
    text_add_c(&text, "]}");
    ck_assert_uint_ge(snapshots_of(text_str(&text), &last, &total), 1);
    ck_assert_double_eq(total, 1e8);
    ck_assert_double_eq(last, 1e8); /* however many samples there are, they fill the recording */
    arena_free(arena);
}
END_TEST

Suite *test_fmt_cpuprofile(void);
Suite *test_fmt_cpuprofile(void) {
    Suite *s = suite_create("fmt_cpuprofile");
    TCase *t = tcase_create("fmt_cpuprofile");
    tcase_add_loop_test(t, reads, 0, (int)(sizeof rows / sizeof *rows));
    tcase_add_loop_test(t, call_frames, 0, (int)(sizeof frames / sizeof *frames));
    tcase_add_test(t, snapshots);
    suite_add_tcase(s, t);
    return s;
}
