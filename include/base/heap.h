/* Where the memory of arenas comes from, set up so that it costs little. A fresh page of 4 KiB costs more than filling it (3 us on the machine
 * where this was measured, five times what the same memory costs in pages of 2 MiB), and what malloc hands back to the system has to be
 * cleared again. Linux with glibc; nothing is done elsewhere, where this was not measured. */
#pragma once
#include <stddef.h>

/* Lets malloc keep what is freed, up to half a gigabyte, for the next one who asks: arena_trim hands it back. Once, when the program starts, before
 * there are threads. */
void heap_start(void);
/* Asks for pages of 2 MiB for a new block of malloc; to be called before it is filled. Any thread. */
void heap_want_huge(void *block, size_t size);
/* Hands what is free back to the system. Milliseconds. Any thread. */
void heap_trim(void);
