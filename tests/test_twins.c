/* ui/twins: tracks found again in another reading of the file. */
#include <check.h>

#include "../src/ui/twins.h"

enum { MOST = 6 };

/* A track is its thread's name, "process/name" where that matters; want: by track of `from`. */
static const struct {
    const char *from[MOST], *to[MOST];
    int want[MOST];
} rows[] = {
    {{"a", "b", "c"}, {"a", "b", "c"}, {0, 1, 2}},
    {{"a", "b", "c"}, {"new", "a", "b", "c"}, {1, 2, 3}},
    {{"a", "b", "c"}, {"c", "a"}, {1, -1, 0}},
    {{"a", "b"}, {NULL}, {-1, -1}},
    {{"1/a", "2/a"}, {"2/a", "1/a"}, {1, 0}},
    {{"a", "a", "a"}, {"a", "a", "a"}, {0, 1, 2}},            /* alike: each keeps its number */
    {{"a", "b", "b"}, {"x", "y", "z", "b", "b"}, {-1, 3, 3}}, /* or is the first */
};

static Document *document_of(Arena *arena, const char *const *names) {
    Document *d = document_new(arena);
    for (uint32_t i = 0; i < MOST && names[i]; i++) {
        Str name = str_from(names[i]);
        size_t slash = str_find_char(name, '/');
        Track *t = document_add_track(d);
        t->index = i;
        t->pid = slash == SIZE_MAX ? STR("") : str_slice(name, 0, slash);
        t->title = slash == SIZE_MAX ? name : str_slice(name, slash + 1, name.len);
    }
    return d;
}

START_TEST(found_again) {
    Arena *one = arena_new(), *two = arena_new(), *scratch = arena_new();
    Document *from = document_of(one, rows[_i].from), *to = document_of(two, rows[_i].to);
    Twins twins = twins_new(scratch, from, to);
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < from->tracks.count; i++)
            ck_assert_int_eq(twins_find(&twins, i), rows[_i].want[i]);
    arena_free(scratch);
    arena_free(two);
    arena_free(one);
}
END_TEST

Suite *test_twins(void);
Suite *test_twins(void) {
    Suite *suite = suite_create("twins");
    TCase *t = tcase_create("all");
    tcase_add_loop_test(t, found_again, 0, sizeof rows / sizeof *rows);
    suite_add_tcase(suite, t);
    return suite;
}
