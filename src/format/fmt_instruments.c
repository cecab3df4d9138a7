/* "Deep Copy" text of Apple Instruments: tab-separated rows of a call tree, its depth told by the blanks before the symbol's
 * name, the first column the inclusive weight ("4.27 s  97.1%", "13.4 Gc", "3.04 MB"). */
#include "format/format.h"

#include "codec/lines.h"

#include <math.h>

static const NoteKind BAD_ROW = {"bad-row", NOTE_WARNING, "{n} row{s} without a weight left out{names}"};

static const struct {
    const char *word;
    UnitKind kind;
    double factor;
} units[] = {
    {"ns", UNIT_TIME, 1},           {"µs", UNIT_TIME, 1e3},
    {"μs", UNIT_TIME, 1e3},         {"us", UNIT_TIME, 1e3},
    {"ms", UNIT_TIME, 1e6},         {"s", UNIT_TIME, 1e9},
    {"min", UNIT_TIME, 6e10},       {"h", UNIT_TIME, 3.6e12},
    {"Bytes", UNIT_BYTES, 1},       {"Byte", UNIT_BYTES, 1},
    {"KB", UNIT_BYTES, 1024},       {"KiB", UNIT_BYTES, 1024},
    {"MB", UNIT_BYTES, 1048576},    {"MiB", UNIT_BYTES, 1048576},
    {"GB", UNIT_BYTES, 1073741824}, {"GiB", UNIT_BYTES, 1073741824},
    {"cycles", UNIT_OTHER, 1},      {"Kc", UNIT_OTHER, 1e3},
    {"kc", UNIT_OTHER, 1e3},        {"Mc", UNIT_OTHER, 1e6},
    {"Gc", UNIT_OTHER, 1e9},        {"Tc", UNIT_OTHER, 1e12},
};

typedef struct Row {
    uint32_t node, parent;
    size_t depth; /* blanks before the name */
    double whole, children;
} Row;

typedef struct Instruments {
    Reading *reading;
    Document *document;
    Stacks *stacks;
    Array(Row) rows;
    Array(uint32_t) open; /* rows on the way to the last one */
    Unit unit;
} Instruments;

static size_t word_end(Str s) {
    size_t i = 0;
    while (i < s.len && s.data[i] != ' ' && s.data[i] != '\t')
        i++;
    return i;
}

/* "1.2 s 50.0%", "4,711 Bytes", "0,5 ms": a number and its unit; a comma is a decimal point when it is the only mark and not before three digits. */
static bool read_weight(Instruments *in, Str text, double *weight) {
    text = str_trim(text);
    size_t end = word_end(text);
    char digits[40];
    size_t n = 0;
    for (size_t i = 0; i < end && n + 1 < sizeof digits; i++)
        if (text.data[i] != ',')
            digits[n++] = text.data[i];
        else if (end - i != 4 && str_find_char(text, '.') >= end)
            digits[n++] = '.';
    Str rest = str_trim(str_slice(text, end, text.len)), unit = str_slice(rest, 0, word_end(rest));
    if (!str_to_double((Str){digits, n}, weight) || !(*weight >= 0))
        return false;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (str_is(unit, units[i].word)) {
            in->unit = (Unit){.kind = units[i].kind, .word = STR("cycles")};
            *weight *= units[i].factor;
            break;
        }
    return true;
}

static void add_row(Instruments *in, Str name, double weight) {
    Arena *scratch = in->reading->scratch;
    size_t depth = 0;
    while (depth < name.len && name.data[depth] == ' ')
        depth++;
    while (in->open.count && in->rows.data[array_last(&in->open)].depth >= depth)
        (void)array_pop(&in->open);
    uint32_t parent = in->open.count ? array_last(&in->open) : TREE_NONE;
    FrameId frame = frames_add_name(&in->document->frames, str_trim(name), FRAME_CODE);
    uint32_t above = parent == TREE_NONE ? TREE_NONE : in->rows.data[parent].node;
    uint32_t node = stacks_append(in->stacks, above, frame);
    if (parent != TREE_NONE)
        in->rows.data[parent].children += weight;
    array_push(scratch, &in->rows, (Row){node, parent, depth, weight, 0});
    array_push(scratch, &in->open, (uint32_t)in->rows.count - 1);
}

static void on_line(Instruments *in, Str line, uint64_t number) {
    size_t first = str_find_char(line, '\t'), last = str_rfind_char(line, '\t');
    double weight;
    if (str_trim(line).len == 0)
        return;
    if (first == SIZE_MAX || !read_weight(in, str_slice(line, 0, first), &weight)) {
        Str where = str_format(in->reading->scratch, "line %llu", (unsigned long long)number);
        notes_add(&in->document->notes, &BAD_ROW, 1, where);
        return;
    }
    add_row(in, str_slice(line, last + 1, line.len), weight);
}

static bool is_header(Str line) {
    return str_find(line, STR("\tSymbol Name"), 0) != SIZE_MAX;
}

static bool read(Reading *reading, Err *err) {
    Instruments in = {.reading = reading, .document = reading->document, .stacks = stacks_new(reading->scratch)};
    in.unit = (Unit){.kind = UNIT_TIME};
    Lines lines = lines_new(reading->source);
    for (Str line; lines_next(&lines, &line);) {
        if (!is_header(line))
            on_line(&in, line, lines.number);
        if (lines.number % 4096 == 0 && !reading_tick(reading, 4096, NULL, NULL))
            break;
    }
    if (in.rows.count == 0)
        return err_set(err, ERR_EMPTY, "it is a copy from Instruments, but has no rows");
    for (size_t i = 0; i < in.rows.count; i++) {
        const Row *row = &in.rows.data[i];
        stacks_weigh(in.stacks, row->node, fmax(0, row->whole - row->children), 0);
    }
    Track *track = document_add_track(reading->document);
    track->unit = in.unit;
    stacks_finish(in.stacks, reading->document->arena, track, false);
    ((Tree *)track->tree)->hits = NULL;
    reading->document->records = in.rows.count;
    return true;
}

static int probe(const Probe *p) {
    Str first = str_slice(p->head, 0, str_find_char(p->head, '\n'));
    return is_header(first) ? 90 : 0;
}

const Format fmt_instruments = {
    .name = "instruments",
    .label = "Instruments deep copy",
    .extensions = "txt",
    .recognised = "a first line with a tab and `Symbol Name`",
    .probe = probe,
    .read = read,
};
