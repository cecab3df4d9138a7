/* One text or expression, as search.h describes it, made ready to be looked for in many strings. */
#pragma once
#include "base/arena.h"
#include "base/err.h"
#include "derive/finder.h"

/* Prepared by one thread; afterwards const, any number of threads may match with it, each with a room of its own. */
typedef struct Matcher {
    Arena *scratch; /* given, as match_case is */
    bool match_case;
    Finder finder;                   /* of plain text */
    struct pcre2_real_code_8 *code;  /* of an expression, for all strings; NULL: plain text */
    struct pcre2_real_code_8 *ascii; /* for those of ASCII; NULL: none, or no JIT to make it worth it */
    struct pcre2_real_match_context_8 *context;
} Matcher;

typedef struct MatcherRoom MatcherRoom;

/* text is not empty. False with err when the expression is wrong; to be freed all the same. */
bool matcher_prepare(Matcher *matcher, Str text, Err *err);
/* Whether it is the finder that matches: bytes equal but for the case of ASCII letters. */
bool matcher_is_plain(const Matcher *matcher);
/* What one thread needs to match with it. */
MatcherRoom *matcher_room(const Matcher *matcher);
void matcher_room_free(MatcherRoom *room);
/* A string on which an expression runs away does not match. */
bool matcher_matches(const Matcher *matcher, MatcherRoom *room, Str s);
void matcher_free(Matcher *matcher);
