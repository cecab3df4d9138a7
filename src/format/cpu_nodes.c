/* V8's node tables: reading them, and what each node is called. How samples become a track is in cpu_samples.c. */
#include "format/cpu_table.h"
#include "format/v8_name.h"

CpuNodes *cpu_nodes_new(Arena *scratch, Frames *frames) {
    CpuNodes *nodes = arena_one(scratch, CpuNodes);
    CpuTable *table = arena_one(scratch, CpuTable);
    *nodes = (CpuNodes){.start = CPU_NO_TIME, .end = CPU_NO_TIME, .table = table};
    *table = (CpuTable){.scratch = scratch, .frames = frames, .ids.codes.arena = scratch};
    table->other_rows.arena = table->shared.arena = scratch;
    return nodes;
}

/* What is not touched costs nothing, growing and moving does. */
void cpu_nodes_expect(CpuNodes *nodes, uint64_t bytes) {
    enum { A_SAMPLE = 12 /* with its time */, A_RUN = 4 * A_SAMPLE, A_NODE = 512 /* and its samples */ };
    CpuTable *table = nodes->table;
    gaps_expect(table->scratch, &table->deltas, bytes / A_SAMPLE);
    array_reserve(table->scratch, &table->samples.runs, bytes / A_RUN);
    array_reserve(table->scratch, &table->rows, bytes / A_NODE);
    array_reserve(table->scratch, &table->row_of, bytes / A_NODE);
    array_reserve(table->scratch, &table->links, bytes / A_NODE);
}

static FrameKind kind_of(const CpuNode *node) {
    FrameKind meta = v8_name_kind(node->name);
    bool native = str_is(node->url, "native") || str_starts(node->url, "native ");
    if (meta != FRAME_CODE)
        return meta;
    return native || (node->url.len == 0 && node->line < 0) ? FRAME_NATIVE : FRAME_CODE;
}

Str cpu_package_of(Str url) {
    static const Str mark = {"node_modules/", 13};
    if (str_starts(url, "node:"))
        return STR("node");
    size_t at = SIZE_MAX;
    for (size_t next = str_find(url, mark, 0); next != SIZE_MAX; next = str_find(url, mark, next + mark.len))
        at = next + mark.len;
    if (at == SIZE_MAX)
        return STR("");
    size_t end = str_find(url, STR("/"), at);
    if (end != SIZE_MAX && url.data[at] == '@')
        end = str_find(url, STR("/"), end + 1);
    return end == SIZE_MAX ? STR("") : str_slice(url, at, end);
}

static FrameId frame_of(CpuTable *table, const CpuNode *node) {
    Intern *strings = table->frames->strings;
    Str name = node->name.len ? node->name : STR("(anonymous)");
    FrameKind kind = kind_of(node);
    bool placed = node->url.len > 0 || kind == FRAME_CODE; /* some writers give (program) the line 0 */
    return frames_add(table->frames, &(Frame){.name = intern_add(strings, name),
                                              .file = intern_add(strings, node->url),
                                              .module = intern_add(strings, cpu_package_of(node->url)),
                                              .line = placed ? node->line + 1 : 0,
                                              .column = placed ? node->column + 1 : 0,
                                              .salt = node->url.len ? 0 : (uint32_t)node->script,
                                              .kind = kind});
}

/* Bytes that finishing takes for a row beside its node. */
enum { ROW_COST = 32 };

uint32_t cpu_add_row(CpuTable *table, const CpuNode *node) {
    uint32_t parent = node->parent == CPU_NO_NODE ? CPU_NO_CODE : cpu_code(table, node->parent);
    uint32_t hits = node->hits < UINT32_MAX ? (uint32_t)node->hits : UINT32_MAX;
    array_push(table->scratch, &table->rows, (CpuRow){cpu_code(table, node->id), parent, hits, frame_of(table, node)});
    arena_pledge(table->scratch, ROW_COST);
    return (uint32_t)table->rows.count - 1;
}

void cpu_nodes_add(CpuNodes *nodes, const CpuNode *node) {
    CpuTable *table = nodes->table;
    uint32_t code = cpu_code(table, node->id);
    if (cpu_row(table, code) == MAP_NONE)
        cpu_set_row(table, code, cpu_add_row(table, node));
    else if (table->twice++ < 3)
        table->twice_ids[table->twice - 1] = node->id;
}

void cpu_nodes_child(CpuNodes *nodes, int64_t parent, int64_t child) {
    CpuTable *table = nodes->table;
    uint32_t above = parent == CPU_NO_NODE ? CPU_NO_CODE : cpu_code(table, parent);
    array_push(table->scratch, &table->links, (CpuLink){above, cpu_code(table, child)});
}

size_t cpu_nodes_count(const CpuNodes *nodes) {
    return nodes->table->rows.count;
}

size_t cpu_nodes_samples(const CpuNodes *nodes) {
    return nodes->table->samples.count;
}

int64_t cpu_nodes_first(const CpuNodes *nodes) {
    const CpuTable *table = nodes->table;
    bool timed = nodes->start != CPU_NO_TIME && table->samples.count > 0;
    int64_t gap = table->deltas.count ? gaps_get(&table->deltas, (GapCursor){0}) : GAPS_NONE;
    return timed ? cpu_clamp(nodes->start) + (gap == GAPS_NONE ? 0 : cpu_clamp(gap)) : CPU_NO_TIME;
}

/* ---- JSON ---- */

