/* Hash map from 64-bit keys to 32-bit values, in an arena: ids of a file to indices of ours. Open addressing,
 * at most 3/4 full. Zero-initialise with the arena set; one thread at a time. */
#pragma once
#include "base/arena.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct Map {
    Arena *arena;
    uint64_t *keys;
    uint32_t *values; /* MAP_NONE marks a free slot */
    size_t count, capacity;
} Map;

enum { MAP_NONE = UINT32_MAX };

/* The value of key, MAP_NONE when it is not there. */
uint32_t map_get(const Map *map, uint64_t key);
/* Sets key to value (not MAP_NONE), replacing what was there. */
void map_set(Map *map, uint64_t key, uint32_t value);
/* The place of key's value; a new key gets value first. *fresh tells which. Good until the next call. */
uint32_t *map_slot(Map *map, uint64_t key, uint32_t value, bool *fresh);
/* A good mixing of 64 bits (the finaliser of splitmix64), for composed keys. */
uint64_t map_mix(uint64_t x);
