/* report/out and report/json_out: numbers in full, strings escaped, the shape of lines. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "report/json_out.h"

static const struct {
    double in;
    const char *want;
} numbers[] = {
    {0, "0"},
    {-3, "-3"},
    {1e15, "1000000000000000"},
    {0.1, "0.1"},
    {1.0 / 3, "0.3333333333333333"},
    {0.1 + 0.2, "0.30000000000000004"},
    {1e300, "1e+300"},
    {9007199254740993.0, "9007199254740992"},
    {-2.5e-9, "-2.5e-09"},
};

START_TEST(number) {
    char buffer[NUMBER_SIZE];
    Str text = number_text(buffer, numbers[_i].in);
    ck_assert_str_eq(buffer, numbers[_i].want);
    ck_assert_uint_eq(text.len, strlen(numbers[_i].want));
    ck_assert_double_eq(strtod(buffer, NULL), numbers[_i].in);
}
END_TEST

static const struct {
    double ns;
    const char *ms;
} times[] = {
    {0, "0"},   {1, "0.000001"},           {1500000, "1.5"}, {-250, "-0.00025"},
    {1e6, "1"}, {123456789, "123.456789"}, {0.5, "5e-07"},   {8123456789012345, "8123456789.012345"},
};

START_TEST(milliseconds) {
    char buffer[NUMBER_SIZE];
    Str text = number_text_unit(buffer, (Unit){.kind = UNIT_TIME}, times[_i].ns);
    Arena *arena = arena_new();
    ck_assert_str_eq(str_c(arena, text), times[_i].ms);
    arena_free(arena);
}
END_TEST

static const struct {
    Str in;
    const char *want;
} strings[] = {
    {{"plain", 5}, "\"plain\""},
    {{"a\"b\\c", 5}, "\"a\\\"b\\\\c\""},
    {{"\n\t\r\b\f", 5}, "\"\\n\\t\\r\\b\\f\""},
    {{"\0\x1f\x7f", 3}, "\"\\u0000\\u001f\\u007f\""},
    {{"\xC3\xA4\xF0\x9F\xA4\x94", 6}, "\"\xC3\xA4\xF0\x9F\xA4\x94\""},
    {{"\xFF\xC3", 2}, "\"\xEF\xBF\xBD\xEF\xBF\xBD\""},
    {{"\xE2\x80\xA8", 3}, "\"\\u2028\""},
    {{"", 0}, "\"\""},
};

START_TEST(string) {
    Arena *arena = arena_new();
    Text text = text_new(arena);
    Out out = out_text(&text);
    JsonOut json = json_out_new(&out, 0);
    json_out_str(&json, strings[_i].in);
    ck_assert_str_eq(text.data, strings[_i].want);
    arena_free(arena);
}
END_TEST

START_TEST(shape) {
    Arena *arena = arena_new();
    Text text = text_new(arena);
    Out out = out_text(&text);
    JsonOut json = json_out_new(&out, 2);
    json_out_object(&json);
    json_out_key(&json, "empty");
    json_out_array(&json);
    json_out_end(&json);
    json_out_key(&json, "rows");
    json_out_array(&json);
    for (int i = 0; i < 2; i++) {
        json_out_object(&json);
        json_out_key(&json, "n");
        json_out_number(&json, i == 0 ? 1.5 : NAN);
        json_out_key(&json, "list");
        json_out_array(&json);
        json_out_bool(&json, true);
        json_out_known(&json, STR(""));
        json_out_end(&json);
        json_out_end(&json);
    }
    json_out_end(&json);
    json_out_end(&json);
    ck_assert_str_eq(text.data, "{\n  \"empty\": [],\n  \"rows\": [\n"
                                "    {\"n\": 1.5, \"list\": [true, null]},\n"
                                "    {\"n\": null, \"list\": [true, null]}\n  ]\n}\n");
    arena_free(arena);
}
END_TEST

START_TEST(lost_bytes_are_told) {
    FILE *full = fopen("/dev/full", "w");
    ck_assert_ptr_nonnull(full);
    Out out = out_file(full);
    Err err = {0};
    outf(&out, "%1000s", "x");
    ck_assert(!out_done(&out, &err));
    ck_assert_int_eq(err.code, ERR_IO);
    ck_assert_str_eq(err.message, "cannot write the report: No space left on device");
    fclose(full);
}
END_TEST

Suite *test_json_out(void);
Suite *test_json_out(void) {
    Suite *s = suite_create("json_out");
    TCase *t = tcase_create("json_out");
    tcase_add_loop_test(t, number, 0, sizeof numbers / sizeof *numbers);
    tcase_add_loop_test(t, milliseconds, 0, sizeof times / sizeof *times);
    tcase_add_loop_test(t, string, 0, sizeof strings / sizeof *strings);
    tcase_add_test(t, shape);
    tcase_add_test(t, lost_bytes_are_told);
    suite_add_tcase(s, t);
    return s;
}
