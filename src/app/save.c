/* A name that is free; see app/save.h. */
#include "app/save.h"

#include "base/file.h"

bool save_here(Arena *arena, Str name, Str bytes, Str *path, Err *err) {
    enum { TRIES = 1000 };
    size_t dot = str_rfind_char(name, '.');
    Str stem = str_slice(name, 0, dot), end = dot == SIZE_MAX ? STR("") : str_slice(name, dot, name.len);
    *path = name;
    for (int i = 2; file_exists(str_c(arena, *path)) && i < TRIES; i++)
        *path = str_format(arena, "%.*s-%d%.*s", STR_ARG(stem), i, STR_ARG(end));
    if (file_exists(str_c(arena, *path)))
        return err_set(err, ERR_IO, "there are %d files named like '%.*s'", TRIES, STR_ARG(name));
    return file_write(str_c(arena, *path), bytes, err);
}
