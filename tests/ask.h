/* Asks the built binary as a user would, and reads its JSON: for the tests that hold the whole of cresset.
 * Strings live in the arena; trees of cJSON belong to the caller. */
#pragma once
#include "base/str.h"
#include <cjson/cJSON.h>

typedef struct Answer {
    int status; /* exit status; -N: ended by signal N */
    bool late;  /* took more CPU time than the limit, or did not end and was killed */
    Str out, err;
    double megabytes; /* peak memory */
} Answer;

/* Runs build/<mode>/cresset with args (ended by NULL). seconds of CPU are a limit; with sanitizers it is ten times as long. */
Answer ask(Arena *arena, double seconds, const char *const *args);
#define ASK(arena, seconds, ...) ask((arena), (seconds), (const char *const[]){__VA_ARGS__, NULL})
/* True when this is a build with sanitizers, whose memory says nothing. */
bool ask_is_sanitized(void);
/* The JSON of a file; fails the test when it is none. */
cJSON *ask_file(Arena *arena, const char *path);
/* The JSON that was answered; fails the test when the status is not 0 or it is none. */
cJSON *ask_json(const Answer *answer);

/* One member: a number (NAN when it is null or missing), a text (NULL likewise), an element (NULL). */
double json_num(const cJSON *object, const char *key);
const char *json_text(const cJSON *object, const char *key);
const cJSON *json_get(const cJSON *object, const char *key);
/* True when a and b differ by at most share of the larger (of 1 when both are smaller), or by tolerance. */
bool json_near(double a, double b, double share, double tolerance);

/* Folders in path that hold `file`, sorted; or files whose name ends so when folders is false: without the ending. */
typedef struct Names {
    Str *list;
    size_t count;
} Names;
Names ask_list(Arena *arena, const char *path, const char *ending, bool folders);
/* The lines of text in order of their bytes, to compare sets. */
Str ask_sorted(Arena *arena, Str text);
