/* `cresset hotspots`: plans what to show, cuts it to a budget, and writes it for machines. */
#include "report/hotspot_plan.h"
#include "derive/hotspots_order.h"
#include "report/json_notes.h"
#include "report/source_lines.h"

#include <math.h>

enum {
    HOT_TRACK,
    HOT_RANK,
    HOT_ID,
    HOT_FUNCTION,
    HOT_SOURCE,
    HOT_FILE,
    HOT_LINE,
    HOT_COLUMN,
    HOT_KIND,
    HOT_CALLS,
    HOT_SELF,
    HOT_SELF_SHARE,
    HOT_TOTAL,
    HOT_TOTAL_SHARE,
    HOT_READING,
    HOT_MIN,
    HOT_AVERAGE,
    HOT_P50,
    HOT_P95,
    HOT_P99,
    HOT_MAX,
    HOT_ID_LAST,
    HOT_COLUMNS
};

#define HOT_HEAD                                                                                            \
    [HOT_TRACK] = {"track", "", FOR_SHEETS, true}, [HOT_RANK] = {"rank", "#", FOR_BOTH, true},              \
    [HOT_ID] = {"id", "", FOR_MACHINES, false}, [HOT_FUNCTION] = {"function", "Function", FOR_BOTH, false}, \
    [HOT_SOURCE] = {"", "Source", FOR_PEOPLE, false}, [HOT_FILE] = {"file", "", FOR_MACHINES, false},       \
    [HOT_LINE] = {"line", "", FOR_MACHINES, true}, [HOT_COLUMN] = {"column", "", FOR_MACHINES, true},       \
    [HOT_KIND] = {"kind", "", FOR_MACHINES, false}
/* durations of the calls, each by itself */
#define HOT_TAIL                                                                                                  \
    [HOT_MIN] = {"min", "", FOR_MACHINES, true}, [HOT_AVERAGE] = {"average", "", FOR_MACHINES, true},             \
    [HOT_P50] = {"p50", "", FOR_MACHINES, true}, [HOT_P95] = {"p95", "", FOR_MACHINES, true},                     \
    [HOT_P99] = {"p99", "", FOR_MACHINES, true}, [HOT_MAX] = {"max", "", FOR_MACHINES, true},                     \
    [HOT_SELF] = {"self", "Self", FOR_BOTH, true}, [HOT_SELF_SHARE] = {"self_percent", "Self %", FOR_BOTH, true}, \
    [HOT_TOTAL] = {"total", "Total", FOR_BOTH, true},                                                             \
    [HOT_TOTAL_SHARE] = {"total_percent", "Total %", FOR_BOTH, true},                                             \
    [HOT_READING] = {"reading", "Reading", FOR_BOTH, false}, [HOT_ID_LAST] = {"", "Id", FOR_PEOPLE, false}

/* The same columns for samples and for calls: people see no column of calls where there are none. */
static const Column sample_columns[HOT_COLUMNS] = {HOT_HEAD, [HOT_CALLS] = {"calls", "", FOR_MACHINES, true}, HOT_TAIL};
static const Column call_columns[HOT_COLUMNS] = {HOT_HEAD, [HOT_CALLS] = {"calls", "Calls", FOR_BOTH, true}, HOT_TAIL};

static Cell cell_positive(int32_t n) {
    return n > 0 ? cell_count((uint64_t)n) : cell_none();
}

static Cell place_cell(const HotspotPlan *plan, FrameId frame, int column, Arena *scratch) {
    const Frames *frames = &plan->document->frames;
    switch (column) {
    case HOT_ID:
    case HOT_ID_LAST:
        return (Cell){.kind = CELL_TEXT, .text = hotspot_id(scratch, frame)};
    case HOT_FUNCTION:
        return (Cell){.kind = CELL_NAME, .text = frame_name(frames, frame)};
    case HOT_SOURCE:
        return cell_name(frame_place(scratch, frames, frame, false));
    case HOT_FILE:
        return cell_name(frame_file(frames, frame));
    case HOT_LINE:
        return cell_positive(frames->list[frame].line);
    case HOT_COLUMN:
        return cell_positive(frames->list[frame].column);
    default:
        return cell_text(frame_kind_word(frames->list[frame].kind));
    }
}

/* Of what was not called there is no duration. */
static Cell duration_cell(const Hotspots *hotspots, const Hotspot *row, int column) {
    const double durations[] = {row->min, row->average, row->p50, row->p95, row->p99, row->max};
    double value = durations[column - HOT_MIN];
    return hotspots->has_calls && row->calls && isfinite(value) ? cell_value(hotspots->unit, value) : cell_none();
}

