/* Lines of perf script. Commands may hold blanks and look like numbers, so a header is read from the time backwards; libraries may
 * hold blanks and parentheses, so a frame is read from its end. */
#include "format/perf_line.h"

#include <string.h>

enum { TOKENS_MAX = 32 };

typedef struct Tokens {
    Str list[TOKENS_MAX];
    int count;
} Tokens;

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static Tokens split(Str line) {
    Tokens t = {0};
    for (size_t i = 0; i < line.len && t.count < TOKENS_MAX;) {
        while (i < line.len && is_blank(line.data[i]))
            i++;
        size_t from = i;
        while (i < line.len && !is_blank(line.data[i]))
            i++;
        if (i > from)
            t.list[t.count++] = str_slice(line, from, i);
    }
    return t;
}

static size_t digits(Str s, size_t at) {
    size_t from = at;
    while (at < s.len && is_digit(s.data[at]))
        at++;
    return at - from;
}

static bool is_number(Str s) {
    return s.len > 0 && digits(s, 0) == s.len;
}

/* "12345.678901:" in ns; six or nine decimals. */
static bool is_time(Str s, int64_t *ns) {
    size_t whole = digits(s, 0), decimals = whole && whole < s.len && s.data[whole] == '.' ? digits(s, whole + 1) : 0;
    int64_t seconds, fraction;
    if (!decimals || decimals > 9 || whole > 10 || whole + decimals + 2 != s.len || s.data[s.len - 1] != ':')
        return false;
    if (!str_to_i64(str_slice(s, 0, whole), &seconds) || !str_to_i64(str_slice(s, whole + 1, s.len - 1), &fraction))
        return false;
    if (seconds > 9000000000)
        return false;
    for (size_t i = decimals; i < 9; i++)
        fraction *= 10;
    *ns = seconds * 1000000000 + fraction;
    return true;
}

/* "12", "12/34", "-1". */
static bool read_ids(Str s, Str *pid, Str *tid) {
    size_t slash = str_find_char(s, '/');
    Str first = slash == SIZE_MAX ? s : str_slice(s, 0, slash),
        second = slash == SIZE_MAX ? s : str_slice(s, slash + 1, s.len);
    *pid = slash == SIZE_MAX ? STR("") : first;
    *tid = second;
    for (int i = 0; i < 2; i++, first = second) {
        Str bare = str_starts(first, "-") ? str_slice(first, 1, first.len) : first;
        if (!is_number(bare))
            return false;
    }
    return true;
}

static bool ends_colon(Str s) {
    return s.len > 1 && s.data[s.len - 1] == ':';
}

static bool is_cpu(Str s) {
    return s.len > 2 && s.data[0] == '[' && s.data[s.len - 1] == ']';
}

/* comm and ids: the words before token `end`, of which the last but [cpu] and a word of flags are the ids. */
static bool read_task(Str line, const Tokens *t, int end, PerfHeader *h) {
    for (int i = end - 1; i >= 0 && i >= end - 3; i--) {
        if (read_ids(t->list[i], &h->pid, &h->tid)) {
            h->comm = str_trim(str_slice(line, 0, (size_t)(t->list[i].data - line.data)));
            return true;
        }
        if (!is_cpu(t->list[i]) && i != end - 1)
            return false;
    }
    return false;
}

/* A period, an event and the rest from token `at` on. */
static void read_event(Str line, const Tokens *t, int at, PerfHeader *h) {
    if (at + 1 < t->count && is_number(t->list[at]) && ends_colon(t->list[at + 1])) {
        h->has_period = str_to_double(t->list[at], &h->period);
        at++;
    }
    if (at >= t->count)
        return;
    Str event = t->list[at];
    h->rest = str_trim(str_slice(line, (size_t)(event.data - line.data), line.len));
    if (!ends_colon(event))
        return;
    h->event = str_slice(event, 0, event.len - 1);
    h->rest = str_trim(str_slice(line, (size_t)(event.data + event.len - line.data), line.len));
}

/* Without times the event is the first word with a colon, and what stands before it the period, the cpu, the ids. */
static bool read_untimed(Str line, const Tokens *t, PerfHeader *h) {
    int at = 1;
    while (at < t->count && !ends_colon(t->list[at]))
        at++;
    if (at >= t->count || is_blank(line.data[0]) || ends_colon(t->list[0]))
        return false;
    bool period = at >= 3 && is_number(t->list[at - 1]) && (is_cpu(t->list[at - 2]) || is_number(t->list[at - 2]));
    read_event(line, t, period ? at - 1 : at, h);
    return read_task(line, t, period ? at - 1 : at, h) && h->comm.len > 0;
}

