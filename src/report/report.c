/* What the reports share: words. */
#include "report/report.h"

static const char *const format_words[] = {
    [REPORT_TEXT] = "text", [REPORT_MD] = "md",   [REPORT_JSON] = "json",
    [REPORT_CSV] = "csv",   [REPORT_TSV] = "tsv", [REPORT_FOLDED] = "folded",
};

const char *report_format_word(ReportFormat format) {
    return format_words[format];
}

uint64_t report_tokens(Str text) {
    return (text.len + 2) / 3;
}

const char *view_kind_word(ViewKind kind) {
    static const char *const words[VIEW_KINDS] = {
        [VIEW_TIME] = "time",           [VIEW_HEAVY] = "heavy",     [VIEW_INVERTED] = "inverted",
        [VIEW_HOTSPOTS] = "hotspots",   [VIEW_CALLERS] = "callers", [VIEW_CALLEES] = "callees",
        [VIEW_WATERFALL] = "waterfall", [VIEW_DETAIL] = "detail",   [VIEW_BYTES] = "bytes",
    };
    return words[kind];
}

Str view_track_title(Arena *arena, const View *view) {
    if (view->spec.track != VIEW_ALL_TRACKS)
        return view->document->tracks.data[view->spec.track]->title;
    return str_format(arena, "all tracks in %.*s, merged", STR_ARG(unit_word(view->unit)));
}
