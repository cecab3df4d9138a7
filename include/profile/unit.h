/* What numbers mean, and how they are written. Times are nanoseconds inside (whole numbers in doubles, so sums stay exact
 * up to 104 days), milliseconds in every JSON. Pure. */
#pragma once
#include "base/str.h"

typedef enum UnitKind {
    UNIT_TIME,    /* nanoseconds */
    UNIT_SAMPLES, /* counts of samples */
    UNIT_BYTES,
    UNIT_OTHER, /* a word of the file's own: "instructions", "" */
} UnitKind;

typedef struct Unit {
    UnitKind kind;
    Str word; /* of UNIT_OTHER; of UNIT_SAMPLES the event that was sampled, when the file has several; lives as long as its document */
} Unit;

/* "ms", "samples", "bytes" or the own word: the unit of JSON numbers. */
Str unit_word(Unit unit);
/* The factor from inside to JSON: 1e-6 for time, else 1. */
double unit_json_factor(Unit unit);
/* For people: "22.4 ms", "1.20 s", "850 ns", "3 812 samples", "1.5 MB", "12 345 instructions", four significant digits at most. */
Str unit_format(Arena *arena, Unit unit, double value);
/* The same without its word: "3 812". */
Str unit_figure(Arena *arena, Unit unit, double value);
/* The same for little room: "88.9 M", "9.22e18"; times and bytes as unit_format. */
Str unit_short(Arena *arena, Unit unit, double value);
/* part of whole in percent: "21.0%", "0.04%", "<0.01%", "0%", "100%"; "" when whole is not positive. */
Str percent_format(Arena *arena, double part, double whole);
/* "1 204 577": groups of three behind thin gaps (U+2009 would need a font, so plain spaces). */
Str count_format(Arena *arena, uint64_t count);
/* "638 MB", "1.06 GB": powers of 1000, three digits. */
Str bytes_format(Arena *arena, uint64_t bytes);
