/* The entry of cresset: reads the command line and runs a command. */
#include <stdio.h>

#include "app/commands.h"
#include "base/heap.h"

#define VERSION "1.0.0"

static void print_usage(Arena *arena, const Options *options) {
    Text text = text_new(arena);
    if (options->command == commands_table)
        usage_all(&text, commands_table);
    else
        usage_command(&text, options->command);
    fputs(text.data, stdout);
}

static int fail_usage(const Options *options, const Err *err) {
    int status = command_fail(err);
    fprintf(stderr, "try: cresset help%s%s\n", options->command->name ? " " : "",
            options->command->name ? options->command->name : "");
    return status;
}

static int run(Arena *arena, int argc, char **argv) {
    Options options;
    Err err = {0};
    if (!options_parse(arena, commands_table, argc, argv, &options, &err))
        return fail_usage(&options, &err);
    if (options.version) {
        puts("cresset " VERSION);
        return STATUS_DONE;
    }
    if (options.help) {
        print_usage(arena, &options);
        return STATUS_DONE;
    }
    return options.command->run(&options);
}

int main(int argc, char **argv) {
    heap_start();
    Arena *arena = arena_new();
    int status = run(arena, argc, argv);
    arena_free(arena);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    fprintf(stderr, "cresset: cannot write to standard output\n");
    return status == STATUS_DONE ? STATUS_FAILED : status;
}
