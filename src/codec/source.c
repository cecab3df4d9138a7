/* The window over the last stage: one buffer that keeps at..end at its front and is filled behind it. */
#include "codec/source.h"

#include "codec/stage.h"

#include <assert.h>
#include <string.h>

#ifndef SOURCE_PIECE
/* Small enough to stay in the cache beside the tables of a reader. Tests build with a tiny one, so that every token is cut. */
#define SOURCE_PIECE ((size_t)64 << 10)
#endif

struct SourceImpl {
    Arena *arena;
    Raw raw;
    Stage *stage;
    uint64_t from;   /* where a second reader began */
    uint8_t *buffer; /* capacity + SOURCE_GUARD bytes */
    size_t capacity;
};

/* Shows the first n bytes of the buffer, with the guard behind them. */
static void show(Source *source, size_t n) {
    uint8_t *buffer = source->impl->buffer;
    memset(buffer + n, 0, SOURCE_GUARD);
    source->origin = source->at = buffer;
    source->end = buffer + n;
}

/* Makes room for at least half a buffer, and want bytes in all, behind what is kept. */
static void grow(struct SourceImpl *impl, size_t kept, size_t want) {
    size_t capacity = impl->capacity;
    while (kept > capacity / 2 || want > capacity)
        capacity *= 2;
    if (capacity > impl->capacity)
        impl->buffer = arena_grow(impl->arena, impl->buffer, capacity + SOURCE_GUARD);
    impl->capacity = capacity;
}

/* Keeps what lies between the mark (or at) and end, and reads behind it. */
static bool fill(Source *source, size_t want) {
    struct SourceImpl *impl = source->impl;
    if (source->ended)
        return false;
    if (progress_stopped(source->progress)) {
        err_set(&source->err, ERR_CANCELLED, "stopped");
        source->ended = true;
        return false;
    }
    if (arena_over(impl->arena, ARENA_READ)) {
        err_set(&source->err, ERR_MEMORY, "it takes more memory than 64 MB and 8 times its size");
        source->ended = true;
        return false;
    }
    const uint8_t *from = source->mark ? source->mark : source->at;
    size_t kept = (size_t)(source->end - from), ahead = (size_t)(source->at - from);
    source->base += (uint64_t)(from - source->origin);
    memmove(impl->buffer, from, kept);
    grow(impl, kept, ahead + want);
    size_t got = impl->stage->read(impl->stage, impl->buffer + kept, impl->capacity - kept);
    source->ended = got == 0;
    arena_earn(impl->arena, source->base + kept + got - impl->from);
    show(source, kept + got);
    source->at += ahead;
    source->mark = source->mark ? source->origin : NULL;
    return got > 0;
}

bool source_fill(Source *source) {
    return fill(source, 0);
}

bool source_want(Source *source, size_t n) {
    while ((size_t)(source->end - source->at) < n)
        if (n > SOURCE_MAX_TOKEN || !fill(source, n))
            return false;
    return true;
}

static bool begins(Source *source, const char *bytes, size_t n) {
    return source_want(source, n) && memcmp(source->at, bytes, n) == 0;
}

/* The unpacker that the first bytes call for; NULL when it cannot be used. */
static Stage *choose_stage(Source *source, Arena *arena) {
    struct SourceImpl *impl = source->impl;
    uint8_t head[4] = {0};
    size_t n = raw_read_at(&impl->raw, 0, head, sizeof head);
    Stage *stage;
    if (n >= 2 && head[0] == 0x1F && head[1] == 0x8B)
        stage = stage_gzip(arena, &impl->raw, &source->err);
    else if (n == 4 && memcmp(head, "\x28\xB5\x2F\xFD", 4) == 0)
        stage = stage_zstd(arena, &impl->raw, &source->err);
    else if (n == 4 && memcmp(head, "PK\3\4", 4) == 0)
        stage = stage_zip(arena, &impl->raw, &source->err);
    else
        return stage_plain(arena, &impl->raw, &source->err);
    return stage ? stage_ahead(arena, stage, &impl->raw, &source->err) : NULL;
}

