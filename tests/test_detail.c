/* doc/detail: a record read again from memory, from a file, from a compressed file; and why not. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "doc/detail.h"
#include "doc/view.h"
#include "doc/load.h"

static const char events[] =
    "[{\"channel\":\"a\",\"eventType\":\"start\",\"timestamp\":1,\"operationId\":\"x\",\"context\":{\"q\":\"}]\\\"\"}},"
    "\n {\"channel\":\"a\",\"eventType\":\"end\",\"timestamp\":2,\"operationId\":\"x\",\"context\":{\"rows\":[3]}}]";
static const char opening[] =
    "{\"channel\":\"a\",\"eventType\":\"start\",\"timestamp\":1,\"operationId\":\"x\",\"context\":{\"q\":\"}]\\\"\"}}";
static const char closing[] =
    "{\"channel\":\"a\",\"eventType\":\"end\",\"timestamp\":2,\"operationId\":\"x\",\"context\":{\"rows\":[3]}}";

static void check_view(const Document *document, const char *first, const char *failed) {
    const Operation *o = &document->tracks.data[0]->operations.list[0];
    View *view = view_build(document, (ViewSpec){.kind = VIEW_DETAIL, .detail = {o->detail, o->closing}}, NULL);
    ck_assert(str_is(view->records[0], first));
    ck_assert(str_is(view->records[1], first[0] ? closing : ""));
    ck_assert_str_eq(view->failed.message, failed);
    view_free(view);
}

START_TEST(from_memory) {
    Err err = {0};
    Document *document = load_memory(STR("pasted"), str_from(events), NULL, &err);
    check_view(document, opening, "");
    document_free(document);
}
END_TEST

static const char *const modes[] = {"wbT", "wb9"}; /* plain, gzip */

START_TEST(from_file) {
    char path[] = "/tmp/cresset-detail-XXXXXX";
    Err err = {0};
    close(mkstemp(path));
    gzFile file = gzopen(path, modes[_i]);
    gzputs(file, events);
    gzclose(file);
    Document *document = load_document(path, NULL, &err);
    check_view(document, opening, "");
    FILE *more = fopen(path, "ab");
    fputc(' ', more);
    fclose(more);
    check_view(document, "", "the file has changed since it was read");
    unlink(path);
    document_free(document);
}
END_TEST

/* 1,000 lines of ten bytes: what stands around a place. */
START_TEST(around) {
    static const struct {
        uint64_t place, from;
        size_t len;
    } rows[] = {{0, 0, 128},       {5, 0, 133},       {129, 0, 257},     {144, 16, 256},
                {5000, 4864, 264}, {9990, 9856, 144}, {10000, 9872, 128}};
    Arena *arena = arena_new();
    Err err = {0};
    Text text = text_new(arena);
    for (int i = 0; i < 1000; i++)
        text_addf(&text, "f%05d 1%c\n", i, i % 10 ? '0' : '5');
    Document *document = load_memory(STR("pasted"), text_str(&text), NULL, &err);
    ck_assert_ptr_nonnull(document);
    uint64_t from;
    Str bytes;
    ck_assert_msg(detail_around(arena, document, rows[_i].place, &from, &bytes, &err), "%s", err.message);
    ck_assert_uint_eq(from, rows[_i].from);
    ck_assert_uint_eq(bytes.len, rows[_i].len);
    ck_assert(str_equal(bytes, str_slice(text_str(&text), from, from + bytes.len)));
    ck_assert(!detail_around(arena, document, 20000, &from, &bytes, &err));
    ck_assert_str_eq(err.message, "the file has become shorter");
    document_free(document);
    arena_free(arena);
}
END_TEST

START_TEST(refused) {
    Err err = {0};
    Str record;
    Document *document = load_memory(STR("pasted"), str_from(events), NULL, &err);
    Arena *arena = arena_new();
    static const struct {
        uint64_t detail;
        const char *why;
    } rows[] = {{0, "the file says nothing more of it"},
                {1, "no record stands there any longer"},
                {sizeof events + 9, "the file has become shorter"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        err = (Err){0};
        ck_assert(!detail_read(arena, document, rows[i].detail, &record, &err));
        ck_assert_str_eq(err.message, rows[i].why);
    }
    arena_free(arena);
    document_free(document);
}
END_TEST

Suite *test_detail(void);
Suite *test_detail(void) {
    Suite *s = suite_create("detail");
    TCase *t = tcase_create("detail");
    tcase_add_test(t, from_memory);
    tcase_add_loop_test(t, from_file, 0, 2);
    tcase_add_loop_test(t, around, 0, 7);
    tcase_add_test(t, refused);
    suite_add_tcase(s, t);
    return s;
}
