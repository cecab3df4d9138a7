/* pprof profiles (google/pprof, proto/profile.proto), gzipped or not: a track for each sample type. Samples come before the
 * tables that they refer to, so their stacks and values are kept until the end. What is negative (a difference of two profiles) is counted, not drawn. */
#include "format/format.h"
#include "format/pprof_samples.h"
#include "format/pprof_tables.h"

#include <string.h>

enum { SAMPLE = 2 };

typedef struct PprofType {
    double factor;
    uint64_t negative;
    double negative_sum;
} PprofType;

typedef Array(uint64_t) Numbers;

/* Of all samples of a stack. */
typedef struct StackWeight {
    double weight;
    uint32_t hits;
} StackWeight;

typedef struct PprofReader {
    Reading *reading;
    Arena *scratch;
    PprofTables tables;
    PprofSamples *samples;
    Array(PprofType) types;
    Stacks *stacks;            /* of all types */
    Numbers locations, values; /* of the sample that is being built */
    Array(FrameId) stack;      /* outermost first */
    Array(uint32_t) path;      /* its nodes; count is not kept */
    uint32_t *nodes;           /* of all stacks; TREE_NONE: it weighs nothing */
    StackWeight *weights;      /* of all stacks, in one type */
    Map cut_stacks;            /* -> 1 */
    uint64_t budget; /* frames that may still be laid on stacks: a location can stand for any number of inlined ones */
    uint64_t malformed, ragged, cut;
} PprofReader;

static const NoteKind NEGATIVE = {"negative-values", NOTE_WARNING,
                                  "{n} sample{s} with a negative value left out{names}"};
static const NoteKind MALFORMED = {"malformed", NOTE_WARNING, "{n} message{s} that could be read in part only"};
static const NoteKind RAGGED = {"ragged-values", NOTE_WARNING,
                                "{n} sample{s} with more or fewer values than there are types"};
static const NoteKind CUT = {"cut-stacks", NOTE_WARNING,
                             "{n} sample{s} with more inlined frames than can be shown, cut"};
static const NoteKind LOST = {"unknown-location", NOTE_WARNING,
                              "{n} location{s} or function{s} named but not in the file"};
static const NoteKind LABELS = {"labels", NOTE_INFO, "labels of samples are not drawn{names}"};
static const NoteKind DROP = {"drop-frames", NOTE_INFO,
                              "the file asks to drop frames, which are shown all the same{names}"};

static const struct {
    const char *word;
    UnitKind kind;
    double factor;
} units[] = {
    {"nanoseconds", UNIT_TIME, 1}, {"nanosecond", UNIT_TIME, 1},
    {"ns", UNIT_TIME, 1},          {"microseconds", UNIT_TIME, 1e3},
    {"us", UNIT_TIME, 1e3},        {"milliseconds", UNIT_TIME, 1e6},
    {"ms", UNIT_TIME, 1e6},        {"seconds", UNIT_TIME, 1e9},
    {"s", UNIT_TIME, 1e9},         {"bytes", UNIT_BYTES, 1},
    {"byte", UNIT_BYTES, 1},       {"kilobytes", UNIT_BYTES, 1024},
    {"kb", UNIT_BYTES, 1024},      {"megabytes", UNIT_BYTES, 1048576},
    {"mb", UNIT_BYTES, 1048576},
};

/* The unit of a type, and the factor that makes it. Counts of samples are samples; other counts are of what the type names. */
static Unit unit_of(const PprofReader *r, const PprofValueType *type, double *factor) {
    Str word = pprof_string(&r->tables, type->unit), name = pprof_string(&r->tables, type->type);
    *factor = 1;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (str_is(word, units[i].word)) {
            *factor = units[i].factor;
            return (Unit){.kind = units[i].kind};
        }
    if (!str_is(word, "count"))
        return (Unit){.kind = UNIT_OTHER, .word = word};
    if (str_is(name, "samples") || str_is(name, "sample"))
        return (Unit){.kind = UNIT_SAMPLES};
    return (Unit){.kind = UNIT_OTHER, .word = str_ends(name, "_objects") ? STR("objects") : name};
}

/* ---- samples ---- */

/* The values of the sample at hand; true when one of them weighs something. */
static bool read_values(PprofReader *r, Str packed) {
    Wire wire = wire_new(packed);
    bool weighs = false;
    r->values.count = 0;
    for (uint64_t value; wire_varint(&wire, &value);) {
        weighs |= r->values.count < r->types.count && (int64_t)value > 0;
        array_push(r->scratch, &r->values, value);
    }
    return weighs;
}

/* The locations come innermost first. False when some frames are left out. */
static bool find_frames(PprofReader *r, Str packed) {
    Wire wire = wire_new(packed);
    r->locations.count = r->stack.count = 0;
    for (uint64_t location; wire_varint(&wire, &location);)
        array_push(r->scratch, &r->locations, location);
    for (size_t i = r->locations.count; i-- > 0;) {
        uint32_t count;
        const FrameId *frames = pprof_frames(&r->tables, r->locations.data[i], &count);
        for (uint32_t k = 0; k < count && r->budget; k++, r->budget--)
            array_push(r->scratch, &r->stack, frames[k]);
        if (!r->budget)
            return false;
    }
    return true;
}

