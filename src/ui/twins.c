/* See twins.h. */
#include "twins.h"

static bool is_same(const Track *a, const Track *b) {
    return str_equal(a->title, b->title) && str_equal(a->pid, b->pid) && str_equal(a->tid, b->tid);
}

static uint64_t key_of(const Track *track) {
    return map_mix(str_hash(track->title) ^ map_mix(str_hash(track->tid) ^ map_mix(str_hash(track->pid))));
}

/* The first of those called alike stands for all. */
static void add(Twins *twins, const Track *track) {
    bool fresh = false;
    for (uint64_t key = key_of(track); !fresh; key = map_mix(key + 1)) {
        uint32_t *slot = map_slot(&twins->first, key, track->index, &fresh);
        if (!fresh && is_same(twins->to->tracks.data[*slot], track))
            return;
    }
}

static void add_all(Twins *twins) {
    for (size_t i = 0; i < twins->to->tracks.count; i++)
        add(twins, twins->to->tracks.data[i]);
    twins->known = true;
}

Twins twins_new(Arena *arena, const Document *from, const Document *to) {
    return (Twins){.from = from, .to = to, .first = {.arena = arena}};
}

int twins_find(Twins *twins, size_t track) {
    const Track *t = twins->from->tracks.data[track];
    if (track < twins->to->tracks.count && is_same(twins->to->tracks.data[track], t))
        return (int)track;
    if (!twins->known)
        add_all(twins);
    for (uint64_t key = key_of(t);; key = map_mix(key + 1)) {
        uint32_t at = map_get(&twins->first, key);
        if (at == MAP_NONE)
            return -1;
        if (is_same(twins->to->tracks.data[at], t))
            return (int)at;
    }
}
