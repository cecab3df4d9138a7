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
    tcase_add_test(t, refused);
    suite_add_tcase(s, t);
    return s;
}
