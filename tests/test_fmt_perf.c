/* format/fmt_perf: samples of perf script text as tracks, and the noise between them. */
#include <check.h>

#include "describe.h"
#include "doc/load.h"
#include "doc/view.h"
#include "snapshots.h"

static const struct {
    const char *in, *want;
} rows[] = {
    {"a 1 [000] 1.000000:  1 cycles: \r\n\t 1 x+0x4 (/a)\r\n\t 2 main (/a)\r\n\r\na 1 [000] 1.010000:  1 cycles: \n\t "
     "1 y (/a)\n\t 2 main+0x9 (/a)",
     "a 1 samples 2/2: main 0/2, x 1/1, y 1/1\nperiods: every sample counts once; the periods add up to (cycles 2)\n"},
    {"a 1 [000] 1.0:  1000 cycles: \n\t 1 x (/a)\na 1 [000] 1.1:  500 instructions: \n\t 1 x (/a)\n",
     "a 1 · cycles samples 1/1: x 1/1\na 1 · instructions samples 1/1: x 1/1\n"
     "periods: every sample counts once; the periods add up to (cycles 1000, instructions 500)\n"},
    {"a 9/5 1.0: e:\n\t1 x (/a)\n\nb 9/5 2.0: e:\n\t1 x (/a)\n\na 5/5 3.0: e:\n\t1 x (/a)\n",
     "a 9/5 samples 1/1: x 1/1\nb 9/5 samples 1/1: x 1/1\na 5 samples 1/1: x 1/1\n"},
    {"# cmdline : perf\nWarning:\nProcessed 4 events and lost 1 chunks!\n\na 1 1.0: e:\n\t1 x (/a)\n",
     "a 1 samples 1/1: x 1/1\nnoise: 1 line that is no part of a sample left out (Warning:)\n"
     "lost-data: perf lost data, say 1 line (Processed 4 events and lost 1 chunks!)\n"},
    {"a 1 1.0:  100 e:\n\t1 x (/a)\n\na 1 1.1:  1000000 e:\n\t1 x (/a)\n\na 1 1.2:  100 e:\n\t1 x (/a)\n",
     "a 1 samples 3/1: x 3/3\nperiods: every sample counts once; the periods add up to (e 1000200)\n"
     "period-glitch: one sample holds nearly all of the period (e: 1000000 of 1000200)\n"},
    {"a 1 1.0: e:\n\t1 [unknown] (/lib/libz.so.1)\n\t2 [unknown] ([unknown])\n\t3 [unknown] ([kernel.kallsyms])\n",
     "a 1 samples 1/3: [kernel.kallsyms] 0/1, [libz.so.1] 1/1, [unknown] 0/1\n"},
    {"a 1 1.0: e: \n\na 1 1.1: e:  7f x (/a)\n",
     "a 1 samples 2/1: x 1/1; idle 0 unattributed 1\nno-stack: 1 sample without a stack\n"},
    {"t 9 \n\t1 x (/a)\n\t2 y (/a)\n\nt 9 \n\t1 x (/a)\n",
     "t 9 samples 2/2: x 2/2, y 0/1\n"},                                             /* -F comm,pid,ip,sym,dso */
    {"\n\t1 x (/a)\n\t2 y (/a)\n\n\t1 x (/a)\n", "all samples 2/2: x 2/2, y 0/1\n"}, /* -F ip,sym,dso */
};

START_TEST(reads) {
    Arena *arena = arena_new();
    Str got = describe_bytes(arena, str_from(rows[_i].in));
    ck_assert_str_eq(str_c(arena, got), rows[_i].want);
    arena_free(arena);
}
END_TEST

static Document *load(const char *text) {
    Err err = {0};
    Document *d = load_memory(STR("x"), str_from(text), NULL, &err);
    ck_assert_msg(d != NULL, "%s", err.message);
    return d;
}

