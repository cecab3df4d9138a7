/* From a call graph (functions, own costs, costs of the calls between them) to a call tree, for formats that keep no stacks
 * (callgrind). What an edge carries is divided among the callers in proportion, as every viewer of such files must; own
 * costs and inclusive costs of functions outside cycles come out exact. An edge back into the path is recursion: it is cut, its cost is part of
 * the outer call already. The heaviest calls are unrolled first; what is left when the limit of nodes is
 * reached is told. */
#pragma once
#include "profile/stacks.h"

typedef struct CallGraph CallGraph;

/* costs: how many kinds of cost each function and edge has. */
CallGraph *call_graph_new(Arena *arena, uint32_t costs);
/* A new function; indices count from 0. */
uint32_t call_graph_add(CallGraph *graph);
/* Adds to the own costs of a function, and to the inclusive costs of the calls from one function to another: a value for each kind. */
void call_graph_self(CallGraph *graph, uint32_t function, const double *values);
void call_graph_call(CallGraph *graph, uint32_t caller, uint32_t callee, const double *values);
/* The sum of one own cost over all functions. */
double call_graph_sum(const CallGraph *graph, uint32_t cost);
/* Unrolls one cost into stacks; frame[function] names the nodes, rest the frame of what was not unrolled. At most max_nodes nodes and one
 * rest each. Returns the weight that went to rest. */
double call_graph_unroll(CallGraph *graph, uint32_t cost, const FrameId *frame, FrameId rest, uint32_t max_nodes,
                         Stacks *stacks);
