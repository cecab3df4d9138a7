/* Trees as react-flame-graph and d3-flame-graph take them: objects with name, value and children (n, v, c), nested as
 * deep as they like, children before or after the name. They are read with a stack of open objects into a list in
 * preorder; values are mended bottom up, places packed top down. Fields: react-flame-graph's README, d3-flame-graph's
 * README. */
#include "format/format.h"

#include <math.h>
#include <string.h>

/* Beyond this a sum of 2^32 of them would not be finite. */
#define VALUE_MAX 1e290

typedef enum ValueState { VALUE_MISSING, VALUE_BAD, VALUE_NEGATIVE, VALUE_GOOD } ValueState;

typedef struct Node {
    uint32_t parent;
    ValueState state;
    double value;
    StrId name, id, tooltip, fill, text; /* tooltip: StrId + 1 */
} Node;

/* Bytes that building takes for a node: its place in the tree, its style, a frame of its own. */
enum { NODE_COST = TREE_NODE_SIZE + 4 * sizeof(StrId) + sizeof(double) + 2 * sizeof(Frame) };

typedef struct Open {
    uint32_t node;
    bool in_children; /* inside its array of children, else among its keys */
} Open;

typedef struct TreeReader {
    Reading *reading;
    Json json;
    Array(Node) nodes;
    Array(Open) open;
    StrId unit;
    uint64_t ignored; /* children that are no objects (null is fine) */
    bool nested;
} TreeReader;

static const NoteKind GREW = {"value-below-children", NOTE_WARNING,
                              "{n} value{s} below the sum of the children {was} raised to it{names}"};
static const NoteKind NO_NUMBER = {"value-not-a-number", NOTE_WARNING,
                                   "{n} value{s} that {was} no number became the sum of the children{names}"};
static const NoteKind NEGATIVE = {"negative-value", NOTE_WARNING,
                                  "{n} negative value{s} became the sum of the children{names}"};
static const NoteKind NO_VALUE = {"value-missing", NOTE_INFO,
                                  "{n} node{s} without a value took the sum of the children{names}"};
static const NoteKind NO_OBJECT = {"child-not-an-object", NOTE_WARNING,
                                   "{n} child{s} that {was} no object {was} left out"};

static bool is_key(Str key, const char *full, char brief) {
    return (key.len == 1 && key.data[0] == brief) || str_is(key, full);
}

static void snapshot(void *user, Document *document);

/* ---- reading ---- */

static StrId read_text(TreeReader *r) {
    Str text;
    JsonType type = json_peek(&r->json);
    if (type != JSON_STRING && type != JSON_NUMBER) {
        json_skip(&r->json);
        return 0;
    }
    return json_scalar_text(&r->json, &text) ? intern_add(r->reading->document->frames.strings, text) : 0;
}

/* d3's older examples call it "size"; "value" goes before. */
static void read_value(TreeReader *r, Node *node, bool sure) {
    double value;
    if (!sure && node->state != VALUE_MISSING) {
        json_skip(&r->json);
        return;
    }
    if (json_peek(&r->json) == JSON_NULL) {
        json_skip(&r->json);
        return;
    }
    bool number = json_double(&r->json, &value) && isfinite(value) && fabs(value) <= VALUE_MAX;
    node->state = !number ? VALUE_BAD : value < 0 ? VALUE_NEGATIVE : VALUE_GOOD;
    node->value = number ? value : 0;
}

/* React takes the number 0 for no id, as it does the empty string. */
static StrId read_id(TreeReader *r) {
    bool number = json_peek(&r->json) == JSON_NUMBER;
    StrId id = read_text(r);
    return number && str_is(intern_str(r->reading->document->frames.strings, id), "0") ? 0 : id;
}

static void read_tooltip(TreeReader *r, Node *node) {
    JsonType type = json_peek(&r->json);
    StrId id = read_text(r);
    node->tooltip = type == JSON_STRING || type == JSON_NUMBER ? id + 1 : 0;
}

