/* V8 CPU profiles inside a trace: Profile and ProfileChunk events of one (pid, id) are one profile that comes in pieces, a
 * CpuProfile event is a whole one. The thread is that of the Profile event, not that of the sampler which writes the chunks. */
#include "format/chrome.h"

static ChromeProfile *add_profile(Chrome *chrome, const ChromeEvent *event) {
    Arena *scratch = chrome->reading->scratch;
    array_push(
        scratch, &chrome->profiles.list,
        (ChromeProfile){
            .pid = event->pid, .tid = event->tid, .id = event->id, .nodes = cpu_nodes_new(scratch, chrome->frames)});
    chrome_thread(chrome, event->pid, event->tid);
    return &array_last(&chrome->profiles.list);
}

static ChromeProfile *find_profile(Chrome *chrome, const ChromeEvent *event) {
    bool fresh;
    uint32_t next = (uint32_t)chrome->profiles.list.count;
    uint32_t *slot = map_slot(&chrome->profiles.by_id, (uint64_t)event->pid << 32 | event->id, next, &fresh);
    return fresh ? add_profile(chrome, event) : &chrome->profiles.list.data[*slot];
}

static void read_time(Chrome *chrome, int64_t *time) {
    ChromeNumber number = chrome_number(&chrome->json);
    int64_t value;
    if (chrome_time(chrome, &number, &value))
        *time = value;
}

/* args.data.cpuProfile and args.data hold the same keys in different years; both are read by this, data first. */
static void read_profile_keys(Chrome *chrome, ChromeProfile *profile, bool *nested) {
    Json *json = &chrome->json;
    CpuNodes *nodes = profile->nodes;
    Str key;
    *nested = false;
    while (json_key(json, &key)) {
        if (str_is(key, "nodes"))
            cpu_nodes_read(nodes, json);
        else if (str_is(key, "samples"))
            cpu_nodes_read_samples(nodes, json);
        else if (str_is(key, "timeDeltas"))
            cpu_nodes_read_deltas(nodes, json);
        else if (str_is(key, "endTime"))
            read_time(chrome, &nodes->end);
        else if (str_is(key, "startTime")) {
            read_time(chrome, &nodes->start);
            profile->started = true;
        } else if (str_is(key, "cpuProfile") && json_peek(json) == JSON_OBJECT) {
            json_enter(json, JSON_OBJECT);
            *nested = true;
            return;
        } else
            json_skip(json);
    }
}

/* The inside of args.data: its keys, those of cpuProfile where that comes, and the keys behind it. */
static void read_data(Chrome *chrome, ChromeProfile *profile) {
    int depth = 1;
    json_enter(&chrome->json, JSON_OBJECT);
    while (depth > 0 && !chrome->json.failed) {
        bool nested;
        read_profile_keys(chrome, profile, &nested);
        depth += nested ? 1 : -1;
    }
}

static void read_profile_args(Chrome *chrome, const ChromeEvent *event, ChromeProfile *profile) {
    Json *json = &chrome->json;
    uint64_t behind;
    Str key;
    if (chrome_args(chrome, event, &behind)) {
        json_enter(json, JSON_OBJECT);
        while (json_key(json, &key))
            if (str_is(key, "data") && json_peek(json) == JSON_OBJECT)
                read_data(chrome, profile);
            else
                json_skip(json);
    }
    if (!json->failed)
        chrome_args_end(chrome, behind);
}

/* Where no Profile event tells the start, the time of the first event has to do. */
static void guess_start(Chrome *chrome, const ChromeEvent *event, ChromeProfile *profile) {
    int64_t time;
    if (profile->nodes->start == CPU_NO_TIME && chrome_time(chrome, &event->ts, &time))
        profile->nodes->start = time;
}

bool chrome_is_profile(const Chrome *chrome, const ChromeEvent *event) {
    Str name = intern_str(chrome->strings, event->name);
    return str_is(name, "CpuProfile") || str_is(name, "Profile") || str_is(name, "ProfileChunk");
}

bool chrome_profile(Chrome *chrome, const ChromeEvent *event) {
    if (!chrome_is_profile(chrome, event))
        return false;
    Str name = intern_str(chrome->strings, event->name);
    bool whole = str_is(name, "CpuProfile"), head = str_is(name, "Profile");
    ChromeProfile *profile = whole ? add_profile(chrome, event) : find_profile(chrome, event);
    if (head) {
        profile->tid = event->tid;
        chrome_thread(chrome, event->pid, event->tid);
    }
    read_profile_args(chrome, event, profile);
    guess_start(chrome, event, profile);
    return true;
}

static bool has_data(const ChromeProfile *profile) {
    return cpu_nodes_count(profile->nodes) > 0 || cpu_nodes_samples(profile->nodes) > 0;
}

bool chrome_profile_first(const Chrome *chrome, int64_t *first) {
    const ChromeProfiles *profiles = &chrome->profiles;
    bool any = false;
    for (size_t i = 0; i < profiles->list.count; i++) {
        int64_t time = cpu_nodes_first(profiles->list.data[i].nodes);
        if (has_data(&profiles->list.data[i]) && time != CPU_NO_TIME && (!any || time < *first)) {
            *first = time;
            any = true;
        }
    }
    return any;
}

ChromeProfileLists chrome_profile_lists(const Chrome *chrome, Arena *arena) {
    size_t threads = chrome->threads.count, count = chrome->profiles.list.count;
    ChromeProfileLists lists = {arena_many(arena, uint32_t, threads), arena_many(arena, uint32_t, count)};
    for (size_t i = 0; i < threads; i++)
        lists.first[i] = TREE_NONE;
    for (size_t i = count; i-- > 0;) {
        const ChromeProfile *profile = &chrome->profiles.list.data[i];
        uint32_t thread = map_get(&chrome->thread_of, (uint64_t)profile->pid << 32 | profile->tid);
        if (thread == MAP_NONE)
            continue;
        lists.next[i] = lists.first[thread];
        lists.first[thread] = (uint32_t)i;
    }
    return lists;
}

void chrome_profile_build(const Chrome *chrome, Document *document, const ChromeProfileLists *lists, uint32_t thread,
                          int64_t origin) {
    for (uint32_t i = lists->first[thread]; i != TREE_NONE; i = lists->next[i]) {
        const ChromeProfile *profile = &chrome->profiles.list.data[i];
        if (!has_data(profile))
            continue;
        Track *track = chrome_add_track(chrome, document, profile->pid, profile->tid, "samples");
        cpu_nodes_finish(profile->nodes, document, track, origin);
    }
}
