/* Paths as people type, paste and read them. Any thread. */
#pragma once
#include "base/str.h"

/* The path that was meant: without blanks and one pair of quotes around it, ~ is the home. As it stands where a file is called so. */
Str path_expand(Arena *arena, Str typed);
/* typed, its last name longer by what all names of its folder that begin so have in common; a folder that is the only one ends in "/".
 * Hidden names only when asked for by their dot. typed itself when nothing begins so. Reads the folder. */
Str path_complete(Arena *arena, Str typed);
/* The whole path with the home as ~, for people. A path without a folder is of the current one. */
Str path_shown(Arena *arena, Str path);
