/* Unrolling a call graph, heaviest call first. Cycles are found once (Tarjan's strongly connected components); each time a
 * cycle is entered all its functions are laid out once below the entry, so own costs stay exact and nothing recurs. */
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

static void add_values(double *sums, const double *values, uint32_t n) {
    for (uint32_t c = 0; c < n; c++)
        sums[c] += values[c];
}

void call_graph_self(CallGraph *g, uint32_t function, const double *values) {
    add_values(&g->self.data[(size_t)function * g->costs], values, g->costs);
}

/* Calls of one kind often follow one another: the last edge of a caller is looked at first. */
static uint32_t edge_between(CallGraph *g, uint32_t caller, uint32_t callee) {
    bool fresh;
    uint32_t last = g->functions.data[caller].first_edge;
    if (last != NONE && g->edges.data[last].callee == callee)
        return last;
    uint32_t e = *map_slot(&g->index, (uint64_t)caller << 32 | callee, (uint32_t)g->edges.count, &fresh);
    if (!fresh)
        return e;
    array_push(g->arena, &g->edges, (Edge){caller, callee, last});
    g->functions.data[caller].first_edge = e;
    for (uint32_t c = 0; c < g->costs; c++)
        array_push(g->arena, &g->calls, 0);
    g->linked = false;
    return e;
}

