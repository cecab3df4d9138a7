/* A child process with its output in temporary files, watched until a limit; and a little of cJSON. */
#include "ask.h"

#include "base/array.h"
#include "base/file.h"

#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

bool ask_is_sanitized(void) {
    return SANITIZED;
}

static Str slurp(Arena *arena, FILE *file) {
    Text text = text_new(arena);
    char buffer[1 << 16];
    rewind(file);
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, file)) > 0;)
        text_add(&text, (Str){buffer, n});
    fclose(file);
    return text_str(&text);
}

static void become(FILE *out, FILE *err, const char *const *args) {
    const char *argv[64] = {OUT "/cresset"};
    for (size_t i = 0; args[i]; i++)
        argv[i + 1] = args[i];
    if (!freopen("/dev/null", "r", stdin))
        _exit(126);
    dup2(fileno(out), STDOUT_FILENO);
    dup2(fileno(err), STDERR_FILENO);
    execv(argv[0], (char *const *)argv);
    _exit(127);
}

static double seconds_of(struct timeval t) {
    return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

/* Waits for the child. Its limit is CPU time, so that a busy machine fails no test; the clock only ends what sleeps for ever. */
static Answer watch(pid_t child, double seconds) {
    double deadline = clock_now() + 20 + 10 * seconds;
    Answer answer = {0};
    int status = 0;
    struct rusage usage = {0};
    while (wait4(child, &status, WNOHANG, &usage) == 0) {
        if (clock_now() > deadline && !answer.late) {
            answer.late = true;
            kill(child, SIGKILL);
        }
        usleep(1000);
    }
    answer.status = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
    answer.late |= seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime) > seconds;
    answer.megabytes = (double)usage.ru_maxrss / 1024;
    return answer;
}

Answer ask(Arena *arena, double seconds, const char *const *args) {
    FILE *out = tmpfile(), *err = tmpfile();
    ck_assert_msg(out && err, "no temporary file: %s", strerror(errno));
    pid_t child = fork();
    ck_assert_msg(child >= 0, "cannot fork: %s", strerror(errno));
    if (child == 0)
        become(out, err, args);
    Answer answer = watch(child, seconds * (SANITIZED ? 10 : 1));
    answer.out = slurp(arena, out);
    answer.err = slurp(arena, err);
    return answer;
}

cJSON *ask_json(const Answer *answer) {
    ck_assert_msg(!answer->late, "no answer in time");
    ck_assert_msg(answer->status == 0, "status %d: %.*s", answer->status, STR_ARG(answer->err));
    cJSON *json = cJSON_ParseWithLength(answer->out.data, answer->out.len);
    ck_assert_msg(json != NULL, "no JSON: %.200s", answer->out.data ? answer->out.data : "");
    return json;
}

cJSON *ask_file(Arena *arena, const char *path) {
    Str bytes = {0};
    Err err = {0};
    ck_assert_msg(file_read(arena, path, SIZE_MAX, &bytes, &err), "%s: %s", path, err.message);
    cJSON *json = cJSON_ParseWithLength(bytes.data, bytes.len);
    ck_assert_msg(json != NULL, "%s: no JSON", path);
    return json;
}

const cJSON *json_get(const cJSON *object, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

double json_num(const cJSON *object, const char *key) {
    const cJSON *item = json_get(object, key);
    return cJSON_IsNumber(item) ? item->valuedouble : NAN;
}

const char *json_text(const cJSON *object, const char *key) {
    const cJSON *item = json_get(object, key);
    return cJSON_IsString(item) ? item->valuestring : NULL;
}

bool json_near(double a, double b, double share, double tolerance) {
    return fabs(a - b) <= fmax(share * fmax(1, fmax(fabs(a), fabs(b))), tolerance);
}

static int by_bytes(const void *a, const void *b) {
    return str_compare(*(const Str *)a, *(const Str *)b);
}

Names ask_list(Arena *arena, const char *path, const char *ending, bool folders) {
    Array(Str) names = {0};
    DIR *dir = opendir(path);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        Str name = str_copy(arena, str_from(entry->d_name));
        const char *inside = str_c(arena, str_format(arena, "%s/%s/%s", path, name.data, ending));
        if (name.data[0] == '.' || !(folders ? file_exists(inside) : str_ends(name, ending)))
            continue;
        array_push(arena, &names, folders ? name : str_slice(name, 0, name.len - strlen(ending)));
    }
    if (dir)
        closedir(dir);
    if (names.count)
        qsort(names.data, names.count, sizeof *names.data, by_bytes);
    return (Names){names.data, names.count};
}

Str ask_sorted(Arena *arena, Str text) {
    Array(Str) lines = {0};
    Text joined = text_new(arena);
    for (size_t at = 0; at < text.len;) {
        size_t end = str_find(text, STR("\n"), at);
        end = end == SIZE_MAX ? text.len : end;
        array_push(arena, &lines, str_slice(text, at, end));
        at = end + 1;
    }
    if (lines.count)
        qsort(lines.data, lines.count, sizeof *lines.data, by_bytes);
    for (size_t i = 0; i < lines.count; i++)
        text_addf(&joined, "%.*s\n", STR_ARG(lines.data[i]));
    return text_str(&joined);
}
