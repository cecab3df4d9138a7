/* A Chrome trace: twelve threads that walk the call graph, written in bursts, each event with the arguments and in the order of keys that
 * Chrome gives its kind. */
#include "gen.h"

#include <string.h>

enum { NAMES = 4000, THREADS = 12, MOST_DEPTH = 40, MOST_OPEN = 8192 };

typedef struct Call {
    uint32_t name, dice;
    uint64_t start;
    bool pair; /* B and E, not X */
} Call;

typedef struct Thread {
    uint32_t pid, tid, depth;
    bool chrome; /* pid first, as Chrome does */
    uint64_t ts;
    Call stack[MOST_DEPTH];
} Thread;

typedef struct Async {
    uint32_t name, id;
    const Thread *thread;
} Async;

typedef struct Trace {
    FILE *file;
    Random random;
    Vocabulary *words;
    Str *quoted; /* names as JSON strings */
    Thread threads[THREADS];
    Async open[MOST_OPEN];
    uint32_t open_count, last_id;
    size_t written;
} Trace;

/* The code point at *at, which moves on. */
static uint32_t take_point(Str s, size_t *at) {
    unsigned char c = (unsigned char)s.data[(*at)++];
    uint32_t more = c < 0x80 ? 0 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3, point = more ? c & (0x3fu >> more) : c;
    for (; more; more--)
        point = point << 6 | (s.data[(*at)++] & 0x3f);
    return point;
}

/* Quoted; with everything beyond ASCII escaped or left as it is. */
static Str quote(Arena *arena, Str s, bool escape) {
    char text[1024] = "\"";
    size_t len = 1;
    for (size_t at = 0; at < s.len && escape;) {
        uint32_t c = take_point(s, &at);
        if (c >= 0x10000) {
            len += (size_t)snprintf(text + len, 16, "\\u%04x", 0xd800 + ((c - 0x10000) >> 10));
            c = 0xdc00 + ((c - 0x10000) & 0x3ff);
        }
        len += (size_t)snprintf(text + len, 16, c < 0x80 ? "%c" : "\\u%04x", c);
    }
    if (escape)
        return str_format(arena, "%.*s\"", (int)len, text);
    return str_format(arena, "\"%.*s\"", STR_ARG(s));
}

static const char *category_of(uint32_t name) {
    static const char *const categories[] = {"devtools.timeline",
                                             "v8,devtools.timeline",
                                             "toplevel",
                                             "blink,benchmark",
                                             "cc",
                                             "disabled-by-default-v8.cpu_profiler",
                                             "ipc,toplevel",
                                             "loading,rail,devtools.timeline"};
    return categories[name * 7 % 8];
}

static void write_args(FILE *file, uint32_t name, uint32_t r) {
    static const char *const urls[] = {"https://example.com/static/js/main.5b21e7.chunk.js", "webpack:///./src/app.tsx",
                                       "chrome-extension://abcdefgh/background.js",
                                       "file:\\/\\/\\/home\\/dev\\/shop\\/a b.js",
                                       "https://cdn.example.net/lib/react-dom.production.min.js?v=18.3.1\\u0026m=1"};
    static const char *const details[] = {"\\\"quoted\\\" id = %u",     "line1\\nline2\\t%u",
                                          "C:\\\\src\\\\app\\\\f%u.cc", "sn\\u00f6wman \\u2603 %u",
                                          "pair \\ud83d\\ude00 %u",     "raw \xc3\xbc\xe6\xbc\xa2\xf0\x9f\x94\xa5 %u"};
    uint32_t kind = (name + (r >> 3)) % 16;
    if (kind < 8) {
        fputs("{}", file);
    } else if (kind < 10) {
        fprintf(file, "{\"data\":{\"frame\":\"%08X%08X\",\"lineNumber\":%u,\"columnNumber\":%u}}", name * 2654435761u,
                r & 65535, r & 2047, r & 63);
    } else if (kind < 12) {
        fprintf(file, "{\"src_file\":\"../../base/task/%u.cc\",\"src_func\":\"RunTask\"}", name % 97);
    } else if (kind < 14) {
        fprintf(file, "{\"url\":\"%s\",\"id\":%u,\"size\":%u.%u,\"ok\":true}", urls[name % 5], r & 65535, r & 4095,
                r & 7);
    } else {
        fputs("{\"detail\":\"", file);
        fprintf(file, details[name % 6], r & 1023);
        fputs("\",\"prev\":null,\"list\":[1,2.5,-3e2]}", file);
    }
}

