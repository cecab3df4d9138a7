/* Times, medians and the table. `make bench` runs all groups, `make bench G=drawing` one. */
#include "bench.h"
#include "gen.h"

#include "base/file.h"
#include "base/heap.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TURNS = 5, MOST_TURNS = 11 };
static const double ENOUGH = 1.5; /* seconds of a row, after which it has no more turns than it must */

struct Bench {
    int over;
    uint64_t sink;
    BenchPlace ours, reference;
};

const char *bench_path(Arena *arena, const char *name) {
    mkdir("build/bench", 0777);
    return str_c(arena, str_format(arena, "build/bench/" GEN_AGE "-%s", name));
}

static double seconds(struct timeval t) {
    return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

/* Of this process and of all it has started and seen end. */
static double cpu_seconds(void) {
    struct timespec t;
    struct rusage children;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    getrusage(RUSAGE_CHILDREN, &children);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9 + seconds(children.ru_utime) + seconds(children.ru_stime);
}

static double time_of(Bench *bench, BenchWork work, void *user) {
    double before = cpu_seconds();
    bench->sink += work(user);
    return cpu_seconds() - before;
}

typedef double Measure(Bench *bench, BenchWork work, void *user);

/* What `measure` says of the work there. */
static double measure_at(BenchPlace place, Bench *bench, Measure *measure, BenchWork work, void *user) {
    if (place == PLACE_HERE)
        return measure(bench, work, user);
    double *said = mmap(NULL, sizeof *said, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t child = fork();
    if (child == 0) {
        if (place != PLACE_OWN)
            heap_start();
        if (place == PLACE_AGAIN)
            bench->sink += work(user);
        *said = measure(bench, work, user);
        _exit(bench->sink == 42);
    }
    waitpid(child, NULL, 0);
    double value = *said;
    munmap(said, sizeof *said);
    return value;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int n) {
    qsort(values, (size_t)n, sizeof *values, by_value);
    return values[n / 2];
}

/* Two things measured in turn: the machine's mood lasts longer than a turn, so what is told is the median of their ratios. */
typedef struct Pairs {
    double ours[MOST_TURNS], theirs[MOST_TURNS], ratio[MOST_TURNS];
    int count;
    double sum;
} Pairs;

static bool pairs_more(const Pairs *pairs) {
    return pairs->count < TURNS || (pairs->count < MOST_TURNS && pairs->sum < ENOUGH);
}

static void pairs_add(Pairs *pairs, double ours, double theirs) {
    pairs->ours[pairs->count] = ours;
    pairs->theirs[pairs->count] = theirs;
    pairs->ratio[pairs->count++] = ours / theirs;
    pairs->sum += ours + theirs;
}

static void verdict(Bench *bench, bool held, double budget, const char *bound) {
    printf("  %s %5.3g  %s\n", bound, budget, held ? "held" : "OVER");
    fflush(stdout);
    bench->over += !held;
}

/* Processors for this thread and those that it starts: the one it is on, or all that it had at first. */
static void use_processors(bool all) {
    static cpu_set_t first;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET((unsigned)sched_getcpu(), &one);
    if (CPU_COUNT(&first) == 0)
        sched_getaffinity(0, sizeof first, &first);
    sched_setaffinity(0, sizeof one, all ? &first : &one);
}

void bench_places(Bench *bench, BenchPlace ours, BenchPlace reference) {
    bench->ours = ours;
    bench->reference = reference;
}

void bench_row(Bench *bench, const char *what, BenchWork ours, const char *reference_words, BenchWork reference,
               void *user, BenchBound bound, double budget) {
    Pairs pairs = {0};
    use_processors(false);
    while (pairs_more(&pairs)) {
        double theirs = measure_at(bench->reference, bench, time_of, reference, user);
        pairs_add(&pairs, measure_at(bench->ours, bench, time_of, ours, user), theirs);
    }
    use_processors(true);
    double times = median(pairs.ratio, pairs.count), ratio = bound == AT_MOST ? times : 1 / times;
    printf("%-46s %9.2f ms  %-26s %9.2f ms  %6.2f %s", what, median(pairs.ours, pairs.count) * 1e3, reference_words,
           median(pairs.theirs, pairs.count) * 1e3, ratio, bound == AT_MOST ? "x      " : "x faster");
    verdict(bench, bound == AT_MOST ? ratio <= budget : ratio >= budget, budget, bound == AT_MOST ? "<=" : ">=");
}

static double wall_of(Bench *bench, BenchWork work, void *user) {
    double before = clock_now();
    bench->sink += work(user);
    return clock_now() - before;
}

static double wall_on(Bench *bench, BenchWork work, void *user, bool all) {
    use_processors(all);
    double passed = measure_at(bench->ours, bench, wall_of, work, user);
    use_processors(true);
    return passed;
}

void bench_processors(Bench *bench, const char *what, BenchWork work, void *user, double budget) {
    Pairs pairs = {0};
    while (pairs_more(&pairs)) {
        double one = wall_on(bench, work, user, false);
        pairs_add(&pairs, wall_on(bench, work, user, true), one);
    }
    double faster = 1 / median(pairs.ratio, pairs.count);
    printf("%-46s %9.2f ms  %-26s %9.2f ms  %6.2f x faster", what, median(pairs.ours, pairs.count) * 1e3,
           "on one processor", median(pairs.theirs, pairs.count) * 1e3, faster);
    verdict(bench, faster >= budget, budget, ">=");
}

void bench_number(Bench *bench, const char *what, const char *unit, double value, double budget) {
    printf("%-46s %9s     %-26s %9s     %6.3g %-8s", what, "", "", "", value, unit);
    verdict(bench, value <= budget, budget, "<=");
}

/* n log n is times to the power of 1.1 to 1.2; the rest is for what falls out of the caches. A square would be the power of 2: three
 * turns tell, of what takes seconds one. */
void bench_growth(Bench *bench, const char *what, BenchWork small, BenchWork large, void *user, int times) {
    enum { FEW = 3 };
    double less = INFINITY, more = INFINITY, budget = pow(times, 1.4);
    for (int i = 0; i < FEW; i++) {
        less = fmin(less, time_of(bench, small, user));
        if (i == 0 || more < 1)
            more = fmin(more, time_of(bench, large, user));
    }
    char words[32];
    snprintf(words, sizeof words, "1/%d of it", times);
    printf("%-46s %9.2f ms  %-26s %9.2f ms  %6.2f x      ", what, more * 1e3, words, less * 1e3, more / less);
    verdict(bench, more / less <= budget, budget, "<=");
}

void bench_wait(Bench *bench, const char *what, BenchWork work, void *user, double budget) {
    double all[TURNS];
    for (int i = 0; i < TURNS; i++)
        all[i] = wall_on(bench, work, user, true);
    bench_number(bench, what, "ms", median(all, TURNS) * 1e3, budget);
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

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*run)(Bench *, Arena *);
    } groups[] = {{"reading", bench_reading}, {"deriving", bench_deriving}, {"drawing", bench_drawing},
                  {"start", bench_start},     {"growth", bench_growing},    {"large", bench_large}};
    Bench bench = {0};
    printf("%-46s %12s  %-26s %12s  %15s  %8s\n", "what", "ours", "reference", "", "ratio", "budget");
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        Arena *arena = arena_new();
        bool chosen = argc < 2 ? groups[i].run != bench_large : strcmp(argv[1], groups[i].name) == 0;
        if (groups[i].run != bench_reading)
            heap_start();
        if (chosen)
            groups[i].run(&bench, arena);
        arena_free(arena);
    }
    printf("%d over budget%s\n", bench.over, bench.sink == 42 ? "." : "");
    return bench.over ? EXIT_FAILURE : EXIT_SUCCESS;
}
