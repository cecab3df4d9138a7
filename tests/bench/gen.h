/* Large inputs, made once and always the same: sizes, names, depths and neighbourhoods like those of files that real tools
 * write. Each writes its file unless it is already there. */
#pragma once
#include "base/str.h"

#include <stdio.h>

/* Part of the name of every file: changes when a generator does. */
#define GEN_AGE "2"

/* xorshift64*: the same numbers on every machine. */
typedef struct Random {
    uint64_t state;
} Random;
uint32_t random_next(Random *random);
uint32_t random_below(Random *random, uint32_t n);
double random_unit(Random *random); /* 0 to 1, without 1 */

/* A file that appears whole or not at all. False when it is there already. */
typedef struct Output {
    FILE *file;
    char temporary[512];
    const char *path;
} Output;
bool output_open(Output *output, const char *path);
void output_close(Output *output);

/* Names of functions and who calls whom. */
typedef struct Vocabulary {
    Arena *arena;
    Str *names;
    uint32_t count;
    uint32_t (*callees)[16]; /* by name; a few hot ones stand in it more than once */
} Vocabulary;
/* script: of JavaScript alone, about 17 bytes; else of C++, Java and the kernel too, about 36 bytes, to 80. In arena. */
Vocabulary *vocabulary_new(Arena *arena, Random *random, uint32_t count, bool script);
uint32_t vocabulary_callee(const Vocabulary *v, uint32_t name, uint32_t choice);

/* events: X (written when they end), B/E, async b/e, counters, instants and metadata of 12 threads of 4 processes, in
 * bursts; 4000 names; 175 bytes each. */
void gen_trace(const char *path, size_t events);
/* V8 profile: one node a 63 samples, 45 deep; samples stay on a leaf for 12, then mostly go to one near it; 13 bytes a
 * sample. */
void gen_cpuprofile(const char *path, size_t samples);
/* Folded stacks of about 1100 bytes, 30 deep, 4500 names; neighbours share 0.7 of their bytes. Sorted and unique as
 * stackcollapse writes them, or not. */
void gen_folded(const char *path, size_t lines, bool sorted);
/* Async operations as start, asyncStart, end and error events, in order of time; they nest up to 12 deep, and stand next to
 * each other; 159 bytes an event, 2.3 events each. */
void gen_operations(const char *path, size_t operations);

/* Shapes that are the worst of their kind, for growth: calls nested so deep; as many samples that take turns on two functions;
 * operations that each begin and end after all before; pairs of B and E on one thread; threads of one call each. */
void gen_deep(const char *path, size_t levels);
void gen_wide(const char *path, size_t samples);
void gen_staircase(const char *path, size_t operations);
void gen_pairs(const char *path, size_t pairs);
void gen_tracks(const char *path, size_t tracks);
