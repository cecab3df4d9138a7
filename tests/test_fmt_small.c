/* The small readers, a row or two each: stackprof, V8 --prof logs and heap profiles, Safari, Instruments. */
#include <check.h>

#include "describe.h"
#include "doc/load.h"

#define RUBY                                                                                                         \
    "\"frames\":{\"1\":{\"name\":\"main\",\"file\":\"a.rb\",\"line\":1},\"2\":{\"name\":\"work\",\"file\":\"a.rb\"," \
    "\"line\":5}}"

static const struct {
    const char *in, *want;
} rows[] = {
    {"{\"version\":1.2,\"mode\":\"wall\",\"interval\":1000,\"samples\":4," RUBY ",\"raw\":[2,1,2,3,1,1,1],"
     "\"raw_timestamp_deltas\":[1000,1000,5000,2000]}",
     "wall ms 9/2: main 2/9, work 7/7\nsamples samples 4/2: main 1/4, work 3/3\n"},
    {"{\"mode\":\"object\",\"interval\":1,\"samples\":4," RUBY ",\"raw\":[2,1,2,3,1,1,1]}",
     "object objects 4/2: main 1/4, work 3/3\n"},
    {"{\"mode\":\"cpu\",\"interval\":100,\"samples\":2,\"raw\":[1,1,2]," RUBY "}",
     "cpu ms 0.2/1: main 0.2/0.2\nsamples samples 2/1: main 2/2\n"
     "interval: weights are samples times the interval of (100 µs)\n"},
    {"{\"mode\":\"wall\",\"samples\":0,\"frames\":{}}", "error: stackprof file with 0 samples\n"},
    {"{\"mode\":\"wall\",\"samples\":4," RUBY "}",
     "error: stackprof file without stacks: record it with `raw: true`\n"},
    {"{\"mode\":\"wall\",\"interval\":1,\"samples\":1,\"raw\":[1,1,1,99,1]," RUBY "}",
     "wall ms 0.001/1: main 0.001/0.001\nsamples samples 1/1: main 1/1\n"
     "cut-raw: the last stack of `raw` is cut short\ninterval: weights are samples times the interval of (1 µs)\n"},
    {"{\"mode\":\"wall\",\"samples\":6,\"raw\":[2,1,2,1, 1,9,1, 2,1,\"2\",2, 0,1, "
     "1,\"x\",1],\"raw\":[2,1,2,1,1,9,1,3]," RUBY "}",
     "samples samples 8/2: main 0/4, work 4/4; idle 0 unattributed 4\n"
     "unknown-frame: 3 frame ids without an entry under `frames`\n"
     "cut-raw: the last stack of `raw` is cut short\n"},
    {"{\"mode\":\"wall\",\"samples\":6,\"frames\":{\"x\":{\"name\":\"f\"},\"18446744073709551615\":{\"name\":\"g\"}},"
     "\"raw\":[1,\"x\",1,2,\"x\",18446744073709551615,4]}",
     "samples samples 5/2: f 1/5, g 4/4\n"},
    {"{\"code\":[{\"name\":\"lib\",\"type\":\"SHARED_LIB\"},{\"name\":\"f\",\"type\":\"JS\",\"func\":0}],"
     "\"functions\":[{\"name\":\"f "
     "/a/b.js:3:4\",\"codes\":[1]}],\"ticks\":[{\"tm\":2000,\"s\":[0,5,1,7]},{\"tm\":1000,\"s\":[1,2]}]}",
     "ticks ms 2/2: f 1/2, lib 1/1\n"},
    {"{\"version\":1,\"recording\":{\"displayName\":\"R\",\"sampleStackTraces\":[{\"timestamp\":1,\"stackFrames\":["
     "{\"name\":\"in\",\"url\":\"a.js\",\"line\":2,\"column\":3},{\"name\":\"out\",\"url\":\"a.js\",\"line\":1}]},"
     "{\"timestamp\":1.001,\"stackFrames\":[{\"name\":\"out\",\"url\":\"a.js\",\"line\":1}]}],\"sampleDurations\":[0."
     "001,0.002]}}",
     "R ms 3/2: in 1/1, out 2/3\n"},
    {"Weight\tSelf Weight\t\tSymbol Name\n4.00 s  100.0%\t0 s\t \tmain\n1,500 ms  97.1%\t0 s\t \t work\n500.5 ms 1%\t0 "
     "s\t\t  leaf\n"
     "1 s 2%\t0\t\t other\n",
     "all ms 4000/3: leaf 500.5/500.5, main 1500/4000, other 1000/1000, work 999.5/1500\n"},
    {"Bytes Used\tCount\t\tSymbol Name\n2 KB 100%\t1\t \tm\nx\ty\tz\n",
     "all bytes 2048/1: m 2048/2048\nbad-row: 1 row without a weight left out (line 3)\n"},
    {"{\"head\":{\"callFrame\":{\"functionName\":\"(root)\",\"url\":\"\",\"lineNumber\":-1},\"selfSize\":0,"
     "\"children\":[{\"children\":["
     "{\"callFrame\":{\"functionName\":\"\",\"url\":\"a.js\",\"lineNumber\":4},\"selfSize\":16,\"children\":[]}],"
     "\"callFrame\":{\"functionName\":\"f\",\"url\":\"a.js\"},\"selfSize\":100}]}}",
     "heap bytes 116/2: (anonymous) 16/16, f 100/116\n"},
};

START_TEST(reads) {
    Arena *arena = arena_new();
    Str got = describe_bytes(arena, str_from(rows[_i].in));
    ck_assert_str_eq(str_c(arena, got), rows[_i].want);
    arena_free(arena);
}
END_TEST

/* Nanoseconds between samples, whatever weighs them. */
START_TEST(stackprof_interval) {
    static const char *const modes[] = {"cpu", "wall", "wall\",\"raw_timestamp_deltas\":[7],\"x\":\""};
    Arena *arena = arena_new();
    Err err = {0};
    Str in = str_format(arena, "{\"mode\":\"%s\",\"interval\":100,\"samples\":1,\"raw\":[1,1,1]," RUBY "}", modes[_i]);
    Document *d = load_memory(STR("x"), in, NULL, &err);
    ck_assert_msg(d != NULL, "%s", err.message);
    ck_assert_double_eq(d->tracks.data[0]->interval, 1e5);
    document_free(d);
    arena_free(arena);
}
END_TEST

Suite *test_fmt_small(void);
Suite *test_fmt_small(void) {
    Suite *s = suite_create("fmt_small");
    TCase *t = tcase_create("fmt_small");
    tcase_add_loop_test(t, reads, 0, (int)(sizeof rows / sizeof *rows));
    tcase_add_loop_test(t, stackprof_interval, 0, 3);
    suite_add_tcase(s, t);
    return s;
}
