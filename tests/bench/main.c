/* Which groups run, and which of them beside each other. `make bench` runs all but the large one, `make bench G=drawing` one.
 *
 * Most of a run is references that take seconds a turn. Rows whose verdict a busy neighbour does not change are taken in two lanes, each on a processor
 * of its own; what lives from the memory's bandwidth or asks for all processors runs alone. */
#include "bench.h"
#include "turns.h"

#include "base/heap.h"
#include "base/job.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef enum Lane { LANE_FIRST, LANE_SECOND, ALONE, NAMED } Lane;

static const struct {
    const char *name;
    void (*run)(Bench *, Arena *);
    Lane lane;
    bool plain_heap; /* malloc as it comes, so first in its lane: cresset's turns start their own */
} groups[] = {
    {"opening", bench_opening, LANE_FIRST, true},  {"profiles", bench_profiles, LANE_FIRST, true},
    {"drawing", bench_drawing, LANE_FIRST, false}, {"deriving", bench_deriving, LANE_SECOND, false},
    {"growth", bench_growing, LANE_SECOND, false}, {"reading", bench_reading, ALONE, true},
    {"search", bench_search, ALONE, false},        {"start", bench_start, ALONE, false},
    {"large", bench_large, NAMED, false},
};
enum { GROUPS = sizeof groups / sizeof *groups };

static int run_group(size_t i) {
    Bench bench = {0};
    Arena *arena = arena_new();
    if (!groups[i].plain_heap)
        heap_start();
    groups[i].run(&bench, arena);
    arena_free(arena);
    return bench.over;
}

/* Its groups one after another, in a process that says how many rows were over. */
static pid_t start_lane(Lane lane, int output) {
    fflush(stdout);
    pid_t child = fork();
    if (child != 0)
        return child;
    int over = 0;
    dup2(output, STDOUT_FILENO);
    if (lane == LANE_FIRST || lane == LANE_SECOND)
        turns_pin(lane == LANE_FIRST ? 0 : job_processors() - 1);
    for (size_t i = 0; i < GROUPS; i++)
        over += groups[i].lane == lane ? run_group(i) : 0;
    fflush(stdout);
    _exit(over);
}

static int wait_lane(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static void copy_to_stdout(FILE *file) {
    int c;
    rewind(file);
    while ((c = getc(file)) != EOF)
        putchar(c);
    fclose(file);
}

static int run_all(void) {
    FILE *said = tmpfile();
    if (!said) {
        perror("tmpfile");
        return 1;
    }
    pid_t second = start_lane(LANE_SECOND, fileno(said));
    int over = job_processors() > 1 ? 0 : wait_lane(second);
    over += wait_lane(start_lane(LANE_FIRST, STDOUT_FILENO));
    over += job_processors() > 1 ? wait_lane(second) : 0;
    copy_to_stdout(said);
    return over + wait_lane(start_lane(ALONE, STDOUT_FILENO));
}

static int run_named(const char *name) {
    for (size_t i = 0; i < GROUPS; i++)
        if (strcmp(name, groups[i].name) == 0)
            return run_group(i);
    fprintf(stderr, "no such group: %s\n", name);
    return 1;
}

int main(int argc, char **argv) {
    printf("%-46s %12s  %-26s %12s  %15s  %8s\n", "what", "ours", "reference", "", "ratio", "budget");
    int over = argc > 1 ? run_named(argv[1]) : run_all();
    printf("%d over budget\n", over);
    return over ? EXIT_FAILURE : EXIT_SUCCESS;
}
