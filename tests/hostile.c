/* Lists of a sample are found by their brackets, lines and field numbers; see hostile.h. */
#include "hostile.h"

#include <string.h>

typedef struct Way {
    const char *how;
    const char *text; /* %x: a number that grows; NULL: a copy of the first item, its numbers replaced */
} Way;

static const Way in_lists[] = {{"empty objects", "{},"}, {"zeros", "0,"},    {"empty lists", "[],"},
                               {"strings", "\"%x\","},   {"numbers", "%u,"}, {"copies", NULL}};
static const Way in_objects[] = {{"keys", "\"k%x\":0,"}, {"keys of objects", "\"%x\":{},"}};
static const Way in_lines[] = {{"copies", NULL}};
static const char *const in_messages[] = {"empty", "number", "text", "message"};

enum { LISTS = sizeof in_lists / sizeof *in_lists, OBJECTS = sizeof in_objects / sizeof *in_objects };

static uint32_t scatter(uint32_t i) {
    return (i * 2654435761u) >> 8;
}

/* Item with each run of digits replaced by a number below 1,000,000 that changes from copy to copy. */
static void add_copy(Text *text, Str item, uint32_t i) {
    for (size_t at = 0; at < item.len; at++) {
        bool digit = item.data[at] >= '0' && item.data[at] <= '9';
        if (!digit)
            text_add_char(text, item.data[at]);
        else if (at == 0 || item.data[at - 1] < '0' || item.data[at - 1] > '9')
            text_addf(text, "%u", i % 2 ? i : scatter(i + (uint32_t)at) % 1000);
    }
}

static void blow_up(Text *text, size_t size, const Way *way, Str item, const char *between) {
    size_t end = text_str(text).len + size;
    for (uint32_t i = 1; text_str(text).len < end; i++) {
        if (way->text)
            text_addf(text, way->text, i);
        else {
            add_copy(text, item, i);
            text_add_c(text, between);
        }
    }
}

/* ---- JSON ---- */

/* Steps over a string that begins at `at`, or over one byte. */
static size_t step(Str s, size_t at) {
    if (s.data[at] != '"')
        return at + 1;
    for (at++; at < s.len && s.data[at] != '"'; at++)
        at += s.data[at] == '\\';
    return at < s.len ? at + 1 : s.len;
}

/* What stands at `at` up to the comma or bracket that ends it. */
static Str item_at(Str s, size_t at) {
    size_t from = at;
    int depth = 0;
    while (at < s.len) {
        char c = s.data[at];
        bool ends = c == ']' || c == '}';
        if (depth == 0 && (ends || c == ','))
            break;
        depth += (c == '[' || c == '{') - ends;
        at = step(s, at);
    }
    return str_slice(s, from, at);
}

/* The key before a bracket. */
static Str key_before(Str s, size_t at) {
    size_t end = at;
    while (end > 0 && strchr(" \n\t:[{", s.data[end - 1]))
        end--;
    if (end == 0 || s.data[end - 1] != '"')
        return STR("");
    size_t from = end - 1;
    while (from > 0 && s.data[from - 1] != '"')
        from--;
    return str_slice(s, from, end - 1);
}

/* True when a bracket of the same kind with the same key came before. */
static bool seen_before(Str s, size_t at) {
    Str key = key_before(s, at);
    for (size_t i = 0; i < at; i = step(s, i))
        if (s.data[i] == s.data[at] && str_equal(key_before(s, i), key))
            return true;
    return false;
}

static bool find_bracket(Hostile *h) {
    while (h->at < h->sample.len) {
        char c = h->sample.data[h->at];
        if ((c == '[' || c == '{') && !seen_before(h->sample, h->at))
            return true;
        h->at = step(h->sample, h->at);
        h->way = 0;
    }
    return false;
}

static bool next_json(Hostile *h, Text *text) {
    if (!find_bracket(h))
        return false;
    bool list = h->sample.data[h->at] == '[';
    const Way *way = list ? &in_lists[h->way] : &in_objects[h->way];
    Str item = item_at(h->sample, h->at + 1);
    h->key = key_before(h->sample, h->at);
    h->how = way->how;
    text_add(text, str_slice(h->sample, 0, h->at + 1));
    if (way->text || str_trim(item).len)
        blow_up(text, h->size, way, item, ",");
    text_add(text, str_slice(h->sample, h->at + 1, h->sample.len));
    if (++h->way == (list ? LISTS : OBJECTS)) {
        h->way = 0;
        h->at++;
    }
    return true;
}

/* ---- lines ---- */

static bool next_line(Hostile *h, Text *text) {
    if (h->at >= h->sample.len || h->way++ >= 24)
        return false;
    size_t end = str_find_char(str_slice(h->sample, h->at, h->sample.len), '\n');
    end = end == SIZE_MAX ? h->sample.len : h->at + end;
    h->key = str_slice(h->sample, h->at, end);
    h->how = "lines";
    text_add(text, str_slice(h->sample, 0, end));
    text_add_char(text, '\n');
    blow_up(text, h->size, &in_lines[0], h->key, "\n");
    text_add(text, str_slice(h->sample, end, h->sample.len));
    h->at = end + 1;
    return true;
}

/* ---- protobuf ---- */

static void add_varint(Text *text, uint32_t value) {
    for (; value >= 128; value >>= 7)
        text_add_char(text, (char)(value | 128));
    text_add_char(text, (char)value);
}

static void add_field(Text *text, uint32_t field, size_t way, uint32_t i) {
    text_add_char(text, (char)(field << 3 | (way == 1 ? 0 : 2)));
    switch (way) {
    case 0:
        text_add_char(text, 0);
        break;
    case 1:
        add_varint(text, i);
        break;
    case 2:
        text_add_char(text, 4);
        text_addf(text, "%04x", i & 0xffff);
        break;
    default: /* 1: a number, 2: a few numbers */
        text_add(text, STR("\x0c\x08"));
        text_add_char(text, (char)(i & 127));
        text_add(text, STR("\x12\x07"));
        for (uint32_t k = 0; k < 7; k++)
            text_add_char(text, (char)(scatter(i * 7 + k) & 127));
    }
}

static bool next_field(Hostile *h, Text *text) {
    if (h->at >= 15)
        return false;
    h->at += h->at == 0;
    h->key = str_format(h->arena, "field %zu", h->at);
    h->how = in_messages[h->way];
    text_add(text, h->sample);
    for (uint32_t i = 0; text_str(text).len < h->size; i++)
        add_field(text, (uint32_t)h->at, h->way, i);
    if (++h->way == sizeof in_messages / sizeof *in_messages) {
        h->way = 0;
        h->at++;
    }
    return true;
}

bool hostile_next(Hostile *h, Arena *arena, Str *bytes) {
    Text text = text_new(arena);
    Str start = str_trim(h->sample);
    bool json = start.len && (start.data[0] == '{' || start.data[0] == '[');
    bool binary = h->sample.len && memchr(h->sample.data, 0, h->sample.len);
    bool more = json ? next_json(h, &text) : binary ? next_field(h, &text) : next_line(h, &text);
    *bytes = text_str(&text);
    return more;
}
