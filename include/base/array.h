/* Growable arrays in an arena: Array(T) declares one, zero-initialised it is empty. Elements move when it grows. */
#pragma once
#include "base/arena.h"
#include <string.h>

#define Array(T)         \
    struct {             \
        T *data;         \
        size_t count;    \
        size_t capacity; \
    }

/* Room for at least want elements of size bytes; sets *capacity. Used by the macros. */
void *array_grow(Arena *arena, void *data, size_t want, size_t *capacity, size_t size);

#define array_reserve(arena, a, want) \
    ((want) <= (a)->capacity          \
         ? (void)0                    \
         : (void)((a)->data = array_grow((arena), (a)->data, (want), &(a)->capacity, sizeof *(a)->data)))
#define array_push(arena, a, ...) \
    (array_reserve((arena), (a), (a)->count + 1), (void)((a)->data[(a)->count++] = (__VA_ARGS__)))
/* One new element, not zeroed; the pointer is good until the next push. */
#define array_push_slot(arena, a) (array_reserve((arena), (a), (a)->count + 1), &(a)->data[(a)->count++])
#define array_last(a)             ((a)->data[(a)->count - 1])
#define array_pop(a)              ((a)->data[--(a)->count])
/* Gives the memory back early. */
#define array_release(arena, a) (arena_release((arena), (a)->data), (void)memset((a), 0, sizeof *(a)))
