/* `cresset waterfall` for machines: operations in preorder, then what was found in them. Written as it goes. */
#include "report/json_notes.h"
#include "report/waterfall_page.h"

static Str string_of(const View *view, StrId id) {
    return intern_str(view->document->frames.strings, id);
}

Str waterfall_channel(const View *view, uint32_t row) {
    return frame_name(&view->document->frames, waterfall_row(view->waterfall, row).operation->frame);
}

Str waterfall_label(const View *view, uint32_t row) {
    return string_of(view, waterfall_row(view->waterfall, row).operation->label);
}

Str waterfall_what(Arena *arena, const View *view, uint32_t row) {
    Str service =
        string_of(view, operation_service(&view->document->frames, waterfall_row(view->waterfall, row).operation));
    Str label = waterfall_label(view, row);
    if (!service.len || !label.len)
        return service.len ? service : label;
    return str_format(arena, "%.*s · %.*s", STR_ARG(service), STR_ARG(label));
}

Str waterfall_error(const View *view, uint32_t row) {
    return string_of(view, waterfall_row(view->waterfall, row).operation->error);
}

Str waterfall_why(Arena *arena, const View *view, const WaterfallStep *step) {
    if (step->why == WHY_ROOT)
        return STR("the root");
    Str other = waterfall_channel(view, step->other), gap = unit_format(arena, view->unit, step->gap);
    const char *what = step->why == WHY_LAST ? "ended" : "began";
    return step->gap > 0
               ? str_format(arena, "ended last before %.*s %s, %.*s later", STR_ARG(other), what, STR_ARG(gap))
               : str_format(arena, "ended when %.*s %s", STR_ARG(other), what);
}

/* ---- operations ---- */

enum {
    OP_INDEX,
    OP_ID,
    OP_CHANNEL,
    OP_LABEL,
    OP_SERVICE,
    OP_START,
    OP_END,
    OP_DURATION,
    OP_SELF,
    OP_DEPTH,
    OP_PARENT,
    OP_NESTING,
    OP_STATUS,
    OP_ERROR,
    OP_SLOW,
    OP_SLOW_SELF,
    OP_CRITICAL,
    OP_SAVES,
    OP_REPEAT
};

static const Column operation_columns[] = {
    [OP_INDEX] = {"index", "", FOR_MACHINES, true},       [OP_ID] = {"id", "", FOR_MACHINES, false},
    [OP_CHANNEL] = {"channel", "", FOR_MACHINES, false},  [OP_LABEL] = {"label", "", FOR_MACHINES, false},
    [OP_SERVICE] = {"service", "", FOR_MACHINES, false},  [OP_START] = {"start", "", FOR_MACHINES, true},
    [OP_END] = {"end", "", FOR_MACHINES, true},           [OP_DURATION] = {"duration", "", FOR_MACHINES, true},
    [OP_SELF] = {"self", "", FOR_MACHINES, true},         [OP_DEPTH] = {"depth", "", FOR_MACHINES, true},
    [OP_PARENT] = {"parent", "", FOR_MACHINES, true},     [OP_NESTING] = {"nesting", "", FOR_MACHINES, false},
    [OP_STATUS] = {"status", "", FOR_MACHINES, false},    [OP_ERROR] = {"error", "", FOR_MACHINES, false},
    [OP_SLOW] = {"bottleneck", "", FOR_MACHINES, false},  [OP_SLOW_SELF] = {"bottleneck_self", "", FOR_MACHINES, false},
    [OP_CRITICAL] = {"critical", "", FOR_MACHINES, true}, [OP_SAVES] = {"saves", "", FOR_MACHINES, true},
    [OP_REPEAT] = {"repeat", "", FOR_MACHINES, true},
};

static Cell cell_bool(bool value) {
    return (Cell){.kind = CELL_BOOL, .number = value};
}

static Cell cell_string(Str s) {
    return (Cell){.kind = CELL_NAME, .text = s};
}

static Cell cell_row(uint32_t row) {
    return row == WATERFALL_NONE ? cell_none() : cell_count(row);
}