static void begin_event(Trace *t) {
    fputs(t->written++ ? ",\n" : "", t->file);
}

/* What all that do not end a call have in common. */
static void write_event(Trace *t, const Thread *thread, uint32_t name, const char *category, const char *phase,
                        uint32_t r) {
    begin_event(t);
    fprintf(t->file, "{\"name\":%.*s,\"cat\":\"%s\",\"ph\":\"%s\",\"ts\":%llu", STR_ARG(t->quoted[name]), category,
            phase, (unsigned long long)thread->ts);
    if (*phase == 'B')
        fprintf(t->file, ".%03u", r % 1000);
    fprintf(t->file, ",\"pid\":%u,\"tid\":%u,\"args\":", thread->pid, thread->tid);
    write_args(t->file, name, r);
    fputs("}", t->file);
}

static void write_counter(Trace *t, const Thread *thread, uint32_t r) {
    begin_event(t);
    fprintf(t->file,
            "{\"name\":\"JSHeap\",\"cat\":\"v8\",\"ph\":\"C\",\"ts\":%llu,\"pid\":%u,\"tid\":%u,\"args\":{\"used\":%u,"
            "\"total\":9000000}}",
            (unsigned long long)thread->ts, thread->pid, thread->tid, 4000000 + (r & 0xfffff));
}

static void write_async(Trace *t, const Thread *at, uint32_t name, const char *phase, uint32_t id, uint32_t r) {
    begin_event(t);
    fprintf(
        t->file,
        "{\"name\":%.*s,\"cat\":\"netlog\",\"ph\":\"%s\",\"id\":\"0x%x\",\"ts\":%llu,\"pid\":%u,\"tid\":%u,\"args\":",
        STR_ARG(t->quoted[name]), phase, id, (unsigned long long)at->ts, at->pid, at->tid);
    write_args(t->file, *phase == 'b' ? name : 0, *phase == 'b' ? r : 0);
    fputs("}", t->file);
}

static void end_async(Trace *t, const Thread *now, uint32_t r) {
    uint32_t at = random_below(&t->random, t->open_count);
    Async a = t->open[at];
    t->open[at] = t->open[--t->open_count];
    Thread thread = {.pid = a.thread->pid, .tid = a.thread->tid, .ts = now->ts};
    write_async(t, &thread, a.name, "e", a.id, r);
}

static void write_other(Trace *t, const Thread *thread, uint32_t p, uint32_t r) {
    uint32_t name = random_below(&t->random, NAMES);
    if (p % 8 < 2) {
        write_counter(t, thread, r);
    } else if (p % 8 == 2) {
        write_event(t, thread, name, category_of(name), "I\",\"s\":\"t", r);
    } else if (p % 8 >= 6 && t->open_count) {
        end_async(t, thread, r);
    } else if (t->open_count < MOST_OPEN) {
        t->open[t->open_count++] = (Async){name, ++t->last_id, thread};
        write_async(t, thread, name, "b", t->last_id, r);
    }
}

static void write_complete(Trace *t, const Thread *thread, const Call *call, uint64_t duration) {
    Str name = t->quoted[call->name];
    unsigned long long start = call->start, dur = duration;
    if (!thread->chrome) {
        fprintf(t->file,
                "{\"name\":%.*s,\"cat\":\"%s\",\"ph\":\"X\",\"ts\":%llu.000,\"dur\":%llu.000,\"pid\":%u,\"tid\":%u,"
                "\"args\":",
                STR_ARG(name), category_of(call->name), start, dur, thread->pid, thread->tid);
        write_args(t->file, call->name, call->dice);
        fputs("}", t->file);
        return;
    }
    fprintf(t->file,
            "{\"pid\":%u,\"tid\":%u,\"ts\":%llu,\"ph\":\"X\",\"cat\":\"%s\",\"name\":%.*s,\"args\":", thread->pid,
            thread->tid, start, category_of(call->name), STR_ARG(name));
    write_args(t->file, call->name, call->dice);
    if (call->name % 2)
        fprintf(t->file, ",\"dur\":%llu}", dur);
    else
        fprintf(t->file, ",\"dur\":%llu,\"tdur\":%llu,\"tts\":%llu}", dur, dur * 7 / 8, start - 900000);
}

