/* Dense numbers for traces, a map from (trace, span id) to span, then one Operation per span, trace by trace. */
#include "format/span_set.h"

#include "base/map.h"
#include "profile/secret.h"
#include "profile/span_track.h"

/* Beyond this many traces the rest shares a track: a track costs a kilobyte, and nobody reads a list of millions. */
enum { TRACKS_MAX = 4096 };

static const NoteKind NO_TIMES = {
    "span-without-end", NOTE_WARNING,
    "{n} span{s} without a start, without an end, or ending before the start: length 0{names}"};
static const NoteKind NO_PARENT = {"missing-parent", NOTE_WARNING,
                                   "{n} span{s} with a parent that is not in the file, shown as root{s}{names}"};
static const NoteKind CYCLES = {"parent-cycle", NOTE_WARNING,
                                "{n} circle{s} of parents, each cut at its earliest span"};
static const NoteKind SAME_IDS = {"repeated-span-id", NOTE_INFO,
                                  "{n} span{s} with an id that its trace has already{names}"};
static const NoteKind MANY_TRACES = {"traces-together", NOTE_INFO, "{n} trace{s} beyond the first 4095 in one track"};

/* Bytes that the finish takes for a span beside its track: numbers, and two maps of ids at their fullest. */
enum { FINISH_COST = 4 * sizeof(uint32_t) + 2 * 3 * 12 };

typedef struct Finish {
    SpanSet *set;
    Intern *strings;
    uint32_t *trace; /* of each span: dense number, aliases resolved */
    uint32_t trace_count;
    Map plain, shared; /* (trace, id) -> span */
    uint32_t *parent;  /* of each span */
    int64_t origin;
    uint32_t *first; /* of each track: where its operations begin; one more than there are tracks */
    uint32_t *place; /* of each span: its operation */
    Operation *operations;
    uint32_t track_count;
} Finish;

SpanSet span_set_new(Reading *reading) {
    return (SpanSet){.reading = reading, .document = reading->document, .scratch = reading->scratch};
}

StrId span_set_text(SpanSet *set, Str text) {
    return intern_add(set->document->frames.strings, text);
}

static Str text_of(const Finish *f, StrId id) {
    return intern_str(f->strings, id);
}

/* ---- traces ---- */

static Str without_zeros(Str id) {
    while (id.len > 1 && id.data[0] == '0')
        id = str_slice(id, 1, id.len);
    return id;
}

/* The dense number of the trace that has this text, TREE_NONE when there is none. */
static uint32_t trace_named(const Finish *f, const uint32_t *dense, Str name) {
    StrId id = intern_find(f->strings, name);
    return id == UINT32_MAX ? TREE_NONE : dense[id];
}

/* alias[short] = long, where a long id ends in a short one. */
static void alias_short_ids(const Finish *f, const uint32_t *dense, uint32_t *alias, const StrId *names) {
    for (uint32_t t = 0; t < f->trace_count; t++) {
        Str name = text_of(f, names[t]);
        if (name.len <= 16)
            continue;
        Str low = str_slice(name, name.len - 16, name.len);
        uint32_t twin = trace_named(f, dense, low);
        if (twin == TREE_NONE)
            twin = trace_named(f, dense, without_zeros(low));
        if (twin != TREE_NONE && twin != t && alias[twin] == twin)
            alias[twin] = t;
    }
}

static void number_traces(Finish *f) {
    const SpanIn *spans = f->set->spans.data;
    size_t count = f->set->spans.count, texts = intern_count(f->strings);
    uint32_t *dense = arena_many(f->set->scratch, uint32_t, texts);
    StrId *names = arena_many(f->set->scratch, StrId, count);
    memset(dense, 0xff, texts * sizeof *dense);
    for (size_t i = 0; i < count; i++) {
        if (dense[spans[i].trace] == TREE_NONE) {
            names[f->trace_count] = spans[i].trace;
            dense[spans[i].trace] = f->trace_count++;
        }
    }
    uint32_t *alias = arena_many(f->set->scratch, uint32_t, f->trace_count);
    for (uint32_t t = 0; t < f->trace_count; t++)
        alias[t] = t;
    alias_short_ids(f, dense, alias, names);
    f->trace = arena_many(f->set->scratch, uint32_t, count);
    for (size_t i = 0; i < count; i++)
        f->trace[i] = alias[dense[spans[i].trace]];
}

/* ---- parents ---- */

static uint64_t key_of(const Finish *f, size_t span, StrId id) {
    return (uint64_t)f->trace[span] << 32 | id;
}

