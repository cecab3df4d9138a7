/* One record as its file has it (an event's arguments, a span's attributes): read again from the file when somebody looks at it,
 * so that a million contexts cost no memory. Blocks, since a compressed file is inflated up to the place; any thread. */
#pragma once
#include "base/err.h"
#include "profile/document.h"

enum { DETAIL_AROUND = 128 };      /* bytes before and behind a place */
enum { DETAIL_LONGEST = 1 << 20 }; /* bytes of a record; what is longer is refused */

/* detail: byte offset + 1 in the decoded input, as Operation.detail and Tree.detail have it. *record: the JSON text of the object there, in
 * arena. False with err: standard input is gone, the file has changed since, the record is too long. */
bool detail_read(Arena *arena, const Document *document, uint64_t detail, Str *record, Err *err);
/* The bytes around a place of the decoded input, as far as there are any; *from: where the first stands, a multiple of 16. False with err:
 * as above. */
bool detail_around(Arena *arena, const Document *document, uint64_t place, uint64_t *from, Str *bytes, Err *err);
