/* Text of a file, made harmless for who reads a report: a terminal, a Markdown reader, a language model. Names are data of strangers: they
 * may hold line breaks, pipes, backticks, terminal escapes, or text that turns the reading direction. Pure. */
#pragma once
#include "base/str.h"

enum { SAFE_LONGEST = 160 }; /* characters of a name shown to people; JSON, CSV and TSV have them whole */

/* One line for a terminal: control characters, line and paragraph separators and direction marks as \n, \x1b, \u202e; cut to `longest`
 * characters with an ellipsis (0 = never). */
Str safe_plain(Arena *arena, Str s, size_t longest);
/* For other programs, whose output may still end in a terminal: control characters (C0, DEL, C1) but tab and line feed as safe_plain has
 * them, all else untouched. s itself when it holds none. */
Str safe_controls(Arena *arena, Str s);
/* A Markdown code span for any place, table cells too: as safe_plain, in a fence of more backticks than s holds, pipes as \| (GFM, "Tables").
 * Nothing in it is markup. "" stays "". */
Str safe_code(Arena *arena, Str s);
/* Running text for Markdown: as safe_plain, every character that could be markup behind a backslash (CommonMark 2.4). */
Str safe_text(Arena *arena, Str s);
/* Columns of a terminal: two for wide East Asian characters, none for combining marks. */
size_t safe_columns(Str s);
