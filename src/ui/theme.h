/* The colours and measures of the design, as tables: design pixels, to be scaled with ui_px (widget.h). */
#pragma once
#include "draw/color.h"
#include <stdbool.h>

typedef struct Theme {
    Color background, panel, raised, hairline;
    Color text, muted, faint;
    Color accent, total, good, bad;
    Color on_accent; /* text on the accent */
    Color bubble;    /* tooltips and menus */
    Color shade;     /* over the picture behind an open sheet */
    bool light;
} Theme;

/* Constant; any thread. */
const Theme *theme_of(bool light);

enum Measure {
    TOPBAR_HEIGHT = 44,
    MINIMAP_HEIGHT = 48,
    CRUMB_HEIGHT = 30,
    STATUS_HEIGHT = 28,
    BANNER_HEIGHT = 30,
    HEADER_HEIGHT = 24, /* of a track in time order */
    TABLE_ROW = 23,
    TABLE_HEAD = 30,
    FLAME_TOP = 2, /* between the breadcrumb and the first row */
    LABEL_PAD = 5,
    SIDE = 14, /* left and right border of bars of text */
    SCROLL_WIDTH = 12,
    TEXT_SIZE = 13,
    SMALL_SIZE = 12,
    TITLE_SIZE = 18,
};
