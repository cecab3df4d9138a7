/* Which operations are in the list of the waterfall, and which of them are lit. */
#include "water.h"

#include "base/map.h"
#include "derive/search.h"
#include "field.h"
#include "flame.h"
#include "search.h"
#include "tab.h"
#include "views.h"

void water_init(Water *water) {
    *water = (Water){.selected = WATERFALL_NONE,
                     .hover = WATERFALL_NONE,
                     .want_hover = WATERFALL_NONE,
                     .channel = FRAME_NONE,
                     .tree_width = 430,
                     .arena = arena_new()};
}

void water_free(Water *water) {
    arena_free(water->arena);
}

ViewSpec water_spec(const Ui *ui, const Tab *tab) {
    const Document *document = tab->document;
    ViewSpec spec = {.kind = VIEW_WATERFALL, .track = tab->track, .function = FRAME_NONE};
    bool none = tab->track >= 0 && !document->tracks.data[tab->track]->operations.count;
    const Track *busiest = none ? view_busiest_operations(document) : NULL;
    if (busiest)
        spec.track = (int)busiest->index;
    spec.operations = (OperationsOptions){.gap = ui->settings.gap_ms * 1e6, .percentile = ui->settings.percentile};
    return spec;
}

const View *water_current(Ui *ui) {
    const Tab *tab = ui_tab(ui);
    if (!tab || !tab->document || views_at(tab->view)->pane != VIEW_WATERFALL || !views_at(tab->view)->picture)
        return NULL;
    return tab_view_now(tab, water_spec(ui, tab));
}

Str water_channel(const View *view, uint32_t row) {
    return frame_name(&view->document->frames, waterfall_row(view->waterfall, row).operation->frame);
}

Str water_service(const View *view, uint32_t row) {
    const Frames *frames = &view->document->frames;
    return intern_str(frames->strings, operation_service(frames, waterfall_row(view->waterfall, row).operation));
}

Str water_label(const View *view, uint32_t row) {
    return intern_str(view->document->frames.strings, waterfall_row(view->waterfall, row).operation->label);
}

/* ---- folds ---- */

bool water_is_group(const Water *water, const Waterfall *w, uint32_t row) {
    uint32_t repeat = waterfall_row(w, row).repeat;
    return repeat != WATERFALL_NONE && !water->opened[repeat] && w->repeats[repeat].first == row;
}

bool water_is_open(const Water *water, const Waterfall *w, uint32_t row) {
    return !water->closed[row] && !water_is_group(water, w, row);
}

void water_fold(Ui *ui, Tab *tab, const Waterfall *w, uint32_t row, bool closed) {
    Water *water = &tab->water;
    if (!closed && water_is_group(water, w, row))
        water->opened[waterfall_row(w, row).repeat] = true;
    else
        water->closed[row] = closed;
    water->version++;
    ui_touch(ui);
}

void water_fold_to(Ui *ui, Tab *tab, const Waterfall *w, uint32_t depth) {
    for (uint32_t row = 0; row < w->count; row++)
        tab->water.closed[row] = waterfall_row(w, row).depth >= depth;
    memset(tab->water.opened, 0, w->repeat_count);
    tab->water.version++;
    ui_touch(ui);
}

/* ---- what is asked ---- */

bool water_asks(const Ui *ui, const Water *water) {
    return water->pill != PILL_NONE || search_active(ui);
}

static bool in_pill(const Water *water, WaterfallRow row) {
    switch (water->pill) {
    case PILL_ERRORS:
        return row.operation->status == OPERATION_ERROR;
    case PILL_SLOW:
        return row.flags & (WATERFALL_SLOW | WATERFALL_SLOW_SELF);
    case PILL_NONE:
        break;
    }
    return true;
}

static void mark(uint8_t *marks, const Operation *o) {
    marks[o->label] = marks[o->id] = marks[o->error] = SEARCH_WANTED;
}

