/* Whole numbers in few bytes; see profile/gaps.h. */
#include "profile/gaps.h"

#include <assert.h>

static size_t width_bytes(GapWidth width) {
    static const uint8_t bytes[] = {[GAPS_16] = 2, [GAPS_32] = 4, [GAPS_64] = 8};
    return bytes[width];
}

/* v / 1000 where that is whole and fits, anything else where not: 125 has an inverse modulo 2^64, and the 8 is a shift. */
static int16_t thousandth(int64_t v) {
    const uint64_t inverse_of_125 = 0x1cac083126e978d5u;
    return (int16_t)((int64_t)((uint64_t)v * inverse_of_125) >> 3);
}

static bool fits_32(int64_t v) {
    return v == GAPS_NONE || (v > INT32_MIN && v <= INT32_MAX);
}

/* The least width that holds n values, their sum, and whether one is rough. */
static GapWidth measure(const int64_t *values, size_t n, uint64_t *sum, bool *rough) {
    uint64_t lost = 0, any = 0;
    *sum = 0;
    for (size_t i = 0; i < n; i++) {
        lost |= (uint64_t)(thousandth(values[i]) * 1000 ^ values[i]);
        any |= (uint64_t)values[i];
        *sum += (uint64_t)values[i];
    }
    *rough = any >> 63;
    if (!lost)
        return GAPS_16;
    for (size_t i = 0; i < n; i++)
        if (!fits_32(values[i]))
            return GAPS_64;
    return GAPS_32;
}

static void store(uint8_t *to, GapWidth width, const int64_t *values, size_t n) {
    if (width == GAPS_64) {
        memcpy(to, values, n * sizeof *values);
        return;
    }
    for (size_t i = 0; i < n && width == GAPS_16; i++) {
        int16_t value = thousandth(values[i]);
        memcpy(to + i * sizeof value, &value, sizeof value);
    }
    for (size_t i = 0; i < n && width == GAPS_32; i++) {
        int32_t value = values[i] == GAPS_NONE ? INT32_MIN : (int32_t)values[i];
        memcpy(to + i * sizeof value, &value, sizeof value);
    }
}

static int64_t load(const uint8_t *from, GapWidth width, size_t i) {
    int16_t small;
    int32_t middle;
    int64_t large;
    if (width == GAPS_16) {
        memcpy(&small, from + i * sizeof small, sizeof small);
        return (int64_t)small * 1000;
    }
    if (width == GAPS_32) {
        memcpy(&middle, from + i * sizeof middle, sizeof middle);
        return middle == INT32_MIN ? GAPS_NONE : middle;
    }
    memcpy(&large, from + i * sizeof large, sizeof large);
    return large;
}

void gaps_expect(Arena *arena, Gaps *gaps, size_t count) {
    array_reserve(arena, &gaps->bytes, count * width_bytes(GAPS_16));
}

static uint8_t *more_bytes(Arena *arena, Gaps *gaps, size_t n) {
    array_reserve(arena, &gaps->bytes, gaps->bytes.count + n);
    gaps->bytes.count += n;
    return gaps->bytes.data + gaps->bytes.count - n;
}

static bool has_room(const GapBlock *block, GapWidth width, size_t n) {
    return block->width >= width && block->count + n <= GAPS_BLOCK;
}

/* The last block, where it has room for n more and is wide enough; else a new one. */
static GapBlock *block_for(Arena *arena, Gaps *gaps, GapWidth width, size_t n) {
    if (!gaps->blocks.count || !has_room(&array_last(&gaps->blocks), width, n))
        array_push(arena, &gaps->blocks, (GapBlock){.at = gaps->bytes.count, .width = (uint8_t)width});
    return &array_last(&gaps->blocks);
}

void gaps_add(Arena *arena, Gaps *gaps, const int64_t *values, size_t n) {
    for (size_t i = 0; i < n; i += GAPS_BLOCK) {
        size_t part = n - i < GAPS_BLOCK ? n - i : GAPS_BLOCK;
        uint64_t sum;
        bool rough;
        GapWidth width = measure(values + i, part, &sum, &rough);
        GapBlock *block = block_for(arena, gaps, width, part);
        store(more_bytes(arena, gaps, part * width_bytes(block->width)), block->width, values + i, part);
        block->count = (uint16_t)(block->count + part);
        block->sum += sum;
        block->rough |= rough;
    }
    gaps->count += n;
}