/* What a node says of its function. Strings are kept, since the reader's window moves on. */
typedef struct NodeReader {
    CpuNodes *nodes;
    Json *json;
    CpuNode node;
    bool has_id;
    size_t first_link; /* children seen before the id: their parent is set afterwards */
} NodeReader;

static Str keep(CpuTable *table, Json *json) {
    Str s;
    json_string(json, &s);
    Intern *strings = table->frames->strings;
    return intern_str(strings, intern_add(strings, s));
}

/* scriptId is a number, mostly written as a string; what other writers put there still tells functions apart. */
static int64_t script_id(Json *json) {
    Str text;
    int64_t id;
    if (!json_scalar_text(json, &text))
        return 0;
    return str_to_i64(text, &id) ? id : (int64_t)(str_hash(text) >> 1);
}

static int32_t small(Json *json) {
    int64_t value;
    return json_i64(json, &value) && value >= -1 && value < INT32_MAX - 1 ? (int32_t)value : -1;
}

static void read_children(NodeReader *r) {
    int64_t ids[64];
    size_t n;
    if (!json_enter_or_skip(r->json, JSON_ARRAY))
        return;
    do {
        n = json_numbers(r->json, 0, ids, 64);
        for (size_t i = 0; i < n; i++)
            cpu_nodes_child(r->nodes, CPU_NO_NODE, ids[i]);
    } while (n == 64);
}

bool cpu_read_frame_key(CpuTable *table, Json *json, CpuNode *node, Str key) {
    if (str_is(key, "functionName"))
        node->name = keep(table, json);
    else if (str_is(key, "url"))
        node->url = keep(table, json);
    else if (str_is(key, "scriptId"))
        node->script = script_id(json);
    else if (str_is(key, "lineNumber"))
        node->line = small(json);
    else if (str_is(key, "columnNumber"))
        node->column = small(json);
    else
        return false;
    return true;
}

static void read_call_frame(NodeReader *r) {
    Str key;
    if (!json_enter_or_skip(r->json, JSON_OBJECT))
        return;
    while (json_key(r->json, &key))
        if (!cpu_read_frame_key(r->nodes->table, r->json, &r->node, key))
            json_skip(r->json);
}

static void read_node_key(NodeReader *r, Str key) {
    int64_t number = 0;
    if (str_is(key, "callFrame"))
        read_call_frame(r);
    else if (str_is(key, "id"))
        r->has_id = json_i64(r->json, &r->node.id);
    else if (str_is(key, "parent")) {
        if (json_i64(r->json, &number))
            r->node.parent = number;
    } else if (str_is(key, "hitCount")) {
        json_i64(r->json, &number);
        r->node.hits = number > 0 ? (uint64_t)number : 0;
    } else if (str_is(key, "children"))
        read_children(r);
    else if (!cpu_read_frame_key(r->nodes->table, r->json, &r->node, key))
        json_skip(r->json);
}

static void read_members(NodeReader *r) {
    Str key;
    json_enter(r->json, JSON_OBJECT);
    while (json_key(r->json, &key))
        read_node_key(r, key);
}

static void read_node(CpuNodes *nodes, Json *json) {
    CpuTable *table = nodes->table;
    NodeReader r = {.nodes = nodes, .json = json, .first_link = table->links.count};
    r.node = (CpuNode){.parent = CPU_NO_NODE, .name = STR(""), .url = STR(""), .line = -1, .column = -1};
    r.has_id = cpu_node_fast(nodes, json, &r.node);
    if (!r.has_id)
        read_members(&r);
    if (json->failed || !r.has_id) { /* half a node is none */
        table->links.count = r.first_link;
        return;
    }
    for (size_t i = r.first_link; i < table->links.count; i++)
        table->links.data[i].parent = cpu_code(table, r.node.id);
    cpu_nodes_add(nodes, &r.node);
}

bool cpu_nodes_read(CpuNodes *nodes, Json *json) {
    if (!json_enter_or_skip(json, JSON_ARRAY))
        return false;
    while (json_item(json)) {
        if (json_peek(json) == JSON_OBJECT)
            read_node(nodes, json);
        else
            json_skip(json);
        if (nodes->tick && nodes->table->rows.count % 4096 == 0 && !nodes->tick(nodes->user))
            return false;
    }
    return !json->failed;
}

bool cpu_nodes_read_samples(CpuNodes *nodes, Json *json) {
    enum { AT_ONCE = 256 };
    CpuTable *table = nodes->table;
    int64_t ids[AT_ONCE];
    uint32_t counts[AT_ONCE];
    size_t n;
    if (!json_enter_or_skip(json, JSON_ARRAY))
        return false;
    do {
        n = json_number_runs(json, ids, counts, AT_ONCE);
        for (size_t i = 0; i < n; i++)
            cpu_samples_add(table->scratch, &table->samples, cpu_code(table, ids[i]), counts[i]);
        if (nodes->tick && !nodes->tick(nodes->user))
            return false;
    } while (n == AT_ONCE);
    return !json->failed;
}

bool cpu_nodes_read_deltas(CpuNodes *nodes, Json *json) {
    int64_t values[GAPS_BLOCK];
    size_t n;
    if (!json_enter_or_skip(json, JSON_ARRAY))
        return false;
    do {
        n = json_numbers(json, 3, values, GAPS_BLOCK);
        gaps_add(nodes->table->scratch, &nodes->table->deltas, values, n);
        if (nodes->tick && !nodes->tick(nodes->user))
            return false;
    } while (n == GAPS_BLOCK);
    return !json->failed;
}
