/* Words for a file that no reader wants: what it seems to be, and what was looked for. Internal to format/. */
#pragma once
#include "format/format.h"

/* Sets err to one sentence. formats: all readers, ended by NULL. */
void seems_refuse(Arena *scratch, const Source *source, const Probe *probe, const Format *const *formats, Err *err);
