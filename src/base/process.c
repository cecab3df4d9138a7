/* Another program as a child that is polled, so that whoever waits can be stopped; see base/process.h. */
#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int process_scratch_file(void) {
    const char *folder = getenv("TMPDIR");
    Arena *arena = arena_new();
    Str path = str_format(arena, "%s/cresset-XXXXXX", folder && *folder ? folder : "/tmp");
    int file = mkostemp((char *)path.data, O_CLOEXEC);
    if (file >= 0)
        unlink(path.data);
    arena_free(arena);
    return file;
}

static int wait_for(pid_t child, const Progress *progress) {
    int status;
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (progress_stopped(progress)) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return PROCESS_STOPPED;
        }
        nanosleep(&(struct timespec){.tv_nsec = 10 * 1000 * 1000}, NULL);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int process_run(const char *const *argv, int output, int errors, const Progress *progress) {
    posix_spawn_file_actions_t actions;
    pid_t child;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
    int failed = posix_spawnp(&child, argv[0], &actions, NULL, (char *const *)argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed)
        return PROCESS_MISSING;
    int status = wait_for(child, progress);
    return status == 127 ? PROCESS_MISSING : status;
}
