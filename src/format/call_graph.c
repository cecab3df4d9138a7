/* Unrolling a call graph, heaviest call first. Cycles are found once (Tarjan's strongly connected components), so only calls
 * inside one need the look up the path. */
#include "format/call_graph.h"

#include "base/array.h"
#include "base/map.h"

typedef struct Function {
    uint32_t first_edge; /* edges of a caller are chained */
    uint32_t component;
} Function;

typedef struct Edge {
    uint32_t caller, callee, next;
} Edge;

struct CallGraph {
    Arena *arena;
    uint32_t costs;
    Array(Function) functions;
    Array(Edge) edges;
    Array(double) self;  /* function * costs + cost */
    Array(double) calls; /* edge * costs + cost */
    Map index;           /* (caller, callee) -> edge */
    bool linked;
};

enum { NONE = UINT32_MAX };

CallGraph *call_graph_new(Arena *arena, uint32_t costs) {
    CallGraph *g = arena_one(arena, CallGraph);
    g->arena = arena;
    g->costs = costs;
    g->index.arena = arena;
    return g;
}

uint32_t call_graph_add(CallGraph *g) {
    array_push(g->arena, &g->functions, (Function){.first_edge = NONE, .component = NONE});
    for (uint32_t c = 0; c < g->costs; c++)
        array_push(g->arena, &g->self, 0);
    return (uint32_t)g->functions.count - 1;
}

void call_graph_self(CallGraph *g, uint32_t function, uint32_t cost, double value) {
    g->self.data[(size_t)function * g->costs + cost] += value;
}

static uint32_t edge_between(CallGraph *g, uint32_t caller, uint32_t callee) {
    bool fresh;
    uint32_t e = *map_slot(&g->index, (uint64_t)caller << 32 | callee, (uint32_t)g->edges.count, &fresh);
    if (!fresh)
        return e;
    array_push(g->arena, &g->edges, (Edge){caller, callee, g->functions.data[caller].first_edge});
    g->functions.data[caller].first_edge = e;
    for (uint32_t c = 0; c < g->costs; c++)
        array_push(g->arena, &g->calls, 0);
    g->linked = false;
    return e;
}

void call_graph_call(CallGraph *g, uint32_t caller, uint32_t callee, uint32_t cost, double value) {
    uint32_t e = edge_between(g, caller, callee);
    g->calls.data[(size_t)e * g->costs + cost] += value;
}

static double self_of(const CallGraph *g, uint32_t function, uint32_t cost) {
    return g->self.data[(size_t)function * g->costs + cost];
}

static double call_of(const CallGraph *g, uint32_t edge, uint32_t cost) {
    return g->calls.data[(size_t)edge * g->costs + cost];
}

double call_graph_sum(const CallGraph *g, uint32_t cost) {
    double sum = 0;
    for (uint32_t f = 0; f < g->functions.count; f++)
        sum += self_of(g, f, cost);
    return sum;
}

/* ---- strongly connected components: Tarjan 1972, with its recursion as an explicit stack ---- */

typedef struct Tarjan {
    CallGraph *g;
    uint32_t *number, *low, *edge; /* edge: where the walk of a function goes on */
    Array(uint32_t) path, pending;
    uint32_t next_number, components;
} Tarjan;

static void visit(Tarjan *t, uint32_t f) {
    t->number[f] = t->low[f] = ++t->next_number;
    t->edge[f] = t->g->functions.data[f].first_edge;
    array_push(t->g->arena, &t->path, f);
    array_push(t->g->arena, &t->pending, f);
}

static void close_component(Tarjan *t, uint32_t f) {
    uint32_t member;
    do {
        member = array_pop(&t->pending);
        t->g->functions.data[member].component = t->components;
    } while (member != f);
    t->components++;
}

static void lower(uint32_t *low, uint32_t to) {
    if (to < *low)
        *low = to;
}

/* One step for the function on top of the path: follow its next edge, or leave it. */
static void step(Tarjan *t) {
    uint32_t f = array_last(&t->path), e = t->edge[f];
    if (e != NONE) {
        uint32_t to = t->g->edges.data[e].callee;
        t->edge[f] = t->g->edges.data[e].next;
        if (!t->number[to])
            visit(t, to);
        else if (t->g->functions.data[to].component == NONE)
            lower(&t->low[f], t->number[to]);
        return;
    }
    (void)array_pop(&t->path);
    if (t->path.count)
        lower(&t->low[array_last(&t->path)], t->low[f]);
    if (t->low[f] == t->number[f])
        close_component(t, f);
}

static uint32_t find_components(CallGraph *g) {
    size_t n = g->functions.count;
    Tarjan t = {.g = g};
    t.number = arena_many(g->arena, uint32_t, n);
    t.low = arena_many(g->arena, uint32_t, n);
    t.edge = arena_many(g->arena, uint32_t, n);
    for (uint32_t f = 0; f < n; f++)
        g->functions.data[f].component = NONE;
    for (uint32_t f = 0; f < n; f++) {
        if (!t.number[f])
            visit(&t, f);
        while (t.path.count)
            step(&t);
    }
    g->linked = true;
    return t.components;
}

/* ---- unrolling ---- */

typedef struct Pending {
    double weight;
    uint32_t function, node; /* node of stacks, not yet opened */
} Pending;

typedef struct Unroll {
    CallGraph *g;
    uint32_t cost, nodes, max_nodes;
    const FrameId *frame;
    FrameId rest;
    Stacks *stacks;
    Array(uint32_t) function_of; /* by node of stacks */
    Array(Pending) heap;         /* largest weight first */
    double rest_weight, least;
} Unroll;

