/* The commands that print: load, choose, build the views, report. */
#include <string.h>
#include <unistd.h>

#include "app/commands.h"
#include "app/select.h"
#include "base/file.h"
#include "doc/load.h"
#include "report/fail_if.h"
#include "report/report.h"
#include "report/safe.h"

typedef struct Run {
    const Options *options;
    Arena *arena; /* of the options: until the end */
    Document *document;
    ReportFormat format;
    int track; /* index, VIEW_ALL_TRACKS or TRACK_EACH */
    Out out;
    Err err;
} Run;

/* ---- before and after ---- */

static ReportFormat choose_format(const Options *options) {
    if (options->format != 0)
        return (ReportFormat)(options->format - 1);
    return isatty(STDOUT_FILENO) ? REPORT_TEXT : REPORT_MD;
}

static void tell_warnings(const Run *run) {
    const Document *document = run->document;
    for (size_t i = 0; i < document->notes.count; i++) {
        if (document->notes.list[i].kind->level != NOTE_WARNING)
            continue;
        Str text = safe_plain(run->arena, note_text(run->arena, &document->notes.list[i]), 0);
        fprintf(stderr, "cresset: warning: %.*s\n", STR_ARG(text));
    }
}

static bool load(Run *run) {
    const char *path = str_c(run->arena, run->options->files.list.data[0]);
    const TextList *maps = &run->options->maps;
    const char **paths = arena_many(run->arena, const char *, maps->list.count);
    for (size_t i = 0; i < maps->list.count; i++) {
        paths[i] = str_c(run->arena, maps->list.data[i]);
        if (!file_exists(paths[i]))
            return err_set(&run->err, ERR_USAGE, "--source-map: there is no file or folder '%s'", paths[i]);
    }
    run->document = load_mapped(path, paths, maps->list.count, NULL, &run->err);
    if (!run->document)
        return command_cannot_open(run->options->files.list.data[0], &run->err);
    tell_warnings(run);
    return true;
}

static bool begin(Run *run, const Options *options) {
    *run =
        (Run){.options = options, .arena = options->arena, .format = choose_format(options), .out = out_file(stdout)};
    return options->command->least_files == 0 || /* tells of no file */
           (load(run) && select_track(run->document, options->track, &run->track, &run->err));
}

static int end(Run *run, int status) {
    if (run->err.code == ERR_NONE)
        out_done(&run->out, &run->err);
    document_free(run->document);
    return run->err.code != ERR_NONE ? command_fail(&run->err) : status;
}

/* The tracks that --track names: one, or each. */
static size_t first_track(const Run *run) {
    return run->track == TRACK_EACH ? 0 : (size_t)run->track;
}

static size_t track_count(const Run *run) {
    return run->track == TRACK_EACH ? run->document->tracks.count : 1;
}

static int track_at(const Run *run, size_t i) {
    return run->track == VIEW_ALL_TRACKS ? VIEW_ALL_TRACKS : (int)(first_track(run) + i);
}

/* ---- info, formats ---- */

int command_info(const Options *options) {
    Run run;
    if (!begin(&run, options))
        return end(&run, STATUS_FAILED);
    if (run.track == VIEW_ALL_TRACKS) {
        err_set(&run.err, ERR_USAGE, "info tells of each track by itself: --track merged is for the other reports");
        return end(&run, STATUS_USAGE);
    }
    bool all = options->track.len == 0 || run.track < 0;
    report_info(&run.out, run.format, run.document, all ? VIEW_ALL_TRACKS : run.track);
    return end(&run, STATUS_DONE);
}

int command_formats(const Options *options) {
    Run run;
    if (begin(&run, options))
        report_formats(&run.out, run.format);
    return end(&run, STATUS_DONE);
}

/* ---- hotspots ---- */

static bool choose_hotspots(Run *run, HotspotOptions *hot) {
    const Options *options = run->options;
    bool people = run->format == REPORT_MD || run->format == REPORT_TEXT;
    *hot = (HotspotOptions){
        .top = options->top >= 0 ? (uint64_t)options->top : 10,
        .sort = options->sort == 2 ? HOTSPOT_TOTAL : HOTSPOT_SELF,
        .callers = options->callers >= 0 ? (uint32_t)options->callers
                   : people              ? 3
                                         : 0,
        .callees = options->callees >= 0 ? (uint32_t)options->callees : 0,
        .function = FRAME_NONE,
        .budget = (uint64_t)options->budget,
        .source = options->source.len > 0 ? str_c(run->arena, options->source) : NULL,
        .context = options->context >= 0 ? (int)(options->context < 200 ? options->context : 200) : 20,
    };
    if (hot->budget > 0 && (run->format == REPORT_CSV || run->format == REPORT_TSV))
        return err_set(&run->err, ERR_USAGE, "--budget is for text, md and json");
    if (hot->source && !file_is_folder(hot->source))
        return err_set(&run->err, ERR_USAGE, "--source: there is no folder '%s'", hot->source);
    if (options->context >= 0 && !hot->source)
        return err_set(&run->err, ERR_USAGE, "--context tells how many lines --source adds: it needs --source DIR");
    return options->function.len == 0 || select_function(run->document, options->function, &hot->function, &run->err);
}

