/* Words to tracks, functions and views; see app/select.h. */
#include "app/select.h"

#include "report/quantity.h"
#include "report/safe.h"

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

/* ASCII letters alike, all other bytes as they are. */
static bool holds(Str text, Str part) {
    for (size_t from = 0; from + part.len <= text.len; from++) {
        size_t i = 0;
        while (i < part.len && lower(text.data[from + i]) == lower(part.data[i]))
            i++;
        if (i == part.len)
            return true;
    }
    return false;
}

static bool is_named(const Track *track, Str word, bool whole) {
    if (!whole)
        return holds(track->title, word);
    return str_equal(track->title, word) || str_equal(track->name, word) || str_equal(track->process, word);
}

static bool no_track(const Document *document, Str word, bool several, bool whole, Err *err) {
    Arena *scratch = arena_new();
    Text names = text_new(scratch);
    int shown = 0;
    for (size_t i = 0; i < document->tracks.count && shown <= 5; i++) {
        const Track *track = document->tracks.data[i];
        if (several && !is_named(track, word, whole))
            continue;
        if (shown++ == 5)
            text_add_c(&names, ", …");
        else
            text_addf(&names, "%s%u = '%.*s'", shown > 1 ? ", " : "", track->index,
                      STR_ARG(safe_plain(scratch, track->title, 40)));
    }
    err_set(err, ERR_USAGE, "%s '%.*s' (%.*s)", several ? "several tracks are named" : "no track", STR_ARG(word),
            STR_ARG(text_str(&names)));
    arena_free(scratch);
    return false;
}

static bool find_track(const Document *document, Str word, int *track, Err *err) {
    for (int whole = 1; whole >= 0; whole--) {
        int found = 0;
        for (size_t i = 0; i < document->tracks.count; i++) {
            if (!is_named(document->tracks.data[i], word, whole))
                continue;
            *track = (int)i;
            found++;
        }
        if (found == 1)
            return true;
        if (found > 1)
            return no_track(document, word, true, whole, err);
    }
    return no_track(document, word, false, false, err);
}

bool select_track(const Document *document, Str word, int *track, Err *err) {
    int64_t number;
    if (word.len == 0)
        *track = (int)document->busiest->index;
    else if (str_is(word, "all"))
        *track = TRACK_EACH;
    else if (str_is(word, "merged"))
        *track = VIEW_ALL_TRACKS;
    else if (str_to_i64(word, &number) && number >= 0 && (uint64_t)number < document->tracks.count)
        *track = (int)number;
    else
        return find_track(document, word, track, err);
    return true;
}

bool select_function(const Document *document, Str id, FrameId *function, Err *err) {
    int64_t number;
    if (!str_starts(id, "f") || !str_to_i64(str_slice(id, 1, id.len), &number) || number < 0 ||
        (uint64_t)number >= document->frames.count)
        return err_set(err, ERR_USAGE, "no function '%.*s' in this file (want the id of a row, as in f12)",
                       STR_ARG(id));
    *function = (FrameId)number;
    return true;
}

/* What the tracks of a view cover together. */
static void axis_of(const Document *document, int track, const Track *one, double *left, double *right) {
    *left = one->left;
    *right = one->left + one->span;
    for (size_t i = 0; track == VIEW_ALL_TRACKS && i < document->tracks.count; i++) {
        const Track *other = document->tracks.data[i];
        if (other->unit.kind != one->unit.kind)
            continue;
        *left = other->left < *left ? other->left : *left;
        *right = other->left + other->span > *right ? other->left + other->span : *right;
    }
}

bool select_spec(const Document *document, int kind, int track, Str range, ViewSpec *spec, Err *err) {
    bool merged = track == VIEW_ALL_TRACKS;
    const Track *one = merged ? document->busiest : document->tracks.data[track];
    if (merged && kind == VIEW_TIME)
        return err_set(err, ERR_USAGE, "time order is of one track (all as one: --view heavy or inverted)");
    ViewKind best = view_default(one);
    best = merged ? VIEW_HEAVY : best == VIEW_WATERFALL ? VIEW_TIME : best; /* a tree is wanted */
    *spec = (ViewSpec){.track = track, .kind = kind >= 0 ? (ViewKind)kind : best};
    if (range.len == 0)
        return true;
    double left, right;
    if (!range_parse(range, one->unit, &spec->from, &spec->to, err))
        return false;
    axis_of(document, track, one, &left, &right);
    spec->from = spec->from > left ? spec->from : left;
    spec->to = spec->to < right ? spec->to : right;
    return spec->from < spec->to ||
           err_set(err, ERR_USAGE, "nothing of the track lies in the range '%.*s'", STR_ARG(range));
}
