/* The waterfall as lines of text: duration, a bar within the row's root, the tree, and what is remarkable. When there are too many
 * rows, those that failed, are slow or lie on a critical path stay, with what they stand under. */
#include "report/waterfall_page.h"

#include "base/radix.h"
#include "report/safe.h"

enum { BAR = 24, DEEPEST = 24, NAME_LONGEST = 90 };

typedef struct Lines {
    Out *out;
    const View *view;
    const Waterfall *w;
    Arena *scratch; /* reset after each line */
    uint8_t *shown; /* by row */
    uint32_t root;  /* of the row being written */
} Lines;

/* ---- which rows ---- */

/* Failed, slow, critical, then the rest, each by duration down. */
static uint64_t importance(WaterfallRow row) {
    uint64_t rank = row.operation->status == OPERATION_ERROR             ? 0
                    : row.flags & (WATERFALL_SLOW | WATERFALL_SLOW_SELF) ? 1
                    : row.flags & WATERFALL_CRITICAL                     ? 2
                                                                         : 3;
    return rank << 62 | ~radix_key(operation_duration(row.operation)) >> 2;
}

/* One of like siblings that another row stands for. */
static bool is_folded(const Waterfall *w, uint32_t row) {
    uint32_t repeat = waterfall_row(w, row).repeat;
    return repeat != WATERFALL_NONE && w->repeats[repeat].first != row &&
           waterfall_row(w, row).operation->status != OPERATION_ERROR;
}

/* Shows a row and all above it. Returns how many were added; 0 when one of them is folded away or no room is left. */
static uint32_t show(const Lines *lines, uint32_t row, uint32_t room) {
    uint32_t added = 0;
    for (uint32_t r = row; r != TREE_NONE && !lines->shown[r]; r = waterfall_row(lines->w, r).parent)
        if (is_folded(lines->w, r) || ++added > room)
            return 0;
    for (uint32_t r = row; r != TREE_NONE && !lines->shown[r]; r = waterfall_row(lines->w, r).parent)
        lines->shown[r] = true;
    return added;
}

static uint32_t show_all(const Lines *lines) {
    uint32_t count = 0;
    for (uint32_t row = 0; row < lines->w->count;) {
        bool folded = is_folded(lines->w, row);
        lines->shown[row] = !folded;
        count += !folded;
        row = folded ? waterfall_row(lines->w, row).end : row + 1;
    }
    return count;
}

static uint32_t show_most(const Lines *lines, uint32_t top) {
    Arena *scratch = arena_new();
    RadixItem *items = arena_grow(scratch, NULL, lines->w->count * sizeof *items);
    for (uint32_t row = 0; row < lines->w->count; row++)
        items[row] = (RadixItem){importance(waterfall_row(lines->w, row)), row};
    radix_sort(scratch, items, lines->w->count);
    uint32_t count = 0;
    for (uint32_t k = 0; k < lines->w->count && count < top; k++)
        count += show(lines, items[k].value, top - count);
    arena_free(scratch);
    return count;
}

/* ---- one line ---- */

static void write_bar(const Lines *lines, const Operation *o) {
    const Operation *root = waterfall_row(lines->w, lines->root).operation;
    double width = root->end - root->start, scale = width > 0 ? BAR / width : 0;
    double from = (o->start - root->start) * scale, to = (o->end - root->start) * scale;
    int first = from < 0 ? 0 : from > BAR - 1 ? BAR - 1 : (int)from, last = to > BAR ? BAR : (int)(to + 0.5);
    out_add_c(lines->out, " ");
    for (int i = 0; i < BAR; i++)
        out_add_c(lines->out, i == first && last <= first ? "╵" : i >= first && i < last ? "█" : " ");
    out_add_c(lines->out, " ");
}

static void add_mark(const Lines *lines, const char *text) {
    outf(lines->out, " · %s", text);
}

static void write_marks(const Lines *lines, uint32_t index) {
    WaterfallRow row = waterfall_row(lines->w, index);
    Str error = safe_plain(lines->scratch, waterfall_error(lines->view, index), NAME_LONGEST);
    if (row.operation->status == OPERATION_ERROR)
        outf(lines->out, " · error%s%.*s", error.len ? ": " : "", STR_ARG(error));
    if (row.operation->status == OPERATION_INCOMPLETE)
        add_mark(lines, row.operation->no_start ? "no start" : "no end");
    if (row.flags & WATERFALL_SLOW)
        outf(lines->out, " · P%g", lines->w->options.percentile);
    if (row.flags & WATERFALL_SLOW_SELF)
        outf(lines->out, " · slow by own time (%.*s)",
             STR_ARG(unit_format(lines->scratch, lines->view->unit, row.self)));
    if (row.repeat != WATERFALL_NONE && lines->w->repeats[row.repeat].first == index) {
        const WaterfallRepeat *repeat = &lines->w->repeats[row.repeat];
        outf(lines->out, " · x%u: total %.*s, max %.*s", repeat->count,
             STR_ARG(unit_format(lines->scratch, lines->view->unit, repeat->total)),
             STR_ARG(unit_format(lines->scratch, lines->view->unit, repeat->max)));
    }
}

static void write_line(const Lines *lines, uint32_t index) {
    WaterfallRow row = waterfall_row(lines->w, index);
    Str channel = safe_plain(lines->scratch, waterfall_channel(lines->view, index), NAME_LONGEST);
    Str label = safe_plain(lines->scratch, waterfall_what(lines->scratch, lines->view, index), NAME_LONGEST);
    out_padded(lines->out, unit_format(lines->scratch, lines->view->unit, operation_duration(row.operation)), 10, true);
    write_bar(lines, row.operation);
    out_add_c(lines->out, row.flags & WATERFALL_CRITICAL ? "* " : "  ");
    out_repeat(lines->out, ' ', 2 * (size_t)(row.depth < DEEPEST ? row.depth : DEEPEST));
    if (row.depth > DEEPEST)
        outf(lines->out, "[%u] ", row.depth);
    outf(lines->out, "%.*s%s%.*s", STR_ARG(channel), label.len ? "  " : "", STR_ARG(label));
    write_marks(lines, index);
    out_add_c(lines->out, "\n");
    arena_reset(lines->scratch);
}

uint32_t waterfall_tree(Out *out, const View *view, uint32_t top) {
    Arena *arena = arena_new();
    Lines lines = {.out = out, .view = view, .w = view->waterfall, .scratch = arena_new()};
    lines.shown = arena_many(arena, uint8_t, lines.w->count);
    uint32_t count = top == 0 || lines.w->count <= top ? show_all(&lines) : show_most(&lines, top);
    for (uint32_t row = 0; row < lines.w->count; row++) {
        lines.root = waterfall_row(lines.w, row).parent == TREE_NONE ? row : lines.root;
        if (lines.shown[row])
            write_line(&lines, row);
    }
    arena_free(lines.scratch);
    arena_free(arena);
    return count;
}
