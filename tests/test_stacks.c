/* profile/stacks, notes, unit: prefix trees of samples, counted repairs, numbers for people. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "profile/stacks.h"

static uint32_t stack(Stacks *stacks, Frames *frames, const char *names) {
    uint32_t node = TREE_NONE;
    for (const char *c = names; *c; c++)
        node = stacks_child(stacks, node, frames_add_name(frames, (Str){c, 1}, FRAME_CODE));
    return node;
}

START_TEST(prefix_tree) {
    Arena *arena = arena_new(), *scratch = arena_new();
    Frames frames = frames_new(arena);
    Stacks *stacks = stacks_new(scratch);
    const char *samples[] = {"ab", "ac", "ab", "d", "a"};
    for (int i = 0; i < 5; i++)
        stacks_sample(stacks, stack(stacks, &frames, samples[i]), i, 10);
    stacks_sample(stacks, TREE_NONE, 5, 10);
    Track track = {0};
    stacks_finish(stacks, arena, &track, true);
    arena_free(scratch); /* the track must not lean on it */
    const Tree *t = track.tree;
    ck_assert_ptr_null(tree_check(t));
    ck_assert_uint_eq(t->count, 4);
    static const struct {
        char name;
        double start, total, self;
        uint32_t hits;
    } want[] = {{'a', 0, 40, 10, 1}, {'b', 0, 20, 20, 2}, {'c', 20, 10, 10, 1}, {'d', 40, 10, 10, 1}};
    for (uint32_t i = 0; i < 4; i++) {
        ck_assert_int_eq(frame_name(&frames, t->frame[i]).data[0], want[i].name);
        ck_assert_double_eq(t->start[i], want[i].start);
        ck_assert_double_eq(t->total[i], want[i].total);
        ck_assert_double_eq(t->self[i], want[i].self);
        ck_assert_uint_eq(t->hits[i], want[i].hits);
    }
    static const uint32_t nodes[] = {1, 2, 1, 3, 0, TREE_NONE};
    for (int i = 0; i < 6; i++)
        ck_assert_uint_eq(track.samples.node[i], nodes[i]);
    ck_assert_double_eq(track.total, 60);
    ck_assert_uint_eq(track.sample_count, 6);
    arena_free(arena);
}
END_TEST

/* ---- random stacks against all their prefixes ---- */

enum { WORDS = 400, DEEP = 6 };

typedef char Word[DEEP + 1];

static int by_letters(const void *a, const void *b) {
    return strcmp(a, b);
}

static void make_words(Word *words, int letters, bool sorted) {
    for (int i = 0; i < WORDS; i++) {
        int length = 1 + rand() % DEEP;
        for (int c = 0; c < length; c++)
            words[i][c] = (char)('a' + rand() % letters);
        words[i][length] = 0;
    }
    if (sorted)
        qsort(words, WORDS, sizeof *words, by_letters);
}

/* The first word that begins with those n letters, and how many are them. */
static int first_word(Word *words, const char *letters, size_t n, uint32_t *same) {
    int first = WORDS;
    *same = 0;
    for (int i = WORDS; i-- > 0;)
        if (strncmp(words[i], letters, n) == 0) {
            first = i;
            *same += strlen(words[i]) == n;
        }
    return first;
}

static void check_words(const Tree *t, const Frames *frames, Word *words) {
    Word path = {0};
    int seen[DEEP] = {0};
    uint32_t hits = 0;
    ck_assert_ptr_null(tree_check(t));
    for (uint32_t i = 0; i < t->count; i++) {
        uint32_t depth = t->depth[i], same, before = i ? t->depth[i - 1] : 0;
        path[depth] = frame_name(frames, t->frame[i]).data[0];
        int first = first_word(words, path, depth + 1, &same);
        ck_assert_int_lt(first, WORDS);
        if (i && depth <= before)
            ck_assert_int_gt(first, seen[depth]); /* siblings once, and in order */
        seen[depth] = first;
        ck_assert_uint_eq(t->hits[i], same);
        ck_assert_double_eq(t->self[i], 2 * same);
        hits += same;
    }
    ck_assert_uint_eq(hits, WORDS); /* no prefix is missing */
    ck_assert_double_eq(t->sum, 2 * WORDS);
}

START_TEST(random_stacks) {
    static const struct {
        int letters;
        bool sorted;
    } rows[] = {{1, false}, {2, false}, {2, true}, {4, false}, {5, true}, {6, false}, {20, false}, {26, true}};
    Arena *arena = arena_new(), *scratch = arena_new();
    Frames frames = frames_new(arena);
    Stacks *stacks = stacks_new(scratch);
    Word words[WORDS];
    srand((unsigned)_i);
    make_words(words, rows[_i].letters, rows[_i].sorted);
    for (int i = 0; i < WORDS; i++)
        stacks_weigh(stacks, stack(stacks, &frames, words[i]), 2, 1);
    Track early = {0}, track = {0}, again = {0};
    stacks_finish(stacks_snapshot(scratch, stacks, true), arena, &early, false);
    Stacks *bare = stacks_snapshot(scratch, stacks, false);
    for (int i = 0; i < WORDS; i++)
        stacks_weigh(bare, stack(stacks, &frames, words[i]), 2, 1);
    stacks_start_over(bare);
    for (int i = 0; i < WORDS; i++)
        stacks_weigh(bare, stack(stacks, &frames, words[i]), 2, 1);
    stacks_finish(bare, arena, &again, false);
    stacks_finish(stacks, arena, &track, false);
    arena_free(scratch);
    check_words(early.tree, &frames, words);
    check_words(track.tree, &frames, words);
    check_words(again.tree, &frames, words);
    arena_free(arena);
}
END_TEST

