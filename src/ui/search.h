/* Search in the window: one text for all views, its matches in each view that is drawn. */
#pragma once
#include "ui_state.h"

/* Sets the text; empty: no search. */
void search_set(Ui *ui, Str text);
/* Something was found, or could have been: a search is over and lights the picture. */
bool search_active(const Ui *ui);
/* There is a text, also while it is looked for, and when the pattern is bad. */
bool search_asked(const Ui *ui);
bool search_matches(const Ui *ui, FrameId frame);
/* After a frame: logs a search whose text changed, once its views are there. */
void search_log(Ui *ui, Tab *tab);
/* Forgets what was found and stops looking: before its document goes. The text stays. */
void search_stop(Ui *ui);
/* The view is about to be dropped: its address may be that of the next one. */
void search_forget_view(Ui *ui, const View *view);
/* Brings the matches up to date for the shown document, some milliseconds at a time: before each frame. */
void search_update(Ui *ui, Tab *tab);
/* First matching node of a row that ends right of x; TREE_NONE. */
uint32_t search_next_in_row(Ui *ui, const View *view, uint32_t row, double x);
/* "24 frames · 6.1%", or in full "24 frames match “read”: self 4.2%, total 6.1%", or why the pattern is bad; empty without a
 * search. */
Str search_summary(Ui *ui, Tab *tab, bool in_full);
/* Goes on to count the matches of all tracks in time order, some milliseconds (search_tracks.c); search_update calls it. */
void search_count_tracks(Ui *ui, Tab *tab);
