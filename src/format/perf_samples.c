/* From lines of perf script to tracks; see format/perf_samples.h. */
#include "format/perf_samples.h"

#include "base/sort.h"
#include "format/cpu_nodes.h"
#include "format/v8_name.h"

#include <math.h>

static const NoteKind PERIODS = {"periods", NOTE_INFO, "every sample counts once; the periods add up to{names}"};
static const NoteKind GLITCH = {"period-glitch", NOTE_WARNING, "one sample holds nearly all of the period{names}"};
static const NoteKind CROWDED = {"many-threads", NOTE_WARNING,
                                 "{n} sample{s} of threads beyond the first 20 000 {is} in one track of their own"};
static const NoteKind BARE = {"no-stack", NOTE_INFO, "{n} sample{s} without a stack"};

Perf perf_new(Arena *scratch, Frames *frames) {
    Perf p = {
        .scratch = scratch, .frames = frames, .keys = intern_new(scratch), .thread = TREE_NONE, .origin = INT64_MAX};
    p.threads.arena = p.events.arena = p.by_symbol.arena = p.by_place.arena = scratch;
    return p;
}

/* ---- names ---- */

static bool is_kernel(Str dso) {
    return str_starts(dso, "[kernel") || str_starts(dso, "[guest.kernel") || str_ends(dso, ".ko") ||
           str_find(dso, STR("vmlinux"), 0) != SIZE_MAX;
}

/* "[libc.so.6]" for an unknown symbol of a known library. */
static Str name_of(Perf *p, Str symbol, Str dso) {
    Str base = str_base_name(dso);
    if (!str_is(symbol, "[unknown]") || !dso.len || str_is(dso, "[unknown]"))
        return symbol;
    return base.data[0] == '[' ? base : str_format(p->scratch, "[%.*s]", STR_ARG(base));
}

static FrameId add_frame(Perf *p, Str symbol, Str dso) {
    Intern *strings = p->frames->strings;
    V8Name script;
    if (v8_name_split(symbol, &script))
        return frames_add(p->frames,
                          &(Frame){.name = intern_add(strings, script.name.len ? script.name : STR("(anonymous)")),
                                   .file = intern_add(strings, script.file),
                                   .module = intern_add(strings, cpu_package_of(script.file)),
                                   .line = script.line,
                                   .column = script.column});
    bool nowhere = !dso.len || str_is(dso, "[unknown]");
    return frames_add(p->frames, &(Frame){.name = intern_add(strings, name_of(p, symbol, dso)),
                                          .module = nowhere ? 0 : intern_add(strings, str_base_name(dso)),
                                          .kind = is_kernel(dso) ? FRAME_NATIVE : FRAME_CODE});
}

static void note_place(Perf *p, FrameId frame, const PerfRawFrame *raw) {
    if (!raw->file)
        return;
    bool fresh;
    uint64_t key = (uint64_t)frame << 32 | raw->file;
    uint32_t index = *map_slot(&p->by_place, key, (uint32_t)p->places.count, &fresh);
    if (fresh)
        array_push(p->scratch, &p->places, (PerfPlace){.frame = frame, .file = raw->file, .line = raw->line});
    PerfPlace *place = &p->places.data[index];
    place->line = raw->line < place->line ? raw->line : place->line;
    place->times++;
}

static FrameId frame_of(Perf *p, const PerfRawFrame *raw, StrId dso) {
    bool fresh;
    uint32_t *slot = map_slot(&p->by_symbol, (uint64_t)raw->symbol << 32 | dso, 0, &fresh);
    if (fresh)
        *slot = add_frame(p, intern_str(p->frames->strings, raw->symbol), intern_str(p->frames->strings, dso));
    note_place(p, *slot, raw);
    return *slot;
}

/* ---- samples ---- */

/* From the outermost frame in; what was inlined lies in the library of the frame it is in. */
static uint32_t find_node(Perf *p, Stacks *stacks) {
    uint32_t node = TREE_NONE;
    StrId dso = 0;
    for (size_t i = p->stack.count; i-- > 0;) {
        const PerfRawFrame *raw = &p->stack.data[i];
        dso = raw->inlined ? dso : raw->dso;
        node = stacks_child(stacks, node, frame_of(p, raw, dso));
    }
    if (node != TREE_NONE)
        return node;
    p->bare++;
    return stacks_child(stacks, TREE_NONE, frames_add_name(p->frames, STR("(no stack)"), FRAME_UNKNOWN));
}

