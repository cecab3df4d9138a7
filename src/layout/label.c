/* Shortening works on components: what stands between separators outside of brackets. */
#include "layout/label.h"

#include <string.h>

#define ELLIPSIS "…"

static bool is_word(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
           c == '#' || (unsigned char)c >= 0x80;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

typedef struct Scan {
    Str name;
    size_t at;
    int depth;           /* of brackets */
    bool blank, slash;   /* seen outside of brackets */
    size_t last, before; /* where the last component begins, and the one before it; 0 = the name itself */
    int components;
} Scan;

/* operator<, operator->, operator(): brackets that are none. */
static bool after_operator(const Scan *s) {
    Str so_far = str_slice(s->name, 0, s->at);
    while (so_far.len && so_far.data[so_far.len - 1] && strchr("<>-=([", so_far.data[so_far.len - 1]))
        so_far.len--;
    return str_ends(so_far, "operator");
}

static bool is_arrow(const Scan *s) {
    return s->at > 0 && (s->name.data[s->at - 1] == '-' || s->name.data[s->at - 1] == '=');
}

static bool opens(char c) {
    return c == '<' || c == '(' || c == '[' || c == '{';
}

static bool closes(char c) {
    return c == '>' || c == ')' || c == ']' || c == '}';
}

static void count_bracket(Scan *s, char c) {
    if (opens(c) && !after_operator(s))
        s->depth++;
    else if (closes(c) && s->depth > 0 && !(c == '>' && is_arrow(s)))
        s->depth--;
}

/* ".js" and ".so.6" behind a path are no components. */
static bool is_extension(Str rest) {
    if (rest.len > 4)
        return false;
    for (size_t i = 0; i < rest.len; i++)
        if (!is_digit(rest.data[i]) && !(rest.data[i] >= 'a' && rest.data[i] <= 'z') && rest.data[i] != '.')
            return false;
    return true;
}

/* What compilers hang on the names of copies they make of a function. */
static bool is_clone_suffix(Str rest) {
    static const char *const words[] = {"part", "isra", "constprop", "cold", "lto_priv", "llvm", "clone", "localalias"};
    size_t len = 0;
    while (len < rest.len && is_word(rest.data[len]))
        len++;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (str_is(str_slice(rest, 0, len), words[i]))
            return true;
    return false;
}

static bool is_dot_separator(const Scan *s) {
    if (s->blank || s->at == 0 || s->at + 1 >= s->name.len)
        return false;
    char before = s->name.data[s->at - 1], after = s->name.data[s->at + 1];
    Str rest = str_slice(s->name, s->at + 1, s->name.len);
    bool starts = (is_word(after) && !is_digit(after)) || str_starts(rest, "(*");
    bool ends = is_word(before) || before == ')' || before == ']' || before == '>';
    return starts && ends && !(s->slash && is_extension(rest)) && !is_clone_suffix(rest);
}

/* Length of the separator at s->at, 0 when there is none. */
static size_t separator(const Scan *s) {
    const char *p = s->name.data + s->at;
    size_t left = s->name.len - s->at;
    if (left > 2 && p[0] == ':' && p[1] == ':')
        return 2;
    bool slash = left > 1 && p[0] == '/' && !s->blank;
    return slash || (p[0] == '.' && is_dot_separator(s)) ? 1 : 0;
}

static void step(Scan *s) {
    char c = s->name.data[s->at];
    size_t len = s->depth == 0 ? separator(s) : 0;
    if (len == 0) {
        s->blank |= s->depth == 0 && c == ' ';
        count_bracket(s, c);
        s->at++;
        return;
    }
    s->slash |= c == '/';
    s->at += len;
    s->before = s->last;
    s->last = s->at;
    s->components++;
}

/* Rust's "::h0123456789abcdef". */
static bool ends_in_hash(Str name) {
    if (name.len < 20 || !str_starts(str_slice(name, name.len - 19, name.len), "::h"))
        return false;
    for (size_t i = name.len - 16; i < name.len; i++)
        if (!is_digit(name.data[i]) && !(name.data[i] >= 'a' && name.data[i] <= 'f'))
            return false;
    return true;
}

Str label_shorten(Str name) {
    if (ends_in_hash(name))
        return str_slice(name, 0, name.len - 19);
    Scan s = {.name = name};
    while (s.at < name.len)
        step(&s);
    size_t from = s.components > 1 ? s.before : s.last;
    return from ? str_slice(name, from, name.len) : STR("");
}

Str label_namespace(Str name, int most) {
    Scan s = {.name = name};
    while (s.at < name.len && s.components < most)
        step(&s);
    return str_slice(name, 0, s.last);
}

/* ---- fitting ---- */

/* A code point has four bytes at most and is a pixel wide at least: text longer than that need not be measured. */
static bool fits(const TextMetrics *metrics, TextStyle style, Str s, int width) {
    return s.len <= 4 * (size_t)width && text_width(metrics, style, s) <= width;
}

static size_t back_to_character(Str s, size_t at) {
    while (at > 0 && at < s.len && ((unsigned char)s.data[at] & 0xC0) == 0x80)
        at--;
    return at;
}

static bool has_two_letters(Str s) {
    size_t at = 0;
    if (s.len)
        utf8_next(s, &at);
    return at < s.len;
}

/* The longest head (or tail) of s that fits, of whole characters. */
static Str longest(const TextMetrics *metrics, TextStyle style, Str s, int room, bool head) {
    size_t low = 0, high = s.len; /* bytes kept: low fit, high are not known to */
    while (room > 0 && low < high) {
        size_t middle = low + (high - low + 1) / 2;
        Str part = head ? str_slice(s, 0, middle) : str_slice(s, s.len - middle, s.len);
        if (fits(metrics, style, part, room))
            low = middle;
        else
            high = middle - 1;
    }
    size_t edge = back_to_character(s, head ? low : s.len - low);
    if (!head && edge < s.len - low) /* a character cut in two is dropped */
        for (edge++; edge < s.len && ((unsigned char)s.data[edge] & 0xC0) == 0x80;)
            edge++;
    return head ? str_slice(s, 0, edge) : str_slice(s, edge, s.len);
}

/* The longest head (or tail) of s that fits with an ellipsis; empty when it is shorter than two letters. */
static Str cut_to(Arena *arena, const TextMetrics *metrics, TextStyle style, Str s, int width, bool keep_head) {
    Str kept = longest(metrics, style, s, width - text_width(metrics, style, STR(ELLIPSIS)), keep_head);
    if (!has_two_letters(kept))
        return STR("");
    return keep_head ? str_format(arena, "%.*s" ELLIPSIS, STR_ARG(kept))
                     : str_format(arena, ELLIPSIS "%.*s", STR_ARG(kept));
}

Str label_fit(Arena *arena, const TextMetrics *metrics, TextStyle style, Str name, int width) {
    if (width <= 0)
        return STR("");
    while (!fits(metrics, style, name, width)) {
        Str shorter = label_shorten(name);
        if (shorter.len == 0)
            return cut_to(arena, metrics, style, name, width, true);
        name = shorter;
    }
    return name;
}

Str label_fit_path(Arena *arena, const TextMetrics *metrics, TextStyle style, Str path, int width) {
    if (width <= 0 || fits(metrics, style, path, width))
        return width <= 0 ? STR("") : path;
    int room = width - text_width(metrics, style, STR(ELLIPSIS));
    for (size_t i = 1; i + 1 < path.len; i++)
        if ((path.data[i] == '/' || path.data[i] == '\\') && fits(metrics, style, str_slice(path, i, path.len), room))
            return str_format(arena, ELLIPSIS "%.*s", STR_ARG(str_slice(path, i, path.len)));
    Str base = str_base_name(path);
    return fits(metrics, style, base, width) ? base : cut_to(arena, metrics, style, base, width, false);
}

Str label_fit_middle(Arena *arena, const TextMetrics *metrics, TextStyle style, Str name, int width) {
    if (width <= 0 || fits(metrics, style, name, width))
        return width <= 0 ? STR("") : name;
    int room = width - text_width(metrics, style, STR(ELLIPSIS));
    Str head = longest(metrics, style, name, (room + 1) / 2, true);
    Str rest = str_slice(name, head.len, name.len);
    Str tail = longest(metrics, style, rest, room - text_width(metrics, style, head), false);
    if (!has_two_letters(head) || !tail.len)
        return cut_to(arena, metrics, style, name, width, true);
    return str_format(arena, "%.*s" ELLIPSIS "%.*s", STR_ARG(head), STR_ARG(tail));
}

/* What stands before the last dot, when letters and digits follow it. */
static Str cut_extension(Str name) {
    size_t dot = str_rfind_char(name, '.');
    if (dot == SIZE_MAX || dot == 0)
        return name;
    for (size_t i = dot + 1; i < name.len; i++)
        if (!is_word(name.data[i]))
            return name;
    return str_slice(name, 0, dot);
}

/* Without ".json"; without ".json.gz". */
static Str stem_of(Str name) {
    static const char *const packed[] = {".gz", ".zst", ".zip"};
    Str stem = cut_extension(name);
    for (size_t i = 0; i < sizeof packed / sizeof *packed; i++)
        if (str_ends(name, packed[i]))
            return cut_extension(stem);
    return stem;
}

Str label_fit_file(Arena *arena, const TextMetrics *metrics, TextStyle style, Str name, int width) {
    if (width > 0 && !fits(metrics, style, name, width))
        name = stem_of(name);
    return label_fit_middle(arena, metrics, style, name, width);
}
