/* THE TABLE of commands: everything the window can do, by name. Keys, buttons, menus, the list of commands and `shot --do` all run
 * lines of it; the help sheet and that list are drawn from it. UI thread. */
#pragma once
#include "ui/ui.h"

typedef enum CommandGroup {
    GROUP_MOVE,
    GROUP_FIND,
    GROUP_SEE,
    GROUP_TAKE,
    GROUP_WATERFALL, /* keys that mean this there alone */
    GROUP_COUNT,
    GROUP_NONE = -1
} CommandGroup;

/* What must be there for a command to make sense. */
typedef enum CommandNeeds {
    NEEDS_NOTHING,
    NEEDS_TAB,      /* a file, even one that loads or failed */
    NEEDS_DOCUMENT, /* a file that can be looked at */
    NEEDS_STOP,     /* one that was read up to a place where something stopped it */
    NEEDS_PICTURE,  /* a view with a flame picture */
    NEEDS_NODE,     /* a frame that is selected, focused or under the pointer, or a row of a table */
} CommandNeeds;

typedef struct Command {
    const char *name;
    const char *args;   /* for people: "NAME"; "" = none. A command with args is not offered in the list of commands */
    CommandGroup group; /* on the help sheet; GROUP_NONE: not on it */
    const char *help;   /* on the help sheet; neighbours with the same words share a line */
    const char *label;  /* in the list of commands; "" = not listed */
    CommandNeeds needs;
    bool (*run)(Ui *ui, Str args, Err *err);
} Command;

/* The rows of the table. */
int command_count(void);
const Command *command_at(int index);
/* The command that a line begins with ("view hotspots" -> view); *args is the rest, trimmed. NULL when there is none. */
const Command *command_find(Str line, Str *args);
/* False, with a sentence in err (may be NULL), when it cannot be run now. */
bool command_can(Ui *ui, const Command *command, Err *err);
const char *command_group_word(CommandGroup group);
