/* doc/source_map and doc/originals: segments, sections, and frames that get their names back. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "doc/load.h"
#include "doc/source_map.h"

static const char *const PLAIN =
    "{\"version\":3,\"sourceRoot\":\"src\",\"sources\":[\"a.ts\",\"/b.ts\"],\"names\":[\"first\",\"second\"],"
    "\"mappings\":\"AAAA,SAASA;;ACUTC,EAAE,G\"}";
static const char *const SECTIONS =
    "{\"version\":3,\"sections\":[{\"offset\":{\"line\":0,\"column\":0},\"map\":{\"version\":3,"
    "\"sources\":[\"x\"],\"names\":[],\"mappings\":\"AAAA\"}},{\"map\":{\"version\":3,\"mappings\":"
    "\"IAAAA\",\"names\":[\"n\"],\"sources\":[\"y\"]},\"offset\":{\"line\":2,\"column\":10}}]}";

static const struct {
    const char *const *map;
    int32_t line, column;
    const char *want; /* "" = no place */
} rows[] = {
    {&PLAIN, 1, 1, "src/a.ts:1:1 "},
    {&PLAIN, 1, 9, "src/a.ts:1:1 "},
    {&PLAIN, 1, 10, "src/a.ts:1:10 first"},
    {&PLAIN, 1, 500, "src/a.ts:1:10 first"},
    {&PLAIN, 2, 1, ""},
    {&PLAIN, 3, 1, "/b.ts:11:1 second"},
    {&PLAIN, 3, 3, "/b.ts:11:3 "},
    {&PLAIN, 3, 7, ""},
    {&PLAIN, 4, 1, ""},
    {&PLAIN, 0, 0, ""},
    {&SECTIONS, 1, 5, "x:1:1 "},
    {&SECTIONS, 3, 14, ""},
    {&SECTIONS, 3, 15, "y:1:1 n"},
};

static SourceMap *read_text(Arena *arena, const char *text, Err *err) {
    Source *source = source_memory(arena, str_from(text), NULL, err);
    return source_map_read(arena, source, err);
}

START_TEST(finds) {
    Arena *arena = arena_new();
    Err err = {0};
    SourceMap *map = read_text(arena, *rows[_i].map, &err);
    ck_assert_ptr_nonnull(map);
    SourcePlace p;
    Str got = STR("");
    if (source_map_find(map, rows[_i].line, rows[_i].column, &p))
        got = str_format(arena, "%.*s:%d:%d %.*s", STR_ARG(p.file), p.line, p.column, STR_ARG(p.name));
    ck_assert_str_eq(str_c(arena, got), rows[_i].want);
    arena_free(arena);
}
END_TEST

START_TEST(odd_maps) {
    static const struct {
        const char *in;
        int segments; /* -1: refused */
    } odd[] = {{"[]", -1},
               {"{\"version\":3}", -1},
               {")]}'\n{\"version\":3,\"mappings\":\"AAAA\",\"sources\":[\"s\"]}", 1},
               {"{\"mappings\":\"AAAA,!!,AAAA\"}", 1},
               {"{\"mappings\":\"gggggggggggggggggggg\"}", 0},
               {"{\"mappings\":\"AAAA", -1},
               {"{\"sections\":[{\"map\":{\"sections\":[]}}]}", 0}};
    Arena *arena = arena_new();
    Err err = {0};
    SourceMap *map = read_text(arena, odd[_i].in, &err);
    ck_assert_int_eq(map ? (int)source_map_count(map) : -1, odd[_i].segments);
    arena_free(arena);
}
END_TEST

static void put(const char *folder, const char *name, const char *text) {
    char path[512];
    Err err = {0};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    ck_assert(file_write(path, str_from(text), &err));
}

/* A profile whose scripts have their map beside them, inline, or given. */
START_TEST(rewrites_frames) {
    char folder[] = "/tmp/cresset-map-XXXXXX", profile[2048], path[512], given[512];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    put(folder, "beside.js", "function a(){}\n");
    put(folder, "beside.js.map",
        "{\"version\":3,\"sources\":[\"b.ts\"],\"names\":[\"nice\"],\"mappings\":\"AAAA,SAASA\"}");
    put(folder, "inline.js",
        "x\n//# sourceMappingURL=data:application/json;base64,"
        "eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbImkudHMiXSwibmFtZXMiOltdLCJtYXBwaW5ncyI6IkFBQUEifQ==\n");
    put(folder, "far.js.map", "{\"version\":3,\"sources\":[\"f.ts\"],\"names\":[],\"mappings\":\"AAKA\"}");
    snprintf(profile, sizeof profile,
             "{\"head\":{\"callFrame\":{\"functionName\":\"(root)\",\"url\":\"\"},\"selfSize\":0,\"children\":["
             "{\"callFrame\":{\"functionName\":\"a\",\"url\":\"file://%s/"
             "beside.js\",\"lineNumber\":0,\"columnNumber\":10},\"selfSize\":1},"
             "{\"callFrame\":{\"functionName\":\"b\",\"url\":\"%s/"
             "inline.js\",\"lineNumber\":0,\"columnNumber\":3},\"selfSize\":1},"
             "{\"callFrame\":{\"functionName\":\"c\",\"url\":\"https://h/"
             "far.js?v=1\",\"lineNumber\":0,\"columnNumber\":3},\"selfSize\":1}]}}",
             folder, folder);
    put(folder, "p.heapprofile", profile);
    snprintf(path, sizeof path, "%s/p.heapprofile", folder);
    snprintf(given, sizeof given, "%s/far.js.map", folder);
    Err err = {0};
    const char *maps[] = {given};
    Document *d = load_mapped(path, maps, 1, NULL, &err);
    ck_assert_msg(d != NULL, "%s", err.message);
    Arena *arena = arena_new();
    Text got = text_new(arena);
    for (FrameId f = 0; f < d->frames.count; f++)
        if (frame_file(&d->frames, f).len) {
            Str place = frame_place(arena, &d->frames, f, true);
            text_addf(&got, "%.*s@%.*s ", STR_ARG(frame_name(&d->frames, f)), STR_ARG(place));
        }
    ck_assert_str_eq(got.data, "nice@b.ts:1:10 b@i.ts:1:1 c@f.ts:6:1 ");
    document_free(d);
    arena_free(arena);
    const char *names[] = {"beside.js", "beside.js.map", "inline.js", "far.js.map", "p.heapprofile"};
    for (int i = 0; i < 5; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        remove(path);
    }
    rmdir(folder);
}
END_TEST

Suite *test_source_map(void);
Suite *test_source_map(void) {
    Suite *s = suite_create("source_map");
    TCase *t = tcase_create("source_map");
    tcase_add_loop_test(t, finds, 0, (int)(sizeof rows / sizeof *rows));
    tcase_add_loop_test(t, odd_maps, 0, 7);
    tcase_add_test(t, rewrites_frames);
    suite_add_tcase(s, t);
    return s;
}
