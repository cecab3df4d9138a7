/* Where a report goes: a stream or a Text. A write that fails is remembered, so writers need not check; the owner asks once
 * with out_done. One thread at a time. */
#pragma once
#include <stdio.h>

#include "base/err.h"
#include "base/str.h"
#include "profile/unit.h"

typedef struct Out {
    FILE *file; /* or */
    Text *text;
    bool failed;
    int reason; /* errno of the failure */
} Out;

/* An Out that writes to file, which must outlive it. */
Out out_file(FILE *file);
/* text must outlive the Out. */
Out out_text(Text *text);
/* Flushes. False with err ("cannot write the report: no space left") when anything was lost. */
bool out_done(Out *out, Err *err);

/* Adds bytes as they are; outf as printf. */
void out_add(Out *out, Str s);
void out_add_c(Out *out, const char *terminated);
void outf(Out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
void out_repeat(Out *out, char c, size_t times);

enum { NUMBER_SIZE = 40 };
/* The shortest decimal text that reads back as exactly value (JSON number grammar). value must be finite. */
Str number_text(char buffer[NUMBER_SIZE], double value);
/* value of a track as the command line writes it: milliseconds for time (value is in ns), else as it is. Must be finite. */
Str number_text_unit(char buffer[NUMBER_SIZE], Unit unit, double value);
