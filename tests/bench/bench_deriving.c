/* Views of large trees and lists, built in memory. */
#include "bench.h"
#include "gen.h"

#include "derive/heavy.h"
#include "derive/operations.h"
#include "derive/search.h"
#include "walk_tree.h"

#include <stdlib.h>
#include <string.h>

enum { EVENTS = 10000000, OPERATIONS = 1000000, NAMES = 1000000 };

typedef struct Keys {
    uint64_t *list, *scratch;
    size_t count;
} Keys;

static Keys make_keys(Arena *arena, size_t count) {
    Keys keys = {arena_many(arena, uint64_t, count), arena_many(arena, uint64_t, count), count};
    Random random = {6};
    for (size_t i = 0; i < count; i++)
        keys.list[i] = (uint64_t)random_next(&random) << 32 | random_next(&random);
    return keys;
}

static int by_key(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static uint64_t sort_keys(const Keys *keys) {
    memcpy(keys->scratch, keys->list, keys->count * sizeof *keys->list);
    qsort(keys->scratch, keys->count, sizeof *keys->scratch, by_key);
    return keys->scratch[0];
}

typedef struct Work {
    Frames *frames;
    const Track *track;
    Keys keys;
} Work;

static uint64_t sort_work(void *user) {
    return sort_keys(&((Work *)user)->keys);
}

/* ---- left heavy ---- */
static uint64_t merge_heavy(void *user) {
    const Work *work = user;
    Arena *arena = arena_new();
    DeriveInput input = {.frames = work->frames, .tracks = &work->track, .track_count = 1};
    uint64_t count = derive_heavy(arena, &input, FRAME_NONE)->count;
    arena_free(arena);
    return count;
}

static void bench_heavy(Bench *bench) {
    Arena *arena = arena_new();
    Frames frames = frames_new(arena);
    Track track = {.kind = TRACK_EVENTS, .tree = walk_tree(arena, &frames, EVENTS, 60)};
    Work work = {&frames, &track, make_keys(arena, EVENTS)};
    bench_row(bench, (BenchTask){"left heavy of 10 M events", merge_heavy, PLACE_HERE},
              (BenchTask){"qsort of 10 M keys", sort_work, PLACE_HERE}, &work, AT_MOST, 1);
    arena_free(arena);
}

/* ---- waterfall ---- */
/* Each begins after and ends after all before it, under one root that holds them all: the worst for a backward scan. */
static Operation *staircase(Arena *arena, Frames *frames, uint32_t count) {
    Operation *list = arena_many(arena, Operation, count);
    FrameId frame = frames_add_name(frames, STR("step"), FRAME_CODE);
    for (uint32_t i = 0; i < count; i++)
        list[i] =
            (Operation){.frame = frame, .parent = TREE_NONE, .start = i, .end = i ? (double)count + i : 3.0 * count};
    return list;
}

static uint64_t analyse(void *user) {
    const Work *work = user;
    Arena *arena = arena_new();
    DeriveInput input = {.frames = work->frames, .tracks = &work->track, .track_count = 1};
    uint64_t roots = operations_analyse(arena, &input, OPERATIONS_DEFAULTS)->roots;
    arena_free(arena);
    return roots;
}

static uint64_t nest(void *user) {
    const Work *work = user;
    Arena *arena = arena_new();
    uint64_t count = nesting_build(arena, &work->track->operations, true).count;
    arena_free(arena);
    return count;
}

static uint64_t analyse_quarter(void *user) {
    Work work = *(Work *)user;
    Track track = *work.track;
    track.operations.count /= 4;
    work.track = &track;
    return analyse(&work);
}

static void bench_waterfall(Bench *bench) {
    Arena *arena = arena_new();
    Frames frames = frames_new(arena);
    Track track = {.kind = TRACK_SPANS, .tree = tree_new(arena, 0)};
    track.operations =
        (Operations){.count = OPERATIONS, .list = staircase(arena, &frames, OPERATIONS), .contain = true};
    Work work = {&frames, &track, make_keys(arena, OPERATIONS)};
    bench_row(bench, (BenchTask){"waterfall tree of 1 M staircase operations", nest, PLACE_HERE},
              (BenchTask){"qsort of 1 M keys", sort_work, PLACE_HERE}, &work, AT_MOST, 1);
    bench_growth(bench, "the whole analysis of them", analyse_quarter, analyse, &work, 4);
    arena_free(arena);
}

/* ---- search ---- */
typedef struct Haystack {
    Frames frames;
    Str bytes; /* all names, one after another */
} Haystack;

static uint64_t search(void *user) {
    Haystack *haystack = user;
    Arena *arena = arena_new();
    uint64_t found = search_frames(arena, &haystack->frames, STR("layout77"), false, NULL, NULL)->frames;
    arena_free(arena);
    return found;
}

static uint64_t search_regex(void *user) {
    Haystack *haystack = user;
    Arena *arena = arena_new();
    uint64_t found = search_frames(arena, &haystack->frames, STR("/layout.*7$/"), false, NULL, NULL)->frames;
    arena_free(arena);
    return found;
}

static uint64_t scan(void *user) {
    const Haystack *haystack = user;
    return memchr(haystack->bytes.data, '\n', haystack->bytes.len) != NULL;
}

void bench_search(Bench *bench, Arena *arena) {
    static const char *const words[] = {"parse", "update", "render", "layout", "Promise", "hash"};
    Haystack haystack = {.frames = frames_new(arena)};
    Text bytes = text_new(arena);
    Random random = {7};
    for (uint32_t i = 0; i < NAMES; i++) {
        Str name = str_format(arena, "%s%u::%s", words[random_below(&random, 6)], i, words[random_below(&random, 6)]);
        frames_add_name(&haystack.frames, name, FRAME_CODE);
        text_add(&bytes, name);
    }
    haystack.bytes = text_str(&bytes);
    bench_row(bench, (BenchTask){"search in 1 M distinct names", search, PLACE_HERE},
              (BenchTask){"memchr over their bytes", scan, PLACE_HERE}, &haystack, AT_MOST, 10);
    bench_wait(bench, "the same with a regular expression, wall", search_regex, &haystack, 50);
}

void bench_deriving(Bench *bench, Arena *arena) {
    (void)arena;
    bench_heavy(bench);
    bench_waterfall(bench);
}
