/* A table of names that is small, since it is looked into at random: a slot is where the name is kept, among all others, behind its
 * number and its length. Few slots are taken, so that nearly all names are where they are looked for first. Hashes and comparisons do
 * not branch on the length, which nobody can foretell. */
#include "format/name_table.h"

#include "base/array.h"
#include "codec/scan.h"
#include "codec/source.h"

#include <string.h>

typedef struct Kept {
    uint32_t value;
    uint32_t len;
} Kept; /* its bytes follow, up to a whole number of units */

/* Names whose slots are asked for at once, and whose bytes are. FREE_SLOTS: at least so many for one that is taken. */
enum { UNIT = sizeof(Kept), HASHED = 256, AT_ONCE = 64, FREE_SLOTS = 4 };

struct NameTable {
    Arena *arena;
    NameValue value;
    void *user;
    const Scan *scan;
    uint32_t *slots; /* of the kept, in units; 0 = free */
    size_t capacity, count;
    Array(Kept) kept;       /* units: names, each begun by a Kept; SOURCE_GUARD bytes are behind the last */
    Array(uint32_t) places; /* in the kept, by number, where that is the order */
};

static size_t units_of(size_t len) {
    return 1 + (len + UNIT - 1) / UNIT;
}

static uint32_t *free_slot(const NameTable *table, uint32_t hash) {
    size_t mask = table->capacity - 1, to = hash & mask;
    while (table->slots[to])
        to = (to + 1) & mask;
    return &table->slots[to];
}

static void make_slots(NameTable *table, size_t capacity) {
    arena_release(table->arena, table->slots);
    table->capacity = capacity;
    table->slots = arena_grow(table->arena, NULL, capacity * sizeof *table->slots);
    memset(table->slots, 0, capacity * sizeof *table->slots);
    for (size_t at = 1; at < table->kept.count; at += units_of(table->kept.data[at].len)) {
        Str name = {(const char *)(&table->kept.data[at] + 1), table->kept.data[at].len};
        uint32_t hash;
        table->scan->hashes(&name, 1, &hash);
        *free_slot(table, hash) = (uint32_t)at;
    }
}

NameTable *name_table_new(Arena *arena, NameValue value, void *user) {
    NameTable *table = arena_one(arena, NameTable);
    *table = (NameTable){.arena = arena, .value = value, .user = user, .scan = scan_best()};
    array_reserve(arena, &table->kept, 1 + SOURCE_GUARD / UNIT);
    memset(table->kept.data, 0, UNIT + SOURCE_GUARD);
    table->kept.data->len = UINT32_MAX; /* no name is at 0, not even the empty one */
    table->kept.count = 1;
    make_slots(table, 1024);
    return table;
}

static uint32_t number(NameTable *table) {
    array_push(table->arena, &table->places, (uint32_t)table->kept.count);
    return (uint32_t)table->places.count - 1;
}

static uint32_t add(NameTable *table, uint32_t hash, Str name) {
    uint32_t value = table->value ? table->value(table->user, name) : number(table);
    size_t at = table->kept.count, units = units_of(name.len);
    array_reserve(table->arena, &table->kept, at + units + SOURCE_GUARD / UNIT);
    Kept *kept = &table->kept.data[at];
    *kept = (Kept){value, (uint32_t)name.len};
    memcpy(kept + 1, name.data, name.len);
    table->kept.count += units;
    *free_slot(table, hash) = (uint32_t)at;
    if (++table->count > table->capacity / FREE_SLOTS)
        make_slots(table, table->capacity * 2);
    return value;
}

/* One that is not in the first slot of its hash, or is new. Few are: the loop that calls it stays small without it. */
__attribute__((noinline)) static uint32_t find(NameTable *table, uint32_t hash, Str name) {
    size_t mask = table->capacity - 1;
    for (size_t i = hash & mask; table->slots[i]; i = (i + 1) & mask) {
        const Kept *kept = &table->kept.data[table->slots[i]];
        if (kept->len == name.len && memcmp(kept + 1, name.data, name.len) == 0)
            return kept->value;
    }
    return add(table, hash, name);
}

/* Asks for what the slots point to: at[i] of the kept, whose bytes are bytes[i]. */
static void ask(const NameTable *table, const Str *list, size_t n, const uint32_t *hashes, uint32_t *at,
                const uint8_t **bytes) {
    const uint32_t *slots = table->slots;
    const Kept *kept = table->kept.data;
    size_t mask = table->capacity - 1;
    for (size_t i = 0; i < n; i++) {
        at[i] = slots[hashes[i] & mask];
        bytes[i] = (const uint8_t *)(kept + at[i] + 1);
        __builtin_prefetch(kept + at[i]);
        __builtin_prefetch(bytes[i] + list[i].len);
    }
}

/* Only names of one length are compared beyond SCAN_SHORT bytes: what is kept may end before. */
static void skip_others(const NameTable *table, const Str *list, size_t n, const uint32_t *at, const uint8_t **bytes) {
    for (size_t i = 0; i < n; i++)
        if (list[i].len > SCAN_SHORT && table->kept.data[at[i]].len != list[i].len)
            bytes[i] = (const uint8_t *)list[i].data;
}

/* The nought that a free slot points to is no name. */
static void find_some(NameTable *table, const Str *list, size_t n, const uint32_t *hashes, uint32_t *values) {
    uint32_t at[AT_ONCE];
    const uint8_t *bytes[AT_ONCE];
    ask(table, list, n, hashes, at, bytes);
    skip_others(table, list, n, at, bytes);
    uint64_t same = table->scan->sames(bytes, list, n);
    for (size_t i = 0; i < n; i++) {
        const Kept *kept = &table->kept.data[at[i]]; /* which an addition moves */
        bool found = (same >> i & 1) && kept->len == list[i].len;
        values[i] = found ? kept->value : find(table, hashes[i], list[i]);
    }
}

/* Hashes n names, up to HASHED, and asks for their slots. */
static void hash(const NameTable *table, const Str *list, size_t n, uint32_t *hashes) {
    const uint32_t *slots = table->slots;
    size_t mask = table->capacity - 1;
    table->scan->hashes(list, n, hashes);
    for (size_t i = 0; i < n; i++)
        __builtin_prefetch(&slots[hashes[i] & mask]);
}

void name_table_find(NameTable *table, const Str *list, size_t n, uint32_t *values) {
    uint32_t hashes[HASHED];
    for (size_t i = 0; i < n; i += AT_ONCE) {
        if (i % HASHED == 0)
            hash(table, list + i, n - i < HASHED ? n - i : HASHED, hashes);
        find_some(table, list + i, n - i < AT_ONCE ? n - i : AT_ONCE, hashes + i % HASHED, values + i);
    }
}

size_t name_table_count(const NameTable *table) {
    return table->count;
}

Str name_table_name(const NameTable *table, uint32_t number) {
    const Kept *kept = &table->kept.data[table->places.data[number]];
    return (Str){(const char *)(kept + 1), kept->len};
}

void name_table_close(NameTable *table) {
    arena_release(table->arena, table->slots);
    table->slots = NULL;
    table->kept.capacity = table->kept.count + SOURCE_GUARD / UNIT;
    table->kept.data = arena_grow(table->arena, table->kept.data, table->kept.capacity * sizeof *table->kept.data);
}
