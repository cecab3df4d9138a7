/* Text to a stream or into memory, and numbers in full; see report/out.h. */
#include "report/out.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

Out out_file(FILE *file) {
    return (Out){.file = file};
}

Out out_text(Text *text) {
    return (Out){.text = text};
}

static void note_failure(Out *out) {
    if (!out->failed)
        out->reason = errno;
    out->failed = true;
}

bool out_done(Out *out, Err *err) {
    if (out->file && fflush(out->file) != 0)
        note_failure(out);
    return !out->failed || err_set(err, ERR_IO, "cannot write the report: %s", strerror(out->reason));
}

void out_add(Out *out, Str s) {
    if (out->text)
        text_add(out->text, s);
    else if (s.len > 0 && fwrite(s.data, 1, s.len, out->file) != s.len)
        note_failure(out);
}

void out_add_c(Out *out, const char *terminated) {
    out_add(out, str_from(terminated));
}

void outf(Out *out, const char *format, ...) {
    char small[512];
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(small, sizeof small, format, args);
    va_end(args);
    if (n < (int)sizeof small) {
        out_add(out, (Str){small, n > 0 ? (size_t)n : 0});
    } else {
        Arena *arena = arena_new();
        char *large = arena_alloc(arena, (size_t)n + 1);
        vsnprintf(large, (size_t)n + 1, format, again);
        out_add(out, (Str){large, (size_t)n});
        arena_free(arena);
    }
    va_end(again);
}

void out_repeat(Out *out, char c, size_t times) {
    char piece[64];
    memset(piece, c, sizeof piece);
    for (; times > sizeof piece; times -= sizeof piece)
        out_add(out, (Str){piece, sizeof piece});
    out_add(out, (Str){piece, times});
}

/* Whole numbers below 2^53 are written as such: most of what a report holds, and printf's %g would say 1e+15. */
static bool is_whole(double value) {
    return fabs(value) < 9007199254740992.0 && value == floor(value);
}

Str number_text(char buffer[NUMBER_SIZE], double value) {
    assert(isfinite(value));
    if (is_whole(value))
        return (Str){buffer, (size_t)snprintf(buffer, NUMBER_SIZE, "%" PRId64, (int64_t)value)};
    int n = 0;
    for (int digits = 15; digits <= 17; digits++) {
        n = snprintf(buffer, NUMBER_SIZE, "%.*g", digits, value);
        if (strtod(buffer, NULL) == value)
            break;
    }
    return (Str){buffer, (size_t)n};
}

/* Whole nanoseconds as milliseconds, digit by digit: exact where a division would round. */
static Str whole_ns(char buffer[NUMBER_SIZE], double ns) {
    uint64_t n = (uint64_t)fabs(ns);
    int len = snprintf(buffer, NUMBER_SIZE, "%s%" PRIu64 ".%06" PRIu64, ns < 0 ? "-" : "", n / 1000000, n % 1000000);
    while (buffer[len - 1] == '0')
        len--;
    if (buffer[len - 1] == '.')
        len--;
    return (Str){buffer, (size_t)len};
}

Str number_text_unit(char buffer[NUMBER_SIZE], Unit unit, double value) {
    if (unit.kind != UNIT_TIME)
        return number_text(buffer, value);
    return is_whole(value) ? whole_ns(buffer, value) : number_text(buffer, value / 1e6);
}
