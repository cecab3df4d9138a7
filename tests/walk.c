/* Invariants of documents and views; no knowledge of any format. */
#include "walk.h"

#include "doc/load.h"
#include "doc/view.h"

#include <math.h>

static const char *say(Arena *arena, const char *what, const Track *track, const char *fault) {
    return str_c(arena, str_format(arena, "%s of '%.*s': %s", what, STR_ARG(track->title), fault));
}

/* Sums of doubles in another order differ in the last bits. */
static bool about(double a, double b) {
    return fabs(a - b) <= 1e-9 * fmax(1, fmax(fabs(a), fabs(b)));
}

static const char *hotspots_fault(const Hotspots *hot, double total, bool overlaps) {
    double self = 0;
    for (size_t i = 0; i < hot->count; i++) {
        const Hotspot *row = &hot->rows[i];
        if (!(row->self >= 0 && isfinite(row->total)))
            return "a row is negative or not finite";
        if (row->self > row->total && !about(row->self, row->total))
            return "a row's self is above its total";
        if (row->total > hot->total && !about(row->total, hot->total))
            return "a row is above 100 %";
        self += row->self;
    }
    if (!about(hot->active, hot->total - hot->idle))
        return "active is not total - idle";
    if (!about(self + hot->idle + hot->unattributed, hot->total))
        return "self + idle + unattributed is not the total";
    if (hot->total < total && !about(hot->total, total))
        return "the table's total is below the view's"; /* above it where siblings overlap: then it is the sum of the work */
    return overlaps || about(hot->total, total) ? NULL : "the table's total is not the view's";
}

static const char *view_fault(const View *view, bool overlaps) {
    const char *fault = view->tree ? tree_check(view->tree) : NULL;
    if (!fault && view->tree && view->levels && levels_rows(view->levels) != view->tree->rows)
        fault = "levels and tree have different rows";
    if (!fault && view->hotspots)
        fault = hotspots_fault(view->hotspots, view->total, overlaps);
    return fault;
}

static const char *track_views_fault(Arena *arena, const Document *document, const Track *track) {
    static const struct {
        ViewKind kind;
        const char *what;
    } rows[] = {{VIEW_TIME, "time order"},
                {VIEW_HEAVY, "left heavy"},
                {VIEW_INVERTED, "inverted"},
                {VIEW_HOTSPOTS, "hotspots"},
                {VIEW_WATERFALL, "waterfall"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].kind == VIEW_WATERFALL && track->operations.count == 0)
            continue;
        View *view = view_build(document, (ViewSpec){.kind = rows[i].kind, .track = (int)track->index}, NULL);
        const char *fault = view ? view_fault(view, track->tree->row != NULL) : "is not built";
        fault = fault ? say(arena, rows[i].what, track, fault) : NULL;
        view_free(view);
        if (fault)
            return fault;
    }
    return NULL;
}

static const char *track_fault(Arena *arena, const Document *document, const Track *track) {
    const char *fault = tree_check(track->tree);
    if (!fault && track->title.len == 0)
        fault = "no title";
    if (!fault && !(isfinite(track->total) && track->total >= 0 && isfinite(track->span) && track->span >= 0))
        fault = "total or span is negative or not finite";
    for (uint32_t i = 0; !fault && i < track->tree->count; i++)
        if (track->tree->frame[i] >= document->frames.count)
            fault = "a node of no frame";
    for (SampleWalk walk = sample_walk(&track->samples, true); !fault && sample_next(&walk);)
        if (walk.node != TREE_NONE && walk.node >= track->tree->count)
            fault = "a sample of no node";
        else if (!(walk.weight >= 0))
            fault = "a sample without a weight";
    return fault ? say(arena, "track", track, fault) : track_views_fault(arena, document, track);
}

const char *walk_document(Arena *arena, const Document *document, size_t most_tracks) {
    const char *fault = document->tracks.count == 0 ? "a document without tracks" : NULL;
    if (!fault && !document->complete && document->stopped.len == 0)
        fault = "not complete, and no word why";
    for (size_t i = 0; !fault && i < document->tracks.count && i < most_tracks; i++)
        fault = track_fault(arena, document, document->tracks.data[i]);
    return fault;
}

const char *walk_bytes(Arena *arena, Str bytes, size_t most_tracks) {
    Err err = {0};
    Document *document = load_memory(STR("bytes"), bytes, NULL, &err);
    if (!document)
        return err.code == ERR_NONE || err.message[0] == 0 ? "refused without a word" : NULL;
    const char *fault = walk_document(arena, document, most_tracks);
    document_free(document);
    return fault;
}