static void restart(Source *source) {
    struct SourceImpl *impl = source->impl;
    impl->stage->rewind(impl->stage);
    source->ended = false;
    source->mark = NULL;
    show(source, 0);
    source->base = 0;
}

/* The BOM of the text: UTF-16 gets a stage of its own, that of UTF-8 is stepped over. */
static void begin_text(Source *source) {
    struct SourceImpl *impl = source->impl;
    bool little = begins(source, "\xFF\xFE", 2), big = begins(source, "\xFE\xFF", 2);
    if (little || big) {
        impl->stage->rewind(impl->stage);
        impl->stage = stage_utf16(impl->arena, impl->stage, big, &source->err);
        restart(source);
    } else if (begins(source, "\xEF\xBB\xBF", 3))
        source->at += 3;
}

static Source *source_new(Arena *arena, Progress *progress) {
    Source *source = arena_one(arena, Source);
    struct SourceImpl *impl = source->impl = arena_one(arena, struct SourceImpl);
    impl->arena = arena;
    impl->raw = (Raw){.fd = -1, .progress = progress, .err = &source->err};
    impl->capacity = SOURCE_PIECE;
    impl->buffer = arena_grow(arena, NULL, impl->capacity + SOURCE_GUARD);
    source->progress = progress;
    show(source, 0);
    return source;
}

static bool is_plain(const Source *source) {
    return strcmp(source->impl->stage->name, "plain") == 0;
}

/* After raw is open. */
static Source *start(Source *source, Arena *arena, Err *err) {
    source->impl->stage = choose_stage(source, arena);
    if (source->impl->stage && source->err.code == ERR_NONE) {
        if (is_plain(source)) /* how much will come is known */
            arena_earn(arena, source->impl->raw.size);
        if (source->progress)
            atomic_store(&source->progress->total, source->impl->raw.size);
        begin_text(source);
        return source;
    }
    err_set(err, source->err.code, "%s", source->err.message);
    source_close(source);
    return NULL;
}

Source *source_open(Arena *arena, const char *path, Progress *progress, Err *err) {
    Source *source = source_new(arena, progress);
    if (raw_open(&source->impl->raw, arena, path))
        return start(source, arena, err);
    err_set(err, source->err.code, "%s", source->err.message);
    source_close(source);
    return NULL;
}

Source *source_memory(Arena *arena, Str bytes, Progress *progress, Err *err) {
    Source *source = source_new(arena, progress);
    raw_memory(&source->impl->raw, bytes);
    return start(source, arena, err);
}

Source *source_second(Arena *arena, const Source *source, uint64_t offset, Progress *progress) {
    const Raw *raw = &source->impl->raw;
    if (!is_plain(source))
        return NULL;
    int fd = raw->fd >= 0 ? raw_again(raw) : -1;
    if (fd < 0 && raw->fd >= 0)
        return NULL;
    Source *second = source_new(arena, progress);
    second->impl->raw = *raw;
    second->impl->raw.fd = fd;
    second->impl->raw.progress = progress;
    second->impl->raw.err = &second->err;
    second->impl->stage = stage_plain(arena, &second->impl->raw, &second->err);
    second->impl->from = offset;
    source_seek(second, offset);
    return second;
}

void source_seek(Source *source, uint64_t offset) {
    assert(is_plain(source));
    source->impl->raw.at = source->impl->raw.told = offset;
    source->ended = false;
    source->mark = NULL;
    show(source, 0);
    source->base = offset;
    arena_earn(source->impl->arena, offset - source->impl->from);
}

bool source_rewind(Source *source, Err *err) {
    if (source->err.code == ERR_IO || source->err.code == ERR_CANCELLED)
        return err_set(err, source->err.code, "%s", source->err.message);
    source->err = (Err){0};
    restart(source);
    if (begins(source, "\xEF\xBB\xBF", 3))
        source->at += 3;
    return true;
}

uint64_t source_file_bytes(const Source *source) {
    return source->impl->raw.size;
}

const char *source_codec(const Source *source) {
    return source->impl->stage->name;
}

void source_close(Source *source) {
    Stage *stage = source->impl->stage;
    if (stage && stage->close)
        stage->close(stage);
    raw_close(&source->impl->raw);
}
