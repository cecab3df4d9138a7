/* Samples one after another; see profile/samples.h. */
#include "profile/samples.h"

#include <math.h>

SampleWalk sample_walk(const Samples *samples, bool in_time) {
    SampleWalk walk = {.samples = samples, .timed = in_time && (samples->start || samples->packed)};
    walk.right = walk.timed ? -INFINITY : 0;
    if (samples->packed && samples->count)
        walk.now = samples->packed->base + gaps_take(&samples->packed->gaps, &walk.gap, 1);
    return walk;
}

/* The next n of the run. */
static void walk_packed(SampleWalk *walk, uint32_t n) {
    const PackedSamples *packed = walk->samples->packed;
    const SampleRun *run = &packed->runs[walk->run];
    bool last = walk->next + n == walk->samples->count;
    int64_t from = walk->now;
    walk->now += gaps_take(&packed->gaps, &walk->gap, last ? n - 1 : n);
    walk->node = run->node;
    walk->count = n;
    walk->next += n;
    walk->weight = (double)(walk->now - from) + (last ? packed->last : 0);
    walk->left = walk->timed ? fmax((double)from, walk->right) : walk->right; /* huge times are rounded */
    walk->right = walk->left + walk->weight;
    walk->walked += n;
    if (walk->walked == run->count) {
        walk->run++;
        walk->walked = 0;
    }
}

bool sample_next(SampleWalk *walk) {
    const Samples *s = walk->samples;
    if (walk->next == s->count)
        return false;
    if (s->packed) {
        walk_packed(walk, 1);
        return true;
    }
    walk->left = walk->timed ? fmax(s->start[walk->next], walk->right) : walk->right;
    walk->weight = s->weight[walk->next];
    walk->right = walk->left + walk->weight;
    walk->node = s->node[walk->next++];
    walk->count = 1;
    return true;
}

bool sample_next_run(SampleWalk *walk) {
    const PackedSamples *packed = walk->samples->packed;
    if (!packed || walk->next == walk->samples->count)
        return sample_next(walk);
    walk_packed(walk, packed->runs[walk->run].count - walk->walked);
    return true;
}
