/* Bump allocation in blocks, plus single blocks that can grow. Big blocks come from realloc alone, which moves pages
 * instead of bytes where the system can (mremap), so growing arrays of gigabytes stays cheap. */
#include "base/arena.h"
#include "base/array.h"
#include "base/heap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef ARENA_BLOCK
#define ARENA_BLOCK (64 * 1024) /* tests build with a tiny one, so that every edge is walked */
#endif
#define ALIGN 16

typedef struct Block {
    struct Block *next;
    size_t used, size;
} Block;

typedef struct Big {
    struct Big *prev, *next;
    size_t size;
    size_t pad; /* keeps what follows aligned to 16 */
} Big;

struct Arena {
    Block *blocks; /* newest first */
    Big *bigs;
    size_t bytes, next_size;
    Arena *family; /* the eldest, whose counts these are: */
    size_t held, peak, pledged;
    uint64_t earned;
};

_Static_assert(sizeof(Big) % ALIGN == 0, "data behind a Big header must be aligned");

_Noreturn static void out_of_memory(size_t size) {
    fprintf(stderr, "cresset: out of memory (%zu bytes more wanted)\n", size);
    exit(1);
}

static size_t round_up(size_t n) {
    return n > SIZE_MAX - ALIGN ? SIZE_MAX : (n + ALIGN - 1) & ~(size_t)(ALIGN - 1);
}

static size_t block_head(void) {
    return round_up(sizeof(Block));
}

Arena *arena_new(void) {
    Arena *arena = calloc(1, sizeof *arena);
    if (!arena)
        out_of_memory(sizeof *arena);
    arena->next_size = ARENA_BLOCK;
    arena->family = arena;
    return arena;
}

Arena *arena_new_in(Arena *elder) {
    Arena *arena = arena_new();
    arena->family = elder->family;
    return arena;
}

static void take(Arena *arena, size_t size) {
    Arena *family = arena->family;
    arena->bytes += size;
    family->held += size;
    if (family->held > family->peak)
        family->peak = family->held;
}

static void give_back(Arena *arena, size_t size) {
    arena->bytes -= size;
    arena->family->held -= size;
}

static void free_blocks(Arena *arena, Block *until) {
    while (arena->blocks != until) {
        Block *next = arena->blocks->next;
        give_back(arena, arena->blocks->size);
        free(arena->blocks);
        arena->blocks = next;
    }
}

static void free_bigs(Arena *arena) {
    for (Big *big = arena->bigs, *next; big; big = next) {
        next = big->next;
        give_back(arena, big->size);
        free(big);
    }
    arena->bigs = NULL;
}

void arena_free(Arena *arena) {
    if (!arena)
        return;
    free_blocks(arena, NULL);
    free_bigs(arena);
    free(arena);
}

void arena_trim(void) {
    heap_trim();
}

void arena_reset(Arena *arena) {
    Block *first = arena->blocks;
    while (first && first->next)
        first = first->next;
    free_blocks(arena, first);
    free_bigs(arena);
    if (first)
        first->used = block_head();
}

static Block *new_block(Arena *arena, size_t size) {
    Block *block = malloc(size);
    if (!block)
        out_of_memory(size);
    heap_want_huge(block, size);
    *block = (Block){.used = block_head(), .size = size};
    take(arena, size);
    return block;
}

/* Blocks double up to 256 KiB: few calls for much, little waste for little. What is large has one to itself, behind the one in use. */
static Block *add_block(Arena *arena, size_t need) {
    bool alone = arena->blocks && need > arena->next_size / 4;
    Block *block = new_block(arena, alone || need > arena->next_size ? need : arena->next_size);
    Block **place = alone ? &arena->blocks->next : &arena->blocks;
    if (!alone && arena->next_size < ((size_t)256 << 10))
        arena->next_size *= 2;
    block->next = *place;
    *place = block;
    return block;
}

