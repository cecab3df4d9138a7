/* format/fmt_callgrind and call_graph. */
#include <check.h>

#include "describe.h"

static const struct {
    const char *in, *want;
} rows[] = {
    /* names by number, calls, star for the line before */
    {"# callgrind format\nevents: Ir\nfl=(1) a.c\nfn=(1) main\n16 20\ncfn=(2) f\ncalls=1 50\n16 400\n"
     "cfi=(2) b.c\ncfn=(3) g\ncalls=3 20\n* 400\n\nfn=(2)\n51 100\ncfi=(2)\ncfn=(3)\ncalls=2 20\n51 "
     "300\n\nfl=(2)\nfn=(3)\n20 700\n",
     "Ir Ir 820/3: f 100/400, g 700/700, main 20/820\n"},
    /* costs compressed as well, as some writers do */
    {"# callgrind format\nevents: Ir\nfl=a.c\nfn=main\n16 20\ncfn=f\ncalls=1 50\n* 400\ncfi=b.c\ncfn=g\ncalls=3 20\n* "
     "*\n\n"
     "fn=f\n+35 -300\ncfi=b.c\ncfn=g\ncalls=2 20\n* 300\n\nfl=b.c\nfn=g\n-31 +400\n",
     "Ir Ir 820/3: f 100/400, g 700/700, main 20/820\n"},
    /* two position columns, a jump whose line has no cost, missing trailing costs */
    {"events: Ir Dr\npositions: instr line\nfl=a.c\nfn=main\n0x10 1 70 5\njump=2 0x20 3\n0x10 1\n+4 +1 30\n",
     "Ir Ir 100/1: main 100/100\nDr Dr 5/1: main 5/5\n"},
    /* recursion counts once; cycles have a root */
    {"events: T\nfl=a\nfn=m\n1 10\ncfn=w\ncalls=1 0\n3 90\n\nfn=w\n5 90\ncfn=w\ncalls=3 0\n6 60\n",
     "T T 100/2: m 10/100, w 90/90\n"},
    {"events: T\nfl=a\nfn=ping\n1 40\ncfn=pong\ncalls=5 0\n2 60\n\nfn=pong\n8 60\ncfn=ping\ncalls=5 0\n9 40\n",
     "T T 100/2: ping 40/100, pong 60/60\n"},
    /* a shared callee is divided in proportion */
    {"events: T\nfl=a\nfn=a\n1 10\ncfn=s\ncalls=1 0\n1 30\n\nfn=b\n2 20\ncfn=s\ncalls=1 0\n2 10\n\nfn=s\n3 40\n",
     "T T 70/2: a 10/40, b 20/30, s 40/40\n"},
    /* large ids, a name of two files, numbers of all kinds; what is no number spoils its line only */
    {"events: T\nfl=(70000) a\nfn=(80000) a\n1 0x10\n+1 0000000000000000000004\nfl=b\nfn=(80000)\n1 "
     "7\nfl=(70000)\nfn=(80000)\n2 5x\n"
     "2\t\t9  \n3 1234567890123456789012345678901234567890\n- 1\n",
     "T T 36/1: a 29/29, a 7/7\nbad-line: 3 lines not understood (line 11, line 13, line 14)\n"},
    {"events: Time_(10ns) Memory_(bytes)\nfl=a\nfn=a\n1 200 7\n",
     "Time_(10ns) ms 0.002/1: a 0.002/0.002\nMemory_(bytes) bytes 7/1: a 7/7\n"},
};

static const char *const graph_note =
    "graph: the file holds a call graph, no stacks: calls are divided among callers in proportion\n";

START_TEST(reads) {
    Arena *arena = arena_new();
    Str got = describe_bytes(arena, str_from(rows[_i].in));
    Str want = str_format(arena, "%s%s", rows[_i].want, graph_note);
    ck_assert_str_eq(str_c(arena, got), str_c(arena, want));
    arena_free(arena);
}
END_TEST

START_TEST(refuses_and_repairs) {
    Arena *arena = arena_new();
    Str empty = describe_bytes(arena, STR("# callgrind format\nversion: 1\nevents: Ir\n"));
    ck_assert(str_is(empty, "error: it is a callgrind profile, but no line of it has a cost\n"));
    Str negative =
        describe_bytes(arena, STR("# callgrind format\nevents: Ir\nfl=a\nfn=m\n1 100\nfn=e\n0 -90\nsummary: 10\n"));
    ck_assert_uint_ne(str_find(negative, STR("Ir Ir 100/1: m 100/100"), 0), SIZE_MAX);
    ck_assert_uint_ne(str_find(negative, STR("1 line with a negative cost left out (line 7)"), 0), SIZE_MAX);
    arena_free(arena);
}
END_TEST

/* 100,000 functions that call one another in a chain: no recursion in the reader, one node each. */
START_TEST(deep_chain) {
    enum { N = 100000 };
    Arena *arena = arena_new();
    Text in = text_new(arena);
    text_add_c(&in, "# callgrind format\nevents: T\nfl=a\n");
    for (int i = 0; i < N; i++) {
        text_addf(&in, "fn=f%d\n1 1\n", i);
        if (i + 1 < N)
            text_addf(&in, "cfn=f%d\ncalls=1 0\n1 %d\n", i + 1, N - i - 1);
    }
    Str got = describe_bytes(arena, text_str(&in));
    ck_assert(str_starts(got, "T T 100000/100000: "));
    arena_free(arena);
}
END_TEST

Suite *test_fmt_callgrind(void);
Suite *test_fmt_callgrind(void) {
    Suite *s = suite_create("fmt_callgrind");
    TCase *t = tcase_create("fmt_callgrind");
    tcase_add_loop_test(t, reads, 0, (int)(sizeof rows / sizeof *rows));
    tcase_add_test(t, refuses_and_repairs);
    tcase_add_test(t, deep_chain);
    suite_add_tcase(s, t);
    return s;
}
