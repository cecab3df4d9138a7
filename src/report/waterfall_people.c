/* The waterfall as a page for a review: head, tree, bottlenecks, critical paths, errors, repeats, channels. Names are untrusted and only
 * stand in code spans or in the fenced tree. */
#include "report/waterfall_page.h"

#include "base/radix.h"
#include "report/safe.h"

enum { SLOW_ROWS = 12, PATHS = 3, PATH_STEPS = 40, ERROR_ROWS = 20, REPEAT_ROWS = 12, CHANNEL_ROWS = 30 };

typedef struct Page {
    Out *out;
    ReportFormat format;
    const View *view;
    const Waterfall *w;
    Arena *arena;
} Page;

/* A table over some rows, steps, repeats or channels. */
typedef struct List {
    const View *view;
    const Waterfall *w;
    const uint32_t *items;
} List;

static Str amount(const Page *page, double value) {
    return unit_format(page->arena, page->view->unit, value);
}

static void title(const Page *page, const char *text) {
    outf(page->out, page->format == REPORT_MD ? "\n## %s\n\n" : "\n%s\n\n", text);
}

static void more(const Page *page, size_t shown, size_t all, const char *what) {
    if (shown < all)
        outf(page->out, "\n%zu more %s.\n", all - shown, what);
}

/* ---- head ---- */

static void write_notes(const Page *page) {
    const Notes *notes = &page->view->document->notes;
    for (size_t i = 0; i < notes->count; i++) {
        if (notes->list[i].kind->level != NOTE_WARNING)
            continue;
        Str text = note_text(page->arena, &notes->list[i]);
        text = page->format == REPORT_MD ? safe_text(page->arena, text) : safe_plain(page->arena, text, 0);
        outf(page->out, "- %.*s\n", STR_ARG(text));
    }
}

static void write_head(const Page *page) {
    const Waterfall *w = page->w;
    const Document *document = page->view->document;
    bool md = page->format == REPORT_MD;
    Str file = document->base_name, track = view_track_title(page->arena, page->view);
    file = md ? safe_code(page->arena, file) : safe_plain(page->arena, file, SAFE_LONGEST);
    track = md ? safe_code(page->arena, track) : safe_plain(page->arena, track, SAFE_LONGEST);
    outf(page->out, "%sWaterfall of %.*s · %.*s · %.*s\n\n", md ? "# " : "", STR_ARG(file),
         STR_ARG(document->format_label), STR_ARG(track));
    outf(page->out, "- %.*s operation%s, %.*s root%s, %u level%s, over %.*s\n",
         STR_ARG(count_format(page->arena, w->count)), w->count == 1 ? "" : "s",
         STR_ARG(count_format(page->arena, w->roots)), w->roots == 1 ? "" : "s", w->depths, w->depths == 1 ? "" : "s",
         STR_ARG(amount(page, w->right - w->left)));
    outf(page->out, "- times count from the start of the recording; the first operation starts at %.*s\n",
         STR_ARG(amount(page, w->left)));
    outf(page->out, "- P%g of the durations %.*s, of the own times %.*s\n", w->options.percentile,
         STR_ARG(amount(page, w->threshold)), STR_ARG(amount(page, w->self_threshold)));
    outf(page->out, "- %u error%s, %u incomplete\n", w->errors, w->errors == 1 ? "" : "s", w->incomplete);
    outf(page->out,
         "- parents: %u by id, %u by async context, %u by time; %zu sequential link%s (gap of at most %.*s)\n",
         w->edges[OPERATION_EXPLICIT], w->edges[OPERATION_ASYNC], w->edges[OPERATION_BY_TIME], w->link_count,
         w->link_count == 1 ? "" : "s", STR_ARG(amount(page, w->options.gap)));
    write_notes(page);
}

static void write_tree(const Page *page, uint32_t top) {
    title(page, "Operations");
    if (page->w->critical)
        out_add_c(page->out, "Bars are within their root; * = on its critical path.\n\n");
    out_add_c(page->out, page->format == REPORT_MD ? "```text\n" : "");
    uint32_t shown = waterfall_tree(page->out, page->view, top);
    out_add_c(page->out, page->format == REPORT_MD ? "```\n" : "");
    if (shown < page->w->count)
        outf(page->out, "\n%u of %u operations; left out: like siblings (xN)%s.\n", shown, page->w->count,
             top && page->w->count > top ? " and what is fast, succeeded and lies on no critical path" : "");
}

/* ---- tables of rows ---- */

enum { COL_CHANNEL, COL_LABEL, COL_START, COL_DURATION, COL_SELF, COL_SHARE, COL_WHY, COL_ERROR };

