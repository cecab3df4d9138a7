/* Memory with one owner. Everything of one lifetime (program, document, view, frame) comes from one Arena
 * and goes with it; nothing is freed alone except big blocks on request. The only malloc of cresset is here.
 *
 * The first argument Arena * of a function says where its result lives. Out of memory ends the program with
 * one line on standard error, so no caller checks for NULL. An Arena belongs to one thread at a time. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Arena Arena;

Arena *arena_new(void);
/* An arena of the family of `elder`: their memory is counted together. It is freed before the one that arena_new made. */
Arena *arena_new_in(Arena *elder);
/* Frees the arena and all that came from it. NULL is allowed. */
void arena_free(Arena *arena);
/* Forgets everything that came from it but keeps its first block: for the arena of a frame. */
void arena_reset(Arena *arena);

/* size bytes, zeroed, aligned to 16. size 0 gives a valid pointer that must not be read. */
void *arena_alloc(Arena *arena, size_t size);
/* The same, not zeroed: for what is large and written whole, since zeroing it costs as much as filling it. */
void *arena_room(Arena *arena, size_t size);
/* count * size bytes, zeroed; the product is checked. */
void *arena_alloc_array(Arena *arena, size_t count, size_t size);
/* A block that can grow: new_size bytes that begin with the old ones; the bytes beyond old_size are NOT zeroed.
 * old is NULL or came from arena_grow of the same arena. The old pointer is dead afterwards. */
void *arena_grow(Arena *arena, void *old, size_t new_size);
/* Hands what arenas have freed back to the system, where malloc keeps it for later. Milliseconds: for when much has gone. Any thread. */
void arena_trim(void);
/* Gives one block of arena_grow back early. NULL is allowed. */
void arena_release(Arena *arena, void *block);
/* Makes a block of arena_grow in `from` a block of `arena`, without moving it. NULL is allowed. */
void arena_adopt(Arena *arena, Arena *from, void *block);
/* Makes all of `from` part of `arena`, nothing moves; `from` is gone. What another thread made becomes ours so. */
void arena_absorb(Arena *arena, Arena *from);
/* Bytes the arena holds from the system. */
size_t arena_bytes(const Arena *arena);
/* The most bytes its family held at one time. */
size_t arena_peak(const Arena *arena);

/* The measure of a reading: whatever the input says, its memory stays within 64 MB + 8 bytes a byte of input. The source lets the
 * family earn by what it has read (input: bytes so far in all); a builder pledges what its finish will take for each thing that it
 * gathers, and redeems that when it finishes. Over so many eighths of the measure the source reads no further, and what grows out of
 * tables already read is left out and counted; the rest is for arrays that double. A family that never earned is never over. */
enum { ARENA_RATE = 8, ARENA_BASE = 64 << 20 };
enum { ARENA_READ = 5, ARENA_GROWN = 7 };
void arena_earn(Arena *arena, uint64_t input);
uint64_t arena_earned(const Arena *arena);
void arena_pledge(Arena *arena, size_t size);
void arena_redeem(Arena *arena, size_t size);
bool arena_over(const Arena *arena, int eighths);

#define arena_one(arena, T)     ((T *)arena_alloc((arena), sizeof(T)))
#define arena_many(arena, T, n) ((T *)arena_alloc_array((arena), (n), sizeof(T)))
