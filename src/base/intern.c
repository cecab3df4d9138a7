/* A table of strings; see base/intern.h. The slot keeps 32 bits of the hash, so that a miss rarely touches bytes. */
#include "base/intern.h"
#include "base/array.h"

#include <string.h>

typedef struct Slot {
    uint32_t hash, id; /* id UINT32_MAX = free */
} Slot;

struct Intern {
    Arena *arena;
    Array(Str) strings;
    Slot *slots;
    size_t capacity;
    char *room; /* where the next short string is copied to */
    size_t room_left;
};

enum { FREE = UINT32_MAX, ROOM = 32 * 1024 };

static void add_slots(Intern *in, size_t capacity) {
    Slot *old = in->slots;
    size_t old_capacity = in->capacity;
    in->capacity = capacity;
    in->slots = arena_grow(in->arena, NULL, capacity * sizeof *in->slots);
    memset(in->slots, 0xff, capacity * sizeof *in->slots);
    for (size_t i = 0; i < old_capacity; i++) {
        if (old[i].id == FREE)
            continue;
        size_t at = old[i].hash & (capacity - 1);
        while (in->slots[at].id != FREE)
            at = (at + 1) & (capacity - 1);
        in->slots[at] = old[i];
    }
    arena_release(in->arena, old);
}

Intern *intern_new(Arena *arena) {
    Intern *in = arena_one(arena, Intern);
    in->arena = arena;
    add_slots(in, 256);
    intern_add(in, STR(""));
    return in;
}

static size_t probe(const Intern *in, Str s, uint32_t hash) {
    size_t mask = in->capacity - 1, at = hash & mask;
    for (; in->slots[at].id != FREE; at = (at + 1) & mask)
        if (in->slots[at].hash == hash && str_equal(in->strings.data[in->slots[at].id], s))
            break;
    return at;
}

/* Short strings share rooms instead of paying the arena's alignment each. */
static Str keep(Intern *in, Str s) {
    if (s.len > ROOM / 8)
        return str_copy(in->arena, s);
    if (s.len + 1 > in->room_left) {
        in->room = arena_alloc(in->arena, ROOM);
        in->room_left = ROOM;
    }
    char *p = in->room;
    if (s.len)
        memcpy(p, s.data, s.len);
    p[s.len] = 0;
    in->room += s.len + 1;
    in->room_left -= s.len + 1;
    return (Str){p, s.len};
}

StrId intern_add(Intern *in, Str s) {
    uint32_t hash = (uint32_t)str_hash(s);
    size_t at = probe(in, s, hash);
    if (in->slots[at].id != FREE)
        return in->slots[at].id;
    StrId id = (StrId)in->strings.count;
    array_push(in->arena, &in->strings, keep(in, s));
    in->slots[at] = (Slot){hash, id};
    if (in->strings.count * 4 > in->capacity * 3)
        add_slots(in, in->capacity * 2);
    return id;
}

StrId intern_find(const Intern *in, Str s) {
    return in->slots[probe(in, s, (uint32_t)str_hash(s))].id;
}

Str intern_str(const Intern *in, StrId id) {
    return in->strings.data[id];
}

uint32_t intern_count(const Intern *in) {
    return (uint32_t)in->strings.count;
}
