/* file:line in the user's editor; see app/editor.h. */
#include "app/editor.h"

#include <stdlib.h>

#include "app/address.h"
#include "app/program.h"
#include "base/array.h"
#include "base/file.h"

/* How editors want the line; those that are not here get the file alone. Terminal editors need a terminal around them. */
typedef struct Editor {
    const char *name, *arguments;
    bool terminal;
} Editor;

static const Editor editors[] = {
    {"code", "-g {file}:{line}", false},
    {"codium", "-g {file}:{line}", false},
    {"cursor", "-g {file}:{line}", false},
    {"subl", "{file}:{line}", false},
    {"zed", "{file}:{line}", false},
    {"zeditor", "{file}:{line}", false},
    {"kate", "-l {line} {file}", false},
    {"gedit", "+{line} {file}", false},
    {"gnome-text-editor", "+{line} {file}", false},
    {"gvim", "+{line} {file}", false},
    {"emacs", "+{line} {file}", false},
    {"emacsclient", "-n +{line} {file}", false},
    {"idea", "--line {line} {file}", false},
    {"clion", "--line {line} {file}", false},
    {"webstorm", "--line {line} {file}", false},
    {"vim", "+{line} {file}", true},
    {"nvim", "+{line} {file}", true},
    {"vi", "+{line} {file}", true},
    {"nano", "+{line} {file}", true},
    {"micro", "+{line} {file}", true},
    {"hx", "{file}:{line}", true},
    {"helix", "{file}:{line}", true},
};

typedef struct Words {
    Arena *arena;
    Array(const char *) list;
} Words;

static Str fill(Arena *arena, Str word, Str file, int line) {
    Text text = text_new(arena);
    for (size_t i = 0; i < word.len;) {
        Str rest = str_slice(word, i, word.len);
        bool is_file = str_starts(rest, "{file}"), is_line = str_starts(rest, "{line}"),
             is_column = str_starts(rest, "{column}");
        if (is_file)
            text_add(&text, file);
        else if (is_line || is_column)
            text_addf(&text, "%d", is_line && line > 0 ? line : 1);
        else
            text_add_char(&text, word.data[i]);
        i += is_file || is_line ? 6 : is_column ? 8 : 1;
    }
    return text_str(&text);
}

/* Words parted by blanks; quotes of either kind hold a word together. */
static void add_words(Words *words, Str command, Str file, int line) {
    for (size_t i = 0; i < command.len;) {
        if (command.data[i] == ' ' || command.data[i] == '\t') {
            i++;
            continue;
        }
        Text word = text_new(words->arena);
        for (char quote = 0; i < command.len && (quote || (command.data[i] != ' ' && command.data[i] != '\t')); i++) {
            char c = command.data[i];
            if (quote ? c == quote : c == '"' || c == '\'')
                quote = quote ? 0 : c;
            else
                text_add_char(&word, c);
        }
        array_push(words->arena, &words->list, str_c(words->arena, fill(words->arena, text_str(&word), file, line)));
    }
}

static const Editor *known_editor(Str program) {
    for (size_t i = 0; i < sizeof editors / sizeof *editors; i++)
        if (str_is(str_base_name(program), editors[i].name))
            return &editors[i];
    return NULL;
}

static void add_known(Words *words, Str command, Str file, int line) {
    Str program = str_slice(command, 0, str_find_char(command, ' '));
    const Editor *editor = known_editor(program);
    if (editor && editor->terminal)
        add_words(words, STR("x-terminal-emulator -e"), file, line);
    add_words(words, command, file, line);
    add_words(words, editor ? str_from(editor->arguments) : STR("{file}"), file, line);
}

bool editor_command(Arena *arena, Str setting, Str file, int line, const char *const **argv, Err *err) {
    Words words = {.arena = arena};
    Str visual = str_trim(str_from(getenv("VISUAL"))), plain = str_trim(str_from(getenv("EDITOR")));
    Str command = setting.len > 0 ? setting : visual.len > 0 ? visual : plain;
    if (command.len == 0)
        return err_set(err, ERR_USAGE, "no editor is named: set $VISUAL, or \"editor\" in the settings");
    if (str_find(command, STR("{file}"), 0) != SIZE_MAX)
        add_words(&words, command, file, line);
    else
        add_known(&words, command, file, line);
    array_push(arena, &words.list, NULL);
    *argv = words.list.data;
    return true;
}

static Str folder_of(Str path) {
    size_t slash = str_rfind_char(path, '/');
    return slash == SIZE_MAX ? STR(".") : str_slice(path, 0, slash + (slash == 0));
}

Str editor_find(Arena *arena, Str file, Str recording) {
    Str path = str_copy(arena, address_path(arena, file));
    if (path.len > 0 && file_exists(path.data)) /* a name like "-x" must not become an option of the editor */
        return path.data[0] == '-' ? str_format(arena, "./%s", path.data) : path;
    Str folder = folder_of(recording);
    for (size_t at = 0; at < path.len;) {
        Str end = str_slice(path, at, path.len);
        Str tried = str_format(arena, "%.*s/%.*s", STR_ARG(folder), STR_ARG(end));
        if (end.data[0] != '/' && file_exists(tried.data))
            return tried;
        size_t slash = str_find(path, STR("/"), at);
        at = slash == SIZE_MAX ? path.len : slash + 1;
    }
    return STR("");
}

bool editor_open(Str setting, Str file, int line, Str recording, Err *err) {
    Arena *scratch = arena_new();
    const char *const *argv = NULL;
    Str path = editor_find(scratch, file, recording);
    bool ok = path.len > 0 || err_set(err, ERR_IO, "there is no file '%.*s' here", STR_ARG(file));
    ok = ok && editor_command(scratch, setting, path, line, &argv, err) && argv;
    ok = ok && (program_start(argv) || err_set(err, ERR_IO, "cannot start the editor '%s'", argv[0]));
    arena_free(scratch);
    return ok;
}
