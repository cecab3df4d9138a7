/* Units that users write; see report/quantity.h. */
#include "report/quantity.h"

#include <math.h>

static const struct {
    const char *word;
    QuantityKind kind;
    double factor;
} units[] = {
    {"", QUANTITY_PLAIN, 1},          {"%", QUANTITY_PERCENT, 1},       {"ns", QUANTITY_TIME, 1},
    {"us", QUANTITY_TIME, 1e3},       {"µs", QUANTITY_TIME, 1e3},       {"ms", QUANTITY_TIME, 1e6},
    {"s", QUANTITY_TIME, 1e9},        {"min", QUANTITY_TIME, 60e9},     {"h", QUANTITY_TIME, 3600e9},
    {"B", QUANTITY_BYTES, 1},         {"bytes", QUANTITY_BYTES, 1},     {"kB", QUANTITY_BYTES, 1e3},
    {"KB", QUANTITY_BYTES, 1e3},      {"MB", QUANTITY_BYTES, 1e6},      {"GB", QUANTITY_BYTES, 1e9},
    {"KiB", QUANTITY_BYTES, 1024},    {"MiB", QUANTITY_BYTES, 1048576}, {"GiB", QUANTITY_BYTES, 1073741824},
    {"samples", QUANTITY_SAMPLES, 1}, {"sample", QUANTITY_SAMPLES, 1},
};

static size_t number_end(Str text) {
    size_t end = 0;
    while (end < text.len && ((text.data[end] >= '0' && text.data[end] <= '9') || text.data[end] == '.'))
        end++;
    return end;
}

bool quantity_parse(Str text, Quantity *quantity, Err *err) {
    text = str_trim(text);
    size_t end = number_end(text);
    Str word = str_trim(str_slice(text, end, text.len));
    double number = 0;
    if (!str_to_double(str_slice(text, 0, end), &number))
        return err_set(err, ERR_USAGE, "'%.*s' is no amount (a number with %%, ms, s, MB, samples or no unit)",
                       STR_ARG(text));
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (!str_is(word, units[i].word))
            continue;
        *quantity = (Quantity){units[i].kind, number * units[i].factor};
        return true;
    }
    return err_set(err, ERR_USAGE, "unknown unit '%.*s' (known: %%, ns, us, ms, s, min, h, B, kB, MB, GB, samples)",
                   STR_ARG(word));
}

bool quantity_in(Quantity quantity, Unit unit, double *value, Err *err) {
    static const QuantityKind kinds[] = {
        [UNIT_TIME] = QUANTITY_TIME,
        [UNIT_BYTES] = QUANTITY_BYTES,
        [UNIT_SAMPLES] = QUANTITY_SAMPLES,
        [UNIT_OTHER] = QUANTITY_PLAIN,
    };
    *value = quantity.value;
    if (quantity.kind == QUANTITY_PLAIN)
        *value = quantity.value / unit_json_factor(unit);
    else if (quantity.kind != kinds[unit.kind])
        return err_set(err, ERR_USAGE, "the amount is of another kind than the track, which is in %.*s",
                       STR_ARG(unit_word(unit)));
    return true;
}

static bool end_parse(Str text, Unit unit, double missing, double *value, Err *err) {
    Quantity quantity = {0};
    *value = missing;
    return str_trim(text).len == 0 || (quantity_parse(text, &quantity, err) && quantity_in(quantity, unit, value, err));
}

bool range_parse(Str text, Unit unit, double *from, double *to, Err *err) {
    size_t dots = str_find(text, STR(".."), 0);
    if (dots == SIZE_MAX)
        return err_set(err, ERR_USAGE, "bad range '%.*s' (want FROM..TO, as in 1.2s..3.4s)", STR_ARG(text));
    if (!end_parse(str_slice(text, 0, dots), unit, -INFINITY, from, err) ||
        !end_parse(str_slice(text, dots + 2, text.len), unit, INFINITY, to, err))
        return false;
    return *from < *to || err_set(err, ERR_USAGE, "the range '%.*s' is empty", STR_ARG(text));
}
