/* The wire format of Protocol Buffers (protobuf.dev, "Encoding"): fields of a message in memory, or of one that flows by in a Source.
 *
 * A message is a Wire over its bytes. A fault makes it fail for good: every call returns false, wire->failed says why. Lengths are
 * checked against what is there before anything is taken. Groups (long deprecated) are faults. One thread. */
#pragma once
#include "codec/source.h"

typedef enum WireType {
    WIRE_VARINT = 0,
    WIRE_FIXED64 = 1,
    WIRE_BYTES = 2, /* a string, bytes, a message, or packed numbers */
    WIRE_FIXED32 = 5,
} WireType;

typedef struct WireField {
    uint32_t number;
    WireType type;
    uint64_t value; /* of a number */
    Str bytes;      /* of WIRE_BYTES */
} WireField;

typedef struct Wire {
    const uint8_t *at, *end;
    bool failed;
} Wire;

Wire wire_new(Str bytes);
/* The next field. False at the end or on a fault. */
bool wire_next(Wire *wire, WireField *field);
/* The next number of a packed field. False at the end or on a fault. */
static inline bool wire_varint(Wire *wire, uint64_t *value);
/* The same, however long it is. */
bool wire_long_varint(Wire *wire, uint64_t *value);

static inline bool wire_varint(Wire *wire, uint64_t *value) {
    if (wire->at == wire->end || *wire->at > 127)
        return wire_long_varint(wire, value);
    *value = *wire->at++;
    return true;
}

typedef enum WireStep { WIRE_FIELD, WIRE_END, WIRE_CUT, WIRE_FAULT } WireStep;
/* The next field of the message that the source holds; its bytes are good until the next call. WIRE_END at its end, WIRE_CUT when that comes
 * within a field, WIRE_FAULT for what is no field. */
WireStep wire_source_next(Source *source, WireField *field);
/* The same where the field lies whole in the window, which stays where it is: what was handed out before is good still. False otherwise,
 * with nothing taken. */
bool wire_source_here(Source *source, WireField *field);
