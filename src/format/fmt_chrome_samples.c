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
    if (json_peek(json) != JSON_OBJECT) {
        json_skip(json);
        return;
    }
    json_enter(json, JSON_OBJECT);
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

/* The node of a stack: the chain up to the root is gathered, then placed from there. A chain that comes back to itself ends. */
static uint32_t place(const ChromeSamples *samples, Stacks *stacks, Arena *scratch, StrId stack) {
    Array(FrameId) chain = {0};
    uint32_t at = stack ? map_get(&samples->by_id, stack) : (uint32_t)MAP_NONE, node = TREE_NONE;
    while (at != MAP_NONE && chain.count <= samples->frames.count) {
        const ChromeStackFrame *frame = &samples->frames.data[at];
        array_push(scratch, &chain, frame->frame);
        at = frame->parent ? map_get(&samples->by_id, frame->parent) : (uint32_t)MAP_NONE;
    }
    while (chain.count)
        node = stacks_child(stacks, node, array_pop(&chain));
    array_release(scratch, &chain);
    return node;
}

/* The thread's own track lends its names; a tid says nothing of the process. */
static StrId pid_of(const Chrome *chrome, StrId tid) {
    for (size_t i = 0; i < chrome->threads.count; i++)
        if (chrome->threads.data[i].tid == tid)
            return chrome->threads.data[i].pid;
    return 0;
}

static void build_group(const Chrome *chrome, Document *document, Arena *scratch, const Group *group, int64_t origin) {
    const ChromeSample *const *list = group->samples.data;
    size_t n = group->samples.count;
    Stacks *stacks = stacks_new(scratch);
    double span = (double)(list[n - 1]->time - list[0]->time), average = n > 1 ? span / (double)(n - 1) : 0;
    for (size_t i = 0; i < n; i++) {
        double weight = i + 1 < n ? (double)(list[i + 1]->time - list[i]->time) : average;
        stacks_sample(stacks, place(&chrome->samples, stacks, scratch, list[i]->stack),
                      (double)(list[i]->time - origin), span > 0 ? weight : 1);
    }
    Track *track = chrome_add_track(chrome, document, pid_of(chrome, group->tid), group->tid, "samples");
    stacks_finish(stacks, document->arena, track, true);
    track->unit.kind = span > 0 ? UNIT_TIME : UNIT_SAMPLES;
    track->interval = average;
    track->ordered = true;
}

void chrome_samples_build(const Chrome *chrome, Document *document, int64_t origin) {
    const ChromeSamples *samples = &chrome->samples;
    Arena *scratch = arena_new();
    Array(Group) groups = {0};
    Map group_of = {.arena = scratch};
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
        build_group(chrome, document, scratch, &groups.data[i], origin);
    }
    arena_free(scratch);
}
