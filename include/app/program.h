/* Other programs: started without a shell, so that no name can become a command. */
#pragma once
#include <stdbool.h>

#include "base/str.h"

/* True when name (no path) is an executable on $PATH. */
bool program_exists(const char *name);
/* Starts argv (ended by NULL) on its own, its input and output closed; it is not waited for. False when it cannot be started. */
bool program_start(const char *const *argv);
/* Runs argv to its end and gives what it wrote to standard output, in arena. *status: its exit status. False when it cannot be started. Blocks.
 * *pid (may be NULL) is set while it runs, so that another thread can end it. */
bool program_read(Arena *arena, const char *const *argv, _Atomic int *pid, Str *output, int *status);
