/* Left heavy: every track's tree poured into one merge. */
#include "derive/heavy.h"

#include "derive/merge.h"
#include "derive/slice.h"

Tree *derive_heavy(Arena *arena, const DeriveInput *input, FrameId root) {
    Arena *scratch = arena_new();
    Merge *merge = merge_new(scratch);
    bool going = true;
    for (size_t i = 0; i < input->track_count && going; i++) {
        const Tree *tree = slice_take(scratch, input->tracks[i], input->from, input->to).tree;
        going = merge_tree(merge, MERGE_TOP, tree, 0, tree->count, input->progress);
    }
    Tree *heavy = going ? merge_finish(merge, arena, input->frames, root) : NULL;
    arena_free(scratch);
    return heavy;
}
