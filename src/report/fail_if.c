/* Conditions on functions; see report/fail_if.h. */
#include "report/fail_if.h"

#include "report/safe.h"

static bool bad(Str text, Err *err) {
    return err_set(err, ERR_USAGE, "bad condition '%.*s' (want self(NAME) > 20%% or total(NAME) > 300ms)",
                   STR_ARG(text));
}

bool fail_if_parse(Str text, FailIf *condition, Err *err) {
    Str rest = str_trim(text);
    *condition = (FailIf){.text = rest, .total = str_starts(rest, "total(")};
    size_t open = str_find_char(rest, '('), close = SIZE_MAX;
    if (!condition->total && !str_starts(rest, "self("))
        return bad(rest, err);
    size_t more = str_rfind_char(rest, '>');
    if (more != SIZE_MAX) /* the name may hold brackets and '>' of its own */
        close = str_rfind_char(str_slice(rest, 0, more), ')');
    if (close == SIZE_MAX || close <= open + 1 || str_trim(str_slice(rest, close + 1, more)).len > 0)
        return bad(rest, err);
    condition->pattern = str_slice(rest, open + 1, close);
    condition->or_equal = more + 1 < rest.len && rest.data[more + 1] == '=';
    return quantity_parse(str_slice(rest, more + 1 + condition->or_equal, rest.len), &condition->limit, err) ||
           err_context(err, "condition '%.*s'", STR_ARG(rest));
}

bool name_matches(Str pattern, Str name) {
    size_t p = 0, n = 0, star = SIZE_MAX, retry = 0;
    while (n < name.len) {
        if (p < pattern.len && pattern.data[p] == '*') {
            star = p++;
            retry = n;
        } else if (p < pattern.len && pattern.data[p] == name.data[n]) {
            p++;
            n++;
        } else if (star != SIZE_MAX) {
            p = star + 1;
            n = ++retry;
        } else {
            return false;
        }
    }
    while (p < pattern.len && pattern.data[p] == '*')
        p++;
    return p == pattern.len;
}

static Str tell(Arena *arena, const FailIf *condition, const Frames *frames, const Hotspots *hotspots,
                const Hotspot *row) {
    double value = condition->total ? row->total : row->self;
    Str name = safe_plain(arena, frame_name(frames, row->frame), SAFE_LONGEST);
    return str_format(
        arena, "%s(%.*s) is %.*s (%.*s of %.*s active): the condition %.*s holds", condition->total ? "total" : "self",
        STR_ARG(name), STR_ARG(percent_format(arena, value, hotspots->active)),
        STR_ARG(unit_format(arena, hotspots->unit, value)),
        STR_ARG(unit_format(arena, hotspots->unit, hotspots->active)), STR_ARG(safe_plain(arena, condition->text, 0)));
}

bool fail_if_check(Arena *arena, const FailIf *condition, const Frames *frames, const Hotspots *hotspots, Str *sentence,
                   Err *err) {
    double limit = condition->limit.value * hotspots->active / 100, most = 0;
    const Hotspot *worst = NULL;
    *sentence = STR("");
    if (condition->limit.kind == QUANTITY_PLAIN && hotspots->unit.kind != UNIT_OTHER)
        return err_set(err, ERR_USAGE,
                       "condition '%.*s': the amount has no unit (want one as in 20%%, or in the track's %.*s)",
                       STR_ARG(condition->text), STR_ARG(unit_word(hotspots->unit)));
    if (condition->limit.kind != QUANTITY_PERCENT && !quantity_in(condition->limit, hotspots->unit, &limit, err))
        return err_context(err, "condition '%.*s'", STR_ARG(condition->text));
    for (size_t i = 0; i < hotspots->count; i++) {
        const Hotspot *row = &hotspots->rows[i];
        double value = condition->total ? row->total : row->self;
        bool holds = condition->or_equal ? value >= limit : value > limit;
        if (holds && (!worst || value > most) && name_matches(condition->pattern, frame_name(frames, row->frame))) {
            worst = row;
            most = value;
        }
    }
    if (worst)
        *sentence = tell(arena, condition, frames, hotspots, worst);
    return true;
}
