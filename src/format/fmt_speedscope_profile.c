/* The samples, weights and events of one speedscope profile, and the track that comes of them. */
#include "format/speedscope.h"

#include <math.h>

#define TIME_MAX  (((int64_t)1 << 62) - 1)
#define VALUE_MAX 1e290

static const NoteKind NEGATIVE = {"negative-weight", NOTE_WARNING,
                                  "{n} sample{s} with a negative or no weight left out"};
static const NoteKind RAGGED = {
    "ragged-samples", NOTE_WARNING,
    "{n} sample{s} or weight{s} without a partner left out: samples and weights differ in number"};
static const NoteKind COUNTED = {"no-weights", NOTE_INFO, "no weights in the file: {n} sample{s} counted instead"};
static const NoteKind ALL_ZERO = {"zero-duration", NOTE_WARNING, "all {n} call{s} have zero duration{names}"};

static bool is_timed(const SpeedscopeProfile *p) {
    return p->unit.kind == UNIT_TIME && (p->evented || p->weighted);
}

/* In ns, or thousandths; clamped so that differences fit. */
static int64_t scaled(const JsonNumber *n, int scale) {
    int64_t time;
    if (!n->finite)
        return 0;
    if (!json_number_scaled(n, scale, &time))
        return n->negative ? -TIME_MAX : TIME_MAX;
    return time > TIME_MAX ? TIME_MAX : time < -TIME_MAX ? -TIME_MAX : time;
}

/* ---- samples ---- */

/* The node of a frame at that depth of the stack. As long as a stack is like the one before nothing is looked up. */
static void step(Speedscope *s, SpeedscopeProfile *p, size_t depth, int64_t index) {
    if (depth < p->path.count && p->path.data[depth].index == index)
        return;
    uint32_t parent = depth ? p->path.data[depth - 1].node : TREE_NONE;
    uint32_t node = stacks_child(p->stacks, parent, speedscope_frame(s, index));
    bool counted = index < 0 || (uint64_t)index >= s->frames.count || node == parent; /* each time anew */
    p->path.count = depth;
    array_push(s->reading->scratch, &p->path, (SpeedscopeStep){counted ? -1 : index, node});
}

static uint32_t read_stack(Speedscope *s, SpeedscopeProfile *p) {
    enum { AT_ONCE = 64 };
    int64_t indices[AT_ONCE];
    size_t depth = 0, n;
    if (!json_enter_or_skip(&s->json, JSON_ARRAY))
        return TREE_NONE;
    do {
        n = json_numbers(&s->json, 0, indices, AT_ONCE);
        for (size_t i = 0; i < n; i++)
            step(s, p, depth++, indices[i] == -1 ? JSON_NO_NUMBER : indices[i]);
    } while (n == AT_ONCE);
    return depth ? p->path.data[depth - 1].node : TREE_NONE;
}

void speedscope_samples(Speedscope *s, SpeedscopeProfile *p) {
    if (!json_enter_or_skip(&s->json, JSON_ARRAY))
        return;
    p->sampled = true;
    while (json_item(&s->json) && speedscope_tick(s))
        array_push(s->reading->scratch, &p->samples, read_stack(s, p));
}

void speedscope_weights(Speedscope *s, SpeedscopeProfile *p) {
    double weight;
    if (!json_enter_or_skip(&s->json, JSON_ARRAY))
        return;
    p->weighted = true;
    while (json_item(&s->json) && speedscope_tick(s)) {
        json_double(&s->json, &weight);
        array_push(s->reading->scratch, &p->weights, weight);
    }
}

static size_t pair_up(Speedscope *s, const SpeedscopeProfile *p) {
    Notes *notes = &s->reading->document->notes;
    size_t samples = p->samples.count, weights = p->weights.count;
    if (!p->weighted) {
        notes_add(notes, &COUNTED, samples, STR(""));
        return samples;
    }
    size_t count = samples < weights ? samples : weights;
    if (samples != weights)
        notes_add(notes, &RAGGED, samples + weights - 2 * count, STR(""));
    return count;
}

static void weigh_samples(Speedscope *s, SpeedscopeProfile *p) {
    bool timed = is_timed(p);
    size_t count = pair_up(s, p);
    double factor = timed ? pow(10, p->scale) : 1, at = 0;
    for (size_t i = 0; i < count; i++) {
        double weight = i < p->weights.count ? p->weights.data[i] * factor : 1;
        if (!(weight >= 0 && weight <= VALUE_MAX)) { /* NAN too */
            notes_add(&s->reading->document->notes, &NEGATIVE, 1, STR(""));
            continue;
        }
        stacks_sample(p->stacks, p->samples.data[i], timed ? at : NAN, weight);
        at += weight;
    }
    p->interval = timed && count ? at / (double)count : 0;
    p->first = scaled(&p->start, p->scale);
}

/* ---- events ---- */

static void take_event(SpeedscopeProfile *p, const SpeedscopeEvent *event) {
    open_close_event(p->calls, event->opens, event->frame, scaled(&event->at, p->scale), event->at.value);
}

/* From now on events are taken as they come, those that waited for the unit first. */
static void begin_calls(Speedscope *s, SpeedscopeProfile *p) {
    if (p->calls)
        return;
    p->calls = arena_one(s->reading->scratch, OpenClose);
    *p->calls = open_close_new(s->reading->scratch, s->reading->document, &s->open_counts);
    for (size_t i = 0; i < p->events.count; i++)
        take_event(p, &p->events.data[i]);
    array_release(s->reading->scratch, &p->events);
}

