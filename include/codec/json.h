/* A pull reader for JSON over a Source: no tree of the document, no recursion, no allocation per value.
 *
 * Lenient where real writers are wrong: a missing or trailing comma, NaN and Infinity, a missing closing bracket at the
 * end, control characters in strings. A fault or the end of the input makes the reader fail for good: every call returns false or
 * empty, and json_failed / json_truncated say why and where. So a caller checks once per record.
 *
 * A Str handed out is valid UTF-8 (U+FFFD stands for bytes that are none) and good until the next call. RFC 8259 otherwise.
 * One thread. */
#pragma once
#include "codec/scan.h"
#include "codec/source.h"

typedef enum JsonType {
    JSON_END, /* nothing more, or failed */
    JSON_OBJECT,
    JSON_ARRAY,
    JSON_STRING,
    JSON_NUMBER,
    JSON_TRUE,
    JSON_FALSE,
    JSON_NULL,
} JsonType;

/* A decimal number, exact: (negative ? -1 : 1) * (whole + nano / 1e9). */
typedef struct JsonNumber {
    uint64_t whole;
    uint32_t nano; /* first nine decimals, the tenth rounds; 0 on overflow */
    bool negative;
    bool finite;   /* false: NaN, Infinity, null, or no number at all */
    bool overflow; /* whole does not hold it: use value */
    double value;  /* the double at or next to it, signed, always set when finite */
} JsonNumber;

typedef struct Json {
    Source *source;
    Arena *arena;       /* of scratch for unescaped strings */
    bool failed;        /* syntax or end of input; sticky */
    bool truncated;     /* failed because the input ended inside a value */
    uint64_t failed_at; /* offset in the decoded input */
    const char *why;    /* static text: "expected ':' after a key" */
    const Scan *scan;
    char *scratch;
    size_t scratch_size;
} Json;

Json json_new(Arena *arena, Source *source);
/* What comes next, without consuming it (blanks and a comma before it are consumed). */
JsonType json_peek(Json *json);

/* Enters '{' or '['; false (and failed) when something else comes. */
bool json_enter(Json *json, JsonType type);
/* The same, but anything else is skipped and no fault. */
bool json_enter_or_skip(Json *json, JsonType type);
/* The next key of the object we are in, unescaped; its value comes next. False at '}' (consumed) or on failure. */
bool json_key(Json *json, Str *key);
/* True when the array we are in has one more value, which comes next. False at ']' (consumed) or on failure. */
bool json_item(Json *json);

/* The string that comes next, unescaped (a lone surrogate is U+FFFD). Anything else is skipped and gives false. */
bool json_string(Json *json, Str *value);
/* A number, or a string that holds one ("123.5"). Anything else is skipped and gives false with finite = false. */
bool json_number(Json *json, JsonNumber *value);
/* Number or numeric string as the nearest int64 / double; false (0 / NAN) for anything else. */
bool json_i64(Json *json, int64_t *value);
bool json_double(Json *json, double *value);
/* The next values of the array of numbers we are in, times 10^scale, rounded; JSON_NO_NUMBER for what is none. Returns how many: fewer
 * than room means that the array has ended (']' is consumed) or the reader failed. Much faster than one by one. */
size_t json_numbers(Json *json, int scale, int64_t *values, size_t room);
#define JSON_NO_NUMBER INT64_MIN
/* The next values of the array we are in as far as they are plain integers of up to 15 digits. Returns how many; fewer than room: something
 * else comes next, or the end of the array, which json_item tells. */
size_t json_integers(Json *json, int64_t *values, size_t room);
/* The same with scale 0, for numbers that stay the same for long: counts[i] neighbours are values[i]. Two runs may have one value. */
size_t json_number_runs(Json *json, int64_t *values, uint32_t *counts, size_t room);
bool json_bool(Json *json, bool *value); /* true, false, 0 and 1; else skipped, false */
/* A string or a number as text, to compare ids: 7 and "7" are the same. Anything else is skipped and gives false. */
bool json_scalar_text(Json *json, Str *value);
/* Skips the value that comes next, however deep. */
bool json_skip(Json *json);

/* The number times 10^scale, rounded to the nearest int64 (times given in microseconds: scale 3 gives ns). False when not finite or
 * too large. */
bool json_number_scaled(const JsonNumber *number, int scale, int64_t *value);
/* The whole of s as a number, as json_number reads it; false with finite = false when it is none. */
bool json_number_parse(Str s, JsonNumber *value);
/* Offset of what comes next in the decoded input; exact right after json_peek, json_item or json_key, else a blank or comma before it. */
uint64_t json_offset(const Json *json);
/* Marks the reader failed at the current place. Always false. */
bool json_fail(Json *json, const char *why);
