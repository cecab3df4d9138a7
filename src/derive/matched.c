/* Strings that came one after another mostly lie so in memory: plain text is then found in all of them at once, and only where it stands one asks
 * which of them that is. */
#include "derive/matched.h"

enum { AT_ONCE = 64 };

Matched matched_new(Arena *arena, const Matcher *matcher, const Intern *strings) {
    size_t words = intern_count(strings) / AT_ONCE + 1;
    return (Matched){.matcher = matcher,
                     .room = matcher_room(matcher),
                     .strings = strings,
                     .bits = arena_many(arena, uint64_t, words),
                     .seen = arena_many(arena, uint8_t, words)};
}

void matched_free(Matched *m) {
    matcher_room_free(m->room);
}

/* first..end lie in one piece of memory. */
static void look_at_piece(Matched *m, StrId first, StrId end) {
    Str s = intern_str(m->strings, first), last = intern_str(m->strings, end - 1);
    Str piece = {s.data, (size_t)(last.data + last.len - s.data)};
    StrId id = first;
    size_t length = m->matcher->finder.text.len, at = 0;
    while ((at = finder_next(&m->matcher->finder, piece, at)) != FINDER_NONE) {
        const char *found = piece.data + at;
        while (found >= s.data + s.len)
            s = intern_str(m->strings, ++id);
        bool whole =
            found >= s.data && found + length <= s.data + s.len; /* else it reaches into what lies between two */
        if (whole)
            m->bits[id / AT_ONCE] |= (uint64_t)1 << id % AT_ONCE;
        at = whole ? (size_t)(s.data + s.len - piece.data) : at + 1;
    }
}

static void look_at_each(Matched *m, StrId first, StrId end) {
    for (StrId id = first; id < end; id++)
        if (matcher_matches(m->matcher, m->room, intern_str(m->strings, id)))
            m->bits[id / AT_ONCE] |= (uint64_t)1 << id % AT_ONCE;
}

void matched_look_at(Matched *m, size_t word) {
    StrId first = (StrId)(word * AT_ONCE), count = intern_count(m->strings);
    StrId end = count - first > AT_ONCE ? first + AT_ONCE : count;
    if (matcher_is_plain(m->matcher))
        for (StrId id = first, next; id < end; id = next)
            look_at_piece(m, id, next = intern_neighbours(m->strings, id, end));
    else
        look_at_each(m, first, end);
    m->bits[0] &= ~(uint64_t)1;
    m->seen[word] = 1;
}
