/* app/options: the command line by its table. */
#include <check.h>

#include "app/commands.h"
#include "ask.h"
#include "app/options.h"

static bool parse(Arena *arena, Str line, Options *options, Err *err) {
    char *argv[16] = {"cresset"};
    int argc = 1;
    for (size_t at = 0; at < line.len && argc < 16;) {
        size_t end = str_find(line, STR(" "), at);
        end = end == SIZE_MAX ? line.len : end;
        argv[argc++] = (char *)str_c(arena, str_slice(line, at, end));
        at = end + 1;
    }
    return options_parse(arena, commands_table, argc, argv, options, err);
}

START_TEST(good_lines) {
    Arena *arena = arena_new();
    Options o;
    Err err = {0};
    ck_assert(parse(arena, STR("hotspots --top 0 x.json --format=json --fail-if a --fail-if=b"), &o, &err));
    ck_assert_str_eq(o.command->name, "hotspots");
    ck_assert_int_eq(o.top, 0);
    ck_assert_int_eq(o.callers, -1);
    ck_assert_int_eq(o.format, 3);
    ck_assert_uint_eq(o.fail_if.list.count, 2);
    ck_assert(str_is(o.fail_if.list.data[1], "b"));
    ck_assert(str_is(o.files.list.data[0], "x.json"));
    ck_assert(parse(arena, STR("layout --width 0x10 f"), &o, &err) == false);
    err = (Err){0};
    ck_assert(parse(arena, STR("layout - --width 640.5"), &o, &err));
    ck_assert_double_eq(o.width, 640.5);
    ck_assert(str_is(o.files.list.data[0], "-"));
    ck_assert(parse(arena, STR("info -- --odd-name"), &o, &err));
    ck_assert(str_is(o.files.list.data[0], "--odd-name"));
    ck_assert(parse(arena, STR("tree --help"), &o, &err));
    ck_assert_int_eq(o.help, 1);
    ck_assert(parse(arena, STR("a.json b.json --log l"), &o, &err));
    ck_assert_ptr_null(o.command->name);
    ck_assert_uint_eq(o.files.list.count, 2);
    ck_assert(parse(arena, STR("shot x -o p.png --size 320x200 --do a --do b"), &o, &err));
    ck_assert_int_eq(o.size[1], 200);
    ck_assert(str_is(o.output, "p.png"));
    ck_assert_uint_eq(o.actions.list.count, 2);
    arena_free(arena);
}
END_TEST

static const struct {
    const char *line, *says;
} wrong[] = {
    {"hotspots --tpo 3 f", "unknown option '--tpo' (did you mean '--top'?)"},
    {"hotspots --zzzzzzzzzz f", "unknown option '--zzzzzzzzzz'"},
    {"hotspots --top -1 f", "--top needs a whole number of at least 0, not '-1'"},
    {"hotspots --top 1.5 f", "--top needs a whole number of at least 0, not '1.5'"},
    {"hotspots f --top", "--top needs a value: N"},
    {"hotspots f --track=", "--track needs a value, not an empty text: N|NAME|all|merged"},
    {"hotspots f --source-map=", "--source-map needs a value, not an empty text: FILE|DIR"},
    {"info f --format folded", "--format is one of text|md|json|csv|tsv, not 'folded'"},
    {"hotspots --sort name f", "--sort is one of self|total, not 'name'"},
    {"hotspots --sort sel f", "--sort is one of self|total, not 'sel'"},
    {"hotspots --width 3 f", "--width is no option of 'hotspots'"},
    {"info --help=yes f", "--help takes no value"},
    {"info", "info needs a file"},
    {"info a b", "too much: 'b'"},
    {"hotpsots x.json", "no command 'hotpsots' (did you mean 'hotspots'?)"},
    {"shot x --size 3", "--size needs WIDTHxHEIGHT of at most 16384, not '3'"},
    {"shot x --size 0x3", "--size needs WIDTHxHEIGHT of at most 16384, not '0x3'"},
    {"shot x --size 20000x3", "--size needs WIDTHxHEIGHT of at most 16384, not '20000x3'"},
    {"layout --width 0.5 f", "--width needs a number of at least 1, not '0.5'"},
};

