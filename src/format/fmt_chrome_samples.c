/* The `samples` and `stackFrames` of a trace object: stacks as chains of frames towards the root, one track per thread. A
 * sample lasts until the next one of its thread, the last one an average interval. */
#include "format/chrome.h"

#include <assert.h>
#include <stdlib.h>

static StrId intern_scalar(Chrome *chrome) {
    Str s;
    json_scalar_text(&chrome->json, &s);
    return intern_add(chrome->strings, s);
}

static void read_stack_frame(Chrome *chrome, StrId id) {
    Json *json = &chrome->json;
    StrId name = 0, category = 0, parent = 0;
    Str key;
    if (!json_enter_or_skip(json, JSON_OBJECT))
        return;
    while (json_key(json, &key)) {
        if (str_is(key, "name"))
            name = intern_scalar(chrome);
        else if (str_is(key, "category"))
            category = intern_scalar(chrome);
        else if (str_is(key, "parent"))
            parent = intern_scalar(chrome);
        else
            json_skip(json);
    }
    if (json->failed)
        return;
    Frame frame = {.name = name ? name : intern_add(chrome->strings, STR("(unnamed)")), .module = category};
    map_set(&chrome->samples.by_id, id, (uint32_t)chrome->samples.frames.count);
    array_push(chrome->reading->scratch, &chrome->samples.frames,
               (ChromeStackFrame){.id = id, .parent = parent, .frame = frames_add(chrome->frames, &frame)});
}

void chrome_stack_frames_read(Chrome *chrome) {
    Str key;
    json_enter(&chrome->json, JSON_OBJECT);
    while (json_key(&chrome->json, &key))
        read_stack_frame(chrome, intern_add(chrome->strings, key));
}

static void read_sample(Chrome *chrome) {
    Json *json = &chrome->json;
    ChromeSample sample = {.tid = chrome->zero, .next = TREE_NONE};
    ChromeNumber ts = {0};
    Str key;
    json_enter(json, JSON_OBJECT);
    while (json_key(json, &key)) {
        if (str_is(key, "tid"))
            sample.tid = intern_scalar(chrome);
        else if (str_is(key, "sf"))
            sample.stack = intern_scalar(chrome);
        else if (str_is(key, "ts"))
            ts = chrome_number(json);
        else
            json_skip(json);
    }
    if (json->failed)
        return;
    if (!chrome_time(chrome, &ts, &sample.time))
        chrome_tally(chrome, TALLY_NO_TIME, 0);
    else
        array_push(chrome->reading->scratch, &chrome->samples.list, sample);
}

void chrome_samples_read(Chrome *chrome) {
    json_enter(&chrome->json, JSON_ARRAY);
    while (json_item(&chrome->json))
        if (json_peek(&chrome->json) == JSON_OBJECT)
            read_sample(chrome);
        else
            json_skip(&chrome->json);
}

bool chrome_samples_first(const Chrome *chrome, int64_t *first) {
    for (size_t i = 0; i < chrome->samples.list.count; i++)
        if (i == 0 || chrome->samples.list.data[i].time < *first)
            *first = chrome->samples.list.data[i].time;
    return chrome->samples.list.count > 0;
}

/* ---- building ---- */

typedef struct Group {
    StrId tid;
    Array(const ChromeSample *) samples;
} Group;

static int by_time(const void *a, const void *b) {
    const ChromeSample *x = *(const ChromeSample *const *)a, *y = *(const ChromeSample *const *)b;
    return x->time != y->time ? (x->time > y->time) - (x->time < y->time) : (x > y) - (x < y);
}

typedef struct Building {
    const ChromeSamples *samples;
    Arena *scratch;
    Stacks *stacks;
    Map node_of; /* place of a stack frame -> its node, WALKED while it is looked for */
    Array(uint32_t) chain;
} Building;

enum { WALKED = UINT32_MAX - 1 };

