/* Running another program, as far as cresset needs it: no input, output to a file, no shell. Any thread. */
#pragma once
#include "base/job.h"
#include "base/str.h"

enum { PROCESS_MISSING = -1, PROCESS_STOPPED = -2 };

/* A file without a name that is open for writing and reading and gone when it is closed; -1 when the system gives none. */
int process_scratch_file(void);
/* Runs argv[0] (looked for in PATH; argv ends in NULL) with its output and its errors into files and waits for it. Its exit status, 128 and more
 * when it was killed; PROCESS_MISSING when it cannot be started; PROCESS_STOPPED when progress asked to stop: then it is killed. */
int process_run(const char *const *argv, int output, int errors, const Progress *progress);
