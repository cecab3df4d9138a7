/* What profile/stacks.c gathers and profile/stacks_finish.c makes a tree of. Internal to them. */
#pragma once
#include "base/array.h"
#include "base/map.h"
#include "profile/stacks.h"

typedef struct Links {
    uint32_t child; /* first of the chain of its children; TREE_NONE = none */
    uint32_t next;  /* in the chain it is in itself */
} Links;

struct Stacks {
    Arena *scratch;
    uint32_t count, capacity;
    uint32_t *parent; /* these are the tree's, where nodes are in preorder */
    FrameId *frame;
    double *weight;
    uint32_t *hits;
    Links *links;
    Map others;    /* (parent, frame) -> node, of all children of wide nodes */
    uint32_t root; /* first of the chain of roots */
    Array(uint32_t) sample_node;
    Array(double) sample_start, sample_weight;
    PackedSamples packed; /* instead of them */
    size_t packed_count;
    uint64_t samples, cut;
    uint32_t tracks; /* that will be made of it */
    size_t pledged;
    bool preorder; /* so far each node was added below the one before or beside that or a parent of it */
    bool sparse;
    bool timed, empty; /* empty: some samples have no node */
};

/* Takes back what was pledged for the finish. */
void stacks_redeem(Stacks *stacks);
