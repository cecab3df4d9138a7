/* Which colour a frame has, by the rule the user chose. The same name has the same colour in every session. Pure. */
#pragma once
#include "draw/color.h"
#include "profile/document.h"

typedef enum ColorRule {
    COLOR_MODULE, /* hue from package, library or file: the window's default */
    COLOR_NAME,   /* hue from the function's name */
    COLOR_RAMP,   /* react-flame-graph's 25 steps by share of the root: the command line's default */
    COLOR_SELF,   /* heat by self share */
    COLOR_RULES
} ColorRule;

const char *color_rule_word(ColorRule rule); /* "module", "name", "ramp", "self" */
bool color_rule_parse(Str word, ColorRule *rule);

/* react-flame-graph's step for a ratio of the root (its source, v1.4.0: ramp[round(ratio * 24)], half up); clamped to 0..24. */
Color palette_ramp(double ratio);
/* What the hue of a frame is drawn from: the package in its path (node_modules/x, node:x), else directory and file, else the
 * outermost two namespaces of the name, else the module, else the name. (The module last: it may be the one binary that
 * everything is in.) */
Str palette_key(const Frames *frames, FrameId frame);
/* The colour of one frame by MODULE or NAME: for those that ask for few of many. */
Color palette_frame(const Frames *frames, FrameId frame, ColorRule rule, bool light);
/* Colours of all frames by MODULE or NAME, indexed by FrameId. */
Color *palette_table(Arena *arena, const Frames *frames, ColorRule rule, bool light);
/* The colour of one node. table is palette_table's result (may be NULL for RAMP and SELF). A colour that the file gives wins. */
Color palette_node(const Document *document, const Tree *tree, uint32_t node, ColorRule rule, const Color *table,
                   bool light);
/* Text on fill with a contrast of at least 4.5: #15171c or #ffffff, whichever has more. */
Color palette_text_on(Color fill);
