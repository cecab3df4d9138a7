/* Reading the tables of a pprof profile, and what its locations are called; see format/pprof_tables.h. */
#include "format/pprof_tables.h"

#include "format/cpu_nodes.h"
#include "format/v8_name.h"

#include <inttypes.h>

enum { SAMPLE_TYPE = 1, MAPPING = 3, LOCATION = 4, FUNCTION = 5, STRING = 6, DROP_FRAMES = 7, TIME_NANOS = 9 };
enum { PERIOD_TYPE = 11, PERIOD = 12, DEFAULT_TYPE = 14 };

PprofTables pprof_tables_new(Arena *scratch, Frames *frames) {
    PprofTables t = {.scratch = scratch, .frames = frames};
    t.mapping_ids.arena = t.function_ids.arena = t.location_ids.arena = scratch;
    return t;
}

Str pprof_string(const PprofTables *t, int64_t index) {
    bool there = index >= 0 && (uint64_t)index < t->strings.count;
    return intern_str(t->frames->strings, there ? t->strings.data[index] : 0);
}

/* ---- reading ---- */

/* Reads the numbers of a message into where its field numbers point: fields[n] for field n, NULL for what is ignored. */
static bool read_numbers(Str message, int64_t *const *fields, uint32_t count) {
    Wire wire = wire_new(message);
    WireField field;
    while (wire_next(&wire, &field))
        if (field.number < count && fields[field.number] && field.type == WIRE_VARINT)
            *fields[field.number] = (int64_t)field.value;
    return !wire.failed;
}

static bool read_value_type(Str message, PprofValueType *type) {
    int64_t *const fields[] = {NULL, &type->type, &type->unit};
    return read_numbers(message, fields, 3);
}

/* Of several with one id the first stands. */
static void set_id(Map *ids, int64_t id, size_t index) {
    bool fresh;
    map_slot(ids, (uint64_t)id, (uint32_t)index, &fresh);
}

static bool read_mapping(PprofTables *t, Str message) {
    PprofMapping mapping = {0};
    int64_t id = 0;
    int64_t *const fields[] = {NULL, &id, NULL, NULL, NULL, &mapping.file};
    bool ok = read_numbers(message, fields, 6);
    set_id(&t->mapping_ids, id, t->mappings.count);
    array_push(t->scratch, &t->mappings, mapping);
    return ok;
}

static bool read_function(PprofTables *t, Str message) {
    PprofFunction f = {.frame = FRAME_NONE};
    int64_t id = 0;
    int64_t *const fields[] = {NULL, &id, &f.name, &f.system_name, &f.file, &f.start_line};
    bool ok = read_numbers(message, fields, 6);
    set_id(&t->function_ids, id, t->functions.count);
    array_push(t->scratch, &t->functions, f);
    return ok;
}

static bool read_line(PprofTables *t, Str message) {
    PprofLine line = {0};
    int64_t function = 0;
    int64_t *const fields[] = {NULL, &function, &line.line};
    bool ok = read_numbers(message, fields, 3);
    line.function = (uint64_t)function;
    array_push(t->scratch, &t->lines, line);
    return ok;
}

static bool read_location(PprofTables *t, Str message) {
    PprofLocation location = {.line = (uint32_t)t->lines.count};
    int64_t id = 0;
    Wire wire = wire_new(message);
    WireField field;
    bool ok = true;
    while (wire_next(&wire, &field)) {
        if (field.number == 4 && field.type == WIRE_BYTES)
            ok &= read_line(t, field.bytes);
        else if (field.type == WIRE_VARINT && field.number == 1)
            id = (int64_t)field.value;
        else if (field.type == WIRE_VARINT && field.number == 2)
            location.mapping = field.value;
        else if (field.type == WIRE_VARINT && field.number == 3)
            location.address = field.value;
    }
    location.line_count = (uint32_t)t->lines.count - location.line;
    set_id(&t->location_ids, id, t->locations.count);
    array_push(t->scratch, &t->locations, location);
    return ok && !wire.failed;
}

static bool take_message(PprofTables *t, const WireField *field) {
    PprofValueType type = {0};
    bool ok;
    switch (field->number) {
    case SAMPLE_TYPE:
        ok = read_value_type(field->bytes, &type);
        array_push(t->scratch, &t->types, type);
        return ok;
    case MAPPING:
        return read_mapping(t, field->bytes);
    case LOCATION:
        return read_location(t, field->bytes);
    case FUNCTION:
        return read_function(t, field->bytes);
    case STRING:
        array_push(t->scratch, &t->strings, intern_add(t->frames->strings, utf8_clean(t->scratch, field->bytes)));
        return true;
    case PERIOD_TYPE:
        return read_value_type(field->bytes, &t->period_type);
    default:
        return true;
    }
}

bool pprof_take(PprofTables *t, const WireField *field) {
    int64_t *const numbers[] = {[DROP_FRAMES] = &t->drop_frames,
                                [TIME_NANOS] = &t->time_nanos,
                                [PERIOD] = &t->period,
                                [DEFAULT_TYPE] = &t->default_type};
    if (field->type == WIRE_BYTES)
        return take_message(t, field);
    if (field->type == WIRE_VARINT && field->number <= DEFAULT_TYPE && numbers[field->number])
        *numbers[field->number] = (int64_t)field->value;
    return true;
}

/* ---- frames ---- */

/* "net/http" of "net/http.(*conn).serve". */
static Str go_package(Str name) {
    size_t slash = str_rfind_char(str_slice(name, 0, str_find(name, STR("("), 0)), '/');
    size_t dot = str_find(name, STR("."), slash == SIZE_MAX ? 0 : slash);
    return dot == SIZE_MAX ? STR("") : str_slice(name, 0, dot);
}