void perf_end(Perf *p) {
    if (p->thread == TREE_NONE)
        return;
    PerfThread *thread = &p->thread_list.data[p->thread];
    uint32_t node = find_node(p, thread->stacks);
    thread->unsorted |= thread->samples.count && p->time < array_last(&thread->samples).time;
    array_push(p->scratch, &thread->samples, (PerfSample){p->time, node});
    p->samples++;
    p->stack.count = 0;
    p->thread = TREE_NONE;
}

/* What nobody could look at one by one is put together: the events and threads beyond these. */
enum { EVENTS_MAX = 1000, THREADS_MAX = 20000 };

static uint32_t find_event(Perf *p, const PerfHeader *h) {
    StrId key = intern_add(p->keys, h->event);
    bool fresh;
    if (p->event_list.count >= EVENTS_MAX && map_get(&p->events, key) == MAP_NONE)
        key = intern_add(p->keys, STR("(other events)"));
    uint32_t index = *map_slot(&p->events, key, (uint32_t)p->event_list.count, &fresh);
    if (fresh)
        array_push(p->scratch, &p->event_list, (PerfEvent){.name = utf8_clean(p->scratch, intern_str(p->keys, key))});
    PerfEvent *event = &p->event_list.data[index];
    event->samples++;
    event->periods += h->period;
    event->largest = h->period > event->largest ? h->period : event->largest;
    return index;
}

/* Ids are used again and names change: a thread is the same while its ids and its name are. */
static uint64_t thread_key(StrId comm, StrId pid, StrId tid, uint32_t event) {
    return map_mix(map_mix((uint64_t)pid << 32 | tid) ^ ((uint64_t)comm << 32 | event));
}

static uint32_t find_thread(Perf *p, const PerfHeader *h) {
    uint32_t event = find_event(p, h);
    bool fresh;
    StrId comm = intern_add(p->keys, h->comm), pid = intern_add(p->keys, h->pid), tid = intern_add(p->keys, h->tid);
    uint32_t found = map_get(&p->threads, thread_key(comm, pid, tid, event));
    if (found != MAP_NONE)
        return found;
    if (p->thread_list.count >= THREADS_MAX) {
        comm = intern_add(p->keys, STR("(other threads)"));
        pid = tid = 0;
        p->crowded++;
    }
    uint64_t key = thread_key(comm, pid, tid, event);
    uint32_t index = *map_slot(&p->threads, key, (uint32_t)p->thread_list.count, &fresh);
    if (fresh)
        array_push(p->scratch, &p->thread_list,
                   (PerfThread){.comm = utf8_clean(p->scratch, intern_str(p->keys, comm)),
                                .pid = intern_str(p->keys, pid),
                                .tid = intern_str(p->keys, tid),
                                .event = event,
                                .stacks = stacks_new(p->scratch)});
    return index;
}

void perf_add_frame(Perf *p, const PerfFrame *frame) {
    Intern *strings = p->frames->strings;
    array_push(p->scratch, &p->stack,
               (PerfRawFrame){.symbol = intern_add(strings, utf8_clean(p->scratch, frame->symbol)),
                              .dso = intern_add(strings, utf8_clean(p->scratch, frame->dso)),
                              .inlined = frame->inlined});
}

void perf_begin(Perf *p, const PerfHeader *h) {
    PerfFrame frame;
    perf_end(p);
    p->thread = find_thread(p, h);
    p->time = h->time;
    p->origin = h->timed && h->time < p->origin ? h->time : p->origin;
    PerfThread *thread = &p->thread_list.data[p->thread];
    thread->untimed |= !h->timed;
    thread->periods += h->period;
    if (h->rest.len && perf_frame(h->rest, &frame) && frame.dso.len) /* one frame on the same line */
        perf_add_frame(p, &frame);
}

void perf_add_place(Perf *p, Str file, int32_t line) {
    if (!p->stack.count)
        return;
    array_last(&p->stack).file = intern_add(p->frames->strings, utf8_clean(p->scratch, file));
    array_last(&p->stack).line = line;
}

/* ---- tracks ---- */

static bool is_later(const void *context, uint32_t a, uint32_t b) {
    const PerfSample *samples = context;
    return samples[a].time > samples[b].time;
}

