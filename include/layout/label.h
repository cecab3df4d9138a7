/* Names cut to a width: first without leading namespaces, packages and paths, then without their tail. UI thread. */
#pragma once
#include "draw/text.h"

/* name, or the shortened form that fits width pixels, or the empty string when not even two letters and an ellipsis
 * would fit. The result lives in arena or is a slice of name. */
Str label_fit(Arena *arena, const TextMetrics *metrics, TextStyle style, Str name, int width);
/* The same for a path, which loses its head ("…/npm/lib/utils/log-file.js:199"). */
Str label_fit_path(Arena *arena, const TextMetrics *metrics, TextStyle style, Str path, int width);
/* The same for what is told apart by its ends: it loses its middle ("trace-2…json.gz"). */
Str label_fit_middle(Arena *arena, const TextMetrics *metrics, TextStyle style, Str name, int width);
/* The same for the name of a file, which first loses its extension ("trace-2026", "trac…2026"). */
Str label_fit_file(Arena *arena, const TextMetrics *metrics, TextStyle style, Str name, int width);
/* Without leading namespaces: `a::b::Type::method` -> `Type::method` -> `method`; the empty string when there is nothing to drop.
 * Knows ::, . between identifiers and /; leaves <...>, (...) and [...] whole. */
Str label_shorten(Str name);
/* The outermost `most` namespaces of a name with their separators ("v8::internal::"); the empty string when there is none. */
Str label_namespace(Str name, int most);
