/* The steps between the bytes on disk and the window of a Source: raw bytes, at most one unpacker, at most one
 * change of the text's encoding. Each step is a Stage that gives bytes on request and can start again.
 *
 * Internal to codec/. Everything lives in the arena of the Source; close gives back what does not. One thread. */
#pragma once
#include "base/arena.h"
#include "base/err.h"
#include "base/job.h"
#include "base/str.h"

/* The file, or bytes in memory, at any offset. What cannot be read twice (a pipe) is taken into memory when it is opened. */
typedef struct Raw {
    int fd;          /* -1: memory */
    Str bytes;       /* of memory */
    uint64_t size;   /* grows when the file grows while it is read */
    uint64_t at;     /* of the next raw_read */
    uint64_t told;   /* up to where bytes were counted for the progress */
    uint8_t *buffer; /* of raw_more */
    Progress *progress;
    Err *err;
} Raw;

/* Opens path ("-": standard input), or lays bytes in memory under it. False with *raw->err set. */
bool raw_open(Raw *raw, Arena *arena, const char *path);
void raw_memory(Raw *raw, Str bytes);
/* Up to room bytes at offset; 0 = nothing there, or a failure that *raw->err tells. */
size_t raw_read_at(Raw *raw, uint64_t offset, void *out, size_t room);
/* The same from raw->at, which moves; counts for the progress. */
size_t raw_read(Raw *raw, void *out, size_t room);
/* The next piece in a buffer of the raw's own, for unpackers; empty at the end. */
Str raw_more(Raw *raw, Arena *arena);
/* Another descriptor of the same open file, -1 when there is none. */
int raw_again(const Raw *raw);
void raw_close(Raw *raw);

typedef struct Stage Stage;
struct Stage {
    const char *name;
    /* Writes 1 to room bytes to out; 0 = the end, or a failure (then *err is set). */
    size_t (*read)(Stage *stage, uint8_t *out, size_t room);
    /* Starts again from the first byte. */
    void (*rewind)(Stage *stage);
    void (*close)(Stage *stage); /* may be NULL */
    Err *err;                    /* of the Source */
};

/* The bytes as they are. */
Stage *stage_plain(Arena *arena, Raw *raw, Err *err);
/* RFC 1952: one member after the other, zero bytes behind the last are ignored. */
Stage *stage_gzip(Arena *arena, Raw *raw, Err *err);
/* RFC 8878: one frame after the other. */
Stage *stage_zstd(Arena *arena, Raw *raw, Err *err);
/* An archive with exactly one file, stored or deflated (APPNOTE.TXT 6.3). NULL with err when it is another. */
Stage *stage_zip(Arena *arena, Raw *raw, Err *err);
/* A bare deflate stream (RFC 1951) that begins at offset `from` of raw; for zip. */
Stage *stage_deflate(Arena *arena, Raw *raw, uint64_t from, Err *err);
/* below, an unpacker over raw, in a thread of its own once the file proves to be big. below and raw tell their errors to it. */
Stage *stage_ahead(Arena *arena, Stage *below, Raw *raw, Err *err);
/* UTF-16 with a BOM to UTF-8 without; a lone surrogate is U+FFFD. below must be at its first byte. */
Stage *stage_utf16(Arena *arena, Stage *below, bool big_endian, Err *err);
