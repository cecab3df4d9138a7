/* Tracks from the tables of a Firefox profile; see format/gecko.h. Every index of the file is checked where it is used. */
#include "format/gecko.h"

#include <math.h>

static const NoteKind NEGATIVE = {"negative-weight", NOTE_WARNING,
                                  "{n} sample{s} with a negative weight left out{names}"};
static const NoteKind BAD_INDEX = {"bad-index", NOTE_WARNING, "{n} reference{s} to a row that does not exist{names}"};
static const NoteKind INSTANTS = {"instant-markers", NOTE_INFO, "{n} marker{s} without a duration {is} not drawn"};
static const NoteKind OPEN = {"begin-without-end", NOTE_WARNING, "{n} marker{s} without an end{names}"};
static const NoteKind ENDS = {"end-without-begin", NOTE_INFO, "{n} marker end{s} without a begin"};

typedef struct Builder {
    Gecko *gecko;
    const GeckoThread *thread;
    Stacks *stacks;
    uint32_t *node;  /* node of stacks by stack row, + 1; 0 = not yet */
    FrameId *frames; /* frame by frame row, + 1 */
    Array(uint32_t) touched, way;
} Builder;

/* A table of the thread itself when it has one, else the shared one. */
static const GeckoColumn *column(const Builder *b, GeckoColumnId id) {
    const GeckoColumn *own = &b->thread->tables.columns[id];
    return own->present ? own : &b->gecko->shared.columns[id];
}

static int32_t at(const Builder *b, GeckoColumnId id, int64_t row) {
    const GeckoColumn *c = column(b, id);
    return row >= 0 && (size_t)row < c->whole.count ? c->whole.data[row] : -1;
}

static StrId string_at(const Builder *b, int64_t index) {
    const GeckoTables *own = &b->thread->tables, *t = own->strings.count ? own : &b->gecko->shared;
    return index >= 0 && (size_t)index < t->strings.count ? t->strings.data[index] : 0;
}

/* ---- frames ---- */

/* Raw profiles hold "name (file:line:column)" for scripts and plain names or addresses for the rest. */
static void split_location(Intern *strings, Str text, Frame *frame) {
    size_t open = str_find(text, STR(" ("), 0);
    if (open == SIZE_MAX || !str_ends(text, ")")) {
        frame->name = intern_add(strings, text);
        frame->kind = FRAME_NATIVE;
        return;
    }
    Str place = str_slice(text, open + 2, text.len - 1);
    int32_t *numbers[2] = {&frame->column, &frame->line};
    int found = 0;
    for (; found < 2; found++) {
        size_t colon = str_rfind_char(place, ':');
        int64_t n;
        if (colon == SIZE_MAX || !str_to_i64(str_slice(place, colon + 1, place.len), &n) || n < 0 || n > INT32_MAX)
            break;
        *numbers[found] = (int32_t)n;
        place = str_slice(place, 0, colon);
    }
    if (found == 1) { /* only a line was given */
        frame->line = frame->column;
        frame->column = 0;
    }
    frame->name = intern_add(strings, str_slice(text, 0, open));
    frame->file = intern_add(strings, place);
}

static int32_t positive(int32_t n) {
    return n > 0 ? n : 0;
}

static Frame frame_of_function(Builder *b, int32_t func) {
    Frame frame = {.name = string_at(b, at(b, FUNC_NAME, func)), .file = string_at(b, at(b, FUNC_FILE, func))};
    int32_t source = at(b, FUNC_SOURCE, func), resource = at(b, FUNC_RESOURCE, func);
    if (!frame.file && source >= 0)
        frame.file = string_at(b, at(b, SOURCE_FILE, source));
    if (resource >= 0)
        frame.module = string_at(b, at(b, RESOURCE_NAME, resource));
    frame.line = frame.file ? positive(at(b, FUNC_LINE, func)) : 0;
    frame.column = frame.line ? positive(at(b, FUNC_COLUMN, func)) : 0;
    frame.kind = frame.file || at(b, FUNC_IS_JS, func) == 1 || frame.module ? FRAME_CODE : FRAME_NATIVE;
    return frame;
}

static FrameId frame_of_row(Builder *b, int32_t row, size_t rows) {
    Frames *frames = &b->gecko->document->frames;
    if (row < 0 || (size_t)row >= rows) {
        notes_add(&b->gecko->document->notes, &BAD_INDEX, 1, STR("frameTable"));
        return frames_add_name(frames, STR("(unknown)"), FRAME_UNKNOWN);
    }
    if (b->frames[row])
        return b->frames[row] - 1;
    Frame frame = {0};
    if (column(b, FRAME_FUNC)->present)
        frame = frame_of_function(b, at(b, FRAME_FUNC, row));
    else
        split_location(frames->strings, intern_str(frames->strings, string_at(b, at(b, FRAME_LOCATION, row))), &frame);
    if (!frame.name)
        frame.name = intern_add(frames->strings, STR("(anonymous)"));
    b->frames[row] = frames_add(frames, &frame) + 1;
    return b->frames[row] - 1;
}

