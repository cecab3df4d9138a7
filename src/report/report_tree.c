/* `cresset tree`: a call tree in preorder, node by node, so that millions of nodes cost no memory. */
#include "report/json_notes.h"
#include "report/report.h"
#include "report/safe.h"

enum {
    TREE_ID,
    TREE_PARENT,
    TREE_DEPTH,
    TREE_FUNCTION,
    TREE_FILE,
    TREE_LINE,
    TREE_START,
    TREE_TOTAL,
    TREE_SHARE,
    TREE_SELF
};

static const Column tree_columns[] = {
    [TREE_ID] = {"node", "Node", FOR_BOTH, true},      [TREE_PARENT] = {"parent", "", FOR_MACHINES, true},
    [TREE_DEPTH] = {"depth", "Depth", FOR_BOTH, true}, [TREE_FUNCTION] = {"function", "Function", FOR_BOTH, false},
    [TREE_FILE] = {"file", "File", FOR_BOTH, false},   [TREE_LINE] = {"line", "Line", FOR_BOTH, true},
    [TREE_START] = {"start", "Start", FOR_BOTH, true}, [TREE_TOTAL] = {"total", "Total", FOR_BOTH, true},
    [TREE_SHARE] = {"", "%", FOR_PEOPLE, true},        [TREE_SELF] = {"self", "Self", FOR_BOTH, true},
};

static Cell tree_cell(const void *user, uint64_t row, int column, Arena *scratch) {
    const View *view = user;
    const Tree *tree = view->tree;
    const Frames *frames = &view->document->frames;
    uint32_t node = (uint32_t)row;
    (void)scratch;
    switch (column) {
    case TREE_ID:
        return cell_count(node);
    case TREE_PARENT:
        return tree->parent[node] == TREE_NONE ? cell_none() : cell_count(tree->parent[node]);
    case TREE_DEPTH:
        return cell_count(tree->depth[node]);
    case TREE_FUNCTION:
        return (Cell){.kind = CELL_NAME, .text = frame_name(frames, tree->frame[node])};
    case TREE_FILE:
        return cell_name(frame_file(frames, tree->frame[node]));
    case TREE_LINE: {
        int32_t line = frames->list[tree->frame[node]].line;
        return line > 0 ? cell_count((uint64_t)line) : cell_none();
    }
    case TREE_START:
        return view->spec.kind == VIEW_TIME && view->unit.kind == UNIT_TIME ? cell_value(view->unit, tree->start[node])
                                                                            : cell_none();
    case TREE_TOTAL:
        return cell_value(view->unit, tree->total[node]);
    case TREE_SHARE:
        return cell_percent(tree->total[node], tree->sum);
    default:
        return cell_value(view->unit, tree->self[node]);
    }
}

static void tree_json(Out *out, const View *view, const Table *table) {
    Arena *scratch = arena_new();
    JsonOut json = json_out_new(out, 2);
    json_out_object(&json);
    json_out_key(&json, "file");
    json_out_str(&json, view->document->path);
    json_out_key(&json, "format");
    json_out_str(&json, view->document->format);
    json_out_key(&json, "track");
    if (view->spec.track == VIEW_ALL_TRACKS)
        json_out_null(&json);
    else
        json_out_count(&json, (uint64_t)view->spec.track);
    json_out_key(&json, "track_name");
    json_out_str(&json, view_track_title(scratch, view));
    json_out_key(&json, "view");
    json_out_str(&json, str_from(view_kind_word(view->spec.kind)));
    json_out_key(&json, "unit");
    json_out_str(&json, unit_word(view->unit));
    json_notes(&json, "warnings", view->document, NOTE_WARNING);
    json_out_key(&json, "nodes");
    table_json(&json, table);
    json_out_end(&json);
    arena_free(scratch);
}

/* ---- folded ---- */

/* ';' parts frames and a line break ends the record, so neither may stand in a name; Gregg's own scripts write ':' for ';'. */
static void add_folded_name(Text *path, Str name, Arena *scratch) {
    name = safe_controls(scratch, name);
    for (size_t i = 0; i < name.len; i++) {
        char c = name.data[i];
        text_add_char(path, c == ';' ? ':' : (unsigned char)c < 0x20 ? ' ' : c);
    }
}