static Cell row_cell(const void *user, uint64_t index, int column, Arena *scratch) {
    const List *list = user;
    uint32_t row = list->items[index], root = row;
    WaterfallRow r = waterfall_row(list->w, row);
    switch (column) {
    case COL_CHANNEL:
        return cell_name(waterfall_channel(list->view, row));
    case COL_LABEL:
        return cell_name(waterfall_what(scratch, list->view, row));
    case COL_START:
        return cell_value(list->view->unit, r.operation->start);
    case COL_DURATION:
        return cell_value(list->view->unit, operation_duration(r.operation));
    case COL_SELF:
        return cell_value(list->view->unit, r.self);
    case COL_SHARE:
        while (waterfall_row(list->w, root).parent != TREE_NONE)
            root = waterfall_row(list->w, root).parent;
        return cell_percent(operation_duration(r.operation),
                            operation_duration(waterfall_row(list->w, root).operation));
    case COL_WHY: {
        static const char *const words[] = {"",
                                            "duration",
                                            "own time",
                                            "duration, own time",
                                            "critical path",
                                            "duration, critical path",
                                            "own time, critical path",
                                            "duration, own time, critical path"};
        return cell_text(words[r.flags & 7]);
    }
    default:
        return cell_name(waterfall_error(list->view, row));
    }
}

static const Column slow_columns[] = {
    [COL_CHANNEL] = {"", "Operation", FOR_PEOPLE, false}, [COL_LABEL] = {"", "What", FOR_PEOPLE, false},
    [COL_START] = {"", "Start", FOR_PEOPLE, true},        [COL_DURATION] = {"", "Duration", FOR_PEOPLE, true},
    [COL_SELF] = {"", "Own time", FOR_PEOPLE, true},      [COL_SHARE] = {"", "Of its root", FOR_PEOPLE, true},
    [COL_WHY] = {"", "Because of", FOR_PEOPLE, false},    [COL_ERROR] = {"", "", 0, false},
};

static const Column error_columns[] = {
    [COL_CHANNEL] = {"", "Operation", FOR_PEOPLE, false},
    [COL_LABEL] = {"", "What", FOR_PEOPLE, false},
    [COL_START] = {"", "Start", FOR_PEOPLE, true},
    [COL_DURATION] = {"", "Duration", FOR_PEOPLE, true},
    [COL_SELF] = {"", "", 0, true},
    [COL_SHARE] = {"", "", 0, true},
    [COL_WHY] = {"", "", 0, false},
    [COL_ERROR] = {"", "Error", FOR_PEOPLE, false},
};

static void write_table(const Page *page, const Column *columns, int column_count, const uint32_t *items, size_t count,
                        Cell (*cell)(const void *, uint64_t, int, Arena *)) {
    List list = {page->view, page->w, items};
    Table table = {.columns = columns, .column_count = column_count, .row_count = count, .user = &list, .cell = cell};
    table_write(page->out, page->format, &table);
}

/* The items that pass, by key up. */
static uint32_t *pick(const Page *page, size_t count, bool (*passes)(const Waterfall *, uint32_t),
                      double (*key)(const Waterfall *, uint32_t), size_t *picked) {
    RadixItem *items = arena_grow(page->arena, NULL, count * sizeof *items);
    size_t n = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!passes || passes(page->w, i))
            items[n++] = (RadixItem){radix_key(key(page->w, i)), i};
    radix_sort(page->arena, items, n);
    uint32_t *list = arena_grow(page->arena, NULL, n * sizeof *list);
    for (size_t i = 0; i < n; i++)
        list[i] = items[i].value;
    *picked = n;
    return list;
}

static bool is_slow(const Waterfall *w, uint32_t row) {
    return waterfall_row(w, row).flags & (WATERFALL_SLOW | WATERFALL_SLOW_SELF);
}

static bool is_error(const Waterfall *w, uint32_t row) {
    return waterfall_row(w, row).operation->status == OPERATION_ERROR;
}

static double by_duration(const Waterfall *w, uint32_t row) {
    return -operation_duration(waterfall_row(w, row).operation);
}

