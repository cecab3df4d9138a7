/* A table of names that is small, since it is looked into at random: a slot is half a hash and where the name is kept, among all
 * others, behind its frame and its length. Hashes and comparisons do not branch on the length, which nobody can foretell. */
#include "format/folded_names.h"

#include "base/array.h"
#include "codec/scan.h"
#include "codec/source.h"

#include <string.h>

typedef struct Slot {
    uint32_t hash, at; /* at: of the name, in units; 0 = free */
} Slot;

typedef struct Kept {
    FrameId frame;
    uint32_t len;
} Kept; /* its bytes follow, up to a whole number of units */

enum { UNIT = sizeof(Kept), AT_ONCE = 64 };

struct FoldedNames {
    Arena *arena;
    Frames *frames;
    const Scan *scan;
    Slot *slots;
    size_t capacity, count;
    Array(Kept) kept; /* units: names, each begun by a Kept; SOURCE_GUARD bytes are behind the last */
};

static void make_slots(FoldedNames *names, size_t capacity) {
    Slot *old = names->slots;
    size_t old_capacity = names->capacity;
    names->capacity = capacity;
    names->slots = arena_grow(names->arena, NULL, capacity * sizeof *names->slots);
    memset(names->slots, 0, capacity * sizeof *names->slots);
    for (size_t i = 0; i < old_capacity; i++) {
        size_t to = old[i].hash & (capacity - 1);
        while (old[i].at && names->slots[to].at)
            to = (to + 1) & (capacity - 1);
        if (old[i].at)
            names->slots[to] = old[i];
    }
    arena_release(names->arena, old);
}

FoldedNames *folded_names_new(Arena *arena, Frames *frames) {
    FoldedNames *names = arena_one(arena, FoldedNames);
    names->arena = arena;
    names->frames = frames;
    names->scan = scan_best();
    array_push(arena, &names->kept, (Kept){0}); /* no name is at 0 */
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

static FrameId add(FoldedNames *names, Slot *slot, uint32_t hash, Str name) {
    size_t at = names->kept.count, units = 1 + (name.len + UNIT - 1) / UNIT;
    array_reserve(names->arena, &names->kept, at + units + SOURCE_GUARD / UNIT);
    Kept *kept = &names->kept.data[at];
    *kept = (Kept){make_frame(names->frames, utf8_clean(names->arena, name)), (uint32_t)name.len};
    memcpy(kept + 1, name.data, name.len);
    names->kept.count += units;
    *slot = (Slot){hash, (uint32_t)at};
    if (++names->count > names->capacity / 2)
        make_slots(names, names->capacity * 2);
    return kept->frame;
}

static FrameId find(FoldedNames *names, uint32_t hash, Str name) {
    for (size_t i = hash;; i++) {
        Slot *slot = &names->slots[i & (names->capacity - 1)];
        const Kept *kept = &names->kept.data[slot->at];
        if (slot->at == 0)
            return add(names, slot, hash, name);
        if (slot->hash == hash && kept->len == name.len &&
            names->scan->same((const uint8_t *)(kept + 1), (const uint8_t *)name.data, name.len))
            return kept->frame;
    }
}

/* Slots are asked for first, then what they point to. */
void folded_names_find(FoldedNames *names, const Str *list, size_t n, FrameId *frames) {
    uint32_t hashes[AT_ONCE];
    for (size_t from = 0; from < n; from += AT_ONCE) {
        size_t count = n - from < AT_ONCE ? n - from : AT_ONCE, mask = names->capacity - 1;
        const Str *some = list + from;
        for (size_t i = 0; i < count; i++) {
            hashes[i] = names->scan->hash((const uint8_t *)some[i].data, some[i].len);
            __builtin_prefetch(&names->slots[hashes[i] & mask]);
        }
        for (size_t i = 0; i < count; i++) {
            const Kept *kept = &names->kept.data[names->slots[hashes[i] & mask].at];
            __builtin_prefetch(kept);
            __builtin_prefetch((const char *)(kept + 1) + some[i].len);
        }
        for (size_t i = 0; i < count; i++)
            frames[from + i] = find(names, hashes[i], some[i]);
    }
}
