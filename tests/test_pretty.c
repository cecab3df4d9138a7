/* report/pretty: indented, exact, masked. */
#include <check.h>

#include "report/pretty.h"

static const struct {
    const char *in, *want;
} rows[] = {
    {"{\"a\":1,\"b\":[1,\"x\"],\"c\":{}}", "{\n  \"a\": 1,\n  \"b\": [1, \"x\"],\n  \"c\": {\n  }\n}"},
    {"{\"t\":1697982593201336001,\"f\":0.1234567890123456789,\"n\":-5}",
     "{\n  \"t\": 1697982593201336001,\n  \"f\": 0.1234567890123456789,\n  \"n\": -5\n}"},
    {"{\"token\":\"abc\",\"q\":\"password=1234&n=1\"}", "{\n  \"token\": \"***\",\n  \"q\": \"password=***&n=1\"\n}"},
    {"[{\"key\":\"api_key\",\"value\":{\"stringValue\":\"k\"}},{\"key\":\"n\",\"value\":{\"stringValue\":\"k\"}}]",
     "[{\n    \"key\": \"api_key\",\n    \"value\": {\n      \"stringValue\": \"***\"\n    }\n  }, {\n    \"key\": "
     "\"n\",\n"
     "    \"value\": {\n      \"stringValue\": \"k\"\n    }\n  }]"},
    {"{\"headers\":{\"authorization\":[\"x\",\"y\"]}}",
     "{\n  \"headers\": {\n    \"authorization\": [\"***\", \"***\"]\n  }\n}"},
    {"{\"a\":NaN, secret=abc}", "{\"a\":NaN, secret=***}"}, /* no JSON: as it is */
    {"[\"\\u0002a\"]", "[\"\\u0002a\"]"},
};

START_TEST(prints) {
    Arena *arena = arena_new();
    Str got = pretty_json(arena, str_from(rows[_i].in));
    ck_assert_msg(str_is(got, rows[_i].want), "%.*s", STR_ARG(got));
    arena_free(arena);
}
END_TEST

Suite *test_pretty(void);
Suite *test_pretty(void) {
    Suite *s = suite_create("pretty");
    TCase *t = tcase_create("pretty");
    tcase_add_loop_test(t, prints, 0, sizeof rows / sizeof *rows);
    suite_add_tcase(s, t);
    return s;
}
