/* What the waterfall's writers share: report_waterfall.c (JSON, CSV, TSV) and waterfall_people.c (Markdown, text). Internal to report/. */
#pragma once
#include "report/report.h"

/* Name of the row's channel or span; its label, with secrets masked; what it tells people: its service and that label. */
Str waterfall_channel(const View *view, uint32_t row);
Str waterfall_label(const View *view, uint32_t row);
Str waterfall_what(Arena *arena, const View *view, uint32_t row);
Str waterfall_error(const View *view, uint32_t row);
/* Markdown or text. */
void waterfall_people(Out *out, ReportFormat format, const View *view, uint32_t top);
/* The lines of the tree, at most about top of them (0: all). Returns how many operations have a line. */
uint32_t waterfall_tree(Out *out, const View *view, uint32_t top);
/* Why a step stands on a critical path, in words: "ended last before sql:query began, 2 ms later". */
Str waterfall_why(Arena *arena, const View *view, const WaterfallStep *step);