/* Without ids (-F time,event) there is at most a command before the time. */
static void read_command(Str line, const Tokens *t, int end, PerfHeader *h) {
    while (end > 0 && is_cpu(t->list[end - 1]))
        end--;
    Str last = end > 0 ? t->list[end - 1] : STR("");
    h->pid = h->tid = STR("");
    h->comm = end > 0 ? str_trim(str_slice(line, 0, (size_t)(last.data + last.len - line.data))) : STR("");
}

bool perf_header(Str line, PerfHeader *h) {
    *h = (PerfHeader){.comm = STR(""), .pid = STR(""), .tid = STR(""), .event = STR(""), .rest = STR("")};
    Tokens t = split(line);
    for (int i = 0; i < t.count; i++) {
        if (!is_time(t.list[i], &h->time))
            continue;
        h->timed = true;
        read_event(line, &t, i + 1, h);
        if (read_task(line, &t, i, h))
            return true;
        read_command(line, &t, i, h);
        return h->event.len > 0;
    }
    return t.count > 1 && read_untimed(line, &t, h);
}

bool perf_task_only(Str line, PerfHeader *h) {
    *h = (PerfHeader){.comm = STR(""), .pid = STR(""), .tid = STR(""), .event = STR(""), .rest = STR("")};
    Tokens t = split(line);
    int end = t.count && is_cpu(t.list[t.count - 1]) ? t.count - 1 : t.count;
    if (!line.len || is_blank(line.data[0]) || end < 2 || t.count == TOKENS_MAX)
        return false;
    return read_ids(t.list[end - 1], &h->pid, &h->tid) && read_task(line, &t, end, h);
}

/* ---- frames ---- */

static bool is_hex(Str s) {
    size_t at = str_starts(s, "0x") ? 2 : 0, from = at;
    while (at < s.len && (is_digit(s.data[at]) || (s.data[at] >= 'a' && s.data[at] <= 'f')))
        at++;
    return at > from && at == s.len;
}

static Str drop_offset(Str s) {
    size_t plus = str_rfind_char(s, '+');
    bool offset = plus != SIZE_MAX && plus > 0 && str_starts(str_slice(s, plus + 1, s.len), "0x") &&
                  is_hex(str_slice(s, plus + 1, s.len));
    return offset ? str_slice(s, 0, plus) : s;
}

/* Where the parentheses open that close at the end of s, when a blank stands before them or nothing; SIZE_MAX when not. */
static size_t last_group(Str s) {
    int depth = 0;
    for (size_t i = s.len; i-- > 0;) {
        depth += (s.data[i] == ')') - (s.data[i] == '(');
        if (depth <= 0)
            return depth == 0 && i + 1 < s.len && (i == 0 || is_blank(s.data[i - 1])) ? i : SIZE_MAX;
    }
    return SIZE_MAX;
}

bool perf_frame(Str line, PerfFrame *frame) {
    Str text = str_trim(line);
    size_t blank = 0;
    while (blank < text.len && !is_blank(text.data[blank]))
        blank++;
    Str address = str_slice(text, 0, blank);
    *frame = (PerfFrame){.symbol = str_trim(str_slice(text, blank, text.len)), .dso = STR("")};
    if (!is_hex(address))
        return false;
    size_t open = last_group(frame->symbol);
    if (open != SIZE_MAX) {
        frame->dso = drop_offset(str_slice(frame->symbol, open + 1, frame->symbol.len - 1));
        frame->symbol = str_trim(str_slice(frame->symbol, 0, open));
    }
    frame->inlined = str_is(frame->dso, "inlined");
    frame->dso = frame->inlined ? STR("") : frame->dso;
    frame->symbol = drop_offset(frame->symbol);
    if (!frame->symbol.len)
        frame->symbol = address;
    return true;
}

bool perf_source_line(Str line, Str *file, int32_t *number) {
    Str text = str_trim(line);
    size_t colon = str_rfind_char(text, ':');
    int64_t value = 0;
    if (line.len < 3 || memcmp(line.data, "  ", 2) != 0 || is_blank(line.data[2]))
        return false;
    bool numbered = colon != SIZE_MAX && str_to_i64(str_slice(text, colon + 1, text.len), &value);
    if (!numbered && !(text.data[text.len - 1] == ']' && str_find_char(text, '[') != SIZE_MAX)) /* "lib.so[20bb]" */
        return false;
    *file = numbered ? str_slice(text, 0, colon) : STR("");
    *number = value > 0 && value < INT32_MAX ? (int32_t)value : 0;
    return true;
}
