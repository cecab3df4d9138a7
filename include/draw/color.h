/* Colours: sRGB bytes with straight (not premultiplied) alpha. Pure. */
#pragma once
#include "base/str.h"

typedef struct Color {
    uint8_t r, g, b, a;
} Color;

static inline Color color_rgb(uint32_t rrggbb) {
    return (Color){(uint8_t)(rrggbb >> 16), (uint8_t)(rrggbb >> 8), (uint8_t)rrggbb, 255};
}
static inline Color color_alpha(Color c, uint8_t a) {
    return (Color){c.r, c.g, c.b, a};
}
/* hue in degrees (any), saturation and lightness 0..1; CSS Color 4 section 7. */
Color color_hsl(double hue, double saturation, double lightness);
/* a at t = 0, b at t = 1, channel by channel. */
Color color_mix(Color a, Color b, double t);
/* top painted over an opaque bottom. */
Color color_over(Color bottom, Color top);
/* WCAG 2.1 contrast ratio of two opaque colours, 1..21. */
double color_contrast(Color a, Color b);
/* CSS colour text: #rgb #rgba #rrggbb #rrggbbaa rgb() rgba() hsl() hsla() and the named colours. False when it is none. */
bool color_parse(Str css, Color *color);
