/* --log: what the window did, one JSON object a line, as cli.md "The window, watched". Each line is written at once, so that a watcher
 * (and a bug report after a crash) has it. NULL is a log that writes nothing. UI thread. */
#pragma once
#include "base/err.h"
#include "profile/document.h"

typedef struct Log Log;

/* Opens path for writing ("-": standard output). NULL with err. Milliseconds count from `since` (seconds of clock_now). */
Log *log_new(Arena *arena, const char *path, double since, Err *err);
void log_free(Log *log);

/* A line each, with the fields of cli.md. */
void log_ready(Log *log, const char *renderer);
void log_open(Log *log, Str file);
void log_loaded(Log *log, Str file, const Document *document, double seconds);
void log_failed(Log *log, Str file, const Err *err);
/* The ui's own lines ({"event":...} each, see ui_log): each gets its "at". */
void log_ui(Log *log, Str lines);
typedef struct LogFrame {
    double ms;
    uint64_t drawn, culled, merged;
} LogFrame;
/* Writes when the frame took over 16 ms or none was written for a second. */
void log_frame(Log *log, LogFrame frame, double now);
void log_rest(Log *log);
void log_quit(Log *log);
