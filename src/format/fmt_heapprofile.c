/* V8 sampling heap profiles (.heapprofile): a tree under `head` whose nodes carry the bytes allocated there and still alive.
 * Format: Chrome DevTools Protocol, HeapProfiler.SamplingHeapProfile. Read with a stack of our own: it nests as deep as calls did. */
#include "format/format.h"

typedef struct Node {
    uint32_t parent; /* TREE_NONE: the root, which is no row */
    Frame frame;
    double bytes;
} Node;

typedef struct Open {
    uint32_t node;
    bool in_children;
} Open;

typedef struct Heap {
    Reading *reading;
    Frames *frames;
    Json json;
    Array(Node) nodes;
    Array(Open) open;
} Heap;

static StrId read_text(Heap *h) {
    Str text;
    return json_string(&h->json, &text) ? intern_add(h->frames->strings, text) : 0;
}

/* Lines and columns count from 0 in the file; -1 = unknown. */
static int32_t read_place(Heap *h) {
    int64_t n;
    return json_i64(&h->json, &n) && n >= 0 && n < INT32_MAX - 1 ? (int32_t)n + 1 : 0;
}

static void read_call_frame(Heap *h, Frame *frame) {
    if (!json_enter_or_skip(&h->json, JSON_OBJECT))
        return;
    int64_t script;
    for (Str key; json_key(&h->json, &key);) {
        if (str_is(key, "functionName"))
            frame->name = read_text(h);
        else if (str_is(key, "url"))
            frame->file = read_text(h);
        else if (str_is(key, "lineNumber"))
            frame->line = read_place(h);
        else if (str_is(key, "columnNumber"))
            frame->column = read_place(h);
        else if (str_is(key, "scriptId"))
            frame->salt = json_i64(&h->json, &script) ? (uint32_t)script : 0;
        else
            json_skip(&h->json);
    }
}

static void open_node(Heap *h) {
    uint32_t parent = h->open.count ? array_last(&h->open).node : TREE_NONE;
    if (!json_enter_or_skip(&h->json, JSON_OBJECT))
        return;
    array_push(h->reading->scratch, &h->open, (Open){.node = (uint32_t)h->nodes.count});
    array_push(h->reading->scratch, &h->nodes, (Node){.parent = parent});
    arena_pledge(h->reading->scratch, 2 * TREE_NODE_SIZE);
}

static void read_node_key(Heap *h, Str key) {
    Open *top = &array_last(&h->open);
    Node *node = &h->nodes.data[top->node];
    if (str_is(key, "callFrame"))
        read_call_frame(h, &node->frame);
    else if (str_is(key, "selfSize"))
        node->bytes = json_double(&h->json, &node->bytes) && node->bytes > 0 ? node->bytes : 0;
    else if (str_is(key, "children") && json_peek(&h->json) == JSON_ARRAY)
        top->in_children = json_enter(&h->json, JSON_ARRAY);
    else
        json_skip(&h->json);
}

static void read_tree(Heap *h) {
    open_node(h);
    while (h->open.count && !h->json.failed) {
        Open *top = &array_last(&h->open);
        Str key;
        if (top->in_children && json_item(&h->json))
            open_node(h);
        else if (top->in_children)
            top->in_children = false;
        else if (json_key(&h->json, &key))
            read_node_key(h, key);
        else
            (void)array_pop(&h->open);
        if (h->nodes.count % 4096 == 0 && !reading_tick(h->reading, 0, NULL, NULL))
            return;
    }
}

/* What the file says of a function, as a frame is told apart. */
static void complete(Heap *h, Frame *frame) {
    Str name = intern_str(h->frames->strings, frame->name);
    frame->kind = name.len && name.data[0] == '(' && !frame->file ? FRAME_NATIVE : FRAME_CODE;
    if (name.len == 0)
        frame->name = intern_add(h->frames->strings, STR("(anonymous)"));
    if (!frame->file)
        frame->line = frame->column = 0;
    else
        frame->salt = 0;
}

/* The root stands for the whole and is no row, unless bytes were counted there. */
static void place_node(Heap *h, Stacks *stacks, uint32_t *place, uint32_t i) {
    const Node *node = &h->nodes.data[i];
    bool root = node->parent == TREE_NONE;
    place[i] = TREE_NONE;
    if (root && node->bytes == 0)
        return;
    place[i] = stacks_child(stacks, root ? TREE_NONE : place[node->parent], frames_add(h->frames, &node->frame));
    stacks_weigh(stacks, place[i], node->bytes, node->bytes > 0);
}

/* Most frames are met once: the memory of many is waited for together. */
static void place_nodes(Heap *h, Stacks *stacks) {
    enum { AT_ONCE = 32 };
    uint32_t *place = arena_many(h->reading->scratch, uint32_t, h->nodes.count), count = (uint32_t)h->nodes.count;
    for (uint32_t i = 0, end; i < count; i = end) {
        end = count - i < AT_ONCE ? count : i + AT_ONCE;
        for (uint32_t k = i; k < end; k++) {
            complete(h, &h->nodes.data[k].frame);
            frames_ask(h->frames, &h->nodes.data[k].frame);
        }
        for (uint32_t k = i; k < end; k++)
            place_node(h, stacks, place, k);
    }
}

static void add_track(Heap *h) {
    Stacks *stacks = stacks_new(h->reading->scratch);
    place_nodes(h, stacks);
    Track *track = document_add_track(h->reading->document);
    track->name = STR("heap");
    track->unit = (Unit){.kind = UNIT_BYTES};
    stacks_finish(stacks, h->reading->document->arena, track, false);
    track->sample_count = 0;
    ((Tree *)track->tree)->hits = NULL;
}

static bool read(Reading *reading, Err *err) {
    Heap h = {.reading = reading, .frames = &reading->document->frames};
    h.json = json_new(reading->scratch, reading->source);
    json_enter(&h.json, JSON_OBJECT);
    for (Str key; json_key(&h.json, &key) && !progress_stopped(reading->progress);) {
        if (str_is(key, "head"))
            read_tree(&h);
        else
            json_skip(&h.json);
    }
    if (h.nodes.count < 2)
        return err_set(err, ERR_EMPTY, "it is a V8 heap profile, but has no samples");
    add_track(&h);
    reading->document->records = h.nodes.count;
    if (h.json.failed || progress_stopped(reading->progress))
        reading_stopped(reading, &h.json, h.nodes.count, "nodes");
    return true;
}

static int probe(const Probe *p) {
    return outline_has(&p->outline, "head", JSON_OBJECT) && outline_has_in(&p->outline, "head", "selfSize") ? 95 : 0;
}

const Format fmt_heapprofile = {
    .name = "heapprofile",
    .label = "V8 heap profile",
    .extensions = "heapprofile",
    .recognised = "a JSON object with `head.selfSize` (sampling heap profile)",
    .probe = probe,
    .read = read,
};
