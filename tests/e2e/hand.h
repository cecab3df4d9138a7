/* A hand on the window: real X events into a program under an X server, and real XDND drops into it. Coordinates are
 * those of the program's window. Everything returns once the server has taken it; what the program makes of it is in
 * its log. Fails the test when X says no. One hand at a time. */
#pragma once
#include "base/str.h"

typedef struct Hand Hand;

/* Waits up to seconds for a mapped top-level window named so (a prefix), takes it and gives it the keyboard. */
Hand *hand_open(Arena *arena, const char *display, const char *title, double seconds);
void hand_close(Hand *hand);

void hand_move(Hand *hand, int x, int y);
void hand_button(Hand *hand, int button, bool down);
/* Button 1 left, 2 middle, 3 right, 8 back, 9 forward. */
void hand_click(Hand *hand, int x, int y, int button);
/* Notches; positive is away from the user. */
void hand_wheel(Hand *hand, int notches);
/* "ctrl+shift+p", "Escape", "?", "plus": X keysym names or one character, with modifiers. */
void hand_key(Hand *hand, const char *keys);
void hand_hold(Hand *hand, const char *modifier, bool down);
void hand_resize(Hand *hand, int width, int height);
/* Asks the program to close, as a window manager does. */
void hand_quit(Hand *hand);

/* Drags paths over x, y and drops them there: XdndEnter, XdndPosition until XdndStatus, XdndDrop, text/uri-list on request, until
 * XdndFinished. False when the program does not accept, or is silent for five seconds. */
bool hand_drop(Hand *hand, int x, int y, const char *const *paths, size_t count);

/* What the window shows: width * height pixels 0xRRGGBB, in arena. */
uint32_t *hand_picture(Hand *hand, Arena *arena, int *width, int *height);
