/* Reads the command line by its table; see app/options.h. */
#include "app/options.h"

#include <assert.h>
#include <string.h>

#include "base/file.h"

typedef struct Parse {
    const CliCommand *commands;
    int argc;
    char **argv;
    int at;
    Options *options;
    bool only_files; /* after "--" */
    Err *err;
} Parse;

/* ---- near misses ---- */

enum { LONGEST_WORD = 31 };

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Optimal string alignment: insertions, deletions, changes, and swaps of neighbours. */
static size_t distance(Str a, Str b) {
    size_t d[LONGEST_WORD + 1][LONGEST_WORD + 1] = {0};
    for (size_t i = 0; i <= a.len; i++) {
        for (size_t j = 0; j <= b.len; j++) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            d[i][j] = least(least(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + (a.data[i - 1] != b.data[j - 1]));
            if (i > 1 && j > 1 && a.data[i - 1] == b.data[j - 2] && a.data[i - 2] == b.data[j - 1])
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    }
    return d[a.len][b.len];
}

/* Without the dashes of an option, which are no sign of likeness. */
static size_t letters(Str word) {
    return word.len - (str_starts(word, "--") ? 2 : 0);
}

const char *nearest_word(Str word, const char *const *candidates, size_t count) {
    const char *best = NULL;
    size_t best_distance = SIZE_MAX;
    for (size_t i = 0; i < count && word.len <= LONGEST_WORD; i++) {
        Str candidate = str_from(candidates[i]);
        size_t d = candidate.len <= LONGEST_WORD ? distance(word, candidate) : SIZE_MAX;
        if (d < best_distance && d <= 1 + letters(candidate) / 3) {
            best_distance = d;
            best = candidates[i];
        }
    }
    return best;
}

/* ---- options ---- */

/* The row that is of the command, else one that is of others, else NULL. */
static const OptionRow *find_option(Str name, const CliCommand *command) {
    const OptionRow *found = NULL;
    for (const OptionRow *row = options_table; row->name; row++)
        if ((str_is(name, row->name) || (row->brief && str_is(name, row->brief))) &&
            (!found || row->commands & command->bit))
            found = row;
    return found;
}

static bool unknown_option(const Parse *parse, Str name) {
    const char *names[64];
    size_t count = 0;
    for (const OptionRow *row = options_table; row->name && count < 64; row++)
        if (row->commands & parse->options->command->bit)
            names[count++] = row->name;
    const char *near = nearest_word(name, names, count);
    return near ? err_set(parse->err, ERR_USAGE, "unknown option '%.*s' (did you mean '%s'?)", STR_ARG(name), near)
                : err_set(parse->err, ERR_USAGE, "unknown option '%.*s'", STR_ARG(name));
}

static bool set_choice(const OptionRow *row, Str value, int64_t *field, Err *err) {
    Str words = str_from(row->value);
    int64_t number = 1;
    for (size_t at = 0; at <= words.len; number++) {
        size_t end = str_find(words, STR("|"), at);
        end = end == SIZE_MAX ? words.len : end;
        if (str_equal(value, str_slice(words, at, end))) {
            *field = number;
            return true;
        }
        at = end + 1;
    }
    return err_set(err, ERR_USAGE, "%s is one of %s, not '%.*s'", row->name, row->value, STR_ARG(value));
}

static bool set_number(const OptionRow *row, Str value, void *field, Err *err) {
    int64_t whole = 0;
    double number = 0;
    bool count = row->kind == OPTION_COUNT;
    bool ok = count ? str_to_i64(value, &whole) && (double)whole >= row->low
                    : str_to_double(value, &number) && number >= row->low;
    if (!ok)
        return err_set(err, ERR_USAGE, "%s needs a %snumber of at least %g, not '%.*s'", row->name,
                       count ? "whole " : "", row->low, STR_ARG(value));
    if (count)
        *(int64_t *)field = whole;
    else
        *(double *)field = number;
    return true;
}

static bool set_size(const OptionRow *row, Str value, int64_t size[2], Err *err) {
    enum { LARGEST = 16384 };
    size_t x = str_find_char(value, 'x');
    if (x != SIZE_MAX && str_to_i64(str_slice(value, 0, x), &size[0]) &&
        str_to_i64(str_slice(value, x + 1, value.len), &size[1]) && size[0] > 0 && size[1] > 0 && size[0] <= LARGEST &&
        size[1] <= LARGEST)
        return true;
    return err_set(err, ERR_USAGE, "%s needs WIDTHxHEIGHT of at most %d, not '%.*s'", row->name, LARGEST,
                   STR_ARG(value));
}

static bool set_option(Options *options, const OptionRow *row, Str value, Err *err) {
    void *field = (char *)options + row->offset;
    switch (row->kind) {
    case OPTION_FLAG:
        *(int64_t *)field = 1;
        return true;
    case OPTION_CHOICE:
        return set_choice(row, value, field, err);
    case OPTION_COUNT:
    case OPTION_NUMBER:
        return set_number(row, value, field, err);
    case OPTION_TEXT:
        *(Str *)field = value;
        return true;
    case OPTION_TEXTS:
        array_push(options->arena, &((TextList *)field)->list, value);
        return true;
    case OPTION_SIZE:
        return set_size(row, value, field, err);
    }
    return false;
}

static bool parse_option(Parse *parse, Str word) {
    size_t equals = str_starts(word, "--") ? str_find_char(word, '=') : SIZE_MAX;
    Str name = str_slice(word, 0, equals), value = STR("");
    const CliCommand *command = parse->options->command;
    const OptionRow *row = find_option(name, command);
    if (!row)
        return unknown_option(parse, name);
    if (!(row->commands & command->bit))
        return err_set(parse->err, ERR_USAGE, "%s is no option of '%s'", row->name,
                       command->name ? command->name : "cresset FILE");
    if (row->kind == OPTION_FLAG && equals != SIZE_MAX)
        return err_set(parse->err, ERR_USAGE, "%s takes no value", row->name);
    if (row->kind != OPTION_FLAG) {
        if (equals == SIZE_MAX && parse->at >= parse->argc)
            return err_set(parse->err, ERR_USAGE, "%s needs a value: %s", row->name, row->value);
        value = equals != SIZE_MAX ? str_slice(word, equals + 1, word.len) : str_from(parse->argv[parse->at++]);
        if (value.len == 0)
            return err_set(parse->err, ERR_USAGE, "%s needs a value, not an empty text: %s", row->name, row->value);
    }
    return set_option(parse->options, row, value, parse->err);
}

/* ---- words ---- */

static const CliCommand *find_command(const CliCommand *commands, Str name) {
    for (const CliCommand *command = commands; command->run; command++)
        if (command->name && str_is(name, command->name))
            return command;
    return NULL;
}

/* The first word names the command, wherever options stand: they are read in the second pass. */
static void choose_command(Parse *parse) {
    const CliCommand *named = parse->argc > 1 ? find_command(parse->commands, str_from(parse->argv[1])) : NULL;
    parse->options->command = named ? named : parse->commands;
    parse->at = named ? 2 : 1;
}

/* "cresset hotpsots x" is meant as a command: its first word is near one, and is no file. */
static bool mistyped_command(const Parse *parse) {
    const char *names[16];
    size_t count = 0;
    Str word = parse->argc > 2 ? str_from(parse->argv[1]) : STR("");
    for (const CliCommand *command = parse->commands; command->run && count < 16; command++)
        if (command->name)
            names[count++] = command->name;
    const char *near = word.len > 2 && word.data[0] != '-' ? nearest_word(word, names, count) : NULL;
    return near && !file_exists(parse->argv[1]) && !parse->options->command->name &&
           !err_set(parse->err, ERR_USAGE, "no command '%s' (did you mean '%s'?)", parse->argv[1], near);
}

static bool count_files(const Parse *parse) {
    const Options *options = parse->options;
    const CliCommand *command = options->command;
    int count = (int)options->files.list.count;
    if (options->help || options->version)
        return true;
    if (count < command->least_files)
        return err_set(parse->err, ERR_USAGE, "%s needs a file", command->name);
    if (command->most_files >= 0 && count > command->most_files)
        return err_set(parse->err, ERR_USAGE, "too much: '%.*s'",
                       STR_ARG(options->files.list.data[command->most_files]));
    return true;
}

bool options_parse(Arena *arena, const CliCommand *commands, int argc, char **argv, Options *options, Err *err) {
    *options =
        (Options){.arena = arena, .top = -1, .callers = -1, .callees = -1, .context = -1, .gap = -1, .percentile = -1};
    Parse parse = {.commands = commands, .argc = argc, .argv = argv, .options = options, .err = err};
    choose_command(&parse);
    if (mistyped_command(&parse))
        return false;
    while (parse.at < argc) {
        Str word = str_from(argv[parse.at++]);
        bool option = !parse.only_files && word.len > 1 && word.data[0] == '-';
        if (option && str_is(word, "--"))
            parse.only_files = true;
        else if (!option)
            array_push(arena, &options->files.list, word);
        else if (!parse_option(&parse, word))
            return false;
    }
    return count_files(&parse);
}
