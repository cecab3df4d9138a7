/* From an old reading of a file to a new one: the old picture stays until the new views are there, then focus, range, folds
 * and choices are found again by name. */
#pragma once
#include "ui_state.h"

/* A newer document for a tab that shows one: asks for the views that are on the glass. */
void reload_begin(Ui *ui, Tab *tab, const Document *document, bool final);
/* After a view arrived: swaps when all are there. */
void reload_check(Ui *ui, Tab *tab);
/* Asks for a view of a document (tab.c). */
void tab_ask(Ui *ui, Tab *tab, const Document *document, ViewSpec spec);