static bool build_entry(Run *run, int track, bool heavy, HotspotEntry *entry) {
    ViewSpec spec = {0};
    if (!select_spec(run->document, VIEW_HOTSPOTS, track, run->options->range, &spec, &run->err))
        return false;
    entry->view = view_build(run->document, spec, NULL);
    spec.kind = VIEW_HEAVY;
    entry->heavy = heavy ? view_build(run->document, spec, NULL) : NULL;
    return true;
}

/* A misspelt name would hold for ever. */
static void warn_of_nobody(const Run *run, const FailIf *condition, const HotspotEntry *entries, size_t count) {
    const Frames *frames = &run->document->frames;
    for (size_t i = 0; i < count; i++)
        for (size_t r = 0; r < entries[i].view->hotspots->count; r++)
            if (name_matches(condition->pattern, frame_name(frames, entries[i].view->hotspots->rows[r].frame)))
                return;
    fprintf(stderr, "cresset: warning: no function matches the condition %.*s\n",
            STR_ARG(safe_plain(run->arena, condition->text, 0)));
}

static int check_conditions(Run *run, const HotspotEntry *entries, size_t count) {
    int status = STATUS_DONE;
    for (size_t c = 0; c < run->options->fail_if.list.count; c++) {
        FailIf condition;
        if (!fail_if_parse(run->options->fail_if.list.data[c], &condition, &run->err))
            return STATUS_USAGE;
        warn_of_nobody(run, &condition, entries, count);
        for (size_t i = 0; i < count; i++) {
            Str sentence;
            if (!fail_if_check(run->arena, &condition, &run->document->frames, entries[i].view->hotspots, &sentence,
                               &run->err))
                return STATUS_USAGE;
            if (sentence.len == 0)
                continue;
            fprintf(stderr, "cresset: %.*s\n", STR_ARG(sentence));
            status = STATUS_CONDITION;
        }
    }
    return status;
}

/* Wrong conditions are told before a long file is read. */
static bool conditions_are_good(const Options *options, Err *err) {
    FailIf condition;
    for (size_t c = 0; c < options->fail_if.list.count; c++)
        if (!fail_if_parse(options->fail_if.list.data[c], &condition, err))
            return false;
    return true;
}

/* Views hold an arena each. Entries that were not built are NULL. */
static int end_hotspots(Run *run, HotspotEntry *entries, size_t count, int status) {
    for (size_t i = 0; i < count; i++) {
        view_free((View *)entries[i].view);
        view_free((View *)entries[i].heavy);
    }
    return end(run, status);
}

int command_hotspots(const Options *options) {
    Run run;
    HotspotOptions hot;
    Err err = {0};
    if (!conditions_are_good(options, &err))
        return command_fail(&err);
    if (!begin(&run, options) || !choose_hotspots(&run, &hot))
        return end(&run, STATUS_FAILED);
    bool people = run.format == REPORT_MD || run.format == REPORT_TEXT;
    bool heavy = people || hot.callers > 0 || hot.callees > 0;
    size_t count = track_count(&run);
    HotspotEntry *entries = arena_many(run.arena, HotspotEntry, count);
    for (size_t i = 0; i < count; i++)
        if (!build_entry(&run, track_at(&run, i), heavy, &entries[i]))
            return end_hotspots(&run, entries, count, STATUS_FAILED);
    uint64_t tokens = report_hotspots(&run.out, run.format, run.document, entries, count, &hot);
    if (tokens > hot.budget)
        fprintf(stderr, "cresset: warning: the shortest report takes some %llu tokens, more than --budget %llu\n",
                (unsigned long long)tokens, (unsigned long long)hot.budget);
    return end_hotspots(&run, entries, count, check_conditions(&run, entries, count));
}

/* ---- waterfall ---- */

