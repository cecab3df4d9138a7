/* Plain text looked for in bytes, short or long. Prepared by one thread, then const: any number may look with it. */
#pragma once
#include "base/arena.h"
#include "base/str.h"

#define FINDER_NONE SIZE_MAX

typedef struct Finder {
    Str text;         /* folded, when case does not count */
    size_t skip[256]; /* how far a window may move that ends in this byte */
    unsigned char fold[256];
} Finder;

/* text is not empty, and copied into arena. Without match_case ASCII letters are equal in both cases. */
void finder_prepare(Finder *finder, Arena *arena, Str text, bool match_case);
/* The first place at or behind `from` where the text begins in s, FINDER_NONE when there is none. Reads s alone. */
size_t finder_next(const Finder *finder, Str s, size_t from);
/* The same byte by byte: what finder_next is measured by, and does where there are no vectors. */
size_t finder_next_plain(const Finder *finder, Str s, size_t from);
