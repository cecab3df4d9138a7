/* format/formats: what is told of files that are no profile; format/outline: the shape of a JSON file's top. */
#include <check.h>
#include <string.h>

#include "format/formats.h"

static const struct {
    const char *bytes;
    size_t len;
    const char *told; /* what the sentence must say */
} refusals[] = {
    {"", 0, "empty (0 bytes)"},
    {" \n \t", 4, "no profile in it, only blanks"},
    {"PERFILE2h\0\0\0\0\0\0\0", 16, "perf.data file; run: perf script > out.perf"},
    {"\177ELF\2\1\1\0", 8, "ELF program"},
    {"\x89PNG\r\n\x1A\n....", 12, "PNG picture"},
    {"{\"name\":\"x\",\"version\":1}", 24, "JSON, but no profile that is known here (keys: name, version)"},
    {"{\"snapshot\":{\"meta\":{}},\"nodes\":[1],\"strings\":[]}", 50, "V8 heap snapshot"},
    {"a;b\na;c d\n", 10, "folded stacks without counts"},
    {"int a;\nint b;\n", 14, "text that is no profile known here"},
    {"<?xml version=\"1.0\"?><svg xmlns=\"x\"></svg>", 42, "SVG picture"},
    {"<!doctype HTML><p>", 18, "HTML page"},
    {"\1\2\3\4\5\6\0\0\0\0", 10, "binary data"},
    {"isolate,0x1,2\n", 14, "--prof-process"},
    {"[1,2,3]", 7, "JSON, but no profile"},
};

START_TEST(refused) {
    Arena *arena = arena_new();
    Err err = {0};
    Source *source = source_memory(arena, (Str){refusals[_i].bytes, refusals[_i].len}, NULL, &err);
    ck_assert_ptr_null(formats_detect(arena, source, &err));
    ck_assert_msg(strstr(err.message, refusals[_i].told), "%s", err.message);
    arena_free(arena);
}
END_TEST

START_TEST(outline) {
    Arena *arena = arena_new();
    Err err = {0};
    Str in =
        STR("{\"a\":[{\"x\":1,\"y\":\"s\"},{\"z\":2}],\"b\":{\"c\":[],\"d\":null},\"e\":\"text\",\"f\":7,\"g\":[]}");
    Outline o = outline_read(arena, source_memory(arena, in, NULL, &err));
    ck_assert_int_eq(o.top, JSON_OBJECT);
    ck_assert(o.whole);
    ck_assert_int_eq(o.key_count, 5);
    ck_assert(outline_has(&o, "a", JSON_ARRAY) && outline_find(&o, "a")->item == JSON_OBJECT);
    ck_assert(outline_has_in(&o, "a", "y") && !outline_has_in(&o, "a", "z"));
    ck_assert(outline_has_in(&o, "b", "d") && !outline_has_in(&o, "b", "e"));
    ck_assert(str_is(outline_find(&o, "e")->text, "text") && str_is(outline_find(&o, "f")->text, "7"));
    ck_assert_int_eq(outline_find(&o, "g")->item, JSON_END);
    ck_assert_ptr_null(outline_find(&o, "x"));
    arena_free(arena);
}
END_TEST

START_TEST(outline_of_an_array) {
    Arena *arena = arena_new();
    Err err = {0};
    Outline o = outline_read(
        arena, source_memory(arena, STR("[{\"ph\":\"X\",\"ts\":1,\"args\":{\"a\":1}},{\"q\":1},"), NULL, &err));
    ck_assert_int_eq(o.top, JSON_ARRAY);
    ck_assert_int_eq(o.item, JSON_OBJECT);
    ck_assert(o.whole);
    ck_assert(outline_has(&o, "ph", JSON_STRING) && outline_has_in(&o, "args", "a") && !outline_find(&o, "q"));
    arena_free(arena);
}
END_TEST

Suite *test_formats(void);
Suite *test_formats(void) {
    Suite *s = suite_create("formats");
    TCase *t = tcase_create("formats");
    tcase_add_loop_test(t, refused, 0, sizeof refusals / sizeof *refusals);
    tcase_add_test(t, outline);
    tcase_add_test(t, outline_of_an_array);
    suite_add_tcase(s, t);
    return s;
}
