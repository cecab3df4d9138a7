/* A table of words; every place where one of them stands before '=' or ':' is looked at. */
#include "profile/secret.h"

#include <string.h>

static const Str words[] = {
    {"password", 8},    {"passwd", 6},         {"passphrase", 10}, {"pwd", 3},          {"secret", 6},
    {"token", 5},       {"authorization", 13}, {"api_key", 7},     {"api-key", 7},      {"apikey", 6},
    {"access_key", 10}, {"access-key", 10},    {"accesskey", 9},   {"private_key", 11}, {"privatekey", 10},
    {"credential", 10}, {"cookie", 6},         {"session_id", 10}, {"sessionid", 9},    {"signature", 9},
};
static const Str schemes[] = {{"bearer ", 7}, {"basic ", 6}};

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

static bool stands_at(Str text, size_t at, Str word) {
    if (text.len - at < word.len)
        return false;
    for (size_t i = 0; i < word.len; i++)
        if (lower(text.data[at + i]) != word.data[i])
            return false;
    return true;
}

/* Length of the secret word at a place, 0 when none stands there. */
static size_t word_at(Str text, size_t at) {
    static const bool first[32] = {
        ['a' & 31] = true, ['c' & 31] = true, ['p' & 31] = true, ['s' & 31] = true, ['t' & 31] = true};
    if (!first[text.data[at] & 31])
        return 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (lower(text.data[at]) == words[i].data[0] && stands_at(text, at, words[i]))
            return words[i].len;
    return 0;
}

/* Whether a secret word ends before `at`. */
static bool word_before(Str text, size_t at) {
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (at >= words[i].len && stands_at(text, at - words[i].len, words[i]))
            return true;
    return false;
}

static size_t scheme_at(Str text, size_t at) {
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
        if (stands_at(text, at, schemes[i]))
            return schemes[i].len;
    return 0;
}

bool secret_name(Str name) {
    for (size_t at = 0; at < name.len; at++) {
        size_t n = word_at(name, at);
        bool plural = at + n < name.len && lower(name.data[at + n]) == 's' && str_is(str_slice(name, at, at + 1), "t");
        if (n && !plural)
            return true;
    }
    return false;
}

static bool one_of(char c, const char *set) {
    return c && strchr(set, c);
}

static size_t skip(Str text, size_t at, const char *set) {
    while (at < text.len && one_of(text.data[at], set))
        at++;
    return at;
}

static size_t until(Str text, size_t at, const char *set) {
    while (at < text.len && !one_of(text.data[at], set))
        at++;
    return at;
}

/* The value behind the '=' or ':' at `at`: from..to; false when no secret is named before it, or none stands there. */
static bool value_after(Str text, size_t at, size_t *from, size_t *to) {
    size_t name = at;
    while (name && one_of(text.data[name - 1], "\"'] \t"))
        name--;
    if (!word_before(text, name))
        return false;
    at = skip(text, at, "=: \t");
    if (at >= text.len)
        return false;
    char quote = one_of(text.data[at], "\"'`") ? text.data[at++] : 0;
    at += scheme_at(str_slice(text, at, text.len), 0);
    *from = at;
    *to = quote ? until(text, at, (char[]){quote, 0}) : until(text, at, " \t\r\n&;,)}]\"'");
    return *to > *from && !one_of(text.data[at], "?$%{");
}

/* What follows a scheme, or an AUTH at the start. */
static bool word_after(Str text, size_t at, size_t *from, size_t *to) {
    enum { SHORTEST_TOKEN = 6 }; /* "basic auth" hides nothing */
    size_t n = scheme_at(text, at), least = SHORTEST_TOKEN;
    if (!n && at == 0 && stands_at(text, 0, STR("auth "))) {
        n = 5;
        least = 1;
    }
    *from = at + n;
    *to = n ? until(text, *from, " \t\r\n,;\"'") : 0;
    return n && *to >= *from + least;
}

/* user:PASSWORD@ behind "://". */
static bool address_password(Str text, size_t at, size_t *from, size_t *to) {
    if (!stands_at(text, at, STR("://")))
        return false;
    size_t end = until(text, at + 3, "/?# \t\r\n\"'"), sign = SIZE_MAX;
    for (size_t i = at + 3; i < end; i++)
        if (text.data[i] == '@')
            sign = i;
    size_t colon = until(text, at + 3, ":");
    *from = colon + 1;
    *to = sign;
    return sign != SIZE_MAX && colon + 1 < sign;
}

/* A secret announced at `at`: by a sign after its name, by a scheme, by an address. */
static bool secret_at(Str text, size_t at, size_t *from, size_t *to) {
    char c = lower(text.data[at]);
    if (c == '=' || c == ':')
        return value_after(text, at, from, to) || address_password(text, at, from, to);
    return (c == 'b' || at == 0) && word_after(text, at, from, to);
}

Str secret_mask(Arena *arena, Str text) {
    Text out = {.arena = arena};
    size_t done = 0, from = 0, to = 0;
    for (size_t at = 0; at < text.len; at++) {
        char c = text.data[at];
        if (at && c != '=' && c != ':' && c != 'b' &&
            c != 'B') /* nothing announces one here: the usual case, quickly */
            continue;
        if (!secret_at(text, at, &from, &to))
            continue;
        text_add(&out, str_slice(text, done, from));
        text_add_c(&out, SECRET_SHOWN);
        done = to;
        at = to - 1;
    }
    if (!done)
        return text;
    text_add(&out, str_slice(text, done, text.len));
    return text_str(&out);
}
