/* Counted repairs; see profile/notes.h. */
#include "profile/notes.h"

#include "base/array.h"

#include <inttypes.h>

static Note *find_or_add(Notes *notes, const NoteKind *kind) {
    for (size_t i = 0; i < notes->count; i++)
        if (notes->list[i].kind == kind)
            return &notes->list[i];
    if (notes->count == notes->capacity)
        notes->list = array_grow(notes->arena, notes->list, notes->count + 1, &notes->capacity, sizeof(Note));
    notes->list[notes->count] = (Note){.kind = kind};
    return &notes->list[notes->count++];
}

static void add_name(Notes *notes, Note *note, Str name) {
    if (name.len == 0 || note->more_names)
        return;
    name = str_slice(name, 0, 200);
    for (int i = 0; i < note->name_count; i++)
        if (str_equal(note->names[i], name))
            return;
    if (note->name_count == 3)
        note->more_names = true;
    else
        note->names[note->name_count++] = str_copy(notes->arena, name);
}

void notes_add(Notes *notes, const NoteKind *kind, uint64_t n, Str example) {
    Note *note = find_or_add(notes, kind);
    note->count = note->count > UINT64_MAX - n ? UINT64_MAX : note->count + n;
    add_name(notes, note, example);
}

bool notes_wants_name(const Notes *notes, const NoteKind *kind) {
    for (size_t i = 0; i < notes->count; i++)
        if (notes->list[i].kind == kind)
            return !notes->list[i].more_names;
    return true;
}

static void add_names(Text *text, const Note *note) {
    for (int i = 0; i < note->name_count; i++) {
        text_add_c(text, i ? ", " : " (");
        text_add(text, utf8_clean(text->arena, note->names[i]));
    }
    if (note->name_count)
        text_add_c(text, note->more_names ? ", …)" : ")");
}

static const struct {
    const char *hole, *one, *many;
} words[] = {
    {"{s}", "", "s"},         {"{es}", "", "es"},    {"{was}", "was", "were"},
    {"{has}", "has", "have"}, {"{is}", "is", "are"}, {"{v}", "s", ""},
};

/* Fills the hole that rest starts with; returns its length, 0 when it is no hole. */
static size_t fill_hole(Text *out, Str rest, const Note *note) {
    if (str_starts(rest, "{n}")) {
        text_addf(out, "%" PRIu64, note->count);
        return 3;
    }
    if (str_starts(rest, "{names}")) {
        add_names(out, note);
        return 7;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (str_starts(rest, words[i].hole)) {
            text_add_c(out, note->count == 1 ? words[i].one : words[i].many);
            return str_from(words[i].hole).len;
        }
    return 0;
}

Str note_text(Arena *arena, const Note *note) {
    Text out = text_new(arena);
    Str in = str_from(note->kind->text);
    for (size_t i = 0; i < in.len;) {
        size_t hole = in.data[i] == '{' ? fill_hole(&out, str_slice(in, i, in.len), note) : 0;
        if (!hole)
            text_add_char(&out, in.data[i]);
        i += hole ? hole : 1;
    }
    return text_str(&out);
}

size_t notes_warnings(const Notes *notes) {
    size_t n = 0;
    for (size_t i = 0; i < notes->count; i++)
        n += notes->list[i].kind->level == NOTE_WARNING;
    return n;
}

void notes_merge(Notes *notes, const Notes *from) {
    for (size_t i = 0; i < from->count; i++) {
        const Note *note = &from->list[i];
        notes_add(notes, note->kind, note->count, STR(""));
        for (int k = 0; k < note->name_count; k++)
            notes_add(notes, note->kind, 0, note->names[k]);
        find_or_add(notes, note->kind)->more_names |= note->more_names;
    }
}
