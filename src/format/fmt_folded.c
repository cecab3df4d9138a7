/* Folded stacks: one line a stack, frames divided by ';' from the root on, then blanks and a count (flamegraph.pl; also
 * what async-profiler, austin, py-spy and rbspy write). difffolded.pl writes two counts. */
#include "codec/lines.h"
#include "format/folded_batch.h"
#include "format/format.h"

#include <math.h>
#include <string.h>

/* About so many, where stacks are deep and lines alike. */
enum { BYTES_A_NODE = 100 };
/* Sums of 2^32 of them stay finite. */
#define COUNT_MAX 1e290

typedef struct FoldedLine {
    Str stack;
    double count;
    bool counted;
} FoldedLine;

typedef struct Folded {
    Reading *reading;
    Arena *arena; /* of one pass */
    Frames *frames;
    Stacks *stacks;
    FoldedBatch *batch;
    LineParts parts; /* of the line at hand */
    uint64_t lines, stacked, bytes;
    bool differential;
    double before_total, after_total, lost;
    uint64_t no_count, no_stack, negative, too_large;
    Str no_count_name, negative_name;
} Folded;

static const NoteKind DIFFERENTIAL = {"differential", NOTE_INFO,
                                      "differential file: the second count of {n} line{s} is shown{names}"};
static const NoteKind NO_STACK = {"no-stack", NOTE_WARNING, "{n} line{s} without a stack, shown as (no stack){names}"};
static const NoteKind NO_COUNT = {"no-count", NOTE_WARNING, "{n} line{s} without a count left out{names}"};
static const NoteKind NEGATIVE = {"negative-count", NOTE_WARNING, "{n} line{s} with a negative count left out{names}"};
static const NoteKind TOO_LARGE = {"count-too-large", NOTE_WARNING, "{n} count{s} too large to add up left out"};
static const NoteKind ALL_ZERO = {"total-zero", NOTE_WARNING, "{n} stack{s}, but the total is 0"};

/* ---- one line ---- */

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

/* Takes the number at the end of *s off, with the blanks before it. */
static bool take_number(Str *s, double *value) {
    size_t at = s->len;
    while (at > 0 && !is_blank(s->data[at - 1]))
        at--;
    if (!str_to_double(str_slice(*s, at, s->len), value))
        return false;
    while (at > 0 && is_blank(s->data[at - 1]))
        at--;
    s->len = at;
    return true;
}

/* Of a line without blanks around it. */
static FoldedLine split_line(Str line) {
    FoldedLine l = {.stack = line};
    l.counted = take_number(&l.stack, &l.count);
    return l;
}

static void add_stack(Folded *f, const FoldedLine *l, const char *line) {
    if (!folded_batch_add(f->batch, l->stack, line, &f->parts, l->count)) {
        f->no_stack++;
        f->lost += l->count;
    }
    f->after_total += l->count;
    f->stacked++;
}

static void add_line(Folded *f, const FoldedLine *l, const char *line) {
    if (!(fabs(l->count) <= COUNT_MAX)) {
        f->too_large++;
    } else if (l->count < 0) {
        if (!f->negative++)
            f->negative_name = str_format(f->reading->scratch, "%.15g", l->count);
    } else {
        add_stack(f, l, line);
    }
}

/* ---- the file ---- */

static void start_pass(Folded *f, Reading *reading, bool differential) {
    Arena *arena = f->arena ? f->arena : reading->scratch;
    *f = (Folded){.reading = reading, .arena = arena, .differential = differential, .parts.divider = ';'};
    reading->document->frames = frames_new(reading->document->arena);
    f->frames = &reading->document->frames;
    f->stacks = stacks_new(arena);
    f->batch = folded_batch_new(arena, f->frames, f->stacks);
    stacks_reserve(f->stacks, source_file_bytes(reading->source) / BYTES_A_NODE);
}

static void note_no_count(Folded *f, Str line) {
    if (!f->no_count++)
        f->no_count_name = str_copy(f->reading->scratch, str_slice(line, 0, 60));
}

/* Takes the first of two counts off the stack. The first line says whether there are two; false when a later one has not. */
static bool take_before(Folded *f, Str *stack) {
    bool first = !f->stacked && !f->negative && !f->too_large;
    Str rest = *stack;
    double before;
    f->differential = take_number(&rest, &before) && rest.len > 0;
    if (!f->differential)
        return first;
    *stack = rest;
    f->before_total += before;
    return true;
}

/* False when this line shows that the file is no differential one after all. */
static bool take_line(Folded *f, Str line) {
    Str text = str_trim(line);
    if (!text.len || text.data[0] == '#')
        return true;
    FoldedLine l = split_line(text);
    if (!l.counted) {
        note_no_count(f, text);
        return true;
    }
    if (f->differential && l.stack.len && !take_before(f, &l.stack))
        return false;
    add_line(f, &l, line.data);
    return true;
}

static void snapshot(void *user, Document *document);

static bool tick(Folded *f, uint64_t *counted) {
    *counted = f->lines;
    f->bytes = 0;
    folded_batch_flush(f->batch);
    return reading_tick(f->reading, f->lines, snapshot, f);
}