/* ---- stacks ---- */

static size_t stack_rows(const Builder *b) {
    return column(b, STACK_FRAME)->whole.count;
}

static size_t frame_rows(const Builder *b) {
    size_t a = column(b, FRAME_FUNC)->whole.count, c = column(b, FRAME_LOCATION)->whole.count;
    return a > c ? a : c;
}

/* The parent row of a stack row; -1 for a root. A parent must come before its child, else it is none. */
static int64_t prefix_of(Builder *b, int64_t row) {
    int64_t parent = -1;
    if (column(b, STACK_OFFSET)->present) {
        int64_t offset = at(b, STACK_OFFSET, row);
        parent = offset > 0 ? row - offset : -1;
    } else {
        parent = at(b, STACK_PREFIX, row);
    }
    if (parent >= row || parent < -1) {
        notes_add(&b->gecko->document->notes, &BAD_INDEX, 1, STR("stackTable"));
        return -1;
    }
    return parent;
}

/* The node of a stack row: up to the first row that has one, then down again. */
static uint32_t node_of(Builder *b, int32_t stack) {
    if (stack < 0)
        return TREE_NONE;
    if ((size_t)stack >= stack_rows(b)) {
        notes_add(&b->gecko->document->notes, &BAD_INDEX, 1, STR("samples"));
        return TREE_NONE;
    }
    b->way.count = 0;
    int64_t row = stack;
    for (; row >= 0 && !b->node[row]; row = prefix_of(b, row))
        array_push(b->gecko->scratch, &b->way, (uint32_t)row);
    uint32_t node = row >= 0 ? b->node[row] - 1 : TREE_NONE;
    while (b->way.count) {
        uint32_t r = array_pop(&b->way);
        node = stacks_child(b->stacks, node, frame_of_row(b, at(b, STACK_FRAME, r), frame_rows(b)));
        b->node[r] = node + 1;
        array_push(b->gecko->scratch, &b->touched, r);
    }
    return node;
}

/* ---- tracks ---- */

static Track *new_track(Builder *b, const char *what) {
    Document *d = b->gecko->document;
    Track *track = document_add_track(d);
    const Intern *strings = d->frames.strings;
    track->process = intern_str(strings, b->thread->process);
    track->name = intern_str(strings, b->thread->name);
    if (what[0])
        track->name = str_format(d->arena, "%.*s — %s", STR_ARG(track->name), what);
    track->pid = intern_str(strings, b->thread->pid);
    track->tid = intern_str(strings, b->thread->tid);
    track->ordered = true;
    return track;
}

static Unit unit_of(const Builder *b, StrId type, double *factor) {
    Str word = intern_str(b->gecko->document->frames.strings, type);
    *factor = 1;
    if (str_is(word, "bytes"))
        return (Unit){.kind = UNIT_BYTES};
    if (str_is(word, "tracing-ms")) {
        *factor = 1e6;
        return (Unit){.kind = UNIT_TIME};
    }
    return (Unit){.kind = UNIT_SAMPLES};
}

static void add_sample(Builder *b, const GeckoSamples *s, size_t i, double ms, double factor) {
    double weight = i < s->weight.real.count && !isnan(s->weight.real.data[i]) ? s->weight.real.data[i] : 1;
    if (weight < 0) {
        Str value = str_format(b->gecko->scratch, "%.17g", weight);
        notes_add(&b->gecko->document->notes, &NEGATIVE, 1, value);
        return;
    }
    double start = isnan(ms) ? NAN : (ms + b->thread->offset_ms) * 1e6;
    stacks_sample(b->stacks, node_of(b, s->stack.whole.data[i]), start, weight * factor);
    b->gecko->document->records++;
}

static void add_samples(Builder *b, const GeckoSamples *s) {
    double factor, ms = 0;
    Track *track = new_track(b, s->what);
    track->unit = unit_of(b, s->weight_type, &factor);
    if (s->what[0] && s->weight.present) /* allocations weigh bytes, whatever the file leaves unsaid */
        track->unit = (Unit){.kind = UNIT_BYTES};
    track->interval = b->gecko->interval_ms > 0 ? b->gecko->interval_ms * 1e6 : 0;
    Arena *own = arena_new_in(b->gecko->document->arena);
    b->stacks = stacks_new(own);
    for (size_t i = 0; i < s->stack.whole.count; i++) {
        if (s->time.present)
            ms = i < s->time.real.count ? s->time.real.data[i] : NAN;
        else if (s->delta.present)
            ms += i < s->delta.real.count && !isnan(s->delta.real.data[i]) ? s->delta.real.data[i] : 0;
        add_sample(b, s, i, s->time.present || s->delta.present ? ms : NAN, factor);
    }
    stacks_finish(b->stacks, b->gecko->document->arena, track, true);
    arena_free(own);
    for (size_t i = 0; i < b->touched.count; i++)
        b->node[b->touched.data[i]] = 0;
    b->touched.count = 0;
}

