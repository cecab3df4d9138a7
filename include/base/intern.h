/* Strings kept once: equal bytes have equal ids, so that frames compare by number.
 *
 * Ids count from 0 in order of first sight; id 0 is the empty string. Bytes are copied into the arena and never
 * move, so a Str from intern_str lives as long as the arena. One thread at a time while adding. */
#pragma once
#include "base/arena.h"
#include "base/str.h"

typedef uint32_t StrId;

typedef struct Intern Intern;

Intern *intern_new(Arena *arena);
/* The id of s, which is copied when it is new. */
StrId intern_add(Intern *intern, Str s);
/* The ids of n strings as if each were added in turn; faster, since the memory of several is waited for at a time. */
void intern_add_many(Intern *intern, const Str *strings, size_t n, StrId *ids);
/* Makes room for n strings in all, where that many are expected: it grows at once, and not by and by. */
void intern_reserve(Intern *intern, size_t n);
/* intern_add in two steps: the first asks for the memory where s would be and gives its hash, the second takes that; what is done between
 * the two hides the wait. */
uint32_t intern_ask(const Intern *intern, Str s);
/* Between the two, where there is something to do on both sides of it: asks for the string that is probably the one of that hash. */
void intern_ask_string(const Intern *intern, uint32_t hash);
StrId intern_add_asked(Intern *intern, Str s, uint32_t hash);
/* The id of s, or UINT32_MAX when it was never added. */
StrId intern_find(const Intern *intern, Str s);
Str intern_str(const Intern *intern, StrId id);
uint32_t intern_count(const Intern *intern);
/* One behind the last of those strings from id on, before end, whose bytes lie in one piece of memory, a few others between them: what is looked
 * for in all can be looked for at once. */
StrId intern_neighbours(const Intern *intern, StrId id, StrId end);