/* The node of a stack: the chain up to what has a node is gathered, then placed from there. A chain that comes back to itself ends. */
static uint32_t place(Building *b, StrId stack) {
    const ChromeSamples *samples = b->samples;
    uint32_t at = stack ? map_get(&samples->by_id, stack) : (uint32_t)MAP_NONE, node = TREE_NONE;
    while (at != MAP_NONE) {
        bool fresh;
        uint32_t known = *map_slot(&b->node_of, at, WALKED, &fresh);
        if (!fresh) {
            node = known == WALKED ? TREE_NONE : known;
            break;
        }
        array_push(b->scratch, &b->chain, at);
        StrId parent = samples->frames.data[at].parent;
        at = parent ? map_get(&samples->by_id, parent) : (uint32_t)MAP_NONE;
    }
    while (b->chain.count) {
        at = array_pop(&b->chain);
        node = stacks_child(b->stacks, node, samples->frames.data[at].frame);
        map_set(&b->node_of, at, node);
    }
    return node;
}

/* The thread's own track lends its names; a tid says nothing of the process. */
static StrId pid_of(const Chrome *chrome, const Map *thread_of, StrId tid) {
    uint32_t thread = map_get(thread_of, tid);
    return thread == MAP_NONE ? 0 : chrome->threads.data[thread].pid;
}

/* The first thread with each tid. */
static Map threads_by_tid(const Chrome *chrome, Arena *scratch) {
    Map map = {.arena = scratch};
    bool fresh;
    for (uint32_t i = 0; i < chrome->threads.count; i++)
        map_slot(&map, chrome->threads.data[i].tid, i, &fresh);
    return map;
}

static void build_group(const Chrome *chrome, Document *document, const Map *thread_of, const Group *group,
                        int64_t origin) {
    const ChromeSample *const *list = group->samples.data;
    size_t n = group->samples.count;
    Arena *own = arena_new_in(document->arena);
    Stacks *stacks = stacks_new(own);
    Building b = {.samples = &chrome->samples, .scratch = own, .stacks = stacks, .node_of.arena = own};
    double span = (double)(list[n - 1]->time - list[0]->time), average = n > 1 ? span / (double)(n - 1) : 0;
    for (size_t i = 0; i < n; i++) {
        double weight = i + 1 < n ? (double)(list[i + 1]->time - list[i]->time) : average;
        stacks_sample(stacks, place(&b, list[i]->stack), (double)(list[i]->time - origin), span > 0 ? weight : 1);
    }
    Track *track = chrome_add_track(chrome, document, pid_of(chrome, thread_of, group->tid), group->tid, "samples");
    stacks_finish(stacks, document->arena, track, true);
    track->unit.kind = span > 0 ? UNIT_TIME : UNIT_SAMPLES;
    track->interval = average;
    track->ordered = true;
    arena_free(own);
}

void chrome_samples_build(const Chrome *chrome, Document *document, int64_t origin) {
    const ChromeSamples *samples = &chrome->samples;
    if (!samples->list.count)
        return;
    Arena *scratch = arena_new_in(document->arena);
    Array(Group) groups = {0};
    Map group_of = {.arena = scratch}, thread_of = threads_by_tid(chrome, scratch);
    for (size_t i = 0; i < samples->list.count; i++) {
        bool fresh;
        const ChromeSample *sample = &samples->list.data[i];
        uint32_t *at = map_slot(&group_of, sample->tid, (uint32_t)groups.count, &fresh);
        if (fresh)
            array_push(scratch, &groups, (Group){.tid = sample->tid});
        assert(*at < groups.count);
        array_push(scratch, &groups.data[*at].samples, sample);
    }
    for (size_t i = 0; i < groups.count; i++) {
        qsort(groups.data[i].samples.data, groups.data[i].samples.count, sizeof(ChromeSample *), by_time);
        build_group(chrome, document, &thread_of, &groups.data[i], origin);
    }
    arena_free(scratch);
}
