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
    bool light;          /* theme */
    double text_scale;   /* 1 = design size; Ctrl +/- */
    ColorRule color;
    bool flame;          /* roots at the bottom */
    bool wheel_scrolls;  /* wheel scrolls instead of zooming */
    double gap_ms, percentile;
    Str editor;          /* template with {file} {line} {column}; "" = $VISUAL */
    int width, height;   /* of the window at scale 1; 0 = default */
    Recent recent[RECENT_MAX];
    int recent_count;
    int hot_columns[12], hot_widths[12]; /* order and widths of the hotspot table; all 0 = default */
} Settings;

typedef enum UiRequestKind {
    UI_NOTHING,
    UI_OPEN,          /* text = path; a new tab, or tab >= 0: read that tab's file again */
    UI_OPEN_TEXT,     /* text = bytes of a profile */
    UI_OPEN_DIALOG,
    UI_EXAMPLE,       /* open the built-in example */
    UI_BUILD,         /* build spec of tab; answered by ui_view_ready */
    UI_STOP_LOAD,     /* tab, keep */
    UI_CLOSE,         /* tab's document is no longer shown: free it and its views */
    UI_COPY,          /* text to the clipboard */
    UI_SAVE,          /* text = proposed file name, bytes: what to write (asks where) */
    UI_EDIT,          /* text = file, number = line: the user's editor */
    UI_SETTINGS,      /* settings changed: store them */
    UI_FULLSCREEN,
    UI_QUIT,
} UiRequestKind;

typedef struct UiRequest {
    UiRequestKind kind;
    uint32_t tab;     /* id of a tab, never reused */
    bool keep;
    ViewSpec spec;
    Str text, bytes;  /* good until the next ui_ call */
    int number;
} UiRequest;

Ui *ui_new(const Settings *settings);
void ui_free(Ui *ui);
const Settings *ui_settings(const Ui *ui);

/* One input. Cheap: state only. */
void ui_input(Ui *ui, const Input *input, double now);
/* The next thing the app should do; UI_NOTHING when there is none. */
UiRequest ui_request(Ui *ui);

/* Draws one frame. scale: device pixels per design pixel of the display. Returns false when nothing moves: sleep until the next
 * input or answer. */
typedef struct UiFrame {
    Arena *arena; /* of this frame */
    const TextMetrics *metrics;
    int width, height;
    double scale, now;
    double last_ms; /* what the last frame took, for the status bar */
} UiFrame;
DrawList *ui_draw(Ui *ui, const UiFrame *frame, bool *moving);

/* ---- answers of the app ---- */
/* A file begins to load: makes a tab (its id is returned) and shows progress. tab 0: a new one; else it is read again in place. */
uint32_t ui_load_begin(Ui *ui, uint32_t tab, Str path, double now);
typedef struct UiProgress {
    uint64_t done, total, records;
    Str format_label; /* empty until known */
} UiProgress;
void ui_load_progress(Ui *ui, uint32_t tab, UiProgress progress, double now);
/* A document for the tab, partial or final. The ui uses it until it asked UI_CLOSE or got a newer one (then the app may free the old one
 * and its views: no pointer to it is kept). */
void ui_load_document(Ui *ui, uint32_t tab, const Document *document, bool final, double now);
void ui_load_failed(Ui *ui, uint32_t tab, Str path, const Err *err, double now);
void ui_view_ready(Ui *ui, uint32_t tab, const View *view, double now);
void ui_message(Ui *ui, Str text, double now); /* a short line at the bottom for a few seconds: "copied" */
/* Runs one command line of the command table ("view hotspots", "focus NAME"): --do, the palette, keys. False with err when there is no such
 * command, or it cannot be done now. */
bool ui_command(Ui *ui, Str line, double now, Err *err);

/* What happened since the last call, as JSON lines for --log (hover, focus, view, search); "" when nothing. */
Str ui_log(Ui *ui, Arena *arena);
/* Which cursor to show. */
typedef enum UiCursor { CURSOR_ARROW, CURSOR_HAND, CURSOR_TEXT, CURSOR_RESIZE_X, CURSOR_GRAB } UiCursor;
UiCursor ui_cursor(const Ui *ui);
/* True while a text field has the focus: the app starts and stops text input. */
bool ui_wants_text(const Ui *ui);
Str ui_title(const Ui *ui); /* of the window */
