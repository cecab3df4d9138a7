/* The panels around and above the views. Each draws itself into its rectangle and registers its hot regions. */
#pragma once
#include "ui_state.h"

void topbar_draw(Ui *ui, Rect r);
/* The open files and the button for another, from the left of r on. */
void topbar_files(Ui *ui, Rect r);
void minimap_draw(Ui *ui, Tab *tab, Rect r);
void breadcrumb_draw(Ui *ui, Tab *tab, Rect r);
/* The name of the track that is shown, taken off the right of r; where there are several it opens their menu. */
void breadcrumb_tracks(Ui *ui, const Tab *tab, Str title, Rect *r);
/* The steps of a focus in r, clickable, cut at the front where they do not fit. */
void breadcrumb_path(Ui *ui, Rect r, const Flame *flame);
void statusbar_draw(Ui *ui, Tab *tab, Rect r);
void tooltip_draw(Ui *ui, Tab *tab);
/* Where a bubble of that size stands for what is pointed at: below it, else above it, within the picture if there is room; and the bubble
 * itself. */
Rect tooltip_place(const Ui *ui, Rect picture, Rect target, int w, int h);
void tooltip_bubble(Ui *ui, Rect r);
void welcome_draw(Ui *ui, Rect r);
int welcome_rows(const Ui *ui);
/* The line of its hint, in the window r. */
Rect welcome_foot(const Ui *ui, Rect r);
void loading_draw(Ui *ui, Tab *tab, Rect r);
void failure_draw(Ui *ui, Tab *tab, Rect r);
/* "Opened up to byte N of M": a bar over the picture of an incomplete file; true when there is something to say. */
bool failure_has_banner(const Tab *tab);
void failure_banner(Ui *ui, Tab *tab, Rect r);
void help_draw(Ui *ui);
void launcher_draw(Ui *ui);
void notes_draw(Ui *ui, Tab *tab);
/* The bytes around the place where reading stopped. */
void bytes_draw(Ui *ui, Tab *tab);
/* Where the records of the call that keys and copying mean are in the file, as ViewSpec.detail; detail is all zero before. False when it has none. */
bool record_subject(Ui *ui, uint64_t detail[2]);
/* Whether the sheet's record is of this tab. */
bool record_is_here(const Ui *ui, const Tab *tab);
/* Those at detail and at closing (0 = none), indented, or why they are not there (yet). Good until others are asked for. */
Str record_text(Ui *ui, Tab *tab, uint64_t detail, uint64_t closing);
/* The lines of such a text that lie in r, from y on; returns where the text ends. */
int record_lines(Ui *ui, Rect r, int y, Str text);
void record_draw(Ui *ui, Tab *tab);
void prompt_draw(Ui *ui);
/* A quiet line in the middle while the first view is being built. */
void screen_building(Ui *ui, Rect r);
/* Opens the path in the field, or completes it. */
void prompt_open(Ui *ui);
void prompt_complete(Ui *ui);
/* A sentence about a place in the file, its number as the window writes numbers. */
Str failure_grouped(Ui *ui, Str text);
/* Why a picture whose boxes have no width is dark. */
void screen_weightless(Ui *ui, Rect r, Unit unit);
void screen_draw(Ui *ui);
