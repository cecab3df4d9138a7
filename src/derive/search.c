/* Each distinct string is looked at once. Plain text is found by skipping (Horspool on folded bytes), everything else by
 * PCRE2: expressions, and text with letters whose case is not ASCII's. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "derive/search.h"

#include <assert.h>
#include <pcre2.h>
#include <string.h>

enum { POLL = 1 << 14, RUNAWAY = 200000 /* steps of one match */ };

typedef struct Matcher {
    Arena *scratch;
    bool match_case;
    Str needle;       /* folded unless match_case; data NULL: an expression */
    size_t skip[256]; /* how far the window may move when it ends in this (folded) byte */
    unsigned char fold[256];
    pcre2_code *code;
    pcre2_match_data *data;
    pcre2_match_context *context;
} Matcher;

/* ---- plain text ---- */

static void prepare_plain(Matcher *m, Str text) {
    assert(text.data && text.len > 0);
    for (int c = 0; c < 256; c++)
        m->fold[c] = (unsigned char)(!m->match_case && c >= 'A' && c <= 'Z' ? c + 32 : c);
    char *folded = arena_many(m->scratch, char, text.len);
    for (size_t i = 0; i < text.len; i++)
        folded[i] = (char)m->fold[(unsigned char)text.data[i]];
    m->needle = (Str){folded, text.len};
    for (int c = 0; c < 256; c++)
        m->skip[c] = text.len;
    for (size_t i = 0; i + 1 < text.len; i++)
        m->skip[(unsigned char)folded[i]] = text.len - 1 - i;
    for (int c = 0; c < 256; c++) /* so that a byte needs no folding before it is looked up */
        m->skip[c] = m->skip[m->fold[c]];
}

static bool has_plain(const Matcher *m, Str s) {
    size_t last = m->needle.len - 1;
    unsigned char end = (unsigned char)m->needle.data[last];
    for (size_t at = last; at < s.len; at += m->skip[(unsigned char)s.data[at]]) {
        if (m->fold[(unsigned char)s.data[at]] != end)
            continue;
        size_t i = 0;
        while (i < last && m->fold[(unsigned char)s.data[at - last + i]] == (unsigned char)m->needle.data[i])
            i++;
        if (i == last)
            return true;
    }
    return false;
}

/* ---- expressions ---- */

static bool is_expression(Str text) {
    return text.len > 2 && text.data[0] == '/' && text.data[text.len - 1] == '/';
}

static bool is_ascii(Str s) {
    for (size_t i = 0; i < s.len; i++)
        if ((unsigned char)s.data[i] >= 0x80)
            return false;
    return true;
}

static bool prepare_code(Matcher *m, Str pattern, uint32_t options, Err *err) {
    int code;
    size_t at;
    options |= PCRE2_MATCH_INVALID_UTF | (m->match_case ? 0 : PCRE2_CASELESS);
    m->code = pcre2_compile((PCRE2_SPTR)pattern.data, pattern.len, options, &code, &at, NULL);
    if (!m->code) {
        char why[128];
        pcre2_get_error_message(code, (PCRE2_UCHAR *)why, sizeof why);
        err_set(err, ERR_USAGE, "bad pattern '%.*s': %s at character %zu", STR_ARG(pattern), why, at + 1);
        return false;
    }
    pcre2_jit_compile(m->code, PCRE2_JIT_COMPLETE); /* where there is no JIT the interpreter does */
    m->data = pcre2_match_data_create(1, NULL);
    m->context = pcre2_match_context_create(NULL);
    pcre2_set_match_limit(m->context, RUNAWAY);
    return true;
}

static bool has_code(const Matcher *m, Str s) {
    return pcre2_match(m->code, (PCRE2_SPTR)s.data, s.len, 0, 0, m->data, m->context) >= 0;
}

static bool matcher_prepare(Matcher *m, Str text, Err *err) {
    if (is_expression(text))
        return prepare_code(m, str_slice(text, 1, text.len - 1), 0, err);
    if (!m->match_case && !is_ascii(text))
        return prepare_code(m, text, PCRE2_LITERAL, err);
    prepare_plain(m, text);
    return true;
}

