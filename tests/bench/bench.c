/* Times, medians and the table. `make bench` runs all groups, `make bench G=drawing` one. */
#include "bench.h"
#include "gen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { TURNS = 5 };

struct Bench {
    int over;
    uint64_t sink;
    void (*clear)(void *user);
};

const char *bench_path(Arena *arena, const char *name) {
    mkdir("build/bench", 0777);
    return str_c(arena, str_format(arena, "build/bench/" GEN_AGE "-%s", name));
}

static double cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double time_of(Bench *bench, BenchWork work, void *user) {
    double before = cpu_seconds();
    bench->sink += work(user);
    return cpu_seconds() - before;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double values[TURNS]) {
    qsort(values, TURNS, sizeof *values, by_value);
    return values[TURNS / 2];
}

static void verdict(Bench *bench, bool held, double budget, const char *bound) {
    printf("  %s %5.3g  %s\n", bound, budget, held ? "held" : "OVER");
    fflush(stdout);
    bench->over += !held;
}

void bench_clear(Bench *bench, void (*clear)(void *user)) {
    bench->clear = clear;
}

void bench_row(Bench *bench, const char *what, BenchWork ours, const char *reference_words, BenchWork reference,
               void *user, BenchBound bound, double budget) {
    double mine[TURNS], theirs[TURNS];
    for (int i = 0; i < TURNS; i++) {
        theirs[i] = time_of(bench, reference, user);
        if (bench->clear)
            bench->clear(user);
        mine[i] = time_of(bench, ours, user);
    }
    double a = median(mine), b = median(theirs), ratio = bound == AT_MOST ? a / b : b / a;
    printf("%-46s %9.2f ms  %-26s %9.2f ms  %6.2f %s", what, a * 1e3, reference_words, b * 1e3, ratio,
           bound == AT_MOST ? "x      " : "x faster");
    verdict(bench, bound == AT_MOST ? ratio <= budget : ratio >= budget, budget, bound == AT_MOST ? "<=" : ">=");
}

void bench_number(Bench *bench, const char *what, const char *unit, double value, double budget) {
    printf("%-46s %9s     %-26s %9s     %6.3g %-8s", what, "", "", "", value, unit);
    verdict(bench, value <= budget, budget, "<=");
}

void bench_growth(Bench *bench, const char *what, BenchWork small, BenchWork large, void *user) {
    double less[TURNS], more[TURNS];
    for (int i = 0; i < TURNS; i++) {
        less[i] = time_of(bench, small, user);
        more[i] = time_of(bench, large, user);
    }
    double a = median(more), b = median(less);
    printf("%-46s %9.2f ms  %-26s %9.2f ms  %6.2f x      ", what, a * 1e3, "a quarter of it", b * 1e3, a / b);
    verdict(bench, a / b <= 7, 7, "<=");
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*run)(Bench *, Arena *);
    } groups[] = {{"reading", bench_reading}, {"deriving", bench_deriving}, {"drawing", bench_drawing}};
    Bench bench = {0};
    printf("%-46s %12s  %-26s %12s  %15s  %8s\n", "what", "ours", "reference", "", "ratio", "budget");
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        Arena *arena = arena_new();
        if (argc < 2 || strcmp(argv[1], groups[i].name) == 0)
            groups[i].run(&bench, arena);
        arena_free(arena);
    }
    printf("%d over budget%s\n", bench.over, bench.sink == 42 ? "." : "");
    return bench.over ? EXIT_FAILURE : EXIT_SUCCESS;
}
