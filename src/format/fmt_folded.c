/* Folded stacks: one line a stack, frames divided by ';' from the root on, then blanks and a count (flamegraph.pl; also
 * what async-profiler, austin, py-spy and rbspy write). Sorted files share most of a line with the one before, so only
 * what differs is looked up. difffolded.pl writes two counts. */
#include "codec/lines.h"
#include "format/format.h"

#include <math.h>
#include <string.h>

/* Sums of 2^32 of them stay finite. */
#define COUNT_MAX 1e290

typedef struct FoldedLine {
    Str stack;
    double count, before; /* before: the first of two counts */
    bool counted, two;
} FoldedLine;

/* The line before up to `end` is the stack `node`. */
typedef struct Part {
    size_t end;
    uint32_t node;
} Part;

typedef struct Weight {
    double count;
    uint32_t lines;
} Weight;

typedef struct Folded {
    Reading *reading;
    Arena *arena; /* of one pass */
    Frames *frames;
    Intern *names; /* bytes of the file -> index into by_name */
    Array(FrameId) by_name;
    Stacks *stacks;
    Array(Weight) weights; /* by node of stacks */
    Array(Part) parts;
    char *last; /* stack of the line before */
    size_t last_len, last_size;
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

static bool plain_number(Str s, double *value) {
    uint64_t n = 0;
    if (!s.len || s.len > 15)
        return str_to_double(s, value);
    for (size_t i = 0; i < s.len; i++) {
        if (s.data[i] < '0' || s.data[i] > '9')
            return str_to_double(s, value);
        n = n * 10 + (uint64_t)(s.data[i] - '0');
    }
    *value = (double)n;
    return true;
}

/* Takes the number at the end of *s off, with the blanks before it. */
static bool take_number(Str *s, double *value) {
    size_t at = s->len;
    while (at > 0 && !is_blank(s->data[at - 1]))
        at--;
    if (!plain_number(str_slice(*s, at, s->len), value))
        return false;
    while (at > 0 && is_blank(s->data[at - 1]))
        at--;
    s->len = at;
    return true;
}

static FoldedLine split_line(Str line) {
    FoldedLine l = {.stack = str_trim(line)};
    l.counted = take_number(&l.stack, &l.count);
    Str rest = l.stack;
    l.two = l.counted && take_number(&rest, &l.before) && rest.len > 0;
    return l;
}

/* ---- stacks ---- */

/* "module`function" (dtrace, perf), "function_[k]" (stackcollapse-perf --kernel). */
static FrameId frame_of(Frames *frames, Str name) {
    size_t tick = str_find_char(name, '`');
    Frame frame = {.name = intern_add(frames->strings, name)};
    frame.kind = str_ends(name, "_[k]") ? FRAME_NATIVE : FRAME_CODE;
    if (tick != SIZE_MAX && tick > 0)
        frame.module = intern_add(frames->strings, str_slice(name, 0, tick));
    return frames_add(frames, &frame);
}

static FrameId name_frame(Folded *f, Str name) {
    StrId id = intern_add(f->names, name);
    if (id < f->by_name.count && f->by_name.data[id] != FRAME_NONE)
        return f->by_name.data[id];
    while (f->by_name.count <= id)
        array_push(f->arena, &f->by_name, FRAME_NONE);
    f->by_name.data[id] = frame_of(f->frames, utf8_clean(f->arena, name));
    return f->by_name.data[id];
}

static size_t common_length(const char *a, const char *b, size_t len) {
    size_t i = 0;
    for (uint64_t x, y; i + 8 <= len; i += 8) {
        memcpy(&x, a + i, 8);
        memcpy(&y, b + i, 8);
        if (x != y)
            return i + (size_t)__builtin_ctzll(x ^ y) / 8;
    }
    while (i < len && a[i] == b[i])
        i++;
    return i;
}

/* Remembers stack as the line before; the first `common` bytes are there already. */
static void keep_last(Folded *f, Str stack, size_t common) {
    if (stack.len > f->last_size) {
        f->last_size = stack.len + stack.len / 2 + 256;
        f->last = arena_grow(f->arena, f->last, f->last_size);
    }
    if (stack.len > common)
        memcpy(f->last + common, stack.data + common, stack.len - common);
    f->last_len = stack.len;
}

static uint32_t child_of(Folded *f, uint32_t parent, Str name) {
    uint32_t node = stacks_child(f->stacks, parent, name_frame(f, name));
    while (f->weights.count <= node)
        array_push(f->arena, &f->weights, (Weight){0});
    return node;
}

static uint32_t stack_node(Folded *f, Str stack) {
    size_t common = common_length(f->last, stack.data, f->last_len < stack.len ? f->last_len : stack.len);
    while (f->parts.count) {
        size_t end = array_last(&f->parts).end;
        if (end <= common && (end == stack.len || stack.data[end] == ';'))
            break;
        f->parts.count--;
    }
    uint32_t node = f->parts.count ? array_last(&f->parts).node : TREE_NONE;
    size_t at = f->parts.count ? array_last(&f->parts).end + 1 : 0;
    while (at < stack.len) {
        const char *semicolon = memchr(stack.data + at, ';', stack.len - at);
        size_t end = semicolon ? (size_t)(semicolon - stack.data) : stack.len;
        Str name = str_slice(stack, at, end);
        if (str_trim(name).len) {
            node = child_of(f, node, name);
            array_push(f->arena, &f->parts, (Part){.end = end, .node = node});
        }
        at = end + 1;
    }
    keep_last(f, stack, common);
    return node;
}

static void weigh(Folded *f, uint32_t node, double count) {
    f->weights.data[node].count += count;
    f->weights.data[node].lines += 1;
    f->after_total += count;
    f->stacked++;
}

static void add_line(Folded *f, const FoldedLine *l) {
    if (!(fabs(l->count) <= COUNT_MAX)) {
        f->too_large++;
    } else if (l->count < 0) {
        if (!f->negative++)
            f->negative_name = str_format(f->reading->scratch, "%.15g", l->count);
    } else {
        uint32_t node = stack_node(f, l->stack);
        if (node == TREE_NONE) {
            f->no_stack++;
            f->lost += l->count;
            node = child_of(f, TREE_NONE, STR("(no stack)"));
        }
        weigh(f, node, l->count);
    }
}

/* ---- the file ---- */

static void start_pass(Folded *f, Reading *reading, bool differential) {
    Arena *arena = f->arena ? f->arena : reading->scratch;
    *f = (Folded){.reading = reading, .arena = arena, .differential = differential};
    reading->document->frames = frames_new(reading->document->arena);
    f->frames = &reading->document->frames;
    f->names = intern_new(arena);
    f->stacks = stacks_new(arena);
}

static void note_no_count(Folded *f, Str line) {
    if (!f->no_count++)
        f->no_count_name = str_copy(f->reading->scratch, str_slice(line, 0, 60));
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
    if (l.stack.len && !f->stacked && !f->negative && !f->too_large)
        f->differential &= l.two;
    if (f->differential && l.stack.len) {
        if (!l.two)
            return false;
        take_number(&l.stack, &l.before);
        f->before_total += l.before;
    }
    add_line(f, &l);
    return true;
}

static void snapshot(void *user, Document *document);

static bool tick(Folded *f, uint64_t *counted) {
    *counted = f->lines;
    f->bytes = 0;
    return reading_tick(f->reading, f->lines, snapshot, f);
}

/* False: read it again, as a file with one count a line. */
static bool read_lines(Folded *f) {
    Lines lines = lines_new(f->reading->source);
    uint64_t counted = 0;
    Str line;
    while (lines_next(&lines, &line)) {
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
    for (uint32_t i = 0; i < f->weights.count; i++) {
        const Weight *w = &f->weights.data[i];
        double hits = w->count < UINT32_MAX ? w->count : UINT32_MAX;
        if (w->lines)
            stacks_weigh(stacks, i, w->count, (uint32_t)hits);
    }
    track->unit = (Unit){.kind = UNIT_SAMPLES};
    stacks_finish(stacks, document->arena, track, false);
    track->kind = TRACK_MERGED;
    track->sample_count = f->after_total < 1e15 ? (uint64_t)f->after_total : 0;
}

static void snapshot(void *user, Document *document) {
    const Folded *f = user;
    Arena *arena = arena_new();
    document->frames = frames_copy(document->arena, f->frames);
    fill_track(f, stacks_snapshot(arena, f->stacks), document);
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
