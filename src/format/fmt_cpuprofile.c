/* V8 .cpuprofile: an object with nodes, samples and timeDeltas, all times in microseconds (Chrome DevTools protocol,
 * Profiler.Profile), or before 2017 a head tree with timestamps and a start in seconds. Also as the answer of
 * Profiler.stop, where it lies under "profile" or "result". */
#include "format/cpu_nodes.h"
#include "format/format.h"

static const NoteKind NO_LENGTH = {"total-zero", NOTE_WARNING, "{n} sample{s}, but all of one moment: the total is 0"};

typedef struct ProfileReader {
    Reading *reading;
    Json json;
    CpuNodes *nodes;
    JsonNumber start, end;
    bool has_head, has_timestamps, stopped;
} ProfileReader;

/* Microseconds; the head tree has seconds. */
static int64_t give_time(const ProfileReader *r, const JsonNumber *number) {
    int64_t ns;
    return number->finite && json_number_scaled(number, r->has_head ? 9 : 3, &ns) ? ns : CPU_NO_TIME;
}

/* The axis begins at startTime; with absolute times, which may be of another clock, at the first sample. */
static int64_t find_origin(const ProfileReader *r) {
    if (!r->has_timestamps && r->nodes->start != CPU_NO_TIME)
        return r->nodes->start;
    int64_t first = cpu_nodes_first(r->nodes);
    return first == CPU_NO_TIME ? 0 : first;
}

/* The builder with the times that the file has given so far. */
static CpuNodes *with_times(ProfileReader *r) {
    r->nodes->start = r->has_timestamps ? 0 : give_time(r, &r->start);
    r->nodes->end = give_time(r, &r->end);
    return r->nodes;
}

/* As long as only nodes are there their hits make the picture, then samples spread evenly, then samples with times. */
static void snapshot(void *user, Document *document) {
    ProfileReader *r = user;
    document->frames = frames_copy(document->arena, &r->reading->document->frames);
    CpuNodes *nodes = with_times(r); /* before find_origin asks for them */
    cpu_nodes_finish(nodes, document, document_add_track(document), find_origin(r));
}

static bool tick(void *user) {
    ProfileReader *r = user;
    uint64_t records = cpu_nodes_count(r->nodes) + cpu_nodes_samples(r->nodes);
    r->stopped = !reading_tick(r->reading, records, snapshot, r);
    return !r->stopped;
}

static void read_field(ProfileReader *r, Str key) {
    if (str_is(key, "nodes"))
        cpu_nodes_read(r->nodes, &r->json);
    else if (str_is(key, "head"))
        r->has_head = cpu_nodes_read_head(r->nodes, &r->json) || r->has_head;
    else if (str_is(key, "samples"))
        cpu_nodes_read_samples(r->nodes, &r->json);
    else if (str_is(key, "timeDeltas"))
        cpu_nodes_read_deltas(r->nodes, &r->json);
    else if (str_is(key, "timestamps"))
        r->has_timestamps = cpu_nodes_read_timestamps(r->nodes, &r->json) || r->has_timestamps;
    else if (str_is(key, "startTime"))
        json_number(&r->json, &r->start);
    else if (str_is(key, "endTime"))
        json_number(&r->json, &r->end);
    else
        json_skip(&r->json);
}

/* The profile is the top object or lies one or two objects deeper; what follows it outside is of no interest. */
static void read_profile(ProfileReader *r) {
    Str key;
    json_enter(&r->json, JSON_OBJECT);
    while (json_key(&r->json, &key)) {
        if (!str_is(key, "profile") && !str_is(key, "result"))
            read_field(r, key);
        else if (json_peek(&r->json) == JSON_OBJECT)
            json_enter(&r->json, JSON_OBJECT);
        else
            json_skip(&r->json);
        if (r->stopped)
            break;
    }
}

static bool cpuprofile_read(Reading *reading, Err *err) {
    Document *document = reading->document;
    ProfileReader r = {.reading = reading,
                       .json = json_new(reading->scratch, reading->source),
                       .nodes = cpu_nodes_new(reading->scratch, &document->frames)};
    cpu_nodes_expect(r.nodes, source_file_bytes(reading->source));
    r.nodes->tick = tick;
    r.nodes->user = &r;
    read_profile(&r);
    size_t count = cpu_nodes_count(r.nodes), samples = cpu_nodes_samples(r.nodes); /* they come behind the nodes */
    reading_stopped(reading, &r.json, samples ? samples : count, samples ? "samples" : "nodes");
    if (reading_cancelled(reading, err))
        return false;
    if (!count && !samples)
        return err_set(err, ERR_EMPTY, "a CPU profile without nodes and samples");
    Track *track = document_add_track(document);
    CpuNodes *nodes = with_times(&r);
    cpu_nodes_end(nodes, document, track, find_origin(&r));
    if (!track->tree->count)
        return err_set(err, ERR_EMPTY, "a CPU profile with %zu nodes but no samples", count);
    if (track->sample_count && !(track->total > 0))
        notes_add(&document->notes, &NO_LENGTH, track->sample_count, STR(""));
    return true;
}

static bool is_flat(const Outline *o) {
    return outline_has_in(o, "nodes", "callFrame") || outline_has_in(o, "nodes", "functionName");
}

static bool is_head(const Outline *o) {
    return outline_has_in(o, "head", "functionName") && !outline_has_in(o, "head", "selfSize");
}

static int cpuprofile_probe(const Probe *probe) {
    const Outline *o = &probe->outline;
    if (o->top != JSON_OBJECT)
        return 0;
    if (is_flat(o) || is_head(o))
        return 90;
    if (outline_has_in(o, "profile", "nodes") || outline_has_in(o, "profile", "head"))
        return 70;
    if (outline_has_in(o, "result", "profile"))
        return 60;
    /* the samples may come first and fill all that the probe sees */
    const OutlineKey *samples = outline_find(o, "samples");
    return samples && samples->item == JSON_NUMBER &&
                   (outline_has(o, "timeDeltas", JSON_ARRAY) || outline_find(o, "startTime"))
               ? 40
               : 0;
}

const Format fmt_cpuprofile = {
    .name = "cpuprofile",
    .label = "V8 CPU profile",
    .extensions = "cpuprofile;json",
    .recognised = "a JSON object with nodes and callFrame (or head and functionName), samples, timeDeltas",
    .probe = cpuprofile_probe,
    .read = cpuprofile_read,
};
