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

static void bench_trace(Bench *bench, Arena *arena) {
    const char *path = bench_path(arena, "trace.json"), *packed = bench_path(arena, "trace.json.gz");
    gen_trace(path, 400000);
    Input input = input_open(path);
    /* first, while this process has freed nothing that the child could use again */
    double size = (double)input.bytes.len, base = bench_peak(NULL, NULL);
    bench_number(bench, "new memory while reading a 70 MB trace", "x file",
                 (bench_peak(read_document, &input) - base) / size, 0.5);
    bench_places(bench, PLACE_AGAIN, PLACE_HERE);
    bench_row(bench, "Chrome trace, 400 k events: to Document", read_document, "memchr over it", count_lines, &input,
              AT_MOST, 7);
    bench_places(bench, PLACE_OURS, PLACE_OWN);
    bench_row(bench, "the same", read_document, "cJSON_Parse", parse_cjson, &input, AT_LEAST, 7.5);
    bench_places(bench, PLACE_OURS, PLACE_OURS);
    bench_row(bench, "the same to its first view", read_to_view, "to Document", read_document, &input, AT_MOST, 1.3);
    bench_processors(bench, "the same on all processors, wall", read_document, &input, 1.3);
    if (!file_exists(packed) && system(str_c(arena, str_format(arena, "gzip -k %s", path))) != 0)
        perror("gzip");
    input.packed = packed;
    bench_row(bench, "trace.json.gz: to Document", read_packed, "plain, to Document", read_document, &input, AT_MOST,
              3);
    input_close(&input);
}

static void bench_folded(Bench *bench, Arena *arena) {
    static const struct {
        const char *name, *what;
        bool sorted;
        double budget;
    } rows[] = {{"sorted.folded", "folded, sorted: to tree", true, 6},
                {"shuffled.folded", "folded, shuffled: to tree", false, 20}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *path = bench_path(arena, rows[i].name);
        gen_folded(path, 92000, rows[i].sorted);
        Input input = input_open(path);
        bench_row(bench, rows[i].what, read_document, "memchr over it", count_lines, &input, AT_MOST, rows[i].budget);
        input_close(&input);
    }
}

void bench_reading(Bench *bench, Arena *arena) {
    bench_trace(bench, arena);
    bench_places(bench, PLACE_OURS, PLACE_OWN);
    const char *path = bench_path(arena, "node.cpuprofile");
    gen_cpuprofile(path, 3800000);
    Input input = input_open(path);
    bench_row(bench, "cpuprofile, 3.8 M samples: to hotspots", read_to_hotspots, "cJSON_Parse", parse_cjson, &input,
              AT_LEAST, 9);
    input_close(&input);
    bench_places(bench, PLACE_AGAIN, PLACE_HERE);
    bench_folded(bench, arena);
    bench_places(bench, PLACE_OURS, PLACE_OWN);
    path = bench_path(arena, "operations.json");
    gen_operations(path, 160000);
    input = input_open(path);
    bench_row(bench, "async operations, 400 k events: to waterfall", read_to_waterfall, "cJSON_Parse", parse_cjson,
              &input, AT_LEAST, 6);
    input_close(&input);
    bench_places(bench, PLACE_HERE, PLACE_HERE);
}
