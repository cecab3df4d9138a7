/* pprof profiles (google/pprof, proto/profile.proto), gzipped or not: a track for each sample type. Samples come before the
 * tables that they refer to, so their bytes are kept until the end. What is negative (a difference of two profiles) is counted, not drawn. */
#include "format/format.h"
#include "format/pprof_tables.h"

#include <string.h>

enum { SAMPLE = 2 };

typedef struct PprofType {
    double factor;
    uint64_t negative;
    double negative_sum;
} PprofType;

typedef Array(uint64_t) Numbers;

typedef struct PprofReader {
    Reading *reading;
    Arena *scratch;
    PprofTables tables;
    Text samples; /* each with its length before it */
    uint64_t count;
    Array(PprofType) types;
    Stacks *stacks;            /* of all types */
    Numbers locations, values; /* of the sample that is being built */
    Array(FrameId) stack;      /* outermost first */
    Array(uint32_t) nodes;     /* of the samples */
    Map labels;                /* string index of the key -> how often */
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

/* ---- one sample ---- */

static bool push_numbers(Arena *scratch, const WireField *field, Numbers *numbers) {
    uint64_t value;
    if (field->type == WIRE_VARINT)
        array_push(scratch, numbers, field->value);
    Wire packed = wire_new(field->bytes);
    while (field->type == WIRE_BYTES && wire_varint(&packed, &value))
        array_push(scratch, numbers, value);
    return !packed.failed;
}

static void see_label(PprofReader *r, Str message) {
    Wire wire = wire_new(message);
    WireField field;
    bool fresh;
    while (wire_next(&wire, &field))
        if (field.number == 1 && field.type == WIRE_VARINT)
            ++*map_slot(&r->labels, field.value, 0, &fresh);
}

static void read_values(PprofReader *r, Str message) {
    Wire wire = wire_new(message);
    WireField field;
    r->values.count = 0;
    while (wire_next(&wire, &field))
        if (field.number == 2)
            push_numbers(r->scratch, &field, &r->values);
}

static bool split_sample(PprofReader *r, Str message) {
    Wire wire = wire_new(message);
    WireField field;
    bool ok = true;
    r->locations.count = r->values.count = r->stack.count = 0;
    while (wire_next(&wire, &field)) {
        if (field.number == 1)
            ok &= push_numbers(r->scratch, &field, &r->locations);
        else if (field.number == 2)
            ok &= push_numbers(r->scratch, &field, &r->values);
        else if (field.number == 3 && field.type == WIRE_BYTES)
            see_label(r, field.bytes);
    }
    return ok && !wire.failed;
}

static void find_stack(PprofReader *r) {
    for (size_t i = r->locations.count; i-- > 0;) {
        uint32_t count;
        const FrameId *frames = pprof_frames(&r->tables, r->locations.data[i], &count);
        for (uint32_t k = 0; k < count && r->budget; k++, r->budget--)
            array_push(r->scratch, &r->stack, frames[k]);
        if (!r->budget) {
            r->cut++;
            break;
        }
    }
    if (!r->stack.count)
        array_push(r->scratch, &r->stack, frames_add_name(r->tables.frames, STR("(no stack)"), FRAME_UNKNOWN));
}

static bool weighs(const PprofReader *r) {
    for (size_t i = 0; i < r->values.count && i < r->types.count; i++)
        if ((int64_t)r->values.data[i] > 0)
            return true;
    return false;
}

/* Finds the node of a sample, TREE_NONE for one that weighs nothing. */
static void place_sample(PprofReader *r, Str message) {
    uint32_t node = TREE_NONE;
    r->malformed += !split_sample(r, message);
    r->ragged += r->values.count != r->types.count;
    if (weighs(r)) {
        find_stack(r);
        for (size_t i = 0; i < r->stack.count; i++)
            node = stacks_child(r->stacks, node, r->stack.data[i]);
    }
    array_push(r->scratch, &r->nodes, node);
}

/* What the sample at `index` weighs in a type. */
static void weigh_sample(PprofReader *r, PprofType *type, size_t index, Str message) {
    size_t place = (size_t)(type - r->types.data);
    read_values(r, message);
    int64_t value = place < r->values.count ? (int64_t)r->values.data[place] : 0;
    if (value > 0)
        stacks_weigh(r->stacks, r->nodes.data[index], (double)value * type->factor, 1);
    if (value < 0) {
        type->negative++;
        type->negative_sum += (double)value;
    }
}

/* ---- the file ---- */

static void keep_sample(PprofReader *r, Str message) {
    uint32_t len = (uint32_t)message.len;
    text_add(&r->samples, (Str){(const char *)&len, sizeof len});
    text_add(&r->samples, message);
    r->count++;
}

/* Reads all fields; true when the end of the file was that of the profile. */
static bool read_fields(PprofReader *r, Json *stop) {
    WireField field;
    WireStep step;
    uint64_t fields = 0;
    while ((step = wire_source_next(r->reading->source, &field)) == WIRE_FIELD) {
        if (field.number == SAMPLE && field.type == WIRE_BYTES)
            keep_sample(r, field.bytes);
        else
            r->malformed += !pprof_take(&r->tables, &field);
        if (++fields % 4096 == 0 && !reading_tick(r->reading, r->count, NULL, NULL))
            return false;
    }
    *stop = (Json){.failed = step != WIRE_END,
                   .truncated = step == WIRE_CUT,
                   .failed_at = source_offset(r->reading->source),
                   .why = "no field of a protobuf message"};
    return step == WIRE_END;
}

/* The sample at *at of those kept; false behind the last. */
static bool next_sample(Str all, size_t *at, Str *message) {
    uint32_t len;
    if (*at >= all.len)
        return false;
    memcpy(&len, all.data + *at, sizeof len);
    *message = str_slice(all, *at + sizeof len, *at + sizeof len + len);
    *at += sizeof len + len;
    return true;
}

static void place_samples(PprofReader *r) {
    Str all = text_str(&r->samples), message;
    r->budget = 4 * (uint64_t)all.len + 250000;
    for (size_t at = 0; next_sample(all, &at, &message);)
        place_sample(r, message);
}

static void weigh_samples(PprofReader *r, PprofType *type) {
    Str all = text_str(&r->samples), message;
    stacks_start_over(r->stacks);
    for (size_t at = 0, index = 0; next_sample(all, &at, &message); index++)
        weigh_sample(r, type, index, message);
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
    for (size_t i = 0; i < r->labels.capacity && notes_wants_name(notes, &LABELS); i++)
        if (r->labels.values[i] != MAP_NONE)
            notes_add(notes, &LABELS, 1, pprof_string(&r->tables, (int64_t)r->labels.keys[i]));
}

static bool pprof_read(Reading *reading, Err *err) {
    Document *document = reading->document;
    PprofReader r = {.reading = reading,
                     .scratch = reading->scratch,
                     .tables = pprof_tables_new(reading->scratch, &document->frames),
                     .samples = text_new(reading->scratch)};
    Json stop = {0};
    r.labels.arena = reading->scratch;
    read_fields(&r, &stop);
    reading_stopped(reading, &stop, r.count, "samples");
    if (reading_cancelled(reading, err))
        return false;
    if (!r.tables.types.count || !r.count)
        return err_set(err, ERR_EMPTY, "a pprof profile with %zu sample types and %llu samples", r.tables.types.count,
                       (unsigned long long)r.count);
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
