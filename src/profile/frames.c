/* The table of functions; see profile/frames.h. */
#include "profile/frames.h"

#include "base/map.h"

#include <string.h>

Frames frames_new(Arena *arena) {
    return (Frames){.arena = arena, .strings = intern_new(arena)};
}

static uint64_t identity_hash(const Frame *f) {
    uint64_t a = (uint64_t)f->name << 32 | f->file, b = (uint64_t)f->module << 32 | f->salt;
    uint64_t c = (uint64_t)(uint32_t)f->line << 32 | (uint32_t)f->column;
    return map_mix(a ^ map_mix(b ^ map_mix(c)));
}

static bool same(const Frame *a, const Frame *b) {
    return a->name == b->name && a->file == b->file && a->module == b->module && a->line == b->line &&
           a->column == b->column && a->salt == b->salt;
}

static size_t find(const Frames *frames, const Frame *frame) {
    size_t mask = frames->slot_count - 1, at = identity_hash(frame) & mask;
    while (frames->slots[at] != FRAME_NONE && !same(&frames->list[frames->slots[at]], frame))
        at = (at + 1) & mask;
    return at;
}

static void grow_slots(Frames *frames) {
    arena_release(frames->arena, frames->slots);
    frames->slot_count = frames->slot_count ? frames->slot_count * 2 : 256;
    frames->slots = arena_grow(frames->arena, NULL, frames->slot_count * sizeof *frames->slots);
    memset(frames->slots, 0xff, frames->slot_count * sizeof *frames->slots);
    for (size_t i = 0; i < frames->count; i++)
        frames->slots[find(frames, &frames->list[i])] = (uint32_t)i;
}

FrameId frames_add(Frames *frames, const Frame *frame) {
    if ((frames->count + 1) * 4 > frames->slot_count * 3)
        grow_slots(frames);
    size_t at = find(frames, frame);
    if (frames->slots[at] != FRAME_NONE)
        return frames->slots[at];
    if (frames->count == frames->capacity)
        frames->list =
            array_grow(frames->arena, frames->list, frames->count + 1, &frames->capacity, sizeof *frames->list);
    frames->slots[at] = (uint32_t)frames->count;
    frames->list[frames->count] = *frame;
    return (FrameId)frames->count++;
}

void frames_ask(const Frames *frames, const Frame *frame) {
    if (frames->slot_count)
        __builtin_prefetch(&frames->slots[identity_hash(frame) & (frames->slot_count - 1)]);
}

Frames frames_copy(Arena *arena, const Frames *from) {
    Frames copy = frames_new(arena);
    for (StrId i = 0; i < intern_count(from->strings); i++)
        intern_add(copy.strings, intern_str(from->strings, i));
    for (FrameId i = 0; i < from->count; i++)
        frames_add(&copy, &from->list[i]);
    return copy;
}

FrameId frames_add_name(Frames *frames, Str name, FrameKind kind) {
    return frames_add(frames, &(Frame){.name = intern_add(frames->strings, name), .kind = kind});
}

Str frame_name(const Frames *frames, FrameId id) {
    return intern_str(frames->strings, frames->list[id].name);
}

Str frame_file(const Frames *frames, FrameId id) {
    return intern_str(frames->strings, frames->list[id].file);
}

Str frame_module(const Frames *frames, FrameId id) {
    return intern_str(frames->strings, frames->list[id].module);
}

Str frame_place(Arena *arena, const Frames *frames, FrameId id, bool with_column) {
    const Frame *f = &frames->list[id];
    Str file = frame_file(frames, id);
    if (file.len == 0 || f->line <= 0)
        return file;
    if (with_column && f->column > 0)
        return str_format(arena, "%.*s:%d:%d", STR_ARG(file), f->line, f->column);
    return str_format(arena, "%.*s:%d", STR_ARG(file), f->line);
}
