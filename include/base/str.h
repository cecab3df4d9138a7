/* Strings as (pointer, length): slices of input or of an arena, UTF-8 unless said otherwise, not terminated.
 * Text is the growing counterpart, for reports, labels and messages. Any thread, as its arena allows. */
#pragma once
#include "base/arena.h"
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct Str {
    const char *data;
    size_t len;
} Str;

#define STR(literal) ((Str){(literal), sizeof(literal) - 1})
/* For printf: printf("%.*s", STR_ARG(s)). */
#define STR_ARG(s) (int)(s).len, (s).data

Str str_from(const char *terminated); /* NULL gives the empty string */
bool str_equal(Str a, Str b);
/* Inline, so that the length of a literal is known and most comparisons end there: readers ask this for every key. */
static inline bool str_is(Str s, const char *literal) {
    size_t n = literal ? strlen(literal) : 0;
    return s.len == n && (n == 0 || memcmp(s.data, literal, n) == 0);
}
bool str_starts(Str s, const char *prefix);
bool str_ends(Str s, const char *suffix);
/* Order of bytes, as memcmp; a prefix comes first. */
int str_compare(Str a, Str b);
/* Index of the first needle in s at or after from; SIZE_MAX when there is none. */
size_t str_find(Str s, Str needle, size_t from);
size_t str_find_char(Str s, char c);          /* first, SIZE_MAX when none */
size_t str_rfind_char(Str s, char c);         /* last, SIZE_MAX when none */
Str str_slice(Str s, size_t from, size_t to); /* clamped */
Str str_trim(Str s);                          /* without blanks, tabs, CR and LF at both ends */
Str str_copy(Arena *arena, Str s);            /* terminated by a NUL beyond len */
const char *str_c(Arena *arena, Str s);       /* a terminated copy */
Str str_format(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
uint64_t str_hash(Str s);
/* The last component of a path, after the last '/' or '\\'. */
Str str_base_name(Str path);
/* Whole of s as a number: decimal integer, or decimal fraction with optional exponent. False when it is anything else. */
bool str_to_i64(Str s, int64_t *value);
bool str_to_double(Str s, double *value);

/* The code point at s[*at], *at moved behind it; U+FFFD and one byte on for bytes that are not UTF-8 (RFC 3629). */
uint32_t utf8_next(Str s, size_t *at);
/* Writes 1 to 4 bytes, returns how many. Surrogates and values above U+10FFFF are written as U+FFFD. */
size_t utf8_write(uint32_t code_point, char out[4]);
/* s when it is valid UTF-8, else a copy with U+FFFD for each bad byte. */
Str utf8_clean(Arena *arena, Str s);

typedef struct Text {
    Arena *arena;
    char *data; /* kept terminated */
    size_t len, capacity;
} Text;

Text text_new(Arena *arena);
/* Appends; formatted as printf. */
void text_add(Text *text, Str s);
void text_add_c(Text *text, const char *terminated);
void text_add_char(Text *text, char c);
void text_addf(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
Str text_str(const Text *text); /* good until the next text_add */
