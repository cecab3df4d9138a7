/* Ticks of an axis at round values: 1, 2 or 5 times a power of ten (time: also of 60). UI thread. */
#pragma once
#include "layout/viewport.h"
#include "profile/unit.h"

typedef struct Tick {
    double value;
    int x; /* pixels from the left edge */
    Str label;
} Tick;

/* Ticks at least `apart` pixels from each other over width pixels. Returns how many were written, at most max. */
int ruler_ticks(Arena *arena, Span shown, int width, int apart, Unit unit, Tick *out, int max);
/* A length beside such ticks, in their scale ("900 µs", or "0.90 ms" where they count ms); as unit_format where that is no good number. */
Str ruler_length(Arena *arena, Span shown, int width, int apart, Unit unit, double length);
