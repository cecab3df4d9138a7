/* A list that drops down from a place in the window: tracks, views, files. */
#pragma once
#include "widget.h"

void menu_tracks(Ui *ui);
void menu_views(Ui *ui);
void menu_files(Ui *ui); /* all that are open; the keys begin at the one on the glass */
void menu_row(Ui *ui);   /* what can be done with a function of the table */
void menu_node(Ui *ui);  /* and with a frame of a picture */
/* Lists of the waterfall: "least", "share", "channels", "depth". False when it is none of them. */
bool menu_water(Ui *ui, Str name);
void menu_draw(Ui *ui);
/* Rows of the open menu, and one of them; its words live as long as the menu or the arena. */
size_t menu_count(const Ui *ui);
MenuItem menu_item(const Ui *ui, Arena *arena, size_t i);
