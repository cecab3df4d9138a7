/* From the start of the process to the first frame on the glass, against the least that a program with a window can do, both on one
 * Xvfb. CPU seconds of the program alone; it is killed as soon as it says "ready". */
#include "bench.h"

#include "app/program.h"

#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Starts argv with the writing end of a pipe as descriptor `as`; *from is the reading end. */
static pid_t start(char *const *argv, int as, int *from) {
    int ends[2];
    pid_t pid;
    posix_spawn_file_actions_t actions;
    if (pipe(ends) != 0)
        return -1;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", 1, 0);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_adddup2(&actions, ends[1], as);
    bool ok = posix_spawnp(&pid, argv[0], &actions, NULL, argv, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    *from = ends[0];
    return ok ? pid : -1;
}

static void stop(pid_t pid, int from) {
    close(from);
    if (pid < 0)
        return;
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

/* Bytes until it was ready; ends the bench when it never was. */
static uint64_t first_frame(char *const *argv) {
    char said[4096];
    size_t n = 0;
    int from;
    pid_t pid = start(argv, STDOUT_FILENO, &from);
    for (ssize_t got = 1; got > 0 && n<sizeof said - 1; n += got> 0 ? (size_t)got : 0) {
        said[n] = 0;
        if (strstr(said, "ready"))
            break;
        got = read(from, said + n, sizeof said - 1 - n);
    }
    said[n] = 0;
    stop(pid, from);
    if (!strstr(said, "ready")) {
        fprintf(stderr, "%s shows no frame\n", argv[0]);
        exit(EXIT_FAILURE);
    }
    return n;
}

static uint64_t show_cresset(void *user) {
    (void)user;
    return first_frame((char *[]){OUT "/cresset", "--log", "/dev/stdout", NULL});
}

static uint64_t show_bare(void *user) {
    (void)user;
    return first_frame((char *[]){OUT "/bare_window", NULL});
}

/* Nothing of the user's: no settings, no recent files. */
static void set_stage(Arena *arena, const char *display) {
    static const char *const homes[] = {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"};
    for (size_t i = 0; i < sizeof homes / sizeof *homes; i++)
        setenv(homes[i], bench_path(arena, "home"), 1);
    setenv("DISPLAY", display, 1);
    setenv("SDL_VIDEODRIVER", "x11", 1);
    unsetenv("WAYLAND_DISPLAY");
}

void bench_start(Bench *bench, Arena *arena) {
    enum { NUMBER_TO = 3 };
    char number[16] = ":";
    int from;
    if (!program_exists("Xvfb")) {
        puts("process start to first frame: no Xvfb here, not measured");
        return;
    }
    pid_t server = start(
        (char *[]){"Xvfb", "-displayfd", "3", "-screen", "0", "1920x1080x24", "-nolisten", "tcp", "-noreset", NULL},
        NUMBER_TO, &from);
    if (server > 0 && read(from, number + 1, sizeof number - 2) > 0) {
        number[strcspn(number, "\n")] = 0;
        set_stage(arena, number);
        first_frame((char *[]){OUT "/bare_window", NULL}); /* what both need lies in memory now */
        bench_row(bench, (BenchTask){"process start to first frame on Xvfb", show_cresset, PLACE_HERE},
                  (BenchTask){"a bare SDL window", show_bare, PLACE_HERE}, NULL, AT_MOST, 1.5);
    }
    stop(server, from);
}
