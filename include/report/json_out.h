/* Writes JSON as it goes, for reports of any size: nothing is held but the nesting (at most 32 deep). Containers at a depth below
 * `lines` put each element on a line of its own, deeper ones stay on one line: read by eyes, by line tools and by parsers alike.
 * Strings are escaped as RFC 8259 section 7 demands, bytes that are no UTF-8 become U+FFFD, what is not finite becomes null. */
#pragma once
#include "report/out.h"

typedef struct JsonOut {
    Out *out;
    int depth, lines;
    uint32_t is_array, has_items; /* a bit for each depth */
    bool after_key;
} JsonOut;

JsonOut json_out_new(Out *out, int lines);
/* Opens an object or an array, as an element or after a key. */
void json_out_object(JsonOut *json);
void json_out_array(JsonOut *json);
/* Closes what was opened last; a newline ends the document. */
void json_out_end(JsonOut *json);
void json_out_key(JsonOut *json, const char *key);

/* A value, as an element or after a key. */
void json_out_null(JsonOut *json);
void json_out_bool(JsonOut *json, bool value);
void json_out_number(JsonOut *json, double value);
void json_out_count(JsonOut *json, uint64_t value);
/* In the unit of the command line: milliseconds for time. */
void json_out_value(JsonOut *json, Unit unit, double value);
void json_out_str(JsonOut *json, Str value);
/* null when value is empty: for what is unknown. */
void json_out_known(JsonOut *json, Str value);
