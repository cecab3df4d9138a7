/* libFuzzer on the real load path and on every view: what bytes can do to cresset. Built by `make fuzz` (clang). */
#include "walk.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Arena *arena = arena_new();
    const char *fault = walk_bytes(arena, (Str){(const char *)data, size}, 4);
    if (fault) {
        fprintf(stderr, "%s\n", fault);
        abort();
    }
    arena_free(arena);
    return 0;
}
