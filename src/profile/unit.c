/* Numbers for people; see profile/unit.h. */
#include "profile/unit.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

Str unit_word(Unit unit) {
    static const char *const words[] = {[UNIT_TIME] = "ms", [UNIT_SAMPLES] = "samples", [UNIT_BYTES] = "bytes"};
    return unit.kind == UNIT_OTHER ? unit.word : str_from(words[unit.kind]);
}

double unit_json_factor(Unit unit) {
    return unit.kind == UNIT_TIME ? 1e-6 : 1;
}

Str count_format(Arena *arena, uint64_t count) {
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%" PRIu64, count);
    Text text = text_new(arena);
    for (int i = 0; i < n; i++) {
        if (i && (n - i) % 3 == 0)
            text_add_char(&text, ' ');
        text_add_char(&text, digits[i]);
    }
    return text_str(&text);
}

typedef struct Step {
    double size;
    const char *suffix;
} Step;

/* value in the largest step it reaches, with three digits in all: "1.20 s", "22.4 ms", "850 ns". */
static Str format_steps(Arena *arena, double value, const Step *steps, int count) {
    double size = fabs(value);
    int i = count - 1;
    while (i > 0 && size < steps[i].size * 0.9995)
        i--;
    double shown = value / steps[i].size, digits = fabs(shown);
    bool whole = i == 0 && value == floor(value);
    int decimals = whole || digits >= 999.5 ? 0 : digits >= 9.995 ? 1 : 2;
    return str_format(arena, "%.*f%s", decimals, shown, steps[i].suffix);
}

static Str format_time(Arena *arena, double ns) {
    static const Step steps[] = {{1, " ns"}, {1e3, " µs"}, {1e6, " ms"}, {1e9, " s"}};
    if (fabs(ns) < 60e9)
        return ns == 0 ? STR("0 ms") : format_steps(arena, ns, steps, 4);
    if (fabs(ns) > 1e18)
        return str_format(arena, "%.3g s", ns / 1e9);
    int64_t seconds = (int64_t)(fabs(ns) / 1e9 + 0.5);
    const char *sign = ns < 0 ? "-" : "";
    if (seconds < 3600)
        return str_format(arena, "%s%" PRId64 " min %02d s", sign, seconds / 60, (int)(seconds % 60));
    return str_format(arena, "%s%" PRId64 " h %02d min", sign, seconds / 3600, (int)(seconds / 60 % 60));
}

static Str format_bytes(Arena *arena, double bytes) {
    static const Step steps[] = {{1, " B"}, {1e3, " kB"}, {1e6, " MB"}, {1e9, " GB"}, {1e12, " TB"}};
    return format_steps(arena, bytes, steps, 5);
}

static Str format_number(Arena *arena, double value) {
    if (fabs(value) < 1e15 && (value == floor(value) || fabs(value) >= 1000)) {
        Str digits = count_format(arena, (uint64_t)(fabs(value) + 0.5));
        return value < 0 ? str_format(arena, "-%.*s", STR_ARG(digits)) : digits;
    }
    return str_format(arena, "%.4g", value);
}

Str unit_format(Arena *arena, Unit unit, double value) {
    if (!isfinite(value))
        return STR("–");
    if (unit.kind == UNIT_TIME)
        return format_time(arena, value);
    if (unit.kind == UNIT_BYTES)
        return format_bytes(arena, value);
    Str number = format_number(arena, value), word = unit_word(unit);
    if (unit.kind == UNIT_SAMPLES && value == 1)
        word = STR("sample");
    return word.len ? str_format(arena, "%.*s %.*s", STR_ARG(number), STR_ARG(word)) : number;
}

Str unit_figure(Arena *arena, Unit unit, double value) {
    bool counted = unit.kind == UNIT_SAMPLES || unit.kind == UNIT_OTHER;
    return counted && isfinite(value) ? format_number(arena, value) : unit_format(arena, unit, value);
}

Str unit_short(Arena *arena, Unit unit, double value) {
    static const Step steps[] = {{1, ""}, {1e3, " k"}, {1e6, " M"}, {1e9, " G"}, {1e12, " T"}};
    double size = fabs(value);
    if ((unit.kind != UNIT_SAMPLES && unit.kind != UNIT_OTHER) || !isfinite(value) || size < 1000)
        return unit_figure(arena, unit, value);
    if (size < 999.5e12)
        return format_steps(arena, value, steps, 5);
    char digits[32];
    snprintf(digits, sizeof digits, "%.2e", value); /* "9.22e+18" */
    Text text = text_new(arena);
    for (const char *c = digits; *c; c++)
        if (*c != '+')
            text_add_char(&text, *c);
    return text_str(&text);
}

Str percent_format(Arena *arena, double part, double whole) {
    if (!(whole > 0) || !isfinite(part))
        return STR("");
    double p = 100 * part / whole;
    if (part == 0)
        return STR("0%");
    if (fabs(p) < 0.01)
        return STR("<0.01%");
    if (part == whole)
        return STR("100%");
    return str_format(arena, fabs(p) < 0.095 ? "%.2f%%" : "%.1f%%", p);
}

Str bytes_format(Arena *arena, uint64_t bytes) {
    return format_bytes(arena, (double)bytes);
}
