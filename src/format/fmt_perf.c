/* perf script text: a header line for each sample, then the frames of its stack from the innermost on, between them whatever perf
 * said on standard error. Here the lines are told apart; perf_samples makes tracks of them. */
#include "codec/lines.h"
#include "format/format.h"
#include "format/perf_samples.h"

#include <string.h>
#include <strings.h>

typedef struct PerfReader {
    Reading *reading;
    Arena *scratch;
    Perf perf;
    Str maybe; /* the line before, when it is a header if a frame follows; else empty */
    uint64_t lines, noise, lost;
    Str noise_example, lost_example;
} PerfReader;

static const NoteKind NOISE = {"noise", NOTE_INFO, "{n} line{s} that {is} no part of a sample left out{names}"};
static const NoteKind LOST = {"lost-data", NOTE_WARNING, "perf lost data, say {n} line{s}{names}"};

/* ---- lines ---- */

static void take_noise(PerfReader *p, Str line) {
    bool lost = false;
    for (size_t i = 0; i + 4 <= line.len && !lost; i++)
        lost = strncasecmp(line.data + i, "lost", 4) == 0;
    Str *example = lost ? &p->lost_example : &p->noise_example;
    *(lost ? &p->lost : &p->noise) += 1;
    if (!example->len)
        *example = utf8_clean(p->scratch, str_copy(p->scratch, str_slice(str_trim(line), 0, 100)));
}

/* With -F sym there are no addresses. */
static bool bare_frame(Str line, PerfFrame *frame) {
    Str text = str_trim(line);
    *frame = (PerfFrame){.symbol = text, .dso = STR("")};
    return line.data[0] == '\t' && text.len > 0;
}

static bool sample_line(PerfReader *p, Str line) {
    PerfFrame frame;
    Str file;
    int32_t number;
    if (line.data[0] == '\t' && (perf_frame(line, &frame) || bare_frame(line, &frame))) {
        perf_add_frame(&p->perf, &frame);
        return true;
    }
    if (p->perf.stack.count && perf_source_line(line, &file, &number)) {
        perf_add_place(&p->perf, file, number);
        return true;
    }
    return false;
}

/* A frame where no sample is open: with few fields a header has nothing but the task, or is not there at all. */
static bool open_by_frame(PerfReader *p, Str line) {
    PerfHeader header;
    PerfFrame frame;
    if (line.data[0] != '\t' || !perf_frame(line, &frame))
        return false;
    if (!perf_task_only(p->maybe, &header))
        header = (PerfHeader){.comm = STR(""), .pid = STR(""), .tid = STR(""), .event = STR(""), .rest = STR("")};
    p->maybe = STR("");
    perf_begin(&p->perf, &header);
    perf_add_frame(&p->perf, &frame);
    return true;
}

/* What could have been a header was none, as no frame follows it. */
static void drop_maybe(PerfReader *p) {
    if (p->maybe.len)
        take_noise(p, p->maybe);
    p->maybe = STR("");
}

static void other_line(PerfReader *p, Str line) {
    PerfHeader header;
    PerfFrame frame;
    bool indented = line.data[0] == ' ' || line.data[0] == '\t';
    if (perf_is_open(&p->perf) && indented && perf_frame(line, &frame)) {
        perf_add_frame(&p->perf, &frame);
        return;
    }
    if (perf_task_only(line, &header)) {
        perf_end(&p->perf);
        p->maybe = str_copy(p->scratch, line);
    } else
        take_noise(p, line);
}

static void take_line(PerfReader *p, Str line) {
    PerfHeader header;
    bool blank = !str_trim(line).len;
    if (!blank && (line.data[0] == '#' || (perf_is_open(&p->perf) ? sample_line(p, line) : open_by_frame(p, line))))
        return;
    drop_maybe(p);
    if (blank) {
        perf_end(&p->perf);
        return;
    }
    if (!perf_header(line, &header))
        other_line(p, line);
    else if (str_starts(header.rest, "PERF_RECORD_") || str_starts(header.event, "PERF_RECORD_"))
        perf_end(&p->perf);
    else
        perf_begin(&p->perf, &header);
}

static void snapshot(void *user, Document *document) {
    PerfReader *p = user;
    document->frames = frames_copy(document->arena, p->perf.frames);
    perf_build(&p->perf, document, false);
}

static void read_lines(PerfReader *p) {
    Lines lines = lines_new(p->reading->source);
    Str line;
    while (lines_next(&lines, &line)) {
        take_line(p, line);
        if (++p->lines % 4096 == 0 && !reading_tick(p->reading, p->perf.samples, snapshot, p))
            break;
    }
    perf_end(&p->perf);
}

static void add_notes(const PerfReader *p) {
    Notes *notes = &p->reading->document->notes;
    if (p->noise)
        notes_add(notes, &NOISE, p->noise, p->noise_example);
    if (p->lost)
        notes_add(notes, &LOST, p->lost, p->lost_example);
}

static bool perf_read(Reading *reading, Err *err) {
    PerfReader p = {.reading = reading,
                    .scratch = reading->scratch,
                    .perf = perf_new(reading->scratch, &reading->document->frames)};
    read_lines(&p);
    reading_stopped(reading, NULL, p.perf.samples, "samples");
    if (reading_cancelled(reading, err))
        return false;
    if (!p.perf.samples)
        return err_set(err, ERR_EMPTY, "perf script text without a sample (%llu lines read)",
                       (unsigned long long)p.lines);
    perf_build(&p.perf, reading->document, true);
    perf_close(&p.perf, reading->document);
    add_notes(&p);
    return true;
}

/* ---- recognising ---- */

typedef struct Signs {
    int timed, untimed; /* headers */
    int tasks;          /* lines that are headers if a frame follows */
    int frames, tabbed; /* tabbed: behind a tab and with more than an address */
} Signs;

static void see_line(Signs *signs, Str line) {
    PerfHeader header;
    PerfFrame frame;
    if (!line.len || line.data[0] == '#')
        return;
    if (perf_header(line, &header)) {
        signs->timed += header.timed && (header.event.len || header.rest.len);
        signs->untimed++;
    } else if ((line.data[0] == ' ' || line.data[0] == '\t') && perf_frame(line, &frame)) {
        signs->frames++;
        signs->tabbed += line.data[0] == '\t' && str_find_char(str_trim(line), ' ') != SIZE_MAX;
    } else
        signs->tasks += perf_task_only(line, &header);
}

static int perf_probe(const Probe *probe) {
    Signs signs = {0};
    if (probe->outline.top != JSON_END)
        return 0;
    for (size_t at = 0, end; at < probe->head.len && signs.timed < 4; at = end + 1) {
        end = str_find(probe->head, STR("\n"), at);
        end = end == SIZE_MAX ? probe->head.len : end;
        see_line(&signs, str_slice(probe->head, at, end));
    }
    if (signs.timed)
        return 80;
    if (signs.untimed && signs.frames)
        return 60;
    return signs.tasks && signs.tabbed ? 50 : signs.tabbed > 1 ? 30 : 0;
}

const Format fmt_perf = {
    .name = "perf-script",
    .label = "perf script",
    .extensions = "perf;txt",
    .recognised = "lines of `command pid time: event:`, each followed by `address symbol (library)`",
    .probe = perf_probe,
    .read = perf_read,
};