static double by_start(const Waterfall *w, uint32_t row) {
    return waterfall_row(w, row).operation->start;
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

static void write_slow(const Page *page) {
    size_t count;
    uint32_t *rows = pick(page, page->w->count, is_slow, by_duration, &count);
    if (!count)
        return;
    title(page, "Bottlenecks");
    write_table(page, slow_columns, sizeof slow_columns / sizeof *slow_columns, rows, least(count, SLOW_ROWS),
                row_cell);
    more(page, least(count, SLOW_ROWS), count, "bottlenecks");
}

static void write_errors(const Page *page) {
    size_t count;
    uint32_t *rows = pick(page, page->w->count, is_error, by_start, &count);
    if (!count)
        return;
    title(page, "Errors");
    write_table(page, error_columns, sizeof error_columns / sizeof *error_columns, rows, least(count, ERROR_ROWS),
                row_cell);
    more(page, least(count, ERROR_ROWS), count, "errors");
}

/* ---- critical paths ---- */

enum { STEP_CHANNEL, STEP_LABEL, STEP_OWN, STEP_SHARE, STEP_SAVES, STEP_WHY };

static const Column step_columns[] = {
    [STEP_CHANNEL] = {"", "Operation", FOR_PEOPLE, false},  [STEP_LABEL] = {"", "What", FOR_PEOPLE, false},
    [STEP_OWN] = {"", "On the path", FOR_PEOPLE, true},     [STEP_SHARE] = {"", "Of the path", FOR_PEOPLE, true},
    [STEP_SAVES] = {"", "Saves at most", FOR_PEOPLE, true}, [STEP_WHY] = {"", "Why", FOR_PEOPLE, false},
};

static Cell step_cell(const void *user, uint64_t index, int column, Arena *scratch) {
    const List *list = user;
    const WaterfallStep *step = &list->w->steps[list->items[index]];
    uint32_t root = step->row;
    switch (column) {
    case STEP_CHANNEL:
        return cell_name(waterfall_channel(list->view, step->row));
    case STEP_LABEL:
        return cell_name(waterfall_what(scratch, list->view, step->row));
    case STEP_OWN:
        return cell_value(list->view->unit, step->own);
    case STEP_SHARE:
        while (waterfall_row(list->w, root).parent != TREE_NONE)
            root = waterfall_row(list->w, root).parent;
        return cell_percent(step->own, operation_duration(waterfall_row(list->w, root).operation));
    case STEP_SAVES:
        return step->why == WHY_ROOT ? cell_none() : cell_value(list->view->unit, step->saves);
    default:
        return cell_name(waterfall_why(scratch, list->view, step));
    }
}

static double by_path_duration(const Waterfall *w, uint32_t path) {
    return by_duration(w, w->paths[path].root);
}

static void write_path(const Page *page, const WaterfallPath *path) {
    size_t count = least(path->step_count, PATH_STEPS);
    uint32_t *steps = arena_grow(page->arena, NULL, count * sizeof *steps);
    for (size_t i = 0; i < count; i++)
        steps[i] = path->first_step + (uint32_t)i;
    Str channel = waterfall_channel(page->view, path->root), label = waterfall_label(page->view, path->root);
    bool md = page->format == REPORT_MD;
    channel = md ? safe_code(page->arena, channel) : safe_plain(page->arena, channel, SAFE_LONGEST);
    label = md ? safe_code(page->arena, label) : safe_plain(page->arena, label, SAFE_LONGEST);
    outf(page->out, "%.*s%s%.*s, %.*s:\n\n", STR_ARG(channel), label.len ? " " : "", STR_ARG(label),
         STR_ARG(amount(page, operation_duration(waterfall_row(page->w, path->root).operation))));
    write_table(page, step_columns, sizeof step_columns / sizeof *step_columns, steps, count, step_cell);
    more(page, count, path->step_count, "steps");
    out_add_c(page->out, "\n");
}

static void write_paths(const Page *page) {
    size_t count;
    uint32_t *paths = pick(page, page->w->path_count, NULL, by_path_duration, &count);
    if (!count)
        return;
    title(page, "Critical paths");
    for (size_t i = 0; i < count && i < PATHS; i++)
        write_path(page, &page->w->paths[paths[i]]);
    if (count > PATHS)
        outf(page->out, "%zu more roots have one.\n", count - PATHS);
}

/* ---- repeats and channels ---- */

enum { REP_CHANNEL, REP_LABEL, REP_UNDER, REP_COUNT, REP_ERRORS, REP_TOTAL, REP_AVERAGE, REP_MAX };

static const Column repeat_columns[] = {
    [REP_CHANNEL] = {"", "Operation", FOR_PEOPLE, false}, [REP_LABEL] = {"", "What", FOR_PEOPLE, false},
    [REP_UNDER] = {"", "Under", FOR_PEOPLE, false},       [REP_COUNT] = {"", "Times", FOR_PEOPLE, true},
    [REP_ERRORS] = {"", "Errors", FOR_PEOPLE, true},      [REP_TOTAL] = {"", "Total", FOR_PEOPLE, true},
    [REP_AVERAGE] = {"", "Average", FOR_PEOPLE, true},    [REP_MAX] = {"", "Max", FOR_PEOPLE, true},
};

static Cell repeat_cell(const void *user, uint64_t index, int column, Arena *scratch) {
    const List *list = user;
    const WaterfallRepeat *repeat = &list->w->repeats[list->items[index]];
    (void)scratch;
    switch (column) {
    case REP_CHANNEL:
        return cell_name(waterfall_channel(list->view, repeat->first));
    case REP_LABEL:
        return cell_name(repeat->label);
    case REP_UNDER:
        return cell_name(waterfall_channel(list->view, repeat->parent));
    case REP_COUNT:
        return cell_count(repeat->count);
    case REP_ERRORS:
        return repeat->errors ? cell_count(repeat->errors) : cell_none();
    case REP_TOTAL:
        return cell_value(list->view->unit, repeat->total);
    case REP_AVERAGE:
        return cell_value(list->view->unit, repeat->average);
    default:
        return cell_value(list->view->unit, repeat->max);
    }
}

static double by_repeat_total(const Waterfall *w, uint32_t repeat) {
    return -w->repeats[repeat].total;
}

static void write_repeats(const Page *page) {
    size_t count;
    uint32_t *repeats = pick(page, page->w->repeat_count, NULL, by_repeat_total, &count);
    if (!count)
        return;
    title(page, "Repeated under one parent (N+1)");
    write_table(page, repeat_columns, sizeof repeat_columns / sizeof *repeat_columns, repeats,
                least(count, REPEAT_ROWS), repeat_cell);
    more(page, least(count, REPEAT_ROWS), count, "groups");
}

enum {
    CH_CHANNEL,
    CH_COUNT,
    CH_ERRORS,
    CH_OPEN,
    CH_TOTAL,
    CH_SELF,
    CH_CRITICAL,
    CH_AVERAGE,
    CH_P50,
    CH_P95,
    CH_P99,
    CH_MIN,
    CH_MAX
};

static const Column channel_columns[] = {
    [CH_CHANNEL] = {"", "Channel", FOR_PEOPLE, false},
    [CH_COUNT] = {"", "Count", FOR_PEOPLE, true},
    [CH_ERRORS] = {"", "Errors", FOR_PEOPLE, true},
    [CH_OPEN] = {"", "Incomplete", FOR_PEOPLE, true},
    [CH_TOTAL] = {"", "Total", FOR_PEOPLE, true},
    [CH_SELF] = {"", "Own time", FOR_PEOPLE, true},
    [CH_CRITICAL] = {"", "On critical paths", FOR_PEOPLE, true},
    [CH_AVERAGE] = {"", "Average", FOR_PEOPLE, true},
    [CH_P50] = {"", "P50", FOR_PEOPLE, true},
    [CH_P95] = {"", "P95", FOR_PEOPLE, true},
    [CH_P99] = {"", "P99", FOR_PEOPLE, true},
    [CH_MIN] = {"", "Min", FOR_PEOPLE, true},
    [CH_MAX] = {"", "Max", FOR_PEOPLE, true},
};

/* The same name in two services is two channels. */
static Str channel_name(Arena *arena, const View *view, FrameId frame) {
    const Frames *frames = &view->document->frames;
    Str name = frame_name(frames, frame), service = frame_module(frames, frame);
    bool services = waterfall_row(view->waterfall, 0).operation->of_service;
    return services && service.len ? str_format(arena, "%.*s · %.*s", STR_ARG(service), STR_ARG(name)) : name;
}

static Cell channel_cell(const void *user, uint64_t index, int column, Arena *scratch) {
    const List *list = user;
    const WaterfallChannel *channel = &list->w->channels[index];
    const double values[] = {
        [CH_TOTAL] = channel->total,     [CH_SELF] = channel->self, [CH_CRITICAL] = channel->critical,
        [CH_AVERAGE] = channel->average, [CH_P50] = channel->p50,   [CH_P95] = channel->p95,
        [CH_P99] = channel->p99,         [CH_MIN] = channel->min,   [CH_MAX] = channel->max};
    switch (column) {
    case CH_CHANNEL:
        return cell_name(channel_name(scratch, list->view, channel->frame));
    case CH_COUNT:
        return cell_count(channel->count);
    case CH_ERRORS:
        return channel->errors ? cell_count(channel->errors) : cell_none();
    case CH_OPEN:
        return channel->incomplete ? cell_count(channel->incomplete) : cell_none();
    default:
        return cell_value(list->view->unit, values[column]);
    }
}

static void write_channels(const Page *page) {
    size_t count = page->w->channel_count;
    if (!count)
        return;
    title(page, "Channels");
    write_table(page, channel_columns, sizeof channel_columns / sizeof *channel_columns, NULL,
                least(count, CHANNEL_ROWS), channel_cell);
    more(page, least(count, CHANNEL_ROWS), count, "channels");
}

void waterfall_people(Out *out, ReportFormat format, const View *view, uint32_t top) {
    Page page = {.out = out, .format = format, .view = view, .w = view->waterfall, .arena = arena_new()};
    write_head(&page);
    write_tree(&page, top);
    write_slow(&page);
    write_paths(&page);
    write_errors(&page);
    write_repeats(&page);
    write_channels(&page);
    arena_free(page.arena);
}
