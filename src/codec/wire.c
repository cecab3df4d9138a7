/* Tags, varints and lengths; see codec/wire.h. */
#include "codec/wire.h"

#include <string.h>

enum { VARINT_MAX = 10, NUMBER_MAX = (1 << 29) - 1 };

Wire wire_new(Str bytes) {
    return (Wire){.at = (const uint8_t *)bytes.data, .end = (const uint8_t *)bytes.data + bytes.len};
}

static bool fail(Wire *wire) {
    wire->failed = true;
    wire->at = wire->end;
    return false;
}

bool wire_long_varint(Wire *wire, uint64_t *value) {
    uint64_t sum = 0;
    const uint8_t *p = wire->at;
    if (p == wire->end)
        return false;
    for (unsigned shift = 0; p < wire->end && shift < 70; shift += 7) {
        sum |= shift < 64 ? (uint64_t)(*p & 0x7f) << shift : 0;
        if (!(*p++ & 0x80)) {
            wire->at = p;
            *value = sum;
            return true;
        }
    }
    return fail(wire);
}

static bool take_fixed(Wire *wire, size_t n, uint64_t *value) {
    if ((size_t)(wire->end - wire->at) < n)
        return fail(wire);
    *value = 0;
    for (size_t i = 0; i < n; i++)
        *value |= (uint64_t)wire->at[i] << (8 * i);
    wire->at += n;
    return true;
}

static bool take_bytes(Wire *wire, Str *bytes) {
    uint64_t len;
    if (!wire_varint(wire, &len) || len > (uint64_t)(wire->end - wire->at))
        return fail(wire);
    *bytes = (Str){(const char *)wire->at, (size_t)len};
    wire->at += len;
    return true;
}

static bool take_tag(Wire *wire, WireField *field) {
    uint64_t tag;
    *field = (WireField){.bytes = {"", 0}};
    if (!wire_varint(wire, &tag))
        return false;
    if (tag >> 3 == 0 || tag >> 3 > NUMBER_MAX)
        return fail(wire);
    field->number = (uint32_t)(tag >> 3);
    field->type = (WireType)(tag & 7);
    return true;
}

bool wire_next(Wire *wire, WireField *field) {
    if (!take_tag(wire, field))
        return false;
    switch (field->type) {
    case WIRE_VARINT:
        return wire_varint(wire, &field->value) || fail(wire);
    case WIRE_FIXED64:
        return take_fixed(wire, 8, &field->value);
    case WIRE_FIXED32:
        return take_fixed(wire, 4, &field->value);
    case WIRE_BYTES:
        return take_bytes(wire, &field->bytes);
    }
    return fail(wire);
}

/* Fills until n bytes are there, growing with what comes and not with what is promised. */
static bool want(Source *source, uint64_t n) {
    while ((uint64_t)(source->end - source->at) < n)
        if (n > SOURCE_MAX_TOKEN || !source_fill(source))
            return false;
    return true;
}

/* How many bytes the field at the source takes, as far as its tag, number and length tell; 0: they are cut off or none. */
static uint64_t field_size(Source *source, bool *cut) {
    (void)want(source, 2 * VARINT_MAX);
    size_t here = (size_t)(source->end - source->at);
    Wire head = wire_new((Str){(const char *)source->at, here < 2 * VARINT_MAX ? here : 2 * VARINT_MAX});
    WireField field;
    uint64_t number;
    bool ok = take_tag(&head, &field);
    if (ok && field.type == WIRE_FIXED64)
        return (uint64_t)((const char *)head.at - (const char *)source->at) + 8;
    if (ok && field.type == WIRE_FIXED32)
        return (uint64_t)((const char *)head.at - (const char *)source->at) + 4;
    bool known = ok && (field.type == WIRE_VARINT || field.type == WIRE_BYTES);
    ok = known && wire_varint(&head, &number);
    *cut = !ok && here < 2 * VARINT_MAX && (known || head.failed);
    if (!ok)
        return 0;
    uint64_t size = (uint64_t)((const char *)head.at - (const char *)source->at);
    return field.type == WIRE_VARINT ? size : number > UINT64_MAX - size ? UINT64_MAX : size + number;
}

WireStep wire_source_next(Source *source, WireField *field) {
    bool cut = false;
    if (!want(source, 1))
        return WIRE_END;
    uint64_t size = field_size(source, &cut);
    if (!size)
        return cut ? WIRE_CUT : WIRE_FAULT;
    if (!want(source, size))
        return size > SOURCE_MAX_TOKEN && !source->ended ? WIRE_FAULT : WIRE_CUT;
    Wire wire = wire_new((Str){(const char *)source->at, (size_t)size});
    if (!wire_next(&wire, field))
        return WIRE_FAULT;
    source->at += size;
    return WIRE_FIELD;
}

bool wire_source_here(Source *source, WireField *field) {
    Wire wire = {.at = source->at, .end = source->end};
    if (!wire_next(&wire, field))
        return false;
    source->at = wire.at;
    return true;
}