static void heap_push(Unroll *u, Pending item) {
    array_push(u->g->arena, &u->heap, item);
    Pending *h = u->heap.data;
    size_t i = u->heap.count - 1;
    for (; i > 0 && h[(i - 1) / 2].weight < item.weight; i = (i - 1) / 2)
        h[i] = h[(i - 1) / 2];
    h[i] = item;
}

static Pending heap_pop(Unroll *u) {
    Pending *h = u->heap.data, top = h[0], last = array_pop(&u->heap);
    size_t n = u->heap.count, i = 0;
    for (size_t c = 1; c < n; c = 2 * i + 1) {
        if (c + 1 < n && h[c + 1].weight > h[c].weight)
            c++;
        if (h[c].weight <= last.weight)
            break;
        h[i] = h[c];
        i = c;
    }
    if (n)
        h[i] = last;
    return top;
}

/* Whether function is on the way from node to its root. Inside one component the way is unbroken. */
static bool on_path(const Unroll *u, uint32_t node, uint32_t function) {
    const Function *f = u->g->functions.data;
    uint32_t component = f[function].component;
    for (; node != TREE_NONE; node = stacks_parent(u->stacks, node)) {
        uint32_t here = u->function_of.data[node];
        if (here == NONE || f[here].component != component)
            return false;
        if (here == function)
            return true;
    }
    return false;
}

static bool counts(const Unroll *u, const Pending *p, uint32_t edge) {
    return call_of(u->g, edge, u->cost) > 0 && !on_path(u, p->node, u->g->edges.data[edge].callee);
}

static uint32_t add_node(Unroll *u, uint32_t parent, uint32_t function, FrameId frame) {
    uint32_t node = stacks_append(u->stacks, parent, frame);
    array_push(u->g->arena, &u->function_of, function);
    u->nodes++;
    return node;
}

static void add_pending(Unroll *u, uint32_t parent, uint32_t function, double weight) {
    uint32_t node = add_node(u, parent, function, u->frame[function]);
    heap_push(u, (Pending){weight, function, node});
}

/* Divides the weight of a call among its own cost and its calls, in proportion. */
static void open_node(Unroll *u, Pending p) {
    double self = self_of(u->g, p.function, u->cost), whole = self;
    uint32_t first = u->g->functions.data[p.function].first_edge;
    for (uint32_t e = first; e != NONE; e = u->g->edges.data[e].next)
        if (counts(u, &p, e))
            whole += call_of(u->g, e, u->cost);
    double share = whole > 0 ? p.weight / whole : 0, left = 0;
    if (whole <= 0)
        self = p.weight, share = 1;
    stacks_weigh(u->stacks, p.node, self * share, 0);
    for (uint32_t e = first; e != NONE; e = u->g->edges.data[e].next) {
        if (!counts(u, &p, e))
            continue;
        double weight = call_of(u->g, e, u->cost) * share;
        if (u->nodes < u->max_nodes && weight >= u->least)
            add_pending(u, p.node, u->g->edges.data[e].callee, weight);
        else
            left += weight;
    }
    if (left > 0) {
        u->rest_weight += left;
        stacks_weigh(u->stacks, add_node(u, p.node, NONE, u->rest), left, 0);
    }
}

/* What a component has beyond what its callers bring: it starts there, at its heaviest member. */
static void add_roots(Unroll *u, uint32_t components, double total) {
    CallGraph *g = u->g;
    double *mass = arena_many(g->arena, double, components), *most = arena_many(g->arena, double, components);
    uint32_t *entry = arena_many(g->arena, uint32_t, components);
    double *inclusive = arena_many(g->arena, double, g->functions.count);
    for (uint32_t f = 0; f < g->functions.count; f++) {
        inclusive[f] += self_of(g, f, u->cost);
        mass[g->functions.data[f].component] += self_of(g, f, u->cost);
    }
    for (uint32_t e = 0; e < g->edges.count; e++) {
        const Edge *edge = &g->edges.data[e];
        uint32_t from = g->functions.data[edge->caller].component, to = g->functions.data[edge->callee].component;
        inclusive[edge->caller] += edge->caller == edge->callee ? 0 : call_of(g, e, u->cost);
        mass[from] += from == to ? 0 : call_of(g, e, u->cost);
        mass[to] -= from == to ? 0 : call_of(g, e, u->cost);
    }
    for (uint32_t f = 0; f < g->functions.count; f++) {
        uint32_t c = g->functions.data[f].component;
        if (inclusive[f] > most[c]) {
            most[c] = inclusive[f];
            entry[c] = f;
        }
    }
    for (uint32_t c = components; c-- > 0;) /* Tarjan numbers callees first */
        if (mass[c] > 1e-9 * total)
            add_pending(u, TREE_NONE, entry[c], mass[c]);
}

double call_graph_unroll(CallGraph *g, uint32_t cost, const FrameId *frame, FrameId rest, uint32_t max_nodes,
                         Stacks *stacks) {
    uint32_t components = find_components(g);
    double total = call_graph_sum(g, cost);
    Unroll u = {.g = g, .cost = cost, .max_nodes = max_nodes, .frame = frame, .rest = rest, .stacks = stacks};
    u.least = total * 1e-9;
    add_roots(&u, components, total);
    while (u.heap.count)
        open_node(&u, heap_pop(&u));
    return u.rest_weight;
}
