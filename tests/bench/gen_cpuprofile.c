/* A V8 profile: a call tree that grows at its end, and samples that stay on a leaf or go to one near it. */
#include "gen.h"

enum { NAMES = 3000, MOST_DEPTH = 60, SYSTEM = 4 };

typedef struct Profile {
    Random random;
    Vocabulary *words;
    uint32_t nodes;
    uint32_t *parent, *name, *depth, *hits, *first_child, *next_child, *last_child;
    uint32_t *leaf, *length; /* of runs of samples */
    size_t runs;
} Profile;

static Profile profile_new(Arena *arena, size_t samples) {
    Profile p = {.random = {2}, .nodes = (uint32_t)(samples * 60 / 3800) + SYSTEM};
    p.words = vocabulary_new(arena, &p.random, NAMES, true);
    uint32_t **const columns[] = {&p.parent, &p.name, &p.depth, &p.hits, &p.first_child, &p.next_child, &p.last_child};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        *columns[i] = arena_many(arena, uint32_t, p.nodes);
    p.leaf = arena_many(arena, uint32_t, samples);
    p.length = arena_many(arena, uint32_t, samples);
    return p;
}

/* Mostly the node just added or one of those before it, now and then any of the last 4000. */
static uint32_t choose_parent(Profile *p, uint32_t i) {
    uint32_t r = random_next(&p->random), back = 0;
    if (r % 8 == 0)
        back = random_below(&p->random, i < 4000 ? i : 4000);
    else
        while (random_next(&p->random) % 10 < 7 && back + 1 < i)
            back++;
    uint32_t parent = i - 1 - back;
    while (parent && (p->depth[parent] >= MOST_DEPTH || parent < SYSTEM))
        parent = random_below(&p->random, i);
    return parent;
}

static void grow(Profile *p) {
    for (uint32_t i = 1; i < p->nodes; i++) {
        uint32_t parent = i < SYSTEM ? 0 : choose_parent(p, i);
        p->parent[i] = parent;
        p->depth[i] = p->depth[parent] + 1;
        p->name[i] = parent ? vocabulary_callee(p->words, (p->name[parent] * 7 + random_below(&p->random, 4)) % NAMES,
                                                random_next(&p->random))
                            : random_below(&p->random, NAMES);
        if (p->last_child[parent])
            p->next_child[p->last_child[parent]] = i;
        else
            p->first_child[parent] = i;
        p->last_child[parent] = i;
    }
}

static void sample(Profile *p, size_t samples) {
    uint32_t leaf = SYSTEM;
    for (size_t total = 0; total < samples; p->runs++) {
        uint32_t r = random_next(&p->random), k = 1 + (r & 0x300 ? r & 7 : r & 63), move = r >> 20;
        k = k < samples - total ? k : (uint32_t)(samples - total);
        if (move < 150)
            leaf = 1 + move % 3;
        else if (move < 400 || leaf < SYSTEM)
            leaf = (uint32_t)(p->nodes * random_unit(&p->random) * random_unit(&p->random));
        else
            leaf = (leaf + p->nodes + (r >> 5) % 41 - 20) % p->nodes;
        p->leaf[p->runs] = leaf;
        p->length[p->runs] = k;
        p->hits[leaf] += k;
        total += k;
    }
}

static void write_node(FILE *file, const Profile *p, uint32_t i) {
    static const char *const system[] = {"(root)", "(program)", "(garbage collector)", "(idle)"};
    static const char *const urls[] = {"file:///srv/app/src/server.js",
                                       "file:///srv/app/node_modules/express/lib/router/layer.js",
                                       "node:internal/process/task_queues",
                                       "node:internal/modules/run_main",
                                       "",
                                       "file:///srv/app/dist/%E6%B8%B2%E6%9F%93.js",
                                       "webpack-internal:///./src/Grid.tsx",
                                       "file:///srv/app/node_modules/lodash/lodash.js"};
    bool named = i >= SYSTEM;
    uint32_t n = p->name[i];
    Str name = named && n % 17 ? p->words->names[n] : STR("");
    fprintf(
        file,
        "%s{\"id\":%u,\"callFrame\":{\"functionName\":\"%.*s\",\"scriptId\":\"%u\",\"url\":\"%s\",\"lineNumber\":%d,"
        "\"columnNumber\":%d},\"hitCount\":%u",
        i ? "," : "", i + 1, STR_ARG(named ? name : str_from(system[i])), named ? 1 + n % 90 : 0,
        named ? urls[n % 8] : "", named ? (int)(n % 2311) : -1, named ? (int)(n % 113) : -1, p->hits[i]);
    for (uint32_t child = p->first_child[i]; child; child = p->next_child[child])
        fprintf(file, child == p->first_child[i] ? ",\"children\":[%u" : ",%u", child + 1);
    fputs(p->first_child[i] ? "]" : "", file);
    if (p->hits[i] && named)
        fprintf(file, ",\"positionTicks\":[{\"line\":%u,\"ticks\":%u}]", 1 + n % 2311, p->hits[i]);
    fputs(i % 211 == 7 ? ",\"deoptReason\":\"wrong map\"}" : "}", file);
}

void gen_cpuprofile(const char *path, size_t samples) {
    Output output;
    if (!output_open(&output, path))
        return;
    Arena *arena = arena_new();
    Profile p = profile_new(arena, samples);
    long long start = 154832910000, sum = start;
    grow(&p);
    sample(&p, samples);
    fputs("{\"nodes\":[", output.file);
    for (uint32_t i = 0; i < p.nodes; i++)
        write_node(output.file, &p, i);
    fprintf(output.file, "],\"startTime\":%lld,\"samples\":[", start);
    for (size_t i = 0; i < p.runs; i++)
        for (uint32_t k = 0; k < p.length[i]; k++)
            fprintf(output.file, i + k ? ",%u" : "%u", p.leaf[i] + 1);
    fputs("],\"timeDeltas\":[", output.file);
    for (size_t i = 0; i < samples; i++) {
        int delta = i % 65536 == 3 ? 0 : i % 65536 == 5 ? -2 : 100 + (int)random_below(&p.random, 60);
        sum += delta;
        fprintf(output.file, i ? ",%d" : "%d", delta);
    }
    fprintf(output.file, "],\"endTime\":%lld}", sum);
    output_close(&output);
    arena_free(arena);
}
