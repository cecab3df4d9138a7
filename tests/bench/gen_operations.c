/* Requests with the operations they wait for, one after another within, as start and end events in order of time. */
#include "gen.h"

#include <stdlib.h>

typedef struct Span {
    double start, end;
    uint32_t parent, depth; /* parent UINT32_MAX: none */
} Span;

typedef struct Event {
    double at;
    uint32_t span;
    bool end;
} Event;

/* Adds children of those on the list that have no children yet, in order of depth first. */
typedef struct Spans {
    Random random;
    Span *spans;
    uint32_t count, most;
    uint32_t todo[64], todo_count;
} Spans;

static void add_span(Spans *s, Span span) {
    if (s->todo_count < 64 && span.depth < 12 && (span.depth == 0 || random_next(&s->random) % 4))
        s->todo[s->todo_count++] = s->count;
    s->spans[s->count++] = span;
}

static void add_children(Spans *s, uint32_t parent) {
    Span p = s->spans[parent];
    double room = p.end - p.start, at = p.start + room * 0.02;
    uint32_t children = 1 + random_below(&s->random, 8);
    for (uint32_t i = 0; i < children && s->count < s->most; i++) {
        double wide = room * 0.9 / children * (0.3 + 0.6 * random_unit(&s->random));
        if (wide < 0.01)
            return;
        add_span(s, (Span){at, at + wide, parent, p.depth + 1});
        at += wide + room * 0.05 / children;
    }
}

static void add_requests(Spans *s) {
    double now = 1710000000000.0;
    while (s->count < s->most) {
        now += 5 + random_below(&s->random, 64);
        add_span(s, (Span){now, now + 40 + random_below(&s->random, 512), UINT32_MAX, 0});
        while (s->todo_count && s->count < s->most)
            add_children(s, s->todo[--s->todo_count]);
        s->todo_count = 0;
    }
}

static int by_time(const void *a, const void *b) {
    const Event *x = a, *y = b;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return x->end != y->end ? (int)x->end - (int)y->end : (x->span > y->span) - (x->span < y->span);
}

static void write_start(FILE *file, const char *channel, const Span *span, uint32_t i) {
    static const char *const queries[] = {
        "SELECT * FROM users WHERE id = ?", "INSERT INTO carts (user_id, note) VALUES (?, \\\"x\\\\n\\\")",
        "GET session:\xe4\xbc\x9a\xe8\xaf\x9d", "POST /api/v1/checkout?ref=a&b=%20", "UPDATE stock SET n = n - 1"};
    fprintf(
        file,
        "{\"channel\":\"%s\",\"eventType\":\"start\",\"timestamp\":%.3f,\"context\":{\"query\":\"%s\",\"values\":[%u]",
        channel, span->start, queries[i % 5], i);
    if (span->parent != UINT32_MAX && i % 4 == 0)
        fprintf(file, ",\"parentOperationId\":\"op:%u\"", span->parent);
    fprintf(file, "},\"operationId\":\"op:%u\"}", i);
    if (i % 3 == 0)
        fprintf(file,
                ",\n{\"channel\":\"%s\",\"eventType\":\"asyncStart\",\"timestamp\":%.3f,\"context\":{},\"operationId\":"
                "\"op:%u\"}",
                channel, span->start, i);
}

static void write_event(FILE *file, const Event *event, const Span *span) {
    static const char *const channels[] = {"http.server.request", "mysql2:query",       "ioredis:command",
                                           "undici:request",      "express:middleware", "pg:query",
                                           "kafkajs:send",        "fs:readFile",        "graphql:execute"};
    uint32_t i = event->span;
    if (!event->end)
        write_start(file, channels[i % 9], span, i);
    else
        fprintf(
            file,
            "{\"channel\":\"%s\",\"eventType\":\"%s\",\"timestamp\":%.3f,\"context\":{\"rows\":%u},\"duration\":%.3f,"
            "\"operationId\":\"op:%u\"}",
            channels[i % 9], i % 50 == 7 ? "error" : "end", span->end, i & 255, span->end - span->start, i);
}

void gen_operations(const char *path, size_t operations) {
    Output output;
    if (!output_open(&output, path))
        return;
    Arena *arena = arena_new();
    Spans s = {.random = {4}, .spans = arena_many(arena, Span, operations), .most = (uint32_t)operations};
    Event *events = arena_many(arena, Event, operations * 2);
    size_t count = 0;
    add_requests(&s);
    for (uint32_t i = 0; i < s.count; i++) {
        events[count++] = (Event){s.spans[i].start, i, false};
        if (i % 997 != 13) /* a few never end */
            events[count++] = (Event){s.spans[i].end, i, true};
    }
    qsort(events, count, sizeof *events, by_time);
    fputs("[\n", output.file);
    for (size_t i = 0; i < count; i++) {
        fputs(i ? ",\n" : "", output.file);
        write_event(output.file, &events[i], &s.spans[events[i].span]);
    }
    fputs("\n]\n", output.file);
    output_close(&output);
    arena_free(arena);
}
