/* The command line: one table of options (options_table.c) that parsing, help and "did you mean" follow. */
#pragma once
#include "base/array.h"
#include "base/err.h"
#include "base/str.h"

/* What an option belongs to: one bit for each command. */
enum CommandBit {
    FOR_WINDOW = 1,
    FOR_INFO = 2,
    FOR_HOTSPOTS = 4,
    FOR_TREE = 8,
    FOR_LAYOUT = 16,
    FOR_SHOT = 32,
    FOR_FORMATS = 64,
    FOR_HELP = 128,
    FOR_WATERFALL = 256,
    FOR_REPORTS = FOR_INFO | FOR_HOTSPOTS | FOR_TREE | FOR_LAYOUT | FOR_FORMATS | FOR_WATERFALL,
};

typedef struct TextList {
    Array(Str) list;
} TextList;

/* Everything that can be said on the command line. A choice is 0 when not given, else 1 + its place in the words of its row. */
typedef struct Options {
    Arena *arena;
    const struct CliCommand *command;
    TextList files;
    int64_t help, version;
    int64_t format; /* 0, or 1 + ReportFormat */
    Str source, track, function, range, focus, output, log;
    int64_t top, callers, callees, context; /* -1: not given */
    int64_t sort, view, color, theme, render, nesting;
    int64_t budget; /* 0: not given, as are the sizes below */
    TextList fail_if, actions, maps;
    double width, scale;
    double gap, percentile; /* -1: not given */
    int64_t size[2];        /* width, height */
} Options;

typedef enum OptionKind {
    OPTION_FLAG,   /* no value */
    OPTION_CHOICE, /* one of the words: int64_t */
    OPTION_COUNT,  /* int64_t from low on */
    OPTION_NUMBER, /* double from low on */
    OPTION_TEXT,   /* Str */
    OPTION_TEXTS,  /* TextList, repeatable */
    OPTION_SIZE,   /* WxH: int64_t[2] */
} OptionKind;

typedef struct OptionRow {
    const char *name;  /* "--top" */
    const char *brief; /* "-o" or NULL */
    const char *value; /* how help calls it, "N"; of OPTION_CHOICE the words: "self|total" */
    const char *help;
    OptionKind kind;
    size_t offset; /* in Options */
    unsigned commands;
    double low;
} OptionRow;

/* All options, ended by a NULL name. */
extern const OptionRow options_table[];

/* A row of the table of commands (app/commands.h). */
typedef struct CliCommand {
    const char *name; /* NULL: the window */
    const char *arguments, *summary;
    unsigned bit;
    int least_files, most_files; /* most_files < 0: any number */
    int (*run)(const Options *options);
} CliCommand;

/* argv[1..] by the tables. False with err (ERR_USAGE) when it is wrong; options->command is set all the same. commands ends with a NULL
 * run; its first row is taken when no command is named. Slices of argv are kept. */
bool options_parse(Arena *arena, const CliCommand *commands, int argc, char **argv, Options *options, Err *err);
/* The word nearest to a mistyped one (edit distance at most one and a third of its letters); NULL when none is near. */
const char *nearest_word(Str word, const char *const *candidates, size_t count);

/* Adds the help of one command with its options, or of all commands. */
void usage_command(Text *text, const CliCommand *command);
void usage_all(Text *text, const CliCommand *commands);
