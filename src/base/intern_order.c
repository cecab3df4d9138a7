/* A radix sort over seven bytes of each string at a time, from the front: those that agree in them are sorted by the next seven.
 * What is still to be done stands in a list, so that a long shared prefix costs no stack. */
#include "base/intern_order.h"

#include "base/array.h"
#include "base/radix.h"

enum { STEP = 7, MORE = STEP + 1 /* in the last byte of a key: the string goes on */ };

typedef struct Run {
    size_t from, to; /* in items: they agree in all bytes before at */
    size_t at;
} Run;

typedef struct Sorting {
    const Intern *intern;
    Arena *scratch;
    RadixItem *items;
    Array(Run) runs;
} Sorting;

/* Seven bytes from at, then how many there are: a string stands before what it is a prefix of, also where that goes on with NUL. */
static uint64_t key_at(Str s, size_t at) {
    size_t left = s.len > at ? s.len - at : 0;
    uint64_t key = 0;
    for (size_t i = 0; i < STEP; i++)
        key = key << 8 | (i < left ? (unsigned char)s.data[at + i] : 0);
    return key << 8 | (left < MORE ? left : MORE);
}

static void sort_run(Sorting *s, Run run) {
    for (size_t i = run.from; i < run.to; i++)
        s->items[i].key = key_at(intern_str(s->intern, s->items[i].value), run.at);
    radix_sort(s->scratch, s->items + run.from, run.to - run.from);
    for (size_t from = run.from, to; from < run.to; from = to) {
        for (to = from + 1; to < run.to && s->items[to].key == s->items[from].key; to++)
            ;
        if (to - from > 1 && (s->items[from].key & 0xff) == MORE)
            array_push(s->scratch, &s->runs, ((Run){from, to, run.at + STEP}));
    }
}

void intern_sort(const Intern *intern, StrId *ids, size_t n) {
    Arena *scratch = arena_new();
    Sorting s = {.intern = intern, .scratch = scratch, .items = arena_many(scratch, RadixItem, n)};
    for (size_t i = 0; i < n; i++)
        s.items[i].value = ids[i];
    array_push(scratch, &s.runs, ((Run){0, n, 0}));
    while (s.runs.count)
        sort_run(&s, s.runs.data[--s.runs.count]);
    for (size_t i = 0; i < n; i++)
        ids[i] = s.items[i].value;
    arena_free(scratch);
}
