/* Typed paths; see base/path.h. */
#include "base/path.h"

#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

static Str unquoted(Str s) {
    s = str_trim(s);
    bool quoted = s.len > 1 && (s.data[0] == '"' || s.data[0] == '\'') && s.data[s.len - 1] == s.data[0];
    return quoted ? str_slice(s, 1, s.len - 1) : s;
}

static Str home(void) {
    Str s = str_from(getenv("HOME"));
    return s.len && s.data[0] == '/' ? s : (Str){0};
}

Str path_expand(Arena *arena, Str typed) {
    typed = str_trim(typed);
    if (typed.len && file_exists(str_c(arena, typed)))
        return typed;
    Str path = unquoted(typed);
    bool tilde = str_is(path, "~") || str_starts(path, "~/");
    return tilde && home().len ? str_format(arena, "%.*s%.*s", STR_ARG(home()), STR_ARG(str_slice(path, 1, path.len)))
                               : path;
}

/* Not within a character. */
static size_t common(Str a, Str b) {
    size_t n = 0;
    while (n < a.len && n < b.len && a.data[n] == b.data[n])
        n++;
    while (n > 0 && n < a.len && ((unsigned char)a.data[n] & 0xC0) == 0x80)
        n--;
    return n;
}

typedef struct Names {
    Str shared; /* what all have in common */
    size_t count;
} Names;

static Names names_of(Arena *arena, const char *folder, Str begin) {
    Names names = {0};
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        Str name = str_from(entry->d_name);
        bool hidden = entry->d_name[0] == '.' && !(begin.len && begin.data[0] == '.');
        if (hidden || str_is(name, ".") || str_is(name, "..") || !str_starts(name, str_c(arena, begin)))
            continue;
        names.shared = names.count++ ? str_slice(names.shared, 0, common(names.shared, name)) : str_copy(arena, name);
    }
    if (dir)
        closedir(dir);
    return names;
}

Str path_complete(Arena *arena, Str typed) {
    Str whole = str_trim(typed);
    if (whole.len && (whole.data[0] == '"' || whole.data[0] == '\''))
        whole = str_slice(whole, 1, whole.len); /* the pair of it is not typed yet */
    size_t slash = str_rfind_char(whole, '/');
    Str begin = slash == SIZE_MAX ? whole : str_slice(whole, slash + 1, whole.len);
    Str before = str_slice(whole, 0, whole.len - begin.len);
    const char *folder = before.len ? str_c(arena, path_expand(arena, before)) : ".";
    if (str_is(whole, "~") && home().len)
        return STR("~/");
    Names names = names_of(arena, folder, begin);
    if (!names.count)
        return typed;
    const char *path = str_c(arena, str_format(arena, "%s/%.*s", folder, STR_ARG(names.shared)));
    const char *end = names.count == 1 && file_is_folder(path) ? "/" : "";
    return str_format(arena, "%.*s%.*s%s", STR_ARG(before), STR_ARG(names.shared), end);
}

Str path_shown(Arena *arena, Str path) {
    char whole[PATH_MAX];
    Str full = realpath(str_c(arena, path), whole) ? str_copy(arena, str_from(whole)) : path;
    Str h = home();
    bool inside = h.len > 1 && str_starts(full, str_c(arena, h)) && (full.len == h.len || full.data[h.len] == '/');
    return inside ? str_format(arena, "~%.*s", STR_ARG(str_slice(full, h.len, full.len))) : full;
}
