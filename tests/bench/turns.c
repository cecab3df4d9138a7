/* The shortest way to a ratio that can be believed: a few turns each, more only where they disagree. */
#include "turns.h"

#include "base/file.h"
#include "base/heap.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LEAST = 5 };
static const double ENOUGH = 1.5;  /* seconds of all turns, after which there are no more than there must be */
static const double AGREED = 0.04; /* of the median: what half of all ratios lie within */

/* ---- one work ---- */

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

static void do_work(BenchWork work, void *user) {
    volatile uint64_t kept = work(user);
    (void)kept;
}

double turns_cpu(BenchWork work, void *user) {
    double before = cpu_seconds();
    do_work(work, user);
    return cpu_seconds() - before;
}

double turns_wall(BenchWork work, void *user) {
    double before = clock_now();
    do_work(work, user);
    return clock_now() - before;
}

double turns_wall_on_one(BenchWork work, void *user) {
    cpu_set_t all = turns_pin(-1);
    double passed = turns_wall(work, user);
    sched_setaffinity(0, sizeof all, &all);
    return passed;
}

cpu_set_t turns_pin(int nth) {
    cpu_set_t all, one;
    int at = sched_getcpu();
    sched_getaffinity(0, sizeof all, &all);
    for (int cpu = 0; nth >= 0 && cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &all) && nth-- == 0)
            at = cpu;
    CPU_ZERO(&one);
    CPU_SET((unsigned)at, &one);
    sched_setaffinity(0, sizeof one, &one);
    return all;
}

/* ---- places ---- */

/* True in the child. The parent waits until it has ended well. */
static bool in_child(void) {
    int status = 0;
    pid_t child = fork();
    if (child == 0)
        return true;
    if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0)
        exit(EXIT_FAILURE);
    return false;
}

static double measure(const TurnsWork *work, double *shared, void *user) {
    if (work->place == PLACE_HERE || work->place == PLACE_AGAIN)
        return work->measure(work->work, user);
    if (in_child()) {
        if (work->place == PLACE_OURS)
            heap_start();
        *shared = work->measure(work->work, user);
        _exit(EXIT_SUCCESS);
    }
    return *shared;
}

/* ---- turns ---- */

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void sort_ratios(const Turns *turns, int ours, int theirs, double *ratios) {
    for (int i = 0; i < turns->count; i++)
        ratios[i] = turns->seconds[ours][i] / (theirs < 0 ? 1 : turns->seconds[theirs][i]);
    qsort(ratios, (size_t)turns->count, sizeof *ratios, by_value);
}

double turns_ratio(const Turns *turns, int ours, int theirs) {
    double ratios[TURNS_MOST];
    sort_ratios(turns, ours, theirs, ratios);
    return ratios[turns->count / 2];
}

double turns_median(const Turns *turns, int work) {
    return turns_ratio(turns, work, -1);
}

static bool have_agreed(const Turns *turns) {
    double ratios[TURNS_MOST];
    int quarter = turns->count / 4;
    sort_ratios(turns, 0, turns->works > 1 ? 1 : -1, ratios);
    return ratios[turns->count - 1 - quarter] - ratios[quarter] <= AGREED * ratios[turns->count / 2];
}

static bool wants_more(const Turns *turns) {
    if (turns->count < LEAST)
        return true;
    return turns->count < TURNS_MOST && turns->sum < ENOUGH && !have_agreed(turns);
}

static void take_all(Turns *turns, const TurnsWork *works, double *shared, void *user) {
    for (; wants_more(turns); turns->count++)
        for (int w = 0; w < turns->works; w++)
            turns->sum += turns->seconds[w][turns->count] = measure(&works[w], shared, user);
}

/* What a process of ours tells that has done everything once before. */
static void take_again(Turns *turns, const TurnsWork *works, void *user) {
    if (!in_child())
        return;
    heap_start();
    for (int w = 0; w < turns->works; w++)
        do_work(works[w].work, user);
    take_all(turns, works, NULL, user);
    _exit(EXIT_SUCCESS);
}

Turns turns_take(const TurnsWork *works, int count, void *user) {
    struct {
        Turns turns;
        double seconds;
    } *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        exit(EXIT_FAILURE);
    shared->turns.works = count;
    if (works[0].place == PLACE_AGAIN)
        take_again(&shared->turns, works, user);
    else
        take_all(&shared->turns, works, &shared->seconds, user);
    Turns turns = shared->turns;
    munmap(shared, sizeof *shared);
    return turns;
}
