/* Nearly all messages have one packed field of locations and one of values: those are looked up where they lie, many at a time. Others
 * are packed first, one by one. */
#include "format/pprof_samples.h"

#include "codec/source.h"

typedef struct Head {
    uint32_t stack, size; /* its values take so many bytes behind it */
} Head;

PprofSamples *pprof_samples_new(Arena *scratch) {
    PprofSamples *s = arena_one(scratch, PprofSamples);
    s->stacks = name_table_new(scratch, NULL, NULL);
    s->kept = text_new(scratch);
    s->packed = text_new(scratch);
    s->labels.arena = s->broken.arena = scratch;
    return s;
}

/* Whether all of it are numbers. */
static bool is_packed(Str numbers) {
    Wire wire = wire_new(numbers);
    uint64_t number;
    while (wire_varint(&wire, &number))
        ;
    return !wire.failed;
}

static void see_label(PprofSamples *s, Str message) {
    Wire wire = wire_new(message);
    WireField field;
    bool fresh;
    while (wire_next(&wire, &field))
        if (field.number == 1 && field.type == WIRE_VARINT)
            ++*map_slot(&s->labels, field.value, 0, &fresh);
}

static void keep(PprofSamples *s, uint32_t stack, Str values) {
    Head head = {stack, (uint32_t)values.len};
    text_add(&s->kept, (Str){(const char *)&head, sizeof head});
    text_add(&s->kept, values);
}

static void check_stack(PprofSamples *s, uint32_t stack, Str numbers) {
    if (!is_packed(numbers))
        map_set(&s->broken, stack, 1);
    s->checked++;
}

void pprof_samples_flush(PprofSamples *s) {
    uint32_t stacks[PPROF_BATCH];
    name_table_find(s->stacks, s->stack, s->waiting, stacks);
    for (size_t i = 0; i < s->waiting; i++) {
        if (stacks[i] == s->checked)
            check_stack(s, stacks[i], s->stack[i]);
        bool broken = s->broken.count && map_get(&s->broken, stacks[i]) != MAP_NONE;
        s->malformed += broken || s->bad[i];
        keep(s, stacks[i], s->values[i]);
    }
    s->waiting = 0;
}

static void wait(PprofSamples *s, Str stack, Str values, bool bad) {
    s->stack[s->waiting] = stack;
    s->values[s->waiting] = values;
    s->bad[s->waiting] = bad;
    if (++s->waiting == PPROF_BATCH)
        pprof_samples_flush(s);
}

/* ---- a message that has its numbers one by one, or in several pieces ---- */

static void pack(Text *packed, uint64_t number) {
    for (; number > 127; number >>= 7)
        text_add_char(packed, (char)(number | 0x80));
    text_add_char(packed, (char)number);
}

/* All numbers of the fields `number` go behind what is packed. False when some cannot be read. */
static bool pack_all(Text *packed, Str message, uint32_t number) {
    Wire wire = wire_new(message);
    WireField field;
    bool ok = true;
    while (wire_next(&wire, &field)) {
        if (field.number != number)
            continue;
        Wire numbers = wire_new(field.bytes);
        if (field.type == WIRE_VARINT)
            pack(packed, field.value);
        for (uint64_t value; field.type == WIRE_BYTES && wire_varint(&numbers, &value);)
            pack(packed, value);
        ok &= !numbers.failed;
    }
    return ok;
}

static void add_in_pieces(PprofSamples *s, Str message, bool bad) {
    static const char guard[SOURCE_GUARD];
    pprof_samples_flush(s);
    s->packed.len = 0;
    bool ok = pack_all(&s->packed, message, 1);
    size_t locations = s->packed.len;
    ok &= pack_all(&s->packed, message, 2);
    size_t end = s->packed.len;
    text_add(&s->packed, (Str){guard, sizeof guard});
    Str packed = text_str(&s->packed);
    wait(s, str_slice(packed, 0, locations), str_slice(packed, locations, end), bad || !ok);
    pprof_samples_flush(s);
}

/* ---- */

void pprof_samples_add(PprofSamples *s, Str message) {
    Wire wire = wire_new(message);
    WireField field;
    Str numbers[3] = {[1] = str_slice(message, message.len, message.len), [2] = {"", 0}};
    int fields[3] = {0};
    bool whole = true;
    while (wire_next(&wire, &field)) {
        if (field.number == 1 || field.number == 2) {
            whole &= field.type == WIRE_BYTES && !fields[field.number]++;
            numbers[field.number] = field.bytes;
        } else if (field.number == 3 && field.type == WIRE_BYTES)
            see_label(s, field.bytes);
    }
    s->count++;
    s->bytes += message.len;
    if (whole)
        wait(s, numbers[1], numbers[2], wire.failed || !is_packed(numbers[2]));
    else
        add_in_pieces(s, message, wire.failed);
}

void pprof_samples_end(PprofSamples *s) {
    pprof_samples_flush(s);
    name_table_close(s->stacks);
}

bool pprof_samples_next(const PprofSamples *s, size_t *at, PprofSample *sample) {
    Head head;
    if (*at >= s->kept.len)
        return false;
    memcpy(&head, s->kept.data + *at, sizeof head);
    *sample = (PprofSample){head.stack, {s->kept.data + *at + sizeof head, head.size}};
    *at += sizeof head + head.size;
    return true;
}
