/* Names by patterns over small lists of words, and a call graph where some callees are hot: what a profile of a program in several
 * languages looks like. */
#include "gen.h"

#include "base/intern.h"

#include <math.h>
#include <string.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* Letters of a pattern that stand for a word of their list. */
static const char *const namespaces[] = {"std",  "v8::internal",  "blink",   "cc",        "media", "net::http",
                                         "llvm", "arrow::flight", "leveldb", "folly::io", "gfx",   "storage"};
static const char *const classes[] = {"HashTable",
                                      "Heap",
                                      "LayoutTree",
                                      "TaskRunner",
                                      "WorkerPool",
                                      "Tokenizer",
                                      "Assembler",
                                      "DisplayCompositor",
                                      "PaintChunk",
                                      "StringPiece",
                                      "SortedTable",
                                      "Cursor",
                                      "MessageLoop",
                                      "Arena",
                                      "vector<long, std::allocator<long> >",
                                      "SharedMemory",
                                      "map<std::string, unsigned int>"};
static const char *const verbs[] = {"append",  "lookup", "run",    "dispatch", "resolve", "walk",   "mark",  "sweep",
                                    "emit",    "decode", "encode", "flush",    "read",    "write",  "find",  "commit",
                                    "measure", "paint",  "build",  "optimize", "pack",    "digest", "match", "queue",
                                    "update",  "lock",   "unlock", "render",   "parse",   "combine"};
static const char *const nouns[] = {"Node",  "Cell",  "Page",  "Block", "Key",  "Span",    "Batch", "Token", "Frame",
                                    "Chunk", "Entry", "Scope", "Rule",  "Tile", "Request", "Index", "Job"};
static const char *const packages[] = {"java/lang",
                                       "java/util/stream",
                                       "org/apache/tomcat/util/net",
                                       "io/grpc/netty/shaded",
                                       "com/example/shop/checkout",
                                       "org/hibernate/engine/spi",
                                       "kotlin/collections",
                                       "jdk/internal/misc"};
static const char *const java[] = {"HashMap",      "ForkJoinWorkerThread",
                                   "Selector",     "EventLoopGroup",
                                   "FrontServlet", "CheckoutService",
                                   "Merger",       "OrderBook$$Lambda$1462",
                                   "ArrayDeque",   "StockRepository$$FastClassByCGLIB$$9d3e"};
static const char *const kernel[] = {"entry_SYSCALL_64_after_hwframe",
                                     "do_syscall_64",
                                     "__x64_sys_futex",
                                     "ep_send_events",
                                     "hrtimer_start_range",
                                     "tcp_write_xmit",
                                     "__ip_queue_xmit",
                                     "vfs_write",
                                     "filemap_read",
                                     "clear_page_erms",
                                     "do_user_addr_fault",
                                     "futex_wait_setup",
                                     "rep_movs_alternative",
                                     "__schedule"};
static const char *const foreign[] = {"渲染列表",     "größeBerechnen", "обновить", "λ→map",
                                      "calculéTotal", "計算する",       "🔥hotLoop"};
static const char *const arguments[] = {"", "int", "char const*, unsigned long", "StringPiece const&",
                                        "SharedMemory const&, std::string const&"};

static const struct {
    char letter;
    const char *const *words;
    uint32_t count;
} lists[] = {
    {'s', namespaces, COUNT(namespaces)}, {'c', classes, COUNT(classes)},   {'v', verbs, COUNT(verbs)},
    {'n', nouns, COUNT(nouns)},           {'p', packages, COUNT(packages)}, {'j', java, COUNT(java)},
    {'k', kernel, COUNT(kernel)},         {'f', foreign, COUNT(foreign)},   {'a', arguments, COUNT(arguments)}};

/* '#' is a number. The first SCRIPT of them are JavaScript. */
enum { SCRIPT = 8 };
static const char *const patterns[] = {"%v%n",
                                       "%v%n",
                                       "%v%n#",
                                       "(anonymous) %v%n#",
                                       "get %v%n#",
                                       "async %v%n#",
                                       "View.%v%n#",
                                       "%f#",
                                       "%s::%c::%v%n(%a)",
                                       "%s::%c::%v%n(%a)",
                                       "%s::%c::%v%n(%a)",
                                       "%s::%c::%v%n(%a)",
                                       "%s::%c::%v%n(%a)",
                                       "%s::%c::%v%n(%a)",
                                       "%s::%c::%v%n(%a)",
                                       "%s::%c::%v%n(%a)",
                                       "L%p/%j:::%v%n",
                                       "L%p/%j:::%v%n",
                                       "L%p/%j:::%v%n",
                                       "L%p/%j:::%v%n",
                                       "%k.isra.#_[k]",
                                       "%k.part.#_[k]",
                                       "%k.cold.#_[k]",
                                       "%k.#_[k]"};

static const char *word_of(Random *random, char letter) {
    for (size_t i = 0; i < COUNT(lists); i++)
        if (lists[i].letter == letter)
            return lists[i].words[random_below(random, lists[i].count)];
    return "";
}

static Str make_name(Arena *arena, Random *random, const char *pattern, uint32_t number) {
    char text[256];
    size_t len = 0;
    for (const char *p = pattern; *p; p++) {
        char digits[16] = {*p, 0};
        const char *piece = digits;
        if (*p == '#')
            snprintf(digits, sizeof digits, "%u", number % 1000);
        else if (*p == '%')
            piece = word_of(random, *++p);
        size_t n = strlen(piece);
        memcpy(text + len, piece, n); /* NOLINT(bugprone-not-null-terminated-result): str_copy ends it */
        len += n;
    }
    return str_copy(arena, (Str){text, len});
}

static void add_callees(Vocabulary *v, Random *random) {
    for (uint32_t i = 0; i < v->count; i++) {
        uint32_t other[4];
        for (size_t k = 0; k < COUNT(other); k++) {
            double u = random_unit(random);
            other[k] = (uint32_t)(v->count * u * sqrt(u));
        }
        for (size_t k = 0; k < 16; k++)
            v->callees[i][k] = other[k < 8 ? 0 : k < 13 ? 1 : k < 15 ? 2 : 3];
    }
}

Vocabulary *vocabulary_new(Arena *arena, Random *random, uint32_t count, bool script) {
    Vocabulary *v = arena_one(arena, Vocabulary);
    Intern *seen = intern_new(arena);
    *v = (Vocabulary){.arena = arena, .names = arena_many(arena, Str, count)};
    v->callees = arena_grow(arena, NULL, count * sizeof *v->callees);
    for (uint32_t tries = 0; v->count < count; tries++) {
        const char *pattern = patterns[random_below(random, script ? SCRIPT : COUNT(patterns))];
        if (pattern[1] == 'f' && random_next(random) % 8)
            continue;
        Str name = make_name(arena, random, pattern, tries);
        if (intern_find(seen, name) == UINT32_MAX)
            v->names[v->count++] = intern_str(seen, intern_add(seen, name));
    }
    add_callees(v, random);
    return v;
}

uint32_t vocabulary_callee(const Vocabulary *v, uint32_t name, uint32_t choice) {
    return v->callees[name][choice % 16];
}