START_TEST(formats) {
    static const struct {
        UnitKind kind;
        double value;
        const char *want;
    } rows[] = {
        {UNIT_TIME, 22.4e6, "22.4 ms"},
        {UNIT_TIME, 1.2e9, "1.20 s"},
        {UNIT_TIME, 850, "850 ns"},
        {UNIT_TIME, 484.9e6, "484.9 ms"},
        {UNIT_TIME, 0, "0 ms"},
        {UNIT_TIME, 90e9, "1 min 30 s"},
        {UNIT_TIME, 999.96e6, "1.00 s"},
        {UNIT_TIME, 2e13, "5 h 33 min"},
        {UNIT_SAMPLES, 3812, "3 812 samples"},
        {UNIT_SAMPLES, 1, "1 sample"},
        {UNIT_BYTES, 1500000, "1.50 MB"},
        {UNIT_BYTES, 12, "12 B"},
        {UNIT_TIME, NAN, "–"},
        {UNIT_SAMPLES, 9.3e18, "9.3e+18 samples"},
    };
    Arena *arena = arena_new();
    Str got = unit_format(arena, (Unit){.kind = rows[_i].kind}, rows[_i].value);
    ck_assert(str_is(got, rows[_i].want));
    arena_free(arena);
}
END_TEST

START_TEST(short_figures) {
    static const struct {
        UnitKind kind;
        double value;
        const char *figure, *brief;
    } rows[] = {
        {UNIT_SAMPLES, 0, "0", "0"},
        {UNIT_SAMPLES, 999, "999", "999"},
        {UNIT_SAMPLES, 55555, "55 555", "55.6 k"},
        {UNIT_SAMPLES, 88888888, "88 888 888", "88.9 M"},
        {UNIT_OTHER, 9.223372e18, "9.223e+18", "9.22e18"},
        {UNIT_OTHER, -1234567, "-1 234 567", "-1.23 M"},
        {UNIT_OTHER, 0.25, "0.25", "0.25"},
        {UNIT_OTHER, NAN, "–", "–"},
        {UNIT_TIME, 22.42e6, "22.4 ms", "22.4 ms"},
        {UNIT_BYTES, 1500000, "1.50 MB", "1.50 MB"},
    };
    Arena *arena = arena_new();
    Unit unit = {.kind = rows[_i].kind, .word = STR("instructions")};
    ck_assert(str_is(unit_figure(arena, unit, rows[_i].value), rows[_i].figure));
    ck_assert(str_is(unit_short(arena, unit, rows[_i].value), rows[_i].brief));
    arena_free(arena);
}
END_TEST

START_TEST(percents) {
    static const struct {
        double part, whole;
        const char *want;
    } rows[] = {{21, 100, "21.0%"}, {0.04, 100, "0.04%"}, {0, 5, "0%"},
                {5, 5, "100%"},     {1e-9, 1, "<0.01%"},  {1, 0, ""}};
    Arena *arena = arena_new();
    ck_assert(str_is(percent_format(arena, rows[_i].part, rows[_i].whole), rows[_i].want));
    arena_free(arena);
}
END_TEST

START_TEST(notes) {
    static const NoteKind kind = {"k", NOTE_WARNING, "{n} end event{s} {was} wrong{names}"};
    Arena *arena = arena_new();
    Notes list = {.arena = arena};
    notes_add(&list, &kind, 1, STR("main"));
    ck_assert(str_is(note_text(arena, &list.list[0]), "1 end event was wrong (main)"));
    const char *more[] = {"main", "b", "c", "d"};
    for (int i = 0; i < 4; i++)
        notes_add(&list, &kind, 1, str_from(more[i]));
    ck_assert(str_is(note_text(arena, &list.list[0]), "5 end events were wrong (main, b, c, …)"));
    ck_assert_uint_eq(notes_warnings(&list), 1);
    arena_free(arena);
}
END_TEST

Suite *test_stacks(void);
Suite *test_stacks(void) {
    Suite *s = suite_create("stacks");
    TCase *t = tcase_create("stacks");
    tcase_add_test(t, prefix_tree);
    tcase_add_loop_test(t, random_stacks, 0, 8);
    tcase_add_loop_test(t, formats, 0, 14);
    tcase_add_loop_test(t, short_figures, 0, 10);
    tcase_add_loop_test(t, percents, 0, 6);
    tcase_add_test(t, notes);
    suite_add_tcase(s, t);
    return s;
}
