/* A merge sort that starts from short runs sorted by insertion, and a quickselect with three-way partition. */
#include "base/sort.h"

#include <math.h>
#include <string.h>

enum { RUN = 16 };

static void insert_all(uint32_t *list, size_t n, SortAfter after, const void *context) {
    for (size_t i = 1; i < n; i++) {
        uint32_t item = list[i];
        size_t at = i;
        for (; at > 0 && after(context, list[at - 1], item); at--)
            list[at] = list[at - 1];
        list[at] = item;
    }
}

/* Merges list[0..middle) and list[middle..n), of which the first is moved out of the way; in order already: nothing to do. */
static void merge_two(uint32_t *list, size_t middle, size_t n, uint32_t *room, SortAfter after, const void *context) {
    if (!after(context, list[middle - 1], list[middle]))
        return;
    memcpy(room, list, middle * sizeof *room);
    size_t a = 0, b = middle, to = 0;
    while (a < middle && b < n)
        list[to++] = after(context, room[a], list[b]) ? list[b++] : room[a++];
    memcpy(list + to, room + a, (middle - a) * sizeof *room);
}

void sort_indices(uint32_t *list, size_t n, uint32_t *room, SortAfter after, const void *context) {
    for (size_t i = 0; i < n; i += RUN)
        insert_all(list + i, n - i < RUN ? n - i : RUN, after, context);
    for (size_t run = RUN; run < n; run *= 2)
        for (size_t i = 0; i + run < n; i += 2 * run)
            merge_two(list + i, run, n - i < 2 * run ? n - i : 2 * run, room, after, context);
}

static void swap(double *a, double *b) {
    double t = *a;
    *a = *b;
    *b = t;
}

static double draw(const double *values, size_t n, uint64_t *random) {
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return values[(*random >> 33) % n];
}

/* Some, drawn at random, in order. */
static void draw_sample(const double *values, size_t n, uint64_t *random, double *sample, size_t size) {
    for (size_t i = 0; i < size; i++) {
        double value = draw(values, n, random);
        size_t at = i;
        for (; at > 0 && sample[at - 1] > value; at--)
            sample[at] = sample[at - 1];
        sample[at] = value;
    }
}

/* A value near the k-th smallest, as a few drawn at random tell: little is left to be looked at again then. */
static double pivot_of(const double *values, size_t n, size_t k, uint64_t *random) {
    enum { SAMPLE = 25, MANY = 500 };
    double sample[SAMPLE] = {0};
    if (n < MANY)
        return draw(values, n, random);
    draw_sample(values, n, random, sample, SAMPLE);
    return sample[k * SAMPLE / n];
}

double select_nth(double *values, size_t n, size_t k) {
    uint64_t random = 0x9e3779b97f4a7c15u;
    size_t from = 0, to = n;
    while (to - from > 1) {
        double pivot = pivot_of(values + from, to - from, k - from, &random);
        size_t less = from, more = to; /* [from, less) below the pivot, [more, to) above */
        for (size_t i = from; i < more;) {
            if (values[i] < pivot)
                swap(&values[i++], &values[less++]);
            else if (values[i] > pivot)
                swap(&values[i], &values[--more]);
            else
                i++;
        }
        if (k >= less && k < more)
            return pivot;
        from = k < less ? from : more;
        to = k < less ? less : to;
    }
    return values[k];
}

/* Two values between which the k-th smallest lies in all but one case of ten thousand. */
static void find_bounds(const double *values, size_t n, size_t k, double *low, double *high) {
    enum { SAMPLE = 127 };
    double sample[SAMPLE] = {0};
    uint64_t random = 0x9e3779b97f4a7c15u;
    draw_sample(values, n, &random, sample, SAMPLE);
    double share = (double)k / (double)n, at = share * SAMPLE, margin = 1 + 4 * sqrt(share * (1 - share) * SAMPLE);
    *low = at < margin ? -INFINITY : sample[(size_t)(at - margin)];
    *high = at + margin >= SAMPLE ? INFINITY : sample[(size_t)(at + margin)];
}

/* Without a branch per value. */
double select_among(const double *values, size_t n, size_t k, double *room) {
    enum { MANY = 2000 };
    size_t below = 0, between = 0;
    double low, high;
    if (n >= MANY) {
        find_bounds(values, n, k, &low, &high);
        for (size_t i = 0; i < n; i++) {
            double value = values[i];
            room[between] = value;
            between += (size_t)(value >= low) & (size_t)(value <= high);
            below += value < low;
        }
        if (k >= below && k < below + between)
            return select_nth(room, between, k - below);
    }
    memcpy(room, values, n * sizeof *room);
    return select_nth(room, n, k);
}
