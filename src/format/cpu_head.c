/* V8 profiles of before 2017: nodes nested in one head, read with a stack of open ones, and absolute times. Ids may repeat
 * there (native frames share 0), so each node gets an id of its own and the first of a written id answers to that. */
#include "format/cpu_table.h"

/* Where the ids of our own begin: below what any file counts to. */
#define OWN_ID (INT64_MIN / 2)

typedef struct OpenNode {
    CpuNode node;
    int64_t written; /* the id that the file gives; CPU_NO_NODE = none */
    bool in_children;
} OpenNode;

typedef struct HeadReader {
    CpuTable *table;
    Json *json;
    Array(OpenNode) open; /* outermost first */
    int64_t next_id;
} HeadReader;

static void open_node(HeadReader *r) {
    if (!json_enter(r->json, JSON_OBJECT))
        return;
    CpuNode node = {
        .id = r->next_id++, .parent = CPU_NO_NODE, .name = STR(""), .url = STR(""), .line = -1, .column = -1};
    if (r->open.count)
        node.parent = array_last(&r->open).node.id;
    array_push(r->table->scratch, &r->open, (OpenNode){.node = node, .written = CPU_NO_NODE});
}

static void close_node(HeadReader *r) {
    OpenNode *open = &array_last(&r->open);
    CpuTable *table = r->table;
    open->node.line = open->node.line > 0 ? open->node.line - 1 : -1;
    open->node.column = open->node.column > 0 ? open->node.column - 1 : -1;
    uint32_t row = cpu_add_row(table, &open->node);
    cpu_set_row(table, table->rows.data[row].id, row);
    if (open->written != CPU_NO_NODE) {
        uint32_t code = cpu_code(table, open->written);
        if (cpu_row(table, code) == MAP_NONE)
            cpu_set_row(table, code, row);
        else
            map_set(&table->shared, code, 0);
    }
    r->open.count--;
}

static void read_key(HeadReader *r, Str key) {
    OpenNode *open = &array_last(&r->open);
    int64_t number;
    if (str_is(key, "id"))
        open->written = json_i64(r->json, &number) ? number : CPU_NO_NODE;
    else if (str_is(key, "hitCount"))
        open->node.hits = json_i64(r->json, &number) && number > 0 ? (uint64_t)number : 0;
    else if (str_is(key, "children"))
        open->in_children = json_enter_or_skip(r->json, JSON_ARRAY);
    else if (!cpu_read_frame_key(r->table, r->json, &open->node, key))
        json_skip(r->json);
}

static void read_child(HeadReader *r) {
    if (json_peek(r->json) == JSON_OBJECT)
        open_node(r);
    else
        json_skip(r->json);
}

bool cpu_nodes_read_head(CpuNodes *nodes, Json *json) {
    HeadReader r = {.table = nodes->table, .json = json, .next_id = OWN_ID + (int64_t)nodes->table->rows.count};
    Str key;
    read_child(&r);
    while (r.open.count && !json->failed) {
        if (array_last(&r.open).in_children) {
            if (json_item(json))
                read_child(&r);
            else
                array_last(&r.open).in_children = false;
        } else if (json_key(json, &key))
            read_key(&r, key);
        else if (!json->failed)
            close_node(&r);
    }
    while (r.open.count) /* the file ends within: what is above still holds what is below */
        close_node(&r);
    array_release(nodes->table->scratch, &r.open);
    return !json->failed;
}

bool cpu_nodes_read_timestamps(CpuNodes *nodes, Json *json) {
    enum { AT_ONCE = 256 };
    CpuTable *table = nodes->table;
    int64_t times[AT_ONCE], last = 0;
    size_t n;
    if (!json_enter_or_skip(json, JSON_ARRAY))
        return false;
    do {
        n = json_numbers(json, 3, times, AT_ONCE);
        for (size_t i = 0; i < n; i++) {
            bool none = times[i] == JSON_NO_NUMBER;
            int64_t time = none ? last : cpu_clamp(times[i]);
            times[i] = none ? JSON_NO_NUMBER : time - last;
            last = time;
        }
        gaps_add(table->scratch, &table->deltas, times, n);
    } while (n == AT_ONCE);
    return !json->failed;
}