/* The path to node: its parent's text, kept up to where that ended. ends[d] = length of the text of depth d. */
static void write_folded(Out *out, const View *view) {
    const Tree *tree = view->tree;
    Arena *scratch = arena_new(), *names = arena_new();
    Text path = text_new(scratch);
    size_t *ends = arena_many(scratch, size_t, (size_t)tree->depths + 1);
    for (uint32_t node = 0; node < tree->count; node++) {
        uint32_t depth = tree->depth[node];
        char buffer[NUMBER_SIZE];
        path.len = depth > 0 ? ends[depth - 1] : 0;
        if (depth > 0)
            text_add_char(&path, ';');
        add_folded_name(&path, frame_name(&view->document->frames, tree->frame[node]), names);
        arena_reset(names);
        ends[depth] = path.len;
        if (tree->self[node] > 0) {
            out_add(out, text_str(&path));
            outf(out, " %.*s\n", STR_ARG(number_text(buffer, tree->self[node])));
        }
    }
    arena_free(names);
    arena_free(scratch);
}

/* ---- for people ---- */

static void add_amounts(Out *out, const View *view, uint32_t node, Arena *scratch) {
    const Tree *tree = view->tree;
    out_padded(out, unit_format(scratch, view->unit, tree->total[node]), 12, true);
    out_padded(out, percent_format(scratch, tree->total[node], tree->sum), 8, true);
    out_padded(out, unit_format(scratch, view->unit, tree->self[node]), 14, true);
    out_add_c(out, "  ");
}

/* Depth as indent, up to a width that a terminal holds; deeper nodes say their depth. */
static void write_indented(Out *out, const View *view) {
    enum { DEEPEST = 40 };
    const Tree *tree = view->tree;
    Arena *scratch = arena_new();
    outf(out, "%12s  %6s  %12s  Function\n", "Total", "%", "Self");
    for (uint32_t node = 0; node < tree->count; node++) {
        uint32_t depth = tree->depth[node];
        Str name = safe_plain(scratch, frame_name(&view->document->frames, tree->frame[node]), SAFE_LONGEST);
        Str place =
            safe_plain(scratch, frame_place(scratch, &view->document->frames, tree->frame[node], false), SAFE_LONGEST);
        add_amounts(out, view, node, scratch);
        out_repeat(out, ' ', 2 * (size_t)(depth < DEEPEST ? depth : DEEPEST));
        if (depth > DEEPEST)
            outf(out, "[%u] ", depth);
        outf(out, "%.*s%s%.*s\n", STR_ARG(name), place.len > 0 ? "  " : "", STR_ARG(place));
        arena_reset(scratch);
    }
    arena_free(scratch);
}

static void tree_head(Out *out, ReportFormat format, const View *view) {
    Arena *scratch = arena_new();
    Str title = view_track_title(scratch, view), file = view->document->base_name;
    bool md = format == REPORT_MD;
    title = md ? safe_code(scratch, title) : safe_plain(scratch, title, SAFE_LONGEST);
    file = md ? safe_code(scratch, file) : safe_plain(scratch, file, SAFE_LONGEST);
    outf(out, "%.*s · %.*s · %.*s · view %s · %.*s\n\n", STR_ARG(file), STR_ARG(view->document->format_label),
         STR_ARG(title), view_kind_word(view->spec.kind), STR_ARG(unit_format(scratch, view->unit, view->total)));
    arena_free(scratch);
}

void report_tree(Out *out, ReportFormat format, const View *view) {
    Table table = {.columns = tree_columns,
                   .column_count = sizeof tree_columns / sizeof *tree_columns,
                   .row_count = view->tree->count,
                   .user = view,
                   .cell = tree_cell};
    if (format == REPORT_JSON) {
        tree_json(out, view, &table);
    } else if (format == REPORT_FOLDED) {
        write_folded(out, view);
    } else if (format == REPORT_TEXT) {
        tree_head(out, format, view);
        write_indented(out, view);
    } else {
        if (format == REPORT_MD)
            tree_head(out, format, view);
        table_write(out, format, &table);
    }
}