static Cell hot_cell(const void *user, uint64_t i, int column, Arena *scratch) {
    const HotspotPlan *plan = user;
    const Hotspots *hotspots = plan->hotspots;
    const Hotspot *row = hotspot_plan_row(plan, i);
    switch (column) {
    case HOT_TRACK:
        return plan->entry->view->spec.track == VIEW_ALL_TRACKS ? cell_none()
                                                                : cell_count((uint64_t)plan->entry->view->spec.track);
    case HOT_RANK:
        return cell_count(plan->first + i + 1);
    case HOT_CALLS:
        return hotspots->has_calls ? cell_count(row->calls) : cell_none();
    case HOT_MIN:
    case HOT_AVERAGE:
    case HOT_P50:
    case HOT_P95:
    case HOT_P99:
    case HOT_MAX:
        return duration_cell(hotspots, row, column);
    case HOT_SELF:
        return cell_value(hotspots->unit, row->self);
    case HOT_SELF_SHARE:
        return cell_percent(row->self, hotspots->active);
    case HOT_TOTAL:
        return cell_value(hotspots->unit, row->total);
    case HOT_TOTAL_SHARE:
        return cell_percent(row->total, hotspots->active);
    case HOT_READING:
        return cell_text(hotspot_reading(hotspots, row));
    default:
        return place_cell(plan, row->frame, column, scratch);
    }
}

const Hotspot *hotspot_plan_row(const HotspotPlan *plan, size_t i) {
    return &plan->hotspots->rows[plan->order[plan->first + i]];
}

double hotspot_plan_covered(const HotspotPlan *plan) {
    double sum = 0;
    for (size_t i = 0; i < plan->count; i++)
        sum += hotspot_plan_row(plan, i)->self;
    return sum;
}

Table hotspot_plan_table(const HotspotPlan *plan) {
    return (Table){.columns = plan->hotspots->has_calls ? call_columns : sample_columns,
                   .column_count = HOT_COLUMNS,
                   .row_count = plan->count,
                   .user = plan,
                   .cell = hot_cell};
}

Str hotspot_id(Arena *arena, FrameId frame) {
    return str_format(arena, "f%u", frame);
}

const Relation *hotspot_relations(const Relations *relations, FrameId frame, uint32_t max, uint32_t *count,
                                  uint32_t *more, double *more_weight) {
    const Relation *list = relations->list + relations->first[frame];
    uint32_t all = relations->first[frame + 1] - relations->first[frame];
    *count = all < max ? all : max;
    *more = all - *count;
    *more_weight = 0;
    for (uint32_t i = *count; i < all; i++)
        *more_weight += list[i].weight;
    return list;
}

/* ---- the plan ---- */

static void choose_rows(Arena *arena, HotspotPlan *plan, const HotspotOptions *options) {
    const Hotspots *hotspots = plan->hotspots;
    uint32_t *order = arena_many(arena, uint32_t, hotspots->count);
    hotspots_order(hotspots, options->sort, true, order);
    plan->order = order;
    plan->function = options->function;
    plan->count = options->top > 0 && options->top < hotspots->count ? options->top : hotspots->count;
    if (options->function == FRAME_NONE)
        return;
    uint32_t row = hotspots->row_of[options->function];
    for (plan->first = 0; plan->first < hotspots->count && order[plan->first] != row; plan->first++)
        ;
    plan->count = plan->first < hotspots->count;
}

static HotspotPlan make_plan(Arena *arena, const Document *document, const HotspotEntry *entry,
                             const HotspotOptions *options) {
    HotspotPlan plan = {.document = document, .entry = entry, .hotspots = entry->view->hotspots};
    choose_rows(arena, &plan, options);
    plan.caller_count = options->callers;
    plan.callee_count = options->callees;
    plan.source = options->source;
    plan.context = options->context;
    if (entry->heavy && options->callers > 0)
        plan.callers = derive_relations(arena, &document->frames, entry->heavy->tree, RELATION_CALLERS);
    if (entry->heavy && options->callees > 0)
        plan.callees = derive_relations(arena, &document->frames, entry->heavy->tree, RELATION_CALLEES);
    return plan;
}

/* ---- JSON ---- */

