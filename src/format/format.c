/* What all readers share: the pulse of a reading, and its premature end. */
#include "format/format.h"

#include "base/file.h"

#include <inttypes.h>
#include <string.h>

static void publish_if_due(Reading *reading, uint64_t records, ReadingSnapshot snapshot, void *user) {
    if (!reading->publish || !snapshot || records < reading->next_records)
        return;
    enum { TIMES_ITS_COST = 4 }; /* so far apart that snapshots take a fifth of the time at most */
    double now = clock_now();
    if (reading->next_time <= 0)
        reading->next_time = now + READING_FIRST;
    if (now < reading->next_time)
        return;
    reading->publish(reading, snapshot, user);
    reading->next_records = records * 2;
    double end = clock_now(), apart = TIMES_ITS_COST * (end - now);
    reading->next_time = end + (apart > READING_FIRST ? apart : READING_FIRST);
}

bool reading_tick(Reading *reading, uint64_t records, ReadingSnapshot snapshot, void *user) {
    reading->document->records = records;
    if (reading->progress)
        atomic_store_explicit(&reading->progress->records, records, memory_order_relaxed);
    if (progress_stopped(reading->progress))
        return false;
    publish_if_due(reading, records, snapshot, user);
    return true;
}

static const NoteKind ENDS_EARLY = {"file-ends-early", NOTE_WARNING, "file ends early{names}"};
static const NoteKind BAD_JSON = {"bad-json", NOTE_WARNING, "the rest of the file cannot be read{names}"};
static const NoteKind DAMAGED = {"damaged", NOTE_WARNING, "the rest of the file is damaged{names}"};
static const NoteKind TOO_MUCH = {"too-much-memory", NOTE_WARNING, "the rest of the file was left out{names}"};
static const NoteKind UNSOUND = {"unsound", NOTE_WARNING, "all of it was read, but some of it may be wrong{names}"};
static const NoteKind STOPPED = {"stopped", NOTE_WARNING, "reading was stopped{names}"};

/* Why the reading stopped and, in *where, the place and the reason; NULL when it did not. */
static const NoteKind *find_reason(Reading *reading, const Json *json, Str *where) {
    const Source *source = reading->source;
    Arena *arena = reading->document->arena;
    uint64_t at = json && json->failed ? json->failed_at : source_offset(source);
    *where = str_format(arena, "byte %" PRIu64, at);
    reading->document->stopped_at = at;
    if (progress_stopped(reading->progress))
        return &STOPPED;
    if (source->err.code != ERR_NONE) {
        *where = str_format(arena, "byte %" PRIu64 ": %s", at, source->err.message);
        return source->err.code == ERR_MEMORY ? &TOO_MUCH : &DAMAGED;
    }
    if (!json || !json->failed)
        return NULL;
    if (json->truncated)
        return &ENDS_EARLY;
    *where = str_format(arena, "byte %" PRIu64 ": %s", at, json->why);
    return &BAD_JSON;
}

bool reading_stopped(Reading *reading, const Json *json, uint64_t records, const char *records_word) {
    Document *document = reading->document;
    Str where;
    reading_tick(reading, records, NULL, NULL);
    const NoteKind *kind = find_reason(reading, json, &where);
    if (!kind) {
        document->stopped_at = 0;
        return true;
    }
    Str place = str_format(document->arena, "%.*s; %" PRIu64 " %.*s read", STR_ARG(where), records,
                           (int)str_from(records_word).len - (records == 1), records_word);
    notes_add(&document->notes, kind, 1, place);
    document->complete = false;
    document->stopped = note_text(document->arena, &document->notes.list[document->notes.count - 1]);
    return false;
}

void reading_rest(Reading *reading) {
    Source *source = reading->source;
    Document *document = reading->document;
    if (!document->complete || strcmp(source_codec(source), "plain") == 0)
        return;
    source_unmark(source);
    do
        source->at = source->end;
    while (source_fill(source));
    if (source->err.code == ERR_NONE || source->err.code == ERR_CANCELLED)
        return;
    notes_add(&document->notes, &UNSOUND, 1, str_copy(document->arena, str_from(source->err.message)));
}

bool reading_cancelled(const Reading *reading, Err *err) {
    if (!reading->progress || atomic_load(&reading->progress->stop) != JOB_CANCEL)
        return false;
    err_set(err, ERR_CANCELLED, "cancelled");
    return true;
}
