/* Bytes of a file as a sliding window: read in pieces, inflated on the way, never the whole of it in memory.
 *
 * at..end is the window. A reader consumes by moving at; source_fill brings more and keeps at..end, which may MOVE:
 * no pointer into the window survives a fill. At least SOURCE_GUARD bytes beyond end may be read (they are zero), so SIMD
 * scans need no tail. Reading pieces instead of mapping keeps memory small, has one path for files, pipes and
 * compressed input, and cannot fault when the file is cut while it is open. One thread at a time. */
#pragma once
#include "base/arena.h"
#include "base/err.h"
#include "base/job.h"
#include "base/str.h"

enum { SOURCE_GUARD = 96 };

typedef struct Source {
    const uint8_t *at, *end;
    const uint8_t *mark; /* see source_mark; NULL = none */
    uint64_t base;       /* offset in the decoded input of the window's first byte `origin` */
    const uint8_t *origin;
    bool ended; /* no byte will come after end */
    Err err;    /* why it ended early: unreadable, damaged archive */
    Progress *progress;
    struct SourceImpl *impl;
} Source;

/* Opens path ("-" = standard input, kept in memory, beyond 64 MB in a nameless file). Looks at the first bytes: gzip (several members, zero padding), zstd,
 * zip (exactly one stored or deflated member), UTF-16 with BOM (turned to UTF-8), UTF-8 BOM (skipped), else plain. The
 * name is never looked at. progress (may be NULL) counts the bytes of the file on disk, its total is set here, and it is polled by
 * source_fill: once stopped, a source ends. */
Source *source_open(Arena *arena, const char *path, Progress *progress, Err *err);
/* A source over bytes in memory (which must outlive it), decoded likewise. For tests, pasted text and fuzzing. */
Source *source_memory(Arena *arena, Str bytes, Progress *progress, Err *err);
/* Starts again from the first byte. Fails only where the input cannot be read twice. */
bool source_rewind(Source *source, Err *err);
/* Brings more bytes, keeping at..end. False when nothing came: the input has ended (or failed: see err). */
bool source_fill(Source *source);
/* Makes at least n bytes visible at `at` if the input has them; false when it ends before. n up to SOURCE_MAX_TOKEN. */
bool source_want(Source *source, size_t n);
/* Keeps everything from `at` on in the window until the mark is set anew or lifted, so that source_back can return there. The
 * window grows to hold it. */
static inline void source_mark(Source *source) {
    source->mark = source->at;
}
static inline void source_unmark(Source *source) {
    source->mark = NULL;
}
/* Offset of `at` in the decoded input. */
static inline uint64_t source_offset(const Source *source) {
    return source->base + (uint64_t)(source->at - source->origin);
}
/* Moves `at` to an offset between the mark and end, both included. */
static inline void source_back(Source *source, uint64_t offset) {
    source->at = source->origin + (offset - source->base);
}
/* A second window over the same bytes, from an offset on, for another thread. NULL when they have to be unpacked first. Its bytes
 * count for progress (may be NULL) beside those of the first. Needs a source_close of its own. */
Source *source_second(Arena *arena, const Source *source, uint64_t offset, Progress *progress);
/* Goes on at an offset, lifting the mark. Only where source_second gives a window. */
void source_seek(Source *source, uint64_t offset);
uint64_t source_file_bytes(const Source *source); /* on disk; 0 when unknown */
const char *source_codec(const Source *source);   /* "plain", "gzip", "zstd", "zip", "utf-16" */
void source_close(Source *source);                /* closes the file; memory goes with the arena */

/* A token longer than this is refused by the readers above. */
#define SOURCE_MAX_TOKEN ((size_t)256 << 20)
