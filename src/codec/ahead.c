/* Unpacking in a thread of its own, once a file proves to be big. Until then, and again after a rewind, the stage below is asked
 * in the reader's thread: so it has taken what it needs from the arena before the other thread begins. */
#include "codec/stage.h"

#include "base/pump.h"

enum { BIG = 512 * 1024 }; /* unpacked bytes after which the thread pays */

typedef struct Ahead {
    Stage stage;
    Arena *arena;
    Stage *below;
    Err below_err; /* what goes wrong below, told to the reader when it gets there */
    uint64_t given;
    Pump *pump; /* NULL: not started */
} Ahead;

static size_t fill(void *user, uint8_t *out, size_t room) {
    Stage *below = user;
    return below->read(below, out, room);
}

static size_t ahead_read(Stage *stage, uint8_t *out, size_t room) {
    Ahead *ahead = (Ahead *)stage;
    if (!ahead->pump && ahead->given >= BIG)
        ahead->pump = pump_start(ahead->arena, fill, ahead->below);
    size_t got = ahead->pump ? pump_read(ahead->pump, out, room) : fill(ahead->below, out, room);
    ahead->given += got;
    if (got == 0 && ahead->below_err.code != ERR_NONE)
        err_set(stage->err, ahead->below_err.code, "%s", ahead->below_err.message);
    return got;
}

static void stop(Ahead *ahead) {
    pump_stop(ahead->pump);
    ahead->pump = NULL;
}

static void ahead_rewind(Stage *stage) {
    Ahead *ahead = (Ahead *)stage;
    stop(ahead);
    ahead->given = 0;
    ahead->below_err = (Err){0};
    ahead->below->rewind(ahead->below);
}

static void ahead_close(Stage *stage) {
    Ahead *ahead = (Ahead *)stage;
    stop(ahead);
    if (ahead->below->close)
        ahead->below->close(ahead->below);
}

Stage *stage_ahead(Arena *arena, Stage *below, Raw *raw, Err *err) {
    Ahead *ahead = arena_one(arena, Ahead);
    ahead->stage =
        (Stage){.name = below->name, .read = ahead_read, .rewind = ahead_rewind, .close = ahead_close, .err = err};
    ahead->arena = arena;
    ahead->below = below;
    below->err = raw->err = &ahead->below_err;
    return &ahead->stage;
}
