/* format/fmt_gecko: processed profiles of several ages, raw ones, samples, allocations and markers. */
#include <check.h>

#include "describe.h"

#define META(v) "{\"meta\":{\"interval\":1,\"startTime\":0,\"preprocessedProfileVersion\":" #v "},"
#define FUNCS                                                                                      \
    "\"frameTable\":{\"func\":[0,1,2],\"line\":[null,null,null]},\"funcTable\":{\"name\":[0,1,2]," \
    "\"fileName\":[null,3,null],\"lineNumber\":[null,7,null],\"resource\":[-1,-1,-1]},"            \
    "\"stringArray\":[\"main\",\"work\",\"wait\",\"w.js\"]"
#define STACKS "\"stackTable\":{\"frame\":[0,1,2],\"prefix\":[null,0,0]},"

static const struct {
    const char *in, *want;
} rows[] = {
    {META(24) "\"threads\":[{\"name\":\"T\",\"samples\":{\"stack\":[1,2,null],\"time\":[0,1,2]}," STACKS FUNCS "}]}",
     "T samples 3/2: main 0/2, wait 1/1, work 1/1; idle 0 unattributed 1\n"},
    /* tables under shared, that come after the threads; offsets instead of prefixes */
    {META(66) "\"threads\":[{\"name\":\"T\",\"samples\":{\"stack\":[1,1,0],\"timeDeltas\":[10,1.5,2.5]}}],"
              "\"shared\":{\"stackTable\":{\"frame\":[0,1,2],\"prefixOffset\":[0,1,2]}," FUNCS "}}",
     "T samples 3/2: main 1/3, work 2/2\n"},
    {META(
         53) "\"threads\":[{\"name\":\"T\",\"samples\":{\"stack\":[1,2,1],\"time\":[0,1,2],\"weight\":[1024,-512,2048],"
             "\"weightType\":\"bytes\"}," STACKS FUNCS "}]}",
     "T bytes 3072/2: main 0/3072, work 3072/3072\n"
     "negative-weight: 1 sample with a negative weight left out (-512)\n"},
    {META(999) "\"threads\":[{\"name\":\"T\",\"samples\":{\"stack\":[1],\"time\":[0]}," STACKS FUNCS "}]}",
     "T samples 1/2: main 0/1, work 1/1\n"
     "newer-version: the file's format version is newer than the newest known (70) (version 999)\n"},
    /* raw: rows with a schema, locations as text, a second process under processes */
    {"{\"meta\":{\"interval\":1,\"startTime\":100},\"threads\":[{\"name\":\"G\",\"samples\":{\"schema\":{\"stack\":0,"
     "\"time\":1},"
     "\"data\":[[1,0.5],[0,1.5]]},\"stackTable\":{\"schema\":{\"prefix\":0,\"frame\":1},\"data\":[[null,0],[0,1]]},"
     "\"frameTable\":{\"schema\":{\"location\":0,\"line\":1},\"data\":[[0],[1,3]]},\"stringTable\":[\"main\",\"w "
     "(a.js:3:4)\"]}],"
     "\"processes\":[{\"meta\":{\"interval\":1,\"startTime\":200},\"threads\":[{\"name\":\"C\",\"samples\":{\"schema\":"
     "{\"stack\":0,"
     "\"time\":1},\"data\":[[0,0]]},\"stackTable\":{\"schema\":{\"prefix\":0,\"frame\":1},\"data\":[[null,0]]},"
     "\"frameTable\":{\"schema\":{\"location\":0},\"data\":[[0]]},\"stringTable\":[\"x\"]}]}]}",
     "G samples 2/2: main 1/2, w 1/1\nC samples 1/1: x 1/1\n"},
    /* markers that last become a track; instants are counted */
    {META(30) "\"threads\":[{\"name\":\"T\",\"samples\":{\"stack\":[0],\"time\":[0]},\"markers\":{\"name\":[1,2,2,0],"
              "\"startTime\":[1,2,null,5],\"endTime\":[4,null,3,null],\"phase\":[1,2,3,0]}," STACKS FUNCS "}]}",
     "T samples 1/1: main 1/1\nT — markers ms 3/2: wait 1/1, work 2/3\n"
     "instant-markers: 1 marker without a duration is not drawn\n"},
    /* indices that point nowhere */
    {META(30) "\"threads\":[{\"name\":\"T\",\"samples\":{\"stack\":[9,1],\"time\":[0,1]},"
              "\"stackTable\":{\"frame\":[0,7],\"prefix\":[null,5]}," FUNCS "}]}",
     "T samples 2/1; idle 0 unattributed 2\nbad-index: 3 references to a row that does not exist (samples, stackTable, "
     "frameTable)\n"},
    {META(30) "\"threads\":[]}", "error: it is a Firefox profile, but no thread of it has samples or markers\n"},
};

START_TEST(reads) {
    Arena *arena = arena_new();
    Str got = describe_bytes(arena, str_from(rows[_i].in));
    ck_assert_str_eq(str_c(arena, got), rows[_i].want);
    arena_free(arena);
}
END_TEST

Suite *test_fmt_gecko(void);
Suite *test_fmt_gecko(void) {
    Suite *s = suite_create("fmt_gecko");
    TCase *t = tcase_create("fmt_gecko");
    tcase_add_loop_test(t, reads, 0, (int)(sizeof rows / sizeof *rows));
    suite_add_tcase(s, t);
    return s;
}
