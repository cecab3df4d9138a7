/* posix_spawn, twice: for the editor (started and forgotten) and for file dialogs (read to their end). */
#include "app/program.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

bool program_exists(const char *name) {
    Arena *scratch = arena_new();
    Str path = str_from(getenv("PATH"));
    bool found = false;
    for (size_t at = 0; at <= path.len && !found;) {
        size_t end = str_find(path, STR(":"), at);
        end = end == SIZE_MAX ? path.len : end;
        Str file = str_format(scratch, "%.*s/%s", STR_ARG(str_slice(path, at, end)), name);
        found = end > at && access(file.data, X_OK) == 0;
        at = end + 1;
    }
    arena_free(scratch);
    return found;
}

/* In a session of its own: closing our terminal does not end it. Once it has ended it stays in the process table until we end. */
bool program_start(const char *const *argv) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    pid_t pid;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
    bool ok = posix_spawnp(&pid, argv[0], &actions, &attributes, (char *const *)argv, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return ok;
}

static Str read_all(Arena *arena, int fd) {
    Text text = text_new(arena);
    char piece[4096];
    for (ssize_t n; (n = read(fd, piece, sizeof piece)) > 0;)
        text_add(&text, (Str){piece, (size_t)n});
    return text_str(&text);
}

bool program_read(Arena *arena, const char *const *argv, _Atomic int *pid, Str *output, int *status) {
    int ends[2], raw = 0;
    pid_t child;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    bool ok = posix_spawnp(&child, argv[0], &actions, NULL, (char *const *)argv, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (ok && pid)
        atomic_store(pid, child);
    *output = ok ? read_all(arena, ends[0]) : STR("");
    close(ends[0]);
    if (pid)
        atomic_store(pid, 0);
    if (ok)
        waitpid(child, &raw, 0);
    *status = WIFEXITED(raw) ? WEXITSTATUS(raw) : -1;
    return ok;
}
