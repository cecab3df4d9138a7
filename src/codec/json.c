/* The structure of JSON: what comes next, entering, keys, items, skipping. Commas are taken as blanks, which is what
 * makes missing and trailing ones harmless. Zero bytes behind the window stop every loop, so none asks for the end. */
#include "codec/json.h"

#include "codec/json_text.h"
#include "codec/json_window.h"

Json json_new(Arena *arena, Source *source) {
    return (Json){.source = source, .arena = arena, .scan = scan_best()};
}

bool json_fail(Json *json, const char *why) {
    if (json->failed)
        return false;
    json->failed = true;
    json->failed_at = source_offset(json->source);
    json->why = why;
    return false;
}

/* The input ends where something has to follow: that end is the place of the fault. */
static bool fail_end(Json *json) {
    if (json->failed)
        return false;
    json_fail(json, "the input ends inside a value");
    json->truncated = true;
    json->failed_at += (uint64_t)(json->source->end - json->source->at);
    return false;
}

uint64_t json_offset(const Json *json) {
    return source_offset(json->source);
}

static bool is_blank(uint8_t c) {
    return c == ' ' || c == '\n' || c == ',' || c == '\r' || c == '\t';
}

/* The byte that comes next after blanks and commas; 0 at the end of the input or after a failure. */
static uint8_t next_byte(Json *json) {
    Source *source = json->source;
    if (json->failed)
        return 0;
    for (;;) {
        const uint8_t *p = source->at;
        while (is_blank(*p))
            p++;
        source->at = p;
        if (p < source->end)
            return *p;
        if (!source_fill(source))
            return 0;
    }
}

/* Whether the word that comes next begins so; case does not matter. */
static bool begins(Json *json, const char *lower, size_t n) {
    if (!source_want(json->source, n))
        return false;
    for (size_t i = 0; i < n; i++)
        if ((json->source->at[i] | 0x20) != lower[i])
            return false;
    return true;
}

/* Of the value that begins with c. */
static JsonType type_of(Json *json, uint8_t c) {
    switch (c) {
    case '"':
        return JSON_STRING;
    case '{':
        return JSON_OBJECT;
    case '[':
        return JSON_ARRAY;
    case 't':
        return JSON_TRUE;
    case 'f':
        return JSON_FALSE;
    case 'n':
        return begins(json, "nan", 3) ? JSON_NUMBER : JSON_NULL;
    case '-':
    case '+':
    case '.':
    case 'N':
    case 'I':
    case 'i':
        return JSON_NUMBER;
    default:
        return c >= '0' && c <= '9' ? JSON_NUMBER : JSON_END;
    }
}

JsonType json_peek(Json *json) {
    return type_of(json, next_byte(json));
}

bool json_enter(Json *json, JsonType type) {
    if (json_peek(json) != type)
        return json->source->at == json->source->end
                   ? fail_end(json)
                   : json_fail(json, type == JSON_OBJECT ? "expected an object" : "expected an array");
    json->source->at++;
    return true;
}

/* Nothing that could be a value: the end of the input, or a fault. */
static bool no_value(Json *json) {
    if (json->source->at == json->source->end)
        return fail_end(json);
    return json_fail(json, "expected a value");
}

/* Offset from `at` of the quote that closes the string which begins at `at`; the window then holds all of it. */
static bool string_end(Json *json, size_t *length, bool *plain) {
    Source *source = json->source;
    bool high = false, escaped = false;
    for (size_t i = 1;;) {
        size_t here = (size_t)(source->end - source->at);
        if (i < here) {
            const uint8_t *p = json->scan->string(source->at + i, source->end, &high);
            i = (size_t)(p - source->at);
        }
        if (i < here && source->at[i] == '"') {
            *length = i;
            *plain = !high && !escaped;
            return true;
        }
        if (i < here) { /* a backslash, and what it escapes */
            escaped = true;
            i += 2;
        } else if (here > SOURCE_MAX_TOKEN)
            return json_fail(json, "a string is too long");
        else if (!source_fill(source))
            return fail_end(json);
    }
}

/* The string's text, between the quotes at `at` and `at + length`. */
static Str string_text(Json *json, size_t length, bool plain) {
    Str raw = {(const char *)json->source->at + 1, length - 1};
    return plain ? raw : json_unescape(json, raw);
}

