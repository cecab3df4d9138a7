/* The inside of a Platform. Private to app/platform*.c. */
#pragma once
#include <SDL.h>

#include "app/platform.h"

enum { CURSOR_KINDS = CURSOR_GRAB + 1 };

struct Platform {
    Arena *arena;
    Waker *waker;
    SDL_Window *window;
    SDL_Cursor *cursors[CURSOR_KINDS];
    UiCursor cursor;
    double desktop_scale; /* device pixels per design pixel where SDL does not know it (X11) */
    double ratio;         /* pixels per unit of SDL's coordinates */
    double scale;
    char *text; /* SDL's memory: what was dropped or pasted last */
    SDL_Event event;
    char title[512];
    size_t title_len;
};
