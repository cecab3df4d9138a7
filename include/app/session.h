/* A Ui and the work behind it: opens what it asks for, builds its views, hands over what comes, frees what it lets go of. Shared by the window
 * and by `cresset shot`, so that a picture shows what the window would. What needs a system (clipboard, dialogs, editor)
 * is left to the caller. UI thread only. */
#pragma once
#include "app/jobs.h"
#include "app/log.h"
#include "base/array.h"
#include "ui/ui.h"

typedef struct Session {
    Arena *arena;
    Ui *ui;
    Jobs *jobs;
    Log *log;
    bool live;                /* of a window: partial documents are handed over, too, and files are remembered */
    Err failed;               /* of the load that failed last; the caller may add what it could not save */
    Array(const char *) maps; /* source maps that were dropped on the window: for all loads from then on */
} Session;

/* wake as in jobs_new. log may be NULL. settings are copied by the ui. */
Session *session_new(Arena *arena, const Settings *settings, Log *log, bool live, JobWake wake, void *user);
void session_free(Session *session);

/* Opens a path or file:// address in tab (0: a new one). A source map (.map) is kept, and the tab on the glass is read again with it. */
void session_open(Session *session, uint32_t tab, Str path, double now);
/* Bytes of a profile, or a line that names a file. */
void session_open_text(Session *session, Str text, double now);
/* The built-in example. */
void session_open_example(Session *session, double now);

/* Hands over everything that came from the jobs. */
void session_receive(Session *session, double now);
/* Serves the ui's requests that need no system; returns the first one that does, UI_NOTHING when all are served. */
UiRequest session_request(Session *session, double now);
/* True while a load is under way: its progress wants to be shown. */
bool session_is_loading(const Session *session);