static void json_relations(JsonOut *json, const HotspotPlan *plan, const Relations *relations, const Hotspot *row,
                           uint32_t max, Arena *scratch) {
    const Frames *frames = &plan->document->frames;
    uint32_t count, more;
    double more_weight;
    const Relation *list = hotspot_relations(relations, row->frame, max, &count, &more, &more_weight);
    json_out_array(json);
    for (uint32_t i = 0; i < count; i++) {
        bool known = list[i].other != FRAME_NONE;
        json_out_object(json);
        json_out_key(json, "id");
        json_out_known(json, known ? hotspot_id(scratch, list[i].other) : STR(""));
        json_out_key(json, "function");
        json_out_known(json, known ? frame_name(frames, list[i].other) : STR(""));
        json_out_key(json, "file");
        json_out_known(json, known ? frame_file(frames, list[i].other) : STR(""));
        json_out_key(json, "weight");
        json_out_value(json, plan->hotspots->unit, list[i].weight);
        json_out_key(json, "percent");
        json_out_number(json, list[i].weight / relations->outermost[row->frame] * 100);
        json_out_end(json);
    }
    json_out_end(json);
}

static void json_source(JsonOut *json, const HotspotPlan *plan, FrameId frame, Arena *scratch) {
    SourceLines lines;
    if (!source_lines(scratch, &plan->document->frames, frame, plan->source, plan->context, &lines)) {
        json_out_null(json);
        return;
    }
    json_out_object(json);
    json_out_key(json, "path");
    json_out_str(json, lines.path);
    json_out_key(json, "first");
    json_out_count(json, (uint64_t)lines.first);
    json_out_key(json, "text");
    json_out_str(json, lines.text);
    json_out_end(json);
}

static void json_rows(JsonOut *json, const HotspotPlan *plan) {
    Table table = hotspot_plan_table(plan);
    Arena *scratch = arena_new();
    json_out_array(json);
    for (size_t i = 0; i < plan->count; i++) {
        json_out_object(json);
        table_json_members(json, &table, i, scratch);
        if (plan->callers && plan->caller_count > 0) {
            json_out_key(json, "callers");
            json_relations(json, plan, plan->callers, hotspot_plan_row(plan, i), plan->caller_count, scratch);
        }
        if (plan->callees && plan->callee_count > 0) {
            json_out_key(json, "callees");
            json_relations(json, plan, plan->callees, hotspot_plan_row(plan, i), plan->callee_count, scratch);
        }
        if (plan->source) {
            json_out_key(json, "source");
            json_source(json, plan, hotspot_plan_row(plan, i)->frame, scratch);
        }
        json_out_end(json);
        arena_reset(scratch);
    }
    json_out_end(json);
    arena_free(scratch);
}

static void json_sum(JsonOut *json, const char *key, const Hotspots *hotspots, double value) {
    json_out_key(json, key);
    json_out_value(json, hotspots->unit, value);
}

static void json_entry(JsonOut *json, const HotspotPlan *plan) {
    Arena *scratch = arena_new();
    const Hotspots *hotspots = plan->hotspots;
    json_out_object(json);
    json_out_key(json, "index");
    if (plan->entry->view->spec.track == VIEW_ALL_TRACKS)
        json_out_null(json);
    else
        json_out_count(json, (uint64_t)plan->entry->view->spec.track);
    json_out_key(json, "name");
    json_out_str(json, view_track_title(scratch, plan->entry->view));
    json_out_key(json, "unit");
    json_out_str(json, unit_word(hotspots->unit));
    json_sum(json, "total", hotspots, hotspots->total);
    json_sum(json, "idle", hotspots, hotspots->idle);
    json_sum(json, "active", hotspots, hotspots->active);
    json_sum(json, "unattributed", hotspots, hotspots->unattributed);
    json_sum(json, "roots", hotspots, hotspots->roots);
    json_out_key(json, "functions");
    json_out_count(json, hotspots->count);
    json_out_key(json, "covered_percent");
    json_out_number(json, hotspots->active > 0 ? hotspot_plan_covered(plan) / hotspots->active * 100 : 0);
    if (plan->left_out.len > 0) {
        json_out_key(json, "left_out");
        json_out_str(json, plan->left_out);
    }
    json_out_key(json, "rows");
    json_rows(json, plan);
    json_out_end(json);
    arena_free(scratch);
}

static void write_json(Out *out, const Document *document, const HotspotPlan *plans, size_t count) {
    JsonOut json = json_out_new(out, 4);
    json_out_object(&json);
    json_out_key(&json, "file");
    json_out_str(&json, document->path);
    json_out_key(&json, "format");
    json_out_str(&json, document->format);
    json_notes(&json, "warnings", document, NOTE_WARNING);
    json_out_key(&json, "tracks");
    json_out_array(&json);
    for (size_t i = 0; i < count; i++)
        json_entry(&json, &plans[i]);
    json_out_end(&json);
    json_out_end(&json);
}