static void read_field(TreeReader *r, Str key) {
    Open *open = &array_last(&r->open);
    Node *node = &r->nodes.data[open->node];
    if (is_key(key, "name", 'n'))
        node->name = read_text(r);
    else if (is_key(key, "value", 'v'))
        read_value(r, node, true);
    else if (str_is(key, "size"))
        read_value(r, node, false);
    else if (is_key(key, "children", 'c'))
        open->in_children = json_enter_or_skip(&r->json, JSON_ARRAY);
    else if (str_is(key, "id"))
        node->id = read_id(r);
    else if (str_is(key, "tooltip"))
        read_tooltip(r, node);
    else if (str_is(key, "backgroundColor"))
        node->fill = read_text(r);
    else if (str_is(key, "color"))
        node->text = read_text(r);
    else if (str_is(key, "unit") && r->open.count == 1)
        r->unit = read_text(r);
    else
        json_skip(&r->json);
}

static void open_node(TreeReader *r) {
    uint32_t parent = r->open.count ? array_last(&r->open).node : TREE_NONE;
    r->nested |= parent != TREE_NONE;
    if (r->nodes.count >= TREE_NONE - 1) {
        json_fail(&r->json, "more nodes than 32 bits can count");
        return;
    }
    if (!json_enter(&r->json, JSON_OBJECT))
        return;
    array_push(r->reading->scratch, &r->open, (Open){.node = (uint32_t)r->nodes.count});
    array_push(r->reading->scratch, &r->nodes, (Node){.parent = parent});
    arena_pledge(r->reading->scratch, NODE_COST);
}

static void read_item(TreeReader *r) {
    JsonType type = json_peek(&r->json);
    if (type == JSON_OBJECT) {
        open_node(r);
        return;
    }
    r->ignored += type != JSON_NULL && type != JSON_END;
    json_skip(&r->json);
}

static void read_step(TreeReader *r) {
    Open *top = &array_last(&r->open);
    Str key;
    if (top->in_children) {
        if (json_item(&r->json))
            read_item(r);
        else
            top->in_children = false;
    } else if (json_key(&r->json, &key)) {
        read_field(r, key);
    } else {
        r->open.count--;
    }
}

/* One root and all below it. False when the owner wants to stop. */
static bool read_root(TreeReader *r) {
    size_t counted = r->nodes.count;
    open_node(r);
    while (r->open.count && !r->json.failed) {
        read_step(r);
        if (r->nodes.count - counted >= 4096) {
            counted = r->nodes.count;
            if (!reading_tick(r->reading, counted, snapshot, r))
                return false;
        }
    }
    r->open.count = 0;
    return !r->json.failed;
}

static void read_roots(TreeReader *r) {
    if (json_peek(&r->json) != JSON_ARRAY) {
        read_root(r);
        return;
    }
    json_enter(&r->json, JSON_ARRAY);
    while (json_item(&r->json)) {
        if (json_peek(&r->json) != JSON_OBJECT)
            read_item(r);
        else if (!read_root(r))
            break;
    }
}

/* ---- building ---- */

static void note_value(TreeReader *r, Document *document, const Node *node, double sum) {
    static const NoteKind *const kinds[] = {
        [VALUE_MISSING] = &NO_VALUE, [VALUE_BAD] = &NO_NUMBER, [VALUE_NEGATIVE] = &NEGATIVE, [VALUE_GOOD] = &GREW};
    Str name = node->name ? intern_str(document->frames.strings, node->name) : STR("(no name)");
    name = str_slice(name, 0, 80);
    Str what;
    if (!notes_wants_name(&document->notes, kinds[node->state]))
        what = STR("");
    else if (node->state == VALUE_GOOD || node->state == VALUE_NEGATIVE)
        what = str_format(r->reading->scratch, "%.*s: %.15g to %.15g", STR_ARG(name), node->value, sum);
    else
        what = str_format(r->reading->scratch, "%.*s: %.15g", STR_ARG(name), sum);
    notes_add(&document->notes, kinds[node->state], 1, utf8_clean(r->reading->scratch, what));
}

