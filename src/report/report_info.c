/* `cresset info`: what a file holds; and `cresset formats`: what can be opened. */
#include <math.h>

#include "format/formats.h"
#include "report/json_notes.h"
#include "report/report.h"
#include "report/safe.h"

enum {
    INFO_INDEX,
    INFO_PROCESS,
    INFO_THREAD,
    INFO_NAME,
    INFO_UNIT,
    INFO_TOTAL,
    INFO_SPAN,
    INFO_ROWS,
    INFO_NODES,
    INFO_FUNCTIONS,
    INFO_SAMPLES,
    INFO_WORK
};

static const Column info_columns[] = {
    [INFO_INDEX] = {"index", "Track", FOR_BOTH, true},
    [INFO_PROCESS] = {"process", "", FOR_MACHINES, false},
    [INFO_THREAD] = {"thread", "", FOR_MACHINES, false},
    [INFO_NAME] = {"name", "Name", FOR_BOTH, false},
    [INFO_UNIT] = {"unit", "", FOR_MACHINES, false},
    [INFO_TOTAL] = {"total", "Total", FOR_BOTH, true},
    [INFO_SPAN] = {"span", "Span", FOR_BOTH, true},
    [INFO_ROWS] = {"rows", "Rows", FOR_BOTH, true},
    [INFO_NODES] = {"nodes", "Nodes", FOR_BOTH, true},
    [INFO_FUNCTIONS] = {"functions", "Functions", FOR_BOTH, true},
    [INFO_SAMPLES] = {"samples", "Samples", FOR_BOTH, true},
    [INFO_WORK] = {"work", "", FOR_MACHINES, true},
};

typedef struct InfoTable {
    const Document *document;
    size_t first;
} InfoTable;

/* What `cresset hotspots` calls the total: all own times. More than the root boxes where operations overlap. */
static double work_of(const Track *track) {
    double work = 0;
    for (uint32_t i = 0; track->kind == TRACK_SPANS && i < track->tree->count; i++)
        work += track->tree->self[i];
    return track->kind == TRACK_SPANS ? work : track->total;
}

static Cell info_cell(const void *user, uint64_t row, int column, Arena *scratch) {
    const InfoTable *info = user;
    const Track *track = info->document->tracks.data[info->first + row];
    (void)scratch;
    switch (column) {
    case INFO_INDEX:
        return cell_count(track->index);
    case INFO_PROCESS:
        return cell_name(track->process);
    case INFO_THREAD:
        return cell_name(track->name);
    case INFO_NAME:
        return cell_name(track->title);
    case INFO_UNIT:
        return (Cell){.kind = CELL_NAME, .text = unit_word(track->unit)};
    case INFO_TOTAL:
        return cell_value(track->unit, track->total);
    case INFO_SPAN:
        return cell_value(track->unit, track->span);
    case INFO_ROWS:
        return cell_count(track->tree->rows);
    case INFO_NODES:
        return cell_count(track->tree->count);
    case INFO_FUNCTIONS:
        return cell_count(track->functions);
    case INFO_SAMPLES:
        return track->sample_count ? cell_count(track->sample_count) : cell_none();
    default:
        return cell_value(track->unit, work_of(track));
    }
}

static Table info_table(const InfoTable *info, size_t count) {
    return (Table){.columns = info_columns,
                   .column_count = sizeof info_columns / sizeof *info_columns,
                   .row_count = count,
                   .user = info,
                   .cell = info_cell};
}

static void info_json(Out *out, const Document *document, const Table *table) {
    JsonOut json = json_out_new(out, 2);
    json_out_object(&json);
    json_out_key(&json, "file");
    json_out_str(&json, document->path);
    json_out_key(&json, "format");
    json_out_str(&json, document->format);
    json_out_key(&json, "bytes");
    json_out_count(&json, document->bytes);
    json_out_key(&json, "decoded_bytes");
    json_out_count(&json, document->decoded);
    json_out_key(&json, "complete");
    json_out_bool(&json, document->complete);
    json_out_key(&json, "stopped");
    json_out_known(&json, document->stopped);
    json_notes(&json, "warnings", document, NOTE_WARNING);
    json_notes(&json, "notes", document, NOTE_INFO);
    json_out_key(&json, "tracks");
    table_json(&json, table);
    json_out_end(&json);
}

