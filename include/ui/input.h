/* What the hand did, without SDL: the app translates, tests make their own. Pixels of the device. */
#pragma once
#include "base/str.h"

typedef enum InputKind {
    INPUT_MOVE,  /* pointer at x, y */
    INPUT_LEAVE, /* pointer left the window */
    INPUT_DOWN,  /* button, clicks (1, 2, 3) */
    INPUT_UP,
    INPUT_WHEEL,     /* dx, dy in notches, fractions from touchpads; dy > 0 away from the user */
    INPUT_KEY,       /* key with mods, also repeats */
    INPUT_TEXT,      /* text typed, also while no field has the focus: ui_input says why */
    INPUT_DRAG_FILE, /* a file hovers over the window (where the system says so) */
    INPUT_DROP_FILE, /* text = path */
    INPUT_DROP_TEXT, /* text = bytes of a profile or a path */
    INPUT_PASTE,     /* text = clipboard */
} InputKind;

enum InputMods { MOD_SHIFT = 1, MOD_CTRL = 2, MOD_ALT = 4 }; /* Ctrl is Cmd on macOS */
enum InputButton { BUTTON_LEFT = 1, BUTTON_MIDDLE, BUTTON_RIGHT, BUTTON_BACK, BUTTON_FORWARD };

/* Printable keys are their lower-case character in the user's layout ('a', '+', '/'); others: */
enum InputKeyCode {
    KEY_ENTER = 0x110000,
    KEY_ESCAPE,
    KEY_BACKSPACE,
    KEY_TAB,
    KEY_DELETE,
    KEY_INSERT,
    KEY_LEFT,
    KEY_RIGHT,
    KEY_UP,
    KEY_DOWN,
    KEY_HOME,
    KEY_END,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_F1,
    KEY_F2,
    KEY_F3,
    KEY_F4,
    KEY_F5,
    KEY_F6,
    KEY_F7,
    KEY_F8,
    KEY_F9,
    KEY_F10,
    KEY_F11,
    KEY_F12,
};

typedef struct Input {
    InputKind kind;
    int x, y;
    int button, clicks;
    float dx, dy;
    uint32_t key;
    unsigned mods; /* also of pointer events */
    Str text;      /* good during the call */
} Input;