/* Without --track the busiest track that has operations; each in turn is all at once here: their trees stand one below another. */
static bool choose_operations(Run *run, ViewSpec *spec) {
    const Options *options = run->options;
    const Track *busiest = view_busiest_operations(run->document);
    if (!busiest)
        return err_set(&run->err, ERR_EMPTY, "'%.*s' holds no async operations (the other reports may show it)",
                       STR_ARG(options->files.list.data[0]));
    int track = options->track.len == 0 ? (int)busiest->index : run->track == TRACK_EACH ? VIEW_ALL_TRACKS : run->track;
    if (track >= 0 && run->document->tracks.data[track]->operations.count == 0)
        return err_set(&run->err, ERR_USAGE, "track %d holds no async operations; track %u does", track,
                       busiest->index);
    if (options->percentile > 100)
        return err_set(&run->err, ERR_USAGE, "--percentile is at most 100, not %g", options->percentile);
    *spec = (ViewSpec){.kind = VIEW_WATERFALL, .track = track, .operations = OPERATIONS_DEFAULTS};
    spec->operations.by_time = options->nesting == 2;
    spec->operations.gap = options->gap > 0    ? options->gap * 1e6
                           : options->gap == 0 ? 1e-9
                                               : spec->operations.gap; /* all 0 means unset */
    spec->operations.percentile = options->percentile >= 0 ? options->percentile : spec->operations.percentile;
    return true;
}

int command_waterfall(const Options *options) {
    Run run;
    ViewSpec spec = {0};
    if (!begin(&run, options) || !choose_operations(&run, &spec))
        return end(&run, STATUS_FAILED);
    View *view = view_build(run.document, spec, NULL);
    report_waterfall(&run.out, run.format, view, options->top >= 0 ? (uint32_t)options->top : 60);
    view_free(view);
    return end(&run, STATUS_DONE);
}

/* ---- tree, layout ---- */

enum { WIDEST = 16384 }; /* as --size of a picture */

typedef bool (*WriteView)(Run *run, const View *view);

static int option_view(const Options *options) {
    static const int kinds[] = {-1, VIEW_TIME, VIEW_HEAVY, VIEW_INVERTED};
    return kinds[options->view];
}

/* What stands before the table of the i-th track. */
static const char *between(const Run *run, size_t i) {
    if (run->format == REPORT_JSON && run->track == TRACK_EACH)
        return i == 0 ? "[\n" : ",\n";
    return i > 0 && (run->format == REPORT_MD || run->format == REPORT_TEXT) ? "\n" : "";
}

/* Several tracks in JSON are an array of what one would be; several tables in one sheet are none. */
static int write_views(Run *run, WriteView write) {
    size_t count = track_count(run);
    bool json = run->format == REPORT_JSON, sheet = run->format == REPORT_CSV || run->format == REPORT_TSV;
    if (count > 1 && sheet) {
        err_set(&run->err, ERR_USAGE, "--track all does not fit into one %s table", report_format_word(run->format));
        return end(run, STATUS_USAGE);
    }
    for (size_t i = 0; i < count; i++) {
        ViewSpec spec = {0};
        if (!select_spec(run->document, option_view(run->options), track_at(run, i), run->options->range, &spec,
                         &run->err))
            return end(run, STATUS_USAGE);
        View *view = view_build(run->document, spec, NULL);
        out_add_c(&run->out, between(run, i));
        bool ok = write(run, view);
        view_free(view);
        if (!ok)
            return end(run, STATUS_USAGE);
    }
    if (json && run->track == TRACK_EACH)
        out_add_c(&run->out, "]\n");
    return end(run, STATUS_DONE);
}

static bool write_tree(Run *run, const View *view) {
    report_tree(&run->out, run->format, view);
    return true;
}

int command_tree(const Options *options) {
    Run run;
    return begin(&run, options) ? write_views(&run, write_tree) : end(&run, STATUS_FAILED);
}

static bool write_layout(Run *run, const View *view) {
    const Options *options = run->options;
    LayoutOptions layout = {
        .width = options->width > 0 ? options->width : 1200,
        .focus = TREE_NONE,
        .color = options->color > 0 ? (ColorRule)(options->color - 1) : COLOR_RAMP,
    };
    if (options->focus.len > 0) {
        layout.focus = report_node(run->document, view->tree, options->focus);
        if (layout.focus == TREE_NONE)
            return err_set(&run->err, ERR_USAGE, "no rectangle has the id '%.*s'", STR_ARG(options->focus));
    }
    report_layout(&run->out, run->format, view, &layout);
    return true;
}

int command_layout(const Options *options) {
    Run run;
    Err err = {0};
    if (options->width > WIDEST && !err_set(&err, ERR_USAGE, "--width is at most %d, not %g", WIDEST, options->width))
        return command_fail(&err);
    return begin(&run, options) ? write_views(&run, write_layout) : end(&run, STATUS_FAILED);
}