static uint32_t place_stack(PprofReader *r, uint32_t stack) {
    if (!find_frames(r, name_table_name(r->samples->stacks, stack)))
        map_set(&r->cut_stacks, stack, 1);
    if (!r->stack.count)
        array_push(r->scratch, &r->stack, frames_add_name(r->tables.frames, STR("(no stack)"), FRAME_UNKNOWN));
    array_reserve(r->scratch, &r->path, r->stack.count);
    stacks_path(r->stacks, TREE_NONE, r->stack.data, r->stack.count, r->path.data);
    return r->path.data[r->stack.count - 1];
}

/* Finds the nodes of all stacks that weigh something, in the order in which they are met. */
static void place_samples(PprofReader *r) {
    PprofSample sample;
    size_t count = name_table_count(r->samples->stacks);
    r->budget = 4 * (r->samples->bytes + 4 * r->samples->count) + 250000;
    r->nodes = arena_grow(r->scratch, NULL, count * sizeof *r->nodes);
    memset(r->nodes, 0xff, count * sizeof *r->nodes); /* TREE_NONE */
    for (size_t at = 0; pprof_samples_next(r->samples, &at, &sample);) {
        bool weighs = read_values(r, sample.values);
        r->ragged += r->values.count != r->types.count;
        if (weighs && r->nodes[sample.stack] == TREE_NONE)
            r->nodes[sample.stack] = place_stack(r, sample.stack);
        r->cut += weighs && r->cut_stacks.count && map_get(&r->cut_stacks, sample.stack) != MAP_NONE;
    }
}

/* The value in the place of a type, 0 where there is none. */
static int64_t value_at(Str packed, size_t place) {
    Wire wire = wire_new(packed);
    uint64_t value;
    for (size_t i = 0; wire_varint(&wire, &value); i++)
        if (i == place)
            return (int64_t)value;
    return 0;
}

/* What all samples of a type weigh goes to the nodes, a stack at a time: stacks are few, and nodes far apart. */
static void weigh_samples(PprofReader *r, PprofType *type) {
    size_t place = (size_t)(type - r->types.data), count = name_table_count(r->samples->stacks);
    PprofSample sample;
    stacks_start_over(r->stacks);
    r->weights = r->weights ? r->weights : arena_room(r->scratch, count * sizeof *r->weights);
    memset(r->weights, 0, count * sizeof *r->weights);
    for (size_t at = 0; pprof_samples_next(r->samples, &at, &sample);) {
        int64_t value = value_at(sample.values, place);
        if (value > 0) {
            r->weights[sample.stack].weight += (double)value * type->factor;
            r->weights[sample.stack].hits++;
        }
        if (value < 0) {
            type->negative++;
            type->negative_sum += (double)value;
        }
    }
    for (size_t i = 0; i < count; i++)
        if (r->weights[i].hits)
            stacks_weigh(r->stacks, r->nodes[i], r->weights[i].weight, r->weights[i].hits);
}

/* ---- the file ---- */

/* The next field; those before it are done with when the window moves. */
static WireStep next_field(PprofReader *r, WireField *field) {
    if (wire_source_here(r->reading->source, field))
        return WIRE_FIELD;
    pprof_samples_flush(r->samples);
    return wire_source_next(r->reading->source, field);
}

/* Reads all fields; true when the end of the file was that of the profile. */
static bool read_fields(PprofReader *r, Json *stop) {
    WireField field;
    WireStep step;
    uint64_t fields = 0;
    while ((step = next_field(r, &field)) == WIRE_FIELD) {
        if (field.number == SAMPLE && field.type == WIRE_BYTES)
            pprof_samples_add(r->samples, field.bytes);
        else
            r->malformed += !pprof_take(&r->tables, &field);
        if (++fields % 4096 == 0 && !reading_tick(r->reading, r->samples->count, NULL, NULL))
            return false;
    }
    *stop = (Json){.failed = step != WIRE_END,
                   .truncated = step == WIRE_CUT,
                   .failed_at = source_offset(r->reading->source),
                   .why = "no field of a protobuf message"};
    return step == WIRE_END;
}

static void make_types(PprofReader *r) {
    r->stacks = stacks_new(r->scratch);
    stacks_expect(r->stacks, (uint32_t)r->tables.types.count);
    for (size_t i = 0; i < r->tables.types.count; i++) {
        PprofType type = {0};
        unit_of(r, &r->tables.types.data[i], &type.factor);
        array_push(r->scratch, &r->types, type);
    }
}