void *arena_room(Arena *arena, size_t size) {
    size_t need = round_up(size);
    if (need > SIZE_MAX / 2)
        out_of_memory(size);
    Block *block = arena->blocks;
    if (!block || block->size - block->used < need)
        block = add_block(arena, need + block_head());
    void *p = (char *)block + block->used;
    block->used += need;
    return p;
}

void *arena_alloc(Arena *arena, size_t size) {
    return memset(arena_room(arena, size), 0, size);
}

void *arena_alloc_array(Arena *arena, size_t count, size_t size) {
    if (size && count > SIZE_MAX / size)
        out_of_memory(SIZE_MAX);
    return arena_alloc(arena, count * size);
}

static void unlink_big(Arena *arena, Big *big) {
    if (big->prev)
        big->prev->next = big->next;
    else
        arena->bigs = big->next;
    if (big->next)
        big->next->prev = big->prev;
}

static void link_big(Arena *arena, Big *big, size_t size) {
    *big = (Big){.next = arena->bigs, .size = size};
    if (arena->bigs)
        arena->bigs->prev = big;
    arena->bigs = big;
    take(arena, size);
}

void *arena_grow(Arena *arena, void *old, size_t new_size) {
    Big *big = old ? (Big *)old - 1 : NULL;
    size_t before = big ? big->size : 0, size = new_size + sizeof(Big);
    if (big)
        unlink_big(arena, big);
    Big *grown = size > new_size ? realloc(big, size) : NULL;
    if (!grown)
        out_of_memory(new_size);
    if (size > before)
        heap_want_huge(grown, size);
    give_back(arena, before);
    link_big(arena, grown, size);
    return grown + 1;
}

void arena_adopt(Arena *arena, Arena *from, void *block) {
    if (!block || arena == from)
        return;
    Big *big = (Big *)block - 1;
    unlink_big(from, big);
    give_back(from, big->size);
    link_big(arena, big, big->size);
}

void arena_absorb(Arena *arena, Arena *from) {
    Block **last = &arena->blocks; /* behind our own, so that the newest goes on being filled */
    while (*last)
        last = &(*last)->next;
    *last = from->blocks;
    while (from->bigs) {
        Big *big = from->bigs;
        unlink_big(from, big);
        give_back(from, big->size);
        link_big(arena, big, big->size);
    }
    take(arena, from->bytes);
    give_back(from, from->bytes);
    free(from);
}

void arena_release(Arena *arena, void *block) {
    if (!block)
        return;
    Big *big = (Big *)block - 1;
    unlink_big(arena, big);
    give_back(arena, big->size);
    free(big);
}

size_t arena_bytes(const Arena *arena) {
    return arena->bytes;
}

size_t arena_peak(const Arena *arena) {
    return arena->family->peak;
}

void arena_earn(Arena *arena, uint64_t input) {
    if (input > arena->family->earned)
        arena->family->earned = input;
}

uint64_t arena_earned(const Arena *arena) {
    return arena->family->earned;
}

void arena_pledge(Arena *arena, size_t size) {
    arena->family->pledged += size;
}

void arena_redeem(Arena *arena, size_t size) {
    size_t *pledged = &arena->family->pledged;
    *pledged -= size < *pledged ? size : *pledged; /* what was pledged before it left stays with the others */
}

bool arena_over(const Arena *arena, int eighths) {
    const Arena *family = arena->family;
    uint64_t eighth = (ARENA_BASE + ARENA_RATE * family->earned) / 8;
    return family->earned && family->held + family->pledged > eighth * (unsigned)eighths;
}

void *array_grow(Arena *arena, void *data, size_t want, size_t *capacity, size_t size) {
    size_t next = *capacity < 8 ? 8 : *capacity + *capacity / 2;
    if (next < want)
        next = want;
    if (next > SIZE_MAX / 2 / size)
        out_of_memory(SIZE_MAX);
    *capacity = next;
    return arena_grow(arena, data, next * size);
}
