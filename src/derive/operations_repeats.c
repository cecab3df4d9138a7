/* Like siblings: grouped by (parent, channel, shape of the label), where the shape is the label with '?' for every number and literal. */
#include "derive/operations_parts.h"

#include "base/array.h"
#include "base/map.h"

enum { REPEAT_MIN = 3, SHAPE_LONGEST = 1024 };

typedef struct Group {
    uint32_t first, count, errors, frame, number;
    StrId label; /* of the first */
    uint64_t shape;
    double total, max;
    bool labels_differ;
} Group;

/* A place of the table that one parent's children are hashed into; of another parent it is free. */
typedef struct Slot {
    uint32_t parent; /* row + 1 */
    uint32_t group;
} Slot;

typedef struct Find {
    Arena *scratch, *arena;
    Waterfall *w;
    const Tree *tree;
    const StrId *labels; /* by row */
    const Frames *frames;
    Map shape_of; /* label -> index in shapes */
    Array(uint64_t) shapes;
    Slot *slots;
    size_t slot_count;
    size_t mask;              /* of the slots in use for this parent */
    Array(Group) groups;      /* of this parent */
    Array(uint32_t) group_of; /* of its children, in order */
    Array(WaterfallRepeat) repeats;
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
    char buffer[SHAPE_LONGEST];
    Str shape = write_shape(str_slice(text, 0, sizeof buffer), buffer);
    array_push(find->scratch, &find->shapes, str_hash(shape));
    return array_last(&find->shapes);
}

/* The group of a child, a new one when none of its parent's is like it. */
static uint32_t find_group(Find *find, uint32_t row, StrId label) {
    uint64_t shape = shape_of(find, label);
    uint32_t mark = find->tree->parent[row] + 1, frame = find->tree->frame[row];
    size_t at = map_mix(shape + frame) & find->mask;
    for (; find->slots[at].parent == mark; at = (at + 1) & find->mask) {
        const Group *group = &find->groups.data[find->slots[at].group];
        if (group->frame == frame && group->shape == shape)
            return find->slots[at].group;
    }
    find->slots[at] = (Slot){mark, (uint32_t)find->groups.count};
    array_push(find->scratch, &find->groups,
               (Group){.first = row, .frame = frame, .number = WATERFALL_NONE, .label = label, .shape = shape});
    return find->slots[at].group;
}

static void add_to_group(Find *find, uint32_t row) {
    StrId label = find->labels[row];
    uint32_t index = find_group(find, row, label);
    Group *group = &find->groups.data[index];
    double duration = find->tree->total[row];
    array_push(find->scratch, &find->group_of, index);
    group->count++;
    group->errors += (find->tree->flags[row] & TREE_ERROR) != 0;
    group->total += duration;
    group->max = group->max > duration ? group->max : duration;
    group->labels_differ |= group->label != label;
}

static Str group_label(const Find *find, const Group *group) {
    Str label = intern_str(find->frames->strings, group->label);
    if (!group->labels_differ)
        return label;
    label = str_slice(label, 0, SHAPE_LONGEST);
    return write_shape(label, arena_alloc(find->arena, label.len + 1));
}

/* True when there is one to keep. */
static bool keep_groups(Find *find, uint32_t parent) {
    size_t before = find->repeats.count;
    for (size_t g = 0; g < find->groups.count; g++) {
        Group *group = &find->groups.data[g];
        if (group->count < REPEAT_MIN)
            continue;
        group->number = (uint32_t)find->repeats.count;
        array_push(find->arena, &find->repeats,
                   (WaterfallRepeat){.first = group->first,
                                     .parent = parent,
                                     .count = group->count,
                                     .errors = group->errors,
                                     .total = group->total,
                                     .average = group->total / group->count,
                                     .max = group->max,
                                     .label = group_label(find, group)});
    }
    return find->repeats.count > before;
}

static void use_slots(Find *find, size_t children) {
    size_t count = 8;
    while (count < 2 * children)
        count *= 2;
    find->mask = count - 1;
    if (count <= find->slot_count)
        return;
    find->slots = arena_many(find->scratch, Slot, count);
    find->slot_count = count;
}

static void group_children(Find *find, uint32_t parent, size_t children) {
    const uint32_t *end = find->tree->end;
    find->groups.count = find->group_of.count = 0;
    use_slots(find, children);
    for (uint32_t row = parent + 1; row < end[parent]; row = end[row])
        add_to_group(find, row);
    if (!keep_groups(find, parent))
        return;
    size_t child = 0;
    for (uint32_t row = parent + 1; row < end[parent]; row = end[row])
        find->w->repeat[row] = find->groups.data[find->group_of.data[child++]].number;
}

static size_t count_children(const uint32_t *end, uint32_t parent) {
    size_t children = 0;
    for (uint32_t row = parent + 1; row < end[parent]; row = end[row])
        children++;
    return children;
}

/* They lie far apart in the list: those of the next rows are asked for. */
static StrId *gather_labels(Arena *arena, const Waterfall *w) {
    enum { AHEAD = 16 };
    const OperationsForest *f = &w->forest;
    const uint32_t *place = f->nesting->operation, count = f->nesting->count;
    StrId *labels = arena_grow(arena, NULL, count * sizeof *labels);
    for (uint32_t row = 0; row < count; row++) {
        __builtin_prefetch(&f->list[place[row + AHEAD < count ? row + AHEAD : row]].label);
        labels[row] = f->list[place[row]].label;
    }
    return labels;
}

/* Only children of parents with enough of them can repeat; roots are requests of their own and never folded. */
void operations_find_repeats(Arena *arena, Waterfall *w, const Frames *frames) {
    Find find = {.scratch = arena_new(), .arena = arena, .w = w, .tree = w->forest.tree, .frames = frames};
    find.shape_of.arena = find.scratch;
    find.labels = gather_labels(find.scratch, w);
    for (uint32_t parent = 0; parent < w->count; parent++) {
        size_t children = count_children(find.tree->end, parent);
        if (children >= REPEAT_MIN)
            group_children(&find, parent, children);
    }
    w->repeats = find.repeats.data;
    w->repeat_count = find.repeats.count;
    arena_free(find.scratch);
}
