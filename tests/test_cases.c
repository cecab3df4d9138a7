/* Faults that real users met: every tests/cases/NAME/input.* is opened by the binary and held against expected.json.
 *
 * outcome: load | load-with-warning | error | load-or-error | load-with-warning-or-error. profiles: for each, some track
 * of the file must have its total, span, rows and frames (alternatives: another list that is as good). limits: seconds
 * and peak_memory_mb. warning_must_mention, error_must_mention: what the sentence has to say, see mentions(). */
#include "ask.h"

#include <check.h>
#include <ctype.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CASES "tests/cases"

static Arena *names_arena;
static Names cases;

typedef struct Case {
    Arena *arena;
    const char *path;
    const cJSON *want;
    cJSON *info, *hot;
    double seconds, megabytes, tolerance;
    Text faults;
} Case;

/* ---- words ---- */
typedef struct Words {
    Str list[1024];
    size_t count;
} Words;

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

static Words words_of(Arena *arena, Str text) {
    Words words = {0};
    Str copy = str_copy(arena, text);
    for (size_t i = 0; i < copy.len; i++)
        ((char *)copy.data)[i] = (char)tolower((unsigned char)copy.data[i]);
    for (size_t i = 0; i < copy.len && words.count < 1024; i++) {
        size_t from = i;
        while (i < copy.len && is_word(copy.data[i]))
            i++;
        if (i > from)
            words.list[words.count++] = str_slice(copy, from, i);
    }
    return words;
}

/* How many of heard begin with the first four letters of word (or, for a number, are that number). */
static bool is_heard(const Words *heard, Str word) {
    bool number = isdigit((unsigned char)word.data[0]);
    for (size_t i = 0; i < heard->count; i++)
        if (number ? str_equal(heard->list[i], word)
                   : heard->list[i].len >= 4 && str_equal(str_slice(heard->list[i], 0, 4), str_slice(word, 0, 4)))
            return true;
    return false;
}

/* True when text says the phrase to the letter, or in other words: each of its numbers, and a third of its longer words
 * (any, when there is a number). */
static bool mentions(Arena *arena, Str text, Str phrase) {
    if (strcasestr(str_c(arena, text), str_c(arena, phrase)))
        return true;
    Words heard = words_of(arena, text), said = words_of(arena, phrase);
    size_t numbers = 0, stems = 0, hits = 0;
    for (size_t i = 0; i < said.count; i++) {
        bool number = isdigit((unsigned char)said.list[i].data[0]), found = is_heard(&heard, said.list[i]);
        if (number && !found)
            return false;
        numbers += number;
        if (!number && said.list[i].len >= 4) {
            stems++;
            hits += found;
        }
    }
    return numbers > 0 || (stems > 0 && 3 * hits >= stems);
}

static void must_mention(Case *c, const char *key, Str text) {
    const cJSON *phrase;
    cJSON_ArrayForEach (phrase, json_get(c->want, key)) {
        char *printed = cJSON_PrintUnformatted(phrase);
        Str said = cJSON_IsString(phrase) ? str_from(phrase->valuestring) : str_copy(c->arena, str_from(printed));
        cJSON_free(printed);
        if (!mentions(c->arena, text, said))
            text_addf(&c->faults, "%s: nothing says '%.*s': %.*s; ", key, STR_ARG(said), STR_ARG(text));
    }
}

/* ---- numbers ---- */
static double to_json_unit(const char *unit, const char *track_unit) {
    static const struct {
        const char *unit;
        double ms;
    } rows[] = {{"ns", 1e-6}, {"us", 1e-3}, {"ms", 1}, {"s", 1e3}, {"10ns", 1e-5}};
    for (size_t i = 0; unit && i < sizeof rows / sizeof *rows; i++)
        if (strcmp(unit, rows[i].unit) == 0 && strcmp(track_unit, "ms") == 0)
            return rows[i].ms;
    return 1;
}

static void compare(Text *faults, const char *what, const char *key, double got, double want, double tolerance) {
    if (!isnan(want) && !(fabs(got - want) <= fmax(fmax(1e-6 * fmax(fabs(got), fabs(want)), 1e-9), tolerance)))
        text_addf(faults, "%s %s is %.15g, want %.15g; ", what, key, got, want);
}

