/* derive/callers: one function, who calls it and what it calls. */
#include <check.h>

#include "derive/callers.h"
#include "derive/hotspots.h"
#include "tree_text.h"

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
    const char *in, *function, *callers, *callees;
} sandwiches[] = {
    {"a 9(f 4(x 1) f 2(y 2)) b 5(f 3(x 2))", "f", "f 9(a 6 b 3)", "f 9(x 3 y 2)"},
    {"a 9(f 8(f 5(f 1) x 1))", "f", "f 8(a 8)", "f 8(f 5(f 1) x 1)"}, /* recursion counts once */
    {"a 9(f 8(b 5(f 4)))", "f", "f 8(a 8)", "f 8(b 5(f 4))"},
    {"f 2 a 3(f 1)", "f", "f 3(a 1)", "f 3"},
    {"a 1", "f", "", ""},
};

START_TEST(sandwich) {
    Fixture f = fixture();
    const Track *track = track_text(f.arena, &f.frames, TRACK_EVENTS, sandwiches[_i].in);
    DeriveInput input = input_of(&f.frames, &track);
    FrameId function = frame_of(&f.frames, sandwiches[_i].function);
    check_text(&f, derive_callers(f.arena, &input, function), sandwiches[_i].callers, false);
    check_text(&f, derive_callees(f.arena, &input, function), sandwiches[_i].callees, false);
    arena_free(f.arena);
}
END_TEST

/* The root of both trees is the function's total, also in samples and under recursion. */
START_TEST(totals) {
    Fixture f = fixture();
    const Track *track = samples_text(f.arena, &f.frames, "a;f;b;f 3, a;f 2, f;c 4, a 1, c;f;f 5");
    DeriveInput input = input_of(&f.frames, &track);
    const Hotspots *hotspots = derive_hotspots(f.arena, &input, false);
    for (const char *name = "abcf"; *name; name++) {
        FrameId function = frame_of(&f.frames, (char[]){*name, 0});
        double total = hotspots->rows[hotspots->row_of[function]].total;
        ck_assert_double_eq(derive_callers(f.arena, &input, function)->sum, total);
        ck_assert_double_eq(derive_callees(f.arena, &input, function)->sum, total);
    }
    const Tree *callers = derive_callers(f.arena, &input, frame_of(&f.frames, "f"));
    check_text(&f, callers, "f 14(a 5 c 5)", false);
    ck_assert_uint_eq(callers->hits[0], 1); /* the sample that f begins */
    ck_assert_uint_eq(callers->hits[1], 2);
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
    ck_assert_ptr_null(derive_callers(f.arena, &input, 0));
    ck_assert_ptr_null(derive_callees(f.arena, &input, 0));
    arena_free(f.arena);
}
END_TEST

Suite *test_callers(void);
Suite *test_callers(void) {
    Suite *s = suite_create("callers");
    TCase *t = tcase_create("callers");
    tcase_add_loop_test(t, sandwich, 0, sizeof sandwiches / sizeof *sandwiches);
    tcase_add_test(t, totals);
    tcase_add_test(t, stopped);
    suite_add_tcase(s, t);
    return s;
}
