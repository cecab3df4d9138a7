/* format/fmt_speedscope and format/open_close: sampled and evented profiles, units, and events that contradict themselves. */
#include <check.h>

#include "describe.h"
#include "doc/load.h"
#include "snapshots.h"

#define FILE_OF(frames, profiles) "{\"shared\":{\"frames\":[" frames "]},\"profiles\":[" profiles "]}"
#define AB                        "{\"name\":\"a\"},{\"name\":\"b\",\"file\":\"b.c\",\"line\":3,\"col\":7}"
#define SAMPLED(unit, samples, weights)                                                                 \
    "{\"type\":\"sampled\",\"name\":\"p\",\"unit\":\"" unit "\",\"startValue\":5,\"samples\":[" samples \
    "],\"weights\":[" weights "]}"
#define EVENTED(unit, events, end)                                                   \
    "{\"type\":\"evented\",\"name\":\"p\",\"unit\":\"" unit "\",\"events\":[" events \
    "],\"startValue\":0,\"endValue\":" end "}"
#define O(frame, at) "{\"type\":\"O\",\"frame\":" frame ",\"at\":" at "}"
#define C(frame, at) "{\"type\":\"C\",\"frame\":" frame ",\"at\":" at "}"

static const struct {
    const char *in, *want;
} rows[] = {
    {FILE_OF(AB, SAMPLED("seconds", "[0,1],[0],[]", "1,2,4")),
     "p ms 7000/2: a 2000/3000, b 1000/1000; idle 0 unattributed 4000\n"},
    {FILE_OF(AB, SAMPLED("bytes", "[0,1],[0]", "1024,2048")), "p bytes 3072/2: a 2048/3072, b 1024/1024\n"},
    {FILE_OF(AB, SAMPLED("none", "[0,1],[0,0]", "1.5,2")), "p  3.5/2: a 2/3.5, b 1.5/1.5\n"},
    {FILE_OF(AB, SAMPLED("furlongs", "[0]", "1")),
     "p furlongs 1/1: a 1/1\nunknown-unit: 1 profile in a unit of its own (furlongs)\n"},
    {FILE_OF(AB, SAMPLED("milliseconds", "[0],[1],[1]", "1,-1,null")),
     "p ms 1/1: a 1/1, b 0/0\nnegative-weight: 2 samples with a negative or no weight left out\n"},
    {FILE_OF(AB, SAMPLED("milliseconds", "[0],[1],[1]", "1,2")),
     "p ms 3/1: a 1/1, b 2/2\n"
     "ragged-samples: 1 sample or weight without a partner left out: samples and weights differ in number\n"},
    {FILE_OF(AB, "{\"type\":\"sampled\",\"name\":\"p\",\"unit\":\"seconds\",\"samples\":[[0],[1,0]]}"),
     "p samples 2/2: a 2/2, b 0/1\nno-weights: no weights in the file: 2 samples counted instead\n"},
    {FILE_OF(AB, SAMPLED("milliseconds", "[0],[0,99],[-1]", "1,2,4")),
     "p ms 7/2: (unknown frame) 6/6, a 1/3\n"
     "frame-index: 2 references to frames that are not in the file (99 of 2, -1 of 2)\n"},
    /* profiles before frames */
    {"{\"profiles\":[" SAMPLED("seconds", "[0,1]", "1") "],\"shared\":{\"frames\":[" AB "]}}",
     "p ms 1000/2: a 0/1000, b 1000/1000\n"},
    {FILE_OF(AB, EVENTED("milliseconds", O("0", "10") "," O("1", "11") "," C("1", "13") "," C("0", "20"), "20")),
     "p ms 10/2: a 8/10, b 2/2\n"},
    {FILE_OF(AB, EVENTED("none", O("0", "0") "," O("1", "0.25") "," C("1", "1.5") "," C("0", "2"), "2")),
     "p  2/2: a 0.75/2, b 1.25/1.25\n"},
    /* an epoch in nanoseconds keeps its last digit */
    {FILE_OF(AB, EVENTED("nanoseconds", O("0", "1700000000000000001") "," C("0", "1700000000000000004"), "0")),
     "p ms 3e-06/1: a 3e-06/3e-06\n"},
    {FILE_OF(AB, EVENTED("milliseconds", O("0", "0") "," O("1", "1") "," C("0", "2") "," C("1", "3"), "3")),
     "p ms 2/2: a 1/2, b 1/1\n"
     "close-not-innermost: 1 frame ended early with an outer one (b at 2 with a)\n"},
    /* the same at one time is no fault */
    {FILE_OF(AB, EVENTED("milliseconds", O("0", "0") "," O("1", "1") "," C("0", "2") "," C("1", "2"), "3")),
     "p ms 2/2: a 1/2, b 1/1\n"},
    {FILE_OF(AB, EVENTED("microseconds",
                         O("0", "86000") "," O("1", "87005") "," C("1", "87009") "," O("1", "87008") "," C(
                             "1", "87020") "," C("0", "87030"),
                         "87030")),
     "p ms 1.03/2: a 1.015/1.03, b 0.015/0.015\n"
     "time-goes-back: 1 event earlier than the one before was moved up to it (event 3 at 87008, after 87009)\n"},
    {FILE_OF(AB, EVENTED("milliseconds", O("0", "0") "," O("1", "2"), "10")),
     "p ms 10/2: a 2/10, b 8/8\nnot-closed: 2 frames were not closed and end with the profile (a, b)\n"},
    {FILE_OF(AB, EVENTED("milliseconds", C("1", "0") "," O("0", "2") "," C("0", "4"), "4")),
     "p ms 2/1: a 2/2\nclose-without-open: 1 close of a frame that was not open left out (b)\n"},
    {FILE_OF(AB, EVENTED("milliseconds", O("0", "7") "," C("0", "7") "," O("1", "9") "," C("1", "9"), "9")),
     "p ms 0/1: a 0/0, b 0/0\nzero-duration: all 2 calls have zero duration (p)\n"},
    {FILE_OF(AB, ""), "error: a speedscope file without profiles\n"},
    {"{\"shared\":{\"frames\":[" AB
     "]},\"profiles\":[{\"name\":\"p\",\"unit\":\"seconds\",\"weights\":[1,2],\"samples\":[[0],[1",
     "p ms 3000/1: a 1000/1000, b 2000/2000\nfile-ends-early: file ends early (byte 153; 4 events and samples read)\n"},
};

