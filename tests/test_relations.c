/* derive/relations: who calls whom, also under recursion. */
#include <check.h>

#include "derive/relations.h"

/* A tree of single letters, by its depths: "a0 b1 a2 b3" with totals. */
typedef struct Row {
    char name;
    uint32_t depth;
    double total;
} Row;

static Tree *make_tree(Arena *arena, Frames *frames, const Row *rows, uint32_t count) {
    Tree *tree = tree_new(arena, count);
    uint32_t path[16] = {0};
    for (uint32_t i = 0; i < count; i++) {
        tree->frame[i] = frames_add_name(frames, (Str){&rows[i].name, 1}, FRAME_CODE);
        tree->depth[i] = rows[i].depth;
        tree->parent[i] = rows[i].depth > 0 ? path[rows[i].depth - 1] : TREE_NONE;
        tree->start[i] = 0;
        tree->total[i] = tree->self[i] = rows[i].total;
        if (rows[i].depth > 0)
            tree->self[tree->parent[i]] -= rows[i].total;
        path[rows[i].depth] = i;
        tree->end[i] = i + 1;
        for (uint32_t up = tree->parent[i]; up != TREE_NONE; up = tree->parent[up])
            tree->end[up] = i + 1;
    }
    tree_seal(tree);
    return tree;
}

static const Row recursive[] = {{'a', 0, 100}, {'b', 1, 60}, {'a', 2, 40}, {'b', 3, 30}, {'c', 1, 10}, {'b', 0, 5}};

static Str tell(Arena *arena, const Frames *frames, const Relations *relations, FrameId frame) {
    Text text = text_new(arena);
    for (uint32_t i = relations->first[frame]; i < relations->first[frame + 1]; i++) {
        const Relation *r = &relations->list[i];
        text_addf(&text, "%.*s=%g ", STR_ARG(r->other == FRAME_NONE ? STR("-") : frame_name(frames, r->other)),
                  r->weight);
    }
    return text_str(&text);
}

START_TEST(relations) {
    Arena *arena = arena_new();
    Frames frames = frames_new(arena);
    Tree *tree = make_tree(arena, &frames, recursive, 6);
    Relations *callers = derive_relations(arena, &frames, tree, RELATION_CALLERS);
    Relations *callees = derive_relations(arena, &frames, tree, RELATION_CALLEES);
    ck_assert_str_eq(tell(arena, &frames, callers, 0).data, "-=100 ");
    ck_assert_str_eq(tell(arena, &frames, callers, 1).data, "a=60 -=5 ");
    ck_assert_str_eq(tell(arena, &frames, callers, 2).data, "a=10 ");
    ck_assert_str_eq(tell(arena, &frames, callees, 0).data, "b=60 c=10 ");
    ck_assert_str_eq(tell(arena, &frames, callees, 1).data, "a=40 ");
    ck_assert_uint_eq(tell(arena, &frames, callees, 2).len, 0);
    arena_free(arena);
}
END_TEST

START_TEST(heaviest_path) {
    Arena *arena = arena_new();
    Frames frames = frames_new(arena);
    Tree *tree = make_tree(arena, &frames, recursive, 6);
    uint32_t path[8];
    ck_assert_uint_eq(derive_heaviest_path(&frames, tree, FRAME_NONE, path, 8), 4);
    ck_assert_uint_eq(path[3], 3);
    ck_assert_uint_eq(derive_heaviest_path(&frames, tree, FRAME_NONE, path, 2), 2);
    ck_assert_uint_eq(derive_heaviest_path(&frames, tree, tree->frame[3], path, 8), 4);
    ck_assert_uint_eq(path[3], 3);
    ck_assert_uint_eq(derive_heaviest_path(&frames, tree, tree->frame[4], path, 8), 2);
    ck_assert_uint_eq(path[1], 4);
    ck_assert_uint_eq(derive_heaviest_path(&frames, tree, tree->frame[4], path, 1), 1);
    ck_assert_uint_eq(derive_heaviest_path(&frames, tree, 99, path, 8), 0);
    static const Row flat[] = {{'a', 0, 100}, {'b', 1, 30}};
    ck_assert_uint_eq(derive_heaviest_path(&frames, make_tree(arena, &frames, flat, 2), FRAME_NONE, path, 8), 1);
    arena_free(arena);
}
END_TEST

Suite *test_relations(void);
Suite *test_relations(void) {
    Suite *s = suite_create("relations");
    TCase *t = tcase_create("relations");
    tcase_add_test(t, relations);
    tcase_add_test(t, heaviest_path);
    suite_add_tcase(s, t);
    return s;
}
