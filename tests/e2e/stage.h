/* A stage for the window: an X server of its own (Xvfb), a home of its own, and cresset with --log. The log is read as it
 * grows. What is started dies with the test, however that ends. */
#pragma once
#include "ask.h"
#include "hand.h"

typedef struct Stage {
    Arena *arena;
    const char *display, *home; /* home: a new folder, also for files of the test */
    const char *log;
    int server, program;
    Hand *hand;
    size_t read; /* bytes of the log that were looked at */
    int width, height;
} Stage;

/* Starts both with these arguments (ended by NULL) and waits for `ready`. editor: of the settings; NULL: there are none. */
Stage *stage_open(Arena *arena, const char *editor, const char *const *args);
#define STAGE(arena, ...)             stage_open((arena), NULL, (const char *const[]){__VA_ARGS__, NULL})
#define STAGE_SET(arena, editor, ...) stage_open((arena), (editor), (const char *const[]){__VA_ARGS__, NULL})
/* The next line of the log with this event, after those already seen; lines before it are passed over. NULL when none
 * comes within seconds (ten times as long with sanitizers). The caller deletes it. */
cJSON *stage_next(Stage *stage, const char *event, double seconds);
/* The same, and the test fails when none comes. */
cJSON *stage_wait(Stage *stage, const char *event, double seconds);
/* Passes over everything that is in the log now. */
void stage_skip(Stage *stage);
/* CPU that the program has used, in seconds of user and system time. */
double stage_cpu(const Stage *stage);
/* Copies a file of the project into the home, under another name. Returns its path. */
const char *stage_copy(Stage *stage, const char *from, const char *name);
/* Asks the program to quit, waits, ends the server. Returns its exit status (negative: signal). */
int stage_close(Stage *stage);
