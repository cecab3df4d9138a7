/* From words of the command line to what they mean in a document: tracks, functions, views. */
#pragma once
#include "base/err.h"
#include "doc/view.h"

enum { TRACK_EACH = -2 }; /* besides VIEW_ALL_TRACKS and an index */

/* word: "" (the busiest), "all", "merged", a number, or a name: the whole of a title, thread or process, else a part of exactly one title,
 * upper and lower case alike. False with err (ERR_USAGE, naming what there is). The document has at least one track. */
bool select_track(const Document *document, Str word, int *track, Err *err);
/* "f12". False with err when the document has no such function. */
bool select_function(const Document *document, Str id, FrameId *function, Err *err);
/* The spec of a view over track, kind < 0: the default one; range as range_parse, "" = everything. False with err when the view cannot be
 * had of that track. */
bool select_spec(const Document *document, int kind, int track, Str range, ViewSpec *spec, Err *err);
