/* A zip archive with one file in it, found through the central directory at the archive's end (APPNOTE.TXT 6.3.10,
 * sections 4.3.7, 4.3.12, 4.3.16). Folders and what macOS adds do not count as files. */
#include "codec/stage.h"

#include <string.h>
#include <zlib.h>

enum {
    END_SIZE = 22,   /* end of central directory record, without its comment */
    ENTRY_SIZE = 46, /* central directory entry, without name, extra and comment */
    LOCAL_SIZE = 30, /* local header, without name and extra */
    COMMENT_MAX = 65535,
    METHOD_STORED = 0,
    METHOD_DEFLATED = 8,
};

static uint32_t le16(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

static uint32_t le32(const uint8_t *p) {
    return le16(p) | le16(p + 2) << 16;
}

typedef struct Member {
    uint32_t method, flags, checksum, packed, size, local;
} Member;

/* The end record: how many entries, where they begin. */
static bool find_end(Arena *arena, Raw *raw, uint32_t *count, uint32_t *directory) {
    size_t most = END_SIZE + COMMENT_MAX, room = raw->size < most ? (size_t)raw->size : most;
    uint8_t *tail = arena_alloc(arena, room + 1);
    size_t got = raw_read_at(raw, raw->size - room, tail, room);
    for (size_t i = got; i-- > 0;) {
        if (i + END_SIZE > got || memcmp(tail + i, "PK\5\6", 4))
            continue;
        *count = le16(tail + i + 10);
        *directory = le32(tail + i + 16);
        return true;
    }
    return false;
}

static bool counts_as_file(Str name) {
    return !str_ends(name, "/") && !str_starts(name, "__MACOSX/") && !str_ends(name, ".DS_Store");
}

/* How many files the directory lists; the first of them goes to *member. */
static uint32_t list_files(Raw *raw, uint32_t count, uint64_t at, Member *member) {
    uint32_t files = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint8_t e[ENTRY_SIZE];
        char name[256];
        if (raw_read_at(raw, at, e, ENTRY_SIZE) < ENTRY_SIZE || memcmp(e, "PK\1\2", 4))
            break;
        size_t length = le16(e + 28), want = length < sizeof name ? length : sizeof name;
        Str s = {name, raw_read_at(raw, at + ENTRY_SIZE, name, want)};
        at += ENTRY_SIZE + length + le16(e + 30) + le16(e + 32);
        if (!counts_as_file(s) || files++)
            continue;
        *member = (Member){.flags = le16(e + 8),
                           .method = le16(e + 10),
                           .checksum = le32(e + 16),
                           .packed = le32(e + 20),
                           .size = le32(e + 24),
                           .local = le32(e + 42)};
    }
    return files;
}

typedef struct Stored {
    Stage stage;
    Raw *raw;
    uint64_t from, to;
} Stored;

static size_t stored_read(Stage *stage, uint8_t *out, size_t room) {
    Stored *stored = (Stored *)stage;
    uint64_t left = stored->to - stored->raw->at;
    size_t got = raw_read(stored->raw, out, left < room ? (size_t)left : room);
    if (got == 0 && left > 0)
        err_set(stage->err, ERR_FORMAT, "the zip archive ends early");
    return got;
}

static void stored_rewind(Stage *stage) {
    ((Stored *)stage)->raw->at = ((Stored *)stage)->from;
}

static Stage *stored_new(Arena *arena, Raw *raw, uint64_t from, uint32_t size, Err *err) {
    Stored *stored = arena_one(arena, Stored);
    *stored = (Stored){.stage = {.name = "zip", .read = stored_read, .rewind = stored_rewind, .err = err},
                       .raw = raw,
                       .from = from,
                       .to = from + size};
    raw->at = from;
    return &stored->stage;
}

/* The member's bytes, which have to add up to the checksum that the directory tells. */
typedef struct Checked {
    Stage stage;
    Stage *below;
    uint32_t checksum, want;
} Checked;

static size_t checked_read(Stage *stage, uint8_t *out, size_t room) {
    Checked *checked = (Checked *)stage;
    checked->below->err = stage->err;
    size_t got = checked->below->read(checked->below, out, room < UINT32_MAX ? room : UINT32_MAX);
    checked->checksum = (uint32_t)crc32(checked->checksum, out, (uInt)got);
    if (got == 0 && stage->err->code == ERR_NONE && checked->checksum != checked->want)
        err_set(stage->err, ERR_FORMAT, "the zip data is damaged: incorrect data check");
    return got;
}

static void checked_rewind(Stage *stage) {
    Checked *checked = (Checked *)stage;
    checked->checksum = 0;
    checked->below->rewind(checked->below);
}

static Stage *checked_new(Arena *arena, Stage *below, uint32_t want, Err *err) {
    Checked *checked = arena_one(arena, Checked);
    *checked = (Checked){.stage = {.name = "zip", .read = checked_read, .rewind = checked_rewind, .err = err},
                         .below = below,
                         .want = want};
    return &checked->stage;
}

static bool check_member(const Member *m, uint32_t files, Err *err) {
    if (files != 1)
        return err_set(err, ERR_FORMAT, "the zip archive holds %u files, not one: unpack it and open one of them",
                       files);
    if (m->flags & 1)
        return err_set(err, ERR_FORMAT, "the zip archive is encrypted");
    if (m->method != METHOD_STORED && m->method != METHOD_DEFLATED)
        return err_set(err, ERR_FORMAT, "the zip archive uses method %u: only stored and deflated are read", m->method);
    if (m->local == UINT32_MAX || (m->method == METHOD_STORED && m->size == UINT32_MAX))
        return err_set(err, ERR_FORMAT, "the zip archive is a zip64 of over 4 GB: unpack it and open the file in it");
    return true;
}

Stage *stage_zip(Arena *arena, Raw *raw, Err *err) {
    uint32_t count = 0, directory = 0;
    Member member = {0};
    uint8_t local[LOCAL_SIZE];
    if (!find_end(arena, raw, &count, &directory)) {
        err_set(err, ERR_FORMAT, "the zip archive has no directory: it ends early, or is damaged");
        return NULL;
    }
    if (!check_member(&member, list_files(raw, count, directory, &member), err))
        return NULL;
    if (raw_read_at(raw, member.local, local, LOCAL_SIZE) < LOCAL_SIZE || memcmp(local, "PK\3\4", 4)) {
        err_set(err, ERR_FORMAT, "the zip archive is damaged: its file is not where the directory says");
        return NULL;
    }
    uint64_t from = (uint64_t)member.local + LOCAL_SIZE + le16(local + 26) + le16(local + 28);
    Stage *stage = member.method == METHOD_STORED ? stored_new(arena, raw, from, member.size, err)
                                                  : stage_deflate(arena, raw, from, err);
    return checked_new(arena, stage, member.checksum, err);
}
