/* The key table. Rows of one command line stand together; the first is the one the help sheet shows. */
#include <stdio.h>
#include <string.h>

#include "ui/command.h"
#include "ui/keymap.h"

static const KeyRow keys[] = {
    /* files */
    {KEYS_ANYWHERE, 'o', MOD_CTRL, "open"},
    {KEYS_ANYWHERE, KEY_F5, 0, "reload"},
    {KEYS_ANYWHERE, 'r', MOD_CTRL, "reload"},
    {KEYS_ANYWHERE, 'w', MOD_CTRL, "close-file"},
    {KEYS_ANYWHERE, KEY_TAB, MOD_CTRL, "next-file"},
    {KEYS_ANYWHERE, KEY_TAB, MOD_CTRL | MOD_SHIFT, "previous-file"},
    {KEYS_ANYWHERE, KEY_PAGE_DOWN, MOD_CTRL, "next-file"},
    {KEYS_ANYWHERE, KEY_PAGE_UP, MOD_CTRL, "previous-file"},
    {KEYS_ANYWHERE, 'a', MOD_CTRL | MOD_SHIFT, "files"}, /* as browsers have it */
    {KEYS_ANYWHERE, 'q', MOD_CTRL, "quit"},
    {KEYS_WINDOW, 'v', MOD_CTRL, "paste"},
    /* the window */
    {KEYS_ANYWHERE, KEY_ESCAPE, 0, "close"},
    {KEYS_ANYWHERE, 'p', MOD_CTRL | MOD_SHIFT, "commands"},
    {KEYS_ANYWHERE, KEY_F1, 0, "help"},
    {KEYS_WINDOW, '?', 0, "help"},
    {KEYS_ANYWHERE, KEY_F11, 0, "fullscreen"},
    {KEYS_ANYWHERE, '+', MOD_CTRL, "text-larger"},
    {KEYS_ANYWHERE, '=', MOD_CTRL, "text-larger"},
    {KEYS_ANYWHERE, '=', MOD_CTRL | MOD_SHIFT, "text-larger"}, /* Ctrl + where + is above = */
    {KEYS_ANYWHERE, '-', MOD_CTRL, "text-smaller"},
    {KEYS_ANYWHERE, '0', MOD_CTRL, "text-normal"},
    {KEYS_WINDOW, 't', 0, "theme"},
    {KEYS_WINDOW, 't', MOD_SHIFT, "theme"}, /* it is shown as a capital, and so are W and S */
    {KEYS_WINDOW, '1', 0, "view time"},
    {KEYS_WINDOW, '2', 0, "view heavy"},
    {KEYS_WINDOW, '3', 0, "view sandwich"},
    {KEYS_WINDOW, '4', 0, "view hotspots"},
    {KEYS_WINDOW, '5', 0, "view waterfall"},
    {KEYS_WINDOW, 'i', 0, "inverted"},
    {KEYS_WINDOW, '[', 0, "previous-track"},
    {KEYS_WINDOW, ']', 0, "next-track"},
    {KEYS_WINDOW, 'c', 0, "next-color"},
    /* find */
    {KEYS_ANYWHERE, 'f', MOD_CTRL, "find"},
    {KEYS_WINDOW, '/', 0, "find"},
    {KEYS_ANYWHERE, KEY_F3, 0, "next-match"},
    {KEYS_WINDOW, 'n', 0, "next-match"},
    {KEYS_SEARCH, KEY_ENTER, 0, "next-match"},
    {KEYS_ANYWHERE, KEY_F3, MOD_SHIFT, "previous-match"},
    {KEYS_WINDOW, 'n', MOD_SHIFT, "previous-match"},
    {KEYS_SEARCH, KEY_ENTER, MOD_SHIFT, "previous-match"},
    {KEYS_WINDOW, '#', 0, "find-this"},
    {KEYS_ANYWHERE, 'c', MOD_ALT, "match-case"},
    /* pictures */
    {KEYS_PICTURE, 'w', 0, "zoom-in"},
    {KEYS_PICTURE, '+', 0, "zoom-in"},
    {KEYS_PICTURE, '=', 0, "zoom-in"},
    {KEYS_PICTURE, 's', 0, "zoom-out"},
    {KEYS_PICTURE, 'w', MOD_SHIFT, "zoom-in"},
    {KEYS_PICTURE, 's', MOD_SHIFT, "zoom-out"},
    {KEYS_PICTURE, '-', 0, "zoom-out"},
    {KEYS_PICTURE, 'a', 0, "pan-left"},
    {KEYS_PICTURE, 'd', 0, "pan-right"},
    {KEYS_PICTURE, 'a', MOD_SHIFT, "pan-left 0.8"},
    {KEYS_PICTURE, 'd', MOD_SHIFT, "pan-right 0.8"},
    {KEYS_PICTURE, '0', 0, "all"},
    {KEYS_PICTURE, KEY_HOME, 0, "all"},
    {KEYS_PICTURE, KEY_UP, 0, "step up"},
    {KEYS_PICTURE, KEY_DOWN, 0, "step down"},
    {KEYS_PICTURE, KEY_LEFT, 0, "step left"},
    {KEYS_PICTURE, KEY_RIGHT, 0, "step right"},
    {KEYS_PICTURE, KEY_ENTER, 0, "focus-this"},
    {KEYS_PICTURE, 'f', 0, "focus-this"},
    {KEYS_PICTURE, KEY_BACKSPACE, 0, "back"},
    {KEYS_PICTURE, KEY_LEFT, MOD_ALT, "back"},
    {KEYS_PICTURE, KEY_RIGHT, MOD_ALT, "forward"},
    {KEYS_PICTURE, KEY_PAGE_UP, 0, "page-up"},
    {KEYS_PICTURE, KEY_PAGE_DOWN, 0, "page-down"},
    {KEYS_PICTURE, 'x', 0, "flip"},
    {KEYS_PICTURE, 'r', 0, "range"},
    {KEYS_PICTURE, 'j', 0, "record"},
    /* tables and lists */
    {KEYS_TABLE, KEY_UP, 0, "row -1"},
    {KEYS_TABLE, KEY_DOWN, 0, "row +1"},
    {KEYS_TABLE, KEY_PAGE_UP, 0, "row -page"},
    {KEYS_TABLE, KEY_PAGE_DOWN, 0, "row +page"},
    {KEYS_TABLE, KEY_HOME, 0, "row first"},
    {KEYS_TABLE, KEY_END, 0, "row last"},
    {KEYS_TABLE, KEY_ENTER, 0, "row open"},
    {KEYS_TABLE, 'c', MOD_CTRL | MOD_SHIFT, "copy-table"},
    {KEYS_WATERFALL, KEY_UP, 0, "operation -1"},
    {KEYS_WATERFALL, KEY_DOWN, 0, "operation +1"},
    {KEYS_WATERFALL, KEY_PAGE_UP, 0, "operation -page"},
    {KEYS_WATERFALL, KEY_PAGE_DOWN, 0, "operation +page"},
    {KEYS_WATERFALL, KEY_HOME, 0, "operation first"},
    {KEYS_WATERFALL, KEY_END, 0, "operation last"},
    {KEYS_WATERFALL, KEY_LEFT, 0, "operation left"},
    {KEYS_WATERFALL, KEY_RIGHT, 0, "operation right"},
    {KEYS_WATERFALL, KEY_LEFT, MOD_SHIFT, "operation close-all"},
    {KEYS_WATERFALL, KEY_RIGHT, MOD_SHIFT, "operation open-all"},
    {KEYS_WATERFALL, KEY_ENTER, 0, "details"},
    {KEYS_WATERFALL, 'f', 0, "operation zoom"},
    {KEYS_WATERFALL, 'v', 0, "operation fit"},
    {KEYS_WATERFALL, 'l', 0, "links"},
    {KEYS_WATERFALL, 'p', 0, "pill critical"},
    {KEYS_WATERFALL, 'e', 0, "pill errors"},
    {KEYS_WATERFALL, 'b', 0, "pill slow"},
    {KEYS_WATERFALL, 'o', 0, "only"},
    {KEYS_LIST, KEY_UP, 0, "pick -1"},
    {KEYS_LIST, KEY_DOWN, 0, "pick +1"},
    {KEYS_LIST, KEY_ENTER, 0, "pick open"},
    /* take */
    {KEYS_WINDOW, 'c', MOD_CTRL, "copy-name"},
    {KEYS_WINDOW, 'c', MOD_CTRL | MOD_SHIFT, "copy-row"},
    {KEYS_WINDOW, 'e', 0, "edit"},
    {KEYS_ANYWHERE, 'e', MOD_CTRL, "export"},

};

