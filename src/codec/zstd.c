/* Zstandard through libzstd; frames that follow one another are one stream, as `zstd -d` has it. */
#include "codec/stage.h"

#include <zstd.h>

typedef struct Zstd {
    Stage stage;
    Arena *arena;
    Raw *raw;
    ZSTD_DStream *stream;
    ZSTD_inBuffer in;
    bool inside; /* a frame has begun and not ended */
    bool ended;
} Zstd;

static size_t fail(Zstd *zstd, const char *why) {
    err_set(zstd->stage.err, ERR_FORMAT, "the zstd data is damaged: %s", why);
    zstd->ended = true;
    return 0;
}

/* False at the end of the file. */
static bool more_input(Zstd *zstd) {
    if (zstd->in.pos < zstd->in.size)
        return true;
    Str piece = raw_more(zstd->raw, zstd->arena);
    zstd->in = (ZSTD_inBuffer){.src = piece.data, .size = piece.len, .pos = 0};
    return piece.len > 0;
}

static size_t zstd_read(Stage *stage, uint8_t *out, size_t room) {
    Zstd *zstd = (Zstd *)stage;
    ZSTD_outBuffer to = {.dst = out, .size = room, .pos = 0};
    while (!zstd->ended && to.pos == 0) {
        bool more = more_input(zstd);
        if (!more && !zstd->inside) {
            zstd->ended = true;
            break;
        }
        size_t left = ZSTD_decompressStream(zstd->stream, &to, &zstd->in);
        if (ZSTD_isError(left))
            return fail(zstd, ZSTD_getErrorName(left));
        zstd->inside = left != 0;
        if (!more && to.pos == 0 && zstd->inside)
            return fail(zstd, "it ends early");
    }
    return to.pos;
}

static void zstd_rewind(Stage *stage) {
    Zstd *zstd = (Zstd *)stage;
    zstd->raw->at = 0;
    zstd->in = (ZSTD_inBuffer){0};
    zstd->inside = zstd->ended = false;
    ZSTD_initDStream(zstd->stream);
}

static void zstd_close(Stage *stage) {
    ZSTD_freeDStream(((Zstd *)stage)->stream);
}

Stage *stage_zstd(Arena *arena, Raw *raw, Err *err) {
    Zstd *zstd = arena_one(arena, Zstd);
    zstd->stage = (Stage){.name = "zstd", .read = zstd_read, .rewind = zstd_rewind, .close = zstd_close, .err = err};
    zstd->arena = arena;
    zstd->raw = raw;
    zstd->stream = ZSTD_createDStream();
    if (!zstd->stream)
        fail(zstd, "no memory to unpack it");
    return &zstd->stage;
}
