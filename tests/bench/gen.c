/* Generators for the bench. A small vocabulary of names, a call graph by arithmetic, and a random walk over it. */
#include "gen.h"

#include "base/file.h"

#include <stdio.h>
#include <string.h>

enum { NAMES = 4000 };

uint32_t random_next(Random *random) {
    uint64_t x = random->state ? random->state : 88172645463325252u;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    random->state = x;
    return (uint32_t)((x * 2685821657736338717u) >> 32);
}

uint32_t random_below(Random *random, uint32_t n) {
    return (uint32_t)((uint64_t)random_next(random) * n >> 32);
}

/* "parseHTML3::updateLayout(int)", and some beyond ASCII or with escapes. */
static const char *name_of(uint32_t i, char buffer[96]) {
    static const char *const verbs[] = {"parse", "update", "render", "commit", "resolve", "hash", "layout", "dispatch"};
    static const char *const nouns[] = {"HTML",  "Tree",  "Frame",   "Cell",  "Queue",
                                        "Style", "Chunk", "Promise", "Buffer"};
    static const char *const forms[] = {
        "%s%s%u",           "blink::%s%s::run%u", "%s%s%u.onmessage",   "std::%s<%s>::at%u(int)",
        "%s \\\"%s\\\" %u", "%s%s\\u00fc%u",      "\xE6\xB8\xB2%s%s%u", "(anonymous %s%s %u)"};
    snprintf(buffer, 96, forms[i % 61 < 8 ? i % 61 : 0], verbs[i % 8], nouns[i / 8 % 9], i);
    return buffer;
}

static uint32_t callee_of(uint32_t name, uint32_t choice) {
    return (name * 2654435761u + choice * 40503u) % NAMES;
}

/* A file that appears whole or not at all. NULL when it is there already. */
typedef struct Output {
    FILE *file;
    char temporary[512];
    const char *path;
} Output;

static bool output_open(Output *output, const char *path) {
    if (file_exists(path))
        return false;
    output->path = path;
    snprintf(output->temporary, sizeof output->temporary, "%s.new", path);
    output->file = fopen(output->temporary, "w");
    if (!output->file)
        perror(path);
    return output->file != NULL;
}

static void output_close(Output *output) {
    fclose(output->file);
    if (rename(output->temporary, output->path) != 0)
        perror(output->path);
}

/* ---- Chrome trace ---- */
typedef struct Thread {
    uint32_t pid, tid, depth;
    uint64_t ts;
    struct {
        uint32_t name;
        uint64_t start;
        bool pair;
    } stack[40];
} Thread;

static void write_args(FILE *file, uint32_t r) {
    switch (r & 7) {
    case 2:
    case 3:
    case 4:
        fprintf(file, "{\"data\":{\"frame\":\"%08X\",\"lineNumber\":%u,\"columnNumber\":%u}}", r * 77u, r & 2047,
                r & 63);
        break;
    case 5:
        fprintf(file, "{\"src_file\":\"../../base/task/%u.cc\",\"src_func\":\"RunTask\"}", r % 97);
        break;
    case 6:
        fprintf(file, "{\"url\":\"https://example.com/static/js/main.%x.chunk.js\",\"size\":%u.5,\"ok\":true}", r % 16,
                r & 4095);
        break;
    case 7:
        fprintf(file, "{\"detail\":\"\\\"id\\\" = %u\\n\",\"prev\":null,\"list\":[1,2.5,-3e2]}", r & 1023);
        break;
    default:
        fputs("{}", file);
    }
}

static void write_event(FILE *file, const Thread *t, const char *phase, uint32_t name, uint64_t ts, uint32_t r) {
    char text[96];
    fprintf(
        file,
        ",\n{\"name\":\"%s\",\"cat\":\"v8,devtools.timeline\",\"ph\":\"%s\",\"ts\":%llu.%03u,\"pid\":%u,\"tid\":%u,",
        name_of(name, text), phase, (unsigned long long)ts, r % 1000, t->pid, t->tid);
    fputs("\"args\":", file);
    write_args(file, r);
}

