/* THE TABLE of commands, and the ones that print. */
#pragma once
#include "app/options.h"

/* Exit statuses. */
enum { STATUS_DONE = 0, STATUS_FAILED = 1, STATUS_USAGE = 2, STATUS_CONDITION = 3 };

/* All commands, ended by one without run; the first is taken when none is named. */
extern const CliCommand commands_table[];

/* Each runs one command and returns the exit status; what went wrong was told on standard error. */
int command_info(const Options *options);
int command_hotspots(const Options *options);
int command_waterfall(const Options *options);
int command_tree(const Options *options);
int command_layout(const Options *options);
int command_formats(const Options *options);
int command_help(const Options *options);

/* Says in err that path could not be opened ("-" by its name). Always false. */
bool command_cannot_open(Str path, Err *err);
/* Tells err on standard error ("cresset: ...") and returns its exit status. */
int command_fail(const Err *err);
