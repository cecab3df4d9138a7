/* Processes and files round one run of the window. */
#include "stage.h"

#include "base/file.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void become(const char *const *argv, const char *log) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int out = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600), in = open("/dev/null", O_RDONLY);
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    execvp(argv[0], (char *const *)argv);
    _exit(127);
}

static const char *join(Arena *arena, const char *folder, const char *name) {
    return str_c(arena, str_format(arena, "%s/%s", folder, name));
}

/* Xvfb chooses a free number itself and writes it when it is ready. */
static void start_server(Stage *stage) {
    int ready[2];
    char number[16] = "";
    ck_assert_int_eq(pipe(ready), 0);
    const char *descriptor = str_c(stage->arena, str_format(stage->arena, "%d", ready[1]));
    stage->server = fork();
    if (stage->server == 0)
        become((const char *const[]){"Xvfb", "-displayfd", descriptor, "-screen", "0", "4096x2304x24", "-nolisten",
                                     "tcp", "-noreset", NULL},
               "/dev/null");
    close(ready[1]);
    ck_assert_msg(read(ready[0], number, sizeof number - 1) > 0, "Xvfb does not start");
    close(ready[0]);
    stage->display = str_c(stage->arena, str_format(stage->arena, ":%d", atoi(number)));
}

static void start_program(Stage *stage, const char *const *args) {
    const char *argv[32] = {OUT "/cresset", "--log", stage->log};
    for (size_t i = 0; args[i]; i++)
        argv[i + 3] = args[i];
    stage->program = fork();
    if (stage->program == 0) {
        setenv("DISPLAY", stage->display, 1);
        setenv("HOME", stage->home, 1);
        setenv("XDG_CONFIG_HOME", stage->home, 1);
        setenv("XDG_DATA_HOME", stage->home, 1);
        setenv("XDG_STATE_HOME", stage->home, 1);
        setenv("XDG_CACHE_HOME", stage->home, 1);
        setenv("SDL_VIDEODRIVER", "x11", 1);
        setenv("LSAN_OPTIONS", "suppressions=tests/e2e/leaks.txt:print_suppressions=0",
               1); /* SDL asks dbus for an input method */
        unsetenv("WAYLAND_DISPLAY");
        become(argv, join(stage->arena, stage->home, "output"));
    }
}

static void say_output(const Stage *stage) {
    Str text = {0};
    if (file_read(stage->arena, join(stage->arena, stage->home, "output"), SIZE_MAX, &text, NULL) && text.len)
        fprintf(stderr, "the program said:\n%.*s\n", STR_ARG(text));
}

static void write_settings(const Stage *stage, const char *editor) {
    cJSON *json = cJSON_CreateObject();
    Err err = {0};
    cJSON_AddStringToObject(json, "editor", editor);
    char *text = cJSON_PrintUnformatted(json);
    ck_assert_int_eq(mkdir(join(stage->arena, stage->home, "cresset"), 0700), 0);
    ck_assert_msg(file_write(join(stage->arena, stage->home, "cresset/settings.json"), str_from(text), &err), "%s",
                  err.message);
    cJSON_free(text);
    cJSON_Delete(json);
}

Stage *stage_open(Arena *arena, const char *editor, const char *const *args) {
    Stage *stage = arena_one(arena, Stage);
    char home[] = "/tmp/cresset-stage-XXXXXX";
    ck_assert_msg(mkdtemp(home) != NULL, "no temporary folder: %s", strerror(errno));
    stage->arena = arena;
    stage->home = str_c(arena, str_from(home));
    stage->log = join(arena, stage->home, "log");
    if (editor)
        write_settings(stage, editor);
    start_server(stage);
    start_program(stage, args);
    cJSON_Delete(stage_wait(stage, "ready", 10));
    stage->read = 0; /* what came before stands for the test to see */
    stage->hand = hand_open(arena, stage->display, "", 5);
    hand_picture(stage->hand, arena, &stage->width, &stage->height);
    return stage;
}

/* The next whole line of the log, as JSON; NULL when there is none yet. */
static cJSON *next_line(Stage *stage) {
    FILE *file = fopen(stage->log, "r");
    char line[8192] = "";
    cJSON *json = NULL;
    if (!file)
        return NULL;
    if (fseek(file, (long)stage->read, SEEK_SET) == 0 && fgets(line, sizeof line, file) && strchr(line, '\n')) {
        stage->read += strlen(line);
        json = cJSON_Parse(line);
        ck_assert_msg(json != NULL, "a line of the log is no JSON: %s", line);
    }
    fclose(file);
    return json;
}

static bool has_ended(const Stage *stage) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)stage->program, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           info.si_pid == stage->program;
}

cJSON *stage_next(Stage *stage, const char *event, double seconds) {
    bool ended = false;
    for (double end = clock_now() + seconds * (ask_is_sanitized() ? 10 : 1); clock_now() < end && !ended;
         usleep(5000)) {
        ended = has_ended(stage);
        for (cJSON *line; (line = next_line(stage)); cJSON_Delete(line))
            if (strcmp(json_text(line, "event"), event) == 0)
                return line;
    }
    return NULL;
}

cJSON *stage_wait(Stage *stage, const char *event, double seconds) {
    cJSON *line = stage_next(stage, event, seconds);
    if (!line)
        say_output(stage);
    ck_assert_msg(line != NULL, "no '%s' in the log within %g s", event, seconds);
    return line;
}

void stage_skip(Stage *stage) {
    for (cJSON *line; (line = next_line(stage));)
        cJSON_Delete(line);
}

double stage_cpu(const Stage *stage) {
    char path[64], text[1024] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", stage->program);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file && fgets(text, sizeof text, file), "no %s", path);
    fclose(file);
    long user = 0, system = 0; /* fields 14 and 15, counted from behind the name in brackets */
    ck_assert_int_eq(
        sscanf(strrchr(text, ')') + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld", &user, &system), 2);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

const char *stage_copy(Stage *stage, const char *from, const char *name) {
    Str bytes = {0};
    Err err = {0};
    const char *path = join(stage->arena, stage->home, name);
    ck_assert_msg(file_read(stage->arena, from, SIZE_MAX, &bytes, &err) && file_write(path, bytes, &err), "%s",
                  err.message);
    return path;
}

int stage_close(Stage *stage) {
    int status = 0;
    hand_quit(stage->hand);
    for (double end = clock_now() + (ask_is_sanitized() ? 30 : 5); clock_now() < end && !has_ended(stage);)
        usleep(2000);
    kill(stage->program, SIGKILL);
    waitpid(stage->program, &status, 0);
    hand_close(stage->hand);
    kill(stage->server, SIGTERM);
    waitpid(stage->server, NULL, 0);
    status = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
    if (status != 0) {
        say_output(stage);
        return status;
    }
    pid_t remover = fork();
    if (remover == 0)
        execlp("rm", "rm", "-rf", stage->home, NULL);
    waitpid(remover, NULL, 0);
    return status;
}
