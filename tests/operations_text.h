/* What a reader made of a file, as one text to compare: per track its operations, then the warnings and infos. */
#pragma once
#include <check.h>

#include "doc/load.h"

static inline void add_operation_text(Text *out, const Document *document, const Operation *o) {
    static const char *const status[] = {"", "!", "?"};
    const Intern *strings = document->frames.strings;
    text_addf(out, " %.*s", STR_ARG(frame_name(&document->frames, o->frame)));
    if (frame_module(&document->frames, o->frame).len)
        text_addf(out, "@%.*s", STR_ARG(frame_module(&document->frames, o->frame)));
    text_addf(out, "#%.*s %.17g+%.17g%s%s", STR_ARG(intern_str(strings, o->id)), o->start, o->end - o->start,
              status[o->status], o->no_start ? "^" : "");
    if (o->label)
        text_addf(out, " [%.*s]", STR_ARG(intern_str(strings, o->label)));
    if (o->error)
        text_addf(out, " {%.*s}", STR_ARG(intern_str(strings, o->error)));
    if (o->parent != TREE_NONE)
        text_addf(out, " %s%u", o->parent_by == OPERATION_ASYNC ? "~" : "<", o->parent);
    text_add_char(out, ';');
}

/* "title: name@module#id start+duration(! error, ? incomplete, ^ no start) [label] {error} <parent; ... | note | note" */
static inline Str operations_text(Arena *arena, const Document *document) {
    Text out = text_new(arena);
    for (size_t t = 0; t < document->tracks.count; t++) {
        const Track *track = document->tracks.data[t];
        const char *fault = tree_check(track->tree);
        ck_assert_msg(!fault, "%s", fault);
        text_addf(&out, "%s%.*s:", t ? " / " : "", STR_ARG(track->title));
        for (uint32_t i = 0; i < track->operations.count; i++)
            add_operation_text(&out, document, &track->operations.list[i]);
    }
    for (size_t i = 0; i < document->notes.count; i++) {
        Str note = note_text(arena, &document->notes.list[i]);
        text_addf(&out, " | %.*s", STR_ARG(note));
    }
    return text_str(&out);
}

/* json (with ' for ") read as the format named gives want. */
static inline void check_operations(const char *format, const char *json, const char *want) {
    Arena *arena = arena_new();
    Str bytes = str_copy(arena, str_from(json));
    for (size_t i = 0; i < bytes.len; i++)
        if (bytes.data[i] == '\'')
            ((char *)bytes.data)[i] = '"';
    Err err = {0};
    Document *document = load_memory(STR("test"), bytes, NULL, &err);
    if (document) {
        ck_assert_str_eq(document->format.data, format);
        ck_assert_str_eq(operations_text(arena, document).data, want);
    } else
        ck_assert_str_eq(err.message, want);
    document_free(document);
    arena_free(arena);
}
