/* One object a note, on one line. */
#include "report/json_notes.h"

static void write_note(JsonOut *json, Arena *scratch, const Note *note) {
    json_out_object(json);
    json_out_key(json, "code");
    json_out_str(json, str_from(note->kind->code));
    json_out_key(json, "count");
    json_out_count(json, note->count);
    json_out_key(json, "message");
    json_out_str(json, note_text(scratch, note));
    json_out_end(json);
}

void json_notes(JsonOut *json, const char *key, const Document *document, NoteLevel level) {
    Arena *scratch = arena_new();
    json_out_key(json, key);
    json_out_array(json);
    for (size_t i = 0; i < document->notes.count; i++)
        if (document->notes.list[i].kind->level == level)
            write_note(json, scratch, &document->notes.list[i]);
    json_out_end(json);
    arena_free(scratch);
}
