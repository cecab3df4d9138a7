/* Outermost occurrences are found in one scan: preorder lets a subtree be skipped once its root matched. */
#include "derive/callers.h"

#include "derive/merge.h"
#include "derive/slice.h"

enum { POLL = 1 << 12 };

/* Adds the occurrence at node `at` of tree; false when stopped. */
typedef bool (*AddOccurrence)(Merge *merge, const Tree *tree, uint32_t at, Progress *progress);

static bool add_occurrences(Merge *merge, const Tree *tree, FrameId function, AddOccurrence add, Progress *progress) {
    for (uint32_t i = 0; i < tree->count;) {
        if (tree->frame[i] != function) {
            i++;
            continue;
        }
        if (!add(merge, tree, i, progress))
            return false;
        i = tree->end[i];
    }
    return true;
}

static Tree *merge_occurrences(Arena *arena, const DeriveInput *input, FrameId function, AddOccurrence add) {
    Arena *scratch = arena_new();
    Merge *merge = merge_new(scratch);
    bool going = true;
    for (size_t i = 0; i < input->track_count && going; i++) {
        const Tree *tree = slice_take(scratch, input->tracks[i], input->from, input->to).tree;
        going = add_occurrences(merge, tree, function, add, input->progress);
    }
    Tree *result = going ? merge_finish(merge, arena, input->frames, FRAME_NONE) : NULL;
    arena_free(scratch);
    return result;
}

static uint32_t hits_below(const Tree *tree, uint32_t node) {
    uint64_t hits = 0;
    if (!tree->hits)
        return 1;
    for (uint32_t i = node; i < tree->end[node]; i++)
        hits += tree->hits[i];
    return hits > UINT32_MAX ? UINT32_MAX : (uint32_t)hits;
}

static bool add_callers(Merge *merge, const Tree *tree, uint32_t at, Progress *progress) {
    uint32_t node = MERGE_TOP, steps = 0;
    for (uint32_t i = at; i != TREE_NONE; i = tree->parent[i]) {
        node = merge_child(merge, node, tree->frame[i]);
        if (++steps % POLL == 0 && progress_stopped(progress))
            return false;
    }
    merge_weigh(merge, node, tree->total[at], hits_below(tree, at));
    return !progress_stopped(progress);
}

static bool add_callees(Merge *merge, const Tree *tree, uint32_t at, Progress *progress) {
    return merge_tree(merge, MERGE_TOP, tree, at, tree->end[at], progress);
}

Tree *derive_callers(Arena *arena, const DeriveInput *input, FrameId function) {
    return merge_occurrences(arena, input, function, add_callers);
}

Tree *derive_callees(Arena *arena, const DeriveInput *input, FrameId function) {
    return merge_occurrences(arena, input, function, add_callees);
}
