/* Lines are split first, into runs of names that go on from a part of the stack before. Then all names are looked up, then all nodes:
 * neither waits for the memory of the other. */
#include "format/folded_batch.h"

#include "base/array.h"
#include "codec/scan.h"
#include "codec/source.h"
#include "format/folded_names.h"

#include <string.h>

/* Bytes of a line that are searched at once; names that are looked up at once: their table, bytes and text together fit the first cache
 * or nearly; runs. */
enum { PIECE = 1024, NAMES = 128, RUNS = 64 };

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
    FoldedNames *names;
    Array(size_t) ends;    /* in the line, of each frame of the last stack that was added */
    Array(uint32_t) nodes; /* of each frame of the last stack that was flushed; count is not kept */
    size_t shared;         /* bytes at the front of that line that all lines since then have too */
    size_t name_count, run_count;
    Str list[NAMES];
    FrameId frames[NAMES];
    Run runs[RUNS];
    uint32_t dividers[PIECE];
};

FoldedBatch *folded_batch_new(Arena *arena, Frames *frames, Stacks *stacks) {
    FoldedBatch *b = arena_one(arena, FoldedBatch);
    b->arena = arena;
    b->scan = scan_best();
    b->stacks = stacks;
    b->names = folded_names_new(arena, frames);
    return b;
}

void folded_batch_share(FoldedBatch *b, size_t shared) {
    b->shared = shared < b->shared ? shared : b->shared;
}

/* ---- lines to runs of names ---- */

static bool has_letters(Str name) {
    return name.len && ((name.data[0] != ' ' && name.data[0] != '\t') || str_trim(name).len);
}

static Run *last_run(FoldedBatch *b) {
    return &b->runs[b->run_count - 1];
}

static void begin_run(FoldedBatch *b) {
    if (b->run_count == RUNS)
        folded_batch_flush(b);
    b->runs[b->run_count++] = (Run){.kept = (uint32_t)b->ends.count, .count = -1};
}

static void add_name(FoldedBatch *b, Str name) {
    if (b->name_count == NAMES) {
        folded_batch_flush(b);
        begin_run(b);
    }
    b->list[b->name_count++] = name;
    last_run(b)->names++;
}

static void add_frame(FoldedBatch *b, Str name, const char *line) {
    if (!has_letters(name))
        return;
    add_name(b, name);
    array_push(b->arena, &b->ends, (size_t)(name.data + name.len - line));
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

/* Names between p and end, as many as end within a piece, or one that does not. Where the next one begins, beyond end behind the last. */
static const char *split_piece(FoldedBatch *b, const char *p, const char *end, const char *line) {
    size_t left = (size_t)(end - p), n = left < PIECE ? left : PIECE, from = 0;
    size_t dividers = b->scan->places((const uint8_t *)p, n, ';', b->dividers);
    for (size_t i = 0; i < dividers; from = b->dividers[i++] + 1)
        add_frame(b, (Str){p + from, b->dividers[i] - from}, line);
    if (n < left && dividers)
        return p + from;
    const char *stop = n < left ? memchr(p + n, ';', left - n) : NULL;
    stop = stop ? stop : end;
    add_frame(b, (Str){p + from, (size_t)(stop - p) - from}, line);
    return stop + 1;
}

bool folded_batch_add(FoldedBatch *b, Str stack, const char *line, double count) {
    const char *at = stack.data, *end = stack.data + stack.len;
    drop_frames(b, line, (size_t)(end - line));
    if (b->ends.count)
        at = line + array_last(&b->ends) + 1;
    begin_run(b);
    while (at < end)
        at = split_piece(b, at, end, line);
    bool any = b->ends.count > 0;
    if (!any)
        add_name(b, NO_STACK);
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
    folded_names_find(b->names, b->list, b->name_count, b->frames);
    for (size_t i = 0; i < b->run_count; i++) {
        place_run(b, &b->runs[i], b->frames + from);
        from += b->runs[i].names;
    }
    b->name_count = b->run_count = 0;
}
