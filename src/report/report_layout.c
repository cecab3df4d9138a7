/* `cresset layout`: the rectangles that layout/flame.h draws of a view, with their colours, labels and tooltips. */
#include "layout/flame.h"
#include "report/report.h"

enum {
    BOX_ID,
    BOX_ROW,
    BOX_X,
    BOX_WIDTH,
    BOX_COUNT,
    BOX_DIMMED,
    BOX_FILL,
    BOX_COLOR,
    BOX_LABEL,
    BOX_LABEL_X,
    BOX_TOOLTIP,
    BOX_COLUMNS
};

static const Column rect_columns[BOX_COLUMNS] = {
    [BOX_ID] = {"id", "Id", FOR_BOTH, false},
    [BOX_ROW] = {"row", "Row", FOR_BOTH, true},
    [BOX_X] = {"x", "x", FOR_BOTH, true},
    [BOX_WIDTH] = {"width", "Width", FOR_BOTH, true},
    [BOX_COUNT] = {"count", "Count", FOR_PEOPLE | FOR_SHEETS, true},
    [BOX_DIMMED] = {"dimmed", "Dimmed", FOR_BOTH, false},
    [BOX_FILL] = {"fill", "Fill", FOR_BOTH, false},
    [BOX_COLOR] = {"color", "", FOR_MACHINES, false},
    [BOX_LABEL] = {"label", "Label", FOR_BOTH, false},
    [BOX_LABEL_X] = {"label_x", "", FOR_MACHINES, true},
    [BOX_TOOLTIP] = {"tooltip", "", FOR_MACHINES, false},
};

static const Column merged_columns[BOX_COLUMNS] = {
    [BOX_ID] = {"longest", "", FOR_JSON, false}, [BOX_ROW] = {"row", "", FOR_JSON, true},
    [BOX_X] = {"x", "", FOR_JSON, true},         [BOX_WIDTH] = {"width", "", FOR_JSON, true},
    [BOX_COUNT] = {"count", "", FOR_JSON, true},
};

typedef struct Picture {
    const View *view;
    const LayoutOptions *options;
    const Color *palette;
    FlameLayout layout;
    const FlameBox **list; /* the boxes of a table: rectangles, runs, or both */
} Picture;

/* ---- what a node of a react-tree file says of itself ---- */

static StrId styled(const StrId *list, uint32_t node) {
    return list ? list[node] : 0;
}

static Str own_id(const Document *document, const Tree *tree, uint32_t node) {
    return intern_str(document->frames.strings, tree->style ? styled(tree->style->id, node) : 0);
}

static Str node_id(Arena *arena, const Document *document, const Tree *tree, uint32_t node) {
    Str own = own_id(document, tree, node);
    return own.len > 0 ? own : str_format(arena, "_%u", node);
}

uint32_t report_node(const Document *document, const Tree *tree, Str id) {
    for (uint32_t node = 0; tree->style && tree->style->id && node < tree->count; node++)
        if (str_equal(own_id(document, tree, node), id))
            return node;
    int64_t number;
    if (!str_starts(id, "_") || !str_to_i64(str_slice(id, 1, id.len), &number) || number < 0 || number >= tree->count)
        return TREE_NONE;
    return (uint32_t)number;
}

static Str hex(Arena *arena, Color c) {
    return str_format(arena, "#%02x%02x%02x", c.r, c.g, c.b);
}

static Color fill_of(const Picture *picture, uint32_t node) {
    return palette_node(picture->view->document, picture->view->tree, node, picture->options->color, picture->palette,
                        false);
}

/* The file's own words where it has any, so that "rebeccapurple" comes back as such. */
static Cell fill_cell(const Picture *picture, uint32_t node, Arena *scratch) {
    const TreeStyle *style = picture->view->tree->style;
    StrId own = style ? styled(style->fill, node) : 0;
    Str text = own ? intern_str(picture->view->document->frames.strings, own) : hex(scratch, fill_of(picture, node));
    return (Cell){.kind = CELL_NAME, .text = text};
}

/* react-flame-graph writes black on every colour; the other rules choose what can be read. */
static Cell text_cell(const Picture *picture, uint32_t node, Arena *scratch) {
    const TreeStyle *style = picture->view->tree->style;
    StrId own = style ? styled(style->text, node) : 0;
    Str text = own                                     ? intern_str(picture->view->document->frames.strings, own)
               : picture->options->color == COLOR_RAMP ? STR("#000000")
                                                       : hex(scratch, palette_text_on(fill_of(picture, node)));
    return (Cell){.kind = CELL_NAME, .text = text};
}