static Str mapped_file(const PprofTables *t, const PprofLocation *location) {
    uint32_t index = location->mapping ? map_get(&t->mapping_ids, location->mapping) : MAP_NONE;
    return index == MAP_NONE ? STR("") : pprof_string(t, t->mappings.data[index].file);
}

static FrameKind kind_of(Str file) {
    return str_find(file, STR("[kernel"), 0) != SIZE_MAX || str_is(file, "[vdso]") ? FRAME_NATIVE : FRAME_CODE;
}

/* A location without functions is called by its address and what is mapped there. */
static FrameId address_frame(PprofTables *t, const PprofLocation *location) {
    Str file = mapped_file(t, location), base = str_base_name(file);
    Str name = str_format(t->scratch, "0x%" PRIx64 "%s%.*s", location->address, base.len ? " " : "", STR_ARG(base));
    return frames_add(t->frames, &(Frame){.name = intern_add(t->frames->strings, name),
                                          .module = intern_add(t->frames->strings, base),
                                          .kind = kind_of(file)});
}

static void see_line(PprofTables *t, FrameId frame, int64_t line) {
    if (t->frames->list[frame].line || line <= 0 || line >= INT32_MAX)
        return;
    while (t->least_lines.count <= frame)
        array_push(t->scratch, &t->least_lines, 0);
    int32_t *least = &t->least_lines.data[frame];
    *least = *least == 0 || line < *least ? (int32_t)line : *least;
}

/* JavaScript functions of a perf map carry their place in the name. */
static FrameId script_frame(PprofTables *t, const V8Name *script) {
    Intern *strings = t->frames->strings;
    Str name = script->name.len ? script->name : STR("(anonymous)");
    return frames_add(t->frames, &(Frame){.name = intern_add(strings, name),
                                          .file = intern_add(strings, script->file),
                                          .module = intern_add(strings, cpu_package_of(script->file)),
                                          .line = script->line,
                                          .column = script->column});
}

static FrameId function_frame(PprofTables *t, const PprofFunction *f, Str name, Str mapped) {
    Intern *strings = t->frames->strings;
    Str file = pprof_string(t, f->file), module = str_ends(file, ".go") ? go_package(name) : str_base_name(mapped);
    int32_t start = f->start_line > 0 && f->start_line < INT32_MAX ? (int32_t)f->start_line : 0;
    FrameKind kind = file.len ? FRAME_CODE : v8_name_kind(name);
    V8Name script;
    if (v8_name_split(name, &script))
        return script_frame(t, &script);
    return frames_add(t->frames, &(Frame){.name = intern_add(strings, name),
                                          .file = intern_add(strings, file),
                                          .module = intern_add(strings, module),
                                          .line = start,
                                          .kind = kind != FRAME_CODE ? kind : kind_of(mapped)});
}

/* A function is one frame wherever it was inlined: it belongs to the binary in which it was seen first. */
static FrameId line_frame(PprofTables *t, const PprofLocation *location, const PprofLine *line) {
    uint32_t index = map_get(&t->function_ids, line->function);
    if (index == MAP_NONE) {
        t->lost_functions++;
        return address_frame(t, location);
    }
    PprofFunction *f = &t->functions.data[index];
    Str name = pprof_string(t, f->name);
    name = name.len ? name : pprof_string(t, f->system_name);
    if (!name.len)
        return address_frame(t, location);
    if (f->frame == FRAME_NONE)
        f->frame = function_frame(t, f, name, mapped_file(t, location));
    see_line(t, f->frame, line->line);
    return f->frame;
}

static void make_frames(PprofTables *t, PprofLocation *location) {
    location->frame = (uint32_t)t->frame_list.count;
    for (uint32_t i = location->line_count; i-- > 0;) {
        FrameId frame = line_frame(t, location, &t->lines.data[location->line + i]);
        array_push(t->scratch, &t->frame_list, frame);
    }
    if (!location->line_count)
        array_push(t->scratch, &t->frame_list, address_frame(t, location));
    location->frame_count = (uint32_t)t->frame_list.count - location->frame;
}

static PprofSpan span_of(PprofTables *t, uint64_t id) {
    uint32_t index = map_get(&t->location_ids, id);
    if (index == MAP_NONE) { /* one more location, of no address */
        t->lost_locations++;
        index = (uint32_t)t->locations.count;
        map_set(&t->location_ids, id, index);
        FrameId frame = frames_add_name(t->frames, STR("(unknown location)"), FRAME_CODE);
        array_push(t->scratch, &t->locations,
                   (PprofLocation){.frame = (uint32_t)t->frame_list.count, .frame_count = 1});
        array_push(t->scratch, &t->frame_list, frame);
    }
    PprofLocation *location = &t->locations.data[index];
    if (!location->frame_count)
        make_frames(t, location);
    return (PprofSpan){location->frame, location->frame_count};
}

const FrameId *pprof_frames(PprofTables *t, uint64_t id, uint32_t *count) {
    size_t small = 2 * t->locations.count + 1;
    if (!t->spans.count) {
        array_reserve(t->scratch, &t->spans, small);
        memset(t->spans.data, 0, small * sizeof *t->spans.data);
        t->spans.count = small;
    }
    PprofSpan span = id < t->spans.count ? t->spans.data[id] : (PprofSpan){0, 0};
    if (!span.count)
        span = span_of(t, id);
    if (id < t->spans.count)
        t->spans.data[id] = span;
    *count = span.count;
    return t->frame_list.data + span.frame;
}

void pprof_give_lines(PprofTables *t) {
    for (size_t i = 0; i < t->least_lines.count; i++)
        if (t->least_lines.data[i])
            t->frames->list[i].line = t->least_lines.data[i];
}
