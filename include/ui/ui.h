/* The window's mind: (what is open, state, input) -> draw list. Knows no SDL, no thread, no file: what only the app can do
 * (open, build a view, copy, quit) it asks for through requests, and the app answers with ui_* calls. So the whole window runs
 * in a test or behind `cresset shot`. UI thread only. Times in seconds of one monotonic clock. */
#pragma once
#include "base/err.h"
#include "doc/load.h"
#include "doc/view.h"
#include "draw/draw_list.h"
#include "layout/palette.h"
#include "ui/input.h"

typedef struct Ui Ui;

/* Remembered between sessions (app/settings reads and writes them). */
typedef struct Recent {
    Str path, format_label, summary; /* "485 ms", "1.2 M samples" */
    int64_t opened_unix;
} Recent;

enum { RECENT_MAX = 12 };

typedef struct Settings {
    bool light;        /* theme */
    double text_scale; /* 1 = design size; Ctrl +/- */
    ColorRule color;
    bool flame;         /* roots at the bottom */
    bool wheel_scrolls; /* wheel scrolls instead of zooming */
    double gap_ms, percentile;
    Str editor;        /* template with {file} {line} {column}; "" = $VISUAL */
    int width, height; /* of the window at scale 1; 0 = default */
    Recent recent[RECENT_MAX];
    int recent_count;
    int hot_columns[12], hot_widths[12]; /* order and widths of the hotspot table; all 0 = default */
} Settings;

typedef enum UiRequestKind {
    UI_NOTHING,
    UI_OPEN,          /* text = path (or file:// address); tab > 0: read that tab's file again */
    UI_OPEN_TEXT,     /* text = bytes of a profile, or one line that is a path or a file:// address */
    UI_OPEN_DIALOG,   /* where there is no dialog, run the command `open-path`: a field in the window */
    UI_EXAMPLE,       /* open the built-in example */
    UI_BUILD,         /* build spec of document (in tab); answered by ui_view_ready */
    UI_DROP_VIEW,     /* view is no longer used: it may be freed at once */
    UI_DROP_DOCUMENT, /* document is no longer used: stop its builds, free its views and it */
    UI_STOP_LOAD,     /* tab, keep: true hands over what was read so far */
    UI_CLOSE,         /* tab is gone: stop its load and builds, free its documents and views */
    UI_COPY,          /* text to the clipboard */
    UI_PASTE,         /* answer with an INPUT_PASTE, if the clipboard holds text */
    UI_SAVE,          /* text = proposed file name, bytes: what to write (asks where) */
    UI_EDIT,          /* text = file, number = line: the user's editor */
    UI_SETTINGS,      /* settings changed: store them */
    UI_FULLSCREEN,
    UI_QUIT,
} UiRequestKind;

typedef struct UiRequest {
    UiRequestKind kind;
    uint32_t tab; /* id of a tab, counts from 1, never reused; 0 = none */
    bool keep;
    const Document *document;
    const View *view;
    ViewSpec spec;
    Str text, bytes; /* good until the next ui_ call */
    int number;
} UiRequest;

Ui *ui_new(const Settings *settings);
void ui_free(Ui *ui);
/* As the user changed them. */
const Settings *ui_settings(const Ui *ui);

/* The labels of the formats that can be opened, for the welcome screen; copied. */
void ui_set_formats(Ui *ui, const Str *labels, size_t count);

/* One input. Cheap: state only. Paste arrives as INPUT_PASTE (the app need not send the key). Text input stays on all the
 * time: letters, digits and named keys are taken from INPUT_KEY, other characters (? # / + [ ]) from INPUT_TEXT, so that
 * they work in every keyboard layout. */
void ui_input(Ui *ui, const Input *input, double now);
/* The next thing the app should do; UI_NOTHING when there is none. Ask after each batch of input AND after each ui_draw:
 * drawing finds out which views are needed. */
UiRequest ui_request(Ui *ui);
/* Seconds until a frame should be drawn though nothing comes in: 0 = now (something changed or moves), INFINITY = sleep
 * until the next input or answer. Input that changes nothing to be seen leaves it at INFINITY. */
double ui_wait(const Ui *ui, double now);
/* True while something asked for has not come yet: a load, a view that the picture needs, what is searched. A picture without a
 * display is drawn when this is false and ui_wait is not 0. */
bool ui_busy(const Ui *ui);
/* True while a search goes on: some milliseconds of it are done in each frame, so that waiting without drawing would not help. */
bool ui_searching(const Ui *ui);

/* Draws one frame. scale: device pixels per design pixel of the display. Returns false when nothing moves: sleep until the next
 * input or answer. */
typedef struct UiFrame {
    Arena *arena; /* of this frame */
    const TextMetrics *metrics;
    int width, height;
    double scale, now;
    double last_ms;   /* what the last frame took, for the status bar; 0 = unknown */
    int64_t unix_now; /* seconds of the wall clock, for "2 minutes ago"; 0 = unknown */
} UiFrame;
/* moving may be NULL. */
DrawList *ui_draw(Ui *ui, const UiFrame *frame, bool *moving);

/* ---- answers of the app ---- */
/* A file begins to load: makes a tab (its id is returned) and shows progress. tab 0: a new one; else it is read again in place. */
uint32_t ui_load_begin(Ui *ui, uint32_t tab, Str path, double now);
typedef struct UiProgress {
    uint64_t done, total, records;
    Str format_label; /* empty until known */
} UiProgress;
void ui_load_progress(Ui *ui, uint32_t tab, UiProgress progress, double now);
/* A document for the tab, partial or final. An earlier one stays on the glass until a view of the new one is ready; then
 * UI_DROP_DOCUMENT asks to free it. Until that (or UI_CLOSE) every document and view handed over must live. */
void ui_load_document(Ui *ui, uint32_t tab, const Document *document, bool final, double now);
void ui_load_failed(Ui *ui, uint32_t tab, Str path, const Err *err, double now);
void ui_view_ready(Ui *ui, uint32_t tab, const View *view, double now);
void ui_message(Ui *ui, Str text, double now); /* a short line at the bottom for a few seconds: "copied" */
/* Runs one command line of the command table ("view hotspots", "focus NAME"): --do, the palette, keys. False with err when there is no such
 * command, or it cannot be done now. One that takes a view which is not built yet is true: it runs once the view has come (ui_busy is
 * true until then), unless another one waits by then or another tab is on the glass; ui_waited tells how it ended. */
bool ui_command(Ui *ui, Str line, double now, Err *err);
/* False with err when a command that waited could not be done after all; each failure is told once. */
bool ui_waited(Ui *ui, Err *err);

/* What happened since the last call, as JSON lines for --log (hover, focus, view, search); "" when nothing. */
Str ui_log(Ui *ui, Arena *arena);
/* What the last frame drew of the flame pictures, in nodes of their trees. */
typedef struct UiStats {
    uint64_t drawn, culled, merged;
} UiStats;
UiStats ui_stats(const Ui *ui);
/* Puts a file that was opened at the head of the recent ones (and asks for UI_SETTINGS); copied. */
void ui_add_recent(Ui *ui, const Recent *recent);
/* Which cursor to show. */
typedef enum UiCursor { CURSOR_ARROW, CURSOR_HAND, CURSOR_TEXT, CURSOR_RESIZE_X, CURSOR_GRAB } UiCursor;
UiCursor ui_cursor(const Ui *ui);
Str ui_title(const Ui *ui); /* of the window */
