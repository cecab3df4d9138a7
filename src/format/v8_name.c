/* V8's names; see format/v8_name.h. */
#include "format/v8_name.h"

#include <string.h>

/* Takes ":12" off the end of *s. */
static bool take_place(Str *s, int32_t *place) {
    size_t colon = str_rfind_char(*s, ':');
    int64_t value;
    if (colon == SIZE_MAX || !str_to_i64(str_slice(*s, colon + 1, s->len), &value) || value < 0 || value >= INT32_MAX)
        return false;
    *place = (int32_t)value;
    s->len = colon;
    return true;
}

bool v8_name_split(Str symbol, V8Name *parts) {
    static const char *const kinds[] = {"JS:", "LazyCompile:", "Function:", "Script:", "Eval:"};
    size_t at = 0;
    *parts = (V8Name){.name = STR(""), .file = STR("")};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !at; i++)
        at = str_starts(symbol, kinds[i]) ? strlen(kinds[i]) : 0;
    Str rest = str_slice(symbol, at, symbol.len);
    if (at && rest.len && strchr("~^*+=", rest.data[0])) /* interpreted, baseline, optimised ... */
        rest = str_slice(rest, 1, rest.len);
    if (!at || !take_place(&rest, &parts->line))
        return false;
    int32_t last = parts->line;
    if (take_place(&rest, &parts->line))
        parts->column = last;
    size_t blank = str_find_char(rest, ' ');
    parts->name = blank == SIZE_MAX ? STR("") : str_slice(rest, 0, blank);
    parts->file = blank == SIZE_MAX ? rest : str_slice(rest, blank + 1, rest.len);
    return true;
}

FrameKind v8_name_kind(Str name) {
    static const struct {
        const char *name;
        FrameKind kind;
    } rows[] = {{"(program)", FRAME_PROGRAM},
                {"(garbage collector)", FRAME_GC},
                {"(idle)", FRAME_IDLE},
                {"(root)", FRAME_ROOT}};
    for (size_t i = 0; name.len && name.data[0] == '(' && i < sizeof rows / sizeof *rows; i++)
        if (str_is(name, rows[i].name))
            return rows[i].kind;
    return FRAME_CODE;
}
