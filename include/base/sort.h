/* Sorting of index lists by whatever the indices stand for, and selection. Pure. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* True when a must stand behind b. */
typedef bool (*SortAfter)(const void *context, uint32_t a, uint32_t b);

/* Stable. room has place for n more. O(n log n), O(n) when sorted already. */
void sort_indices(uint32_t *list, size_t n, uint32_t *room, SortAfter after, const void *context);
/* The k-th smallest (from 0) of n finite values, k < n; moves them about so that what stands before k is not greater and what stands
 * behind is not smaller. O(n) expected, whatever the input. */
double select_nth(double *values, size_t n, size_t k);
/* The same without moving them: few are copied into room, which has place for n. n > 0. */
double select_among(const double *values, size_t n, size_t k, double *room);