/* Totals from the leaves up: preorder walked backwards meets every child before its parent. self holds the sum of
 * the children until the node's own turn. */
static void sum_up(TreeReader *r, Document *document, Tree *tree) {
    for (uint32_t i = tree->count; i-- > 0;) {
        const Node *node = &r->nodes.data[i];
        double sum = tree->self[i];
        bool good = node->state == VALUE_GOOD;
        bool rounding = good && sum - node->value <= 1e-9 * sum; /* 0.1 + 0.2 is not 0.3 */
        if (!good || (node->value < sum && !rounding))
            note_value(r, document, node, sum);
        tree->total[i] = good && node->value > sum ? node->value : sum;
        tree->self[i] = tree->total[i] - sum;
        if (node->parent != TREE_NONE)
            tree->self[node->parent] += tree->total[i];
    }
}

/* Siblings side by side from the parent's left edge, in the order of the file. */
static void place(Arena *arena, Tree *tree) {
    Arena *scratch = arena_new_in(arena);
    double *next = arena_many(scratch, double, tree->count), right = 0;
    for (uint32_t i = 0; i < tree->count; i++) {
        double *left = tree->parent[i] == TREE_NONE ? &right : &next[tree->parent[i]];
        tree->start[i] = next[i] = *left;
        *left += tree->total[i];
    }
    arena_free(scratch);
}

static void fill_ends(Tree *tree) {
    for (uint32_t i = 0; i < tree->count; i++)
        tree->end[i] = i + 1;
    for (uint32_t i = tree->count; i-- > 0;) {
        uint32_t parent = tree->parent[i];
        if (parent != TREE_NONE && tree->end[parent] < tree->end[i])
            tree->end[parent] = tree->end[i];
    }
}

static const TreeStyle *style_of(TreeReader *r, Arena *arena) {
    size_t n = r->nodes.count;
    bool id = false, tooltip = false, fill = false, text = false;
    for (size_t i = 0; i < n; i++) {
        const Node *node = &r->nodes.data[i];
        id |= node->id, tooltip |= node->tooltip, fill |= node->fill, text |= node->text;
    }
    if (!id && !tooltip && !fill && !text)
        return NULL;
    TreeStyle *style = arena_one(arena, TreeStyle);
    style->id = id ? arena_many(arena, StrId, n) : NULL;
    style->tooltip = tooltip ? arena_many(arena, StrId, n) : NULL;
    style->fill = fill ? arena_many(arena, StrId, n) : NULL;
    style->text = text ? arena_many(arena, StrId, n) : NULL;
    for (size_t i = 0; i < n; i++) {
        const Node *node = &r->nodes.data[i];
        if (id)
            style->id[i] = node->id;
        if (tooltip)
            style->tooltip[i] = node->tooltip;
        if (fill)
            style->fill[i] = node->fill;
        if (text)
            style->text[i] = node->text;
    }
    return style;
}

/* Frames are names here: frame_of has the frame of each, FRAME_NONE where it was not asked for. */
static FrameId frame_of_name(Frames *frames, FrameId *frame_of, StrId name) {
    if (frame_of[name] == FRAME_NONE)
        frame_of[name] = frames_add(frames, &(Frame){.name = name});
    return frame_of[name];
}

static void fill_frames(const TreeReader *r, Document *document, Tree *tree) {
    StrId no_name = intern_add(document->frames.strings, STR("(no name)"));
    Arena *scratch = arena_new_in(document->arena);
    size_t size = intern_count(document->frames.strings) * sizeof(FrameId);
    FrameId *frame_of = memset(arena_room(scratch, size), 0xff, size);
    for (uint32_t i = 0; i < tree->count; i++) {
        StrId name = r->nodes.data[i].name;
        tree->frame[i] = frame_of_name(&document->frames, frame_of, name ? name : no_name);
    }
    arena_free(scratch);
}