static void index_ids(Finish *f) {
    const SpanIn *spans = f->set->spans.data;
    f->plain.arena = f->shared.arena = f->set->scratch;
    for (uint32_t i = 0; i < f->set->spans.count; i++) {
        if (!spans[i].id)
            continue;
        bool fresh;
        map_slot(spans[i].shared ? &f->shared : &f->plain, key_of(f, i, spans[i].id), i, &fresh);
        if (!fresh)
            notes_add(&f->set->document->notes, &SAME_IDS, 1, text_of(f, spans[i].id));
    }
}

/* Of the two halves of a shared span the child belongs to the one of its own service, else to the server's. */
static uint32_t find_parent(const Finish *f, uint32_t i) {
    const SpanIn *spans = f->set->spans.data, *span = &spans[i];
    if (span->shared) {
        uint32_t client = map_get(&f->plain, key_of(f, i, span->id));
        if (client != MAP_NONE)
            return client;
    }
    uint64_t key = key_of(f, i, span->parent);
    uint32_t plain = map_get(&f->plain, key), server = map_get(&f->shared, key);
    if (server == MAP_NONE || plain == MAP_NONE)
        return server == MAP_NONE ? plain : server;
    return spans[plain].service == span->service && spans[server].service != span->service ? plain : server;
}

static void find_parents(Finish *f) {
    const SpanIn *spans = f->set->spans.data;
    f->parent = arena_many(f->set->scratch, uint32_t, f->set->spans.count);
    for (uint32_t i = 0; i < f->set->spans.count; i++) {
        f->parent[i] = spans[i].parent || spans[i].shared ? find_parent(f, i) : TREE_NONE;
        if (f->parent[i] == TREE_NONE && spans[i].parent)
            notes_add(&f->set->document->notes, &NO_PARENT, 1, text_of(f, spans[i].parent));
    }
}

/* ---- times ---- */

/* Puts the times of a span right: afterwards it has an end, equal to its start when there was no good one. */
static void check_times(Finish *f, SpanIn *span) {
    bool good = span->has_start && span->has_end && span->end >= span->start;
    if (!good)
        notes_add(&f->set->document->notes, &NO_TIMES, 1, text_of(f, span->name));
    if (!span->has_start && span->has_end) { /* it is known to have ended: stands there */
        span->start = span->end;
        return;
    }
    span->has_end = good;
    if (!good)
        span->end = span->start;
}

static void find_origin(Finish *f) {
    bool any = false;
    for (size_t i = 0; i < f->set->spans.count; i++) {
        SpanIn *span = &f->set->spans.data[i];
        check_times(f, span);
        if (!span->has_start && !span->has_end)
            continue;
        f->origin = any && f->origin < span->start ? f->origin : span->start;
        any = true;
    }
    for (size_t i = 0; i < f->set->spans.count; i++) { /* without any time: at the parent's start, if that has one */
        SpanIn *span = &f->set->spans.data[i];
        const SpanIn *parent = f->parent[i] == TREE_NONE ? NULL : &f->set->spans.data[f->parent[i]];
        if (!span->has_start && !span->has_end)
            span->start = span->end = parent && (parent->has_start || parent->has_end) ? parent->start : f->origin;
    }
    if (f->origin > (int64_t)1e17) /* later than 1973: a wall clock */
        f->set->document->origin_unix_ms = (double)f->origin / 1e6;
}

static double since(int64_t time, int64_t origin) {
    return (double)((uint64_t)time - (uint64_t)origin); /* unsigned: the whole range of 64 bits is apart at most */
}

/* ---- tracks ---- */

/* Where each span's operation goes: track by track, in file order. */
static void place_spans(Finish *f) {
    Arena *scratch = f->set->scratch;
    size_t count = f->set->spans.count;
    uint32_t *track_of = arena_many(scratch, uint32_t, f->trace_count), known = 0;
    memset(track_of, 0xff, f->trace_count * sizeof *track_of);
    for (size_t i = 0; i < count; i++)
        if (track_of[f->trace[i]] == TREE_NONE)
            track_of[f->trace[i]] = known++;
    f->track_count = known < TRACKS_MAX ? known : TRACKS_MAX;
    if (known > TRACKS_MAX)
        notes_add(&f->set->document->notes, &MANY_TRACES, known - TRACKS_MAX + 1, STR(""));
    f->first = arena_many(scratch, uint32_t, f->track_count + 1);
    f->place = arena_many(scratch, uint32_t, count);
    uint32_t *next = arena_many(scratch, uint32_t, f->track_count);
    for (size_t i = 0; i < count; i++) {
        f->trace[i] = track_of[f->trace[i]] < TRACKS_MAX ? track_of[f->trace[i]] : TRACKS_MAX - 1;
        f->first[f->trace[i] + 1]++;
    }
    for (uint32_t t = 0; t < f->track_count; t++) {
        f->first[t + 1] += f->first[t];
        next[t] = f->first[t];
    }
    for (size_t i = 0; i < count; i++)
        f->place[i] = next[f->trace[i]]++;
}

