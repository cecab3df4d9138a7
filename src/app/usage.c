/* Help, made from the tables of commands and options. */
#include "app/options.h"
#include "report/safe.h"

static void add_line(Text *text, Str left, size_t width, const char *right) {
    text_addf(text, "  %.*s", STR_ARG(left));
    size_t columns = safe_columns(left);
    if (columns > width) {
        text_add_c(text, "\n  ");
        columns = 0;
    }
    for (; columns < width; columns++)
        text_add_char(text, ' ');
    text_addf(text, "  %s\n", right);
}

static void add_usage(Text *text, const CliCommand *command) {
    text_addf(text, "usage: cresset%s%s%s%s\n", command->name ? " " : "", command->name ? command->name : "",
              command->arguments[0] ? " " : "", command->arguments);
}

void usage_command(Text *text, const CliCommand *command) {
    add_usage(text, command);
    text_addf(text, "\n%s.\n\n", command->summary);
    for (const OptionRow *row = options_table; row->name; row++) {
        if (!(row->commands & command->bit))
            continue;
        Str left = str_format(text->arena, "%s%s%s%s%s", row->brief ? row->brief : "", row->brief ? ", " : "",
                              row->name, row->value ? " " : "", row->value ? row->value : "");
        add_line(text, left, 26, row->help);
    }
}

void usage_all(Text *text, const CliCommand *commands) {
    for (const CliCommand *command = commands; command->run; command++) {
        Str left = str_format(text->arena, "cresset%s%s %s", command->name ? " " : "",
                              command->name ? command->name : "", command->arguments);
        add_line(text, left, 30, command->summary);
    }
    text_add_c(text,
               "\nFILE may be - (standard input) and may be compressed. `cresset help COMMAND` tells its options.\n"
               "Exit status: 0 done, 1 the file could not be read or holds nothing to show, 2 wrong usage, 3 a "
               "--fail-if holds.\n");
}
