/* Like siblings: grouped by (parent, channel, shape of the label), where the shape is the label with '?' for every number and literal. */
#include "derive/operations_parts.h"

#include "base/array.h"
#include "base/map.h"

enum { REPEAT_MIN = 3 };

typedef struct Group {
    uint32_t first, count, errors, frame;
    uint64_t shape;
    double total, max;
    bool labels_differ;
} Group;

typedef struct Find {
    Arena *scratch;
    Waterfall *w;
    const Frames *frames;
    Map shape_of; /* label -> index in shapes */
    Array(uint64_t) shapes;
    Map groups; /* mixed (parent, frame, shape) -> index in list */
    Array(Group) list;
    uint32_t *group_of; /* by row */
} Find;

static bool is_word(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80);
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* A number, or a long hexadecimal id. */
static bool is_literal(Str word) {
    bool digit = false, hex = true;
    for (size_t i = 0; i < word.len; i++) {
        digit |= is_digit(word.data[i]);
        hex = hex && (is_digit(word.data[i]) || ((word.data[i] | 0x20) >= 'a' && (word.data[i] | 0x20) <= 'f'));
    }
    return is_digit(word.data[0]) || (word.len >= 8 && hex && digit);
}

/* Length of the token at `at`: a quoted text, a word, or one other byte. */
static size_t token(Str label, size_t at, bool *literal) {
    char c = label.data[at];
    size_t end = at + 1;
    if (c == '\'') {
        while (end < label.len && label.data[end] != c)
            end++;
        *literal = true;
        return (end < label.len ? end + 1 : end) - at;
    }
    if (!is_word(c)) {
        *literal = c == '?';
        return 1;
    }
    while (end < label.len && is_word(label.data[end]))
        end++;
    *literal = is_literal(str_slice(label, at, end));
    return end - at;
}

/* Writes the shape into out (as long as label, at most): literals as '?', lists and fractions of them as one. */
static Str write_shape(Str label, char *out) {
    size_t n = 0, after = 0; /* after: end of what was written when the last '?' was */
    bool literal, only_separators = false;
    for (size_t at = 0, len; at < label.len; at += len) {
        len = token(label, at, &literal);
        if (literal && only_separators) {
            n = after;
            continue;
        }
        if (literal) {
            out[n++] = '?';
            after = n;
            only_separators = true;
            continue;
        }
        only_separators =
            only_separators && len == 1 && (label.data[at] == ',' || label.data[at] == ' ' || label.data[at] == '.');
        for (size_t i = 0; i < len; i++)
            out[n++] = label.data[at + i];
    }
    return (Str){out, n};
}

static uint64_t shape_of(Find *find, StrId label) {
    bool fresh;
    uint32_t *slot = map_slot(&find->shape_of, label, (uint32_t)find->shapes.count, &fresh);
    if (!fresh)
        return find->shapes.data[*slot];
    Str text = intern_str(find->frames->strings, label);
    char buffer[1024];
    Str shape = write_shape(str_slice(text, 0, sizeof buffer), buffer);
    array_push(find->scratch, &find->shapes, str_hash(shape));
    return array_last(&find->shapes);
}

static void add_to_group(Find *find, uint32_t row) {
    const WaterfallRow *r = &find->w->rows[row];
    const Operation *o = r->operation;
    uint64_t shape = shape_of(find, o->label);
    uint64_t key = map_mix((uint64_t)r->parent << 32 | o->frame) ^ shape;
    bool fresh;
    uint32_t index = *map_slot(&find->groups, key, (uint32_t)find->list.count, &fresh);
    if (fresh)
        array_push(find->scratch, &find->list, (Group){.first = row, .frame = o->frame, .shape = shape});
    Group *group = &find->list.data[index];
    if (group->frame != o->frame || group->shape != shape || find->w->rows[group->first].parent != r->parent)
        return; /* two keys that mix to one: the later group is not folded */
    double duration = operation_duration(o);
    find->group_of[row] = index;
    group->count++;
    group->errors += o->status == OPERATION_ERROR;
    group->total += duration;
    group->max = group->max > duration ? group->max : duration;
    group->labels_differ |= find->w->rows[group->first].operation->label != o->label;
}

/* Only children of parents with enough of them can repeat; roots are requests of their own and never folded. */
static void group_rows(Find *find) {
    const Waterfall *w = find->w;
    uint32_t *children = arena_many(find->scratch, uint32_t, w->count);
    for (uint32_t row = 0; row < w->count; row++)
        if (w->rows[row].parent != TREE_NONE)
            children[w->rows[row].parent]++;
    for (uint32_t row = 0; row < w->count; row++)
        if (w->rows[row].parent != TREE_NONE && children[w->rows[row].parent] >= REPEAT_MIN)
            add_to_group(find, row);
}

static Str group_label(Arena *arena, const Find *find, const Group *group) {
    Str label = intern_str(find->frames->strings, find->w->rows[group->first].operation->label);
    if (!group->labels_differ)
        return label;
    label = str_slice(label, 0, 1024);
    return write_shape(label, arena_alloc(arena, label.len + 1));
}

void operations_find_repeats(Arena *arena, Waterfall *w, const Frames *frames) {
    Find find = {.scratch = arena_new(), .w = w, .frames = frames};
    find.shape_of.arena = find.groups.arena = find.scratch;
    find.group_of = arena_grow(find.scratch, NULL, w->count * sizeof(uint32_t));
    memset(find.group_of, 0xff, w->count * sizeof(uint32_t));
    group_rows(&find);
    uint32_t *number = arena_many(find.scratch, uint32_t, find.list.count);
    Array(WaterfallRepeat) repeats = {0};
    for (size_t g = 0; g < find.list.count; g++) {
        const Group *group = &find.list.data[g];
        number[g] = WATERFALL_NONE;
        if (group->count < REPEAT_MIN)
            continue;
        number[g] = (uint32_t)repeats.count;
        array_push(arena, &repeats,
                   (WaterfallRepeat){.first = group->first,
                                     .parent = w->rows[group->first].parent,
                                     .count = group->count,
                                     .errors = group->errors,
                                     .total = group->total,
                                     .average = group->total / group->count,
                                     .max = group->max,
                                     .label = group_label(arena, &find, group)});
    }
    for (uint32_t row = 0; row < w->count; row++)
        if (find.group_of[row] != WATERFALL_NONE)
            w->rows[row].repeat = number[find.group_of[row]];
    w->repeats = repeats.data;
    w->repeat_count = repeats.count;
    arena_free(find.scratch);
}