/* The type that the file names as the one to show, else the last. */
static size_t preferred_type(const PprofReader *r) {
    Str wanted = pprof_string(&r->tables, r->tables.default_type);
    for (size_t i = 0; wanted.len && i < r->types.count; i++)
        if (str_equal(pprof_string(&r->tables, r->tables.types.data[i].type), wanted))
            return i;
    return r->types.count - 1;
}

static double period_ns(const PprofReader *r) {
    double factor;
    Unit unit = unit_of(r, &r->tables.period_type, &factor);
    return unit.kind == UNIT_TIME && r->tables.period > 0 ? (double)r->tables.period * factor : 0;
}

static void build_track(PprofReader *r, size_t index, bool preferred) {
    Document *document = r->reading->document;
    PprofType *type = &r->types.data[index];
    Track *track = document_add_track(document);
    double factor;
    track->name = pprof_string(&r->tables, r->tables.types.data[index].type);
    track->unit = unit_of(r, &r->tables.types.data[index], &factor);
    track->interval = period_ns(r);
    weigh_samples(r, type);
    stacks_finish(r->stacks, document->arena, track, false);
    track->kind = TRACK_MERGED;
    track->preferred = preferred && track->tree->count;
    if (type->negative)
        notes_add(&document->notes, &NEGATIVE, type->negative,
                  str_format(r->scratch, "%.*s: %.15g", STR_ARG(track->name), type->negative_sum));
}

static void add_notes(PprofReader *r) {
    Notes *notes = &r->reading->document->notes;
    uint64_t lost = r->tables.lost_locations + r->tables.lost_functions;
    Str drop = pprof_string(&r->tables, r->tables.drop_frames);
    if (r->malformed)
        notes_add(notes, &MALFORMED, r->malformed, STR(""));
    if (r->ragged)
        notes_add(notes, &RAGGED, r->ragged, STR(""));
    if (r->cut)
        notes_add(notes, &CUT, r->cut, STR(""));
    if (lost)
        notes_add(notes, &LOST, lost, STR(""));
    if (drop.len)
        notes_add(notes, &DROP, 1, drop);
    for (size_t i = 0; i < r->samples->labels.capacity && notes_wants_name(notes, &LABELS); i++)
        if (r->samples->labels.values[i] != MAP_NONE)
            notes_add(notes, &LABELS, 1, pprof_string(&r->tables, (int64_t)r->samples->labels.keys[i]));
}

static bool pprof_read(Reading *reading, Err *err) {
    Document *document = reading->document;
    PprofReader r = {.reading = reading,
                     .scratch = reading->scratch,
                     .tables = pprof_tables_new(reading->scratch, &document->frames),
                     .samples = pprof_samples_new(reading->scratch)};
    Json stop = {0};
    r.cut_stacks.arena = reading->scratch;
    read_fields(&r, &stop);
    pprof_samples_end(r.samples);
    r.malformed += r.samples->malformed;
    reading_stopped(reading, &stop, r.samples->count, "samples");
    if (reading_cancelled(reading, err))
        return false;
    if (!r.tables.types.count || !r.samples->count)
        return err_set(err, ERR_EMPTY, "a pprof profile with %zu sample types and %llu samples", r.tables.types.count,
                       (unsigned long long)r.samples->count);
    make_types(&r);
    place_samples(&r);
    size_t preferred = preferred_type(&r);
    for (size_t i = 0; i < r.types.count; i++)
        build_track(&r, i, i == preferred);
    pprof_give_lines(&r.tables);
    document->origin_unix_ms = (double)r.tables.time_nanos * 1e-6;
    add_notes(&r);
    return true;
}

/* ---- recognising ---- */

static bool is_value_type(Str message) {
    Wire wire = wire_new(message);
    WireField field;
    while (wire_next(&wire, &field))
        if (field.number > 2 || field.type != WIRE_VARINT)
            return false;
    return !wire.failed && message.len > 0;
}

/* Fields of the profile as far as the head goes: numbers and types must be those of profile.proto. */
static int pprof_probe(const Probe *probe) {
    static const char messages[] = {0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1}; /* 13: packed numbers */
    Wire wire = wire_new(probe->head);
    WireField field;
    int types = 0, fields = 0;
    if (probe->outline.top != JSON_END)
        return 0;
    for (; wire_next(&wire, &field); fields++) {
        bool known = field.number < sizeof messages && (field.type == WIRE_VARINT || field.type == WIRE_BYTES);
        if (!known || (field.type == WIRE_VARINT && messages[field.number] && field.number != 13))
            return 0;
        if (field.number == 1 && !is_value_type(field.bytes))
            return 0;
        types += field.number == 1;
    }
    bool cut = wire.failed && !probe->whole; /* a long message goes on behind the head */
    return types && (cut || fields > (wire.failed ? 3 : 1)) ? 85 : 0;
}

const Format fmt_pprof = {
    .name = "pprof",
    .label = "pprof profile",
    .extensions = "pb;pb.gz;pprof;prof",
    .recognised = "a protobuf message with the fields of pprof's profile.proto",
    .probe = pprof_probe,
    .read = pprof_read,
};
