/* THE TABLE of keys: which key runs which command line, where. Nothing else binds a key. UI thread. */
#pragma once
#include "ui/input.h"

typedef enum KeyContext {
    KEYS_ANYWHERE, /* also while a text field has the keyboard */
    KEYS_WINDOW,   /* no text field */
    KEYS_PICTURE,  /* a flame picture */
    KEYS_TABLE,    /* hotspots, the list of the sandwich */
    KEYS_WATERFALL,
    KEYS_LIST,   /* welcome screen, menus, list of commands: a row is chosen */
    KEYS_SEARCH, /* the search field */
    KEYS_CONTEXTS
} KeyContext;

typedef struct KeyRow {
    KeyContext context;
    uint32_t key; /* a named key, a lower-case letter, a digit; else a character as typed */
    unsigned mods;
    const char *line; /* command line */
} KeyRow;

/* What the hand does without a key, for the help sheet. */
typedef struct GestureRow {
    const char *gesture; /* "Shift wheel" */
    int group;           /* CommandGroup */
    const char *help;
} GestureRow;

/* The rows of the table. */
int keymap_count(void);
const KeyRow *keymap_at(int index);
/* The command line for an input in a context, NULL when there is none. INPUT_KEY matches named keys, letters, digits and whatever is
 * pressed with Ctrl or Alt; INPUT_TEXT matches other characters (? # / + -), whatever keys type them. */
const char *keymap_find(KeyContext context, const Input *input);
/* "Ctrl Shift C", "F5", "?": for people; at most size - 1 bytes. Returns buffer. */
const char *keymap_word(const KeyRow *row, char *buffer, size_t size);
int keymap_gesture_count(void);
const GestureRow *keymap_gesture_at(int index);
