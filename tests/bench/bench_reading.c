/* Files to Documents and first views, against the cheapest thing that can be done with their bytes (memchr) and against
 * a tree of all values (cJSON). */
#include "bench.h"
#include "gen.h"

#include "base/file.h"
#include "doc/load.h"
#include "doc/view.h"

#include <cjson/cJSON.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TRACE_EVENTS = 400000 };

typedef struct Input {
    const char *path, *packed; /* packed: the same gzipped */
    Str bytes;                 /* mapped */
} Input;

static Input input_open(const char *path) {
    Input input = {.path = path};
    struct stat status;
    int fd = open(path, O_RDONLY);
    if (fd < 0 || fstat(fd, &status) != 0) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    input.bytes.len = (size_t)status.st_size;
    input.bytes.data = mmap(NULL, input.bytes.len, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd, 0);
    close(fd);
    return input;
}

static void input_close(Input *input) {
    munmap((void *)input->bytes.data, input->bytes.len);
}

static Document *load(const char *path) {
    Err err = {0};
    Document *document = load_document(path, NULL, &err);
    if (!document) {
        fprintf(stderr, "%s: %s\n", path, err.message);
        exit(EXIT_FAILURE);
    }
    return document;
}

static uint64_t read_document(void *user) {
    Document *document = load(((Input *)user)->path);
    uint64_t records = document->records;
    document_free(document);
    return records;
}

static uint64_t read_packed(void *user) {
    Input packed = {.path = ((Input *)user)->packed};
    return read_document(&packed);
}

static uint64_t count_lines(void *user) {
    const Input *input = user;
    uint64_t lines = 0;
    for (const char *p = input->bytes.data, *end = p + input->bytes.len; (p = memchr(p, '\n', (size_t)(end - p))); p++)
        lines++;
    return lines;
}

/* In a process that ends then: freeing what it made is not asked of it. */
static uint64_t parse_cjson(void *user) {
    const Input *input = user;
    cJSON *json = cJSON_ParseWithLength(input->bytes.data, input->bytes.len);
    if (!json) {
        fprintf(stderr, "%s: cJSON cannot read it\n", input->path);
        exit(EXIT_FAILURE);
    }
    return (uint64_t)cJSON_GetArraySize(json);
}

static uint64_t build_view(const Document *document, ViewKind kind, int track) {
    View *view = view_build(document, (ViewSpec){.kind = kind, .track = track, .function = FRAME_NONE}, NULL);
    uint64_t rows = view->tree       ? levels_rows(view->levels)
                    : view->hotspots ? view->hotspots->count
                                     : view->waterfall->count;
    view_free(view);
    return rows;
}

/* Time order, all tracks, as the window first shows a trace: each is a view of its own. */
static uint64_t read_to_view(void *user) {
    Document *document = load(((Input *)user)->path);
    uint64_t rows = 0;
    for (size_t i = 0; i < document->tracks.count; i++)
        rows += build_view(document, VIEW_TIME, (int)i);
    document_free(document);
    return rows;
}

static uint64_t read_to_hotspots(void *user) {
    Document *document = load(((Input *)user)->path);
    uint64_t rows = build_view(document, VIEW_HOTSPOTS, VIEW_ALL_TRACKS);
    document_free(document);
    return rows;
}

static uint64_t read_to_waterfall(void *user) {
    Document *document = load(((Input *)user)->path);
    uint64_t rows = build_view(document, VIEW_WATERFALL, VIEW_ALL_TRACKS);
    document_free(document);
    return rows;
}

/* ---- against a look at every byte ---- */
static void bench_scan(Bench *bench, Input *input, const char *what, double budget) {
    bench_row(bench, (BenchTask){what, read_document, PLACE_AGAIN},
              (BenchTask){"memchr over it", count_lines, PLACE_AGAIN}, input, AT_MOST, budget);
}

static void bench_trace(Bench *bench, Arena *arena) {
    const char *path = bench_path(arena, "trace.json");
    gen_trace(path, TRACE_EVENTS);
    Input input = input_open(path);
    /* first, while this process has freed nothing that the child could use again */
    double size = (double)input.bytes.len, base = bench_peak(NULL, NULL);
    bench_number(bench, "new memory while reading a 70 MB trace", "x file",
                 (bench_peak(read_document, &input) - base) / size, 0.5);
    bench_scan(bench, &input, "Chrome trace, 400 k events: to Document", 7);
    bench_processors(bench, "the same on all processors, wall", read_document, &input, 1.3);
    input_close(&input);
}

static void bench_folded(Bench *bench, Arena *arena, bool sorted) {
    const char *path = bench_path(arena, sorted ? "sorted.folded" : "shuffled.folded");
    gen_folded(path, 92000, sorted);
    Input input = input_open(path);
    bench_scan(bench, &input, sorted ? "folded, sorted: to tree" : "folded, shuffled: to tree", sorted ? 6 : 20);
    input_close(&input);
}

void bench_reading(Bench *bench, Arena *arena) {
    bench_trace(bench, arena);
    bench_folded(bench, arena, true);
    bench_folded(bench, arena, false);
}

/* ---- against cJSON, and against each other ---- */
static const BenchTask cjson = {"cJSON_Parse", parse_cjson, PLACE_OWN};

void bench_opening(Bench *bench, Arena *arena) {
    BenchTask document = {"to Document", read_document, PLACE_OURS};
    const char *path = bench_path(arena, "trace.json"), *packed = bench_path(arena, "trace.json.gz");
    gen_trace(path, TRACE_EVENTS);
    if (!file_exists(packed) && system(str_c(arena, str_format(arena, "gzip -k %s", path))) != 0)
        perror("gzip");
    Input input = input_open(path);
    input.packed = packed;
    bench_row(bench, (BenchTask){"Chrome trace, 400 k events: to Document", read_document, PLACE_OURS}, cjson, &input,
              AT_LEAST, 7.5);
    bench_row(bench, (BenchTask){"the same to its first view", read_to_view, PLACE_OURS}, document, &input, AT_MOST,
              1.3);
    bench_row(bench, (BenchTask){"trace.json.gz: to Document", read_packed, PLACE_OURS}, document, &input, AT_MOST, 3);
    input_close(&input);
}

static void bench_against_cjson(Bench *bench, const char *path, BenchTask ours, double budget) {
    Input input = input_open(path);
    bench_row(bench, ours, cjson, &input, AT_LEAST, budget);
    input_close(&input);
}

void bench_profiles(Bench *bench, Arena *arena) {
    const char *profile = bench_path(arena, "node.cpuprofile"), *operations = bench_path(arena, "operations.json");
    BenchTask to_hotspots = {"cpuprofile, 3.8 M samples: to hotspots", read_to_hotspots, PLACE_OURS};
    BenchTask to_waterfall = {"async operations, 400 k events: to waterfall", read_to_waterfall, PLACE_OURS};
    gen_cpuprofile(profile, 3800000);
    bench_against_cjson(bench, profile, to_hotspots, 9);
    gen_operations(operations, 160000);
    bench_against_cjson(bench, operations, to_waterfall, 6);
}
