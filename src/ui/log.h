/* What the window did, as JSON lines for --log; the fields are those of cli.md. Values in the JSON unit. */
#pragma once
#include "ui_state.h"

void log_hover(Ui *ui, const Lane *lane,
               const Box *box); /* NULL: the pointer left what it was on; nothing is written */
void log_focus(Ui *ui, const Flame *flame);
void log_view(Ui *ui, const char *name);
void log_search(Ui *ui, Str text, uint64_t matches, double percent);