static bool matches(const Matcher *m, Str s) {
    return m->needle.data ? has_plain(m, s) : has_code(m, s);
}

static void matcher_free(Matcher *m) {
    pcre2_code_free(m->code);
    pcre2_match_data_free(m->data);
    pcre2_match_context_free(m->context);
}

/* ---- the table of frames ---- */

enum { NOT_SEEN, MATCHES, DIFFERS };

typedef struct Seen {
    const Matcher *matcher;
    const Intern *strings;
    uint8_t *state; /* by StrId */
} Seen;

static bool string_matches(const Seen *seen, StrId id) {
    if (seen->state[id] == NOT_SEEN) {
        Str s = intern_str(seen->strings, id);
        seen->state[id] = matches(seen->matcher, s) ? MATCHES : DIFFERS;
    }
    return seen->state[id] == MATCHES;
}

static bool match_all(SearchHits *hits, const Frames *frames, const Seen *seen, Progress *progress) {
    seen->state[0] = DIFFERS; /* no file */
    for (FrameId f = 0; f < frames->count; f++) {
        const Frame *frame = &frames->list[f];
        if (f % POLL == 0 && progress_stopped(progress))
            return false;
        if (!string_matches(seen, frame->name) && !string_matches(seen, frame->file))
            continue;
        hits->bits[f / 64] |= (uint64_t)1 << f % 64;
        hits->frames++;
    }
    return true;
}

SearchHits *search_frames(Arena *arena, const Frames *frames, Str text, bool match_case, Progress *progress, Err *err) {
    SearchHits *hits = arena_one(arena, SearchHits);
    hits->bits = arena_many(arena, uint64_t, frames->count / 64 + 1);
    if (text.len == 0)
        return hits;
    Arena *scratch = arena_new();
    Matcher *m = arena_one(scratch, Matcher);
    *m = (Matcher){.scratch = scratch, .match_case = match_case};
    bool done = false;
    if (matcher_prepare(m, text, err)) {
        Seen seen = {m, frames->strings, arena_many(scratch, uint8_t, intern_count(frames->strings))};
        done = match_all(hits, frames, &seen, progress) || err_set(err, ERR_CANCELLED, "search was stopped");
    }
    matcher_free(m);
    arena_free(scratch);
    return done ? hits : NULL;
}

bool search_strings(const Intern *strings, uint8_t *marks, Str text, bool match_case, Err *err) {
    Arena *scratch = arena_new();
    Matcher *m = arena_one(scratch, Matcher);
    *m = (Matcher){.scratch = scratch, .match_case = match_case};
    bool ok = text.len == 0 || matcher_prepare(m, text, err);
    for (StrId id = 0; ok && text.len > 0 && id < intern_count(strings); id++) {
        Str s = marks[id] == SEARCH_WANTED ? intern_str(strings, id) : STR("");
        if (s.len > 0 && matches(m, s))
            marks[id] = SEARCH_FOUND;
    }
    matcher_free(m);
    arena_free(scratch);
    return ok;
}

/* ---- trees ---- */

SearchSums search_sum(const SearchHits *hits, const Tree *tree) {
    SearchSums sums = {0};
    uint32_t covered = 0; /* nodes below this id lie inside a match */
    for (uint32_t i = 0; i < tree->count; i++) {
        if (!search_has(hits, tree->frame[i]))
            continue;
        sums.count++;
        sums.self += tree->self[i];
        if (i < covered)
            continue;
        sums.total += tree->total[i];
        covered = tree->end[i];
    }
    return sums;
}

uint32_t search_next(const SearchHits *hits, const Tree *tree, uint32_t node, int step) {
    int64_t at = node != TREE_NONE ? (int64_t)node : step > 0 ? -1 : (int64_t)tree->count;
    int64_t by = step > 0 ? 1 : -1;
    for (at += by; at >= 0 && at < tree->count; at += by)
        if (search_has(hits, tree->frame[at]))
            return (uint32_t)at;
    return TREE_NONE;
}
