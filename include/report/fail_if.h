/* Conditions on a profile for CI: "self(deepClone) > 20%", "total(render*) >= 300ms". A condition holds when it holds for one function whose
 * name matches (each function is held against it alone); '*' in the name stands for any text. Percentages are of active.
 * An amount without a unit is of a track whose unit is a word of the file ("Ir"); elsewhere it is refused. Pure. */
#pragma once
#include "derive/hotspots.h"
#include "report/quantity.h"

typedef struct FailIf {
    bool total;    /* total(NAME), else self(NAME) */
    bool or_equal; /* >= */
    Str pattern, text;
    Quantity limit;
} FailIf;

/* False with err (what is wrong, and an example). Slices of text are kept. */
bool fail_if_parse(Str text, FailIf *condition, Err *err);
/* Looks for the function that is furthest over the limit. *sentence: "self(deepClone) is 31.2% (137 ms of 440 ms), limit > 20%"; empty when
 * the condition does not hold. False with err when the limit's unit is not the track's, or missing. */
bool fail_if_check(Arena *arena, const FailIf *condition, const Frames *frames, const Hotspots *hotspots, Str *sentence,
                   Err *err);
/* '*' in pattern stands for any bytes, also none; all else for itself. */
bool name_matches(Str pattern, Str name);
