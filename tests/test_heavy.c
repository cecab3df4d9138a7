/* derive/heavy, merge, slice: left heavy, inverted, time order, ranges. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "derive/merge.h"
#include "tree_text.h"

/* inverted once more, with bounds so low that small trees reach them */
#define INVERT_NODES    10
#define INVERT_STEPS    20
#define INVERT_BATCH    4
#define derive_inverted small_inverted
Tree *small_inverted(Arena *arena, const DeriveInput *input, FrameId root);
#include "../src/derive/invert.c" /* NOLINT(bugprone-suspicious-include) */
#undef derive_inverted

typedef struct Fixture {
    Arena *arena;
    Frames frames;
} Fixture;

static Fixture fixture(void) {
    Arena *arena = arena_new();
    return (Fixture){arena, frames_new(arena)};
}

static void check_text(Fixture *f, const Tree *tree, const char *want, bool starts) {
    ck_assert_ptr_nonnull(tree);
    const char *fault = tree_check(tree);
    ck_assert_msg(!fault, "%s", fault);
    Str got = tree_to_text(f->arena, &f->frames, tree, starts);
    ck_assert_msg(str_is(got, want), "got  %.*s\nwant %s", STR_ARG(got), want);
}

static const struct {
    const char *in, *heavy, *inverted;
} trees[] = {
    {"a 10(b 2 c 5 b 2)", "a 10(c 5 b 4)", "c 5(a 5) b 4(a 4) a 1"},
    {"a 3(b 1) c 4 a 2(b 2)", "a 5(b 3) c 4", "c 4 b 3(a 3) a 2"},
    {"a 6(a 6(a 6(b 1)))", "a 6(a 6(a 6(b 1)))", "a 5(a 5(a 5)) b 1(a 1(a 1(a 1)))"},
    {"z 2 y 2 x 2 zz 3", "zz 3 x 2 y 2 z 2", "zz 3 x 2 y 2 z 2"}, /* ties by name */
    {"r 9(x@2 3(k@3 1) x@6 2(k@6 2))", "r 9(x 5(k 3))", "r 4 k 3(x 3(r 3)) x 2(r 2)"},
    {"a 0(b 0)", "a 0(b 0)", ""},
    {"", "", ""},
};

START_TEST(merged_views) {
    Fixture f = fixture();
    const Track *track = track_text(f.arena, &f.frames, TRACK_EVENTS, trees[_i].in);
    DeriveInput input = input_of(&f.frames, &track);
    check_text(&f, derive_heavy(f.arena, &input, FRAME_NONE), trees[_i].heavy, false);
    check_text(&f, derive_inverted(f.arena, &input, FRAME_NONE), trees[_i].inverted, false);
    arena_free(f.arena);
}
END_TEST

START_TEST(one_root) {
    Fixture f = fixture();
    const Track *track = track_text(f.arena, &f.frames, TRACK_EVENTS, "a 3(b 1) c 4(b 2)");
    DeriveInput input = input_of(&f.frames, &track);
    FrameId root = frame_of(&f.frames, "all");
    check_text(&f, derive_heavy(f.arena, &input, root), "all@0 7(c@0 4(b@0 2) a@4 3(b@4 1))", true);
    check_text(&f, derive_inverted(f.arena, &input, root), "all@0 7(b@0 3(c@0 2 a@2 1) a@3 2 c@5 2)", true);
    arena_free(f.arena);
}
END_TEST

START_TEST(two_tracks) {
    Fixture f = fixture();
    const Track *tracks[] = {track_text(f.arena, &f.frames, TRACK_EVENTS, "a 3(b 1) c 4(b 2)"),
                             samples_text(f.arena, &f.frames, "a;b 5, a 1, c;d 1")};
    DeriveInput input = {.frames = &f.frames, .tracks = tracks, .track_count = 2};
    const Tree *tree = derive_heavy(f.arena, &input, FRAME_NONE);
    check_text(&f, tree, "a 9(b 6) c 5(b 2 d 1)", false);
    ck_assert_uint_eq(tree->hits[0], 2); /* one call, one sample with a on top */
    ck_assert_double_eq(tree->self[0], 3);
    arena_free(f.arena);
}
END_TEST

