/* Readings that publish what they have read so far at every chance, without waiting for the clock. */
#pragma once
#include "base/str.h"

/* Reads bytes as their format, checks each snapshot (sealed, incomplete, every tree sound) and the finished document; returns how many
 * snapshots there were. The totals of the last snapshot's first track and of the document's go where asked. */
size_t snapshots_of(Str bytes, double *last_total, double *total);
