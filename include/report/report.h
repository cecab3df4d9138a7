/* A Document or a View, printed instead of drawn: the same numbers as the window, in the words and keys of cli.md. Every function
 * writes one whole report; folded is of trees alone. Any thread. */
#pragma once
#include "doc/view.h"
#include "layout/palette.h"
#include "report/table.h"

/* "text", "md", "json", "csv", "tsv", "folded". */
const char *report_format_word(ReportFormat format);

/* What a file holds. track: index, or VIEW_ALL_TRACKS for all. */
void report_info(Out *out, ReportFormat format, const Document *document, int track);

/* The readers of formats.h. */
void report_formats(Out *out, ReportFormat format);

/* One entry of the hotspots report. */
typedef struct HotspotEntry {
    const View *view; /* VIEW_HOTSPOTS */
    const View
        *heavy; /* VIEW_HEAVY of the same tracks and range: callers, callees, heaviest path; NULL: none of them */
} HotspotEntry;

typedef struct HotspotOptions {
    uint64_t top; /* rows; 0 = every function that occurs */
    HotspotSort sort;
    uint32_t callers, callees; /* of each row */
    FrameId function;          /* this row alone, FRAME_NONE = all */
    /* Tokens that the whole report may take, 0 = any: source, callers and rows are left out until it fits. */
    uint64_t budget;
    /* Folder to take the lines around each function from (report/source_lines.h), NULL = none; lines before and after. */
    const char *source;
    int context;
} HotspotOptions;

/* Returns the tokens that a report with a budget takes, which is more than that when its shortest form is; without one 0. */
uint64_t report_hotspots(Out *out, ReportFormat format, const Document *document, const HotspotEntry *entries,
                         size_t count, const HotspotOptions *options);
/* Tokens of a language model that text may take: a third of its bytes, more than what common tokenisers make of names and numbers. */
uint64_t report_tokens(Str text);

/* The tree of a view in preorder. In FOLDED a line "root;child;leaf weight" for each node with own weight; time in whole nanoseconds. */
void report_tree(Out *out, ReportFormat format, const View *view);

typedef struct LayoutOptions {
    double width;   /* pixels */
    uint32_t focus; /* node, or TREE_NONE */
    ColorRule color;
} LayoutOptions;

/* What layout/flame.h draws of a view. */
void report_layout(Out *out, ReportFormat format, const View *view, const LayoutOptions *options);
/* The node whose layout id is `id` (see cli.md "Ids"), TREE_NONE when there is none. */
uint32_t report_node(const Document *document, const Tree *tree, Str id);

/* The operations of a VIEW_WATERFALL: rows, links, bottlenecks, critical paths, errors, repeats, channels. top: rows of the tree for
 * people (the slowest, failed and critical ones and what they stand under), 0 = all; other formats have all. */
void report_waterfall(Out *out, ReportFormat format, const View *view, uint32_t top);

/* "time", "heavy", "inverted", ...: the words of --view. */
const char *view_kind_word(ViewKind kind);
/* Name of the view's track, or of all of them merged. */
Str view_track_title(Arena *arena, const View *view);
