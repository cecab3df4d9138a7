/* A gigabyte: what a byte of it costs against the same bytes in small files, and the memory it takes. */
#include "bench.h"
#include "gen.h"

#include "doc/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

typedef struct Pair {
    const char *small, *large;
    int times; /* how many small ones make a large one */
} Pair;

static uint64_t read_file(const char *path) {
    Err err = {0};
    Document *document = load_document(path, NULL, &err);
    if (!document) {
        fprintf(stderr, "%s: %s\n", path, err.message);
        exit(EXIT_FAILURE);
    }
    uint64_t records = document->records;
    document_free(document);
    return records;
}

static uint64_t read_large(void *user) {
    return read_file(((const Pair *)user)->large);
}

static uint64_t read_small_ones(void *user) {
    const Pair *pair = user;
    uint64_t records = 0;
    for (int i = 0; i < pair->times; i++)
        records += read_file(pair->small);
    return records;
}

static double size_of(const char *path) {
    struct stat status = {0};
    stat(path, &status);
    return (double)status.st_size;
}

void bench_large(Bench *bench, Arena *arena) {
    enum { EVENTS = 400000, SAMPLES = 3800000 };
    static const struct {
        const char *what, *small, *large;
        void (*write)(const char *path, size_t n);
        size_t n;
        int times;
    } rows[] = {{"Chrome trace of 1.06 GB", "trace.json", "large-trace.json", gen_trace, EVENTS, 15},
                {"cpuprofile of 500 MB", "node.cpuprofile", "large.cpuprofile", gen_cpuprofile, SAMPLES, 10}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Pair pair = {bench_path(arena, rows[i].small), bench_path(arena, rows[i].large), rows[i].times};
        rows[i].write(pair.small, rows[i].n);
        rows[i].write(pair.large, rows[i].n * (size_t)rows[i].times);
        /* first, while this process has freed nothing that the child could use again */
        const char *what = str_c(arena, str_format(arena, "new memory while reading a %s", rows[i].what));
        bench_number(bench, what, "x file",
                     (bench_peak(read_large, &pair) - bench_peak(NULL, NULL)) / size_of(pair.large), 0.4);
        what = str_c(arena, str_format(arena, "%s: to Document", rows[i].what));
        bench_row(bench, (BenchTask){what, read_large, PLACE_HERE},
                  (BenchTask){"as much in small files", read_small_ones, PLACE_HERE}, &pair, AT_MOST, 1.2);
    }
}
