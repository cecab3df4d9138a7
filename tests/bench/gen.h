/* Large inputs, made once and always the same: shaped like what real tools write. Each writes a file of about the size named
 * in bench.c unless it is already there. */
#pragma once
#include "base/str.h"

/* xorshift64*: the same numbers on every machine. */
typedef struct Random {
    uint64_t state;
} Random;
uint32_t random_next(Random *random);
uint32_t random_below(Random *random, uint32_t n);

/* events: X, B/E, async b/e, counters, instants and metadata on 12 threads of 4 processes; 175 bytes each. */
void gen_trace(const char *path, size_t events);
/* V8 profile: one node a 60 samples; 13 bytes a sample. */
void gen_cpuprofile(const char *path, size_t samples);
/* Folded stacks, lines sorted as stackcollapse writes them, or shuffled. */
void gen_folded(const char *path, size_t lines, bool sorted);
/* Async operations as start, asyncStart, end and error events; operations nest up to 12 deep. */
void gen_operations(const char *path, size_t operations);
