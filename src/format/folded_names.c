/* A table of names that is small, since it is looked into at random: a slot is where the name is kept, among all others, behind its
 * frame and its length. Few slots are taken, so that nearly all names are where they are looked for first. Hashes and comparisons do
 * not branch on the length, which nobody can foretell. */
#include "format/folded_names.h"

#include "base/array.h"
#include "codec/scan.h"
#include "codec/source.h"

#include <string.h>

typedef struct Kept {
    FrameId frame;
    uint32_t len;
} Kept; /* its bytes follow, up to a whole number of units */

/* Names whose slots are asked for at once, and whose bytes are. FREE_SLOTS: at least so many for one that is taken. */
enum { UNIT = sizeof(Kept), HASHED = 256, AT_ONCE = 64, FREE_SLOTS = 4 };

struct FoldedNames {
    Arena *arena;
    Frames *frames;
    const Scan *scan;
    uint32_t *slots; /* of the kept, in units; 0 = free */
    size_t capacity, count;
    Array(Kept) kept; /* units: names, each begun by a Kept; SOURCE_GUARD bytes are behind the last */
};

static size_t units_of(size_t len) {
    return 1 + (len + UNIT - 1) / UNIT;
}

static uint32_t *free_slot(const FoldedNames *names, uint32_t hash) {
    size_t mask = names->capacity - 1, to = hash & mask;
    while (names->slots[to])
        to = (to + 1) & mask;
    return &names->slots[to];
}

static void make_slots(FoldedNames *names, size_t capacity) {
    arena_release(names->arena, names->slots);
    names->capacity = capacity;
    names->slots = arena_grow(names->arena, NULL, capacity * sizeof *names->slots);
    memset(names->slots, 0, capacity * sizeof *names->slots);
    for (size_t at = 1; at < names->kept.count; at += units_of(names->kept.data[at].len)) {
        Str name = {(const char *)(&names->kept.data[at] + 1), names->kept.data[at].len};
        uint32_t hash;
        names->scan->hashes(&name, 1, &hash);
        *free_slot(names, hash) = (uint32_t)at;
    }
}

FoldedNames *folded_names_new(Arena *arena, Frames *frames) {
    FoldedNames *names = arena_one(arena, FoldedNames);
    names->arena = arena;
    names->frames = frames;
    names->scan = scan_best();
    array_reserve(arena, &names->kept, 1 + SOURCE_GUARD / UNIT);
    memset(names->kept.data, 0, UNIT + SOURCE_GUARD);
    names->kept.count = 1; /* no name is at 0 */
    make_slots(names, 1024);
    return names;
}

/* "module`function" (dtrace, perf), "function_[k]" (stackcollapse-perf --kernel). */
static FrameId make_frame(Frames *frames, Str name) {
    size_t tick = str_find_char(name, '`');
    Frame frame = {.name = intern_add(frames->strings, name)};
    frame.kind = str_ends(name, "_[k]") ? FRAME_NATIVE : FRAME_CODE;
    if (tick != SIZE_MAX && tick > 0)
        frame.module = intern_add(frames->strings, str_slice(name, 0, tick));
    return frames_add(frames, &frame);
}

static FrameId add(FoldedNames *names, uint32_t hash, Str name) {
    size_t at = names->kept.count, units = units_of(name.len);
    array_reserve(names->arena, &names->kept, at + units + SOURCE_GUARD / UNIT);
    Kept *kept = &names->kept.data[at];
    *kept = (Kept){make_frame(names->frames, utf8_clean(names->arena, name)), (uint32_t)name.len};
    memcpy(kept + 1, name.data, name.len);
    names->kept.count += units;
    *free_slot(names, hash) = (uint32_t)at;
    if (++names->count > names->capacity / FREE_SLOTS)
        make_slots(names, names->capacity * 2);
    return kept->frame;
}

/* One that is not in the first slot of its hash, or is new. Few are: the loop that calls it stays small without it. */
__attribute__((noinline)) static FrameId find(FoldedNames *names, uint32_t hash, Str name) {
    size_t mask = names->capacity - 1;
    for (size_t i = hash & mask; names->slots[i]; i = (i + 1) & mask) {
        const Kept *kept = &names->kept.data[names->slots[i]];
        if (kept->len == name.len && memcmp(kept + 1, name.data, name.len) == 0)
            return kept->frame;
    }
    return add(names, hash, name);
}

/* Asks for what the slots point to: at[i] of the kept, whose bytes are bytes[i]. */
static void ask(const FoldedNames *names, const Str *list, size_t n, const uint32_t *hashes, uint32_t *at,
                const uint8_t **bytes) {
    const uint32_t *slots = names->slots;
    const Kept *kept = names->kept.data;
    size_t mask = names->capacity - 1;
    for (size_t i = 0; i < n; i++) {
        at[i] = slots[hashes[i] & mask];
        bytes[i] = (const uint8_t *)(kept + at[i] + 1);
        __builtin_prefetch(kept + at[i]);
        __builtin_prefetch(bytes[i] + list[i].len);
    }
}

/* The nought that a free slot points to is no name. */
static void find_some(FoldedNames *names, const Str *list, size_t n, const uint32_t *hashes, FrameId *frames) {
    uint32_t at[AT_ONCE];
    const uint8_t *bytes[AT_ONCE];
    ask(names, list, n, hashes, at, bytes);
    uint64_t same = names->scan->sames(bytes, list, n);
    for (size_t i = 0; i < n; i++) {
        const Kept *kept = &names->kept.data[at[i]]; /* which an addition moves */
        bool found = (same >> i & 1) && kept->len == list[i].len;
        frames[i] = found ? kept->frame : find(names, hashes[i], list[i]);
    }
}

/* Hashes n names, up to HASHED, and asks for their slots. */
static void hash(const FoldedNames *names, const Str *list, size_t n, uint32_t *hashes) {
    const uint32_t *slots = names->slots;
    size_t mask = names->capacity - 1;
    names->scan->hashes(list, n, hashes);
    for (size_t i = 0; i < n; i++)
        __builtin_prefetch(&slots[hashes[i] & mask]);
}

void folded_names_find(FoldedNames *names, const Str *list, size_t n, FrameId *frames) {
    uint32_t hashes[HASHED];
    for (size_t i = 0; i < n; i += AT_ONCE) {
        if (i % HASHED == 0)
            hash(names, list + i, n - i < HASHED ? n - i : HASHED, hashes);
        find_some(names, list + i, n - i < AT_ONCE ? n - i : AT_ONCE, hashes + i % HASHED, frames + i);
    }
}
