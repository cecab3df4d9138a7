/* The little that cresset needs of the file system and the clock, in one place for other systems. Any thread. */
#pragma once
#include "base/err.h"
#include "base/str.h"

/* The whole file. False with err ("no such file", ...) otherwise; at most limit bytes are accepted. */
bool file_read(Arena *arena, const char *path, size_t limit, Str *bytes, Err *err);
/* Replaces path, or what it leads to where it is a link, as one step: writes a neighbour and renames it. */
bool file_write(const char *path, Str bytes, Err *err);
bool file_exists(const char *path);
bool file_is_folder(const char *path);
/* Standard input ("-"), a pipe, a socket or a device: its bytes come once, and to look at them takes them away. */
bool file_gives_once(const char *path);
/* Seconds of a monotonic clock. */
double clock_now(void);