static Cell operation_cell(const void *user, uint64_t index, int column, Arena *scratch) {
    const View *view = user;
    WaterfallRow row = waterfall_row(view->waterfall, (uint32_t)index);
    const Operation *o = row.operation;
    const WaterfallStep *step = waterfall_step(view->waterfall, (uint32_t)index);
    (void)scratch;
    switch (column) {
    case OP_INDEX:
        return cell_count(index);
    case OP_ID:
        return cell_string(string_of(view, o->id));
    case OP_CHANNEL:
        return cell_string(waterfall_channel(view, (uint32_t)index));
    case OP_LABEL:
        return cell_name(string_of(view, o->label));
    case OP_SERVICE:
        return cell_name(string_of(view, operation_service(&view->document->frames, o)));
    case OP_START:
        return cell_value(view->unit, o->start);
    case OP_END:
        return operation_ends(o) ? cell_value(view->unit, o->end) : cell_none();
    case OP_DURATION:
        return cell_value(view->unit, operation_duration(o));
    case OP_SELF:
        return cell_value(view->unit, row.self);
    case OP_DEPTH:
        return cell_count(row.depth);
    case OP_PARENT:
        return cell_row(row.parent);
    case OP_NESTING:
        return cell_text(operation_nesting_word(row.by));
    case OP_STATUS:
        return cell_text(operation_status_word(o));
    case OP_ERROR:
        return cell_name(string_of(view, o->error));
    case OP_SLOW:
        return cell_bool(row.flags & WATERFALL_SLOW);
    case OP_SLOW_SELF:
        return cell_bool(row.flags & WATERFALL_SLOW_SELF);
    case OP_CRITICAL:
        return step ? cell_value(view->unit, step->own) : cell_none();
    case OP_SAVES:
        return step ? cell_value(view->unit, step->saves) : cell_none();
    default:
        return cell_row(row.repeat);
    }
}

static Table operation_table(const View *view) {
    return (Table){.columns = operation_columns,
                   .column_count = sizeof operation_columns / sizeof *operation_columns,
                   .row_count = view->waterfall->count,
                   .user = view,
                   .cell = operation_cell};
}

/* ---- JSON ---- */

static void member_count(JsonOut *json, const char *key, uint64_t n) {
    json_out_key(json, key);
    json_out_count(json, n);
}

static void member_value(JsonOut *json, const View *view, const char *key, double value) {
    json_out_key(json, key);
    json_out_value(json, view->unit, value);
}

static void member_str(JsonOut *json, const char *key, Str s) {
    json_out_key(json, key);
    json_out_str(json, s);
}

static void write_link(JsonOut *json, const View *view, uint32_t source, uint32_t target, const char *type,
                       const double *gap) {
    json_out_object(json);
    member_count(json, "source", source);
    member_count(json, "target", target);
    member_str(json, "type", str_from(type));
    json_out_key(json, "gap");
    if (gap)
        json_out_value(json, view->unit, *gap);
    else
        json_out_null(json);
    json_out_end(json);
}

static void write_links(JsonOut *json, const View *view) {
    const Waterfall *w = view->waterfall;
    json_out_array(json);
    for (uint32_t row = 0; row < w->count; row++)
        if (waterfall_row(w, row).parent != TREE_NONE)
            write_link(json, view, waterfall_row(w, row).parent, row,
                       waterfall_row(w, row).by == OPERATION_ASYNC ? "async" : "parent-child", NULL);
    for (size_t i = 0; i < w->link_count; i++)
        write_link(json, view, w->links[i].source, w->links[i].target, "sequential",
                   (double[]){waterfall_gap(w, &w->links[i])});
    json_out_end(json);
}

static void write_channel(JsonOut *json, const View *view, const WaterfallChannel *channel) {
    const Frames *frames = &view->document->frames;
    json_out_object(json);
    member_str(json, "channel", frame_name(frames, channel->frame));
    member_count(json, "count", channel->count);
    member_count(json, "errors", channel->errors);
    member_count(json, "incomplete", channel->incomplete);
    member_value(json, view, "average", channel->average);
    member_value(json, view, "p50", channel->p50);
    member_value(json, view, "p95", channel->p95);
    member_value(json, view, "p99", channel->p99);
    member_value(json, view, "min", channel->min);
    member_value(json, view, "max", channel->max);
    member_value(json, view, "total", channel->total);
    member_value(json, view, "self", channel->self);
    member_value(json, view, "critical", channel->critical);
    json_out_key(json, "service");
    json_out_known(json, frame_module(frames, channel->frame));
    json_out_end(json);
}

