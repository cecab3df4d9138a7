/* THE TABLE of formats, and the choice among them by the first 64 KiB (by all of it where a JSON file hides its decisive key
 * behind much else). */
#include "format/formats.h"

#include "format/seems.h"

/* Ties go to the upper row. */
/* clang-format off */
#define FORMATS(row)     \
    row(fmt_chrome)      \
    row(fmt_gecko)       \
    row(fmt_cpuprofile)  \
    row(fmt_speedscope)  \
    row(fmt_pprof)       \
    row(fmt_perf)        \
    row(fmt_callgrind)   \
    row(fmt_stackprof)   \
    row(fmt_v8log)       \
    row(fmt_safari)      \
    row(fmt_instruments) \
    row(fmt_heapprofile) \
    row(fmt_operations)  \
    row(fmt_otlp)        \
    row(fmt_jaeger)      \
    row(fmt_zipkin)      \
    row(fmt_tree)        \
    row(fmt_folded)
/* clang-format on */

#define DECLARE(name) extern const Format name;
#define POINT(name)   &(name),
FORMATS(DECLARE)
static const Format *const table[] = {FORMATS(POINT) NULL};

enum { HEAD_SIZE = 64 * 1024 };

const Format *const *formats_all(void) {
    return table;
}

const Format *formats_find(const char *name) {
    for (const Format *const *format = table; *format; format++)
        if (str_is(str_from((*format)->name), name))
            return *format;
    return NULL;
}

static const Format *choose(const Probe *probe) {
    const Format *best = NULL;
    int most = 0;
    for (const Format *const *format = table; *format; format++) {
        int sure = (*format)->probe(probe);
        if (sure > most) {
            most = sure;
            best = *format;
        }
    }
    return best;
}

static bool is_blank(Str s) {
    return str_trim(s).len == 0;
}

/* The JSON outline of head alone. */
static Outline outline_head(Arena *scratch, Str head) {
    Err err = {0};
    Str text = str_trim(head);
    if (text.len == 0 || (text.data[0] != '{' && text.data[0] != '['))
        return (Outline){0};
    Source *source = source_memory(scratch, text, NULL, &err);
    return source ? outline_read(scratch, source) : (Outline){0};
}

static Probe look(Arena *scratch, Source *source) {
    Probe probe = {0};
    probe.whole = !source_want(source, HEAD_SIZE);
    size_t here = (size_t)(source->end - source->at);
    probe.head = str_copy(scratch, (Str){(const char *)source->at, here < HEAD_SIZE ? here : HEAD_SIZE});
    probe.outline = outline_head(scratch, probe.head);
    return probe;
}

/* Nothing could be told from the head, but the file goes on in a way that could still become something. */
static bool may_hide_more(const Probe *probe) {
    return !probe->whole && !probe->outline.whole && (probe->outline.top != JSON_END || is_blank(probe->head));
}

/* Steps over blanks; true when something else comes within the first BLANKS_MAX bytes: two gigabytes of them fit into two megabytes. */
static bool has_more(Source *source) {
    enum { BLANKS_MAX = 64 << 20 };
    while (source_offset(source) < BLANKS_MAX) {
        while (source->at < source->end && is_blank((Str){(const char *)source->at, 1}))
            source->at++;
        if (source->at < source->end)
            return true;
        if (!source_fill(source))
            return false;
    }
    return false;
}

const Format *formats_detect(Arena *scratch, Source *source, Err *err) {
    Probe probe = look(scratch, source);
    const Format *format = choose(&probe);
    if (!format && may_hide_more(&probe) && has_more(source)) {
        if (!source_rewind(source, err))
            return NULL;
        probe.outline = outline_read(scratch, source);
        format = choose(&probe);
    }
    if (!format)
        seems_refuse(scratch, source, &probe, table, err);
    else if (!source_rewind(source, err))
        return NULL;
    return format;
}
