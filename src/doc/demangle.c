/* A few bytes of symbol can stand for gigabytes of name (substitutions double), so the demangler writes into a buffer of fixed size and
 * is left by a jump when that is full: it keeps nothing on the heap. */
#include "doc/demangle.h"

#include <setjmp.h>
#include <string.h>

#ifdef HAVE_IBERTY
/* Of libiberty's demangle.h, which not every system keeps where it can be found. */
typedef void (*Emit)(const char *, size_t, void *);
extern int cplus_demangle_v3_callback(const char *mangled, int options, Emit emit, void *user);
extern int rust_demangle_callback(const char *mangled, int options, Emit emit, void *user);
enum { PARAMS = 1, ANSI = 2 };

typedef struct Output {
    jmp_buf full;
    size_t len;
    char text[DEMANGLE_MAX];
} Output;

static void emit(const char *text, size_t len, void *user) {
    Output *out = user;
    if (len > sizeof out->text - out->len)
        longjmp(out->full, 1);
    memcpy(out->text + out->len, text, len);
    out->len += len;
}

static bool run(const char *mangled, Output *out) {
    out->len = 0;
    if (setjmp(out->full))
        return false;
    if (rust_demangle_callback(mangled, PARAMS | ANSI, emit, out))
        return true;
    out->len = 0;
    return cplus_demangle_v3_callback(mangled, PARAMS | ANSI, emit, out) != 0;
}

bool demangle_available(void) {
    return true;
}
#else
typedef struct Output {
    size_t len;
    char text[1];
} Output;

static bool run(const char *mangled, Output *out) {
    (void)mangled, (void)out;
    return false;
}

bool demangle_available(void) {
    return false;
}
#endif

static bool is_symbol_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
           c == '.';
}

/* Where the mangled part of s begins and ends; false when there is none. */
static bool find_symbol(Str s, size_t *from, size_t *to) {
    size_t tick = str_find_char(s, '`');
    *from = tick == SIZE_MAX ? 0 : tick + 1;
    *from += str_starts(str_slice(s, *from, s.len), "__Z"); /* Mach-O has one more */
    Str rest = str_slice(s, *from, s.len);
    if (!str_starts(rest, "_Z") && !str_starts(rest, "_R"))
        return false;
    *to = *from;
    while (*to < s.len && is_symbol_char(s.data[*to]))
        ++*to;
    if (*to < s.len && s.data[*to] == '[' && s.data[*to - 1] == '_') /* "_[k]" */
        --*to;
    return *to - *from > 3;
}

static Str demangle_into(Arena *arena, Arena *scratch, Str s) {
    size_t from, to;
    if (!demangle_available() || !find_symbol(s, &from, &to) || to - from > DEMANGLE_MAX)
        return s;
    Output *out = arena_one(scratch, Output);
    if (!run(str_c(scratch, str_slice(s, from, to)), out) || !out->len)
        return s;
    Str name = {out->text, out->len};
    size_t before = from > 0 && s.data[from - 1] == '`' ? from : 0;
    return str_format(arena, "%.*s%.*s%.*s", STR_ARG(str_slice(s, 0, before)), STR_ARG(name),
                      STR_ARG(str_slice(s, to, s.len)));
}

Str demangle(Arena *arena, Str symbol) {
    Arena *scratch = arena_new();
    Str name = demangle_into(arena, scratch, symbol);
    arena_free(scratch);
    return name;
}

void demangle_frames(Document *document) {
    Arena *scratch = arena_new_in(document->arena);
    Intern *strings = document->frames.strings;
    for (size_t i = 0; demangle_available() && i < document->frames.count; i++) {
        Frame *frame = &document->frames.list[i];
        Str symbol = intern_str(strings, frame->name), name = demangle_into(scratch, scratch, symbol);
        if (name.data != symbol.data)
            frame->name = intern_add(strings, utf8_clean(scratch, name));
        if (i % 1024 == 0)
            arena_reset(scratch);
    }
    arena_free(scratch);
}
