/* The part of an axis that is seen, and how it moves: zoom at a point, pan, ease. Pure; times in seconds. */
#pragma once
#include <stdbool.h>

typedef struct Span {
    double from, to; /* tree units, from < to */
} Span;

typedef struct Viewport {
    Span all;            /* what there is */
    Span shown;          /* what is on the glass now */
    Span aim;            /* where it is going */
    Span left_from;      /* where the motion began */
    double since, lasts; /* the motion, seconds of the caller's clock; lasts 0 = at rest */
    double least;        /* narrowest span that may be shown */
} Viewport;

Viewport viewport_new(Span all, double least);
/* Starts easing to span (clamped into all and to least) over seconds (0 = at once). A motion under way is replaced from where it is. */
void viewport_aim(Viewport *viewport, Span span, double now, double seconds);
/* Moves shown to where it is at `now` (cubic in-out). True while it still moves. */
bool viewport_step(Viewport *viewport, double now);
/* Zooms by factor (> 1 nearer) keeping the point at `ratio` (0..1 of the width) in place; starts from the aim. */
void viewport_zoom(Viewport *viewport, double ratio, double factor, double now, double seconds);
/* Moves by `share` of the shown width; positive to the right. */
void viewport_pan(Viewport *viewport, double share, double now, double seconds);
double viewport_scale(const Viewport *viewport, int width);            /* pixels per unit */
double viewport_at(const Viewport *viewport, int width, double pixel); /* unit at a pixel */
