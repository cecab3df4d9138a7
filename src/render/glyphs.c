/* From text to pieces of the atlas. Widths come from tables of advances in font units, pictures of glyphs from a
 * table per face and size (Latin) or a map (all else); a miss draws the glyph and packs it. */
#include "render/glyphs.h"

#include "base/map.h"
#include "render/atlas.h"
#include "render/shapes.h"

#include <limits.h>

enum { ASCII_FROM = 32, ASCII_COUNT = 95, STEP_UNKNOWN = INT16_MIN };
enum { LATIN = 256, UNKNOWN_ADVANCE = FONT_UNITS * 6 / 10 };

/* What a face makes of a character. */
typedef struct Letter {
    uint16_t advance; /* font units */
    uint8_t file;     /* FontFile; FILE_NONE: the box */
    bool blank, known;
    uint32_t drawn; /* the character drawn in its stead */
} Letter;

typedef struct Box {
    uint16_t u, v, w, h; /* w = 0: nothing to draw */
    int16_t left, top;   /* from the pen on the baseline: x + left, y - top */
    bool known;
} Box;

typedef struct Style {
    FontFace face;
    int size;
    Box boxes[FONT_STEPS][LATIN];
} Style;

struct Glyphs {
    Arena *arena;
    Arena *cache;   /* styles and boxes: goes when the atlas is emptied */
    Arena *scratch; /* while one glyph is drawn */
    Fonts *fonts;
    Letter latin[FONT_COUNT][LATIN];
    int16_t steps[FONT_COUNT][ASCII_COUNT + 1][ASCII_COUNT]; /* see step_to */
    Map wide;                                                /* face and character -> letters */
    Array(Letter) letters;
    Array(Style *) styles; /* in cache */
    Map places;            /* key_of -> boxes */
    Array(Box) boxes;      /* in cache */
    Packing atlas;
    TextLine lines[FONT_COUNT]; /* font units */
};

static void forget_boxes(Glyphs *glyphs) {
    arena_reset(glyphs->cache);
    memset(&glyphs->styles, 0, sizeof glyphs->styles);
    memset(&glyphs->boxes, 0, sizeof glyphs->boxes);
    glyphs->places = (Map){.arena = glyphs->cache};
}

Glyphs *glyphs_new(Arena *arena, Err *err) {
    Fonts *fonts = fonts_open(arena, err);
    if (!fonts)
        return NULL;
    Glyphs *glyphs = arena_one(arena, Glyphs);
    glyphs->arena = arena;
    glyphs->fonts = fonts;
    glyphs->cache = arena_new();
    glyphs->scratch = arena_new();
    glyphs->wide = (Map){.arena = arena};
    glyphs->atlas = (Packing){.arena = arena};
    forget_boxes(glyphs);
    int16_t *steps = &glyphs->steps[0][0][0];
    for (size_t i = 0; i < sizeof glyphs->steps / sizeof *steps; i++)
        steps[i] = STEP_UNKNOWN;
    static const FontFile own[FONT_COUNT] = {FILE_UI, FILE_BOLD, FILE_MONO};
    for (size_t face = 0; face < FONT_COUNT; face++)
        glyphs->lines[face] = fonts_line(fonts, own[face]);
    return glyphs;
}

void glyphs_free(Glyphs *glyphs) {
    if (!glyphs)
        return;
    fonts_close(glyphs->fonts);
    arena_free(glyphs->cache);
    arena_free(glyphs->scratch);
}

Atlas glyphs_atlas(const Glyphs *glyphs) {
    const Packing *atlas = &glyphs->atlas;
    return (Atlas){.data = atlas->data,
                   .width = ATLAS_WIDTH,
                   .height = atlas->height,
                   .pieces = atlas->pieces.data,
                   .piece_count = atlas->pieces.count,
                   .generation = atlas->generation};
}

/* Zero width and nothing to see: variation selectors. Other characters without a picture are drawn as their escapes. */
static bool is_ignorable(uint32_t c) {
    return (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0100 && c <= 0xE01EF);
}

