/* The contract of a reader. Adding a format = one file src/format/fmt_<name>.c that ends in one const Format, one row in
 * formats.c, one sample. The row feeds detection, `cresset formats`, the open dialog and the tests. */
#pragma once
#include "codec/json.h"
#include "codec/source.h"
#include "profile/document.h"
#include "profile/spans.h"
#include "profile/stacks.h"

/* What a JSON file holds at its top, as far as a probe must know: the first 64 keys of the top object (or of the first
 * element of the top array), and for each array among them the keys of its first element. */
typedef struct OutlineKey {
    Str name;
    JsonType type;
    JsonType item; /* type of an array's first element, JSON_END when empty */
    Str text;      /* of a string or number value, its first 64 bytes; else empty */
    Str keys[24];  /* keys of an object value, or of an array's first object */
    JsonType key_types[24];
    int key_count;
} OutlineKey;

typedef struct Outline {
    JsonType top;        /* JSON_OBJECT or JSON_ARRAY; JSON_END: not JSON */
    JsonType item;       /* of a top array: type of its first element */
    OutlineKey keys[64]; /* of the top object, or of the top array's first object */
    int key_count;
    bool whole; /* the top object, or the first item of the top array, ended within what was looked at */
} Outline;

/* Reads the outline of source, which is at its first byte; strings live in arena. Stops where nothing more can be told. */
Outline outline_read(Arena *arena, Source *source);

const OutlineKey *outline_find(const Outline *outline, const char *key); /* NULL when it is not there */
bool outline_has(const Outline *outline, const char *key, JsonType type);
/* True when the object or first item under `key` has the key `inner`. */
bool outline_has_in(const Outline *outline, const char *key, const char *inner);

typedef struct Probe {
    Str head;        /* the first decoded bytes, up to 64 KiB, as UTF-8 text or raw */
    bool whole;      /* head is all there is */
    Outline outline; /* when head looks like JSON */
} Probe;

typedef struct Reading Reading;
/* Called from reading_due: builds what was read so far into document (fresh, own arena, own frames). */
typedef void (*ReadingSnapshot)(void *user, Document *document);

/* What a reader gets. */
struct Reading {
    Source *source;     /* at the first byte */
    Arena *scratch;     /* gone after the reading */
    Document *document; /* to fill; its arena is where results live */
    Progress *progress; /* may be NULL */
    /* set by doc/load when partial documents are wanted; NULL otherwise */
    void (*publish)(Reading *reading, ReadingSnapshot snapshot, void *snapshot_user);
    void *user;            /* of publish */
    double next_time;      /* of clock_now: when the next snapshot may be due */
    uint64_t next_records; /* and how many records must have been read by then */
};

/* To be called every few thousand records, with how many were read so far in all: tells the progress and the document,
 * publishes a snapshot when one is due (snapshot may be NULL): the first READING_FIRST seconds after the start, then each time
 * as much again was read, but not before four times the time that the last one took. False when the owner wants the reading to stop: finish with what was read. */
bool reading_tick(Reading *reading, uint64_t records, ReadingSnapshot snapshot, void *user);
#define READING_FIRST 0.2
/* To be called once at the end, with how many records were read in all. When the input stopped early (json, which may be NULL, has
 * failed; the source is damaged; the owner stopped it) it warns why, where and how many records were kept, and marks the document
 * incomplete. records_word: "events", "samples", "lines". True when all was read. */
bool reading_stopped(Reading *reading, const Json *json, uint64_t records, const char *records_word);

/* For doc/load, once the reader is done: unpacks what it left, since the checksum of packed data is behind it, and warns when that is
 * damaged. */
void reading_rest(Reading *reading);

/* To be asked right after, before anything is built: true, with err set, when the owner threw the reading away. */
bool reading_cancelled(const Reading *reading, Err *err);

typedef struct Format {
    const char *name;       /* "chrome-trace": the word of `info` */
    const char *label;      /* "Chrome trace": for people */
    const char *extensions; /* "json;json.gz": for the open dialog only */
    const char *recognised; /* one line: how it is told apart */
    /* 0: not this. 1..100: how sure. The highest wins, ties by table order. */
    int (*probe)(const Probe *probe);
    /* Fills reading->document, or sets err: damaged beyond use, or nothing to show (ERR_EMPTY). Tracks without data may be added: they are
     * dropped by document_seal. Does not call document_seal. */
    bool (*read)(Reading *reading, Err *err);
} Format;
