/* The sets behind scan.h, one a file, since each is compiled for a processor of its own. Internal to codec/scan*.c. */
#pragma once
#include "codec/scan.h"

extern const Scan scan_plain;
#ifdef __x86_64__
extern const Scan scan_sse2;
extern const Scan scan_avx2;
#endif