void call_graph_call(CallGraph *g, uint32_t caller, uint32_t callee, const double *values) {
    uint32_t e = edge_between(g, caller, callee);
    add_values(&g->calls.data[(size_t)e * g->costs], values, g->costs);
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

typedef struct Member {
    uint32_t function, parent; /* parent: index of the member before it, NONE for the entry */
    uint32_t node;
    double weight; /* own cost and calls that leave the component, of it and of those below it */
} Member;

typedef struct Unroll {
    CallGraph *g;
    uint32_t cost, nodes, max_nodes;
    const FrameId *frame;
    FrameId rest;
    Stacks *stacks;
    Array(Pending) heap;   /* largest weight first */
    Array(Member) members; /* of the component being opened, callers first */
    uint32_t *seen, round; /* by function: the round in which it became a member */
    double rest_weight, least;
    double *mass;  /* by component: own costs of its functions and the calls that leave it */
    double *scale; /* by component: what a call into it counts, below 1 where callers claim more than it has */
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

static uint32_t component_of(const Unroll *u, uint32_t function) {
    return u->g->functions.data[function].component;
}

/* What a call that leaves its component counts; 0 for one that stays inside. */
static double weight_of(const Unroll *u, uint32_t edge) {
    const Edge *e = &u->g->edges.data[edge];
    uint32_t to = component_of(u, e->callee);
    return component_of(u, e->caller) == to ? 0 : call_of(u->g, edge, u->cost) * u->scale[to];
}

static uint32_t add_node(Unroll *u, uint32_t parent, FrameId frame) {
    u->nodes++;
    return stacks_append(u->stacks, parent, frame);
}

static void add_pending(Unroll *u, uint32_t parent, uint32_t function, double weight) {
    heap_push(u, (Pending){weight, function, add_node(u, parent, u->frame[function])});
}

static void add_member(Unroll *u, uint32_t function, uint32_t parent) {
    double weight = self_of(u->g, function, u->cost);
    for (uint32_t e = u->g->functions.data[function].first_edge; e != NONE; e = u->g->edges.data[e].next)
        weight += weight_of(u, e);
    u->seen[function] = u->round;
    array_push(u->g->arena, &u->members, (Member){function, parent, TREE_NONE, weight});
}

/* The functions of a component in breadth-first order from its entry, with the weight of what hangs below each. */
static void list_members(Unroll *u, uint32_t entry) {
    u->members.count = 0;
    u->round++;
    add_member(u, entry, NONE);
    for (uint32_t i = 0; i < u->members.count; i++) {
        uint32_t f = u->members.data[i].function;
        for (uint32_t e = u->g->functions.data[f].first_edge; e != NONE; e = u->g->edges.data[e].next) {
            uint32_t callee = u->g->edges.data[e].callee;
            bool inside = component_of(u, callee) == component_of(u, f) && call_of(u->g, e, u->cost) > 0;
            if (inside && u->seen[callee] != u->round)
                add_member(u, callee, i);
        }
    }
    for (size_t i = u->members.count; i-- > 1;)
        u->members.data[u->members.data[i].parent].weight += u->members.data[i].weight;
}

static void add_rest(Unroll *u, uint32_t parent, double weight) {
    if (weight <= 0)
        return;
    u->rest_weight += weight;
    stacks_weigh(u->stacks, add_node(u, parent, u->rest), weight, 0);
}

static void open_member(Unroll *u, const Member *m, double share) {
    double left = 0;
    stacks_weigh(u->stacks, m->node, self_of(u->g, m->function, u->cost) * share, 0);
    for (uint32_t e = u->g->functions.data[m->function].first_edge; e != NONE; e = u->g->edges.data[e].next) {
        double weight = weight_of(u, e) * share;
        if (weight > 0 && u->nodes < u->max_nodes && weight >= u->least)
            add_pending(u, m->node, u->g->edges.data[e].callee, weight);
        else
            left += weight;
    }
    add_rest(u, m->node, left);
}

/* Divides the weight of a call among the functions it enters, in proportion. */
static void open_node(Unroll *u, Pending p) {
    list_members(u, p.function);
    if (u->nodes + u->members.count > u->max_nodes + 1) {
        add_rest(u, p.node, p.weight);
        return;
    }
    double whole = u->members.data[0].weight, share = whole > 0 ? p.weight / whole : 0;
    for (uint32_t i = 0; i < u->members.count; i++) {
        Member *m = &u->members.data[i];
        if (m->weight <= 0)
            continue; /* nothing below it either */
        m->node = i == 0 ? p.node : add_node(u, u->members.data[m->parent].node, u->frame[m->function]);
        open_member(u, m, share);
    }
}

/* What flows through the components, in the order that Tarjan numbers them: callees first. */
typedef struct Flow {
    double *incoming; /* what callers outside claim */
    double *most;     /* the largest inclusive cost of a member, and that member: where a root component is entered */
    uint32_t *entry, *first, *next; /* functions of a component, chained */
} Flow;

static Flow new_flow(const Unroll *u, uint32_t components) {
    const CallGraph *g = u->g;
    Arena *a = g->arena;
    Flow f = {.incoming = arena_many(a, double, components),
              .most = arena_many(a, double, components),
              .entry = arena_many(a, uint32_t, components),
              .first = arena_many(a, uint32_t, components),
              .next = arena_many(a, uint32_t, g->functions.count)};
    for (uint32_t i = (uint32_t)g->functions.count; i-- > 0;) { /* chained by index + 1 */
        uint32_t c = g->functions.data[i].component;
        f.next[i] = f.first[c];
        f.first[c] = i + 1;
    }
    for (uint32_t e = 0; e < g->edges.count; e++) {
        const Edge *edge = &g->edges.data[e];
        uint32_t from = g->functions.data[edge->caller].component, to = g->functions.data[edge->callee].component;
        f.incoming[to] += from == to ? 0 : call_of(g, e, u->cost);
    }
    return f;
}

static void add_function(Unroll *u, Flow *f, uint32_t c, uint32_t function) {
    double inclusive = self_of(u->g, function, u->cost), leaving = inclusive;
    for (uint32_t e = u->g->functions.data[function].first_edge; e != NONE; e = u->g->edges.data[e].next) {
        leaving += weight_of(u, e);
        inclusive += u->g->edges.data[e].callee == function ? 0 : call_of(u->g, e, u->cost);
    }
    u->mass[c] += leaving;
    if (inclusive > f->most[c]) {
        f->most[c] = inclusive;
        f->entry[c] = function;
    }
}

/* Files claim more for a call than the callee has where recursion was counted twice: then the calls are scaled, so that the
 * costs of all nodes add up to those of the file. What nobody claims starts there as a root. */
static void add_roots(Unroll *u, uint32_t components, double total) {
    Flow f = new_flow(u, components);
    u->scale = arena_many(u->g->arena, double, components);
    u->mass = arena_many(u->g->arena, double, components);
    u->seen = arena_many(u->g->arena, uint32_t, u->g->functions.count);
    for (uint32_t c = 0; c < components; c++) {
        for (uint32_t i = f.first[c]; i; i = f.next[i - 1])
            add_function(u, &f, c, i - 1);
        u->scale[c] = f.incoming[c] > u->mass[c] ? u->mass[c] / f.incoming[c] : 1;
        double rest = u->mass[c] - f.incoming[c] * u->scale[c];
        if (rest > 1e-9 * total)
            add_pending(u, TREE_NONE, f.entry[c], rest);
    }
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
