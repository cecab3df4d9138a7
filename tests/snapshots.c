/* A Reading whose publish is here and due at the first tick; see snapshots.h. */
#include "snapshots.h"

#include <check.h>

#include "format/formats.h"

typedef struct Watch {
    size_t count;
    double total;
} Watch;

static void check_trees(Document *document) {
    document_seal(document);
    for (size_t i = 0; i < document->tracks.count; i++) {
        const char *fault = tree_check(document->tracks.data[i]->tree);
        ck_assert_msg(fault == NULL, "%s", fault);
    }
}

static void publish(Reading *reading, ReadingSnapshot snapshot, void *user) {
    Watch *watch = reading->user;
    Document *document = document_new(arena_new());
    snapshot(user, document);
    check_trees(document);
    watch->count++;
    watch->total = document->tracks.count ? document->tracks.data[0]->total : 0;
    document_free(document);
}

size_t snapshots_of(Str bytes, double *last_total, double *total) {
    Arena *scratch = arena_new();
    Err err = {0};
    Watch watch = {0};
    Document *document = document_new(arena_new());
    Source *source = source_memory(scratch, bytes, NULL, &err);
    const Format *format = formats_detect(scratch, source, &err);
    ck_assert_msg(format != NULL, "%s", err.message);
    Reading reading = {.source = source,
                       .scratch = scratch,
                       .document = document,
                       .publish = publish,
                       .user = &watch,
                       .next_time = 1e-9};
    ck_assert_msg(format->read(&reading, &err), "%s", err.message);
    check_trees(document);
    *total = document->tracks.data[0]->total;
    *last_total = watch.total;
    document_free(document);
    source_close(source);
    arena_free(scratch);
    return watch.count;
}
