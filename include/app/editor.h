/* The user's editor at a line: a template of the settings ("code -g {file}:{line}"), else $VISUAL, else $EDITOR, with the line as that
 * editor takes it. */
#pragma once
#include "base/err.h"
#include "base/str.h"

/* The words to start for file and line (0: unknown), ended by NULL, in arena. setting may be empty. False with err when no editor is
 * named. Pure but for the environment. */
bool editor_command(Arena *arena, Str setting, Str file, int line, const char *const **argv, Err *err);
/* Finds a source file: as it is, else below the folder of the recording (its whole path, then ever shorter ends of it). Empty when there is none. */
Str editor_find(Arena *arena, Str file, Str recording);
/* Both, and starts it. False with err (a sentence for the user). */
bool editor_open(Str setting, Str file, int line, Str recording, Err *err);
