/* Whole numbers in few bytes, one after another: the times between samples are many millions, and most of what they cost is memory.
 * They lie in blocks of up to GAPS_BLOCK, each as narrow as its own numbers allow: thousands in 16 bits (V8 counts whole
 * microseconds), else 32, else 64 bits. Read by a cursor from the first on. One thread. */
#pragma once
#include "base/array.h"

enum { GAPS_BLOCK = 1024 };
#define GAPS_NONE INT64_MIN /* stands for what is no number; kept as it is */

typedef enum GapWidth { GAPS_16, GAPS_32, GAPS_64 } GapWidth;

typedef struct GapBlock {
    size_t at;    /* of its first number in Gaps.bytes */
    uint64_t sum; /* of its numbers, modulo 2^64 */
    uint16_t count;
    uint8_t width;
    bool rough; /* some number was negative or GAPS_NONE when it was added */
} GapBlock;

typedef struct Gaps {
    size_t count;
    Array(GapBlock) blocks; /* none is empty */
    Array(uint8_t) bytes;
} Gaps;

/* A place in Gaps; all zero is the first. At the end block is blocks.count. */
typedef struct GapCursor {
    size_t block;
    uint32_t index; /* in the block */
} GapCursor;

/* Room for so many of 16 bits. */
void gaps_expect(Arena *arena, Gaps *gaps, size_t count);
/* Appends n numbers. */
void gaps_add(Arena *arena, Gaps *gaps, const int64_t *values, size_t n);
/* Forgets all but the first n, and the room behind them. */
void gaps_cut(Arena *arena, Gaps *gaps, size_t n);
Gaps gaps_copy(Arena *arena, const Gaps *gaps);
/* Hands the memory over as arena_adopt does. */
void gaps_adopt(Arena *arena, Arena *from, Gaps *gaps);

/* The number at a place, not the end. */
int64_t gaps_get(const Gaps *gaps, GapCursor at);
/* Replaces a number; the block gets wider where it must. rough stays. */
void gaps_set(Arena *arena, Gaps *gaps, GapCursor at, int64_t value);
/* The sum of the next n numbers, which must be there; moves the cursor behind them. */
int64_t gaps_take(const Gaps *gaps, GapCursor *at, size_t n);
/* One on, one back; they must be there. */
void gaps_next(const Gaps *gaps, GapCursor *at);
void gaps_back(const Gaps *gaps, GapCursor *at);
