/* gzip and bare deflate through zlib, member after member. What was unpacked before a fault is kept. */
#include "codec/stage.h"

#include <zlib.h>

typedef struct Gzip {
    Stage stage;
    Arena *arena;
    Raw *raw;
    uint64_t from; /* where the packed bytes begin */
    z_stream z;
    bool bare;    /* deflate without a gzip head: one member */
    bool between; /* at the end of a member */
    bool ended;
} Gzip;

static void *gzip_alloc(void *arena, unsigned count, unsigned size) {
    return arena_alloc_array(arena, count, size);
}

static void gzip_free(void *arena, void *block) {
    (void)arena; /* all of it goes with the arena */
    (void)block;
}

static bool more_input(Gzip *gzip) {
    if (gzip->z.avail_in > 0)
        return true;
    Str piece = raw_more(gzip->raw, gzip->arena);
    gzip->z.next_in = (z_const Bytef *)piece.data;
    gzip->z.avail_in = (uInt)piece.len;
    return piece.len > 0;
}

/* After a member: true when another one follows. */
static bool next_member(Gzip *gzip) {
    z_stream *z = &gzip->z;
    while (!gzip->bare && more_input(gzip) && *z->next_in == 0) {
        z->next_in++;
        z->avail_in--;
    }
    if (gzip->bare || !more_input(gzip))
        return false;
    if (*z->next_in != 0x1F)
        return err_set(gzip->stage.err, ERR_FORMAT, "what follows the gzip data is no gzip data");
    gzip->between = false;
    return inflateReset(z) == Z_OK;
}

static size_t fail(Gzip *gzip, int status) {
    const char *why = gzip->z.msg ? gzip->z.msg : status == Z_BUF_ERROR ? "it ends early" : "it cannot be unpacked";
    err_set(gzip->stage.err, ERR_FORMAT, "the %s data is damaged: %s", gzip->stage.name, why);
    gzip->ended = true;
    return 0;
}

static size_t gzip_read(Stage *stage, uint8_t *out, size_t room) {
    Gzip *gzip = (Gzip *)stage;
    z_stream *z = &gzip->z;
    z->next_out = out;
    z->avail_out = room > UINT32_MAX ? UINT32_MAX : (uInt)room;
    while (!gzip->ended && z->next_out == out) {
        if (gzip->between && !next_member(gzip)) {
            gzip->ended = true;
            break;
        }
        bool more = more_input(gzip);
        int status = inflate(z, Z_NO_FLUSH);
        gzip->between = status == Z_STREAM_END;
        if (status != Z_OK && status != Z_STREAM_END && (status != Z_BUF_ERROR || !more) && z->next_out == out)
            return fail(gzip, status);
    }
    return (size_t)(z->next_out - out);
}

static void gzip_rewind(Stage *stage) {
    Gzip *gzip = (Gzip *)stage;
    gzip->raw->at = gzip->from;
    gzip->z.avail_in = 0;
    gzip->between = gzip->ended = false;
    inflateReset(&gzip->z);
}

static Stage *gzip_new(Arena *arena, Raw *raw, uint64_t from, bool bare, Err *err) {
    Gzip *gzip = arena_one(arena, Gzip);
    gzip->stage = (Stage){.name = bare ? "zip" : "gzip", .read = gzip_read, .rewind = gzip_rewind, .err = err};
    gzip->arena = arena;
    gzip->raw = raw;
    gzip->from = raw->at = from;
    gzip->bare = bare;
    gzip->z = (z_stream){.zalloc = gzip_alloc, .zfree = gzip_free, .opaque = arena};
    if (inflateInit2(&gzip->z, bare ? -MAX_WBITS : MAX_WBITS + 16) != Z_OK)
        fail(gzip, Z_OK);
    return &gzip->stage;
}

Stage *stage_gzip(Arena *arena, Raw *raw, Err *err) {
    return gzip_new(arena, raw, 0, false, err);
}

Stage *stage_deflate(Arena *arena, Raw *raw, uint64_t from, Err *err) {
    return gzip_new(arena, raw, from, true, err);
}