static const struct {
    const char *in;
    double from, to;
    const char *time, *heavy;
} ranges[] = {
    {"a;b 10, a;c 5, a;b 10, d 1", 0, 0, "a@0 25(b@0 10 c@10 5 b@15 10) d@25 1", "a 25(b 20 c 5) d 1"},
    {"a;b 10, a;c 5, a;b 10, d 1", 5, 20, "a@5 15(b@5 5 c@10 5 b@15 5)", "a 15(b 10 c 5)"},
    {"a;b 10, a;c 5, a;b 10, d 1", 10, 15, "a@10 5(c@10 5)", "a 5(c 5)"},
    {"a 2, - 3, a 4", 0, 0, "a@0 2 a@5 4", "a 6"},
    {"a;b@10 5, a;b@15 5, a;b@30 1", 0, 0, "a@10 10(b@10 10) a@30 1(b@30 1)", "a 11(b 11)"}, /* a gap */
    {"a@10 8, b@15 5", 0, 0, "a@10 8 b@18 5", "a 8 b 5"},                                    /* an overlap */
    {"a@10 8, b@15 5", 11, 19, "a@11 7 b@18 1", "a 7 b 1"},
    {"a 0, b;c 0, b 1", 0, 0, "a@0 0 b@0 1(c@0 0)", "b 1(c 0) a 0"},
    {"a;b;c 1, a 1, a;b;c 1", 0, 0, "a@0 3(b@0 1(c@0 1) b@2 1(c@2 1))", "a 3(b 2(c 2))"},
};

START_TEST(samples) {
    Fixture f = fixture();
    const Track *track = samples_text(f.arena, &f.frames, ranges[_i].in);
    DeriveInput input = input_of(&f.frames, &track);
    input.from = ranges[_i].from;
    input.to = ranges[_i].to;
    check_text(&f, derive_time_order(f.arena, &input), ranges[_i].time, true);
    check_text(&f, derive_heavy(f.arena, &input, FRAME_NONE), ranges[_i].heavy, false);
    arena_free(f.arena);
}
END_TEST

static const struct {
    double from, to;
    const char *want;
} cuts[] = {
    {0, 0, "a@0 10(b@1 4(c@2 1) d@5 0 e@6 3) f@12 2"},
    {-5, 50, "a@0 10(b@1 4(c@2 1) d@5 0 e@6 3) f@12 2"},
    {3, 7, "a@3 4(b@3 2 d@5 0 e@6 1)"},
    {5, 6, "a@5 1(d@5 0)"},
    {10, 12, ""},
    {2.5, 13, "a@2.5 7.5(b@2.5 2.5(c@2.5 0.5) d@5 0 e@6 3) f@12 1"},
};

START_TEST(events_in_a_range) {
    Fixture f = fixture();
    const Track *track = track_text(f.arena, &f.frames, TRACK_EVENTS, cuts[0].want);
    DeriveInput input = input_of(&f.frames, &track);
    input.from = cuts[_i].from;
    input.to = cuts[_i].to;
    check_text(&f, derive_time_order(f.arena, &input), cuts[_i].want, true);
    arena_free(f.arena);
}
END_TEST

/* 100,000 levels: nothing may recurse, and a chain inverted is as long as it was. */
START_TEST(deep) {
    enum { DEPTH = 100000 };
    Fixture f = fixture();
    Text text = text_new(f.arena);
    for (int i = 0; i < DEPTH; i++)
        text_addf(&text, "%s%d 1", i ? "(" : "", i % 7);
    const Track *track = track_text(f.arena, &f.frames, TRACK_EVENTS, text.data);
    DeriveInput input = input_of(&f.frames, &track);
    const Tree *heavy = derive_heavy(f.arena, &input, FRAME_NONE),
               *inverted = derive_inverted(f.arena, &input, FRAME_NONE);
    ck_assert_uint_eq(heavy->depths, DEPTH);
    ck_assert_uint_eq(inverted->depths, DEPTH);
    ck_assert_ptr_null(tree_check(heavy));
    arena_free(f.arena);
}
END_TEST

/* Random trees: sums stay, siblings are distinct and in order, and merging twice changes nothing. */
static Str random_text(Arena *arena, unsigned seed) {
    Text text = text_new(arena);
    int open = 0;
    srand(seed);
    for (int i = 0; i < 300; i++) {
        bool down = i && rand() % 2;
        open += down;
        text_addf(&text, "%s%c %d", down ? "(" : " ", 'a' + rand() % 6, 1 << (20 - (open < 20 ? open : 20)));
        for (; open && rand() % 3 == 0; open--)
            text_add_char(&text, ')');
    }
    return text_str(&text);
}

static void check_heavy_siblings(const Fixture *f, const Tree *t) {
    for (uint32_t i = 0; i < t->count; i++) {
        uint32_t next = t->end[i];
        if (next >= t->count || t->parent[next] != t->parent[i])
            continue;
        ck_assert_uint_ne(t->frame[i], t->frame[next]);
        ck_assert_double_ge(t->total[i], t->total[next]);
        if (t->total[i] == t->total[next])
            ck_assert_int_lt(str_compare(frame_name(&f->frames, t->frame[i]), frame_name(&f->frames, t->frame[next])),
                             0);
    }
}