static void write_plans(Out *out, ReportFormat format, const Document *document, const HotspotPlan *plans,
                        size_t count) {
    if (format == REPORT_JSON) {
        write_json(out, document, plans, count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        Table table = hotspot_plan_table(&plans[i]);
        if (format == REPORT_CSV || format == REPORT_TSV)
            (i == 0 ? table_write : table_write_more)(out, format, &table);
        else
            hotspot_people(out, format, &plans[i]);
    }
}

/* ---- a budget ---- */

/* What a report may hold at most. */
typedef struct Cut {
    size_t rows;
    uint32_t relations;
    int context; /* lines of source; -1: none */
} Cut;

static void add_left_out(Text *text, const char *what) {
    text_addf(text, "%s%s", text->len > 0 ? ", " : "", what);
}

/* Cuts a plan, and says what that left out. */
static HotspotPlan cut_plan(Arena *arena, const HotspotPlan *full, Cut cut) {
    HotspotPlan plan = *full;
    Text left_out = text_new(arena);
    plan.count = cut.rows < full->count ? cut.rows : full->count;
    plan.caller_count = cut.relations < full->caller_count ? cut.relations : full->caller_count;
    plan.callee_count = cut.relations < full->callee_count ? cut.relations : full->callee_count;
    plan.context = cut.context < full->context ? cut.context : full->context;
    plan.source = cut.context < 0 ? NULL : full->source;
    if (plan.count < full->count)
        text_addf(&left_out, "%zu rows", full->count - plan.count);
    if (full->source && plan.context < full->context)
        add_left_out(&left_out, plan.source ? "lines of source" : "the source");
    if (plan.caller_count < full->caller_count || plan.callee_count < full->callee_count)
        add_left_out(&left_out, cut.relations > 0 ? "further callers and callees" : "callers and callees");
    plan.left_out = text_str(&left_out);
    return plan;
}

static Str write_cut(Arena *arena, ReportFormat format, const HotspotPlan *full, HotspotPlan *plans, size_t count,
                     Cut cut) {
    Text text = text_new(arena);
    Out out = out_text(&text);
    for (size_t i = 0; i < count; i++)
        plans[i] = cut_plan(arena, &full[i], cut);
    write_plans(&out, format, full->document, plans, count);
    return text_str(&text);
}

/* First less source, then fewer callers, then none, then fewer rows: the most rows that fit, at least one. */
static Str fit_budget(Arena *arena, ReportFormat format, const HotspotPlan *full, size_t count, uint64_t budget) {
    static const Cut steps[] = {
        {0, UINT32_MAX, INT32_MAX}, {0, UINT32_MAX, 5}, {0, 2, 2}, {0, 2, -1}, {0, 1, -1}, {0, 0, -1}};
    enum { LEAST_ROW = 24 }; /* bytes: no row is shorter, so more rows than this allows need not be tried */
    HotspotPlan *plans = arena_many(arena, HotspotPlan, count);
    size_t most = 1;
    for (size_t i = 0; i < count; i++)
        most = full[i].count > most ? full[i].count : most;
    most = budget * 3 / LEAST_ROW + 1 < most ? budget * 3 / LEAST_ROW + 1 : most;
    Str text;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        text = write_cut(arena, format, full, plans, count, (Cut){most, steps[i].relations, steps[i].context});
        if (report_tokens(text) <= budget)
            return text;
    }
    size_t fits = 1, too_many = most;
    while (too_many - fits > 1) {
        size_t middle = fits + (too_many - fits) / 2;
        text = write_cut(arena, format, full, plans, count, (Cut){middle, 0, -1});
        *(report_tokens(text) <= budget ? &fits : &too_many) = middle;
    }
    return write_cut(arena, format, full, plans, count, (Cut){fits, 0, -1});
}

uint64_t report_hotspots(Out *out, ReportFormat format, const Document *document, const HotspotEntry *entries,
                         size_t count, const HotspotOptions *options) {
    Arena *arena = arena_new();
    HotspotPlan *plans = arena_many(arena, HotspotPlan, count);
    Str text = {0};
    for (size_t i = 0; i < count; i++)
        plans[i] = make_plan(arena, document, &entries[i], options);
    if (options->budget > 0 && count > 0)
        text = fit_budget(arena, format, plans, count, options->budget);
    else
        write_plans(out, format, document, plans, count);
    uint64_t tokens = report_tokens(text);
    out_add(out, text);
    arena_free(arena);
    return tokens;
}
