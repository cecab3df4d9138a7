/* Where a file goes when nobody can be asked. */
#pragma once
#include "base/err.h"
#include "base/str.h"

/* Writes bytes into the folder where cresset was started, as `name`, or as "name-2.md", "name-3.md" and so on when that is taken. The
 * path is in arena. False with err when it cannot be written. */
bool save_here(Arena *arena, Str name, Str bytes, Str *path, Err *err);
