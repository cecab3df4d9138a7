/* Lines are split first, into runs of names that go on from a part of the stack before. Then all names are looked up, then all nodes:
 * neither waits for the memory of the other. */
#include "format/folded_batch.h"

#include "base/array.h"
#include "codec/scan.h"
#include "codec/source.h"
#include "format/name_table.h"

#include <string.h>

/* About so many names, and at most so many runs, are looked up at once; names and those of one piece of a line. */
enum { NAMES = 256, RUNS = 64, LIST = NAMES + LINE_PIECE + 1 };

/* Names that go on from the first `kept` frames of the stack before. */
typedef struct Run {
    uint32_t kept, names;
    double count; /* negative: the next run goes on with this stack */
} Run;

static const char NO_STACK_BYTES[10 + SOURCE_GUARD] = "(no stack)";
static const Str NO_STACK = {NO_STACK_BYTES, 10};

struct FoldedBatch {
    Arena *arena;
    const Scan *scan;
    Stacks *stacks;
    Frames *functions;
    NameTable *names;      /* of functions */
    Array(uint32_t) ends;  /* in the line, of each frame of the last stack that was added */
    Array(uint32_t) nodes; /* of each frame of the last stack that was flushed; count is not kept */
    size_t shared;         /* bytes at the front of that line that all lines since then have too */
    bool hollow;           /* some names were blank and left out: ends are not those of all parts */
    size_t name_count, run_count;
    Str list[LIST];
    FrameId frames[LIST];
    Run runs[RUNS];
    uint32_t places[LINE_PIECE + SCAN_SPARE];
};

/* "module`function" (dtrace, perf), "function_[k]" (stackcollapse-perf --kernel). */
static FrameId add_function(void *user, Str raw) {
    const FoldedBatch *b = user;
    Str name = utf8_clean(b->arena, raw);
    size_t tick = str_find_char(name, '`');
    Frame frame = {.name = intern_add(b->functions->strings, name)};
    frame.kind = str_ends(name, "_[k]") ? FRAME_NATIVE : FRAME_CODE;
    if (tick != SIZE_MAX && tick > 0)
        frame.module = intern_add(b->functions->strings, str_slice(name, 0, tick));
    return frames_add(b->functions, &frame);
}

FoldedBatch *folded_batch_new(Arena *arena, Frames *frames, Stacks *stacks) {
    FoldedBatch *b = arena_one(arena, FoldedBatch);
    b->arena = arena;
    b->scan = scan_best();
    b->stacks = stacks;
    b->functions = frames;
    b->names = name_table_new(arena, add_function, b);
    return b;
}

void folded_batch_share(FoldedBatch *b, size_t shared) {
    b->shared = shared < b->shared ? shared : b->shared;
}

/* ---- lines to runs of names ---- */

static bool has_letters(const char *name, size_t len) {
    return len && ((name[0] != ' ' && name[0] != '\t') || str_trim((Str){name, len}).len);
}

static Run *last_run(FoldedBatch *b) {
    return &b->runs[b->run_count - 1];
}

static void begin_run(FoldedBatch *b) {
    if (b->run_count == RUNS || b->name_count >= NAMES)
        folded_batch_flush(b);
    b->runs[b->run_count++] = (Run){.kept = (uint32_t)b->ends.count, .count = -1};
}

/* Forgets the frames that the line has not, whose stack ends at `end`. */
static void drop_frames(FoldedBatch *b, const char *line, size_t end) {
    while (b->ends.count) {
        size_t at = array_last(&b->ends);
        if (at <= b->shared && (at == end || (at < end && line[at] == ';')))
            return;
        b->ends.count--;
    }
}

/* Names that end at the n places, which count from `base` in the line, the first of them from `from` on. Where the next one begins. */
static size_t add_names(FoldedBatch *b, const char *line, size_t from, size_t base, const uint32_t *places, size_t n) {
    if (b->name_count + n > LIST)
        begin_run(b);
    array_reserve(b->arena, &b->ends, b->ends.count + n);
    Str *name = b->list + b->name_count;
    uint32_t *end = b->ends.data + b->ends.count;
    for (size_t i = 0; i < n; i++) {
        size_t at = base + places[i];
        *name = (Str){line + from, at - from};
        *end = (uint32_t)at;
        bool letters = has_letters(line + from, at - from);
        name += letters;
        end += letters;
        from = at + 1;
    }
    size_t count = (size_t)(name - b->list) - b->name_count;
    b->hollow |= count < n;
    b->name_count += count;
    b->ends.count += count;
    last_run(b)->names += (uint32_t)count;
    return from;
}

/* Names of the line from `from` on, which are divided where its parts are, as far as these are known. */
static void split(FoldedBatch *b, const char *line, size_t from, size_t end, const LineParts *parts) {
    size_t at = from;
    if (!b->hollow && b->shared == parts->shared) {
        bool skip =
            parts->count && parts->shared + parts->places[0] < from; /* it is behind the last name that is kept */
        from = add_names(b, line, from, parts->shared, parts->places + skip, parts->count - skip);
        at = parts->searched;
    }
    while (at < end) {
        size_t n = end - at < LINE_PIECE ? end - at : LINE_PIECE, stop;
        size_t count = b->scan->fields((const uint8_t *)line + at, n, ';', '\n', b->places, &stop);
        from = add_names(b, line, from, at, b->places, count);
        at += n;
    }
    const uint32_t last = (uint32_t)end;
    if (from < end)
        add_names(b, line, from, 0, &last, 1);
}

bool folded_batch_add(FoldedBatch *b, Str stack, const char *line, const LineParts *parts, double count) {
    size_t from = (size_t)(stack.data - line), end = from + stack.len;
    drop_frames(b, line, end);
    begin_run(b);
    split(b, line, b->ends.count ? array_last(&b->ends) + 1 : from, end, parts);
    bool any = b->ends.count > 0;
    if (!any) {
        b->list[b->name_count++] = NO_STACK;
        last_run(b)->names++;
    }
    last_run(b)->count = count;
    b->shared = SIZE_MAX;
    return any;
}

/* ---- runs to nodes ---- */

static void place_run(FoldedBatch *b, const Run *run, const FrameId *frames) {
    uint32_t parent = run->kept ? b->nodes.data[run->kept - 1] : TREE_NONE;
    array_reserve(b->arena, &b->nodes, run->kept + run->names);
    stacks_path(b->stacks, parent, frames, run->names, b->nodes.data + run->kept);
    if (run->count >= 0)
        stacks_count_weight(b->stacks, run->names ? b->nodes.data[run->kept + run->names - 1] : parent, run->count);
}

void folded_batch_flush(FoldedBatch *b) {
    size_t from = 0;
    name_table_find(b->names, b->list, b->name_count, b->frames);
    for (size_t i = 0; i < b->run_count; i++) {
        place_run(b, &b->runs[i], b->frames + from);
        from += b->runs[i].names;
    }
    b->name_count = b->run_count = 0;
}