static void close_call(FILE *file, Thread *t, uint32_t r) {
    uint64_t start = t->stack[--t->depth].start;
    uint32_t name = t->stack[t->depth].name;
    if (t->stack[t->depth].pair) {
        write_event(file, t, "E", name, t->ts, r & ~7u);
        fputs("}", file);
        return;
    }
    write_event(file, t, "X", name, start, r - r % 1000);
    fprintf(file, ",\"dur\":%llu,\"tdur\":%llu}", (unsigned long long)(t->ts - start),
            (unsigned long long)(t->ts - start) * 7 / 8);
}

/* True when it wrote an event: opening a call that is written when it ends writes none. */
static bool trace_step(FILE *file, Thread *t, Random *random, uint32_t *async) {
    uint32_t r = random_next(random), p = r >> 22;
    t->ts += r & 7 ? 1 + (r & 31) : 1 + (r & 1023);
    if (t->depth < 40 && (t->depth == 0 || p < 545 - t->depth * 3)) {
        uint32_t name = t->depth ? callee_of(t->stack[t->depth - 1].name, (r >> 5) % 6) : (r >> 5) % NAMES;
        bool pair = (r & 127) < 9;
        t->stack[t->depth].name = name;
        t->stack[t->depth].pair = pair;
        t->stack[t->depth++].start = t->ts;
        if (pair)
            write_event(file, t, "B", name, t->ts, r), fputs("}", file);
        return pair;
    }
    if (p > 985) {
        const char *phases[] = {"C", "I", "b", "e"};
        write_event(file, t, phases[p & 3], (r >> 5) % NAMES, t->ts, r);
        *async += (p & 3) == 2;
        fprintf(file, ",\"id\":\"0x%x\"}", (p & 3) == 3 && *async ? *async - (r >> 4) % *async % 8 : *async);
        return true;
    }
    close_call(file, t, r);
    return true;
}

void gen_trace(const char *path, size_t events) {
    Output output;
    if (!output_open(&output, path))
        return;
    Random random = {1};
    Thread threads[12] = {{0}};
    uint32_t async = 0;
    fputs("{\"traceEvents\":[\n{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":4100,\"tid\":0,\"ts\":0,\"args\":{"
          "\"name\":\"Browser\"}}",
          output.file);
    for (uint32_t i = 0; i < 12; i++)
        threads[i] =
            (Thread){.pid = 4100 + 7 * (i / 3), .tid = 4100 + 7 * (i / 3) + 11 * (i % 3), .ts = 1000000 + i * 37};
    for (size_t written = 0; written < events;) {
        Thread *t = &threads[random_below(&random, 12)];
        for (uint32_t burst = 24 + random_below(&random, 128); burst > 0 && written < events; burst--)
            written += trace_step(output.file, t, &random, &async);
    }
    fputs("\n],\"displayTimeUnit\":\"ms\"}\n", output.file);
    output_close(&output);
}

/* ---- V8 profile ---- */
static void write_node(FILE *file, uint32_t i, uint32_t name, const uint32_t *parents) {
    static const char *const system[] = {"(root)", "(program)", "(garbage collector)", "(idle)"};
    char text[96];
    fprintf(file,
            "%s{\"id\":%u,\"callFrame\":{\"functionName\":\"%s\",\"scriptId\":\"%u\",\"url\":\"%s\",\"lineNumber\":%d,"
            "\"columnNumber\":%d},\"hitCount\":%u",
            i ? "," : "", i + 1, i < 4 ? system[i] : name_of(name, text), name % 90,
            i < 4 ? "" : "file:///srv/app/src/server.js", i < 4 ? -1 : (int)(name % 2311),
            i < 4 ? -1 : (int)(name % 113), i % 5);
    if (i > 0)
        fprintf(file, ",\"parent\":%u", parents[i] + 1);
    fputs("}", file);
}