/* Search looks at channels, labels, ids and errors: by string, so that each is looked at once. */
static uint8_t *find_strings(Ui *ui, Arena *scratch, const View *view) {
    const Intern *strings = view->document->frames.strings;
    uint8_t *marks = arena_many(scratch, uint8_t, intern_count(strings));
    for (uint32_t row = 0; row < view->waterfall->count; row++)
        mark(marks, waterfall_row(view->waterfall, row).operation);
    search_strings(strings, marks, field_text(&ui->fields[FIELD_SEARCH]), ui->search.match_case, NULL);
    marks[0] = 0;
    return marks;
}

static bool is_found(const Ui *ui, const uint8_t *marks, const Operation *o) {
    return !marks || search_matches(ui, o->frame) || marks[o->label] == SEARCH_FOUND || marks[o->id] == SEARCH_FOUND ||
           marks[o->error] == SEARCH_FOUND;
}

static void light(Ui *ui, Water *water, const View *view) {
    const Waterfall *w = view->waterfall;
    Arena *scratch = arena_new();
    const uint8_t *marks = search_active(ui) ? find_strings(ui, scratch, view) : NULL;
    uint32_t covered = 0; /* rows below this one stand under one that is lit */
    water->lit_sums = (SearchSums){0};
    for (uint32_t row = 0; row < w->count; row++) {
        const WaterfallRow r = waterfall_row(w, row);
        water->lit[row] = in_pill(water, r) && is_found(ui, marks, r.operation);
        if (!water->lit[row])
            continue;
        water->lit_sums.count++;
        water->lit_sums.self += r.self;
        water->lit_sums.total += row >= covered ? operation_duration(r.operation) : 0;
        covered = row >= covered ? r.end : covered;
    }
    arena_free(scratch);
}

/* ---- the list ---- */

bool water_can_narrow(const Ui *ui, const Water *water, const Waterfall *w) {
    return water_asks(ui, water) || (!water->hide_path && w->critical > 0);
}

static bool hides(const Ui *ui, const Water *water, const Waterfall *w) {
    return water->least > 0 || water->least_share > 0 || water->channel != FRAME_NONE ||
           (water->only && water_can_narrow(ui, water, w));
}

/* Rows that pass all filters, and what they stand under. */
static void mark_kept(const Ui *ui, const Water *water, const Waterfall *w, uint8_t *kept) {
    double root = 0;
    bool only = water->only && water_can_narrow(ui, water, w), asks = water_asks(ui, water);
    for (uint32_t row = 0; row < w->count; row++) {
        const WaterfallRow r = waterfall_row(w, row);
        double duration = operation_duration(r.operation);
        root = r.parent == TREE_NONE ? duration : root;
        kept[row] = duration >= water->least && duration * 100 >= root * water->least_share &&
                    (water->channel == FRAME_NONE || r.operation->frame == water->channel) &&
                    (!only || (asks ? water->lit[row] : (r.flags & WATERFALL_CRITICAL) != 0));
    }
    for (uint32_t row = w->count; row-- > 0;) {
        uint32_t parent = waterfall_row(w, row).parent;
        if (kept[row] && parent != TREE_NONE)
            kept[parent] = 1;
    }
}

static bool stands_behind_group(const Water *water, const Waterfall *w, uint32_t row) {
    uint32_t repeat = waterfall_row(w, row).repeat;
    return repeat != WATERFALL_NONE && !water->opened[repeat] && w->repeats[repeat].first != row;
}

/* Folds do not count while something is filtered: what passes is shown wherever it stands. */
static void list_rows(const Ui *ui, Water *water, const Waterfall *w) {
    Arena *scratch = arena_new();
    uint8_t *kept = hides(ui, water, w) ? arena_many(scratch, uint8_t, w->count) : NULL;
    if (kept)
        mark_kept(ui, water, w, kept);
    water->line_count = 0;
    memset(water->line_of, 0xff, w->count * sizeof *water->line_of);
    for (uint32_t row = 0; row < w->count;) {
        uint32_t end = waterfall_row(w, row).end;
        if (kept ? !kept[row] : stands_behind_group(water, w, row)) {
            row = end;
            continue;
        }
        water->line_of[row] = water->line_count;
        water->lines[water->line_count++] = row;
        row = !kept && !water_is_open(water, w, row) ? end : row + 1;
    }
    arena_free(scratch);
}

