/* A list that drops down from a place in the window: tracks, views. */
#pragma once
#include "widget.h"

void menu_tracks(Ui *ui);
void menu_views(Ui *ui);
void menu_row(Ui *ui); /* what can be done with a function */
void menu_draw(Ui *ui);
