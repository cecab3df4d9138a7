/* The two kinds of lines that perf script prints for a sample: what was sampled, and a frame of its stack. Pure; every Str
 * points into the line. Fields: perf-script(1); what each -F leaves out may be missing. */
#pragma once
#include "base/str.h"

typedef struct PerfHeader {
    Str comm;     /* may hold blanks and end in a number */
    Str pid, tid; /* pid empty when only one number is given */
    Str event;    /* without the colon behind it; empty when it is not printed */
    Str rest;     /* behind the event: the only frame, or a tracepoint's fields */
    bool timed, has_period;
    int64_t time; /* ns */
    double period;
} PerfHeader;

typedef struct PerfFrame {
    Str symbol;   /* without "+0x1f"; "[unknown]" as printed; the address when there is nothing else */
    Str dso;      /* of the last parentheses, empty when there are none */
    bool inlined; /* inlined into the next frame */
} PerfFrame;

/* "comm pid/tid [cpu] seconds.fraction: period event: rest". False when line is something else. */
bool perf_header(Str line, PerfHeader *header);
/* "comm pid" or "comm pid/tid [cpu]" and nothing else (-F comm,pid,ip,sym): a header only if a frame follows. */
bool perf_task_only(Str line, PerfHeader *header);
/* "  address symbol+0xoffset (dso)". */
bool perf_frame(Str line, PerfFrame *frame);
/* "  file.c:12" behind a frame (-F srcline): its source line. */
bool perf_source_line(Str line, Str *file, int32_t *number);
