/* A View is built from the derivation of its kind, the levels of that tree, and the hotspots over the same tracks. */
#include "doc/view.h"

#include "derive/callers.h"
#include "doc/detail.h"

/* Samples of different events are not added up either. */
static bool same_unit(Unit a, Unit b) {
    return a.kind == b.kind && str_equal(a.word, b.word);
}

/* The tracks that a spec asks for. */
static DeriveInput choose_tracks(Arena *arena, const Document *document, const ViewSpec *spec, Progress *progress) {
    size_t n = document->tracks.count;
    const Track *busiest = document->busiest;
    bool one = spec->track >= 0 && (size_t)spec->track < n, alone = one || (busiest && spec->kind == VIEW_TIME);
    const Track **list = arena_many(arena, const Track *, alone ? 1 : n + 1);
    DeriveInput input = {&document->frames, list, 0, spec->from, spec->to, progress};
    if (alone) {
        list[input.track_count++] = one ? document->tracks.data[spec->track] : busiest;
        return input;
    }
    for (size_t i = 0; i < n && busiest; i++) {
        const Track *track = document->tracks.data[i];
        if (spec->kind == VIEW_WATERFALL ? track->operations.count > 0
                                         : busiest && same_unit(track->unit, busiest->unit))
            list[input.track_count++] = track;
    }
    return input;
}

static const Tree *derive_tree(Arena *arena, const Document *document, const ViewSpec *spec, const DeriveInput *input) {
    FrameId root = spec->root ? document->root : FRAME_NONE;
    switch (spec->kind) {
    case VIEW_TIME:
        return derive_time_order(arena, input);
    case VIEW_HEAVY:
        return derive_heavy(arena, input, root);
    case VIEW_INVERTED:
        return derive_inverted(arena, input, root);
    case VIEW_CALLERS:
        return derive_callers(arena, input, spec->function);
    case VIEW_CALLEES:
        return derive_callees(arena, input, spec->function);
    case VIEW_HOTSPOTS:
    case VIEW_WATERFALL:
    case VIEW_DETAIL:
    case VIEW_BYTES:
    case VIEW_KINDS:
        break;
    }
    return NULL;
}

static bool has_tree(ViewKind kind) {
    return kind != VIEW_HOTSPOTS;
}

static bool build_waterfall(View *view, const DeriveInput *input) {
    OperationsOptions options = view->spec.operations;
    bool unset = !options.by_time && options.gap == 0 && options.percentile == 0;
    view->waterfall = operations_analyse(view->arena, input, unset ? OPERATIONS_DEFAULTS : options);
    view->unit = (Unit){.kind = UNIT_TIME};
    for (size_t i = 0; i < input->track_count; i++)
        view->total += input->tracks[i]->total;
    return view->waterfall != NULL;
}

static void add_up(View *view, const DeriveInput *input) {
    view->unit = view->hotspots->unit;
    if (input->from < input->to) {
        view->total = view->hotspots->total;
        view->samples = view->hotspots->samples;
        return;
    }
    for (size_t i = 0; i < input->track_count; i++) {
        view->total += input->tracks[i]->total;
        view->samples += input->tracks[i]->sample_count;
    }
}

static bool build_detail(View *view) {
    for (int i = 0; i < 2; i++)
        if (view->spec.detail[i])
            detail_read(view->arena, view->document, view->spec.detail[i], &view->records[i], &view->failed);
    return true;
}

static bool build_bytes(View *view) {
    uint64_t place = view->spec.detail[0] ? view->spec.detail[0] - 1 : 0;
    detail_around(view->arena, view->document, place, &view->bytes_from, &view->records[0], &view->failed);
    return true;
}

static bool build(View *view, Progress *progress) {
    if (view->spec.kind == VIEW_DETAIL)
        return build_detail(view);
    if (view->spec.kind == VIEW_BYTES)
        return build_bytes(view);
    DeriveInput input = choose_tracks(view->arena, view->document, &view->spec, progress);
    if (view->spec.kind == VIEW_WATERFALL)
        return build_waterfall(view, &input);
    view->hotspots = derive_hotspots(view->arena, &input, view->spec.kind == VIEW_HOTSPOTS);
    if (!view->hotspots)
        return false;
    add_up(view, &input);
    if (!has_tree(view->spec.kind))
        return true;
    view->tree = derive_tree(view->arena, view->document, &view->spec, &input);
    if (view->tree)
        view->levels = levels_build(view->arena, view->tree, progress);
    return view->levels != NULL;
}

View *view_build(const Document *document, ViewSpec spec, Progress *progress) {
    Arena *arena = arena_new();
    View *view = arena_one(arena, View);
    *view = (View){.arena = arena, .document = document, .spec = spec};
    if (build(view, progress))
        return view;
    arena_free(arena);
    return NULL;
}

void view_free(View *view) {
    if (view)
        arena_free(view->arena);
}

const Track *view_busiest_operations(const Document *document) {
    const Track *best = NULL;
    for (size_t i = 0; i < document->tracks.count; i++) {
        const Track *track = document->tracks.data[i];
        if (track->operations.count && (!best || track->total > best->total))
            best = track;
    }
    return best;
}

ViewKind view_default(const Track *track) {
    if (track->operations.count)
        return VIEW_WATERFALL;
    return track->keep_order || (track->ordered && track->unit.kind == UNIT_TIME) ? VIEW_TIME : VIEW_HEAVY;
}
