/* Folded stacks: a walk that keeps a part of the stack before and calls on from there. */
#include "gen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES = 5000, MOST_DEPTH = 40 };

typedef struct Walk {
    Random random;
    Vocabulary *words;
    uint32_t stack[MOST_DEPTH];
    uint32_t depth;
} Walk;

static void step(Walk *w) {
    double u = random_unit(&w->random), room = MOST_DEPTH - 2;
    uint32_t keep = 1 + (uint32_t)(w->depth * sqrt(random_unit(&w->random)));
    w->depth = keep < w->depth ? keep : w->depth;
    if (w->depth == 0 || random_next(&w->random) % 512 == 0) {
        w->stack[0] = random_below(&w->random, NAMES);
        w->depth = 1;
    }
    uint32_t want = 2 + (uint32_t)(random_next(&w->random) % 4 ? room * (1 - u * u) : room * u);
    for (; w->depth < want; w->depth++)
        w->stack[w->depth] = vocabulary_callee(w->words, w->stack[w->depth - 1], random_next(&w->random));
}

/* A heavy tail: half of the lines 1, the others 1/u. */
static uint32_t weight(Random *random) {
    return random_next(random) % 2 ? (uint32_t)(1 / (random_unit(random) + 1e-9)) + 1 : 1;
}

static Str line_of(Arena *arena, Walk *w) {
    static const char *const roots[] = {"java", "node", "postgres", "swapper", "chrome --type=renderer"};
    char text[MOST_DEPTH * 96];
    size_t len = (size_t)snprintf(text, sizeof text, "%s", roots[w->stack[0] % 5]);
    for (uint32_t d = 0; d < w->depth; d++) {
        Str name = w->words->names[w->stack[d]];
        text[len] = ';';
        memcpy(text + len + 1, name.data, name.len);
        len += 1 + name.len;
    }
    len += (size_t)snprintf(text + len, sizeof text - len, " %u\n", weight(&w->random));
    return str_copy(arena, (Str){text, len});
}

static int by_bytes(const void *a, const void *b) {
    const Str *x = a, *y = b;
    int order = memcmp(x->data, y->data, x->len < y->len ? x->len : y->len);
    return order ? order : (x->len > y->len) - (x->len < y->len);
}

static bool same_stack(Str a, Str b) {
    const char *x = memrchr(a.data, ' ', a.len), *y = memrchr(b.data, ' ', b.len);
    return x - a.data == y - b.data && memcmp(a.data, b.data, (size_t)(x - a.data)) == 0;
}

void gen_folded(const char *path, size_t lines, bool sorted) {
    Output output;
    if (!output_open(&output, path))
        return;
    Arena *arena = arena_new();
    Walk walk = {.random = {3}};
    walk.words = vocabulary_new(arena, &walk.random, NAMES, false);
    size_t many = sorted ? lines + lines / 10 : lines, written = 0;
    Str *list = arena_many(arena, Str, many);
    for (size_t i = 0; i < many; i++) {
        step(&walk);
        list[i] = line_of(arena, &walk);
    }
    if (sorted)
        qsort(list, many, sizeof *list, by_bytes);
    for (size_t i = 0; i < many && written < lines; i++) {
        if (sorted && i && same_stack(list[i - 1], list[i]))
            continue;
        fwrite(list[i].data, 1, list[i].len, output.file);
        written++;
    }
    output_close(&output);
    arena_free(arena);
}