static void read_event(Speedscope *s, SpeedscopeProfile *p) {
    SpeedscopeEvent event = {.frame = FRAME_NONE};
    int64_t index = -1;
    Str key, type = {0};
    if (!json_enter_or_skip(&s->json, JSON_OBJECT))
        return;
    while (json_key(&s->json, &key)) {
        if (str_is(key, "type"))
            event.opens = json_string(&s->json, &type) && str_is(type, "O");
        else if (str_is(key, "at"))
            json_number(&s->json, &event.at);
        else if (str_is(key, "frame"))
            json_i64(&s->json, &index);
        else
            json_skip(&s->json);
    }
    event.frame = speedscope_frame(s, index);
    if (p->calls)
        take_event(p, &event);
    else
        array_push(s->reading->scratch, &p->events, event);
}

void speedscope_events(Speedscope *s, SpeedscopeProfile *p) {
    if (!json_enter_or_skip(&s->json, JSON_ARRAY))
        return;
    p->evented = true;
    if (p->unit_known)
        begin_calls(s, p);
    while (json_item(&s->json) && speedscope_tick(s))
        read_event(s, p);
}

static void find_first(SpeedscopeProfile *p) {
    int64_t last;
    if (!spans_range(p->calls->spans, &p->first, &last))
        p->first = INT64_MAX;
}

static void end_calls(Speedscope *s, SpeedscopeProfile *p) {
    begin_calls(s, p);
    p->open = open_close_end(p->calls, p->end.finite ? scaled(&p->end, p->scale) : INT64_MIN);
    find_first(p);
}

void speedscope_profile_end(Speedscope *s, SpeedscopeProfile *p) {
    if (p->evented)
        end_calls(s, p);
    else
        weigh_samples(s, p);
    array_release(s->reading->scratch, &p->samples);
    array_release(s->reading->scratch, &p->weights);
    array_release(s->reading->scratch, &p->path);
}

/* ---- tracks ---- */

/* Thousandths back to what the file counts. */
static void scale_back(Track *track) {
    Tree *tree = (Tree *)track->tree;
    for (uint32_t i = 0; i < tree->count; i++) {
        tree->start[i] /= 1000;
        tree->total[i] /= 1000;
        tree->self[i] /= 1000;
    }
    tree_seal(tree);
    track->total /= 1000;
}

static void nest_calls(const SpeedscopeProfile *p, Document *document, Track *track, int64_t origin) {
    Arena *own = arena_new_in(document->arena);
    SpanRepairs repairs;
    const Spans *spans = p->calls->spans;
    spans_finish(spans, spans_room(own, spans_count(spans)), document->arena, is_timed(p) ? origin : p->first, false,
                 &document->frames, track, &repairs);
    arena_free(own);
    open_close_flag(document->arena, track, p->open);
    if (!is_timed(p))
        scale_back(track);
    if (track->tree->count && !(track->total > 0))
        notes_add(&document->notes, &ALL_ZERO, track->tree->count, track->name);
}

static void place_samples(const SpeedscopeProfile *p, Document *document, Track *track, int64_t origin, bool snapshot) {
    Arena *own = arena_new_in(document->arena);
    stacks_finish(snapshot ? stacks_snapshot(own, p->stacks, true) : p->stacks, document->arena, track, !snapshot);
    arena_free(own);
    track->interval = p->interval;
    for (size_t i = 0; is_timed(p) && i < track->samples.count; i++)
        track->samples.start[i] += (double)(p->first - origin);
}

static void add_track(const SpeedscopeProfile *p, Document *document, int64_t origin, bool snapshot) {
    Track *track = document_add_track(document);
    track->name = str_copy(document->arena, p->name);
    track->unit = p->unit;
    track->unit.word = str_copy(document->arena, p->unit.word);
    if (p->sampled && !p->evented && !p->weighted)
        track->unit.kind = UNIT_SAMPLES;
    track->ordered = p->evented || (is_timed(p) && !snapshot);
    if (p->evented)
        nest_calls(p, document, track, origin);
    else
        place_samples(p, document, track, origin, snapshot);
}

/* Of a profile that is being read there is something to show when its events are taken as they come. */
static SpeedscopeProfile *half_read(const Speedscope *s) {
    SpeedscopeProfile *p = s->current && s->current->calls && spans_count(s->current->calls->spans) ? s->current : NULL;
    if (p)
        find_first(p);
    return p;
}

static int64_t find_origin(const Speedscope *s, const SpeedscopeProfile *half) {
    int64_t origin = half && is_timed(half) ? half->first : INT64_MAX;
    for (size_t i = 0; i < s->profiles.count; i++) {
        const SpeedscopeProfile *p = s->profiles.data[i];
        origin = is_timed(p) && p->first < origin ? p->first : origin;
    }
    return origin;
}

void speedscope_tracks(Speedscope *s, Document *document, bool snapshot) {
    const SpeedscopeProfile *half = half_read(s);
    int64_t origin = find_origin(s, half);
    for (size_t i = 0; i < s->profiles.count; i++) {
        const SpeedscopeProfile *p = s->profiles.data[i];
        if (p->calls && !snapshot)
            spans_redeem(p->calls->spans);
        add_track(p, document, origin, snapshot);
    }
    if (half)
        add_track(half, document, origin, snapshot);
    for (uint32_t i = 0; i < document->tracks.count; i++)
        document->tracks.data[i]->preferred = i == s->active;
}
