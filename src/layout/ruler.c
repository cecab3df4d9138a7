/* The step is the least round one that keeps ticks apart; labels get as many decimals as the step needs, in the unit of the
 * largest value seen, so that neighbours never read the same. */
#include "layout/ruler.h"

#include <math.h>

typedef struct Scale {
    double per; /* inside units in one */
    const char *word;
} Scale;

static const Scale times[] = {{1, "ns"}, {1e3, "µs"}, {1e6, "ms"}, {1e9, "s"}};
static const Scale bytes[] = {{1, "B"}, {1e3, "kB"}, {1e6, "MB"}, {1e9, "GB"}, {1e12, "TB"}};

/* Seconds and minutes have steps that part a minute and an hour; from an hour on tens count hours. */
static const double clock_steps[] = {1e9, 2e9, 5e9, 10e9, 20e9, 60e9, 120e9, 300e9, 600e9, 1200e9, 3600e9};

static double round_step(double least) {
    double ten = pow(10, floor(log10(least)));
    static const double parts[] = {1, 2, 5, 10};
    for (int i = 0; i < 3; i++)
        if (ten * parts[i] >= least * (1 - 1e-9))
            return ten * parts[i];
    return ten * 10;
}

static double choose_step(double least, Unit unit) {
    if (unit.kind == UNIT_TIME && least > 500e6) {
        for (size_t i = 0; i < sizeof clock_steps / sizeof *clock_steps; i++)
            if (clock_steps[i] >= least)
                return clock_steps[i];
        return 3600e9 * round_step(least / 3600e9);
    }
    return unit.kind == UNIT_OTHER ? round_step(least) : fmax(1, round_step(least)); /* whole ns, samples, bytes */
}

static Scale choose_scale(const Scale *scales, size_t count, double largest) {
    size_t best = 0;
    for (size_t i = 1; i < count && scales[i].per <= largest * (1 + 1e-9); i++)
        best = i;
    return scales[best];
}

static int decimals(double step, double per) {
    int n = 0;
    for (double x = step / per; n < 12 && x < 1 - 1e-9; x *= 10)
        n++;
    return n;
}

static Str scaled_label(Arena *arena, Scale scale, double value, double step) {
    return str_format(arena, "%.*f %s", decimals(step, scale.per), value / scale.per, scale.word);
}

/* Whole seconds from a minute on: "1 min 30 s", "2 h 05 min". */
static Str clock_label(Arena *arena, double value, double step) {
    long long s = llround(fabs(value) / 1e9);
    const char *sign = value < 0 ? "-" : "";
    if (step < 60e9)
        return s < 60 ? str_format(arena, "%s%lld s", sign, s)
                      : str_format(arena, "%s%lld min %02lld s", sign, s / 60, s % 60);
    if (s < 3600)
        return str_format(arena, "%s%lld min", sign, s / 60);
    return str_format(arena, "%s%lld h %02lld min", sign, s / 3600, s / 60 % 60);
}

static Str number_label(Arena *arena, double value, double step) {
    int n = decimals(step, 1);
    if (n == 0 && fabs(value) < 9e15)
        return str_format(arena, "%s%.*s", value < 0 ? "-" : "",
                          STR_ARG(count_format(arena, (uint64_t)llround(fabs(value)))));
    return str_format(arena, "%.*f", n, value);
}

static bool counts_minutes(Unit unit, double largest, double step) {
    return unit.kind == UNIT_TIME && largest >= 60e9 && step >= 1e9;
}

static Scale scale_of(Unit unit, double largest) {
    return unit.kind == UNIT_TIME ? choose_scale(times, 4, largest) : choose_scale(bytes, 5, largest);
}

static Str tick_label(Arena *arena, Unit unit, double value, double step, double largest) {
    if (counts_minutes(unit, largest, step))
        return clock_label(arena, value, step);
    if (unit.kind == UNIT_TIME || unit.kind == UNIT_BYTES)
        return scaled_label(arena, scale_of(unit, largest), value, step);
    return number_label(arena, value, step);
}

Str ruler_length(Arena *arena, Span shown, int width, int apart, Unit unit, double length) {
    double largest = fmax(fabs(shown.from), fabs(shown.to)), range = shown.to - shown.from;
    bool ticks = range > 0 && isfinite(range) && width > 0 && apart > 0;
    if (!ticks || (unit.kind != UNIT_TIME && unit.kind != UNIT_BYTES) ||
        counts_minutes(unit, largest, choose_step(range * apart / width, unit)))
        return unit_format(arena, unit, length);
    Scale scale = scale_of(unit, largest);
    double value = length / scale.per;
    if (!(value >= 0.01 && value < 99999.5))
        return unit_format(arena, unit, length);
    if (value >= 999.5)
        return str_format(arena, "%.*s %s", STR_ARG(count_format(arena, (uint64_t)llround(value))), scale.word);
    bool whole = value == floor(value);
    return str_format(arena, "%.*f %s", whole ? 0 : value >= 9.995 ? 1 : 2, value, scale.word);
}

int ruler_ticks(Arena *arena, Span shown, int width, int apart, Unit unit, Tick *out, int max) {
    double range = shown.to - shown.from;
    if (!(range > 0) || !isfinite(range) || width <= 0 || apart <= 0)
        return 0;
    double step = choose_step(range * apart / width, unit), first = ceil(shown.from / step);
    double largest = fmax(fabs(shown.from), fabs(shown.to));
    int count = 0;
    for (; count < max; count++) {
        double value = (first + count) * step;
        if (value > shown.to)
            break;
        int x = (int)lround((value - shown.from) / range * width);
        out[count] = (Tick){value, x, tick_label(arena, unit, value, step, largest)};
    }
    return count;
}