START_TEST(wrong_lines) {
    Arena *arena = arena_new();
    Options o;
    Err err = {0};
    ck_assert(!parse(arena, str_from(wrong[_i].line), &o, &err));
    ck_assert_int_eq(err.code, ERR_USAGE);
    ck_assert_str_eq(err.message, wrong[_i].says);
    arena_free(arena);
}
END_TEST

#define TREE "samples/package.tree.json"

/* What only the command can know is wrong usage as well, and told. */
static const struct {
    const char *args[8], *says;
} refused[] = {
    {{"hotspots", TREE, "--source", TREE}, "--source: there is no folder '" TREE "'"},
    {{"hotspots", TREE, "--source", "nodir"}, "--source: there is no folder 'nodir'"},
    {{"hotspots", TREE, "--context", "5"}, "--context tells how many lines --source adds: it needs --source DIR"},
    {{"tree", TREE, "--source-map", "no.map"}, "--source-map: there is no file or folder 'no.map'"},
    {{"info", TREE, "--track", "merged"},
     "info tells of each track by itself: --track merged is for the other reports"},
    {{"layout", TREE, "--width", "16384.5"}, "--width is at most 16384, not 16384.5"},
    {{"shot", TREE, "-o", "/tmp/refused.png", "--do", "open nofile"}, "--do 'open nofile': "},
    {{"shot", TREE, "-o", "/tmp/refused.png", "--do", "focus zzzzz"}, "--do 'focus zzzzz': "},
    {{"shot", TREE, "-o", "/tmp/refused.png", "--do", "search /(/"}, "--do 'search /(/': "},
    {{"formats", "--json"}, "unknown option '--json'\n"},
    {{"waterfall", "samples/order.otlp.json", "--percentile", "101"}, "--percentile is at most 100, not 101"},
};

START_TEST(refusals) {
    Arena *arena = arena_new();
    Answer answer = ask(arena, 20, refused[_i].args);
    ck_assert_int_eq(answer.status, 2);
    ck_assert_uint_eq(answer.out.len, 0);
    ck_assert_msg(str_find(answer.err, str_from(refused[_i].says), 0) != SIZE_MAX, "%s", str_c(arena, answer.err));
    arena_free(arena);
}
END_TEST

static const struct {
    const char *word, *want;
} near[] = {
    {"hotspot", "hotspots"},
    {"hopstots", "hotspots"},
    {"tre", "tree"},
    {"xyz", NULL},
    {"", NULL},
    {"--json", NULL},
    {"--vers", "--version"},
    {"--versoin", "--version"},
    {"layuot", "layout"},
    {"infos", "info"},
};

START_TEST(nearest) {
    static const char *const words[] = {"info", "hotspots", "tree", "layout", "--version"};
    const char *got = nearest_word(str_from(near[_i].word), words, 5);
    if (near[_i].want)
        ck_assert_str_eq(got, near[_i].want);
    else
        ck_assert_ptr_null(got);
}
END_TEST

/* Help follows the tables: every option of a command is told, and no other. */
START_TEST(help_tells_all) {
    Arena *arena = arena_new();
    for (const CliCommand *command = commands_table; command->run; command++) {
        Text text = text_new(arena);
        usage_command(&text, command);
        for (const OptionRow *row = options_table; row->name; row++) {
            Str named = str_format(arena, "%s%s%s", row->name, row->value ? " " : "  ", row->value ? row->value : "");
            size_t at = str_find(text_str(&text), named, 0);
            bool told = at != SIZE_MAX && text.data[at + named.len] != '|'; /* not the beginning of more words */
            ck_assert_msg(told == !!(row->commands & command->bit), "%s of %s", row->name, command->arguments);
        }
    }
    arena_free(arena);
}
END_TEST

Suite *test_options(void);
Suite *test_options(void) {
    Suite *s = suite_create("options");
    TCase *t = tcase_create("options");
    tcase_add_test(t, good_lines);
    tcase_add_loop_test(t, wrong_lines, 0, sizeof wrong / sizeof *wrong);
    tcase_add_loop_test(t, refusals, 0, sizeof refused / sizeof *refused);
    tcase_add_loop_test(t, nearest, 0, sizeof near / sizeof *near);
    tcase_add_test(t, help_tells_all);
    suite_add_tcase(s, t);
    return s;
}
