/* Finding the bytes that matter to a reader, many at a time. Each set of functions gives the same answers; scan_best
 * chooses by what the processor can do. They may read up to SCAN_SHORT bytes beyond end (SOURCE_GUARD), which must be zero. Pure, any thread. */
#pragma once
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where a walk over nested brackets stands between two pieces; all zero before the first. */
typedef struct ScanNest {
    uint64_t depth;
    uint64_t in_string; /* all ones inside a string, else 0 */
    bool escaped;       /* the next byte is taken as it is */
} ScanNest;

/* SCAN_SPARE: what `fields` may write beyond the places that there are. */
enum { SCAN_SHORT = 96, SCAN_SPARE = 4 };

typedef struct Scan {
    const char *name;
    /* The first '"' or '\\' in p..end, end when there is none. *high becomes true when a byte before it is above 127
     * (and stays as it is otherwise). */
    const uint8_t *(*string)(const uint8_t *p, const uint8_t *end, bool *high);
    /* Walks over brackets and strings from p, which is a '{' or '[' at first. Returns the place behind the bracket that closes the first
     * one (kinds are not told apart), NULL when it is not before end: then go on with the next piece and the same nest. */
    const uint8_t *(*nested)(const uint8_t *p, const uint8_t *end, ScanNest *nest);
    /* How many bytes at a and at b are equal, up to n. */
    size_t (*common)(const uint8_t *a, const uint8_t *b, size_t n);
    /* The places of c among the n bytes at p, counted from p; `at` has room for n. Returns how many. */
    size_t (*places)(const uint8_t *p, size_t n, char c, uint32_t *at);
    /* The places of divider among the n bytes at p, up to the first `end` among them, whose place *stop becomes, n when there is none.
     * `at` has room for n + SCAN_SPARE. Returns how many. */
    size_t (*fields)(const uint8_t *p, size_t n, char divider, char end, uint32_t *at, size_t *stop);
    /* A hash of each of n strings, without a branch up to SCAN_SHORT bytes, which hold nearly all names. */
    void (*hashes)(const Str *list, size_t n, uint32_t *hashes);
    /* Which of n strings, up to 64, are equal to the as many bytes at kept[i]: bit i tells; the same. */
    uint64_t (*sames)(const uint8_t *const *kept, const Str *list, size_t n);
} Scan;

/* The fastest set that this processor can run. */
const Scan *scan_best(void);
/* All sets that this processor can run, the plain one first, ended by NULL; for tests. */
const Scan *const *scan_all(void);