static void info_notes(Out *out, ReportFormat format, const Document *document) {
    Arena *scratch = arena_new();
    for (size_t i = 0; i < document->notes.count; i++) {
        const Note *note = &document->notes.list[i];
        Str text = note_text(scratch, note);
        text = format == REPORT_MD ? safe_text(scratch, text) : safe_plain(scratch, text, 0);
        const char *level = note->kind->level == NOTE_WARNING ? "warning: " : "";
        outf(out, "%s- %s%.*s\n", i == 0 ? "\n" : "", level, STR_ARG(text));
    }
    arena_free(scratch);
}

/* Two reports of one track must not seem to contradict each other. */
static void info_overlap(Out *out, const InfoTable *info, size_t count) {
    size_t overlapping = 0;
    double total = 0, work = 0;
    for (size_t i = 0; i < count; i++) {
        const Track *track = info->document->tracks.data[info->first + i];
        double all = work_of(track);
        if (all <= track->total * (1 + 1e-9))
            continue;
        overlapping++;
        total += track->total;
        work += all;
    }
    if (!overlapping)
        return;
    Arena *scratch = arena_new();
    Unit time = {.kind = UNIT_TIME};
    outf(
        out,
        "\nOperations overlap (%zu track%s): Total is what their roots last, %.*s; all of them work %.*s, the total of "
        "hotspots.\n",
        overlapping, overlapping == 1 ? "" : "s", STR_ARG(unit_format(scratch, time, total)),
        STR_ARG(unit_format(scratch, time, work)));
    arena_free(scratch);
}

static void info_head(Out *out, ReportFormat format, const Document *document) {
    Arena *scratch = arena_new();
    Str name =
        format == REPORT_MD ? safe_code(scratch, document->base_name) : safe_plain(scratch, document->base_name, 0);
    outf(out, "%.*s · %.*s · %.*s", STR_ARG(name), STR_ARG(document->format_label),
         STR_ARG(bytes_format(scratch, document->bytes)));
    if (document->decoded > document->bytes)
        outf(out, " (%.*s unpacked)", STR_ARG(bytes_format(scratch, document->decoded)));
    outf(out, "%s\n\n", document->complete ? "" : " · incomplete");
    arena_free(scratch);
}

void report_info(Out *out, ReportFormat format, const Document *document, int track) {
    InfoTable info = {.document = document, .first = track == VIEW_ALL_TRACKS ? 0 : (size_t)track};
    size_t count = track == VIEW_ALL_TRACKS ? document->tracks.count : 1;
    Table table = info_table(&info, count);
    if (format == REPORT_JSON) {
        info_json(out, document, &table);
        return;
    }
    bool people = format == REPORT_MD || format == REPORT_TEXT;
    if (people)
        info_head(out, format, document);
    table_write(out, format, &table);
    if (people) {
        info_overlap(out, &info, count);
        info_notes(out, format, document);
    }
}

static const Column format_columns[] = {
    {"format", "Format", FOR_BOTH, false},
    {"label", "What it is", FOR_BOTH, false},
    {"extensions", "Files", FOR_BOTH, false},
    {"recognised", "How it is recognised", FOR_BOTH, false},
};

static Cell format_cell(const void *user, uint64_t row, int column, Arena *scratch) {
    const Format *format = ((const Format *const *)user)[row];
    const char *const words[] = {format->name, format->label, format->extensions, format->recognised};
    (void)scratch;
    return cell_text(words[column]);
}

void report_formats(Out *out, ReportFormat format) {
    const Format *const *all = formats_all();
    uint64_t count = 0;
    while (all[count])
        count++;
    Table table = {.columns = format_columns, .column_count = 4, .row_count = count, .user = all, .cell = format_cell};
    if (format != REPORT_JSON) {
        table_write(out, format, &table);
        if (format == REPORT_MD || format == REPORT_TEXT)
            out_add_c(out, "\nperf.data of `perf record` is read through `perf script`, where perf is installed.\n");
        return;
    }
    JsonOut json = json_out_new(out, 2);
    json_out_object(&json);
    json_out_key(&json, "formats");
    table_json(&json, &table);
    json_out_end(&json);
}