static Str name_of(const Picture *picture, uint32_t node) {
    return frame_name(&picture->view->document->frames, picture->view->tree->frame[node]);
}

static Cell tooltip_cell(const Picture *picture, uint32_t node) {
    const TreeStyle *style = picture->view->tree->style;
    StrId own = style ? styled(style->tooltip, node) : 0;
    Str text = own ? intern_str(picture->view->document->frames.strings, own - 1) : name_of(picture, node);
    return (Cell){.kind = CELL_NAME, .text = text};
}

static Cell number_cell(double value) {
    return (Cell){.kind = CELL_NUMBER, .number = value};
}

static Cell box_cell(const void *user, uint64_t row, int column, Arena *scratch) {
    const Picture *picture = user;
    const FlameBox *box = picture->list[row];
    switch (column) {
    case BOX_ID:
        return (Cell){.kind = CELL_NAME,
                      .text = node_id(scratch, picture->view->document, picture->view->tree, box->node)};
    case BOX_ROW:
        return cell_count(box->row);
    case BOX_X:
        return number_cell(box->x);
    case BOX_WIDTH:
        return number_cell(box->width);
    case BOX_COUNT:
        return cell_count(box->count);
    case BOX_DIMMED:
        return (Cell){.kind = CELL_BOOL, .number = box->dimmed};
    case BOX_FILL:
        return fill_cell(picture, box->node, scratch);
    case BOX_COLOR:
        return text_cell(picture, box->node, scratch);
    case BOX_LABEL:
        return box->labelled ? (Cell){.kind = CELL_NAME, .text = name_of(picture, box->node)} : cell_none();
    case BOX_LABEL_X:
        return number_cell(box->label_x);
    default:
        return tooltip_cell(picture, box->node);
    }
}

/* ---- the report ---- */

typedef enum Pick { PICK_RECTS = 1, PICK_RUNS = 2, PICK_ALL = 3 } Pick;

static Table pick_boxes(Arena *arena, Picture *picture, Pick pick) {
    size_t count = 0;
    picture->list = arena_many(arena, const FlameBox *, picture->layout.count);
    for (size_t i = 0; i < picture->layout.count; i++)
        if (pick & (picture->layout.boxes[i].run ? PICK_RUNS : PICK_RECTS))
            picture->list[count++] = &picture->layout.boxes[i];
    return (Table){.columns = pick == PICK_RUNS ? merged_columns : rect_columns,
                   .column_count = BOX_COLUMNS,
                   .row_count = count,
                   .user = picture,
                   .cell = box_cell};
}

static void layout_json(Out *out, Arena *arena, Picture *picture) {
    JsonOut json = json_out_new(out, 2);
    json_out_object(&json);
    json_out_key(&json, "width");
    json_out_number(&json, picture->options->width);
    json_out_key(&json, "row_height");
    json_out_count(&json, FLAME_ROW);
    json_out_key(&json, "rows");
    json_out_count(&json, levels_rows(picture->view->levels));
    json_out_key(&json, "rects");
    Table rects = pick_boxes(arena, picture, PICK_RECTS);
    table_json(&json, &rects);
    json_out_key(&json, "merged");
    Table runs = pick_boxes(arena, picture, PICK_RUNS);
    table_json(&json, &runs);
    json_out_end(&json);
}

static FlameLayout lay_out(Arena *arena, const View *view, const LayoutOptions *options) {
    const Tree *tree = view->tree;
    bool focused = options->focus != TREE_NONE;
    double from = focused ? tree->start[options->focus] : tree->left;
    double to = focused ? tree_right(tree, options->focus) : tree->right;
    if (!(from < to))
        return (FlameLayout){0};
    return flame_layout(arena, tree, view->levels, from, to, options->width, options->focus, 0,
                        levels_rows(view->levels));
}

void report_layout(Out *out, ReportFormat format, const View *view, const LayoutOptions *options) {
    Arena *arena = arena_new();
    Picture picture = {.view = view, .options = options, .layout = lay_out(arena, view, options)};
    if (options->color == COLOR_MODULE || options->color == COLOR_NAME)
        picture.palette = palette_table(arena, &view->document->frames, options->color, false);
    if (format == REPORT_JSON) {
        layout_json(out, arena, &picture);
    } else {
        Table table = pick_boxes(arena, &picture, PICK_ALL);
        table_write(out, format, &table);
    }
    arena_free(arena);
}
