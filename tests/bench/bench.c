/* Rows of the table, from what turns tell. */
#include "bench.h"
#include "gen.h"
#include "turns.h"

#include "base/heap.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

const char *bench_path(Arena *arena, const char *name) {
    mkdir("build/bench", 0777);
    return str_c(arena, str_format(arena, "build/bench/" GEN_AGE "-%s", name));
}

static void verdict(Bench *bench, bool held, double budget, const char *bound) {
    printf("  %s %5.3g  %s\n", bound, budget, held ? "held" : "OVER");
    fflush(stdout);
    bench->over += !held;
}

void bench_row(Bench *bench, BenchTask ours, BenchTask reference, void *user, BenchBound bound, double budget) {
    bool most = bound == AT_MOST;
    TurnsWork works[] = {{reference.work, reference.place, turns_cpu}, {ours.work, ours.place, turns_cpu}};
    cpu_set_t all = turns_pin(-1);
    Turns turns = turns_take(works, 2, user);
    sched_setaffinity(0, sizeof all, &all);
    double times = turns_ratio(&turns, 1, 0), ratio = most ? times : 1 / times;
    printf("%-46s %9.2f ms  %-26s %9.2f ms  %6.2f %s", ours.what, turns_median(&turns, 1) * 1e3, reference.what,
           turns_median(&turns, 0) * 1e3, ratio, most ? "x      " : "x faster");
    verdict(bench, most ? ratio <= budget : ratio >= budget, budget, most ? "<=" : ">=");
}

void bench_processors(Bench *bench, const char *what, BenchWork work, void *user, double budget) {
    TurnsWork works[] = {{work, PLACE_OURS, turns_wall_on_one}, {work, PLACE_OURS, turns_wall}};
    Turns turns = turns_take(works, 2, user);
    double faster = turns_ratio(&turns, 0, 1);
    printf("%-46s %9.2f ms  %-26s %9.2f ms  %6.2f x faster", what, turns_median(&turns, 1) * 1e3, "on one processor",
           turns_median(&turns, 0) * 1e3, faster);
    verdict(bench, faster >= budget, budget, ">=");
}

void bench_number(Bench *bench, const char *what, const char *unit, double value, double budget) {
    printf("%-46s %9s     %-26s %9s     %6.3g %-8s", what, "", "", "", value, unit);
    verdict(bench, value <= budget, budget, "<=");
}

/* n log n is times to the power of 1.1 to 1.2; the rest is for what falls out of the caches. A square would be the power of 2: three
 * turns tell, of what takes long one if it holds. */
void bench_growth(Bench *bench, const char *what, BenchWork small, BenchWork large, void *user, int times) {
    enum { FEW = 3 };
    static const double LONG = 0.3; /* seconds */
    double less = INFINITY, more = INFINITY, budget = pow(times, 1.4);
    for (int i = 0; i < FEW; i++) {
        less = fmin(less, turns_cpu(small, user));
        if (i == 0 || more < LONG || more > less * budget)
            more = fmin(more, turns_cpu(large, user));
    }
    char words[32];
    snprintf(words, sizeof words, "1/%d of it", times);
    printf("%-46s %9.2f ms  %-26s %9.2f ms  %6.2f x      ", what, more * 1e3, words, less * 1e3, more / less);
    verdict(bench, more / less <= budget, budget, "<=");
}

void bench_wait(Bench *bench, const char *what, BenchWork work, void *user, double budget) {
    Turns turns = turns_take(&(TurnsWork){work, PLACE_HERE, turns_wall}, 1, user);
    bench_number(bench, what, "ms", turns_median(&turns, 0) * 1e3, budget);
}

double bench_peak(BenchWork work, void *user) {
    struct rusage usage = {0};
    heap_trim(); /* what is free here would be used again there, and not count */
    pid_t child = fork();
    if (child == 0) {
        heap_start();
        _exit(work && work(user) == 42);
    }
    wait4(child, NULL, 0, &usage);
    return (double)usage.ru_maxrss * 1024;
}