START_TEST(reads) {
    Arena *arena = arena_new();
    Str got = describe_bytes(arena, str_from(rows[_i].in));
    ck_assert_str_eq(str_c(arena, got), rows[_i].want);
    arena_free(arena);
}
END_TEST

/* Two threads on one axis, the second to be shown first; what was not closed is flagged. */
START_TEST(several) {
    Err err = {0};
    Document *d = load_memory(
        STR("x"),
        STR("{\"activeProfileIndex\":1,\"shared\":{\"frames\":[" AB "]},\"profiles\":["
            "{\"name\":\"one\",\"unit\":\"seconds\",\"startValue\":3,\"weights\":[1,1],\"samples\":[[0],[1]]},"
            "{\"name\":\"two\",\"unit\":\"milliseconds\",\"startValue\":0,\"endValue\":4000,\"events\":[" O(
                "0", "1000") "," O("1", "2000") "," C("1", "3000") "]}]}"),
        NULL, &err);
    ck_assert_msg(d != NULL, "%s", err.message);
    const Track *one = d->tracks.data[0], *two = d->tracks.data[1];
    ck_assert_ptr_eq(d->busiest, two);
    ck_assert_double_eq(one->left, 2e9);
    ck_assert_double_eq(one->samples.start[1], 3e9);
    ck_assert_double_eq(two->left, 0);
    ck_assert_double_eq(two->span, 3e9);
    ck_assert_uint_eq(two->tree->flags[0], TREE_OPEN);
    ck_assert_uint_eq(two->tree->flags[1], 0);
    const Frame *frame = &d->frames.list[two->tree->frame[1]];
    ck_assert_int_eq(frame->line, 3);
    ck_assert_int_eq(frame->column, 7);
    document_free(d);
}
END_TEST

