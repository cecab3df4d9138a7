/* UTF-16 to UTF-8 on the way in: a unit may be cut between two pieces, and a pair between two units. */
#include "codec/stage.h"

#include <string.h>

enum { PIECE = 64 * 1024 };

typedef struct Utf16 {
    Stage stage;
    Stage *below;
    bool big_endian, started;
    uint32_t high;      /* first half of a pair that waits for its second, 0 = none */
    size_t next, count; /* bytes of in that are still to be turned */
    uint8_t in[PIECE];
} Utf16;

/* At least two bytes in `in`, unless the input ends. */
static bool more_input(Utf16 *u) {
    while (u->count - u->next < 2) {
        size_t kept = u->count - u->next;
        memmove(u->in, u->in + u->next, kept);
        size_t got = u->below->read(u->below, u->in + kept, PIECE - kept);
        u->next = 0;
        u->count = kept + got;
        if (got == 0)
            return false;
    }
    return true;
}

static uint32_t next_unit(Utf16 *u) {
    const uint8_t *p = u->in + u->next;
    u->next += 2;
    return u->big_endian ? (uint32_t)p[0] << 8 | p[1] : (uint32_t)p[1] << 8 | p[0];
}

/* Writes what unit completes: nothing for a first half, U+FFFD for a half alone. */
static size_t turn(Utf16 *u, uint32_t unit, uint8_t *out) {
    bool is_high = unit >= 0xD800 && unit < 0xDC00, is_low = unit >= 0xDC00 && unit < 0xE000;
    size_t n = 0;
    if (u->high && is_low)
        n = utf8_write(0x10000 + ((u->high - 0xD800) << 10) + (unit - 0xDC00), (char *)out);
    else {
        if (u->high)
            n = utf8_write(0xFFFD, (char *)out);
        if (!is_high)
            n += utf8_write(unit, (char *)out + n);
    }
    u->high = is_high ? unit : 0;
    return n;
}

static size_t utf16_read(Stage *stage, uint8_t *out, size_t room) {
    Utf16 *u = (Utf16 *)stage;
    size_t n = 0;
    while (n + 8 <= room && (u->count - u->next >= 2 || (n == 0 && more_input(u)))) {
        uint32_t unit = next_unit(u);
        if (u->started || unit != 0xFEFF)
            n += turn(u, unit, out + n);
        u->started = true;
    }
    if (n == 0 && (u->high || u->count > u->next)) { /* the end cuts a pair or a unit */
        n = utf8_write(0xFFFD, (char *)out);
        u->high = 0;
        u->next = u->count;
    }
    return n;
}

static void utf16_rewind(Stage *stage) {
    Utf16 *u = (Utf16 *)stage;
    u->below->rewind(u->below);
    u->started = false;
    u->high = 0;
    u->next = u->count = 0;
}

static void utf16_close(Stage *stage) {
    Utf16 *u = (Utf16 *)stage;
    if (u->below->close)
        u->below->close(u->below);
}

Stage *stage_utf16(Arena *arena, Stage *below, bool big_endian, Err *err) {
    Utf16 *u = arena_one(arena, Utf16);
    u->stage = (Stage){.name = "utf-16", .read = utf16_read, .rewind = utf16_rewind, .close = utf16_close, .err = err};
    u->below = below;
    u->big_endian = big_endian;
    return &u->stage;
}
