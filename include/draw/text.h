/* What layout needs to know of text: how wide it is. The renderer supplies the numbers; tests supply their own.
 *
 * width and line are called from the UI thread only. A size is the em in device pixels. */
#pragma once
#include "base/str.h"

typedef enum FontFace {
    FONT_UI,   /* Inter */
    FONT_BOLD, /* Inter SemiBold */
    FONT_MONO, /* JetBrains Mono */
    FONT_COUNT
} FontFace;

typedef struct TextStyle {
    FontFace face;
    int size;
} TextStyle;

typedef struct TextLine {
    int ascent, descent; /* pixels above and below the baseline, both >= 0 */
} TextLine;

typedef struct TextMetrics {
    void *user;
    /* Advance of s in pixels, on one line, characters that are not seen drawn as escapes (base/unseen.h). O(len), no allocation after warm-up. */
    int (*width)(void *user, TextStyle style, Str s);
    TextLine (*line)(void *user, TextStyle style);
} TextMetrics;

static inline int text_width(const TextMetrics *m, TextStyle style, Str s) {
    return m->width(m->user, style, s);
}

/* Metrics without any font: every code point is size*0.6 wide (rounded, double for East Asian wide), ascent 0.8 size. */
TextMetrics text_metrics_plain(void);
