/* The waterfall of operations: which rows are in the list, how they are drawn, what hand and keys do to them. Its axis of time moves
 * as a flame picture does: viewport, history and scroll are those of tab->flames[VIEW_WATERFALL]. */
#pragma once
#include "widget.h"

/* What a frame of the waterfall is drawn from. */
typedef struct WaterScene {
    Ui *ui;
    Tab *tab;
    Water *water;
    Flame *flame;
    const View *view;
    const Waterfall *w;
    Rect list; /* all rows: tree, bars, durations */
    Rect tree, bars, durations;
    int row;      /* height */
    double scale; /* device pixels per ns */
} WaterScene;

enum { WATER_ROW = 30, WATER_PILLS = 34, WATER_HEAD = 26, WATER_DURATION = 120, WATER_PANEL = 420 };

/* ---- state (water.c) ---- */
void water_init(Water *water);
void water_free(Water *water);
/* What is asked for, by the chosen track and the settings. */
ViewSpec water_spec(const Ui *ui, const Tab *tab);
/* The waterfall on the glass, NULL when another view is or it is not built yet. */
const View *water_current(Ui *ui);
/* Brings rows and list up to date with folds, filters, pills and search. */
void water_prepare(Ui *ui, Tab *tab, const View *view);
/* Something is asked for (search, pill), so that rows may be dim. */
bool water_asks(const Ui *ui, const Water *water);
/* There is something that `only` would leave: what is asked for, else the critical paths. */
bool water_can_narrow(const Ui *ui, const Water *water, const Waterfall *w);
/* Folds a row, or opens it; a group of like siblings is opened into its rows. */
void water_fold(Ui *ui, Tab *tab, const Waterfall *w, uint32_t row, bool closed);
/* Depth 0 closes all, UINT32_MAX opens all. */
void water_fold_to(Ui *ui, Tab *tab, const Waterfall *w, uint32_t depth);
bool water_is_open(const Water *water, const Waterfall *w, uint32_t row);
/* The row stands for its like siblings. */
bool water_is_group(const Water *water, const Waterfall *w, uint32_t row);
/* Row of the first operation of that channel or label, WATERFALL_NONE. */
uint32_t water_find(const View *view, Str name);

/* ---- moving (water_move.c) ---- */
/* Selects a row (WATERFALL_NONE: none) and brings it into sight: opens what it is folded in, scrolls, pans. */
void water_select(Ui *ui, Tab *tab, const View *view, uint32_t row);
/* Fills the axis with an operation. */
void water_zoom_to(Ui *ui, Tab *tab, const View *view, uint32_t row);
/* Fits the axis to the rows in sight. */
void water_fit(Ui *ui, Tab *tab, const View *view);
/* The next row that search or pill ask for. False when there is none. */
bool water_step_lit(Ui *ui, Tab *tab, const View *view, int step);
void water_pointer(Ui *ui, const Pointer *pointer);
/* One layer back: panel, selection, pill, filters. False when there is none. */
bool water_peel(Ui *ui);

/* ---- glass ---- */
void water_draw_rows(const WaterScene *scene);          /* water_rows.c */
void water_draw_links(const WaterScene *scene);         /* water_links.c */
void water_draw_panel(const WaterScene *scene, Rect r); /* water_panel.c */
void water_draw_tip(const WaterScene *scene);           /* water_tip.c */
/* Left and right end of an operation in the window, not clipped. */
int water_x(const WaterScene *scene, double time);
/* Top of a row's line in the window; lines may lie outside it. */
int water_y(const WaterScene *scene, uint32_t line);
Color water_color(const WaterScene *scene, uint32_t row);
Str water_channel(const View *view, uint32_t row);
Str water_label(const View *view, uint32_t row);
Str water_service(const View *view, uint32_t row); /* empty: none */
