/* Bytes as they lie on disk or in memory, at any offset, with pread: several readers, no shared position. */
#include "codec/stage.h"

#include "base/array.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { RAW_PIECE = 256 * 1024, PIPE_IN_MEMORY = 64 * 1024 * 1024 };

static bool fail(Raw *raw, const char *what) {
    return err_set(raw->err, ERR_IO, "cannot %s: %s", what, strerror(errno));
}

/* Whoever writes may take long: the owner can stop us meanwhile. */
static bool wait_for_bytes(const Raw *raw) {
    enum { LOOK_UP = 50 }; /* ms */
    struct pollfd wanted = {.fd = raw->fd, .events = POLLIN};
    int ready = 0;
    while (ready <= 0 && !progress_stopped(raw->progress)) {
        ready = poll(&wanted, 1, LOOK_UP);
        if (ready < 0 && errno != EINTR)
            return true; /* what cannot be polled is read, and tells why not */
    }
    return ready > 0;
}

/* 0 at the end, or when the owner wants to stop. */
static ssize_t read_some(const Raw *raw, void *out, size_t room) {
    ssize_t got = -1;
    do
        got = wait_for_bytes(raw) ? read(raw->fd, out, room) : 0;
    while (got < 0 && (errno == EINTR || errno == EAGAIN));
    return got;
}

/* What is more than fits in memory goes to a file that has no name: it is gone when we are. */
static bool spool(Raw *raw, Str begin) {
    FILE *file = tmpfile();
    char piece[64 * 1024];
    ssize_t got = 1;
    bool ok = file && fwrite(begin.data, 1, begin.len, file) == begin.len;
    while (ok && (got = read_some(raw, piece, sizeof piece)) > 0)
        ok = fwrite(piece, 1, (size_t)got, file) == (size_t)got;
    ok = ok && got >= 0 && fflush(file) == 0;
    off_t size = ok ? ftello(file) : 0;
    int fd = ok ? dup(fileno(file)) : -1;
    if (fd < 0)
        fail(raw, "keep standard input in a temporary file");
    if (file)
        fclose(file);
    raw_close(raw);
    raw->fd = fd;
    raw->size = (uint64_t)size;
    return fd >= 0;
}

/* A pipe gives its bytes once: they are kept, so that detection and reading both see the first byte. */
static bool swallow(Raw *raw, Arena *arena, bool device) {
    Array(char) all = {0};
    ssize_t got = 1;
    while (got > 0 && all.count < PIPE_IN_MEMORY) {
        array_reserve(arena, &all, all.count + RAW_PIECE);
        got = read_some(raw, all.data + all.count, RAW_PIECE);
        all.count += got > 0 ? (size_t)got : 0;
    }
    if (got < 0)
        return fail(raw, "read");
    if (got > 0 && device)
        return err_set(raw->err, ERR_IO, "cannot read: it is a device, and gives no end of bytes");
    if (got > 0)
        return spool(raw, (Str){all.data, all.count});
    raw_close(raw);
    raw_memory(raw, (Str){all.data, all.count});
    return true;
}

bool raw_open(Raw *raw, Arena *arena, const char *path) {
    struct stat info;
    /* not to wait in there for whoever writes to a pipe; for a file it makes no difference */
    raw->fd = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : dup(STDIN_FILENO);
    if (raw->fd < 0 || fstat(raw->fd, &info) < 0)
        return err_set(raw->err, ERR_IO, "%s", strerror(errno));
    if (S_ISDIR(info.st_mode))
        return err_set(raw->err, ERR_IO, "it is a folder, not a file");
    if (!S_ISREG(info.st_mode) || (strcmp(path, "-") == 0 && lseek(raw->fd, 0, SEEK_CUR) != 0))
        return swallow(raw, arena, S_ISCHR(info.st_mode) && !isatty(raw->fd));
    raw->size = (uint64_t)info.st_size;
    return true;
}

void raw_memory(Raw *raw, Str bytes) {
    raw->fd = -1;
    raw->bytes = bytes;
    raw->size = bytes.len;
}

static size_t copy_at(const Raw *raw, uint64_t offset, void *out, size_t room) {
    if (offset >= raw->bytes.len)
        return 0;
    size_t left = raw->bytes.len - (size_t)offset, n = left < room ? left : room;
    memcpy(out, raw->bytes.data + offset, n);
    return n;
}

size_t raw_read_at(Raw *raw, uint64_t offset, void *out, size_t room) {
    if (raw->fd < 0)
        return copy_at(raw, offset, out, room);
    ssize_t got;
    do
        got = pread(raw->fd, out, room, (off_t)offset);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        fail(raw, "read");
    return got < 0 ? 0 : (size_t)got;
}

size_t raw_read(Raw *raw, void *out, size_t room) {
    size_t got = raw_read_at(raw, raw->at, out, room);
    raw->at += got;
    if (raw->progress && raw->at > raw->told) {
        atomic_fetch_add_explicit(&raw->progress->done, raw->at - raw->told, memory_order_relaxed);
        raw->told = raw->at;
    }
    return got;
}

Str raw_more(Raw *raw, Arena *arena) {
    if (!raw->buffer)
        raw->buffer = arena_alloc(arena, RAW_PIECE);
    return (Str){(const char *)raw->buffer, raw_read(raw, raw->buffer, RAW_PIECE)};
}

int raw_again(const Raw *raw) {
    return fcntl(raw->fd, F_DUPFD_CLOEXEC, 0);
}

void raw_close(Raw *raw) {
    if (raw->fd >= 0)
        close(raw->fd);
    raw->fd = -1;
}

typedef struct Plain {
    Stage stage;
    Raw *raw;
} Plain;

static size_t plain_read(Stage *stage, uint8_t *out, size_t room) {
    return raw_read(((Plain *)stage)->raw, out, room);
}

static void plain_rewind(Stage *stage) {
    ((Plain *)stage)->raw->at = 0;
}

Stage *stage_plain(Arena *arena, Raw *raw, Err *err) {
    Plain *plain = arena_one(arena, Plain);
    *plain = (Plain){.stage = {.name = "plain", .read = plain_read, .rewind = plain_rewind, .err = err}, .raw = raw};
    return &plain->stage;
}