typedef struct Sums {
    int rows;
    double self, total, calls;
} Sums;

/* "(anonymous) b.js:42" is an anonymous function at that place; a bare address may be followed by its module. */
static bool is_row_of(const cJSON *row, const char *name) {
    const char *function = json_text(row, "function"), *file = json_text(row, "file");
    int line = 0, place = 0;
    char path[256] = "";
    if (sscanf(name, "(anonymous) %255[^:]%n:%d", path, &place, &line) == 2)
        return strcmp(function, "(anonymous)") == 0 && json_num(row, "line") == line && str_ends(str_from(file), path);
    size_t n = strlen(name);
    return strncmp(function, name, n) == 0 && (function[n] == 0 || (strncmp(name, "0x", 2) == 0 && function[n] == ' '));
}

static Sums sums_of(const cJSON *hot, const char *name) {
    if (strcmp(name, "(idle)") == 0)
        return (Sums){.rows = 1, .self = json_num(hot, "idle"), .total = json_num(hot, "idle"), .calls = NAN};
    Sums sums = {0};
    const cJSON *row;
    cJSON_ArrayForEach (row, json_get(hot, "rows")) {
        if (!is_row_of(row, name))
            continue;
        sums.calls = sums.rows ? sums.calls : json_num(row, "calls");
        sums.rows++;
        sums.self += json_num(row, "self");
        sums.total += json_num(row, "total");
    }
    return sums;
}

static void compare_frame(Text *faults, const cJSON *hot, const cJSON *frame, double k, double tolerance) {
    const char *name = frame->string;
    if (strcmp(name, "(root)") == 0)
        return;
    Sums got = sums_of(hot, name);
    if (got.rows == 0) {
        if (json_num(frame, "total") != 0)
            text_addf(faults, "no function '%s'; ", name);
        return;
    }
    compare(faults, name, "self", got.self, json_num(frame, "self") * k, tolerance);
    if (got.rows == 1)
        compare(faults, name, "total", got.total, json_num(frame, "total") * k, tolerance);
    compare(faults, name, "calls", got.calls, json_num(frame, "count"), 0);
}

static const cJSON *hot_of(const Case *c, double index) {
    const cJSON *track;
    cJSON_ArrayForEach (track, json_get(c->hot, "tracks"))
        if (json_num(track, "index") == index)
            return track;
    return NULL;
}

/* What keeps a track from being the profile that is wanted; empty when nothing does. */
static Str track_faults(const Case *c, const cJSON *profile, const cJSON *track) {
    Text faults = text_new(c->arena);
    double k = to_json_unit(json_text(profile, "unit"), json_text(track, "unit")), tolerance = c->tolerance * k;
    text_add_c(&faults, "");
    compare(&faults, "", "total", json_num(track, "total"), json_num(profile, "total") * k, tolerance);
    compare(&faults, "", "span", json_num(track, "span"), json_num(profile, "span") * k, tolerance);
    compare(&faults, "", "rows", json_num(track, "rows"), json_num(profile, "rows"), 0);
    const cJSON *frame;
    cJSON_ArrayForEach (frame, json_get(profile, "frames"))
        compare_frame(&faults, hot_of(c, json_num(track, "index")), frame, k, tolerance);
    return text_str(&faults);
}

/* Each profile must be one of the tracks. */
static Str profiles_faults(const Case *c, const cJSON *profiles) {
    Text faults = text_new(c->arena);
    text_add_c(&faults, "");
    const cJSON *profile, *track;
    cJSON_ArrayForEach (profile, profiles) {
        Str best = STR("no track; ");
        bool first = true;
        cJSON_ArrayForEach (track, json_get(c->info, "tracks")) {
            Str here = track_faults(c, profile, track);
            best = first || here.len < best.len ? here : best;
            first = false;
        }
        if (best.len)
            text_addf(&faults, "'%s': %.*s", json_text(profile, "name"), STR_ARG(best));
    }
    return text_str(&faults);
}

/* ---- one case ---- */
static void check_limits(Case *c, const Answer *answer, const char *command) {
    ck_assert_msg(!answer->late, "%s: %s: no answer in %g s", c->path, command, c->seconds);
    ck_assert_msg(answer->status >= 0 && answer->status <= 2, "%s: %s died, status %d: %.*s", c->path, command,
                  answer->status, STR_ARG(answer->err));
    if (answer->megabytes > c->megabytes && !ask_is_sanitized())
        text_addf(&c->faults, "%s took %.0f MB, limit %.0f; ", command, answer->megabytes, c->megabytes);
}

