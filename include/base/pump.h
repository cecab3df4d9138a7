/* Bytes made ahead of their reader by a thread of its own: a ring of pieces between the two, so that unpacking and reading
 * share the work of two processors. The one lock beside the job's mailbox; it is taken once a piece. */
#pragma once
#include "base/arena.h"

typedef struct Pump Pump;

/* Writes 1 to room bytes to out; 0 = the end. Runs in the pump's thread. */
typedef size_t (*PumpFill)(void *user, uint8_t *out, size_t room);

/* Starts a thread that calls fill until it ends or the ring (in arena) is full. Until pump_stop, what user stands for belongs to it. */
Pump *pump_start(Arena *arena, PumpFill fill, void *user);
/* 1 to room bytes, waiting for them; 0 = the end. */
size_t pump_read(Pump *pump, uint8_t *out, size_t room);
/* Ends the thread; what is in the ring is lost. NULL is allowed. */
void pump_stop(Pump *pump);
