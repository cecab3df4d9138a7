/* Commands that take the table of functions along: into the clipboard, or into a file. The report is the command line's. */
#include "do.h"
#include "report/report.h"
#include "tab.h"

enum { COPIED_ROWS = 30 }; /* of Markdown, which people and models read; sheets and JSON have all */

static bool format_of(Str word, ReportFormat *format, Err *err) {
    static const ReportFormat formats[] = {REPORT_MD, REPORT_JSON, REPORT_CSV, REPORT_TSV, REPORT_TEXT};
    *format = REPORT_MD;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (str_is(word, report_format_word(formats[i]))) {
            *format = formats[i];
            return true;
        }
    return !word.len || err_set(err, ERR_USAGE, "no format '%.*s': md, json, csv, tsv or text", STR_ARG(word));
}

/* The shown tracks and range, sorted as the table is; for people with the heaviest path. False while its views are being built. */
static bool write_table(Ui *ui, ReportFormat format, Text *text, Err *err) {
    Tab *tab = ui_tab(ui);
    bool people = format == REPORT_MD || format == REPORT_TEXT;
    HotspotEntry entry = {.view = tab_view(ui, tab, tab_spec(tab, VIEW_HOTSPOTS))};
    if (people)
        entry.heavy = tab_view(ui, tab, tab_spec(tab, VIEW_HEAVY));
    if (!entry.view || (people && !entry.heavy))
        return err_set(err, ERR_LATER, "the table is being built");
    HotspotOptions options = {.sort = (HotspotSort)tab->sort, .function = FRAME_NONE};
    if (people)
        options.top = COPIED_ROWS;
    Out out = out_text(text);
    report_hotspots(&out, format, tab->document, &entry, 1, &options);
    return out_done(&out, err);
}

bool do_copy_table(Ui *ui, Str args, Err *err) {
    ReportFormat format;
    if (!format_of(args, &format, err))
        return false;
    Arena *arena = arena_new();
    Text text = text_new(arena);
    bool good = write_table(ui, format, &text, err);
    if (good) {
        ui_ask(ui, (UiRequest){.kind = UI_COPY, .text = text_str(&text)});
        ui_say(ui, "copied the table (%s)", report_format_word(format));
    }
    arena_free(arena);
    return good;
}

/* "profile.json.gz" -> "profile-hotspots.md" */
static Str file_name(Arena *arena, const Tab *tab, ReportFormat format) {
    size_t dot = str_find_char(tab->name, '.');
    Str stem = str_slice(tab->name, 0, dot == SIZE_MAX || dot == 0 ? tab->name.len : dot);
    return str_format(arena, "%.*s-hotspots.%s", STR_ARG(stem),
                      format == REPORT_TEXT ? "txt" : report_format_word(format));
}

bool do_export(Ui *ui, Str args, Err *err) {
    ReportFormat format;
    if (!format_of(args, &format, err))
        return false;
    Arena *arena = arena_new();
    Text text = text_new(arena);
    bool good = write_table(ui, format, &text, err);
    if (good)
        ui_ask(ui,
               (UiRequest){.kind = UI_SAVE, .text = file_name(arena, ui_tab(ui), format), .bytes = text_str(&text)});
    arena_free(arena);
    return good;
}