bool json_key(Json *json, Str *key) {
    Source *source = json->source;
    uint8_t c = next_byte(json);
    size_t length;
    bool plain;
    if (c == '}') {
        source->at++;
        return false;
    }
    if (c != '"')
        return source->at == source->end ? fail_end(json) : json_fail(json, "expected a key or '}'");
    JsonPlace quote = json_place_near_quote(source->at + 1);
    if (quote && quote[1] == ':') {
        *key = (Str){(const char *)source->at + 1, (size_t)(quote - source->at) - 1};
        source->at = quote + 2;
        return true;
    }
    if (!string_end(json, &length, &plain))
        return false;
    size_t colon = length + 1;
    for (;;) { /* nothing is consumed before the ':' is seen: a fill would move the key */
        while (source->at[colon] != ':' && is_blank(source->at[colon]))
            colon++;
        if (source->at + colon < source->end)
            break;
        if (!source_fill(source))
            return fail_end(json);
    }
    if (source->at[colon] != ':')
        return json_fail(json, "expected ':' after a key");
    *key = string_text(json, length, plain);
    source->at += colon + 1;
    return true;
}

bool json_item(Json *json) {
    uint8_t c = next_byte(json);
    if (c == ']') {
        json->source->at++;
        return false;
    }
    return type_of(json, c) != JSON_END || no_value(json);
}

bool json_string(Json *json, Str *value) {
    size_t length;
    bool plain;
    *value = (Str){"", 0};
    if (next_byte(json) != '"') {
        json_skip(json);
        return false;
    }
    JsonPlace from = json->source->at + 1, quote = json_place_near_quote(from);
    if (quote) {
        *value = (Str){(const char *)from, (size_t)(quote - from)};
        json->source->at = quote + 1;
        return true;
    }
    if (!string_end(json, &length, &plain))
        return false;
    *value = string_text(json, length, plain);
    json->source->at += length + 1;
    return true;
}

static bool ends_word(uint8_t c) {
    return is_blank(c) || c == ':' || c == '"' || c == '{' || c == '}' || c == '[' || c == ']';
}

/* A number or a literal: everything up to a blank or a sign of structure. Consumed. */
static Str word(Json *json) {
    Source *source = json->source;
    size_t n = 0;
    for (;;) {
        while (source->at + n < source->end && !ends_word(source->at[n]))
            n++;
        if (source->at + n < source->end || n > SOURCE_MAX_TOKEN || !source_fill(source))
            break;
    }
    Str s = {(const char *)source->at, n};
    source->at += n;
    return s;
}

bool json_scalar_text(Json *json, Str *value) {
    JsonType type = json_peek(json);
    *value = (Str){"", 0};
    if (type == JSON_STRING)
        return json_string(json, value);
    if (type != JSON_NUMBER) {
        json_skip(json);
        return false;
    }
    *value = word(json);
    return true;
}

bool json_bool(Json *json, bool *value) {
    JsonType type = json_peek(json);
    int64_t number = 0;
    bool known = type == JSON_NUMBER ? json_i64(json, &number) : type == JSON_TRUE || type == JSON_FALSE;
    if (type != JSON_NUMBER)
        json_skip(json);
    *value = type == JSON_TRUE || number == 1;
    return known && (number == 0 || number == 1);
}

/* Steps over one object or array. */
static bool skip_nested(Json *json) {
    Source *source = json->source;
    ScanNest nest = {0};
    const uint8_t *behind;
    while (!(behind = json->scan->nested(source->at, source->end, &nest))) {
        source->at = source->end;
        if (!source_fill(source))
            return fail_end(json);
    }
    source->at = behind;
    return true;
}

static void skip_word(Json *json) {
    JsonPlace behind = json_place_skip_word(json->source->at);
    if (behind && ends_word(*behind)) /* the zero behind the window does not */
        json->source->at = behind;
    else
        word(json);
}

bool json_skip(Json *json) {
    size_t length;
    bool plain;
    JsonPlace quote;
    switch (json_peek(json)) {
    case JSON_END:
        return no_value(json);
    case JSON_OBJECT:
    case JSON_ARRAY:
        return skip_nested(json);
    case JSON_STRING:
        if ((quote = json_place_near_quote(json->source->at + 1))) {
            json->source->at = quote + 1;
            return true;
        }
        if (!string_end(json, &length, &plain))
            return false;
        json->source->at += length + 1;
        return true;
    default:
        skip_word(json);
        return true;
    }
}

bool json_enter_or_skip(Json *json, JsonType type) {
    if (json_peek(json) == type)
        return json_enter(json, type);
    json_skip(json);
    return false;
}
