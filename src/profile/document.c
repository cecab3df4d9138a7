/* A file that was read; see profile/document.h. */
#include "profile/document.h"

#include <stdlib.h>

static const NoteKind CUT_STACKS = {
    "stacks-cut", NOTE_WARNING,
    "{n} inner frame{s} of stacks left out: the file takes more memory than 64 MB and 8 times "
    "the size of the file"};
static const NoteKind EMPTY_TRACKS = {"empty-track", NOTE_INFO, "{n} track{s} without anything to draw{names}"};

Document *document_new(Arena *arena) {
    Document *document = arena_one(arena, Document);
    document->arena = arena;
    document->frames = frames_new(arena);
    document->notes.arena = arena;
    document->complete = true;
    return document;
}

static const Tree NO_TREE = {0};

Track *document_add_track(Document *document) {
    Track *track = arena_one(document->arena, Track);
    track->tree = &NO_TREE;
    track->index = (uint32_t)document->tracks.count;
    array_push(document->arena, &document->tracks, track);
    return track;
}

static int by_sort(const void *a, const void *b) {
    const Track *x = *(Track *const *)a, *y = *(Track *const *)b;
    if (x->sort != y->sort)
        return x->sort < y->sort ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* seen[frame] = the mark of the last track it was seen in, so that nothing is cleared between tracks. */
static uint32_t count_functions(const Tree *tree, uint32_t *seen, uint32_t mark) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < tree->count; i++) {
        n += seen[tree->frame[i]] != mark;
        seen[tree->frame[i]] = mark;
    }
    return n;
}

static Str both(Arena *arena, Str a, const char *between, Str b) {
    if (a.len == 0 || b.len == 0 || str_equal(a, b))
        return a.len ? a : b;
    return str_format(arena, "%.*s%s%.*s", STR_ARG(a), between, STR_ARG(b));
}

static Str make_title(const Document *document, const Track *track) {
    Str title = both(document->arena, track->process, " · ", track->name);
    if (title.len == 0 && (track->pid.len || track->tid.len))
        title = str_format(document->arena, "thread %.*s/%.*s", STR_ARG(track->pid), STR_ARG(track->tid));
    return title.len ? title : STR("all");
}

/* span and left of what is drawn: timed samples reach from the first start to the last end, others lie end to end. */
static void measure(Track *track) {
    const Samples *s = &track->samples;
    track->left = track->tree->left;
    track->span = track->tree->right - track->tree->left;
    if (s->count == 0 || track->unit.kind != UNIT_TIME)
        return;
    if (s->packed) {
        track->left = s->packed->left;
        track->span = s->packed->span;
    }
    if (!s->start)
        return;
    double right = track->left = s->start[0];
    for (size_t i = 0; i < s->count; i++) {
        double end = s->start[i] + s->weight[i];
        track->left = s->start[i] < track->left ? s->start[i] : track->left;
        right = end > right ? end : right;
    }
    track->span = right - track->left;
}

static bool is_empty(const Track *track) {
    return track->tree->count == 0 && track->samples.count == 0 && track->operations.count == 0;
}

static void drop_empty(Document *document) {
    size_t kept = 0;
    for (size_t i = 0; i < document->tracks.count; i++) {
        Track *track = document->tracks.data[i];
        if (track->cut_frames)
            notes_add(&document->notes, &CUT_STACKS, track->cut_frames, STR(""));
        if (is_empty(track))
            notes_add(&document->notes, &EMPTY_TRACKS, 1,
                      track->title.len ? track->title : make_title(document, track));
        else
            document->tracks.data[kept++] = track;
    }
    document->tracks.count = kept;
}

static void seal_track(Document *document, Track *track, uint32_t index, uint32_t *seen) {
    track->index = index;
    measure(track);
    track->functions = count_functions(track->tree, seen, index + 1);
    if (track->title.len == 0)
        track->title = make_title(document, track);
    document->has_operations |= track->operations.count > 0;
}

/* The salt tells it from a function of the same name. */
static FrameId add_root(Frames *frames) {
    StrId name = intern_add(frames->strings, STR("(all)"));
    return frames_add(frames, &(Frame){.name = name, .salt = UINT32_MAX, .kind = FRAME_ROOT});
}

/* The busiest track of each unit, and how many there are of it. */
typedef struct Busiest {
    size_t count[UNIT_OTHER + 1];
    const Track *first[UNIT_OTHER + 1], *best[UNIT_OTHER + 1], *preferred;
} Busiest;

/* Operations lie beside each other, so that their sum says nothing against the time of a thread: they come behind it. */
static bool is_busier(const Track *a, const Track *b) {
    bool beside = a->operations.count > 0, other = b->operations.count > 0;
    return beside != other ? other : a->total > b->total;
}

static void weigh_up(Busiest *busiest, const Track *track) {
    UnitKind unit = track->unit.kind;
    if (busiest->count[unit]++ == 0)
        busiest->first[unit] = busiest->best[unit] = track;
    if (is_busier(track, busiest->best[unit]))
        busiest->best[unit] = track;
    if (track->preferred && !busiest->preferred)
        busiest->preferred = track;
}

/* That of the unit of most tracks; of units that tie, the one that comes first in the file. */
static const Track *choose_busiest(const Busiest *busiest) {
    int unit = 0;
    for (int i = 1; i <= UNIT_OTHER; i++) {
        size_t n = busiest->count[i], most = busiest->count[unit];
        if (n > most || (n == most && n && busiest->first[i]->index < busiest->first[unit]->index))
            unit = i;
    }
    return busiest->preferred ? busiest->preferred : busiest->best[unit];
}

void document_seal(Document *document) {
    drop_empty(document);
    document->root = add_root(&document->frames);
    if (document->tracks.count)
        qsort(document->tracks.data, document->tracks.count, sizeof(Track *), by_sort);
    Arena *scratch = arena_new_in(document->arena);
    uint32_t *seen = arena_many(scratch, uint32_t, document->frames.count + 1);
    Busiest busiest = {0};
    for (size_t i = 0; i < document->tracks.count; i++) {
        seal_track(document, document->tracks.data[i], (uint32_t)i, seen);
        weigh_up(&busiest, document->tracks.data[i]);
    }
    document->busiest = choose_busiest(&busiest);
    arena_free(scratch);
}

void document_free(Document *document) {
    if (document)
        arena_free(document->arena);
}
