/* Files and the clock; see base/file.h. */
#include "base/file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static bool read_stream(Arena *arena, FILE *in, const char *path, size_t limit, Str *bytes, Err *err) {
    Text text = text_new(arena);
    char piece[16384];
    size_t n;
    while ((n = fread(piece, 1, sizeof piece, in)) > 0) {
        text_add(&text, (Str){piece, n});
        if (text.len > limit)
            return err_set(err, ERR_IO, "'%s' is larger than %zu bytes", path, limit);
    }
    if (ferror(in))
        return err_set(err, ERR_IO, "cannot read '%s': %s", path, strerror(errno));
    *bytes = text_str(&text);
    return true;
}

bool file_read(Arena *arena, const char *path, size_t limit, Str *bytes, Err *err) {
    FILE *in = fopen(path, "rb");
    if (!in)
        return err_set(err, ERR_IO, "cannot open '%s': %s", path, strerror(errno));
    bool ok = read_stream(arena, in, path, limit, bytes, err);
    fclose(in);
    return ok;
}

/* Where a link leads, so that what it leads to is replaced, and not the link. */
static const char *behind_links(Arena *arena, const char *path) {
    char real[PATH_MAX];
    return realpath(path, real) ? str_copy(arena, str_from(real)).data : path;
}

bool file_write(const char *path, Str bytes, Err *err) {
    Arena *arena = arena_new();
    path = behind_links(arena, path);
    Str part = str_format(arena, "%s.part", path);
    FILE *out = fopen(part.data, "wb");
    bool ok = out && fwrite(bytes.data, 1, bytes.len, out) == bytes.len;
    ok = out && fclose(out) == 0 && ok && rename(part.data, path) == 0;
    if (!ok) {
        err_set(err, ERR_IO, "cannot write '%s': %s", path, strerror(errno));
        remove(part.data);
    }
    arena_free(arena);
    return ok;
}

bool file_exists(const char *path) {
    struct stat info;
    return stat(path, &info) == 0;
}

bool file_is_folder(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

bool file_gives_once(const char *path) {
    struct stat info;
    if (strcmp(path, "-") == 0)
        return true;
    return stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}

double clock_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
