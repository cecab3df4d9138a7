/* A streaming writer of JSON; see report/json_out.h. */
#include "report/json_out.h"

#include <assert.h>
#include <math.h>

JsonOut json_out_new(Out *out, int lines) {
    return (JsonOut){.out = out, .lines = lines};
}

static void new_line(JsonOut *json) {
    out_add_c(json->out, "\n");
    out_repeat(json->out, ' ', 2 * (size_t)json->depth);
}

static bool in_lines(const JsonOut *json) {
    return json->depth > 0 && json->depth <= json->lines;
}

/* What stands between the last element of a container and the next. */
static void separate(JsonOut *json) {
    if (json->depth == 0)
        return;
    uint32_t bit = 1u << (json->depth - 1);
    if (json->has_items & bit)
        out_add_c(json->out, in_lines(json) ? "," : ", ");
    json->has_items |= bit;
    if (in_lines(json))
        new_line(json);
}

static void before_value(JsonOut *json) {
    if (!json->after_key)
        separate(json);
    json->after_key = false;
}

static void open(JsonOut *json, bool array) {
    before_value(json);
    assert(json->depth < 32);
    uint32_t bit = 1u << json->depth++;
    json->is_array = array ? json->is_array | bit : json->is_array & ~bit;
    json->has_items &= ~bit;
    out_add_c(json->out, array ? "[" : "{");
}

void json_out_object(JsonOut *json) {
    open(json, false);
}

void json_out_array(JsonOut *json) {
    open(json, true);
}

void json_out_end(JsonOut *json) {
    bool lines = in_lines(json);
    uint32_t bit = 1u << --json->depth;
    if (lines && json->has_items & bit)
        new_line(json);
    out_add_c(json->out, json->is_array & bit ? "]" : "}");
    if (json->depth == 0)
        out_add_c(json->out, "\n");
}

/* The run of s from `from` that needs no escape. */
static size_t plain_until(Str s, size_t from) {
    while (from < s.len) {
        unsigned char c = (unsigned char)s.data[from];
        if (c < 0x20 || c == '"' || c == '\\' || c >= 0x7F)
            break;
        from++;
    }
    return from;
}

static void add_escape(Out *out, uint32_t c) {
    static const char *const shorts[] = {
        ['"'] = "\\\"", ['\\'] = "\\\\", ['\b'] = "\\b", ['\f'] = "\\f", ['\n'] = "\\n", ['\r'] = "\\r", ['\t'] = "\\t",
    };
    if (c < sizeof shorts / sizeof *shorts && shorts[c])
        out_add_c(out, shorts[c]);
    else
        outf(out, "\\u%04x", (unsigned)c);
}

static void add_string(Out *out, Str s) {
    out_add_c(out, "\"");
    for (size_t at = 0; at < s.len;) {
        size_t end = plain_until(s, at);
        out_add(out, str_slice(s, at, end));
        if ((at = end) >= s.len)
            break;
        uint32_t c = utf8_next(s, &at);
        char bytes[4];
        if (c < 0x20 || c == '"' || c == '\\' || c == 0x7F || c == 0x2028 || c == 0x2029)
            add_escape(out, c);
        else
            out_add(out, (Str){bytes, utf8_write(c, bytes)});
    }
    out_add_c(out, "\"");
}

void json_out_key(JsonOut *json, const char *key) {
    separate(json);
    add_string(json->out, str_from(key));
    out_add_c(json->out, ": ");
    json->after_key = true;
}

static void add_word(JsonOut *json, Str word) {
    before_value(json);
    out_add(json->out, word);
}

void json_out_null(JsonOut *json) {
    add_word(json, STR("null"));
}

void json_out_bool(JsonOut *json, bool value) {
    add_word(json, value ? STR("true") : STR("false"));
}

void json_out_number(JsonOut *json, double value) {
    char buffer[NUMBER_SIZE];
    add_word(json, isfinite(value) ? number_text(buffer, value) : STR("null"));
}

void json_out_count(JsonOut *json, uint64_t value) {
    before_value(json);
    outf(json->out, "%llu", (unsigned long long)value);
}

void json_out_value(JsonOut *json, Unit unit, double value) {
    char buffer[NUMBER_SIZE];
    add_word(json, isfinite(value) ? number_text_unit(buffer, unit, value) : STR("null"));
}

void json_out_str(JsonOut *json, Str value) {
    before_value(json);
    add_string(json->out, value);
}

void json_out_known(JsonOut *json, Str value) {
    if (value.len > 0)
        json_out_str(json, value);
    else
        json_out_null(json);
}
