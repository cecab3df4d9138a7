/* Finding functions by text: once over the table of frames, then any tree is a scan of bits. Any thread. */
#pragma once
#include "base/err.h"
#include "base/job.h"
#include "profile/tree.h"

typedef struct SearchHits {
    uint64_t *bits;  /* by FrameId */
    uint64_t frames; /* how many match */
} SearchHits;

/* Frames whose name or file contains text; case counts only with match_case. text between slashes ("/^read.*File$/") is a Perl
 * regular expression (PCRE2). An empty text matches nothing. NULL with err when the expression is wrong (ERR_USAGE, with the place),
 * or when stopped (ERR_CANCELLED). A string on which an expression runs away does not match. */
SearchHits *search_frames(Arena *arena, const Frames *frames, Str text, bool match_case, Progress *progress, Err *err);

/* The same in pieces, for a thread that must not stand still over a million names. frames must outlive the run. NULL with err when the
 * expression is wrong. */
typedef struct SearchRun SearchRun;
SearchRun *search_begin(const Frames *frames, Str text, bool match_case, Err *err);
/* Goes on for about so many seconds (of clock_now), at least over a thousand frames. True when all were looked at. */
bool search_step(SearchRun *run, double seconds);
/* What was found; whole after the last step. Lives as long as the run. */
const SearchHits *search_hits(const SearchRun *run);
void search_end(SearchRun *run); /* NULL is allowed */

static inline bool search_has(const SearchHits *hits, FrameId frame) {
    return hits->bits[frame / 64] >> frame % 64 & 1;
}

/* The same over any strings: marks[id] is set to SEARCH_FOUND for those that match among the ones marked SEARCH_WANTED. False with err when
 * the expression is wrong. */
enum { SEARCH_WANTED = 1, SEARCH_FOUND = 2 };
bool search_strings(const Intern *strings, uint8_t *marks, Str text, bool match_case, Err *err);

typedef struct SearchSums {
    uint64_t count;     /* nodes */
    double self, total; /* total counts what lies inside another match once */
} SearchSums;

/* What the matching nodes of a tree weigh. O(nodes). */
SearchSums search_sum(const SearchHits *hits, const Tree *tree);
/* The next match behind node (step > 0), or before it, in preorder; from TREE_NONE: the first, or the last. TREE_NONE when there is none. */
uint32_t search_next(const SearchHits *hits, const Tree *tree, uint32_t node, int step);
