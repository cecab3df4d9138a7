/* THE TABLE of views: what each is called, when it is there, how it is drawn. A new view is one file and one row. */
#pragma once
#include "ui_state.h"

/* A word in the status bar that runs a command. */
typedef struct UiLink {
    const char *label, *command;
} UiLink;

typedef struct UiView {
    const char *name;                          /* of `view NAME` and of the log */
    const char *label;                         /* in the switch at the top; views_label says it for a document */
    bool tab;                                  /* has a place of its own in the switch */
    bool picture;                              /* flame pictures, moved by the same keys */
    ViewKind pane;                             /* the picture that keys move first */
    bool minimap, crumb;                       /* strips above it */
    const char *lacks;                         /* why not, as a sentence, where can says false */
    bool (*can)(const Tab *tab);               /* false: the document has nothing for it, and it is not offered */
    void (*draw)(Ui *ui, Tab *tab, Rect area); /* draws and registers its hot regions */
    bool (*key)(Ui *ui, Tab *tab, const Input *input); /* keys of its own; NULL = none */
    Str (*status)(Ui *ui, Tab *tab, bool left);        /* words for the status bar; NULL or empty = the usual ones */
    const UiLink *links; /* at the right of the status bar, ended by a row without label; NULL = none */
} UiView;

int views_count(void);
const UiView *views_at(int index);
/* "Time order", but "File order" where the file has an order and no time. */
Str views_label(const Tab *tab, int index);
/* Index of a name, -1 when there is none. */
int views_find(Str name);
/* Its key, for people; "" when it has none. Returns buffer. */
const char *views_key(int index, char *buffer, size_t size);
/* Shows it. False when the document has nothing for it. */
bool views_show(Ui *ui, Tab *tab, int index);
/* What a document is best first seen in. */
int views_first(const Tab *tab);

/* ---- the views (view_*.c) ---- */
bool view_can_time(const Tab *tab);
void view_time_draw(Ui *ui, Tab *tab, Rect area);
bool view_can_merge(const Tab *tab);
void view_heavy_draw(Ui *ui, Tab *tab, Rect area);
void view_inverted_draw(Ui *ui, Tab *tab, Rect area);
void view_hotspots_draw(Ui *ui, Tab *tab, Rect area);
bool view_hotspots_key(Ui *ui, Tab *tab, const Input *input);
Str view_hotspots_status(Ui *ui, Tab *tab, bool left);
void view_sandwich_draw(Ui *ui, Tab *tab, Rect area);
bool view_sandwich_key(Ui *ui, Tab *tab, const Input *input);
/* A row of its list was chosen: the function it is about. NULL, or another view than the sandwich: nothing. */
void sandwich_take(Tab *tab, const Hotspot *row);
Str view_sandwich_status(Ui *ui, Tab *tab, bool left);
bool view_can_waterfall(const Tab *tab);
void view_waterfall_draw(Ui *ui, Tab *tab, Rect area);
bool view_waterfall_key(Ui *ui, Tab *tab, const Input *input);
Str view_waterfall_status(Ui *ui, Tab *tab, bool left);