static const uint32_t *time_order(Arena *scratch, const PerfThread *thread) {
    size_t n = thread->samples.count;
    uint32_t *order = arena_many(scratch, uint32_t, n);
    for (uint32_t i = 0; i < n; i++)
        order[i] = i;
    if (thread->unsorted && !thread->untimed)
        sort_indices(order, n, arena_many(scratch, uint32_t, n), is_later, thread->samples.data);
    return order;
}

/* Clocks count their periods in ns. */
static bool is_clock(Str event) {
    return str_starts(event, "cpu-clock") || str_starts(event, "task-clock");
}

static Str thread_name(const Perf *p, Arena *arena, const PerfThread *thread) {
    bool same = !thread->pid.len || str_equal(thread->pid, thread->tid);
    Str ids = same ? thread->tid : str_format(arena, "%.*s/%.*s", STR_ARG(thread->pid), STR_ARG(thread->tid));
    Str name = thread->comm.len ? str_format(arena, "%.*s %.*s", STR_ARG(thread->comm), STR_ARG(ids)) : ids;
    name = str_trim(name);
    Str event = p->event_list.data[thread->event].name;
    if (p->event_list.count < 2 || !name.len)
        return p->event_list.count < 2 ? name : event;
    return str_format(arena, "%.*s · %.*s", STR_ARG(name), STR_ARG(event));
}

/* Fills a track from stacks, the thread's own or a snapshot of them. */
static void build_track(const Perf *p, Document *document, const PerfThread *thread, Stacks *stacks) {
    Arena *arena = document->arena, *scratch = arena_new_in(arena);
    const uint32_t *order = time_order(scratch, thread);
    Track *track = document_add_track(document);
    for (size_t i = 0; i < thread->samples.count; i++) {
        const PerfSample *sample = &thread->samples.data[order[i]];
        stacks_sample(stacks, sample->node, thread->untimed ? NAN : (double)(sample->time - p->origin), 1);
    }
    Str event = p->event_list.data[thread->event].name;
    track->unit = (Unit){.kind = UNIT_SAMPLES, .word = p->event_list.count > 1 ? str_copy(arena, event) : STR("")};
    track->name = str_copy(arena, thread_name(p, scratch, thread));
    track->pid = str_copy(arena, thread->pid.len ? thread->pid : thread->tid);
    track->tid = str_copy(arena, thread->tid);
    track->ordered = !thread->untimed;
    track->interval = is_clock(event) ? thread->periods / (double)thread->samples.count : 0;
    stacks_finish(stacks, arena, track, true);
    arena_free(scratch);
}

static void build_threads(Perf *p, Document *document, Arena *scratch, bool spend) {
    for (size_t i = 0; i < p->thread_list.count; i++) {
        const PerfThread *thread = &p->thread_list.data[i];
        if (thread->samples.count)
            build_track(p, document, thread, spend ? thread->stacks : stacks_snapshot(scratch, thread->stacks, false));
    }
}

void perf_build(Perf *p, Document *document, bool spend) {
    Arena *scratch = arena_new_in(document->arena);
    build_threads(p, document, scratch, spend);
    arena_free(scratch);
}

/* Each function is said to be where most of its samples are. Once no frame is added any more this does the table no harm. */
static void give_places(Perf *p) {
    uint64_t *most = arena_many(p->scratch, uint64_t, p->frames->count);
    for (size_t i = 0; i < p->places.count; i++) {
        const PerfPlace *place = &p->places.data[i];
        Frame *frame = &p->frames->list[place->frame];
        if (place->times <= most[place->frame])
            continue;
        most[place->frame] = place->times;
        frame->file = place->file;
        frame->line = place->line;
    }
}

void perf_close(Perf *p, Document *document) {
    Notes *notes = &document->notes;
    give_places(p);
    for (size_t i = 0; i < p->event_list.count; i++) {
        const PerfEvent *event = &p->event_list.data[i];
        if (event->periods > 0)
            notes_add(notes, &PERIODS, 1, str_format(p->scratch, "%.*s %.15g", STR_ARG(event->name), event->periods));
        if (event->samples > 2 && event->largest > 0.99 * event->periods && event->periods > 0)
            notes_add(
                notes, &GLITCH, 1,
                str_format(p->scratch, "%.*s: %.15g of %.15g", STR_ARG(event->name), event->largest, event->periods));
    }
    if (p->crowded)
        notes_add(notes, &CROWDED, p->crowded, STR(""));
    if (p->bare)
        notes_add(notes, &BARE, p->bare, STR(""));
}