static Letter find_letter(Glyphs *glyphs, FontFace face, uint32_t c) {
    Letter letter = {.known = true, .drawn = c};
    if (is_ignorable(c)) {
        letter.blank = true;
        return letter;
    }
    FontFile file = fonts_find(glyphs->fonts, face, letter.drawn);
    letter.file = (uint8_t)file;
    letter.advance = (uint16_t)(file == FILE_NONE ? UNKNOWN_ADVANCE : fonts_advance(glyphs->fonts, file, letter.drawn));
    return letter;
}

static Letter letter_of(Glyphs *glyphs, FontFace face, uint32_t c) {
    if (c < LATIN) {
        Letter *letter = &glyphs->latin[face][c];
        if (!letter->known)
            *letter = find_letter(glyphs, face, c);
        return *letter;
    }
    bool fresh;
    uint32_t *slot = map_slot(&glyphs->wide, (uint64_t)face << 32 | c, (uint32_t)glyphs->letters.count, &fresh);
    uint32_t index = *slot;
    if (fresh)
        array_push(glyphs->arena, &glyphs->letters, find_letter(glyphs, face, c));
    return glyphs->letters.data[index];
}

static uint32_t next_char(Str text, size_t *at) {
    uint8_t c = (uint8_t)text.data[*at];
    if (c >= 0x80)
        return utf8_next(text, at);
    ++*at;
    return c;
}

static int learn_step(Glyphs *glyphs, FontFace face, uint32_t before, uint32_t c) {
    Letter letter = letter_of(glyphs, face, c);
    int kerning = before ? fonts_kerning(glyphs->fonts, letter.file, before, c) : 0;
    return letter.advance + kerning;
}

/* What c moves the pen after `before` (0: at the start), kerning and advance in one; in font units. */
static inline int step_to(Glyphs *glyphs, FontFace face, uint32_t before, uint32_t c) {
    if (c - ASCII_FROM >= ASCII_COUNT)
        return letter_of(glyphs, face, c).advance;
    uint32_t row = before - ASCII_FROM < ASCII_COUNT ? before - ASCII_FROM + 1 : 0;
    int16_t *step = &glyphs->steps[face][row][c - ASCII_FROM];
    if (*step == STEP_UNKNOWN)
        *step = (int16_t)learn_step(glyphs, face, before, c);
    return *step;
}

/* Of an escape; what follows it is not kerned with it. */
static int escape_width(Glyphs *glyphs, FontFace face, uint32_t before, uint32_t c) {
    char escape[UNSEEN_LONGEST];
    int n = unseen_escape(c, escape), units = 0;
    for (int i = 0; i < n; i++) {
        units += step_to(glyphs, face, before, (uint8_t)escape[i]);
        before = (uint8_t)escape[i];
    }
    return units;
}

static int width_of(void *user, TextStyle style, Str text) {
    Glyphs *glyphs = user;
    int64_t units = 0;
    uint32_t before = 0;
    for (size_t at = 0; at < text.len;) {
        uint32_t c = next_char(text, &at);
        if (c - ASCII_FROM >= ASCII_COUNT && unseen_is(c)) {
            units += escape_width(glyphs, style.face, before, c);
            before = 0;
            continue;
        }
        units += step_to(glyphs, style.face, before, c);
        before = c;
    }
    int64_t pixels = (units * style.size + FONT_UNITS - 1) / FONT_UNITS;
    return pixels > INT_MAX / 4 ? INT_MAX / 4 : (int)pixels;
}

static TextLine line_of(void *user, TextStyle style) {
    Glyphs *glyphs = user;
    TextLine units = glyphs->lines[style.face];
    return (TextLine){(units.ascent * style.size + FONT_UNITS / 2) / FONT_UNITS,
                      (units.descent * style.size + FONT_UNITS / 2) / FONT_UNITS};
}

