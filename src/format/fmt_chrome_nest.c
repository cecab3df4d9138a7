/* The events of threads to trees, on two processors when it is much. */
#include "format/chrome.h"

enum { NEST_TOGETHER = 50000 }; /* events from which a second thread pays */

static const NoteKind UNMATCHED = {"end-without-begin", NOTE_WARNING, "{n} end event{s} without a begin"};
static const NoteKind UNCLOSED = {"begin-without-end", NOTE_WARNING, "{n} begin event{s} without an end{names}"};
static const NoteKind OVERLAP = {"overlap", NOTE_WARNING,
                                 "{n} event{s} overlap{v} another on the same thread without being nested{names}"};
static const NoteKind CLOSED = {"closed-early", NOTE_WARNING, "{n} event{s} closed by the end of an enclosing one"};

static void note_with_names(Document *document, const NoteKind *kind, uint64_t n, const Str *names, int count) {
    if (n)
        notes_add(&document->notes, kind, n, STR(""));
    for (int i = 0; i < count; i++)
        notes_add(&document->notes, kind, 0, names[i]);
}

static void note_repairs(Document *document, const SpanRepairs *repairs) {
    note_with_names(document, &UNMATCHED, repairs->unmatched_ends, NULL, 0);
    note_with_names(document, &UNCLOSED, repairs->open, repairs->open_names, repairs->open_name_count);
    note_with_names(document, &OVERLAP, repairs->overlaps, repairs->overlap_names, repairs->overlap_name_count);
    note_with_names(document, &CLOSED, repairs->closed_early, NULL, 0);
}

static void nest_one(ChromeNesting *nesting, ChromeNested *nested, SpanRoom *room, Arena *arena) {
    spans_finish(nested->spans, room, arena, nesting->origin, true, &nesting->document->frames, nested->track,
                 &nested->repairs);
    nested->track->unit.kind = UNIT_TIME;
    nested->track->ordered = true;
}

static size_t largest(const ChromeNesting *nesting, size_t first) {
    size_t most = 0;
    for (size_t i = first; i < nesting->list.count; i += 2) {
        size_t count = spans_count(nesting->list.data[i].spans);
        most = count > most ? count : most;
    }
    return most;
}

/* Every other thread. */
static void nest_group(ChromeNesting *nesting, size_t first, Arena *arena) {
    Err cancelled = {0};
    Arena *scratch = arena_new_in(arena);
    SpanRoom *room = spans_room(scratch, largest(nesting, first));
    for (size_t i = first; i < nesting->list.count && !reading_cancelled(nesting->reading, &cancelled); i += 2)
        nest_one(nesting, &nesting->list.data[i], room, arena);
    arena_free(scratch);
}

static void *nest_second(Job *job, void *input) {
    (void)job;
    Arena *arena = arena_new();
    nest_group(input, 1, arena);
    return arena;
}

static bool is_much(const ChromeNesting *nesting) {
    size_t events[2] = {0};
    for (size_t i = 0; i < nesting->list.count; i++)
        events[i % 2] += spans_count(nesting->list.data[i].spans);
    return job_processors() > 1 && events[0] >= NEST_TOGETHER && events[1] >= NEST_TOGETHER;
}

void chrome_nest(ChromeNesting *nesting) {
    Arena *arena = nesting->document->arena;
    Job *job = is_much(nesting) ? job_start(nest_second, nesting, NULL, NULL) : NULL;
    nest_group(nesting, 0, arena);
    if (job)
        arena_absorb(arena, job_take(job));
    else
        nest_group(nesting, 1, arena);
    for (size_t i = 0; i < nesting->list.count; i++)
        note_repairs(nesting->document, &nesting->list.data[i].repairs);
}
