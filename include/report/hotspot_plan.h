/* What a hotspots report will show of one entry: its rows in order, and who calls and is called by them. Made once, printed by
 * report_hotspots.c (JSON, CSV, TSV) and hotspot_people.c (Markdown, text). */
#pragma once
#include "derive/relations.h"
#include "report/report.h"

typedef struct HotspotPlan {
    const Document *document;
    const HotspotEntry *entry;
    const Hotspots *hotspots;
    const uint32_t *order;              /* row numbers of hotspots, as sorted */
    size_t first, count;                /* of order: what is shown */
    FrameId function;                   /* the only one that is asked for; FRAME_NONE: many */
    const Relations *callers, *callees; /* NULL when not wanted */
    uint32_t caller_count, callee_count;
    const char *source; /* folder, NULL = no lines of source */
    int context;
    Str left_out; /* because of a budget; empty: nothing */
} HotspotPlan;

/* Percentages and JSON have the same denominator: active. */
const Hotspot *hotspot_plan_row(const HotspotPlan *plan, size_t i);
double hotspot_plan_covered(const HotspotPlan *plan); /* self of the rows shown */
Table hotspot_plan_table(const HotspotPlan *plan);
/* "f12" */
Str hotspot_id(Arena *arena, FrameId frame);
/* The relations of a function, at most max of them; *more and *more_weight: those beyond. */
const Relation *hotspot_relations(const Relations *relations, FrameId frame, uint32_t max, uint32_t *count,
                                  uint32_t *more, double *more_weight);

/* Markdown or text of one entry. */
void hotspot_people(Out *out, ReportFormat format, const HotspotPlan *plan);
