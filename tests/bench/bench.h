/* The bench: what cresset does against a reference that is measured in turn in the same run, so that the machine's mood cancels out. */
#pragma once
#include "base/str.h"

typedef struct Bench Bench;

typedef enum BenchBound {
    AT_MOST,  /* ours / reference <= budget */
    AT_LEAST, /* reference / ours >= budget: "times faster" */
} BenchBound;

/* A piece of work. Returns something that depends on all of it, so that no compiler drops it. */
typedef uint64_t (*BenchWork)(void *user);

/* Runs both in turn on one processor, five to eleven times each, and adds a row with the medians of their CPU seconds and of the ratios of turns. reference_words may be
 * NULL when the same reference stands in the row above. */
void bench_row(Bench *bench, const char *what, BenchWork ours, const char *reference_words, BenchWork reference,
               void *user, BenchBound bound, double budget);
/* Where a turn runs. A process of its own finds memory as a program finds it that just started, and what it leaves behind goes with it; one of ours
 * begins as cresset does (heap_start), any other has malloc as it comes. PLACE_AGAIN is one of ours that has done the work once before: beside a
 * reference over bytes that lie mapped. */
typedef enum BenchPlace { PLACE_HERE, PLACE_OWN, PLACE_OURS, PLACE_AGAIN } BenchPlace;
/* From now on turns of ours, and of the reference, run there. At first both are here. */
void bench_places(Bench *bench, BenchPlace ours, BenchPlace reference);
/* Wall seconds of the work on one processor against those on all: how much faster, medians of five turns. */
void bench_processors(Bench *bench, const char *what, BenchWork work, void *user, double budget);
/* Wall milliseconds of the work, the median of five turns: for what a person waits for. */
void bench_wait(Bench *bench, const char *what, BenchWork work, void *user, double budget);
/* A row of a number that is no time: bytes a byte, microseconds a call. */
void bench_number(Bench *bench, const char *what, const char *unit, double value, double budget);
/* The same work at n and at times n: must grow by no more than n log n allows, with some slack. The best of three turns each, of one where it takes seconds. */
void bench_growth(Bench *bench, const char *what, BenchWork small, BenchWork large, void *user, int times);
/* Peak memory in bytes of a child that does this, of one that does nothing with NULL. */
double bench_peak(BenchWork work, void *user);

/* One file each. */
void bench_reading(Bench *bench, Arena *arena);
void bench_deriving(Bench *bench, Arena *arena);
void bench_drawing(Bench *bench, Arena *arena);
void bench_start(Bench *bench, Arena *arena);
void bench_growing(Bench *bench, Arena *arena);
/* Not among those that run without being named. */
void bench_large(Bench *bench, Arena *arena);
/* Where generated files lie: build/bench/AGE-NAME, in arena: another age of the generators makes other files. */
const char *bench_path(Arena *arena, const char *name);
