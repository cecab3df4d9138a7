/* Text fields: editing with the usual keys, drawing with caret and selection. */
#pragma once
#include "widget.h"

Str field_text(const Field *field);
void field_set(Ui *ui, FieldName name, Str text);
/* Gives it the keyboard, everything selected. */
void field_open(Ui *ui, FieldName name);
void field_close(Ui *ui);
/* A key or typed text for the field that has the keyboard. True when it changed or moved. False: not a key of a field. */
bool field_input(Ui *ui, const Input *input, bool *changed);
/* Draws the text in r (no frame) with placeholder when empty; a click in it opens it. */
void field_draw(Ui *ui, Rect r, FieldName name, Str placeholder, double size);
