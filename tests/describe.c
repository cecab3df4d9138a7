/* Documents as text; see describe.h. */
#include "describe.h"

#include <stdlib.h>

#include "derive/hotspots_order.h"
#include "doc/load.h"

static void add_functions(Text *text, Arena *arena, const Document *document, const Track *track) {
    DeriveInput input = {.frames = &document->frames, .tracks = &track, .track_count = 1};
    Hotspots *hot = derive_hotspots(arena, &input, true);
    uint32_t *order = arena_many(arena, uint32_t, hot->count);
    double factor = unit_json_factor(track->unit);
    hotspots_order(hot, HOTSPOT_NAME, false, order);
    for (size_t i = 0; i < hot->count; i++) {
        const Hotspot *row = &hot->rows[order[i]];
        text_addf(text, "%s%.*s %.10g/%.10g", i ? ", " : ": ", STR_ARG(frame_name(&document->frames, row->frame)),
                  row->self * factor, row->total * factor);
    }
    if (hot->idle > 0 || hot->unattributed > 0)
        text_addf(text, "; idle %.10g unattributed %.10g", hot->idle * factor, hot->unattributed * factor);
}

Str describe(Arena *arena, const Document *document) {
    Text text = text_new(arena);
    for (size_t i = 0; i < document->tracks.count; i++) {
        const Track *track = document->tracks.data[i];
        const char *fault = tree_check(track->tree);
        if (fault)
            text_addf(&text, "BROKEN %s\n", fault);
        text_addf(&text, "%.*s %.*s %.10g/%u", STR_ARG(track->title), STR_ARG(unit_word(track->unit)),
                  track->total * unit_json_factor(track->unit), track->tree->depths);
        add_functions(&text, arena, document, track);
        text_add_char(&text, '\n');
    }
    for (size_t i = 0; i < document->notes.count; i++) {
        const Note *note = &document->notes.list[i];
        text_addf(&text, "%s: %.*s\n", note->kind->code, STR_ARG(note_text(arena, note)));
    }
    return text_str(&text);
}

Str describe_bytes(Arena *arena, Str bytes) {
    Err err = {0};
    Document *document = load_memory(STR("test"), bytes, NULL, &err);
    if (!document)
        return str_format(arena, "error: %s\n", err.message);
    Str text = describe(arena, document);
    document_free(document);
    return text;
}
