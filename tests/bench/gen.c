/* What the generators share: numbers and files. */
#include "gen.h"

#include "base/file.h"

uint32_t random_next(Random *random) {
    uint64_t x = random->state ? random->state : 88172645463325252u;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    random->state = x;
    return (uint32_t)((x * 2685821657736338717u) >> 32);
}

uint32_t random_below(Random *random, uint32_t n) {
    return (uint32_t)((uint64_t)random_next(random) * n >> 32);
}

double random_unit(Random *random) {
    return random_next(random) / 4294967296.0;
}

bool output_open(Output *output, const char *path) {
    if (file_exists(path))
        return false;
    output->path = path;
    snprintf(output->temporary, sizeof output->temporary, "%s.new", path);
    output->file = fopen(output->temporary, "w");
    if (!output->file)
        perror(path);
    return output->file != NULL;
}

void output_close(Output *output) {
    fclose(output->file);
    if (rename(output->temporary, output->path) != 0)
        perror(output->path);
}
