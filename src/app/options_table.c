/* THE TABLE of options: a new one is a row here and a field of Options. */
#include "app/options.h"

#define AT(field) offsetof(Options, field)

const OptionRow options_table[] = {
    {"--format", NULL, "text|md|json|csv|tsv|folded", "how to write; text at a terminal, else md (folded: tree only)",
     OPTION_CHOICE, AT(format), FOR_REPORTS, 0},
    {"--track", NULL, "N|NAME|all|merged", "one track (default: the busiest), each in turn, or all as one", OPTION_TEXT,
     AT(track), FOR_REPORTS & ~FOR_FORMATS, 0},
    {"--top", NULL, "N", "rows; 0 = every function that occurs (default 10)", OPTION_COUNT, AT(top), FOR_HOTSPOTS, 0},
    {"--sort", NULL, "self|total", "by which the rows are ordered (default self)", OPTION_CHOICE, AT(sort),
     FOR_HOTSPOTS, 0},
    {"--callers", NULL, "N", "the heaviest callers of each row (default 3 in text and md, else 0)", OPTION_COUNT,
     AT(callers), FOR_HOTSPOTS, 0},
    {"--callees", NULL, "N", "the heaviest callees of each row (default 0)", OPTION_COUNT, AT(callees), FOR_HOTSPOTS,
     0},
    {"--function", NULL, "fN", "one row alone, by the id that a report gave it", OPTION_TEXT, AT(function),
     FOR_HOTSPOTS, 0},
    {"--range", NULL, "FROM..TO", "only this part of the axis: 1.2s..3.4s, ..500ms", OPTION_TEXT, AT(range),
     FOR_HOTSPOTS | FOR_TREE | FOR_LAYOUT, 0},
    {"--budget", NULL, "TOKENS", "fit the report to so many tokens and say what was left out", OPTION_COUNT, AT(budget),
     FOR_HOTSPOTS, 1},
    {"--fail-if", NULL, "CONDITION",
     "end with status 3 when it holds: 'self(NAME) > 20%', 'total(render*) > 300ms'; may be repeated", OPTION_TEXTS,
     AT(fail_if), FOR_HOTSPOTS, 0},
    {"--view", NULL, "time|heavy|inverted", "default: time where the file has an order in time, else heavy",
     OPTION_CHOICE, AT(view), FOR_TREE | FOR_LAYOUT, 0},
    {"--width", NULL, "W", "pixels (default 1200)", OPTION_NUMBER, AT(width), FOR_LAYOUT, 1},
    {"--focus", NULL, "ID", "the rectangle that fills the width, by its id", OPTION_TEXT, AT(focus), FOR_LAYOUT, 0},
    {"--color", NULL, "module|name|ramp|self", "what the colour tells (default ramp)", OPTION_CHOICE, AT(color),
     FOR_LAYOUT, 0},
    {"--help", "-h", NULL, "this help", OPTION_FLAG, AT(help), ~0u, 0},
    {"--version", NULL, NULL, "the version", OPTION_FLAG, AT(version), ~0u, 0},
    {NULL, NULL, NULL, NULL, 0, 0, 0, 0},
};
