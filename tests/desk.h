/* A window without a screen, for the tests of ui/: documents from text, views built at once, synthetic input. */
#pragma once
#include "ui/ui.h"

typedef struct Desk {
    Ui *ui;
    Arena *arena, *frame_arena;
    TextMetrics metrics;
    int width, height;
    double scale, now;
    int64_t unix_now;
    DrawList *list; /* of the last frame */
    Document *documents[16];
    View *views[256];
    int document_count, view_count;
    Text log;
    UiRequest last; /* of a kind that the desk does not answer by itself; text copied */
    int frames;     /* drawn so far */
} Desk;

Desk desk_new(void);
void desk_free(Desk *desk);
/* Opens a profile from text in a new tab, or anew in a tab; draws until all is at rest. Returns the tab. */
uint32_t desk_open(Desk *desk, uint32_t tab, const char *name, const char *text);
/* Draws frames of 16 ms and answers requests until nothing moves. */
void desk_rest(Desk *desk);
/* One frame, no time passes. */
void desk_draw(Desk *desk);
void desk_key(Desk *desk, uint32_t key, unsigned mods);
/* A key with the text that it types, or text alone for what no letter key makes. */
void desk_type(Desk *desk, const char *text);
void desk_move(Desk *desk, int x, int y);
void desk_click(Desk *desk, int x, int y);
void desk_button(Desk *desk, int x, int y, int button);
void desk_drag(Desk *desk, int x, int y, int to_x, int to_y);
void desk_wheel(Desk *desk, int x, int y, float dy, unsigned mods);
bool desk_do(Desk *desk, const char *line);
/* True when a text of the last frame is s, or begins with it. */
bool desk_sees(const Desk *desk, const char *s);
/* Where that text stands; empty when it is not there. */
Rect desk_find(const Desk *desk, const char *s);
/* The last value of a key in the log of an event ("focus", "function"): as written, "" when there is none. */
const char *desk_logged(Desk *desk, const char *event, const char *key);
