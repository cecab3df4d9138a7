/* Node ids and times of a V8 profile as they are read: 32 bits each as long as that holds them all. */
#include "format/cpu_table.h"

static void widen(Arena *arena, CpuNumbers *numbers) {
    int64_t *wide = arena_grow(arena, NULL, numbers->capacity * sizeof *wide);
    for (size_t i = 0; i < numbers->count; i++)
        wide[i] = cpu_number(numbers, i);
    arena_release(arena, numbers->narrow);
    numbers->narrow = NULL;
    numbers->wide = wide;
}

void cpu_numbers_expect(Arena *arena, CpuNumbers *numbers, size_t want) {
    if (want <= numbers->capacity)
        return;
    if (numbers->wide)
        numbers->wide = array_grow(arena, numbers->wide, want, &numbers->capacity, sizeof *numbers->wide);
    else
        numbers->narrow = array_grow(arena, numbers->narrow, want, &numbers->capacity, sizeof *numbers->narrow);
}

/* False when one does not fit. */
static bool add_narrow(int32_t *to, const int64_t *values, size_t n) {
    bool fit = true;
    for (size_t i = 0; i < n; i++) {
        to[i] = (int32_t)values[i];
        fit &= to[i] == values[i] && to[i] != INT32_MIN;
    }
    for (size_t i = 0; i < n && !fit; i++) {
        if (values[i] == JSON_NO_NUMBER)
            to[i] = INT32_MIN;
        else if (values[i] <= INT32_MIN || values[i] > INT32_MAX)
            return false;
    }
    return true;
}

void cpu_numbers_add(Arena *arena, CpuNumbers *numbers, const int64_t *values, size_t n) {
    cpu_numbers_expect(arena, numbers, numbers->count + n);
    if (!numbers->wide && !add_narrow(numbers->narrow + numbers->count, values, n))
        widen(arena, numbers);
    if (numbers->wide)
        memcpy(numbers->wide + numbers->count, values, n * sizeof *values);
    numbers->count += n;
}
