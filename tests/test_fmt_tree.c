/* format/fmt_tree: react-flame-graph and d3 trees, their faults and their repairs. */
#include <check.h>
#include <string.h>

#include "describe.h"
#include "doc/load.h"
#include "snapshots.h"
#include "tree_text.h"

static const struct {
    const char *in, *want;
} rows[] = {
    {"{\"name\":\"r\",\"value\":10,\"children\":[{\"name\":\"a\",\"value\":4},{\"name\":\"b\",\"value\":5}]}",
     "all  10/2: a 4/4, b 5/5, r 1/10\n"},
    {"{\"name\":\"r\",\"children\":[{\"name\":\"a\",\"size\":4},{\"name\":\"b\",\"size\":9,\"value\":1}]}",
     "all  5/2: a 4/4, b 1/1, r 0/5\nvalue-missing: 1 node without a value took the sum of the children (r: 5)\n"},
    {"{\"n\":\"r\",\"v\":10,\"c\":[{\"n\":\"a\",\"v\":4,\"c\":[]}]}", "all  10/2: a 4/4, r 6/10\n"},
    {"{\"children\":[{\"value\":3,\"name\":\"a\"}],\"value\":5,\"name\":\"r\",\"unit\":\"calls\"}",
     "all calls 5/2: a 3/3, r 2/5\n"},
    {"[{\"name\":\"a\",\"value\":1,\"children\":[{\"name\":\"b\",\"value\":1}]},{\"name\":\"c\",\"value\":2}]",
     "all  3/2: a 0/1, b 1/1, c 2/2\n"},
    {"{\"name\":\"r\",\"value\":1,\"children\":[{\"name\":\"a\",\"value\":2},{\"name\":\"b\",\"value\":3}]}",
     "all  5/2: a 2/2, b 3/3, r 0/5\n"
     "value-below-children: 1 value below the sum of the children was raised to it (r: 1 to 5)\n"},
    {"{\"name\":\"r\",\"children\":[{\"name\":\"a\",\"value\":-2,\"children\":[{\"name\":\"b\",\"value\":3}]},null,7]}",
     "all  3/3: a 0/3, b 3/3, r 0/3\n"
     "negative-value: 1 negative value became the sum of the children (a: -2 to 3)\n"
     "value-missing: 1 node without a value took the sum of the children (r: 3)\n"
     "child-not-an-object: 1 child that was no object was left out\n"},
    {"{\"name\":null,\"value\":1e999,\"children\":[{\"value\":1},{\"name\":\"\",\"value\":\"2\"}]}",
     "all  3/2: (no name) 3/3\nvalue-not-a-number: 1 value that was no number became the sum of the children ((no "
     "name): 3)\n"},
    {"{\"name\":\"r\",\"value\":0.3,\"children\":[{\"name\":\"a\",\"value\":0.1},{\"name\":\"b\",\"value\":0.2}]}",
     "all  0.3/2: a 0.1/0.1, b 0.2/0.2, r 0/0.3\n"}, /* rounding is no fault */
    {"{\"name\":\"r\",\"value\":5,\"children\":[{\"name\":\"a\",\"value\":2},{\"name\":\"b\",\"val",
     "all  5/2: a 2/2, b 0/0, r 3/5\nfile-ends-early: file ends early (byte 73; 3 nodes read)\n"
     "value-missing: 1 node without a value took the sum of the children (b: 0)\n"},
    {"{\"name\":\"r\",\"value\":0}", "all  0/1: r 0/0\n"},
    {"[{\"name\":\"a\",\"value\":1},{\"name\":\"b\",\"value\":2}]",
     "error: JSON with names, but no tree of name, value and children\n"},
    {"{\"name\":\"my-app\",\"version\":\"1.0.0\",\"value\":\"n/a\"}", NULL},
    {"{\"type\":\"root\",\"children\":[{\"type\":\"text\"}]}", NULL},
};

