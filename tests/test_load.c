/* doc/load: a whole load, one that is stopped, one that is cancelled, one that fails; snapshots own all they need. */
#include <check.h>
#include <string.h>
#include <time.h>
#include <zlib.h>

#include "doc/load.h"
#include "format/formats.h"

/* An array of count events of 10 us, one after the other. */
static Str trace(Arena *arena, int count) {
    Text text = text_new(arena);
    text_add_c(&text, "[");
    for (int i = 0; i < count; i++)
        text_addf(&text,
                  "{\"ph\":\"X\",\"name\":\"f%d\",\"ts\":%d,\"dur\":10,\"pid\":1,\"tid\":1,\"args\":{\"n\":%d}},\n",
                  i % 100, i * 10, i);
    text_add_c(&text, "]");
    return text_str(&text);
}

static LoadResult *finish(Job *job) {
    while (!job_done(job))
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    document_free(job_receive(job));
    return job_take(job);
}

START_TEST(whole) {
    Arena *arena = arena_new();
    LoadResult *result = finish(load_start_memory(STR("dir/x.json"), trace(arena, 3), NULL, NULL));
    Document *document = result->document;
    ck_assert_ptr_nonnull(document);
    ck_assert(document->complete && document->stopped.len == 0);
    ck_assert(str_is(document->base_name, "x.json") && str_is(document->format, "chrome-trace"));
    ck_assert_uint_eq(document->records, 3);
    ck_assert_uint_eq(document->bytes, trace(arena, 3).len);
    ck_assert_uint_eq(document->decoded, document->bytes);
    ck_assert_double_eq(document->tracks.data[0]->total, 30000);
    load_result_free(result);
    arena_free(arena);
}
END_TEST

START_TEST(failed) {
    LoadResult *result = finish(load_start("/nowhere/at all", NULL, NULL));
    ck_assert_ptr_null(result->document);
    ck_assert_int_eq(result->err.code, ERR_IO);
    ck_assert_ptr_nonnull(strstr(result->err.message, "No such file"));
    load_result_free(result);
}
END_TEST

/* The cut comes first, then what is missing because of it; whole files are not said to be cut. */
static const struct {
    const char *in, *want;
} emptied[] = {
    {"[{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":1,\"args\":{\"name\":\"ma",
     "file ends early (byte 66; 0 events read): it is a Chrome trace, but has no duration events"},
    {"[{\"ph\":\"i\",\"name\":\"a\",\"ts\":1,\"pid\":1,\"tid\":1}]",
     "it is a Chrome trace, but has no duration events"},
};

START_TEST(cut_before_anything) {
    Arena *arena = arena_new();
    Err err = {0};
    ck_assert_ptr_null(load_memory(STR("x.json"), str_from(emptied[_i].in), NULL, &err));
    ck_assert_int_eq(err.code, ERR_EMPTY);
    ck_assert_str_eq(str_c(arena, str_slice(str_from(err.message), 0, strlen(emptied[_i].want))), emptied[_i].want);
    arena_free(arena);
}
END_TEST

/* Stops a long load in its middle. */
static LoadResult *stop(Arena *arena, JobStop how) {
    Job *job = load_start_memory(STR("x.json"), trace(arena, 300000), NULL, NULL);
    while (atomic_load(&job_progress(job)->records) == 0 && !job_done(job))
        nanosleep(&(struct timespec){.tv_nsec = 10000}, NULL);
    job_stop(job, how);
    return finish(job);
}

START_TEST(kept) {
    Arena *arena = arena_new();
    LoadResult *result = stop(arena, JOB_KEEP);
    Document *document = result->document;
    ck_assert_ptr_nonnull(document);
    ck_assert(!document->complete);
    ck_assert(document->records > 0 && document->records < 300000);
    ck_assert_uint_eq(document->tracks.data[0]->tree->count, document->records);
    ck_assert_ptr_nonnull(strstr(document->stopped.data, "reading was stopped"));
    load_result_free(result);
    arena_free(arena);
}
END_TEST

START_TEST(cancelled) {
    Arena *arena = arena_new();
    LoadResult *result = stop(arena, JOB_CANCEL);
    ck_assert_ptr_null(result->document);
    ck_assert_int_eq(result->err.code, ERR_CANCELLED);
    load_result_free(result);
    arena_free(arena);
}
END_TEST

static Document *snapshot;

static void keep_snapshot(Reading *reading, ReadingSnapshot make, void *user) {
    ck_assert_ptr_null(snapshot);
    snapshot = document_new(arena_new());
    make(user, snapshot);
    document_seal(snapshot);
    reading->publish = NULL;
}

/* A snapshot is built in the middle, and is whole after everything else is gone. */
START_TEST(snapshots) {
    Arena *arena = arena_new(), *scratch = arena_new();
    Err err = {0};
    Document *document = document_new(arena_new());
    Source *source = source_memory(scratch, trace(arena, 10000), NULL, &err);
    Reading reading = {
        .source = source, .scratch = scratch, .document = document, .publish = keep_snapshot, .next_time = 1e-9};
    ck_assert(formats_find("chrome-trace")->read(&reading, &err));
    document_seal(document);
    ck_assert_uint_eq(document->tracks.data[0]->tree->count, 10000);
    document_free(document);
    arena_free(scratch);
    ck_assert_ptr_nonnull(snapshot);
    const Tree *tree = snapshot->tracks.data[0]->tree;
    ck_assert_uint_eq(tree->count, 4096);
    ck_assert_ptr_null(tree_check(tree));
    ck_assert(str_is(frame_name(&snapshot->frames, tree->frame[4095]), "f95"));
    ck_assert(str_is(snapshot->tracks.data[0]->title, "thread 1"));
    document_free(snapshot);
    snapshot = NULL;
    arena_free(arena);
}
END_TEST

/* The reader is done at the last bracket, the checksum stands behind it. */
START_TEST(checksum_is_looked_at) {
    Arena *arena = arena_new();
    Str text = trace(arena, 3);
    uint8_t packed[1000];
    z_stream z = {
        .next_in = (Bytef *)text.data, .avail_in = (uInt)text.len, .next_out = packed, .avail_out = sizeof packed};
    ck_assert_int_eq(deflateInit2(&z, 9, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    ck_assert_int_eq(deflate(&z, Z_FINISH), Z_STREAM_END);
    for (int damaged = 0; damaged < 2; damaged++) {
        packed[z.total_out - 6] ^= (uint8_t)damaged;
        Document *document = load_memory(STR("x"), (Str){(char *)packed, z.total_out}, NULL, NULL);
        ck_assert_ptr_nonnull(document);
        ck_assert(document->complete);
        ck_assert_uint_eq(document->notes.count, damaged);
        ck_assert(!damaged || strcmp(document->notes.list[0].kind->code, "unsound") == 0);
        document_free(document);
    }
    deflateEnd(&z);
    arena_free(arena);
}
END_TEST

Suite *test_load(void);
Suite *test_load(void) {
    Suite *s = suite_create("load");
    TCase *t = tcase_create("load");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, checksum_is_looked_at);
    tcase_add_test(t, whole);
    tcase_add_test(t, failed);
    tcase_add_loop_test(t, cut_before_anything, 0, sizeof emptied / sizeof *emptied);
    tcase_add_test(t, kept);
    tcase_add_test(t, cancelled);
    tcase_add_test(t, snapshots);
    suite_add_tcase(s, t);
    return s;
}