static void check_refusal(Case *c, const char *outcome, const Answer *answer) {
    Str said = answer->err;
    size_t at = str_find(said, str_from(c->path), 0);
    if (at != SIZE_MAX)
        said = str_format(c->arena, "%.*sFILE%.*s", (int)at, said.data,
                          STR_ARG(str_slice(said, at + strlen(c->path), said.len)));
    if (!strstr(outcome, "error"))
        text_addf(&c->faults, "refused: %.*s; ", STR_ARG(said));
    else if (str_trim(said).len < 12)
        text_addf(&c->faults, "the error says nothing; ");
    must_mention(c, "error_must_mention", said);
}

static void check_loaded(Case *c, const char *outcome, const Answer *answer) {
    c->info = ask_json(answer);
    if (strcmp(outcome, "error") == 0)
        text_addf(&c->faults, "opened, want an error; ");
    if (str_starts(str_from(outcome), "load-with-warning")) {
        char *warnings = cJSON_PrintUnformatted(json_get(c->info, "warnings"));
        if (cJSON_GetArraySize(json_get(c->info, "warnings")) == 0)
            text_addf(&c->faults, "no warning; ");
        must_mention(c, "warning_must_mention", str_format(c->arena, "%s %.*s", warnings, STR_ARG(answer->err)));
        cJSON_free(warnings);
    }
    Answer hot = ASK(c->arena, c->seconds, "hotspots", c->path, "--track", "all", "--top", "0", "--format", "json");
    check_limits(c, &hot, "hotspots");
    c->hot = ask_json(&hot);
    Str best = profiles_faults(c, json_get(c->want, "profiles"));
    const cJSON *other;
    cJSON_ArrayForEach (other, json_get(c->want, "alternatives")) {
        Str here = profiles_faults(c, other);
        best = here.len < best.len ? here : best;
    }
    text_add(&c->faults, best);
}

static double or_else(double value, double otherwise) {
    return isnan(value) ? otherwise : value;
}

START_TEST(a_case_holds) {
    Arena *arena = arena_new();
    Str name = cases.list[_i];
    cJSON *want = ask_file(arena, str_c(arena, str_format(arena, CASES "/%.*s/expected.json", STR_ARG(name))));
    const char *pattern = str_c(arena, str_format(arena, CASES "/%.*s/input.*", STR_ARG(name)));
    glob_t found;
    ck_assert_msg(glob(pattern, 0, NULL, &found) == 0, "no %s", pattern);
    const cJSON *limits = json_get(want, "limits");
    Case c = {.arena = arena,
              .path = found.gl_pathv[0],
              .want = want,
              .seconds = or_else(json_num(limits, "seconds"), 20),
              .megabytes = or_else(json_num(limits, "peak_memory_mb"), 2000),
              .tolerance = or_else(json_num(json_get(want, "also"), "tolerance"), 0),
              .faults = text_new(arena)};
    text_add_c(&c.faults, "");
    Answer answer = ASK(arena, c.seconds, "info", c.path, "--format", "json");
    check_limits(&c, &answer, "info");
    if (answer.status == 0)
        check_loaded(&c, json_text(want, "outcome"), &answer);
    else
        check_refusal(&c, json_text(want, "outcome"), &answer);
    ck_assert_msg(c.faults.len == 0, "%.*s: %s", STR_ARG(name), c.faults.data);
    cJSON_Delete(c.info);
    cJSON_Delete(c.hot);
    cJSON_Delete(want);
    globfree(&found);
    arena_free(arena);
}
END_TEST

static void forget_names(void) {
    arena_free(names_arena);
}

Suite *test_cases(void);
Suite *test_cases(void) {
    Suite *s = suite_create("cases");
    TCase *t = tcase_create("cases");
    names_arena = arena_new();
    atexit(forget_names);
    cases = ask_list(names_arena, CASES, "expected.json", true);
    tcase_set_timeout(t, 600);
    tcase_add_loop_test(t, a_case_holds, 0, (int)cases.count);
    suite_add_tcase(s, t);
    return s;
}
