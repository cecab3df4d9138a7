/* A table of strings; see base/intern.h. A slot keeps 32 bits of the hash, so that a miss rarely touches bytes, and the id, which
 * leads to the bytes: large tables are waited for line by line, so both are kept small. */
#include "base/intern.h"
#include "base/array.h"
#include "base/bytes.h"

#include <string.h>

typedef struct Slot {
    uint32_t hash, id; /* id UINT32_MAX = free */
} Slot;

struct Intern {
    Arena *arena;
    Array(const char *) strings; /* by id; the length of each stands before it */
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

static uint32_t length_of(const char *kept) {
    uint32_t len;
    memcpy(&len, kept - sizeof len, sizeof len);
    return len;
}

/* str_equal without a call. */
static bool same(const char *kept, Str s) {
    return length_of(kept) == s.len && bytes_same(kept, s.data, s.len);
}

static Slot *probe(const Intern *in, Str s, uint32_t hash) {
    size_t mask = in->capacity - 1, at = hash & mask;
    while (in->slots[at].id != FREE && (in->slots[at].hash != hash || !same(in->strings.data[in->slots[at].id], s)))
        at = (at + 1) & mask;
    return &in->slots[at];
}

/* Room for a string with its length before and a NUL behind it. Short ones share rooms instead of paying the arena's
 * alignment each. */
static char *take_room(Intern *in, size_t need) {
    if (need > ROOM / 8)
        return arena_room(in->arena, need);
    if (need > in->room_left) {
        in->room = arena_room(in->arena, ROOM);
        in->room_left = ROOM;
    }
    char *p = in->room;
    in->room += need;
    in->room_left -= need;
    return p;
}

static const char *keep(Intern *in, Str s) {
    uint32_t len = (uint32_t)s.len;
    char *p = take_room(in, sizeof len + s.len + 1);
    memcpy(p, &len, sizeof len);
    p += sizeof len;
    if (s.len)
        memcpy(p, s.data, s.len);
    p[s.len] = 0;
    return p;
}

static StrId add_new(Intern *in, Slot *slot, Str s, uint32_t hash) {
    StrId id = (StrId)in->strings.count;
    array_push(in->arena, &in->strings, keep(in, s));
    *slot = (Slot){hash, id};
    if (in->strings.count * 4 > in->capacity * 3)
        add_slots(in, in->capacity * 2);
    return id;
}

StrId intern_add_asked(Intern *in, Str s, uint32_t hash) {
    Slot *slot = probe(in, s, hash);
    return slot->id != FREE ? slot->id : add_new(in, slot, s, hash);
}

StrId intern_add(Intern *in, Str s) {
    return intern_add_asked(in, s, (uint32_t)str_hash(s));
}

uint32_t intern_ask(const Intern *in, Str s) {
    uint32_t hash = (uint32_t)str_hash(s);
    __builtin_prefetch(&in->slots[hash & (in->capacity - 1)]);
    __builtin_prefetch(
        &in->slots[(hash + 3) & (in->capacity - 1)]); /* a search goes on into the next line often enough */
    return hash;
}

void intern_ask_string(const Intern *in, uint32_t hash) {
    const Slot *slot = &in->slots[hash & (in->capacity - 1)];
    if (slot->id != FREE)
        __builtin_prefetch(in->strings.data[slot->id]);
}

/* Slots are asked for first, then the bytes that they point to. */
void intern_add_many(Intern *in, const Str *strings, size_t n, StrId *ids) {
    enum { AT_ONCE = 16 };
    uint32_t hashes[AT_ONCE];
    for (size_t from = 0; from < n; from += AT_ONCE) {
        size_t count = n - from < AT_ONCE ? n - from : AT_ONCE;
        for (size_t i = 0; i < count; i++)
            hashes[i] = intern_ask(in, strings[from + i]);
        for (size_t i = 0; i < count; i++)
            intern_ask_string(in, hashes[i]);
        for (size_t i = 0; i < count; i++)
            ids[from + i] = intern_add_asked(in, strings[from + i], hashes[i]);
    }
}

void intern_reserve(Intern *in, size_t n) {
    size_t capacity = in->capacity;
    while (n * 4 > capacity * 3)
        capacity *= 2;
    if (capacity > in->capacity)
        add_slots(in, capacity);
    array_reserve(in->arena, &in->strings, n);
}

StrId intern_find(const Intern *in, Str s) {
    return probe(in, s, (uint32_t)str_hash(s))->id;
}

Str intern_str(const Intern *in, StrId id) {
    const char *kept = in->strings.data[id];
    return (Str){kept, length_of(kept)};
}

uint32_t intern_count(const Intern *in) {
    return (uint32_t)in->strings.count;
}

enum { BETWEEN = 1 + sizeof(uint32_t) }; /* the NUL of one string, and the length of the next */

StrId intern_neighbours(const Intern *in, StrId id, StrId end) {
    const char *const *s = in->strings.data;
    while (id + 1 < end && s[id + 1] == s[id] + length_of(s[id]) + BETWEEN)
        id++;
    return id + 1;
}