static const GestureRow gestures[] = {
    {"Wheel", GROUP_MOVE, "zoom at the pointer"},
    {"Drag", GROUP_MOVE, "pan"},
    {"Shift wheel", GROUP_MOVE, "pan"},
    {"Alt wheel", GROUP_MOVE, "scroll"},
    {"Click", GROUP_MOVE, "focus"},
    {"Right click", GROUP_SEE, "what can be done"},
    {"Shift drag", GROUP_MOVE, "zoom to a range"},
    {"/…/", GROUP_FIND, "regular expression"},
};

int keymap_count(void) {
    return sizeof keys / sizeof *keys;
}

const KeyRow *keymap_at(int index) {
    return &keys[index];
}

int keymap_gesture_count(void) {
    return sizeof gestures / sizeof *gestures;
}

const GestureRow *keymap_gesture_at(int index) {
    return &gestures[index];
}

static bool is_alnum(uint32_t key) {
    return (key >= 'a' && key <= 'z') || (key >= '0' && key <= '9');
}

/* Whether this kind of event is the one that binds the key (ui_input says why). */
static bool binds(const Input *input, uint32_t key, unsigned mods) {
    bool by_key = key >= KEY_ENTER || is_alnum(key) || (mods & (MOD_CTRL | MOD_ALT));
    return by_key == (input->kind == INPUT_KEY);
}