static void fill_operation(Finish *f, uint32_t i) {
    const SpanIn *span = &f->set->spans.data[i];
    Frames *frames = &f->set->document->frames;
    StrId name = span->name ? span->name : intern_add(f->strings, STR("(unnamed)"));
    f->operations[f->place[i]] = (Operation){
        .frame = frames_add(frames, &(Frame){.name = name, .module = span->service, .kind = FRAME_CODE}),
        .id = span->id,
        .label = span->label,
        .error = intern_add(f->strings, secret_mask(f->set->scratch, text_of(f, span->error))),
        .of_service = true,
        .start = since(span->start, f->origin),
        .end = since(span->end, f->origin),
        .parent = f->parent[i] == TREE_NONE ? TREE_NONE : f->place[f->parent[i]] - f->first[f->trace[i]],
        .parent_by = OPERATION_EXPLICIT,
        .status = !span->has_end || (!span->has_start && !span->failed) ? OPERATION_INCOMPLETE
                  : span->failed                                        ? OPERATION_ERROR
                                                                        : OPERATION_SUCCESS,
        .no_start = !span->has_start,
        .detail = span->detail,
    };
}

/* The longest root tells what the trace is about. */
static void name_track(const Finish *f, Track *track, StrId trace) {
    const Tree *tree = track->tree;
    uint32_t best = 0;
    track->title = STR("other traces");
    if (track->index == TRACKS_MAX - 1)
        return;
    for (uint32_t i = 0; i < tree->count; i = tree->end[i])
        best = tree->total[i] > tree->total[best] ? i : best;
    track->name = text_of(f, trace);
    track->process = frame_module(&f->set->document->frames, tree->frame[best]);
    Str root = frame_name(&f->set->document->frames, tree->frame[best]), id = str_slice(track->name, 0, 8);
    track->title = str_format(f->set->document->arena, "%.*s%s%.*s%s%.*s", STR_ARG(track->process),
                              track->process.len ? " · " : "", STR_ARG(root), f->track_count > 1 && id.len ? " · " : "",
                              f->track_count > 1 ? (int)id.len : 0, id.data);
}

static void add_tracks(Finish *f) {
    Document *document = f->set->document;
    StrId *name = arena_many(f->set->scratch, StrId, f->track_count);
    for (size_t i = f->set->spans.count; i-- > 0;)
        name[f->trace[i]] = f->set->spans.data[i].trace;
    for (uint32_t t = 0; t < f->track_count; t++) {
        Track *track = document_add_track(document);
        uint64_t cycles =
            span_track_fill(document->arena, track, f->operations + f->first[t], f->first[t + 1] - f->first[t], false);
        if (cycles)
            notes_add(&document->notes, &CYCLES, cycles, STR(""));
        name_track(f, track, name[t]);
    }
}

/* Makes the tracks; at least one span. */
static void make_tracks(SpanSet *set) {
    Finish f = {.set = set, .strings = set->document->frames.strings};
    number_traces(&f);
    index_ids(&f);
    find_parents(&f);
    find_origin(&f);
    place_spans(&f);
    f.operations = arena_many(set->document->arena, Operation, set->spans.count);
    for (uint32_t i = 0; i < set->spans.count; i++)
        fill_operation(&f, i);
    add_tracks(&f);
}

/* What is there so far: the last spans may still lack their service. */
static void snapshot(void *user, Document *document) {
    const SpanSet *set = user;
    SpanSet copy = {.document = document, .scratch = arena_new_in(document->arena)};
    copy.spans.count = copy.spans.capacity = set->spans.count;
    copy.spans.data = arena_grow(copy.scratch, NULL, set->spans.count * sizeof *copy.spans.data);
    memcpy(copy.spans.data, set->spans.data, set->spans.count * sizeof *copy.spans.data);
    document->frames = frames_copy(document->arena, &set->document->frames);
    make_tracks(&copy);
    arena_free(copy.scratch);
}

bool span_set_add(SpanSet *set, const SpanIn *span) {
    array_push(set->scratch, &set->spans, *span);
    arena_pledge(set->scratch, SPAN_TRACK_COST + FINISH_COST);
    return set->spans.count % 4096 || reading_tick(set->reading, set->spans.count, snapshot, set);
}

bool span_set_finish(SpanSet *set, const Json *json, Err *err) {
    if (reading_cancelled(set->reading, err))
        return false;
    if (!reading_stopped(set->reading, json, set->spans.count, "spans") && !set->spans.count)
        return err_set(err, ERR_FORMAT, "no span could be read: %.*s", STR_ARG(set->document->stopped));
    if (!set->spans.count)
        return err_set(err, ERR_EMPTY, "it has no spans");
    make_tracks(set);
    return true;
}
