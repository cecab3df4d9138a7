/* Finding the bytes that matter to a JSON reader, many at a time. Each set of functions gives the same answers; scan_best
 * chooses by what the processor can do. They may read up to SOURCE_GUARD bytes beyond end. Pure, any thread. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Scan {
    const char *name;
    /* The first '"' or '\\' in p..end, end when there is none. *high becomes true when a byte before it is above 127
     * (and stays as it is otherwise). */
    const uint8_t *(*string)(const uint8_t *p, const uint8_t *end, bool *high);
} Scan;

const Scan *scan_best(void);
/* All sets that this processor can run, the plain one first, ended by NULL; for tests. */
const Scan *const *scan_all(void);
