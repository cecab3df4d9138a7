/* THE TABLE of commands. */
#include "app/commands.h"
#include "app/app.h"

#include <stdio.h>

const CliCommand commands_table[] = {
    {NULL, "[FILE...]", "open the window (no FILE: the welcome screen)", FOR_WINDOW, 0, -1, command_window},
    {"info", "FILE", "what the file holds: format, tracks, totals, what was repaired", FOR_INFO, 1, 1, command_info},
    {"hotspots", "FILE", "functions by self or total time", FOR_HOTSPOTS, 1, 1, command_hotspots},
    {"waterfall", "FILE", "async operations: tree, dependencies, bottlenecks", FOR_WATERFALL, 1, 1, command_waterfall},
    {"tree", "FILE", "the call tree (time order, left heavy, inverted)", FOR_TREE, 1, 1, command_tree},
    {"layout", "FILE", "the rectangles of the flame graph at a width and focus", FOR_LAYOUT, 1, 1, command_layout},
    {"shot", "[FILE] -o OUT.png|OUT.svg", "a picture of the window without a display", FOR_SHOT, 0, 1, command_shot},
    {"formats", "", "what can be opened, and how each is recognised", FOR_FORMATS, 0, 0, command_formats},
    {"help", "[COMMAND]", "this help, or that of a command", FOR_HELP, 0, 1, command_help},
    {NULL, NULL, NULL, 0, 0, 0, NULL},
};

bool command_cannot_open(Str path, Err *err) {
    if (str_is(path, "-"))
        return err_context(err, "cannot open standard input");
    return err_context(err, "cannot open '%.*s'", STR_ARG(path));
}

int command_fail(const Err *err) {
    fprintf(stderr, "cresset: %s\n", err->message);
    return err->code == ERR_USAGE ? STATUS_USAGE : STATUS_FAILED;
}

int command_help(const Options *options) {
    Text text = text_new(options->arena);
    Str name = options->files.list.count > 0 ? options->files.list.data[0] : STR("");
    const CliCommand *named = NULL;
    for (const CliCommand *command = commands_table; command->run; command++)
        if (command->name && str_is(name, command->name))
            named = command;
    Err err = {0};
    if (name.len > 0 && !named) {
        err_set(&err, ERR_USAGE, "no command '%.*s'", STR_ARG(name));
        return command_fail(&err);
    }
    if (named)
        usage_command(&text, named);
    else
        usage_all(&text, commands_table);
    fputs(text.data, stdout);
    return STATUS_DONE;
}
