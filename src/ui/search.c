/* Matches per frame of the document, and per view: counted, summed, and ordered for the glass. */
#include "search.h"
#include "do.h"
#include "field.h"
#include "flame.h"
#include "log.h"
#include "tab.h"

bool search_active(const Ui *ui) {
    return ui->fields[FIELD_SEARCH].len > 0 && !ui->search.bad_pattern && ui->search.frames;
}

bool search_matches(const Ui *ui, FrameId frame) {
    return ui->search.frames && frame < ui->search.document->frames.count && ui->search.frames[frame];
}

static void forget(Ui *ui) {
    Search *s = &ui->search;
    arena_reset(s->arena);
    memset(&s->views, 0, sizeof s->views);
    s->frames = NULL;
    s->document = NULL;
    s->bad_pattern = false;
    ui_touch(ui);
}

void search_set(Ui *ui, Str text) {
    if (text.data != ui->fields[FIELD_SEARCH].data)
        field_set(ui, FIELD_SEARCH, text);
    ui->search.at = NODE_NONE;
    ui->search.log_due = true;
    forget(ui);
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static bool contains(Str s, Str needle, bool match_case) {
    if (match_case)
        return str_find(s, needle, 0) != SIZE_MAX;
    for (size_t i = 0; i + needle.len <= s.len; i++) {
        size_t j = 0;
        while (j < needle.len && lower(s.data[i + j]) == lower(needle.data[j]))
            j++;
        if (j == needle.len)
            return true;
    }
    return false;
}

void search_update(Ui *ui, Tab *tab) {
    Search *s = &ui->search;
    Str text = field_text(&ui->fields[FIELD_SEARCH]);
    if (s->document == tab->document)
        return;
    forget(ui);
    s->document = tab->document;
    if (!text.len)
        return;
    const Frames *frames = &tab->document->frames;
    s->frames = arena_many(s->arena, uint8_t, frames->count + 1);
    for (FrameId i = 0; i < frames->count; i++)
        s->frames[i] = contains(frame_name(frames, i), text, s->match_case) ||
                       contains(frame_file(frames, i), text, s->match_case);
}

/* ---- matches in a view ---- */
static void count_matches(const Ui *ui, SearchView *v) {
    const Tree *tree = v->view->tree;
    uint32_t covered = 0; /* nodes below this id lie inside a match */
    for (uint32_t n = 0; n < tree->count; n++) {
        if (!search_matches(ui, tree->frame[n]))
            continue;
        v->count++;
        v->self += tree->self[n];
        v->row_first[tree_row(tree, n) + 1]++;
        if (n >= covered) {
            v->total += tree->total[n];
            covered = tree->end[n];
        }
    }
}

static SearchView *find_in(Ui *ui, const View *view) {
    Arena *arena = ui->search.arena;
    const Tree *tree = view->tree;
    SearchView *v = arena_one(arena, SearchView);
    v->view = view;
    v->row_first = arena_many(arena, uint32_t, (size_t)tree->rows + 2);
    count_matches(ui, v);
    for (uint32_t r = 0; r < tree->rows; r++)
        v->row_first[r + 1] += v->row_first[r];
    v->nodes = arena_many(arena, uint32_t, v->count + 1);
    uint32_t *at = arena_many(arena, uint32_t, (size_t)tree->rows + 1);
    memcpy(at, v->row_first, ((size_t)tree->rows + 1) * sizeof *at);
    for (uint32_t n = 0; n < tree->count; n++) /* preorder is left to right within a row */
        if (search_matches(ui, tree->frame[n]))
            v->nodes[at[tree_row(tree, n)]++] = n;
    return v;
}

const SearchView *search_in(Ui *ui, const View *view) {
    if (!search_active(ui) || !view || !view->tree)
        return NULL;
    for (size_t i = 0; i < ui->search.views.count; i++)
        if (ui->search.views.data[i]->view == view)
            return ui->search.views.data[i];
    SearchView *v = find_in(ui, view);
    array_push(ui->search.arena, &ui->search.views, v);
    return v;
}

uint32_t search_next_in_row(Ui *ui, const View *view, uint32_t row, double x) {
    const SearchView *v = search_in(ui, view);
    if (!v || row >= view->tree->rows)
        return TREE_NONE;
    uint32_t low = v->row_first[row], high = v->row_first[row + 1], end = high;
    while (low < high) {
        uint32_t mid = (low + high) / 2;
        if (tree_right(view->tree, v->nodes[mid]) <= x)
            low = mid + 1;
        else
            high = mid;
    }
    return low < end ? v->nodes[low] : TREE_NONE;
}

typedef struct Sums {
    uint64_t count;
    double self, total, all;
    Unit unit;
} Sums;

/* Over the lanes of the picture, or the functions of the table. */
static Sums sums_of(Ui *ui, Tab *tab) {
    Sums sums = {0};
    Flame *flame = flame_current(ui);
    for (size_t i = 0; flame && i < flame->lanes.count; i++) {
        const View *view = flame->lanes.data[i].view;
        const SearchView *v = search_in(ui, view);
        if (!v)
            continue;
        sums.count += v->count;
        sums.self += v->self;
        sums.total += v->total;
        sums.all += view->total;
    }
    const View *table = flame ? NULL : tab_view_now(tab, tab_spec(tab, VIEW_HOTSPOTS));
    for (size_t i = 0; table && i < table->hotspots->count; i++)
        if (search_matches(ui, table->hotspots->rows[i].frame)) {
            sums.count++;
            sums.self += table->hotspots->rows[i].self;
            sums.all = table->hotspots->active;
        }
    return sums;
}

Str search_summary(Ui *ui, Tab *tab) {
    if (ui->search.bad_pattern)
        return ui->search.error;
    if (!search_active(ui))
        return (Str){0};
    Sums sums = sums_of(ui, tab);
    Arena *arena = ui->frame->arena;
    if (ui->search.log_due && !ui_busy(ui)) {
        ui->search.log_due = false;
        log_search(ui, field_text(&ui->fields[FIELD_SEARCH]), sums.count,
                   sums.all > 0 ? (sums.total > 0 ? sums.total : sums.self) / sums.all * 100 : 0);
    }
    if (!sums.count)
        return STR("no match");
    Str share = percent_format(arena, sums.total > 0 ? sums.total : sums.self, sums.all);
    const char *word = flame_current(ui) ? "frame" : "function";
    return str_format(arena, "%.*s %s%s · %.*s", STR_ARG(count_format(arena, sums.count)), word,
                      sums.count == 1 ? "" : "s", STR_ARG(share));
}

/* ---- stepping ---- */
/* The match after (or before) the current one, in the order of the eye: lane, then left to right, then down. */
static NodeRef next_match(Ui *ui, const Flame *flame, int step) {
    NodeRef at = ui->search.at;
    size_t lanes = flame->lanes.count, lane = 0;
    for (size_t i = 0; i < lanes; i++)
        if (flame->lanes.data[i].key == at.lane)
            lane = i;
    int64_t n = at.node == TREE_NONE ? (step > 0 ? -1 : INT64_MAX) : (int64_t)at.node;
    for (size_t tried = 0; tried <= lanes; tried++) {
        const Lane *l = &flame->lanes.data[lane];
        int64_t count = l->view->tree->count;
        n = n >= count ? count : n;
        for (n += step; n >= 0 && n < count; n += step)
            if (search_matches(ui, l->view->tree->frame[n]))
                return (NodeRef){l->key, (uint32_t)n};
        lane = (lane + lanes + (size_t)(step > 0 ? 1 : lanes - 1)) % lanes;
        n = step > 0 ? -1 : INT64_MAX;
    }
    return NODE_NONE;
}

static bool step_match(Ui *ui, int step, Err *err) {
    Flame *flame = flame_current(ui);
    if (!search_active(ui)) {
        field_open(ui, FIELD_SEARCH);
        return true;
    }
    if (!flame || !flame->lanes.count)
        return true;
    NodeRef ref = next_match(ui, flame, step);
    if (ref.node == TREE_NONE)
        return err_set(err, ERR_USAGE, "no frame matches");
    ui->search.at = ref;
    flame_select(ui, flame, ref);
    return true;
}

bool do_next_match(Ui *ui, Str args, Err *err) {
    (void)args;
    return step_match(ui, 1, err);
}

bool do_previous_match(Ui *ui, Str args, Err *err) {
    (void)args;
    return step_match(ui, -1, err);
}

bool do_find(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    ui->overlay = OVERLAY_NONE;
    field_open(ui, FIELD_SEARCH);
    return true;
}

bool do_search(Ui *ui, Str args, Err *err) {
    (void)err;
    search_set(ui, args);
    return true;
}

bool do_find_this(Ui *ui, Str args, Err *err) {
    (void)args;
    Flame *flame = flame_current(ui);
    NodeRef ref = flame ? flame_subject(ui, flame) : NODE_NONE;
    const View *view = flame ? flame_view(flame, ref) : NULL;
    if (!view)
        return err_set(err, ERR_USAGE, "nothing is selected");
    search_set(ui, frame_name(&view->document->frames, view->tree->frame[ref.node]));
    ui->search.at = ref;
    return true;
}

bool do_match_case(Ui *ui, Str args, Err *err) {
    (void)args;
    (void)err;
    ui->search.match_case = !ui->search.match_case;
    ui_say(ui, ui->search.match_case ? "search matches case" : "search ignores case");
    search_set(ui, field_text(&ui->fields[FIELD_SEARCH]));
    return true;
}