/* An inlined function lies in its caller's library; a function is in the file that most of its samples are in. */
START_TEST(places) {
    Document *d = load("t 1 1.0: e:\n\t1 in (inlined)\n  a.h:7\n\t1 f+0x1 (/x/lib.so)\n  a.c:12\n\n"
                       "t 1 1.1: e:\n\t2 f+0x2 (/x/lib.so)\n  b.h:3\n\nt 1 1.2: e:\n\t2 f+0x3 (/x/lib.so)\n  "
                       "a.c:9\n\t7 JS:*g /m/node_modules/p/i.js:4:5 (/tmp/perf-1.map)\n");
    const Tree *t = d->tracks.data[0]->tree;
    ck_assert_uint_eq(t->count, 4);
    const Frame *f = &d->frames.list[t->frame[0]], *in = &d->frames.list[t->frame[1]],
                *g = &d->frames.list[t->frame[2]];
    ck_assert(str_is(intern_str(d->frames.strings, f->file), "a.c") && f->line == 9);
    ck_assert(str_is(intern_str(d->frames.strings, in->file), "a.h") && in->line == 7);
    ck_assert(str_is(intern_str(d->frames.strings, in->module), "lib.so"));
    ck_assert(str_is(intern_str(d->frames.strings, g->name), "g") &&
              str_is(intern_str(d->frames.strings, g->module), "p"));
    ck_assert(g->line == 4 && g->column == 5);
    document_free(d);
}
END_TEST

/* Samples of two processors may come out of order; the axis begins at the first of all threads. */
START_TEST(times) {
    Document *d = load(
        "a 1 2.0: cpu-clock:\n\t1 x (/a)\n\na 1 1.5: cpu-clock:\n\t1 y (/a)\n\nb 2 1.0:  500 cpu-clock:\n\t1 x (/a)\n");
    const Track *a = d->tracks.data[0], *b = d->tracks.data[1];
    ck_assert_double_eq(a->samples.start[0], 5e8);
    ck_assert_double_eq(a->samples.start[1], 1e9);
    ck_assert(str_is(frame_name(&d->frames, a->tree->frame[a->samples.node[0]]), "y"));
    ck_assert_double_eq(b->samples.start[0], 0);
    ck_assert_double_eq(b->interval, 500);
    document_free(d);
}
END_TEST

/* Merged, only the threads of one event are added up. */
START_TEST(events_apart) {
    Document *d = load("a 1 1.0: e:\n\t1 x (/a)\n\nb 2 1.0: e:\n\t1 x (/a)\n\na 1 1.1: f:\n\t1 x (/a)\n");
    View *view = view_build(d, (ViewSpec){.kind = VIEW_HEAVY, .track = VIEW_ALL_TRACKS}, NULL);
    ck_assert_uint_eq(d->tracks.count, 3);
    ck_assert_double_eq(view->total, 2);
    view_free(view);
    document_free(d);
}
END_TEST

START_TEST(snapshots) {
    Arena *arena = arena_new();
    Text text = text_new(arena);
    double last, total;
    for (int i = 0; i < 20000; i++)
        text_addf(&text, "a %d %d.5: e:\n\t1 x%d (/a)\n\t2 main (/a)\n\n", 1 + i % 2, i, i % 100);
    ck_assert_uint_ge(snapshots_of(text_str(&text), &last, &total), 1);
    ck_assert_double_eq(total, 10000);
    ck_assert_double_gt(last, 0);
    arena_free(arena);
}
END_TEST

Suite *test_fmt_perf(void);
Suite *test_fmt_perf(void) {
    Suite *s = suite_create("fmt_perf");
    TCase *t = tcase_create("fmt_perf");
    tcase_add_loop_test(t, reads, 0, (int)(sizeof rows / sizeof *rows));
    tcase_add_test(t, places);
    tcase_add_test(t, times);
    tcase_add_test(t, events_apart);
    tcase_add_test(t, snapshots);
    suite_add_tcase(s, t);
    return s;
}