START_TEST(reads) {
    Arena *arena = arena_new();
    Str got = describe_bytes(arena, str_from(rows[_i].in));
    if (rows[_i].want)
        ck_assert_str_eq(str_c(arena, got), rows[_i].want);
    else
        ck_assert_msg(str_starts(got, "error: it seems to be JSON"), "%s", got.data);
    arena_free(arena);
}
END_TEST

/* Order of the file, places from the parent's left edge, ids (0 and "" are none), an empty tooltip, colours. */
START_TEST(order_and_style) {
    Err err = {0};
    Document *d = load_memory(
        STR("x"),
        STR("{\"name\":\"r\",\"value\":9,\"id\":0,\"children\":[{\"name\":\"b\",\"value\":2,\"id\":\"\",\"tooltip\":"
            "\"\"},"
            "{\"name\":\"a\",\"value\":5,\"id\":7,\"tooltip\":null,\"backgroundColor\":\"#35f\",\"color\":\"#fff\"}]}"),
        NULL, &err);
    ck_assert_msg(d != NULL, "%s", err.message);
    const Track *track = d->tracks.data[0];
    const Tree *t = track->tree;
    Str text = tree_to_text(d->arena, &d->frames, t, true);
    ck_assert_str_eq(str_c(d->arena, text), "r@0 9(b@0 2 a@2 5)");
    ck_assert(track->keep_order && !track->ordered && track->kind == TRACK_MERGED);
    ck_assert_uint_eq(t->style->id[0] + t->style->id[1], 0);
    ck_assert(str_is(intern_str(d->frames.strings, t->style->id[2]), "7"));
    ck_assert_uint_eq(t->style->tooltip[1], 1);
    ck_assert_uint_eq(t->style->tooltip[0] + t->style->tooltip[2], 0);
    ck_assert(str_is(intern_str(d->frames.strings, t->style->fill[2]), "#35f"));
    ck_assert(str_is(intern_str(d->frames.strings, t->style->text[2]), "#fff"));
    document_free(d);
}
END_TEST

START_TEST(deep) {
    enum { DEPTH = 100000 };
    static const char open[] = "{\"name\":\"a\",\"value\":1,\"children\":[", close[] = "]}";
    Arena *arena = arena_new();
    Err err = {0};
    Text text = text_new(arena);
    for (int i = 0; i < DEPTH; i++)
        text_add_c(&text, open);
    for (int i = 0; i < DEPTH; i++)
        text_add_c(&text, close);
    Document *d = load_memory(STR("x"), text_str(&text), NULL, &err);
    ck_assert_msg(d != NULL, "%s", err.message);
    ck_assert_uint_eq(d->tracks.data[0]->tree->depths, DEPTH);
    ck_assert_ptr_null(tree_check(d->tracks.data[0]->tree));
    document_free(d);
    arena_free(arena);
}
END_TEST

/* A picture before the last byte, with whatever of the tree has been read: values may come behind the children. */
START_TEST(snapshots) {
    Arena *arena = arena_new();
    Text text = text_new(arena);
    double last, total;
    text_add_c(&text, "{\"name\":\"r\",\"children\":[");
    for (int i = 0; i < 30000; i++)
        text_addf(&text, "{\"children\":[{\"name\":\"leaf\",\"value\":2}],\"value\":3,\"name\":\"n%d\"},", i % 1000);
    text_add_c(&text, "]}");
    ck_assert_uint_ge(snapshots_of(text_str(&text), &last, &total), 1);
    ck_assert_double_eq(total, 90000);
    ck_assert_double_gt(last, 0);
    arena_free(arena);
}
END_TEST

Suite *test_fmt_tree(void);
Suite *test_fmt_tree(void) {
    Suite *s = suite_create("fmt_tree");
    TCase *t = tcase_create("fmt_tree");
    tcase_add_loop_test(t, reads, 0, (int)(sizeof rows / sizeof *rows));
    tcase_add_test(t, order_and_style);
    tcase_add_test(t, deep);
    tcase_add_test(t, snapshots);
    suite_add_tcase(s, t);
    return s;
}
