/* The bench: what cresset does against a reference that is measured in turn in the same run, so that the machine's mood cancels out. */
#pragma once
#include "base/str.h"

typedef struct Bench {
    int over; /* rows over their budget */
} Bench;

typedef enum BenchBound {
    AT_MOST,  /* ours / reference <= budget */
    AT_LEAST, /* reference / ours >= budget: "times faster" */
} BenchBound;

/* A piece of work. Returns something that depends on all of it, so that no compiler drops it. */
typedef uint64_t (*BenchWork)(void *user);

/* Where a turn runs. A process of its own finds memory as a program finds it that just started, and what it leaves behind goes with it; one of ours
 * begins as cresset does (heap_start), any other has malloc as it comes. PLACE_AGAIN, of ours and the reference alike: one process of ours takes all
 * turns, and has done both once before: beside a reference over bytes that lie mapped. */
typedef enum BenchPlace { PLACE_HERE, PLACE_OWN, PLACE_OURS, PLACE_AGAIN } BenchPlace;

typedef struct BenchTask {
    const char *what;
    BenchWork work;
    BenchPlace place;
} BenchTask;

/* Runs both in turn on one processor, five to eleven times each, and adds a row with the medians of their CPU seconds and of the ratios of turns. */
void bench_row(Bench *bench, BenchTask ours, BenchTask reference, void *user, BenchBound bound, double budget);
/* Wall seconds of the work in a process of ours on one processor against those on all: how much faster, medians of the turns. */
void bench_processors(Bench *bench, const char *what, BenchWork work, void *user, double budget);
/* Wall milliseconds of the work, the median of the turns: for what a person waits for. */
void bench_wait(Bench *bench, const char *what, BenchWork work, void *user, double budget);
/* A row of a number that is no time: bytes a byte, microseconds a call. */
void bench_number(Bench *bench, const char *what, const char *unit, double value, double budget);
/* The same work at n and at times n: must grow by no more than n log n allows, with some slack. The best of three turns each, of one where that takes long and
 * holds. */
void bench_growth(Bench *bench, const char *what, BenchWork small, BenchWork large, void *user, int times);
/* Peak memory in bytes of a child that does this, of one that does nothing with NULL. */
double bench_peak(BenchWork work, void *user);

/* The groups; main.c says which run beside each other. */
void bench_reading(Bench *bench, Arena *arena);
void bench_opening(Bench *bench, Arena *arena);
void bench_profiles(Bench *bench, Arena *arena);
void bench_deriving(Bench *bench, Arena *arena);
void bench_search(Bench *bench, Arena *arena);
void bench_drawing(Bench *bench, Arena *arena);
void bench_growing(Bench *bench, Arena *arena);
void bench_start(Bench *bench, Arena *arena);
/* Not among those that run without being named. */
void bench_large(Bench *bench, Arena *arena);
/* Where generated files lie: build/bench/AGE-NAME, in arena: another age of the generators makes other files. */
const char *bench_path(Arena *arena, const char *name);