TextMetrics glyphs_metrics(Glyphs *glyphs) {
    return (TextMetrics){.user = glyphs, .width = width_of, .line = line_of};
}

/* Packs a picture; an atlas that had to be emptied takes all boxes with it. */
static Box pack(Glyphs *glyphs, Coverage picture) {
    Box box = {.known = true};
    int u, v;
    uint32_t generation = glyphs->atlas.generation;
    if (picture.w > 0 && picture.h > 0 && atlas_add(&glyphs->atlas, picture, &u, &v)) {
        box.u = (uint16_t)u, box.v = (uint16_t)v, box.w = (uint16_t)picture.w, box.h = (uint16_t)picture.h;
        box.left = (int16_t)picture.left, box.top = (int16_t)picture.top;
    }
    if (generation != glyphs->atlas.generation)
        forget_boxes(glyphs);
    arena_reset(glyphs->scratch);
    return box;
}

static Box draw_letter(Glyphs *glyphs, Letter letter, int size, int step) {
    if (letter.file != FILE_NONE)
        return pack(glyphs, fonts_raster(glyphs->fonts, glyphs->scratch, letter.file, size, letter.drawn, step));
    Coverage box = shapes_fill(glyphs->scratch, shapes_unknown(glyphs->scratch, size), (size * 6 + 9) / 10, size);
    box.top = size;
    return pack(glyphs, box);
}

static Style *style_of(Glyphs *glyphs, FontFace face, int size) {
    for (size_t i = glyphs->styles.count; i-- > 0;)
        if (glyphs->styles.data[i]->size == size && glyphs->styles.data[i]->face == face)
            return glyphs->styles.data[i];
    Style *style = arena_one(glyphs->cache, Style);
    style->face = face, style->size = size;
    array_push(glyphs->cache, &glyphs->styles, style);
    return style;
}

/* One number for one picture: kind, small number (step or corner), size (or radius), number (character, icon or
 * thickness), face. */
static uint64_t key_of(ShapeKind kind, int small, int size, uint32_t number, FontFace face) {
    return (uint64_t)number | (uint64_t)(size & 0xFFFF) << 32 | (uint64_t)small << 48 | (uint64_t)kind << 52 |
           (uint64_t)face << 56;
}

static bool find_box(Glyphs *glyphs, uint64_t key, Box *box) {
    uint32_t index = map_get(&glyphs->places, key);
    if (index == MAP_NONE)
        return false;
    *box = glyphs->boxes.data[index];
    return true;
}

static Box keep_box(Glyphs *glyphs, uint64_t key, Box box) {
    map_set(&glyphs->places, key, (uint32_t)glyphs->boxes.count);
    array_push(glyphs->cache, &glyphs->boxes, box);
    return box;
}

static Box box_of_letter(Glyphs *glyphs, FontFace face, int size, Letter letter, int step) {
    if (letter.drawn < LATIN) {
        Box known = style_of(glyphs, face, size)->boxes[step][letter.drawn];
        if (known.known)
            return known;
        Box box = draw_letter(glyphs, letter, size, step);
        style_of(glyphs, face, size)->boxes[step][letter.drawn] = box; /* drawing may have emptied the cache */
        return box;
    }
    uint64_t key = key_of(SHAPE_TEXT, step, size, letter.drawn, face);
    Box box;
    return find_box(glyphs, key, &box) ? box : keep_box(glyphs, key, draw_letter(glyphs, letter, size, step));
}

/* The middle of three by three: no filter that a driver may force can reach past it. */
static Coverage full_pixels(Arena *arena) {
    uint8_t *data = arena_alloc(arena, 9);
    memset(data, 255, 9);
    return (Coverage){.w = 3, .h = 3, .data = data};
}