START_TEST(random_trees) {
    Fixture f = fixture();
    Tree *tree = tree_text(f.arena, &f.frames, random_text(f.arena, (unsigned)_i).data);
    for (uint32_t i = tree->count; i-- > 0;) { /* totals that hold their children, whatever the text said */
        tree->self[i] = 1 + tree->frame[i] % 3;
        tree->total[i] = tree->self[i];
        for (uint32_t c = i + 1; c < tree->end[i]; c = tree->end[c])
            tree->total[i] += tree->total[c];
    }
    tree_seal(tree);
    const Track *track = &(Track){.kind = TRACK_MERGED, .tree = tree, .total = tree->sum};
    DeriveInput input = input_of(&f.frames, &track);
    const Tree *once = derive_heavy(f.arena, &input, FRAME_NONE), *up = derive_inverted(f.arena, &input, FRAME_NONE);
    ck_assert_double_eq_tol(once->sum, tree->sum, 1e-6);
    ck_assert_double_eq_tol(up->sum, tree->sum, 1e-6);
    check_heavy_siblings(&f, once);
    check_heavy_siblings(&f, up);
    const Track *again = &(Track){.kind = TRACK_MERGED, .tree = once, .total = once->sum};
    input = input_of(&f.frames, &again);
    Str want = tree_to_text(f.arena, &f.frames, once, true);
    check_text(&f, derive_heavy(f.arena, &input, FRAME_NONE), want.data, true);
    arena_free(f.arena);
}
END_TEST

START_TEST(limit) {
    Fixture f = fixture();
    Merge *merge = merge_new(f.arena);
    merge_limit(merge, 2);
    FrameId a = frame_of(&f.frames, "a"), b = frame_of(&f.frames, "b"), c = frame_of(&f.frames, "c");
    uint32_t first = merge_child(merge, MERGE_TOP, a), second = merge_child(merge, first, b);
    ck_assert_uint_eq(merge_child(merge, second, c), TREE_NONE);
    ck_assert_uint_eq(merge_child(merge, MERGE_TOP, a), first);
    merge_weigh(merge, second, 3, UINT32_MAX);
    merge_weigh(merge, second, 3, 1); /* counts stop at the top instead of starting anew */
    const Tree *tree = merge_finish(merge, f.arena, &f.frames, FRAME_NONE);
    check_text(&f, tree, "a 6(b 6)", false);
    ck_assert_uint_eq(tree->hits[1], UINT32_MAX);
    arena_free(f.arena);
}
END_TEST

/* What the bounds leave out are callers, never weight. */
START_TEST(bounds) {
    Fixture f = fixture();
    Str text = random_text(f.arena, (unsigned)_i);
    Tree *tree = tree_text(f.arena, &f.frames, text.data);
    const Track *track = &(Track){.kind = TRACK_EVENTS, .tree = tree};
    DeriveInput input = input_of(&f.frames, &track);
    const Tree *whole = derive_inverted(f.arena, &input, FRAME_NONE),
               *small = small_inverted(f.arena, &input, FRAME_NONE);
    ck_assert_double_eq_tol(small->sum, whole->sum, 1e-9 * whole->sum);
    ck_assert_uint_le(small->count, 6 + INVERT_NODES);
    ck_assert_uint_lt(small->count, whole->count);
    uint32_t a = 0, b = 0;
    for (; a < whole->count && b < small->count; a = whole->end[a], b = small->end[b]) { /* the same functions */
        ck_assert_uint_eq(whole->frame[a], small->frame[b]);
        ck_assert_double_eq_tol(whole->total[a], small->total[b], 1e-9 * whole->sum);
    }
    ck_assert(a == whole->count && b == small->count);
    arena_free(f.arena);
}
END_TEST

START_TEST(stopped) {
    Fixture f = fixture();
    const Track *track = track_text(f.arena, &f.frames, TRACK_EVENTS, "a 3(b 1)");
    Progress progress = {0};
    DeriveInput input = input_of(&f.frames, &track);
    input.progress = &progress;
    progress.stop = JOB_CANCEL;
    ck_assert_ptr_null(derive_heavy(f.arena, &input, FRAME_NONE));
    ck_assert_ptr_null(derive_inverted(f.arena, &input, FRAME_NONE));
    arena_free(f.arena);
}
END_TEST

#define ROWS(a) (int)(sizeof(a) / sizeof *(a))

Suite *test_heavy(void);
Suite *test_heavy(void) {
    Suite *s = suite_create("heavy");
    TCase *t = tcase_create("heavy");
    tcase_add_loop_test(t, merged_views, 0, ROWS(trees));
    tcase_add_test(t, one_root);
    tcase_add_test(t, two_tracks);
    tcase_add_loop_test(t, samples, 0, ROWS(ranges));
    tcase_add_loop_test(t, events_in_a_range, 0, ROWS(cuts));
    tcase_add_test(t, deep);
    tcase_add_loop_test(t, random_trees, 0, 20);
    tcase_add_test(t, limit);
    tcase_add_loop_test(t, bounds, 0, 10);
    tcase_add_test(t, stopped);
    suite_add_tcase(s, t);
    return s;
}
