/* Figures of the function table: as long as their column has room for, never cut. */
#pragma once
#include "hot_table.h"

/* What a row has in a column of figures; NAN for other columns. */
double hot_figure_value(const Hotspot *row, HotColumnId id);
Unit hot_figure_unit(const View *view, HotColumnId id);
/* The room that the longest figure of the column takes, device pixels. */
int hot_figure_width(const Ui *ui, const Tab *tab, const View *view, HotColumnId id, HotForm form);
/* This form, or the next shorter one whose longest figure fits width. */
HotForm hot_figure_form(const Ui *ui, const Tab *tab, const View *view, HotColumnId id, HotForm form, int width);
/* At the right of r; an ellipsis where nothing fits; nothing for what is not finite. */
void hot_figure_draw(Ui *ui, Rect r, HotForm form, Color color, Unit unit, double value);
