/* Pieces of work measured in turn: the machine's mood lasts longer than a turn, so what counts is the ratio within each turn, and of those the median. */
#pragma once
#include "bench.h"

#include <sched.h>

enum { TURNS_WORKS = 2, TURNS_MOST = 11 };

/* Seconds of one piece of work: of the processors, with the processes that it starts; on the clock; on the clock with one processor. */
typedef double TurnsMeasure(BenchWork work, void *user);
double turns_cpu(BenchWork work, void *user);
double turns_wall(BenchWork work, void *user);
double turns_wall_on_one(BenchWork work, void *user);

typedef struct TurnsWork {
    BenchWork work;
    BenchPlace place;
    TurnsMeasure *measure;
} TurnsWork;

typedef struct Turns {
    double seconds[TURNS_WORKS][TURNS_MOST];
    int works, count;
    double sum; /* of all seconds */
} Turns;

/* Five turns of all works, and up to eleven where they are short and tell different things. Ends the program when a work of another process
 * fails. */
Turns turns_take(const TurnsWork *works, int count, void *user);
double turns_median(const Turns *turns, int work);
/* The median of ours / theirs. */
double turns_ratio(const Turns *turns, int ours, int theirs);
/* Leaves this thread, and those that it starts, one processor: the nth of those it has, of -1 the one it is on. Returns what it had. */
cpu_set_t turns_pin(int nth);
