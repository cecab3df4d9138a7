/* Hot regions: while a frame is drawn, each thing that can be clicked registers its rectangle with a command (or a
 * function for drags and the wheel). Input is then read against the regions of the frame the user saw; the topmost wins. */
#pragma once
#include "ui_state.h"

/* A click on r runs the command line. Returns true while the pointer is over it (and nothing covers it). */
bool hot_command(Ui *ui, Rect r, Str command);
bool hot_commandf(Ui *ui, Rect r, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Everything the pointer does in r goes to fn with part. Returns as above. */
bool hot_pointer(Ui *ui, Rect r, PointerFn fn, int part, UiCursor cursor);
/* r swallows the pointer: what lies below it does not feel it. */
void hot_block(Ui *ui, Rect r);
/* From here on regions belong to a layer above all so far: only they are alive until the next frame. */
void hot_next_layer(Ui *ui);
/* True while the pointer is in r and r is on the topmost layer. */
bool hot_over(const Ui *ui, Rect r);

/* A pointer event against the last frame's regions. True when something took it. */
bool hot_input(Ui *ui, const Input *input);
/* The topmost live region at a point, NULL when there is none. */
const Region *hot_at(const Ui *ui, int x, int y);
