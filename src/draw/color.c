/* Colour arithmetic; the text of CSS colours is in css_color.c. */
#include "draw/color.h"

#include <math.h>

static uint8_t to_byte(double x) {
    return (uint8_t)(x <= 0 ? 0 : x >= 1 ? 255 : x * 255 + 0.5);
}

/* f(n) of CSS Color 4, section 7.1. */
static double hsl_channel(double n, double hue, double saturation, double lightness) {
    double k = fmod(n + hue / 30, 12), a = saturation * fmin(lightness, 1 - lightness);
    return lightness - a * fmax(-1, fmin(fmin(k - 3, 9 - k), 1));
}

Color color_hsl(double hue, double saturation, double lightness) {
    hue = fmod(hue, 360);
    hue = hue < 0 ? hue + 360 : hue;
    return (Color){to_byte(hsl_channel(0, hue, saturation, lightness)),
                   to_byte(hsl_channel(8, hue, saturation, lightness)),
                   to_byte(hsl_channel(4, hue, saturation, lightness)), 255};
}

static uint8_t mix_byte(uint8_t a, uint8_t b, double t) {
    return (uint8_t)(a + (b - a) * t + 0.5);
}

Color color_mix(Color a, Color b, double t) {
    t = t > 0 ? fmin(t, 1) : 0;
    return (Color){mix_byte(a.r, b.r, t), mix_byte(a.g, b.g, t), mix_byte(a.b, b.b, t), mix_byte(a.a, b.a, t)};
}

Color color_over(Color bottom, Color top) {
    Color opaque = {top.r, top.g, top.b, 255};
    return color_mix(color_alpha(bottom, 255), opaque, top.a / 255.0);
}

/* Relative luminance, WCAG 2.1. */
static double linear(uint8_t channel) {
    double c = channel / 255.0;
    return c <= 0.03928 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double luminance(Color c) {
    return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
}

double color_contrast(Color a, Color b) {
    double x = luminance(a), y = luminance(b);
    return (fmax(x, y) + 0.05) / (fmin(x, y) + 0.05);
}
