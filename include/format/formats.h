/* THE TABLE of formats, and the choice among them. */
#pragma once
#include "format/format.h"

/* All readers, ended by NULL. */
const Format *const *formats_all(void);
const Format *formats_find(const char *name); /* NULL when there is none */
/* Looks at the beginning of source (and rewinds it). NULL, with a sentence in err that says what the file seems to be and what
 * was looked for, when no reader wants it. */
const Format *formats_detect(Arena *scratch, Source *source, Err *err);
