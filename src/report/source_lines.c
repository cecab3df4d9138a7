/* Finding and cutting source files; see report/source_lines.h. */
#include "report/source_lines.h"

#include "base/file.h"

enum { MAX_CONTEXT = 200, MAX_LINE = 400 };
#define FILE_LIMIT ((size_t)32 << 20)

/* Whether a path stays below the folder that it is appended to. */
static bool stays_below(Str path) {
    for (size_t at = 0; at < path.len;) {
        size_t slash = str_find_char(str_slice(path, at, path.len), '/');
        size_t end = slash == SIZE_MAX ? path.len : at + slash;
        if (str_is(str_slice(path, at, end), ".."))
            return false;
        at = end + 1;
    }
    return str_find_char(path, 0) == SIZE_MAX;
}

static Str without_scheme(Str file) {
    size_t scheme = str_find(file, STR("://"), 0);
    if (scheme != SIZE_MAX)
        file = str_slice(file, scheme + 3, file.len);
    file = str_slice(file, 0, str_find_char(file, '?'));
    while (file.len && file.data[0] == '/')
        file = str_slice(file, 1, file.len);
    return file;
}

static bool find_file(Arena *arena, Str file, const char *folder, Str *path) {
    Str rest = without_scheme(file);
    if (!stays_below(rest))
        return false;
    while (rest.len) {
        *path = str_format(arena, "%s/%.*s", folder, STR_ARG(rest));
        if (file_exists(path->data))
            return true;
        size_t slash = str_find_char(rest, '/');
        rest = slash == SIZE_MAX ? STR("") : str_slice(rest, slash + 1, rest.len);
    }
    return false;
}

static void add_line(Text *out, Arena *arena, Str line) {
    bool cut = line.len > MAX_LINE;
    Str clean = utf8_clean(arena, str_slice(line, 0, MAX_LINE));
    for (size_t i = 0; i < clean.len; i++) {
        unsigned char c = (unsigned char)clean.data[i];
        if (c != '\r')
            text_add_char(out, c >= 0x20 || c == '\t' ? (char)c : ' ');
    }
    text_add_c(out, cut ? " …\n" : "\n");
}

static void cut_lines(Arena *arena, Str text, int32_t first, int32_t last, Text *out) {
    int32_t number = 1;
    for (size_t at = 0; at < text.len && number <= last; number++) {
        size_t length = str_find_char(str_slice(text, at, text.len), '\n');
        size_t end = length == SIZE_MAX ? text.len : at + length;
        if (number >= first)
            add_line(out, arena, str_slice(text, at, end));
        at = end + 1;
    }
}

bool source_lines(Arena *arena, const Frames *frames, FrameId frame, const char *folder, int context,
                  SourceLines *lines) {
    int32_t line = frames->list[frame].line;
    Str path, text;
    Err err = {0};
    if (line <= 0 || !find_file(arena, frame_file(frames, frame), folder, &path))
        return false;
    if (!file_read(arena, path.data, FILE_LIMIT, &text, &err))
        return false;
    context = context < 0 ? 0 : context > MAX_CONTEXT ? MAX_CONTEXT : context;
    int32_t last = line > INT32_MAX - context ? INT32_MAX : line + context;
    Text out = text_new(arena);
    *lines = (SourceLines){.path = path, .first = line > context ? line - context : 1};
    cut_lines(arena, text, lines->first, last, &out);
    lines->text = text_str(&out);
    return lines->text.len > 0;
}
