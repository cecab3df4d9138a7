/* Numbers with a unit, as users write them: "1.2s", "300 ms", "20%", "1.5MB", "12". Pure. */
#pragma once
#include "base/err.h"
#include "profile/unit.h"

typedef enum QuantityKind {
    QUANTITY_PLAIN,
    QUANTITY_PERCENT,
    QUANTITY_TIME,
    QUANTITY_BYTES,
    QUANTITY_SAMPLES
} QuantityKind;

typedef struct Quantity {
    QuantityKind kind;
    double value; /* ns, bytes, percent, or the number itself */
} Quantity;

/* False with err when text is no number, or has a unit that nobody knows. */
bool quantity_parse(Str text, Quantity *quantity, Err *err);
/* In the inside unit of a track (ns for time; a plain number of time is in milliseconds, as in JSON). False with err when the kinds do not
 * agree. Percent is refused: the caller knows of what. */
bool quantity_in(Quantity quantity, Unit unit, double *value, Err *err);
/* "A..B", either end may be missing ("..2s"): from and to in the unit, -INFINITY and INFINITY for a missing end. */
bool range_parse(Str text, Unit unit, double *from, double *to, Err *err);