/* first[k] .. first[k + 1]: the places of k in list. keys: by place, WATERFALL_NONE = in none. */
static uint32_t *index_by(Arena *arena, const uint32_t *keys, size_t count, size_t key_count, uint32_t **list) {
    uint32_t *first = arena_many(arena, uint32_t, key_count + 2);
    for (size_t i = 0; i < count; i++)
        if (keys[i] != WATERFALL_NONE)
            first[keys[i] + 2]++;
    for (size_t k = 2; k < key_count + 2; k++)
        first[k] += first[k - 1];
    *list = arena_many(arena, uint32_t, first[key_count + 1]);
    for (size_t i = 0; i < count; i++)
        if (keys[i] != WATERFALL_NONE)
            (*list)[first[keys[i] + 1]++] = (uint32_t)i;
    return first;
}

static void index_segments(Water *water, const Waterfall *w) {
    Arena *scratch = arena_new();
    uint32_t *keys = arena_many(scratch, uint32_t, w->segment_count);
    for (size_t i = 0; i < w->segment_count; i++)
        keys[i] = w->segments[i].row;
    water->segment_first = index_by(water->arena, keys, w->segment_count, w->count, &water->segments);
    arena_free(scratch);
}

static void index_members(Water *water, const Waterfall *w) {
    Arena *scratch = arena_new();
    uint32_t *keys = arena_many(scratch, uint32_t, w->count);
    water->slowest_self = 0;
    water->slow_count = 0;
    for (uint32_t row = 0; row < w->count; row++) {
        const WaterfallRow r = waterfall_row(w, row);
        keys[row] = r.repeat;
        water->slow_count += (r.flags & (WATERFALL_SLOW | WATERFALL_SLOW_SELF)) != 0;
        water->slowest_self = r.self > water->slowest_self ? r.self : water->slowest_self;
    }
    water->member_first = index_by(water->arena, keys, w->count, w->repeat_count, &water->members);
    arena_free(scratch);
}

static void begin(Water *water, const Waterfall *w) {
    arena_reset(water->arena);
    water->of = w;
    water->closed = arena_many(water->arena, uint8_t, w->count);
    water->opened = arena_many(water->arena, uint8_t, w->repeat_count);
    water->lit = arena_many(water->arena, uint8_t, w->count);
    water->lines = arena_many(water->arena, uint32_t, w->count);
    water->line_of = arena_many(water->arena, uint32_t, w->count);
    water->before = arena_many(water->arena, uint32_t, w->count);
    water->after = arena_many(water->arena, uint32_t, w->count);
    memset(water->before, 0xff, w->count * sizeof(uint32_t));
    memset(water->after, 0xff, w->count * sizeof(uint32_t));
    for (size_t i = 0; i < w->link_count; i++) {
        water->after[w->links[i].source] = w->links[i].target;
        water->before[w->links[i].target] = w->links[i].source;
    }
    index_segments(water, w);
    index_members(water, w);
    water->selected = water->hover = water->want_hover = WATERFALL_NONE;
    water->key = 0;
}

static uint64_t key_of(const Ui *ui, const Water *water) {
    uint64_t least, share;
    memcpy(&least, &water->least, sizeof least);
    memcpy(&share, &water->least_share, sizeof share);
    uint64_t key = map_mix((uint64_t)ui->search.version * 2 + search_active(ui));
    key = map_mix(key ^ least) ^ map_mix(share + 1);
    return map_mix(key + ((uint64_t)water->channel << 32 | water->version)) + (uint64_t)water->pill * 16 +
           water->only * 2u + water->hide_path * 8u + 1;
}

void water_prepare(Ui *ui, Tab *tab, const View *view) {
    Water *water = &tab->water;
    if (water->of != view->waterfall) {
        begin(water, view->waterfall);
        tab->flames[VIEW_WATERFALL].placed = false; /* another axis */
    }
    uint64_t key = key_of(ui, water);
    if (water->key == key)
        return;
    light(ui, water, view);
    list_rows(ui, water, view->waterfall);
    water->key = key;
}

uint32_t water_find(const View *view, Str name) {
    for (uint32_t row = 0; row < view->waterfall->count; row++)
        if (str_equal(water_channel(view, row), name) || str_equal(water_label(view, row), name))
            return row;
    return WATERFALL_NONE;
}