static void end_call(Trace *t, Thread *thread, uint32_t r) {
    Call call = thread->stack[--thread->depth];
    call.dice = r;
    begin_event(t);
    if (call.pair)
        fprintf(t->file, "{\"name\":%.*s,\"ph\":\"E\",\"ts\":%llu.999,\"pid\":%u,\"tid\":%u}",
                STR_ARG(t->quoted[call.name]), (unsigned long long)thread->ts, thread->pid, thread->tid);
    else
        write_complete(t, thread, &call, thread->ts - call.start);
}

static void step(Trace *t, Thread *thread) {
    uint32_t r = random_next(&t->random) >> 2, p = r >> 20;
    thread->ts += r & 7 ? 1 + (r & 31) : 1 + (r & 1023);
    if (thread->depth < MOST_DEPTH && (thread->depth == 0 || p < 545 - thread->depth * 3)) {
        uint32_t name = thread->depth ? vocabulary_callee(t->words, thread->stack[thread->depth - 1].name, r >> 5)
                                      : random_below(&t->random, NAMES);
        bool pair = (r & 127) < 9;
        if (pair)
            write_event(t, thread, name, category_of(name), "B", r);
        thread->stack[thread->depth++] = (Call){.name = name, .start = thread->ts, .pair = pair};
    } else if (p > 985) {
        write_other(t, thread, p, r);
    } else {
        end_call(t, thread, r);
    }
}

static void write_label(Trace *t, const char *what, const char *name, uint32_t pid, uint32_t tid) {
    begin_event(t);
    fprintf(t->file,
            "{\"args\":{\"name\":\"%s\"},\"cat\":\"__metadata\",\"name\":\"%s\",\"ph\":\"M\",\"pid\":%u,\"tid\":%u,"
            "\"ts\":0}",
            name, what, pid, tid);
}

static void add_threads(Trace *t) {
    static const char *const processes[] = {"Browser", "Renderer", "GPU Process", "Utility: Network"};
    static const char *const threads[] = {"CrBrowserMain", "Compositor", "ThreadPoolForegroundWorker"};
    for (uint32_t i = 0; i < THREADS; i++) {
        uint32_t pid = 4100 + 7 * (i / 3), tid = pid + 11 * (i % 3);
        t->threads[i] = (Thread){.pid = pid, .tid = tid, .ts = 1000000 + tid * 37, .chrome = (i / 3 + i) % 3 != 0};
        if (i % 3 == 0)
            write_label(t, "process_name", processes[i / 3], pid, 0);
        write_label(t, "thread_name", threads[i % 3], pid, tid);
    }
}

void gen_trace(const char *path, size_t events) {
    Output output;
    if (!output_open(&output, path))
        return;
    Arena *arena = arena_new();
    Trace *t = arena_one(arena, Trace);
    *t = (Trace){.file = output.file, .random = {1}, .quoted = arena_many(arena, Str, NAMES)};
    t->words = vocabulary_new(arena, &t->random, NAMES, false);
    for (uint32_t i = 0; i < NAMES; i++)
        t->quoted[i] = quote(arena, t->words->names[i], i % 3 == 0);
    fputs("{\"traceEvents\":[\n", output.file);
    add_threads(t);
    while (t->written < events) {
        Thread *thread = &t->threads[random_below(&t->random, THREADS)];
        for (uint32_t burst = 24 + random_below(&t->random, 128); burst > 0 && t->written < events; burst--)
            step(t, thread);
    }
    fputs("\n],\"displayTimeUnit\":\"ms\",\"metadata\":{\"product-version\":\"Chrome/131.0\"}}\n", output.file);
    output_close(&output);
    arena_free(arena);
}
