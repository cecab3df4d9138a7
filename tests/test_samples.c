/* Every sample opens without a warning of damage and holds its invariants in every view; the small ones are also cut at many
 * places and changed byte by byte: whatever comes of that must be a sound document or a sentence. */
#include "ask.h"
#include "walk.h"

#include "base/file.h"
#include "doc/load.h"

#include <check.h>
#include <stdlib.h>

#define SAMPLES "samples"
enum { SMALL = 64 * 1024, CUTS = 500, CHANGES = 500 };

static Arena *names_arena;
static Names samples;

static const char *sample_path(Arena *arena, int i) {
    return str_c(arena, str_format(arena, SAMPLES "/%.*s", STR_ARG(samples.list[i])));
}

START_TEST(sample_opens) {
    Arena *arena = arena_new();
    Err err = {0};
    const char *path = sample_path(arena, _i);
    Document *document = load_document(path, NULL, &err);
    ck_assert_msg(document != NULL, "%s: %s", path, err.message);
    ck_assert_msg(document->complete, "%s: %.*s", path, STR_ARG(document->stopped));
    const char *fault = walk_document(arena, document, SIZE_MAX);
    ck_assert_msg(fault == NULL, "%s: %s", path, fault);
    document_free(document);
    arena_free(arena);
}
END_TEST

/* Whole or cut bytes of a small sample; empty for a large one. */
static Str small_sample(Arena *arena, const char *path) {
    Str bytes = {0};
    ck_assert(file_read(arena, path, SIZE_MAX, &bytes, NULL));
    return bytes.len <= SMALL ? bytes : (Str){0};
}

START_TEST(cut_sample_is_sound) {
    Arena *arena = arena_new();
    const char *path = sample_path(arena, _i);
    Str bytes = small_sample(arena, path);
    for (size_t i = 0; i < CUTS && bytes.len; i++) {
        Arena *scratch = arena_new();
        size_t at = bytes.len * i / CUTS;
        Str cut = str_copy(scratch, str_slice(bytes, 0, at));
        const char *fault = walk_bytes(scratch, cut, 4);
        ck_assert_msg(fault == NULL, "%s cut at %zu: %s", path, at, fault);
        arena_free(scratch);
    }
    arena_free(arena);
}
END_TEST

START_TEST(changed_sample_is_sound) {
    static const uint8_t values[] = {0, 0xFF, '"', '{', ']', '-', '9', ','};
    Arena *arena = arena_new();
    const char *path = sample_path(arena, _i);
    Str bytes = small_sample(arena, path);
    for (size_t i = 0; i < CHANGES && bytes.len; i++) {
        size_t at = (size_t)(i * 2654435761u) % bytes.len;
        uint8_t *byte = (uint8_t *)bytes.data + at, before = *byte;
        *byte = i % 3 ? values[i % sizeof values] : before ^ (uint8_t)(1u << (i / 3) % 8);
        Arena *scratch = arena_new();
        const char *fault = walk_bytes(scratch, bytes, 4);
        ck_assert_msg(fault == NULL, "%s with byte %zu changed from %d to %d: %s", path, at, before, *byte, fault);
        *byte = before;
        arena_free(scratch);
    }
    arena_free(arena);
}
END_TEST

/* All files of the folder but its README. */
static void find_samples(void) {
    samples = ask_list(names_arena, SAMPLES, "", false);
    size_t kept = 0;
    for (size_t i = 0; i < samples.count; i++)
        if (str_find_char(samples.list[i], '.') != SIZE_MAX && !str_is(samples.list[i], "README.md"))
            samples.list[kept++] = samples.list[i];
    samples.count = kept;
}

static void forget_names(void) {
    arena_free(names_arena);
}

Suite *test_samples(void);
Suite *test_samples(void) {
    Suite *s = suite_create("samples");
    TCase *t = tcase_create("samples");
    names_arena = arena_new();
    atexit(forget_names);
    find_samples();
    tcase_set_timeout(t, 600);
    tcase_add_loop_test(t, sample_opens, 0, (int)samples.count);
    tcase_add_loop_test(t, cut_sample_is_sound, 0, (int)samples.count);
    tcase_add_loop_test(t, changed_sample_is_sound, 0, (int)samples.count);
    suite_add_tcase(s, t);
    return s;
}