/* The next line. Those before it are done with when the window moves. */
static bool next_line(Folded *f, Lines *lines, Str *line) {
    if (!lines_here_parts(lines, line, &f->parts)) {
        folded_batch_flush(f->batch);
        if (!lines_next_parts(lines, line, &f->parts))
            return false;
    }
    folded_batch_share(f->batch, f->parts.shared);
    return true;
}

/* False: read it again, as a file with one count a line. */
static bool read_lines(Folded *f) {
    Lines lines = lines_new(f->reading->source);
    uint64_t counted = 0;
    Str line;
    while (next_line(f, &lines, &line)) {
        f->lines++;
        f->bytes += line.len;
        if (!take_line(f, line))
            return false;
        if ((f->bytes > (1 << 20) || f->lines - counted >= 4096) && !tick(f, &counted))
            return true;
    }
    return true;
}

static void fill_track(const Folded *f, Stacks *stacks, Document *document) {
    Track *track = document_add_track(document);
    track->unit = (Unit){.kind = UNIT_SAMPLES};
    stacks_finish(stacks, document->arena, track, false);
    track->kind = TRACK_MERGED;
    track->sample_count = f->after_total < 1e15 ? (uint64_t)f->after_total : 0;
}

static void snapshot(void *user, Document *document) {
    const Folded *f = user;
    Arena *arena = arena_new_in(document->arena);
    document->frames = frames_copy(document->arena, f->frames);
    fill_track(f, stacks_snapshot(arena, f->stacks, true), document);
    arena_free(arena);
}

static void add_notes(const Folded *f) {
    Notes *notes = &f->reading->document->notes;
    Arena *scratch = f->reading->scratch;
    if (f->differential)
        notes_add(notes, &DIFFERENTIAL, f->stacked,
                  str_format(scratch, "%.15g before, %.15g after", f->before_total, f->after_total));
    if (f->no_stack)
        notes_add(notes, &NO_STACK, f->no_stack, str_format(scratch, "%.15g in all", f->lost));
    if (f->no_count)
        notes_add(notes, &NO_COUNT, f->no_count, utf8_clean(scratch, f->no_count_name));
    if (f->negative)
        notes_add(notes, &NEGATIVE, f->negative, f->negative_name);
    if (f->too_large)
        notes_add(notes, &TOO_LARGE, f->too_large, STR(""));
    if (f->stacked && !(f->after_total > 0))
        notes_add(notes, &ALL_ZERO, f->stacked, STR(""));
}

static bool folded_read(Reading *reading, Err *err) {
    Folded f = {0};
    start_pass(&f, reading, true);
    if (!read_lines(&f)) {
        if (!source_rewind(reading->source, err))
            return false;
        start_pass(&f, reading, false);
        read_lines(&f);
    }
    reading_stopped(reading, NULL, f.lines, "lines");
    if (reading_cancelled(reading, err))
        return false;
    if (!f.stacked)
        return err_set(err, ERR_EMPTY, "no line with a stack and a count (%llu line%s read)",
                       (unsigned long long)f.lines, f.lines == 1 ? "" : "s");
    add_notes(&f);
    fill_track(&f, f.stacks, reading->document);
    return true;
}

/* ---- recognising ---- */

typedef struct LineCounts {
    int good, bad, forked; /* forked: with a ';' in the stack */
    int settings;          /* "name = 5", "name: 5" */
} LineCounts;

static void count_line(LineCounts *c, Str line) {
    Str text = str_trim(line);
    if (!text.len || text.data[0] == '#')
        return;
    FoldedLine l = split_line(text);
    bool good = l.counted;
    c->good += good && l.stack.len;
    c->bad += !good;
    bool setting = str_ends(l.stack, "=") || str_ends(l.stack, ":");
    c->settings += good && setting && str_find_char(l.stack, ';') == SIZE_MAX;
    c->forked += good && str_find_char(l.stack, ';') != SIZE_MAX;
}

/* The last line of the head may be cut, so it counts only when it is the only one, or the file ends there. */
static LineCounts count_lines(const Probe *probe) {
    LineCounts c = {0};
    size_t at = 0;
    while (at < probe->head.len) {
        size_t end = str_find(probe->head, STR("\n"), at);
        if (end == SIZE_MAX) {
            if (probe->whole || !c.good)
                count_line(&c, str_slice(probe->head, at, probe->head.len));
            break;
        }
        count_line(&c, str_slice(probe->head, at, end));
        at = end + 1;
    }
    return c;
}

static int folded_probe(const Probe *probe) {
    if (probe->outline.top != JSON_END || memchr(probe->head.data, 0, probe->head.len))
        return 0;
    LineCounts c = count_lines(probe);
    if (c.settings)
        return 0;
    if (!c.good) /* one line longer than the head: no count in sight */
        return !probe->whole && c.bad == 1 && str_find_char(probe->head, ';') != SIZE_MAX ? 15 : 0;
    if (c.forked * 2 >= c.good && c.good >= c.bad)
        return c.bad ? 40 : 50;
    return c.bad ? 0 : 20;
}

const Format fmt_folded = {
    .name = "folded",
    .label = "Folded stacks",
    .extensions = "folded;collapsed;txt;austin;raw",
    .recognised = "lines of frames divided by ';' that end in a count",
    .probe = folded_probe,
    .read = folded_read,
};
