/* A small table in front of a big one: what texts met lately stand for, found by their first and last eight bytes. Texts of up to
 * 16 bytes are told apart by these alone. Looking up reads up to eight bytes behind a text, as a window allows. One thread. */
#pragma once
#include "base/bytes.h"
#include "base/str.h"

/* Zero = free. */
typedef struct RecentText {
    uint64_t first, last; /* eight bytes each, the same ones of a shorter text, zeros behind it */
    const char *text;     /* all of it */
    uint32_t length;
    uint32_t value;
} RecentText;

static inline RecentText *recent_place(RecentText *table, unsigned bits, size_t length, uint64_t first, uint64_t last) {
    uint64_t hash = (first + length) * 0x9E3779B97F4A7C15u ^ last * 0xC2B2AE3D27D4EB4Fu;
    return &table[hash >> (64 - bits)];
}

/* False when text is not in the table; the empty one never is. */
static inline bool recent_find(RecentText *table, unsigned bits, Str text, uint32_t *value) {
    uint64_t first = bytes_load8(text.data), last;
    if (text.len < 8)
        last = first = text.len ? first & UINT64_MAX >> (64 - 8 * text.len) : 0;
    else
        last = bytes_load8(text.data + text.len - 8);
    const RecentText *recent = recent_place(table, bits, text.len, first, last);
    *value = recent->value;
    return recent->first == first && recent->last == last && recent->length == text.len && text.len &&
           (text.len <= 16 || bytes_same(recent->text, text.data, text.len));
}

/* kept: bytes that outlive the table; nothing behind them is read. */
static inline void recent_put(RecentText *table, unsigned bits, Str kept, uint32_t value) {
    uint64_t first = 0, last;
    if (kept.len < 8) {
        memcpy(&first, kept.data, kept.len);
        last = first;
    } else {
        first = bytes_load8(kept.data);
        last = bytes_load8(kept.data + kept.len - 8);
    }
    *recent_place(table, bits, kept.len, first, last) = (RecentText){first, last, kept.data, (uint32_t)kept.len, value};
}
