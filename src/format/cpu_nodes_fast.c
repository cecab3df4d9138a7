/* One node of V8's table in the usual spelling, straight from the window. Whatever is unusual is left to cpu_nodes.c, which reads
 * the same into the same. */
#include "codec/json_window.h"
#include "format/cpu_table.h"

typedef JsonPlace Place;

typedef struct NodeReader {
    CpuNodes *nodes;
    const Json *json;
    CpuNode *node;
    bool has_id;
} NodeReader;

static Place integer(Place p, int64_t *value) {
    JsonNumber number;
    p = json_place_number(p, &number);
    if (!p || number.nano)
        return NULL;
    *value = (int64_t)number.whole;
    return p;
}

/* A line or a column; -1 is unusual. */
static Place small(Place p, int32_t *value) {
    int64_t number;
    p = integer(p, &number);
    if (!p || number >= INT32_MAX - 1)
        return NULL;
    *value = (int32_t)number;
    return p;
}

static Place name(NodeReader *r, Place p, Str *text) {
    Intern *strings = r->nodes->table->frames->strings;
    Str raw;
    bool plain;
    p = json_place_text(r->json, p, &raw, &plain);
    if (!p || !plain)
        return NULL;
    *text = intern_str(strings, intern_add(strings, raw));
    return p;
}

/* Digits in quotes. */
static Place script(Place p, int64_t *id) {
    if (*p != '"')
        return integer(p, id);
    p = integer(p + 1, id);
    return p && *p == '"' ? p + 1 : NULL;
}

static Place children(NodeReader *r, Place p) {
    int64_t id;
    if (*p != '[')
        return NULL;
    p = json_place_blanks(p + 1);
    for (; *p != ']'; p = json_place_blanks(*p == ',' ? p + 1 : p)) {
        p = integer(p, &id);
        if (!p || (*p != ',' && *p != ']'))
            return NULL;
        cpu_nodes_child(r->nodes, CPU_NO_NODE, id);
    }
    return p + 1;
}

static Place members(NodeReader *r, Place p, Place (*member)(NodeReader *, Place, Str));

static Place frame_member(NodeReader *r, Place p, Str key) {
    if (str_is(key, "functionName"))
        return name(r, p, &r->node->name);
    if (str_is(key, "url"))
        return name(r, p, &r->node->url);
    if (str_is(key, "scriptId"))
        return script(p, &r->node->script);
    if (str_is(key, "lineNumber"))
        return small(p, &r->node->line);
    if (str_is(key, "columnNumber"))
        return small(p, &r->node->column);
    return json_place_skip(r->json, p);
}

static Place node_member(NodeReader *r, Place p, Str key) {
    int64_t number;
    if (str_is(key, "callFrame"))
        return members(r, p, frame_member);
    if (str_is(key, "children"))
        return children(r, p);
    if (str_is(key, "hitCount")) {
        p = integer(p, &number);
        r->node->hits = p ? (uint64_t)number : 0;
        return p;
    }
    if (str_is(key, "id")) {
        r->has_id = true;
        return integer(p, &r->node->id);
    }
    if (str_is(key, "parent"))
        return integer(p, &r->node->parent);
    /* a node without a callFrame carries its keys itself */
    return frame_member(r, p, key);
}

/* An object that has members. */
static Place members(NodeReader *r, Place p, Place (*member)(NodeReader *, Place, Str)) {
    Str key;
    if (*p != '{')
        return NULL;
    do {
        p = json_place_key(r->json, json_place_blanks(p + 1), &key);
        p = p ? member(r, p, key) : NULL;
        if (!p)
            return NULL;
        p = json_place_blanks(p);
    } while (*p == ',');
    return *p == '}' ? p + 1 : NULL;
}

bool cpu_node_fast(CpuNodes *nodes, Json *json, CpuNode *node) {
    CpuNode read = *node;
    NodeReader r = {.nodes = nodes, .json = json, .node = &read};
    size_t links = nodes->table->links.count;
    Place p = members(&r, json->source->at, node_member);
    if (!p || !r.has_id) {
        nodes->table->links.count = links;
        return false;
    }
    json->source->at = p;
    *node = read;
    return true;
}