/* Calls are shown while they are read; a profile of samples once its weights are there; a unit that comes late waits for no one. */
static const struct {
    const char *unit_before, *unit_behind;
    bool before; /* whether there is something to show before the end */
} shown[] = {{"\"unit\":\"milliseconds\",", "", true}, {"", ",\"unit\":\"milliseconds\"", false}};

START_TEST(snapshots) {
    Arena *arena = arena_new();
    Text text = text_new(arena);
    double last, total;
    text_addf(&text, "{\"shared\":{\"frames\":[" AB "]},\"profiles\":[{\"name\":\"p\",%s\"events\":[",
              shown[_i].unit_before);
    for (int i = 0; i < 20000; i++)
        text_addf(&text, "%s" O("%d", "%d"), i ? "," : "", i % 2, i);
    for (int i = 20000; i-- > 0;)
        text_addf(&text, "," C("%d", "%d"), i % 2, 40000 - i);
    text_addf(&text, "]%s}]}", shown[_i].unit_behind);
    size_t count = snapshots_of(text_str(&text), &last, &total);
    ck_assert_double_eq(total, 40000e6);
    ck_assert_int_eq(count > 0, shown[_i].before);
    ck_assert(!shown[_i].before || (last > 0 && last < total));
    arena_free(arena);
}
END_TEST

START_TEST(snapshots_of_samples) {
    Arena *arena = arena_new();
    Text text = text_new(arena);
    double last, total;
    text_add(&text, STR("{\"shared\":{\"frames\":[" AB "]},\"profiles\":[" SAMPLED("seconds", "[0,1],[0]", "1,2")));
    text_add(&text, STR(",{\"name\":\"q\",\"unit\":\"seconds\",\"samples\":["));
    for (int i = 0; i < 20000; i++)
        text_addf(&text, "%s[%d]", i ? "," : "", i % 2);
    text_add(&text, STR("]}]}"));
    ck_assert_uint_ge(snapshots_of(text_str(&text), &last, &total), 1);
    ck_assert_double_eq(last, 3e9);
    ck_assert_double_eq(total, 3e9);
    arena_free(arena);
}
END_TEST

/* What is pledged for a profile of a few samples is little: a file of many is read to its end. */
START_TEST(many_profiles) {
    enum { PROFILES = 3000 };
    Arena *arena = arena_new();
    Text text = text_new(arena);
    text_add(&text, STR("{\"shared\":{\"frames\":[" AB "]},\"profiles\":["));
    for (int i = 0; i < PROFILES; i++)
        text_addf(&text, "%s" SAMPLED("seconds", "[0,1],[0]", "1,2"), i ? "," : "");
    text_add(&text, STR("]}"));
    Document *d = load_memory(STR("x"), text_str(&text), NULL, NULL);
    ck_assert_ptr_nonnull(d);
    ck_assert(d->complete);
    ck_assert_uint_eq(d->tracks.count, PROFILES);
    document_free(d);
    arena_free(arena);
}
END_TEST

Suite *test_fmt_speedscope(void);
Suite *test_fmt_speedscope(void) {
    Suite *s = suite_create("fmt_speedscope");
    TCase *t = tcase_create("fmt_speedscope");
    tcase_add_loop_test(t, reads, 0, (int)(sizeof rows / sizeof *rows));
    tcase_add_test(t, several);
    tcase_add_test(t, many_profiles);
    tcase_add_loop_test(t, snapshots, 0, (int)(sizeof shown / sizeof *shown));
    tcase_add_test(t, snapshots_of_samples);
    suite_add_tcase(s, t);
    return s;
}
