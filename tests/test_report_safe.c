/* report/safe, report/table: no name breaks a line, a table, a terminal or a sheet. */
#include <check.h>

#include "report/safe.h"
#include "report/table.h"

static const struct {
    const char *in, *plain, *code;
} names[] = {
    {"main", "main", "`main`"},
    {"a|b", "a|b", "`a\\|b`"},
    {"a\\|b", "a\\|b", "`a\\x7cb`"},
    {"a`b", "a`b", "`` a`b ``"},
    {"``", "``", "``` `` ```"},
    {"x\ny\tz", "x\\ny\\tz", "`x\\ny\\tz`"},
    {"\x1b[31mred", "\\x1b[31mred", "`\\x1b[31mred`"},
    {"<script>", "<script>", "`<script>`"},
    {"a\u202eb", "a\\u202eb", "`a\\u202eb`"},
    {"\u00e4\u4e2d", "\u00e4\u4e2d", "`\u00e4\u4e2d`"},
    {"", "", ""},
};

START_TEST(escapes) {
    Arena *arena = arena_new();
    ck_assert_str_eq(str_c(arena, safe_plain(arena, str_from(names[_i].in), 0)), names[_i].plain);
    ck_assert_str_eq(str_c(arena, safe_code(arena, str_from(names[_i].in))), names[_i].code);
    arena_free(arena);
}
END_TEST

/* What sheets and folded stacks hold of it: all but controls as it is. */
static const struct {
    Str in;
    const char *want;
} controls[] = {
    {{"\x1b[31mred", 8}, "\\x1b[31mred"},
    {{"a\0b\x7f", 4}, "a\\x00b\\x7f"},
    {{"\t\n\r", 3}, "\t\n\\r"},
    {{"\xc2\x9b"
      "2J \xc2",
      6},
     "\\x9b2J \xc2"},
    {{"\xc3\x9b \xc2\xa0 \xe2\x80\xae \\x1b", 14}, "\xc3\x9b \xc2\xa0 \xe2\x80\xae \\x1b"},
};

START_TEST(controls_are_seen) {
    Arena *arena = arena_new();
    ck_assert_str_eq(str_c(arena, safe_controls(arena, controls[_i].in)), controls[_i].want);
    arena_free(arena);
}
END_TEST

START_TEST(long_names_are_cut) {
    Arena *arena = arena_new();
    ck_assert_str_eq(str_c(arena, safe_plain(arena, STR("\u00e4\u00e4\u00e4\u00e4"), 3)), "\u00e4\u00e4\u00e4…");
    ck_assert_str_eq(str_c(arena, safe_plain(arena, STR("abc"), 3)), "abc");
    ck_assert_uint_eq(safe_columns(STR("a\u4e2d\u0301")), 3);
    ck_assert_str_eq(str_c(arena, safe_text(arena, STR("a_b <i> [x](y) #1"))), "a\\_b \\<i\\> \\[x\\](y) \\#1");
    arena_free(arena);
}
END_TEST

static const Column columns[] = {{"name", "Name", FOR_BOTH, false},
                                 {"weight", "Weight", FOR_BOTH, true},
                                 {"share", "%", FOR_PEOPLE, true},
                                 {"note", "", FOR_MACHINES, false}};

static Cell cell(const void *user, uint64_t row, int column, Arena *scratch) {
    static const char *const rows[] = {"a|b", "say \"hi\",\n\tyou"};
    const Unit unit = {.kind = UNIT_TIME};
    (void)user;
    (void)scratch;
    return column == 0   ? cell_name(str_from(rows[row]))
           : column == 1 ? cell_value(unit, row == 0 ? 1500000 : 22400000)
           : column == 2 ? cell_percent(row == 0 ? 1 : 3, 4)
                         : (Cell){0};
}

static const struct {
    ReportFormat format;
    const char *want;
} tables[] = {
    {REPORT_MD,
     "| Name | Weight | % |\n|---|---:|---:|\n| `a\\|b` | 1.50 ms | 25.0% |\n| `say \"hi\",\\n\\tyou` | 22.4 "
     "ms | 75.0% |\n"},
    {REPORT_TEXT,
     "Name               Weight      %\na|b               1.50 ms  25.0%\nsay \"hi\",\\n\\tyou  22.4 ms  75.0%\n"},
    {REPORT_CSV, "name,weight,note\na|b,1.5,\n\"say \"\"hi\"\",\n\tyou\",22.4,\n"},
    {REPORT_TSV, "name\tweight\tnote\na|b\t1.5\t\nsay \"hi\",\\n\\tyou\t22.4\t\n"},
};

START_TEST(formats) {
    Arena *arena = arena_new();
    Text text = text_new(arena);
    Out out = out_text(&text);
    Table table = {.columns = columns, .column_count = 4, .row_count = 2, .cell = cell};
    table_write(&out, tables[_i].format, &table);
    ck_assert_str_eq(text.data, tables[_i].want);
    arena_free(arena);
}
END_TEST

Suite *test_report_safe(void);
Suite *test_report_safe(void) {
    Suite *s = suite_create("report_safe");
    TCase *t = tcase_create("report_safe");
    tcase_add_loop_test(t, escapes, 0, sizeof names / sizeof *names);
    tcase_add_loop_test(t, controls_are_seen, 0, sizeof controls / sizeof *controls);
    tcase_add_test(t, long_names_are_cut);
    tcase_add_loop_test(t, formats, 0, sizeof tables / sizeof *tables);
    suite_add_tcase(s, t);
    return s;
}