static Coverage draw_outline_of(Arena *arena, const DrawShape *shape) {
    int n = shape->rect.w;
    switch (shape->kind) {
    case SHAPE_FILL:
        return full_pixels(arena);
    case SHAPE_ICON:
        return shapes_fill(arena, shapes_icon(arena, shape->which, n, true), n, n);
    case SHAPE_RING:
        return shapes_fill(arena, shapes_ring(arena, n, shape->size, shape->which), n, n);
    default:
        return shapes_fill(arena, shapes_corner(arena, n, shape->which), n, n);
    }
}

static Box box_of_shape(Glyphs *glyphs, const DrawShape *shape) {
    bool icon = shape->kind == SHAPE_ICON, fill = shape->kind == SHAPE_FILL;
    uint64_t key = key_of(shape->kind, icon ? 0 : shape->which, fill ? 0 : shape->rect.w,
                          (uint32_t)(icon ? shape->which : shape->size), 0);
    Box box;
    if (find_box(glyphs, key, &box))
        return box;
    return keep_box(glyphs, key, pack(glyphs, draw_outline_of(glyphs->scratch, shape)));
}

QuadWalk quads_of(Glyphs *glyphs, const DrawShape *shape) {
    return (QuadWalk){.glyphs = glyphs, .shape = shape};
}

static bool cut(Box box, int x, int y, Rect clip, Quad *quad) {
    Rect seen = rect_meet((Rect){x, y, box.w, box.h}, clip);
    *quad =
        (Quad){.x = seen.x, .y = seen.y, .w = seen.w, .h = seen.h, .u = box.u + seen.x - x, .v = box.v + seen.y - y};
    return !rect_is_empty(seen);
}

/* The next letter that is drawn, and the one before it: of the text, or of an escape in it. */
static uint32_t next_drawn(QuadWalk *walk) {
    if (walk->escape_at < walk->escape_len) {
        return (uint8_t)walk->escape[walk->escape_at++];
    }
    if (walk->escape_len) /* as escape_width has it */
        walk->before = 0;
    walk->escape_len = walk->escape_at = 0;
    uint32_t c = next_char(walk->shape->text, &walk->at);
    if (c - ASCII_FROM < ASCII_COUNT || !unseen_is(c))
        return c;
    walk->escape_len = unseen_escape(c, walk->escape);
    return (uint8_t)walk->escape[walk->escape_at++];
}

static bool next_of_text(QuadWalk *walk, Quad *quad) {
    const DrawShape *shape = walk->shape;
    Rect clip = shape->clip;
    FontFace face = shape->face;
    while (walk->at < shape->text.len || walk->escape_at < walk->escape_len) {
        uint32_t c = next_drawn(walk);
        Letter letter = letter_of(walk->glyphs, face, c);
        walk->pen += step_to(walk->glyphs, face, walk->before, c);
        walk->before = c;
        int64_t pen = walk->pen - letter.advance;
        int64_t steps = (pen * shape->size * FONT_STEPS + FONT_UNITS / 2) >> 11;
        int64_t x = shape->rect.x + (steps >> 2);
        if (x > clip.x + clip.w + shape->size)
            return false;
        if (letter.blank || x + 4 * shape->size < clip.x)
            continue;
        Box box = box_of_letter(walk->glyphs, face, shape->size, letter, (int)(steps & (FONT_STEPS - 1)));
        if (box.w && cut(box, (int)x + box.left, shape->rect.y - box.top, clip, quad))
            return true;
    }
    return false;
}

bool quads_next(QuadWalk *walk, Quad *quad) {
    if (walk->shape->kind == SHAPE_TEXT)
        return next_of_text(walk, quad);
    if (walk->at++)
        return false;
    Box box = box_of_shape(walk->glyphs, walk->shape);
    Rect r = walk->shape->rect;
    if (walk->shape->kind == SHAPE_FILL) {
        *quad = (Quad){.x = r.x, .y = r.y, .w = r.w, .h = r.h, .u = box.u + 1, .v = box.v + 1, .solid = true};
        return true;
    }
    return box.w && cut(box, r.x, r.y, walk->shape->clip, quad);
}