static void write_path(JsonOut *json, const View *view, const WaterfallPath *path, Arena *scratch) {
    const Waterfall *w = view->waterfall;
    json_out_object(json);
    member_count(json, "root", path->root);
    member_value(json, view, "duration", operation_duration(waterfall_row(w, path->root).operation));
    json_out_key(json, "steps");
    json_out_array(json);
    for (uint32_t i = 0; i < path->step_count; i++) {
        const WaterfallStep *step = &w->steps[path->first_step + i];
        json_out_object(json);
        member_count(json, "index", step->row);
        member_value(json, view, "own", step->own);
        member_value(json, view, "saves", step->saves);
        member_str(json, "why", waterfall_why(scratch, view, step));
        json_out_end(json);
        arena_reset(scratch);
    }
    json_out_end(json);
    json_out_end(json);
}

static void write_repeat(JsonOut *json, const View *view, const WaterfallRepeat *repeat) {
    json_out_object(json);
    member_count(json, "first", repeat->first);
    member_count(json, "parent", repeat->parent);
    member_str(json, "channel", waterfall_channel(view, repeat->first));
    json_out_key(json, "label");
    json_out_known(json, repeat->label);
    member_count(json, "count", repeat->count);
    member_count(json, "errors", repeat->errors);
    member_value(json, view, "total", repeat->total);
    member_value(json, view, "average", repeat->average);
    member_value(json, view, "max", repeat->max);
    json_out_end(json);
}

static void write_findings(JsonOut *json, const View *view) {
    const Waterfall *w = view->waterfall;
    Arena *scratch = arena_new();
    json_out_key(json, "channels");
    json_out_array(json);
    for (size_t i = 0; i < w->channel_count; i++)
        write_channel(json, view, &w->channels[i]);
    json_out_end(json);
    json_out_key(json, "critical_paths");
    json_out_array(json);
    for (size_t i = 0; i < w->path_count; i++)
        write_path(json, view, &w->paths[i], scratch);
    json_out_end(json);
    json_out_key(json, "repeats");
    json_out_array(json);
    for (size_t i = 0; i < w->repeat_count; i++)
        write_repeat(json, view, &w->repeats[i]);
    json_out_end(json);
    arena_free(scratch);
}

static void write_json(Out *out, const View *view) {
    const Waterfall *w = view->waterfall;
    Table table = operation_table(view);
    JsonOut json = json_out_new(out, 2);
    json_out_object(&json);
    member_str(&json, "file", view->document->path);
    member_str(&json, "format", view->document->format);
    json_out_key(&json, "track");
    if (view->spec.track == VIEW_ALL_TRACKS)
        json_out_null(&json);
    else
        json_out_count(&json, (uint64_t)view->spec.track);
    member_str(&json, "unit", unit_word(view->unit));
    member_value(&json, view, "span", w->right - w->left);
    json_out_key(&json, "p95");
    if (w->count)
        json_out_value(&json, view->unit, w->threshold);
    else
        json_out_null(&json);
    json_out_key(&json, "percentile");
    json_out_number(&json, w->options.percentile);
    member_value(&json, view, "self_threshold", w->self_threshold);
    json_out_key(&json, "operations");
    table_json(&json, &table);
    json_out_key(&json, "links");
    write_links(&json, view);
    write_findings(&json, view);
    json_notes(&json, "warnings", view->document, NOTE_WARNING);
    json_out_end(&json);
}

void report_waterfall(Out *out, ReportFormat format, const View *view, uint32_t top) {
    Table table = operation_table(view);
    if (format == REPORT_JSON)
        write_json(out, view);
    else if (format == REPORT_CSV || format == REPORT_TSV)
        table_write(out, format, &table);
    else
        waterfall_people(out, format, view, top);
}
