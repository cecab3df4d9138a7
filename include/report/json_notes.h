/* The notes of a document in JSON: [{"code", "count", "message"}]. */
#pragma once
#include "profile/document.h"
#include "report/json_out.h"

/* Those of one level, as the member `key` of the object that is open: "warnings" in every report, "notes" in that of info. */
void json_notes(JsonOut *json, const char *key, const Document *document, NoteLevel level);
