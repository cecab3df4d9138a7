/* Small parts that panels are made of: measures, styles, buttons, bars, scroll bars. Drawn at once; those that can be clicked
 * register their hot region. All take device pixels. */
#pragma once
#include "hot.h"

/* Design pixels to device pixels: rounded, never 0 for n > 0. */
int ui_px(const Ui *ui, double n);
TextStyle ui_style(const Ui *ui, FontFace face, double size);
int ui_text_width(const Ui *ui, TextStyle style, Str text);
/* Text in r in the UI face; returns its width. */
int ui_text(Ui *ui, Rect r, Align align, double size, Color color, Str text);
int ui_bold(Ui *ui, Rect r, Align align, double size, Color color, Str text);
int ui_mono(Ui *ui, Rect r, Align align, double size, Color color, Str text);
/* Text that is cut behind an ellipsis where r ends. */
void ui_text_cut(Ui *ui, Rect r, TextStyle style, Color color, Str text);
/* Text that loses its middle where r is too narrow. */
void ui_middle_cut(Ui *ui, Rect r, TextStyle style, Color color, Str name);
/* A function's name, shortened as labels are: leading namespaces go before the tail does. */
void ui_name_cut(Ui *ui, Rect r, TextStyle style, Color color, Str name);
/* Text over as many lines of r as it needs, broken at blanks; returns their height. draw false: only measures. */
int ui_paragraph(Ui *ui, Rect r, TextStyle style, Color color, Str text, bool draw);
/* A formatted string that lives as long as the frame. */
Str ui_format(Ui *ui, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* "1 call", "1 204 calls" */
Str ui_count(Ui *ui, uint64_t n, const char *word);
/* Several facts with dots between them, as far as they are not empty. */
Str ui_facts(Ui *ui, const Str *facts, size_t count);

/* A filled button with text in its middle. main: in the accent. */
void ui_button(Ui *ui, Rect r, Str label, Str command, bool main);
int ui_button_width(const Ui *ui, Str label);
/* An icon in the middle of r, brighter under the pointer. */
void ui_icon_button(Ui *ui, Rect r, Icon icon, int size, Str command);
/* A small round-cornered label with a frame, as for keys. Returns its width. */
int ui_key_cap(Ui *ui, int x, Rect line, Str text);
/* A bar of share (0..1) in a track. */
void ui_share_bar(Ui *ui, Rect r, double share, Color color);
/* A sheet in the middle of the window above everything: shade, panel, outline. Returns its inside. Closes when clicked beside. */
Rect ui_sheet(Ui *ui, int width, int height);

/* Lists have one chosen row, moved by keys and by the pointer when it moves: sets *chosen to the row under it. body: what is seen
 * of the list, top: of the first row. */
void ui_choose_row(Ui *ui, Rect body, int top, int row, int count, int *chosen);
/* A vertical scroll bar at the right edge of r for content of height `content` px; draws nothing when it fits. part tells fn which
 * picture to scroll; the wheel over it goes to fn too. */
void ui_scroll_bar(Ui *ui, Rect r, double scroll, double content, PointerFn fn, int part);
/* The new scroll offset for a drag, press or wheel on that bar; old when it is something else. */
double ui_scrolled(const Ui *ui, const Pointer *pointer, double scroll, double content, double line);
double ui_clamp(double value, double low, double high);
/* c moved from `under` toward it: readable hover and dimming. */
static inline Color ui_dim(Color c, Color under, double share) {
    return color_mix(under, c, share);
}
