/* The measure of a reading (base/arena.h) on what somebody might send who wants the memory: for every case and small sample each of
 * its lists blown up in every way that tests/hostile.h knows, each kind of list once a format. */
#include "ask.h"
#include "hostile.h"

#include "base/file.h"
#include "codec/source.h"
#include "doc/load.h"

#include <check.h>
#include <stdlib.h>

enum { SMALL = 64 * 1024, SIZE = 400 << 10, SANITIZED = 64 << 10 };

static Arena *names_arena;
static Names inputs; /* paths */
static Intern *done; /* format, list and way */

static Str decoded(Arena *arena, const char *path) {
    Err err = {0};
    Text text = text_new(arena);
    Source *source = source_open(arena, path, NULL, &err);
    while (source && text_str(&text).len <= SMALL && (source->at < source->end || source_fill(source))) {
        text_add(&text, (Str){(const char *)source->at, (size_t)(source->end - source->at)});
        source->at = source->end;
    }
    if (source)
        source_close(source);
    return text_str(&text).len <= SMALL ? text_str(&text) : (Str){0};
}

/* "gk" of the case gk-raw, the ending of a sample: their lists have the same meaning. */
static bool is_new(Arena *arena, const char *path, const Hostile *h) {
    Str name = str_base_name(str_from(path)), folder = str_slice(str_from(path), 0, str_find(str_from(path), name, 0));
    Str kind = str_starts(name, "input") ? str_slice(str_base_name(str_slice(folder, 0, folder.len - 1)), 0, 2)
                                         : str_slice(name, str_find_char(name, '.'), name.len);
    uint32_t before = intern_count(done);
    intern_add(done, str_format(arena, "%.*s %.*s %s", STR_ARG(kind), STR_ARG(h->key), h->how));
    return intern_count(done) > before;
}

static void check(const char *path, const Hostile *h, Str bytes) {
    Progress progress = {0};
    Err err = {0};
    Document *document = load_memory(STR("hostile"), bytes, &progress, &err);
    uint64_t memory = progress.memory, measure = ARENA_BASE + ARENA_RATE * (uint64_t)progress.decoded;
    ck_assert_msg(memory <= measure, "%s, %.*s by %s: %llu KB for %llu KB read", path, STR_ARG(h->key), h->how,
                  (unsigned long long)memory >> 10, (unsigned long long)progress.decoded >> 10);
    ck_assert_msg(document || err.message[0], "%s, %.*s by %s: no word", path, STR_ARG(h->key), h->how);
    document_free(document);
}

START_TEST(hostile_neighbours_keep_the_measure) {
    for (size_t i = 0; i < inputs.count; i++) {
        Arena *arena = arena_new();
        const char *path = str_c(arena, inputs.list[i]);
        Hostile h = {.arena = arena, .sample = decoded(arena, path), .size = ask_is_sanitized() ? SANITIZED : SIZE};
        for (bool more = h.sample.len > 0; more;) {
            Arena *own = arena_new();
            Str bytes;
            more = hostile_next(&h, own, &bytes);
            if (more && is_new(own, path, &h))
                check(path, &h, bytes);
            arena_free(own);
        }
        arena_free(arena);
    }
}
END_TEST

static void add_inputs(const char *folder, bool cases) {
    Names names = ask_list(names_arena, folder, cases ? "expected.json" : "", cases);
    for (size_t i = 0; i < names.count; i++) {
        Str path = str_format(names_arena, "%s/%.*s", folder, STR_ARG(names.list[i]));
        Names files = cases ? ask_list(names_arena, str_c(names_arena, path), "", false) : (Names){&path, 1};
        for (size_t k = 0; k < files.count; k++)
            if (!cases || str_starts(files.list[k], "input"))
                inputs.list[inputs.count++] =
                    cases ? str_format(names_arena, "%.*s/%.*s", STR_ARG(path), STR_ARG(files.list[k])) : path;
    }
}

static void forget(void) {
    arena_free(names_arena);
}

Suite *test_measure(void);
Suite *test_measure(void) {
    Suite *s = suite_create("measure");
    TCase *t = tcase_create("measure");
    names_arena = arena_new();
    atexit(forget);
    inputs.list = arena_many(names_arena, Str, 1000);
    done = intern_new(names_arena);
    add_inputs("tests/cases", true);
    add_inputs("samples", false);
    tcase_set_timeout(t, 600);
    tcase_add_test(t, hostile_neighbours_keep_the_measure);
    suite_add_tcase(s, t);
    return s;
}
