/* What the reading of a file had to repair, guess or leave out: counted by kind, never one line per occurrence, so that
 * a million faults cost what one costs. Each reader declares its kinds as static const NoteKind rows. One thread. */
#pragma once
#include "base/arena.h"
#include "base/str.h"

typedef enum NoteLevel {
    NOTE_INFO,    /* a choice or a thing not drawn: shown in info and in the panel */
    NOTE_WARNING, /* the data was wrong and was repaired or dropped: also on standard error and in the status bar */
} NoteLevel;

/* text is a template: {n} = the count, {s} = "s" unless the count is 1, {es}, {was} = was/were, {has} = has/have,
 * {is} = is/are, {v} = the "s" of a verb, only when the count is 1, {names} = " (a, b, c)" from up to three distinct examples, "" when there are none, "…" when there were more. */
typedef struct NoteKind {
    const char *code; /* stable word for JSON: "end-without-begin" */
    NoteLevel level;
    const char *text; /* "{n} end event{s} without a begin" */
} NoteKind;

typedef struct Note {
    const NoteKind *kind;
    uint64_t count;
    Str names[3];
    int name_count;
    bool more_names;
} Note;

typedef struct Notes {
    Arena *arena;
    Note *list;
    size_t count, capacity;
} Notes;

/* Adds n to the count of kind; example (may be empty) is kept when it is among the first three distinct ones. */
void notes_add(Notes *notes, const NoteKind *kind, uint64_t n, Str example);
/* Whether notes_add would still look at an example for kind: spares making one for the millionth fault. */
bool notes_wants_name(const Notes *notes, const NoteKind *kind);
/* The sentence of a note, without a full stop. */
Str note_text(Arena *arena, const Note *note);
/* How many notes have level NOTE_WARNING. */
size_t notes_warnings(const Notes *notes);
/* Adds all of from to notes (examples are copied). */
void notes_merge(Notes *notes, const Notes *from);
