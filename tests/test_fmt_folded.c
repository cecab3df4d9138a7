/* format/fmt_folded: lines of stacks with counts, and what people find in such files. */
#include <check.h>

#include "describe.h"
#include "doc/load.h"
#include "profile/stacks.h"
#include "snapshots.h"

static const struct {
    const char *in, *want;
} rows[] = {
    {"a;b 1\na;c 2\na;b 3\na 1\n", "all samples 7/2: a 1/7, b 4/4, c 2/2\n"},
    {"a;b;c 1\na;b 2\na;bb 4\na;b;c;d 8\na;b;c 16", "all samples 31/4: a 0/31, b 2/27, bb 4/4, c 17/25, d 8/8\n"},
    {"main loop;operator new (unsigned long) 3\r\n\r\nmain loop;x\t4 \r\n",
     "all samples 7/2: main loop 0/7, operator new (unsigned long) 3/3, x 4/4\n"},
    {"# austin\na;b 1.5\n#x\n  \na;c 2.25e1", "all samples 24/2: a 0/24, b 1.5/1.5, c 22.5/22.5\n"},
    {"a 1\na;b 1\na;b;c 2\na;b;c;d 4\na;b 8\na;b;e;f 16\na;b;e 32\na;b;;e;g 64\na;b;;e;h 128\n",
     "all samples 256/4: a 1/256, b 9/255, c 2/6, d 4/4, e 32/240, f 16/16, g 64/64, h 128/128\n"},
    {"f;f;g 1\nf;f 2\n", "all samples 3/3: f 2/3, g 1/1\n"},
    {"a;b_[k] 1\na;c_[i] 2\n", "all samples 3/2: a 0/3, b_[k] 1/1, c_[i] 2/2\n"},
    {";a;;b 3\na;b; 1\n; ;a;b 2\n", "all samples 6/2: a 0/6, b 6/6\n"},
    {"a;b 10 30\na;c 20 5\n",
     "all samples 35/2: a 0/35, b 30/30, c 5/5\n"
     "differential: differential file: the second count of 2 lines is shown (30 before, 35 after)\n"},
    {"a;b 10 30\na;c 5\n", "all samples 35/2: a 0/35, b 10 30/30, c 5/5\n"}, /* not all have two: no differential */
    {"a;b 4\n7\n 3\nx\n; 2\n", "all samples 16/2: (no stack) 12/12, a 0/4, b 4/4\nno-stack: 3 lines without a stack, "
                               "shown as (no stack) (12 in all)\n"
                               "no-count: 1 line without a count left out (x)\n"},
    {"a;b 100\na;c -1.5\na;d 1e999\n", "all samples 100/2: a 0/100, b 100/100\n"
                                       "negative-count: 1 line with a negative count left out (-1.5)\n"
                                       "count-too-large: 1 count too large to add up left out\n"},
    {"a;b 1e300\na;c 1\n", "all samples 1/2: a 0/1, c 1/1\ncount-too-large: 1 count too large to add up left out\n"},
    {"a;b 0\na;c 0\n", "all samples 0/2: a 0/0, b 0/0, c 0/0\ntotal-zero: 2 stacks, but the total is 0\n"},
    {"m`f;m`g 9223372036854775807\nm`f;m`g 9223372036854775807\n",
     "all samples 1.844674407e+19/2: m`f 0/1.844674407e+19, m`g 1.844674407e+19/1.844674407e+19\n"},
    {"a;b -1\n", "error: no line with a stack and a count (1 line read)\n"},
    {"main 5\nfoo 3\n", "all samples 8/1: foo 3/3, main 5/5\n"},
    {"vm.swappiness = 60\nvm.stat = 1\n", "error: it seems to be text that is no profile known here"},
    {"hello world\nthis is text 5\n", "error: it seems to be text that is no profile known here; looked for:"},
};

START_TEST(reads) {
    Arena *arena = arena_new();
    Str got = describe_bytes(arena, str_from(rows[_i].in)), want = str_from(rows[_i].want);
    if (str_starts(want, "error: it seems"))
        got = str_slice(got, 0, want.len);
    ck_assert_str_eq(str_c(arena, got), rows[_i].want);
    arena_free(arena);
}
END_TEST

