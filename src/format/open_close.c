/* Opening and closing frames in file order; see format/open_close.h. */
#include "format/open_close.h"

#include <string.h>

static const NoteKind BACKWARDS = {"time-goes-back", NOTE_WARNING,
                                   "{n} event{s} earlier than the one before {was} moved up to it{names}"};
static const NoteKind NOT_TOP = {"close-not-innermost", NOTE_WARNING,
                                 "{n} frame{s} ended early with an outer one{names}"};
static const NoteKind UNMATCHED = {"close-without-open", NOTE_WARNING,
                                   "{n} close{s} of a frame that {was} not open left out{names}"};
static const NoteKind NOT_CLOSED = {"not-closed", NOTE_WARNING,
                                    "{n} frame{s} {was} not closed and end with the profile{names}"};

OpenClose open_close_new(Arena *scratch, Document *document, OpenCounts *counts) {
    return (OpenClose){.scratch = scratch,
                       .document = document,
                       .spans = spans_new(scratch),
                       .counts = counts,
                       .serial = ++counts->owners};
}

static void grow_counts(OpenClose *oc, FrameId frame) {
    size_t known = oc->counts->of.count;
    array_reserve(oc->scratch, &oc->counts->of, (size_t)frame + 1);
    oc->counts->of.count = (size_t)frame + 1;
    memset(oc->counts->of.data + known, 0, (oc->counts->of.count - known) * sizeof(OpenCount));
}

static OpenCount *counts_of(OpenClose *oc, FrameId frame) {
    if (frame >= oc->counts->of.count)
        grow_counts(oc, frame);
    OpenCount *count = &oc->counts->of.data[frame];
    if (count->owner != oc->serial)
        *count = (OpenCount){.owner = oc->serial};
    return count;
}

static Str short_name(const OpenClose *oc, FrameId frame) {
    return str_slice(frame_name(&oc->document->frames, frame), 0, 80);
}

static void note_frame(OpenClose *oc, const NoteKind *kind, FrameId frame) {
    notes_add(&oc->document->notes, kind, 1, utf8_clean(oc->scratch, short_name(oc, frame)));
}

static void note_cut(OpenClose *oc, const OpenCut *cut) {
    Str example = STR("");
    if (notes_wants_name(&oc->document->notes, &NOT_TOP))
        example = str_format(oc->scratch, "%.*s at %.15g with %.*s", STR_ARG(short_name(oc, cut->inner)),
                             oc->now_written, STR_ARG(short_name(oc, cut->outer)));
    notes_add(&oc->document->notes, &NOT_TOP, 1, utf8_clean(oc->scratch, example));
}

/* Time moves on: what was closed early and not closed by itself at the same time was really cut. */
static void settle_cuts(OpenClose *oc) {
    for (size_t i = 0; i < oc->cuts.count; i++) {
        OpenCount *count = counts_of(oc, oc->cuts.data[i].inner);
        if (!count->early)
            continue;
        count->early--;
        count->late++;
        note_cut(oc, &oc->cuts.data[i]);
    }
    oc->cuts.count = 0;
}

static void note_backwards(OpenClose *oc, double written) {
    Str example = STR("");
    if (notes_wants_name(&oc->document->notes, &BACKWARDS))
        example = str_format(oc->scratch, "event %llu at %.15g, after %.15g", (unsigned long long)oc->event, written,
                             oc->now_written);
    notes_add(&oc->document->notes, &BACKWARDS, 1, example);
}

static void move_on(OpenClose *oc, int64_t time, double written) {
    if (oc->started && time < oc->now) {
        note_backwards(oc, written);
        return;
    }
    if (time > oc->now)
        settle_cuts(oc);
    oc->started = true;
    oc->now = time;
    oc->now_written = written;
}

static FrameId close_innermost(OpenClose *oc) {
    FrameId frame = array_pop(&oc->open);
    counts_of(oc, frame)->open--;
    spans_end(oc->spans, frame, oc->now);
    return frame;
}

static void close_through(OpenClose *oc, FrameId frame) {
    while (array_last(&oc->open) != frame) {
        FrameId inner = close_innermost(oc);
        counts_of(oc, inner)->early++;
        array_push(oc->scratch, &oc->cuts, (OpenCut){.inner = inner, .outer = frame});
    }
    close_innermost(oc);
}

static void close_frame(OpenClose *oc, FrameId frame) {
    OpenCount *count = counts_of(oc, frame);
    if (count->early)
        count->early--;
    else if (count->open)
        close_through(oc, frame);
    else if (count->late)
        count->late--;
    else
        note_frame(oc, &UNMATCHED, frame);
}

void open_close_event(OpenClose *oc, bool opens, FrameId frame, int64_t time, double written) {
    move_on(oc, time, written);
    oc->event++;
    if (!opens) {
        close_frame(oc, frame);
        return;
    }
    array_push(oc->scratch, &oc->open, frame);
    counts_of(oc, frame)->open++;
    spans_begin(oc->spans, frame, oc->now, 0);
}

size_t open_close_end(OpenClose *oc, int64_t end) {
    size_t open = oc->open.count;
    settle_cuts(oc);
    oc->now = end > oc->now ? end : oc->now;
    for (size_t i = 0; i < open; i++)
        note_frame(oc, &NOT_CLOSED, oc->open.data[i]);
    while (oc->open.count)
        close_innermost(oc);
    return open;
}

/* What was open at the end is the last node of each of the uppermost rows. */
void open_close_flag(Arena *arena, Track *track, size_t open) {
    const Tree *tree = track->tree;
    if (!open)
        return;
    uint8_t *flags = arena_many(arena, uint8_t, tree->count);
    for (uint32_t i = tree->count, left = (uint32_t)open; i-- > 0 && left;)
        if (tree->depth[i] == left - 1) {
            flags[i] = TREE_OPEN;
            left--;
        }
    ((Tree *)tree)->flags = flags;
}
