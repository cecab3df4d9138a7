/* The window and the hand, through SDL: the only file that knows its events. Coordinates that leave here are device pixels. UI thread, but for
 * platform_wake. */
#pragma once
#include <stdatomic.h>

#include "base/err.h"
#include "ui/input.h"
#include "render/render.h"
#include "ui/ui.h"

/* Wakes the loop from any thread, also before the window is there. */
typedef struct Waker {
    atomic_bool pending;
    atomic_uint event; /* of SDL; 0 until the window is there */
} Waker;
void platform_wake(void *waker); /* a JobWake */

typedef struct Platform Platform;

typedef enum PlatformEvent {
    PLATFORM_NOTHING, /* nothing more waits */
    PLATFORM_INPUT,   /* *input is set, its text lives until the next call */
    PLATFORM_EXPOSED, /* the window must be drawn anew: size, scale, uncovered */
    PLATFORM_WAKE,    /* platform_wake was called */
    PLATFORM_QUIT,    /* the user closes the window */
    PLATFORM_OTHER,   /* nothing of ours */
} PlatformEvent;

/* Opens a hidden window of width x height (at scale 1; 0 = default). NULL with err when there is no display. */
Platform *platform_new(Arena *arena, Waker *waker, const char *title, int width, int height, Err *err);
void platform_free(Platform *platform);
/* The SDL_Window, for render_window. */
void *platform_window(Platform *platform);
void platform_show(Platform *platform);

/* Sleeps until an event comes, at most seconds (INFINITY: for ever). */
void platform_wait(Platform *platform, double seconds);
PlatformEvent platform_next(Platform *platform, Input *input);

/* Device pixels per design pixel of the display. */
double platform_scale(Platform *platform);
/* Size of the window at scale 1, as platform_new wants it. */
void platform_design_size(Platform *platform, int *width, int *height);

/* The picture of the window in lists and docks; copied. */
void platform_icon(Platform *platform, Pixels pixels);
/* Each does what it says to the window, at once; the same title or cursor again costs nothing. */
void platform_title(Platform *platform, Str title);
void platform_cursor(Platform *platform, UiCursor cursor);
void platform_toggle_fullscreen(Platform *platform);
bool platform_copy(Platform *platform, Str text);
/* The clipboard as text; empty when it holds none. Lives until the next call. */
Str platform_paste(Platform *platform);
