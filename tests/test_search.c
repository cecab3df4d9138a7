/* derive/search: text and expressions over frames, and what matches weigh in a tree. */
#include <check.h>

#include "derive/search.h"
#include "tree_text.h"

static const struct {
    const char *name, *file;
} table[] = {
    {"readFile", "node:fs"},
    {"ReadFileSync", "node:fs"},
    {"render", "/app/View.js"},
    {"(garbage collector)", ""},
    {"Über", "/app/größe.js"},
    {"", ""},
    {"名前", "/x/y.py"},
    {"a.b(c)*", "/app/list.js"},
    {"\xff\xfe"
     "bad",
     "\x80.bin"},
    {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", ""},
};

enum { FRAMES = sizeof table / sizeof *table };

static Frames make_frames(Arena *arena) {
    Frames frames = frames_new(arena);
    for (uint32_t i = 0; i < FRAMES; i++)
        frames_add(&frames, &(Frame){.name = intern_add(frames.strings, str_from(table[i].name)),
                                     .file = intern_add(frames.strings, str_from(table[i].file)),
                                     .salt = i});
    return frames;
}

static const struct {
    const char *text;
    bool match_case;
    const char *want; /* indices of the frames */
} searches[] = {
    {"readfile", false, "01"},
    {"readFile", true, "0"},
    {"READFILES", false, "1"},
    {"/app/", true, "247"}, /* an expression: app */
    {"/app", true, "247"},
    {"fs", false, "01"},
    {"VIEW.JS", false, "2"},
    {"VIEW.JS", true, ""},
    {"e", false, "01234"},
    {"über", false, "4"}, /* case of letters beyond ASCII */
    {"GRÖSSE", false, ""},
    {"GRÖßE", false, "4"},
    {"名", false, "6"},
    {"a.b(c)*", false, "7"}, /* plain text is no expression */
    {"/^read/", false, "01"},
    {"/^read/", true, "0"},
    {"/^(?:render|\\(garbage)/", true, "23"},
    {"/^名.$/", false, "6"},
    {"/bad$/", false, "8"},   /* also behind bytes that are no text */
    {"/^(a+)+$/", false, ""}, /* runs away on frame 9, and is stopped */
    {"", false, ""},
    {"zzz", false, ""},
    {"//", false, ""},
    {"(garbage collector) and much more", false, ""},
};

START_TEST(finds) {
    Arena *arena = arena_new();
    Frames frames = make_frames(arena);
    Err err = {0};
    SearchHits *hits = search_frames(arena, &frames, str_from(searches[_i].text), searches[_i].match_case, NULL, &err);
    ck_assert_msg(hits, "%s", err.message);
    Text got = text_new(arena);
    uint64_t count = 0;
    for (FrameId f = 0; f < frames.count; f++) {
        if (!search_has(hits, f))
            continue;
        text_addf(&got, "%u", f);
        count++;
    }
    ck_assert_msg(str_is(text_str(&got), searches[_i].want), "'%s': got %s", searches[_i].text, got.data);
    ck_assert_uint_eq(hits->frames, count);
    arena_free(arena);
}
END_TEST

START_TEST(bad_patterns) {
    static const struct {
        const char *text, *want;
    } rows[] = {{"/a(b/", "bad pattern 'a(b': missing closing parenthesis at character 4"},
                {"/*/", "bad pattern '*': quantifier does not follow a repeatable item at character 1"}};
    Arena *arena = arena_new();
    Frames frames = make_frames(arena);
    Err err = {0};
    ck_assert_ptr_null(search_frames(arena, &frames, str_from(rows[_i].text), false, NULL, &err));
    ck_assert_int_eq(err.code, ERR_USAGE);
    ck_assert_str_eq(err.message, rows[_i].want);
    arena_free(arena);
}
END_TEST

START_TEST(in_trees) {
    Arena *arena = arena_new();
    Frames frames = frames_new(arena);
    Tree *tree = tree_text(arena, &frames, "a 20(xb 10(c 4 x 5(xx 1)) d 6) x 3 e 1");
    SearchHits *hits = search_frames(arena, &frames, STR("X"), false, NULL, NULL);
    SearchSums sums = search_sum(hits, tree);
    ck_assert_uint_eq(sums.count, 4);
    ck_assert_double_eq(sums.self, 1 + 4 + 1 + 3);
    ck_assert_double_eq(sums.total, 13); /* what lies in xb counts once */
    static const uint32_t want[] = {1, 3, 4, 6};
    uint32_t node = TREE_NONE;
    for (int i = 0; i < 4; i++)
        ck_assert_uint_eq(node = search_next(hits, tree, node, 1), want[i]);
    ck_assert_uint_eq(search_next(hits, tree, node, 1), TREE_NONE);
    node = TREE_NONE;
    for (int i = 4; i-- > 0;)
        ck_assert_uint_eq(node = search_next(hits, tree, node, -1), want[i]);
    ck_assert_uint_eq(search_next(hits, tree, node, -1), TREE_NONE);
    ck_assert_uint_eq(search_next(hits, tree, 2, 1), 3); /* from a node that is no match */
    arena_free(arena);
}
END_TEST

START_TEST(stopped) {
    Arena *arena = arena_new();
    Frames frames = make_frames(arena);
    Err err = {0};
    Progress progress = {.stop = JOB_CANCEL};
    ck_assert_ptr_null(search_frames(arena, &frames, STR("a"), false, &progress, &err));
    ck_assert_int_eq(err.code, ERR_CANCELLED);
    arena_free(arena);
}
END_TEST

/* A table that several threads share, in steps of no time: frame f is called "f;", every third with a letter beyond ASCII before it. */
START_TEST(in_pieces) {
    static const struct {
        const char *text;
        uint32_t every; /* what matches: each so many */
    } rows[] = {{"0;", 10},       {"/00;$/", 100},      {"/^ü?[0-9]+;$/", 1},
                {"/^\\P{N}/", 3}, {"/000(?=;)/", 1000}, {"nothing", UINT32_MAX}};
    enum { COUNT = 150000 };
    Arena *arena = arena_new();
    Frames frames = frames_new(arena);
    for (int i = 0; i < COUNT; i++)
        frames_add_name(&frames, str_format(arena, "%s%d;", i % 3 ? "" : "ü", i + COUNT), FRAME_CODE);
    SearchRun *run = search_begin(&frames, str_from(rows[_i].text), false, NULL);
    int steps = 1;
    while (!search_step(run, 0))
        steps++;
    ck_assert_int_gt(steps, 10);
    const SearchHits *hits = search_hits(run);
    for (FrameId f = 0; f < COUNT; f++)
        ck_assert_int_eq(search_has(hits, f), f % rows[_i].every == 0 && rows[_i].every <= COUNT);
    ck_assert_uint_eq(hits->frames, rows[_i].every <= COUNT ? COUNT / rows[_i].every : 0);
    search_end(run);
    arena_free(arena);
}
END_TEST

Suite *test_search(void);
Suite *test_search(void) {
    Suite *s = suite_create("search");
    TCase *t = tcase_create("search");
    tcase_add_loop_test(t, finds, 0, sizeof searches / sizeof *searches);
    tcase_add_loop_test(t, bad_patterns, 0, 2);
    tcase_add_loop_test(t, in_pieces, 0, 6);
    tcase_add_test(t, in_trees);
    tcase_add_test(t, stopped);
    suite_add_tcase(s, t);
    return s;
}
