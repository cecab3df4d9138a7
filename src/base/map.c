/* Open addressing with linear probing; see base/map.h. */
#include "base/map.h"

#include <assert.h>
#include <string.h>

uint64_t map_mix(uint64_t x) {
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static size_t find(const Map *map, uint64_t key) {
    size_t mask = map->capacity - 1, i = map_mix(key) & mask;
    while (map->values[i] != MAP_NONE && map->keys[i] != key)
        i = (i + 1) & mask;
    return i;
}

static void resize(Map *map, size_t capacity) {
    Map old = *map;
    map->capacity = capacity;
    map->keys = arena_grow(map->arena, NULL, capacity * sizeof *map->keys);
    map->values = arena_grow(map->arena, NULL, capacity * sizeof *map->values);
    memset(map->values, 0xff, capacity * sizeof *map->values);
    for (size_t i = 0; i < old.capacity; i++) {
        if (old.values[i] == MAP_NONE)
            continue;
        size_t slot = find(map, old.keys[i]);
        map->keys[slot] = old.keys[i];
        map->values[slot] = old.values[i];
    }
    arena_release(map->arena, old.keys);
    arena_release(map->arena, old.values);
}

uint32_t map_get(const Map *map, uint64_t key) {
    return map->capacity ? map->values[find(map, key)] : (uint32_t)MAP_NONE;
}

uint32_t *map_slot(Map *map, uint64_t key, uint32_t value, bool *fresh) {
    if (map->count + 1 > map->capacity / 4 * 3)
        resize(map, map->capacity ? map->capacity * 2 : 16);
    size_t i = find(map, key);
    *fresh = map->values[i] == MAP_NONE;
    if (*fresh) {
        map->keys[i] = key;
        map->values[i] = value;
        map->count++;
    }
    return &map->values[i];
}

void map_set(Map *map, uint64_t key, uint32_t value) {
    bool fresh;
    assert(value != MAP_NONE); /* it would make a hole that hides other keys */
    *map_slot(map, key, value, &fresh) = value;
}