static bool to_ns(double ms, int64_t *ns) {
    *ns = fabs(ms) < 9e12 ? (int64_t)llround(ms * 1e6) : 0;
    return fabs(ms) < 9e12;
}

static double real_at(const Builder *b, GeckoColumnId id, size_t row) {
    const GeckoColumn *c = &b->thread->tables.columns[id];
    return row < c->real.count ? c->real.data[row] : NAN;
}

/* Phases: 0 instant, 1 interval, 2 start, 3 end. */
static bool add_marker(Builder *b, Spans *spans, size_t i) {
    Frames *frames = &b->gecko->document->frames;
    int32_t phase = at(b, MARKER_PHASE, (int64_t)i); /* profiles before version 30 say no phase: -1 */
    FrameId frame = frames_add(frames, &(Frame){.name = string_at(b, at(b, MARKER_NAME, (int64_t)i))});
    double from = real_at(b, MARKER_START, i) + b->thread->offset_ms,
           to = real_at(b, MARKER_END, i) + b->thread->offset_ms;
    int64_t start, end;
    if (phase == 1 && to_ns(from, &start) && to_ns(to, &end) && end >= start)
        spans_add(spans, frame, start, end - start, 0);
    else if (phase == 2 && to_ns(from, &start))
        spans_begin(spans, frame, start, 0);
    else if (phase == 3 && to_ns(to, &end))
        spans_end(spans, frame, end);
    else
        return false;
    return true;
}

static void add_markers(Builder *b) {
    Document *d = b->gecko->document;
    size_t count = b->thread->tables.columns[MARKER_NAME].whole.count, instants = 0;
    Arena *own = arena_new_in(d->arena);
    Spans *spans = spans_new(own);
    for (size_t i = 0; i < count; i++)
        instants += !add_marker(b, spans, i);
    if (instants)
        notes_add(&d->notes, &INSTANTS, instants, STR(""));
    if (spans_count(spans)) {
        SpanRepairs repairs;
        Track *track = new_track(b, "markers");
        track->unit = (Unit){.kind = UNIT_TIME};
        spans_redeem(spans);
        spans_finish(spans, spans_room(own, spans_count(spans)), d->arena, 0, false, &d->frames, track, &repairs);
        if (repairs.open)
            notes_add(&d->notes, &OPEN, repairs.open, repairs.open_names[0]);
        if (repairs.unmatched_ends)
            notes_add(&d->notes, &ENDS, repairs.unmatched_ends, STR(""));
    }
    arena_free(own);
}

/* One axis for all tracks: the earliest time of any becomes zero. */
static void subtract_origin(Document *d) {
    double origin = INFINITY;
    for (size_t k = 0; k < d->tracks.count; k++) {
        const Track *t = d->tracks.data[k];
        if (t->kind == TRACK_EVENTS && t->tree->count)
            origin = fmin(origin, t->tree->left);
        for (size_t i = 0; t->samples.start && i < t->samples.count; i++)
            origin = fmin(origin, t->samples.start[i]);
    }
    for (size_t k = 0; k < d->tracks.count && isfinite(origin); k++) {
        Track *t = d->tracks.data[k];
        for (size_t i = 0; t->samples.start && i < t->samples.count; i++)
            t->samples.start[i] -= origin;
        for (uint32_t i = 0; t->kind == TRACK_EVENTS && i < t->tree->count; i++)
            t->tree->start[i] -= origin;
        if (t->kind == TRACK_EVENTS)
            tree_seal((Tree *)t->tree);
    }
    if (isfinite(origin))
        d->origin_unix_ms += origin / 1e6;
}

static size_t largest(const Gecko *g, GeckoColumnId id) {
    size_t most = g->shared.columns[id].whole.count;
    for (size_t i = 0; i < g->threads.count; i++) {
        size_t n = g->threads.data[i].tables.columns[id].whole.count;
        most = n > most ? n : most;
    }
    return most;
}

void gecko_tracks(Gecko *gecko) {
    Builder b = {.gecko = gecko};
    size_t funcs = largest(gecko, FRAME_FUNC), locations = largest(gecko, FRAME_LOCATION);
    size_t rows = funcs > locations ? funcs : locations;
    b.node = arena_many(gecko->scratch, uint32_t, largest(gecko, STACK_FRAME) + 1);
    b.frames = arena_many(gecko->scratch, FrameId, rows + 1);
    bool shared_frames = gecko->shared.columns[FRAME_FUNC].present;
    for (size_t i = 0; i < gecko->threads.count; i++) {
        b.thread = &gecko->threads.data[i];
        if (!shared_frames) /* each thread counts its own frames from 0 */
            memset(b.frames, 0, frame_rows(&b) * sizeof *b.frames);
        for (size_t k = 0; k < b.thread->samples.count; k++)
            add_samples(&b, &b.thread->samples.data[k]);
        add_markers(&b);
    }
    gecko->document->origin_unix_ms = isfinite(gecko->start_ms) ? gecko->start_ms : 0;
    subtract_origin(gecko->document);
}
