/* Horspool on folded bytes; where the processor compares sixteen at a time, the first and the last byte of the text are looked for in as many places
 * at once, and only where both stand the rest is compared. */
#include "derive/finder.h"

#include <assert.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

static bool is_upper(int c) {
    return c >= 'A' && c <= 'Z';
}

void finder_prepare(Finder *f, Arena *arena, Str text, bool match_case) {
    assert(text.data && text.len > 0);
    for (int c = 0; c < 256; c++)
        f->fold[c] = (unsigned char)(!match_case && is_upper(c) ? c + 32 : c);
    char *folded = arena_many(arena, char, text.len);
    for (size_t i = 0; i < text.len; i++)
        folded[i] = (char)f->fold[(unsigned char)text.data[i]];
    f->text = (Str){folded, text.len};
    for (int c = 0; c < 256; c++)
        f->skip[c] = text.len;
    for (size_t i = 0; i + 1 < text.len; i++)
        f->skip[(unsigned char)folded[i]] = text.len - 1 - i;
    for (int c = 0; c < 256; c++) /* so that a byte needs no folding before it is looked up */
        f->skip[c] = f->skip[f->fold[c]];
}

/* Whether all but the last byte of the text stand at p. */
static bool stands_at(const Finder *f, const char *p) {
    size_t i = 0, last = f->text.len - 1;
    while (i < last && f->fold[(unsigned char)p[i]] == (unsigned char)f->text.data[i])
        i++;
    return i == last;
}

size_t finder_next_plain(const Finder *f, Str s, size_t from) {
    size_t last = f->text.len - 1;
    unsigned char end = (unsigned char)f->text.data[last];
    for (size_t at = from + last; at < s.len; at += f->skip[(unsigned char)s.data[at]])
        if (f->fold[(unsigned char)s.data[at]] == end && stands_at(f, s.data + at - last))
            return at - last;
    return FINDER_NONE;
}

#ifdef __SSE2__
enum { WIDE = 16 };

/* Sixteen times a byte of the text, and the bit that tells its two cases apart, when they are equal. */
typedef struct Wide {
    __m128i byte, either;
} Wide;

static inline Wide wide_of(const Finder *f, size_t i) {
    unsigned char c = (unsigned char)f->text.data[i];
    bool two = c >= 'a' && c <= 'z' && f->fold[c - 32] == c;
    return (Wide){_mm_set1_epi8((char)c), _mm_set1_epi8(two ? 32 : 0)};
}

static inline __m128i equal(Wide wide, const char *p) {
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)p);
    return _mm_cmpeq_epi8(_mm_or_si128(bytes, wide.either), wide.byte);
}

size_t finder_next(const Finder *f, Str s, size_t from) {
    size_t last = f->text.len - 1;
    Wide first_byte = wide_of(f, 0), last_byte = wide_of(f, last);
    for (; from + last + WIDE <= s.len; from += WIDE) {
        const char *p = s.data + from;
        unsigned both = (unsigned)_mm_movemask_epi8(_mm_and_si128(equal(first_byte, p), equal(last_byte, p + last)));
        for (; both; both &= both - 1)
            if (stands_at(f, p + __builtin_ctz(both)))
                return from + (size_t)__builtin_ctz(both);
    }
    return finder_next_plain(f, s, from);
}
#else
size_t finder_next(const Finder *f, Str s, size_t from) {
    return finder_next_plain(f, s, from);
}
#endif
