/* One pass over the text with a stack of open parents. */
#include "tree_text.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "profile/rows.h"
#include "profile/stacks.h"

typedef struct Reader {
    const char *at;
    Str name;
    double start, value; /* start NAN when none is given */
} Reader;

FrameId frame_of(Frames *frames, const char *name) {
    return frames_add_name(frames, str_from(name), FRAME_CODE);
}

/* "name@start value" */
static void read_item(Reader *r) {
    size_t len = strcspn(r->at, "@ ");
    char *end;
    r->name = (Str){r->at, len};
    r->start = NAN;
    r->at += len;
    if (*r->at == '@') {
        r->start = strtod(r->at + 1, &end);
        r->at = end;
    }
    r->value = strtod(r->at, &end);
    ck_assert_msg(end != r->at, "no number at '%s'", r->at);
    r->at = end;
}

static uint32_t count_items(const char *text) {
    uint32_t n = 0;
    for (size_t i = 0; text[i]; i++)
        n += text[i] != ' ' && text[i] != '(' && text[i] != ')' && (i == 0 || strchr(" ()", text[i - 1]));
    return n / 2;
}

static void add_node(Tree *t, uint32_t id, uint32_t parent, const Reader *r, double *next) {
    double x = parent == TREE_NONE ? next[t->count] : next[parent];
    t->parent[id] = parent;
    t->depth[id] = parent == TREE_NONE ? 0 : t->depth[parent] + 1;
    t->start[id] = isnan(r->start) ? x : r->start;
    t->total[id] = r->value;
    t->end[id] = id + 1;
    next[id] = t->start[id];
    next[parent == TREE_NONE ? t->count : parent] = t->start[id] + r->value;
}

static void close_nodes(Tree *t) {
    for (uint32_t i = t->count; i-- > 0;) {
        if (t->parent[i] != TREE_NONE && t->end[t->parent[i]] < t->end[i])
            t->end[t->parent[i]] = t->end[i];
    }
}

Tree *tree_text(Arena *arena, Frames *frames, const char *text) {
    Tree *t = tree_new(arena, count_items(text));
    double *next = arena_many(arena, double, t->count + 1);
    uint32_t parent = TREE_NONE, id = 0;
    for (Reader r = {.at = text}; *r.at;) {
        if (*r.at == '(')
            parent = id - 1;
        else if (*r.at == ')')
            parent = t->parent[parent];
        if (strchr(" ()", *r.at)) {
            r.at++;
            continue;
        }
        read_item(&r);
        t->frame[id] = frames_add_name(frames, r.name, FRAME_CODE);
        add_node(t, id++, parent, &r, next);
    }
    ck_assert_uint_eq(id, t->count);
    close_nodes(t);
    rows_self(arena, t);
    tree_seal(t);
    return t;
}

Str tree_to_text(Arena *arena, const Frames *frames, const Tree *tree, bool starts) {
    Text text = text_new(arena);
    for (uint32_t i = 0; i < tree->count; i++) {
        uint32_t before = i ? tree->depth[i - 1] : 0, depth = tree->depth[i];
        for (uint32_t d = depth; d < before; d++)
            text_add_char(&text, ')');
        if (i)
            text_add_char(&text, depth > before ? '(' : ' ');
        text_add(&text, frame_name(frames, tree->frame[i]));
        if (starts)
            text_addf(&text, "@%g", tree->start[i]);
        text_addf(&text, " %g", tree->total[i]);
    }
    for (uint32_t d = 0; tree->count && d < tree->depth[tree->count - 1]; d++)
        text_add_char(&text, ')');
    return text_str(&text);
}

Track *track_text(Arena *arena, Frames *frames, TrackKind kind, const char *text) {
    Track *track = arena_one(arena, Track);
    track->kind = kind;
    track->tree = tree_text(arena, frames, text);
    track->total = track->tree->sum;
    return track;
}

static uint32_t find_stack(Stacks *stacks, Frames *frames, Str path) {
    uint32_t node = TREE_NONE;
    if (str_is(path, "-"))
        return node;
    for (size_t from = 0; from <= path.len;) {
        size_t to = str_find(path, STR(";"), from);
        to = to == SIZE_MAX ? path.len : to;
        node = stacks_child(stacks, node, frames_add_name(frames, str_slice(path, from, to), FRAME_CODE));
        from = to + 1;
    }
    return node;
}

Track *samples_text(Arena *arena, Frames *frames, const char *text) {
    Arena *scratch = arena_new();
    Stacks *stacks = stacks_new(scratch);
    Track *track = arena_one(arena, Track);
    for (Reader r = {.at = text}; *r.at;) {
        r.at += strspn(r.at, ", ");
        read_item(&r);
        stacks_sample(stacks, find_stack(stacks, frames, r.name), r.start, r.value);
    }
    stacks_finish(stacks, arena, track, true);
    arena_free(scratch);
    return track;
}

DeriveInput input_of(const Frames *frames, const Track *const *track) {
    return (DeriveInput){.frames = frames, .tracks = track, .track_count = 1};
}