/* The sum of some numbers of a block, modulo 2^64. */
static uint64_t sum_of(const Gaps *gaps, const GapBlock *block, size_t from, size_t n) {
    enum { AHEAD = 512 };
    const uint8_t *bytes = gaps->bytes.data + block->at + from * width_bytes(block->width);
    int32_t thousands = 0; /* 1024 of 16 bits fit */
    uint64_t sum = 0;
    __builtin_prefetch(bytes + AHEAD);
    if (block->width == GAPS_16) {
        for (size_t i = 0; i < n; i++) {
            int16_t value;
            memcpy(&value, bytes + i * sizeof value, sizeof value);
            thousands += value;
        }
        return (uint64_t)((int64_t)thousands * 1000);
    }
    for (size_t i = 0; i < n; i++)
        sum += (uint64_t)load(bytes, block->width, i);
    return sum;
}

void gaps_cut(Arena *arena, Gaps *gaps, size_t n) {
    size_t blocks = gaps->blocks.count;
    for (; gaps->count > n; blocks--) {
        GapBlock *last = &gaps->blocks.data[blocks - 1];
        size_t more = gaps->count - n;
        if (more < last->count) {
            last->count = (uint16_t)(last->count - more);
            last->sum = sum_of(gaps, last, 0, last->count);
            gaps->count = n;
            break;
        }
        gaps->count -= last->count;
    }
    gaps->blocks.count = blocks;
    size_t end = 0; /* a block that got wider lies behind later ones */
    for (size_t i = 0; i < blocks; i++) {
        const GapBlock *block = &gaps->blocks.data[i];
        size_t its = block->at + block->count * width_bytes(block->width);
        end = its > end ? its : end;
    }
    gaps->bytes.count = gaps->bytes.capacity = end;
    gaps->bytes.data = arena_grow(arena, gaps->bytes.data, end);
}

static void *copy_bytes(Arena *arena, const void *from, size_t size) {
    void *to = arena_grow(arena, NULL, size);
    return size ? memcpy(to, from, size) : to;
}

Gaps gaps_copy(Arena *arena, const Gaps *gaps) {
    Gaps copy = *gaps;
    copy.blocks.capacity = gaps->blocks.count;
    copy.blocks.data = copy_bytes(arena, gaps->blocks.data, gaps->blocks.count * sizeof *gaps->blocks.data);
    copy.bytes.capacity = gaps->bytes.count;
    copy.bytes.data = copy_bytes(arena, gaps->bytes.data, gaps->bytes.count);
    return copy;
}

void gaps_adopt(Arena *arena, Arena *from, Gaps *gaps) {
    arena_adopt(arena, from, gaps->blocks.data);
    arena_adopt(arena, from, gaps->bytes.data);
}

int64_t gaps_get(const Gaps *gaps, GapCursor at) {
    const GapBlock *block = &gaps->blocks.data[at.block];
    return load(gaps->bytes.data + block->at, block->width, at.index);
}

/* Moves a block behind all others, as wide as value needs. */
static void widen(Arena *arena, Gaps *gaps, GapBlock *block, GapWidth width) {
    int64_t values[GAPS_BLOCK];
    for (size_t i = 0; i < block->count; i++)
        values[i] = load(gaps->bytes.data + block->at, block->width, i);
    size_t at = gaps->bytes.count;
    store(more_bytes(arena, gaps, block->count * width_bytes(width)), width, values, block->count);
    block->at = at;
    block->width = (uint8_t)width;
}

void gaps_set(Arena *arena, Gaps *gaps, GapCursor at, int64_t value) {
    GapBlock *block = &gaps->blocks.data[at.block];
    uint64_t sum;
    bool rough;
    GapWidth width = measure(&value, 1, &sum, &rough);
    block->sum += sum - (uint64_t)gaps_get(gaps, at);
    if (width > block->width)
        widen(arena, gaps, block, width);
    store(gaps->bytes.data + block->at + at.index * width_bytes(block->width), block->width, &value, 1);
}

int64_t gaps_take(const Gaps *gaps, GapCursor *at, size_t n) {
    int64_t sum = 0;
    while (n > 0) {
        const GapBlock *block = &gaps->blocks.data[at->block];
        size_t part = block->count - at->index < n ? block->count - at->index : n;
        sum += (int64_t)(part == block->count ? block->sum : sum_of(gaps, block, at->index, part));
        n -= part;
        at->index += (uint32_t)part;
        if (at->index == block->count)
            *at = (GapCursor){at->block + 1, 0};
    }
    return sum;
}

void gaps_next(const Gaps *gaps, GapCursor *at) {
    if (++at->index == gaps->blocks.data[at->block].count)
        *at = (GapCursor){at->block + 1, 0};
}

void gaps_back(const Gaps *gaps, GapCursor *at) {
    if (at->index == 0) {
        assert(at->block > 0);
        at->block--;
        at->index = gaps->blocks.data[at->block].count;
    }
    at->index--;
}
