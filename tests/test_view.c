/* doc/view: every kind over a document, ranges and tracks. */
#include <check.h>

#include "doc/view.h"
#include "tree_text.h"

static Document *make_document(Arena *arena) {
    Document *d = document_new(arena);
    const char *texts[] = {"a 10(b 4 c 5(b 2))", "a@2 20(d 5) b 3"};
    for (int i = 0; i < 2; i++) {
        Track *track = document_add_track(d);
        *track = *track_text(arena, &d->frames, TRACK_EVENTS, texts[i]);
        track->index = (uint32_t)i;
        track->ordered = true;
    }
    Track *other = document_add_track(d);
    *other = *samples_text(arena, &d->frames, "q 1000");
    other->unit.kind = UNIT_SAMPLES;
    other->index = 2;
    document_seal(d);
    return d;
}

static const struct {
    ViewKind kind;
    int track;
    double from, to;
    bool root;
    const char *want;
    double total;
} specs[] = {
    {VIEW_TIME, 0, 0, 0, false, "a@0 10(b@0 4 c@4 5(b@4 2))", 10},
    {VIEW_TIME, VIEW_ALL_TRACKS, 0, 0, false, "a@2 20(d@2 5) b@22 3", 23}, /* the busiest of the usual unit */
    {VIEW_HEAVY, 0, 0, 0, true, "(all)@0 10(a@0 10(c@0 5(b@0 2) b@5 4))", 10},
    {VIEW_HEAVY, VIEW_ALL_TRACKS, 0, 0, false, "a@0 30(c@0 5(b@0 2) d@5 5 b@10 4) b@30 3", 33},
    {VIEW_HEAVY, 2, 0, 0, false, "q@0 1000", 1000},
    {VIEW_INVERTED, 0, 0, 0, false, "b@0 6(a@0 4 c@4 2(a@4 2)) c@6 3(a@6 3) a@9 1", 10},
    {VIEW_CALLERS, 0, 0, 0, false, "b@0 6(a@0 4 c@4 2(a@4 2))", 10},
    {VIEW_CALLEES, 0, 0, 0, false, "b@0 6", 10},
    {VIEW_TIME, 0, 3, 7, false, "a@3 4(b@3 1 c@4 3(b@4 2))", 4},
    {VIEW_HOTSPOTS, VIEW_ALL_TRACKS, 0, 0, false, NULL, 33},
};

START_TEST(kinds) {
    Arena *arena = arena_new();
    Document *d = make_document(arena);
    ViewSpec spec = {.kind = specs[_i].kind,
                     .track = specs[_i].track,
                     .from = specs[_i].from,
                     .to = specs[_i].to,
                     .function = frame_of(&d->frames, "b"),
                     .root = specs[_i].root};
    View *view = view_build(d, spec, NULL);
    ck_assert_ptr_nonnull(view->hotspots);
    ck_assert_double_eq(view->total, specs[_i].total);
    ck_assert((view->tree == NULL) == (specs[_i].want == NULL));
    if (view->tree) {
        Str got = tree_to_text(arena, &d->frames, view->tree, true);
        ck_assert_msg(str_is(got, specs[_i].want), "got  %.*s\nwant %s", STR_ARG(got), specs[_i].want);
        ck_assert_uint_eq(levels_rows(view->levels), view->tree->rows);
    }
    view_free(view);
    arena_free(arena);
}
END_TEST

static const struct {
    double from, to;
    uint64_t want;
} ranges[] = {{0, 0, 3}, {0, 11, 3}, {0, 8, 2}, {6, 7, 1}};

START_TEST(samples_of_a_range) { /* idle ones too */
    Arena *arena = arena_new();
    Document *d = document_new(arena);
    *document_add_track(d) = *samples_text(arena, &d->frames, "a;b 5, i 4, a 2");
    d->frames.list[frame_of(&d->frames, "i")].kind = FRAME_IDLE;
    document_seal(d);
    View *view = view_build(d, (ViewSpec){VIEW_HOTSPOTS, .from = ranges[_i].from, .to = ranges[_i].to}, NULL);
    ck_assert_uint_eq(view->samples, ranges[_i].want);
    view_free(view);
    arena_free(arena);
}
END_TEST

START_TEST(edges) {
    Arena *arena = arena_new();
    Document *empty = document_new(arena);
    document_seal(empty);
    for (ViewKind kind = 0; kind < VIEW_WATERFALL; kind++) {
        View *view = view_build(empty, (ViewSpec){.kind = kind, .track = VIEW_ALL_TRACKS}, NULL);
        ck_assert_ptr_nonnull(view);
        ck_assert(!view->tree || view->tree->count == 0);
        view_free(view);
    }
    Progress progress = {.stop = JOB_CANCEL};
    ck_assert_ptr_null(view_build(make_document(arena), (ViewSpec){.kind = VIEW_HEAVY}, &progress));
    ck_assert_int_eq(view_default(&(Track){.ordered = true}), VIEW_TIME);
    ck_assert_int_eq(view_default(&(Track){.ordered = true, .unit = {.kind = UNIT_BYTES}}), VIEW_HEAVY);
    ck_assert_int_eq(view_default(&(Track){.keep_order = true, .unit = {.kind = UNIT_OTHER}}), VIEW_TIME);
    ck_assert_int_eq(view_default(&(Track){.operations = {.count = 1}}), VIEW_WATERFALL);
    arena_free(arena);
}
END_TEST

Suite *test_view(void);
Suite *test_view(void) {
    Suite *s = suite_create("view");
    TCase *t = tcase_create("view");
    tcase_add_loop_test(t, kinds, 0, sizeof specs / sizeof *specs);
    tcase_add_loop_test(t, samples_of_a_range, 0, sizeof ranges / sizeof *ranges);
    tcase_add_test(t, edges);
    suite_add_tcase(s, t);
    return s;
}