void gen_cpuprofile(const char *path, size_t samples) {
    Output output;
    if (!output_open(&output, path))
        return;
    Arena *arena = arena_new();
    Random random = {2};
    uint32_t nodes = (samples < 60000000 ? (uint32_t)samples / 60 : 1000000) + 8,
             *parents = arena_many(arena, uint32_t, nodes), leaf = 4;
    uint32_t *names = arena_many(arena, uint32_t, nodes);
    fputs("{\"nodes\":[", output.file);
    for (uint32_t i = 0; i < nodes; i++) {
        uint32_t recent = i < 40 ? i : 40;
        parents[i] = i < 4 ? 0 : i - 1 - random_below(&random, random_next(&random) % 8 ? recent / 4 + 1 : recent);
        parents[i] = parents[i] < 4 ? 0 : parents[i];
        names[i] = callee_of(names[parents[i]], random_below(&random, 6));
        write_node(output.file, i, names[i], parents);
    }
    fputs("],\"startTime\":1000000,\"endTime\":9000000000,\"samples\":[", output.file);
    for (size_t i = 0; i < samples; i++) {
        uint32_t r = random_next(&random);
        leaf = r % 4 == 0    ? leaf
               : r % 64 == 1 ? random_below(&random, nodes)
                             : (leaf + (r >> 8) % 5) % (nodes ? nodes : 1);
        fprintf(output.file, i ? ",%u" : "%u", leaf + 1);
    }
    fputs("],\"timeDeltas\":[", output.file);
    for (size_t i = 0; i < samples; i++)
        fprintf(output.file, i ? ",%d" : "%d",
                (int)(random_next(&random) % 4096 ? 90 + random_below(&random, 150) : 0));
    fputs("]}\n", output.file);
    output_close(&output);
    arena_free(arena);
}

/* ---- folded stacks ---- */
void gen_folded(const char *path, size_t lines, bool sorted) {
    Output output;
    if (!output_open(&output, path))
        return;
    Random random = {3};
    uint32_t stack[48] = {0}, depth = 1;
    char text[96];
    for (size_t i = 0; i < lines; i++) {
        uint32_t keep = sorted ? depth - random_below(&random, depth < 6 ? depth : 6) : 1;
        depth = keep + 1 + random_below(&random, sorted ? 6 : 16);
        depth = depth > 48 ? 48 : depth;
        for (uint32_t d = keep; d < depth; d++)
            stack[d] = callee_of(stack[d - 1], random_below(&random, 6));
        for (uint32_t d = 0; d < depth; d++)
            fprintf(output.file, d ? ";%s" : "%s", name_of(stack[d], text));
        fprintf(output.file, " %u\n", 1 + random_below(&random, 900));
    }
    output_close(&output);
}

/* ---- async operations ---- */
typedef struct Open {
    size_t id;
    uint32_t channel;
    double end;
} Open;

static void write_operation(FILE *file, bool first, const char *type, const Open *o, double at, const char *context) {
    static const char *const channels[] = {"http.server.request", "mysql2:query", "ioredis:command", "undici:request",
                                           "express:middleware",  "pg:query",     "kafkajs:send",    "fs:readFile"};
    fprintf(file,
            "%s{\"channel\":\"%s\",\"eventType\":\"%s\",\"timestamp\":%.3f,\"context\":%s,\"operationId\":\"op:%zu\"}",
            first ? "" : ",\n", channels[o->channel], type, at, context, o->id);
}

void gen_operations(const char *path, size_t operations) {
    static const char *const contexts[] = {
        "{\"query\":\"SELECT * FROM users WHERE id = ?\",\"values\":[1]}",
        "{\"http.method\":\"POST\",\"http.url\":\"/api/v1/checkout?ref=a&b=%20\",\"user\":\"\xE4\xBC\x9A\"}",
        "{\"query\":\"UPDATE stock SET n = n - 1\",\"note\":\"x\\n\"}"};
    Output output;
    if (!output_open(&output, path))
        return;
    Random random = {4};
    Open open[12];
    uint32_t depth = 0;
    double now = 1710000000000.0;
    fputs("[\n", output.file);
    for (size_t id = 0; id < operations || depth > 0;) {
        now += 0.001 * (1 + random_below(&random, 900));
        if (depth > 0 && (id == operations || depth == 12 || random_next(&random) % 2)) {
            depth--;
            write_operation(output.file, false, open[depth].id % 50 == 7 ? "error" : "end", &open[depth], now,
                            "{\"rows\":3}");
            continue;
        }
        open[depth] = (Open){id, random_below(&random, 8), 0};
        write_operation(output.file, id == 0, "start", &open[depth], now, contexts[id % 3]);
        if (id % 3 == 0)
            write_operation(output.file, false, "asyncStart", &open[depth], now, "{}");
        depth++;
        id++;
    }
    fputs("\n]\n", output.file);
    output_close(&output);
}
