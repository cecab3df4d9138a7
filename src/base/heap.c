/* malloc's heap in huge pages: it grows by much at a time, and each new part is asked for as a whole, before any of it is touched. */
#include "base/heap.h"

#include <stdlib.h>

#if defined __linux__ && defined __GLIBC__
#include <malloc.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SMALL_PAGE = 4 << 10, HUGE_PAGE = 2 << 20 };

void heap_start(void) {
    mallopt(M_ARENA_MAX, 1);              /* threads have no heaps of their own: what one frees another uses */
    mallopt(M_TOP_PAD, 32 * HUGE_PAGE);   /* by which the heap grows: each time malloc spoils a huge page by a word */
    mallopt(M_MMAP_THRESHOLD, 16 << 20);  /* what is larger lies alone, and grows without being copied */
    mallopt(M_TRIM_THRESHOLD, 512 << 20); /* what may stay free at its end */
}

static atomic_uintptr_t asked; /* the process has one heap: up to where it was asked for */

void heap_trim(void) {
    malloc_trim(0);
    atomic_store(&asked, (uintptr_t)sbrk(0));
}

/* A wish: no is an answer. */
static void want(uintptr_t from, uintptr_t to, uintptr_t page) {
    from = (from + page - 1) & ~(page - 1);
    to &= ~(page - 1);
    if (from < to)
        madvise((void *)from, to - from, MADV_HUGEPAGE);
}

void heap_want_huge(void *block, size_t size) {
    uintptr_t at = (uintptr_t)block, end = (uintptr_t)sbrk(0), known = atomic_load(&asked);
    const uintptr_t far = (uintptr_t)1 << 40; /* mappings lie further away than the heap is long */
    if (at > end || end - at > far) {
        if (size >= HUGE_PAGE)
            want(at, at + size, HUGE_PAGE);
    } else if (end > known && atomic_compare_exchange_strong(&asked, &known, end))
        want(known ? known : at, end, SMALL_PAGE);
}
#else
void heap_start(void) {
}

void heap_trim(void) {
}

void heap_want_huge(void *block, size_t size) {
    (void)block, (void)size;
}
#endif