const char *keymap_find(KeyContext context, const Input *input) {
    uint32_t key = input->key;
    unsigned mods = input->mods;
    if (input->kind == INPUT_TEXT) {
        size_t at = 0;
        key = input->text.len ? utf8_next(input->text, &at) : 0;
        mods = 0; /* Shift or AltGr made the character: they are in it */
    }
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const KeyRow *row = &keys[i];
        if (row->context == context && row->key == key && row->mods == mods && binds(input, key, mods))
            return row->line;
    }
    return NULL;
}

static const struct {
    uint32_t key;
    const char *word;
} words[] = {
    {KEY_ENTER, "Enter"},  {KEY_ESCAPE, "Esc"},     {KEY_BACKSPACE, "Backspace"},
    {KEY_TAB, "Tab"},      {KEY_DELETE, "Del"},     {KEY_INSERT, "Ins"},
    {KEY_LEFT, "←"},       {KEY_RIGHT, "→"},        {KEY_UP, "↑"},
    {KEY_DOWN, "↓"},       {KEY_HOME, "Home"},      {KEY_END, "End"},
    {KEY_PAGE_UP, "PgUp"}, {KEY_PAGE_DOWN, "PgDn"},
};

static void add_key(const KeyRow *row, char *buffer, size_t size, size_t at) {
    bool capital = (row->mods & (MOD_CTRL | MOD_SHIFT | MOD_ALT)) || row->key == 't' || row->key == 'w' ||
                   row->key == 's' || row->key == 'a' || row->key == 'd';
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].key == row->key) {
            snprintf(buffer + at, size - at, "%s", words[i].word);
            return;
        }
    if (row->key >= KEY_F1 && row->key <= KEY_F12)
        snprintf(buffer + at, size - at, "F%d", (int)(row->key - KEY_F1) + 1);
    else if (row->key < 128)
        snprintf(buffer + at, size - at, "%c",
                 capital && row->key >= 'a' && row->key <= 'z' ? (int)row->key - 32 : (int)row->key);
}

const char *keymap_word(const KeyRow *row, char *buffer, size_t size) {
    bool letter = row->key >= 'a' && row->key <= 'z';
    bool shown_shift = (row->mods & MOD_SHIFT) && !(letter && row->mods == MOD_SHIFT);
    int at = snprintf(buffer, size, "%s%s%s", row->mods & MOD_CTRL ? "Ctrl " : "", row->mods & MOD_ALT ? "Alt " : "",
                      shown_shift ? "Shift " : "");
    add_key(row, buffer, size, (size_t)at);
    return buffer;
}
