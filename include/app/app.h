/* The window: owns everything, and the loop. */
#pragma once
#include "app/options.h"

/* `cresset [FILE...]`: opens the window and returns when it is closed. Exit status as app/commands.h. */
int command_window(const Options *options);
/* `cresset shot`: the same window drawn into a picture, without a display. */
int command_shot(const Options *options);
