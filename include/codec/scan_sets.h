/* The sets behind scan.h, one a file, since each is compiled for a processor of its own. Internal to codec/scan*.c. */
#pragma once
#include "base/str.h"
#include "codec/scan.h"

/* Added to the words of what is hashed: the sum of products of two of them is the hash NH (Black et al., "UMAC", 1999). */
extern const uint32_t scan_keys[SCAN_SHORT / 4];

/* From the sum of products of the first SCAN_SHORT bytes to the hash of all. */
static inline uint32_t scan_hash_end(uint64_t sum, const uint8_t *p, size_t n) {
    if (n > SCAN_SHORT)
        sum += str_hash((Str){(const char *)p + SCAN_SHORT, n - SCAN_SHORT});
    sum ^= n * 0x9e3779b97f4a7c15u;
    return (uint32_t)((sum ^ sum >> 32) * 0xd6e8feb86659fd93u >> 32);
}

extern const Scan scan_plain;
#ifdef __x86_64__
extern const Scan scan_sse2;
extern const Scan scan_avx2;
#endif
