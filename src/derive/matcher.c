/* Plain text is the finder's, everything else PCRE2's: expressions, and text with letters whose case is not ASCII's. An expression is compiled twice where it can be: strings of ASCII alone, which most are, need no decoding. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "derive/matcher.h"

#include <pcre2.h>
#include <string.h>

enum { RUNAWAY = 200000 /* steps of one match */ };

static bool is_expression(Str text) {
    return text.len > 2 && text.data[0] == '/' && text.data[text.len - 1] == '/';
}

static bool is_ascii(Str s) {
    uint64_t all = 0, word;
    size_t i = 0;
    for (; i + sizeof word <= s.len; i += sizeof word) {
        memcpy(&word, s.data + i, sizeof word);
        all |= word;
    }
    for (; i < s.len; i++)
        all |= (unsigned char)s.data[i];
    return !(all & 0x8080808080808080u);
}

/* What ASCII strings match is the same with letters of one byte, as long as the pattern has no others. */
static void prepare_ascii(Matcher *m, Str pattern, uint32_t options) {
    int code;
    size_t at;
    m->ascii =
        is_ascii(pattern) ? pcre2_compile((PCRE2_SPTR)pattern.data, pattern.len, options, &code, &at, NULL) : NULL;
    if (!m->ascii || pcre2_jit_compile(m->ascii, PCRE2_JIT_COMPLETE) == 0)
        return;
    pcre2_code_free(m->ascii);
    m->ascii = NULL;
}

static bool prepare_code(Matcher *m, Str pattern, uint32_t options, Err *err) {
    int code;
    size_t at;
    options |= m->match_case ? 0 : PCRE2_CASELESS;
    m->code = pcre2_compile((PCRE2_SPTR)pattern.data, pattern.len, options | PCRE2_MATCH_INVALID_UTF, &code, &at, NULL);
    if (!m->code) {
        char why[128];
        pcre2_get_error_message(code, (PCRE2_UCHAR *)why, sizeof why);
        err_set(err, ERR_USAGE, "bad pattern '%.*s': %s at character %zu", STR_ARG(pattern), why, at + 1);
        return false;
    }
    pcre2_jit_compile(m->code, PCRE2_JIT_COMPLETE); /* where there is no JIT the interpreter does */
    prepare_ascii(m, pattern, options);
    m->context = pcre2_match_context_create(NULL);
    pcre2_set_match_limit(m->context, RUNAWAY);
    return true;
}

static bool has_code(const Matcher *m, MatcherRoom *room, Str s) {
    PCRE2_SPTR bytes = (PCRE2_SPTR)s.data;
    if (m->ascii && is_ascii(s))
        return pcre2_jit_match(m->ascii, bytes, s.len, 0, 0, (pcre2_match_data *)room, m->context) >= 0;
    return pcre2_match(m->code, bytes, s.len, 0, 0, (pcre2_match_data *)room, m->context) >= 0;
}

bool matcher_prepare(Matcher *m, Str text, Err *err) {
    if (is_expression(text))
        return prepare_code(m, str_slice(text, 1, text.len - 1), 0, err);
    if (!m->match_case && !is_ascii(text))
        return prepare_code(m, text, PCRE2_LITERAL, err);
    finder_prepare(&m->finder, m->scratch, text, m->match_case);
    return true;
}

bool matcher_is_plain(const Matcher *m) {
    return !m->code;
}

bool matcher_matches(const Matcher *m, MatcherRoom *room, Str s) {
    return m->code ? has_code(m, room, s) : finder_next(&m->finder, s, 0) != FINDER_NONE;
}

MatcherRoom *matcher_room(const Matcher *m) {
    return m->code ? (MatcherRoom *)pcre2_match_data_create(1, NULL) : NULL;
}

void matcher_room_free(MatcherRoom *room) {
    pcre2_match_data_free((pcre2_match_data *)room);
}

void matcher_free(Matcher *m) {
    pcre2_code_free(m->code);
    pcre2_code_free(m->ascii);
    pcre2_match_context_free(m->context);
}
