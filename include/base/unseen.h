/* Characters that are seen as nothing, or turn the reading direction: shown by their escapes, in reports as in the window. Pure. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

/* Control characters, soft hyphen, zero-width characters, marks of direction, line and paragraph separators, tags, byte order mark. */
bool unseen_is(uint32_t c);
/* "\n", "\x1b", "\u202e": at most UNSEEN_LONGEST letters, not terminated. Returns how many. */
enum { UNSEEN_LONGEST = 10 };
int unseen_escape(uint32_t c, char out[UNSEEN_LONGEST]);