START_TEST(deep_and_long) {
    Arena *arena = arena_new();
    Err err = {0};
    Text text = text_new(arena);
    for (int i = 0; i < 100000; i++)
        text_addf(&text, "f%d;", i % 7);
    text_add_c(&text, "top 1\n");
    for (int i = 0; i < 18000; i++)
        text_add_char(&text, 'x');
    text_add_c(&text, " 2\n");
    Document *d = load_memory(STR("x"), text_str(&text), NULL, &err);
    ck_assert_msg(d != NULL, "%s", err.message);
    const Tree *t = d->tracks.data[0]->tree;
    ck_assert_uint_eq(t->depths, 100001);
    ck_assert_uint_eq(frame_name(&d->frames, t->frame[t->count - 1]).len, 18000);
    ck_assert_ptr_null(tree_check(t));
    document_free(d);
    arena_free(arena);
}
END_TEST

/* A line that shares its front with the one before gives what it would give alone: lines out of few letters, with comments, lines
 * without a count and empty names among them, against stacks that are built name by name. */
START_TEST(shared_fronts) {
    static const char *const names[] = {"a", "ab", "a b", "b", "", "long name of a function", " "};
    static const char *const between[] = {"", "", "#a;a\n", "\n", "a;ab\n", "a;a -1\n", "\r\n"};
    Arena *arena = arena_new();
    Frames frames = frames_new(arena);
    uint32_t random = 5;
    for (int turn = 0; turn < 200; turn++) {
        Text text = text_new(arena);
        Stacks *stacks = stacks_new(arena);
        for (int line = 0; line < 60; line++) {
            uint32_t node = TREE_NONE;
            text_add_c(&text, between[(random >> 10) % 7]);
            int depth = 1 + (int)(random >> 14) % 6;
            for (int i = 0; i < depth; i++) {
                const char *name = names[((random = random * 1664525 + 1013904223) >> 20) % (turn % 6 + 2)];
                text_addf(&text, i ? ";%s" : "%s", i ? name : "root");
                if (i == 0 || str_trim(str_from(name)).len)
                    node =
                        stacks_child(stacks, node, frames_add_name(&frames, str_from(i ? name : "root"), FRAME_CODE));
            }
            text_addf(&text, " %d\n", line);
            stacks_count_weight(stacks, node, line);
        }
        Track want = {0};
        stacks_finish(stacks, arena, &want, false);
        Err err = {0};
        Document *d = load_memory(STR("x"), text_str(&text), NULL, &err);
        ck_assert_msg(d != NULL, "%s", err.message);
        const Tree *t = d->tracks.data[0]->tree;
        ck_assert_ptr_null(tree_check(t));
        ck_assert_uint_eq(t->count, want.tree->count);
        for (uint32_t i = 0; i < t->count; i++) {
            ck_assert(str_equal(frame_name(&d->frames, t->frame[i]), frame_name(&frames, want.tree->frame[i])));
            ck_assert_uint_eq(t->parent[i], want.tree->parent[i]);
            ck_assert_double_eq(t->self[i], want.tree->self[i]);
            ck_assert_double_eq(t->start[i], want.tree->start[i]);
        }
        document_free(d);
    }
    arena_free(arena);
}
END_TEST

/* A first picture comes before the last line; each one is a whole document. */
START_TEST(snapshots) {
    Arena *arena = arena_new();
    Text text = text_new(arena);
    double last, total;
    for (int i = 0; i < 100000; i++)
        text_addf(&text, "main;a%d;b%d;c%d 1\n", i % 10, i % 1000, i);
    ck_assert_uint_ge(snapshots_of(text_str(&text), &last, &total), 1);
    ck_assert_double_eq(total, 100000);
    ck_assert_double_gt(last, 0);
    arena_free(arena);
}
END_TEST

Suite *test_fmt_folded(void);
Suite *test_fmt_folded(void) {
    Suite *s = suite_create("fmt_folded");
    TCase *t = tcase_create("fmt_folded");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, reads, 0, (int)(sizeof rows / sizeof *rows));
    tcase_add_test(t, deep_and_long);
    tcase_add_test(t, shared_fronts);
    tcase_add_test(t, snapshots);
    suite_add_tcase(s, t);
    return s;
}