static Tree *build_tree(TreeReader *r, Document *document) {
    Tree *tree = tree_new(document->arena, (uint32_t)r->nodes.count);
    fill_frames(r, document, tree);
    for (uint32_t i = 0; i < tree->count; i++) {
        const Node *node = &r->nodes.data[i];
        tree->parent[i] = node->parent;
        tree->depth[i] = node->parent == TREE_NONE ? 0 : tree->depth[node->parent] + 1;
        tree->self[i] = 0;
    }
    fill_ends(tree);
    sum_up(r, document, tree);
    place(document->arena, tree);
    tree->style = style_of(r, document->arena);
    tree_seal(tree);
    return tree;
}

static bool has_values(const TreeReader *r) {
    for (size_t i = 0; i < r->nodes.count; i++)
        if (r->nodes.data[i].state == VALUE_GOOD)
            return true;
    return false;
}

static void add_track(TreeReader *r, Document *document) {
    Track *track = document_add_track(document);
    const Tree *tree = build_tree(r, document);
    track->kind = TRACK_MERGED;
    track->keep_order = true;
    track->unit = (Unit){.kind = UNIT_OTHER, .word = intern_str(document->frames.strings, r->unit)};
    track->tree = tree;
    track->total = tree->sum;
}

/* What is there so far: nodes whose values come behind their children are as wide as these. */
static void snapshot(void *user, Document *document) {
    TreeReader *r = user;
    document->frames = frames_copy(document->arena, &r->reading->document->frames);
    add_track(r, document);
}

static bool tree_read(Reading *reading, Err *err) {
    Document *document = reading->document;
    TreeReader r = {.reading = reading, .json = json_new(reading->scratch, reading->source)};
    bool list = json_peek(&r.json) == JSON_ARRAY;
    read_roots(&r);
    reading_stopped(reading, &r.json, r.nodes.count, "nodes");
    if (reading_cancelled(reading, err))
        return false;
    if (!r.nodes.count)
        return err_set(err, ERR_EMPTY, "no node in this tree");
    if (!has_values(&r) || (list && !r.nested))
        return err_set(err, ERR_FORMAT, "JSON with names, but no tree of name, value and children");
    add_track(&r, document);
    if (r.ignored)
        notes_add(&document->notes, &NO_OBJECT, r.ignored, STR(""));
    return true;
}

/* ---- recognising ---- */

static bool outline_named(const Outline *o) {
    return outline_has(o, "name", JSON_STRING) || outline_has(o, "name", JSON_NULL) || outline_has(o, "n", JSON_STRING);
}

static bool outline_valued(const Outline *o) {
    return outline_has(o, "value", JSON_NUMBER) || outline_has(o, "v", JSON_NUMBER);
}

/* Children may fill all of what the probe sees, and then the root's name and value come behind them. */
static int children_score(const Outline *o, const char *children, const char *name, const char *value) {
    const OutlineKey *key = outline_find(o, children);
    if (!key || key->type != JSON_ARRAY || (key->item != JSON_OBJECT && key->item != JSON_END))
        return 0;
    bool node =
        outline_has_in(o, children, name) || outline_has_in(o, children, value) || outline_has_in(o, children, "size");
    if (outline_named(o))
        return node || key->item == JSON_END || outline_has_in(o, children, children) ? 60 : 0;
    if (outline_valued(o) || node)
        return 50;
    return outline_has_in(o, children, children) ? 10 : 0;
}

static int tree_probe(const Probe *probe) {
    const Outline *o = &probe->outline;
    if (o->top != JSON_OBJECT && !(o->top == JSON_ARRAY && o->item == JSON_OBJECT))
        return 0;
    int full = children_score(o, "children", "name", "value"), brief = children_score(o, "c", "n", "v");
    if (full || brief)
        return full > brief ? full : brief;
    return outline_named(o) && outline_valued(o) ? 30 : 0;
}

const Format fmt_tree = {
    .name = "react-tree",
    .label = "Flame graph tree",
    .extensions = "json;json.gz",
    .recognised = "JSON objects with name, value and children (n, v, c), nested",
    .probe = tree_probe,
    .read = tree_read,
};
