/* base/heap: a process that begins as cresset does works as any other, keeps what is freed, and hands it back when told. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/heap.h"

enum { MB = 1 << 20, BLOCKS = 64 };

/* Resident memory in MB; 0 where the system does not tell. */
static double resident(void) {
    unsigned long pages = 0, all;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%lu %lu", &all, &pages) != 2)
        pages = 0;
    if (file)
        fclose(file);
    return (double)pages * 4096 / MB;
}

/* Blocks of all sizes that grow, in the heap and beside it, each filled with its number. */
static void fill(Arena *arena) {
    char *blocks[BLOCKS];
    for (int i = 0; i < BLOCKS; i++) {
        size_t size = (size_t)(i % 7 + 1) * MB;
        blocks[i] = memset(arena_grow(arena, NULL, size / 3), i, size / 3);
        blocks[i] = arena_grow(arena, blocks[i], size);
        memset(blocks[i] + size / 3, i, size - size / 3);
    }
    for (int i = 0; i < BLOCKS; i++)
        for (size_t k = 0; k < (size_t)(i % 7 + 1) * MB; k += 997)
            ck_assert_int_eq(blocks[i][k], i);
}

START_TEST(fills_and_gives_back) {
    heap_start();
    double before = resident();
    for (int turn = 0; turn < 3; turn++) {
        Arena *arena = arena_new();
        fill(arena);
        arena_free(arena);
        heap_trim();
    }
#if defined __linux__ && defined __GLIBC__ && !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__ && \
    !defined __clang__
    ck_assert_msg(resident() < before + 24, "%.0f MB before, %.0f MB after", before, resident());
#else
    (void)before;
#endif
}
END_TEST

Suite *test_heap(void);
Suite *test_heap(void) {
    Suite *s = suite_create("heap");
    TCase *t = tcase_create("heap");
    tcase_add_test(t, fills_and_gives_back);
    suite_add_tcase(s, t);
    return s;
}
