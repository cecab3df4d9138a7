/* profile/secret: what is hidden, and what is not. */
#include <check.h>

#include "profile/secret.h"

static const struct {
    const char *in, *want;
} texts[] = {
    {"", ""},
    {"SELECT 1", "SELECT 1"},
    {"password=hunter2&x=1", "password=***&x=1"},
    {"{\"api_key\": \"k-1\", \"n\": 2}", "{\"api_key\": \"***\", \"n\": 2}"},
    {"Authorization: Bearer abc.def, next", "Authorization: Bearer ***, next"},
    {"sent Bearer abcdef", "sent Bearer ***"},
    {"Basic auth failed", "Basic auth failed"},
    {"https://u:pw@h/p?accessToken=9", "https://u:***@h/p?accessToken=***"},
    {"redis://:pw@h", "redis://:***@h"},
    {"http://h:80/a@b", "http://h:80/a@b"},
    {"AUTH hunter2", "AUTH ***"},
    {"WHERE token = ? AND secret = $1", "WHERE token = ? AND secret = $1"},
    {"x SET password = 'a b', n = 1", "x SET password = '***', n = 1"},
    {"total_tokens: 17", "total_tokens: 17"},
};

START_TEST(masks) {
    Arena *arena = arena_new();
    Str got = secret_mask(arena, str_from(texts[_i].in));
    ck_assert_msg(str_is(got, texts[_i].want), "%.*s", STR_ARG(got));
    arena_free(arena);
}
END_TEST

static const struct {
    const char *name;
    bool secret;
} names[] = {
    {"password", true}, {"userPassword", true},  {"X-API-Key", true}, {"access_token", true}, {"Set-Cookie", true},
    {"tokens", false},  {"total_tokens", false}, {"key", false},      {"http.url", false},    {"client_secret", true},
};

START_TEST(knows) {
    ck_assert_int_eq(secret_name(str_from(names[_i].name)), names[_i].secret);
}
END_TEST

Suite *test_secret(void);
Suite *test_secret(void) {
    Suite *s = suite_create("secret");
    TCase *t = tcase_create("secret");
    tcase_add_loop_test(t, masks, 0, sizeof texts / sizeof *texts);
    tcase_add_loop_test(t, knows, 0, sizeof names / sizeof *names);
    suite_add_tcase(s, t);
    return s;
}
